// Package textfile reads one file of a root into valid UTF-8 text, without
// following links, blocking on pipes or trusting what a directory said about it.
package textfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// A File is what one read of a file found.
type File struct {
	Raw    []byte // the bytes on disk
	SHA256 [sha256.Size]byte
	Stat   code.FileStat // of the open descriptor, not of the path
}

// ErrChanged is the error of a file that was written while it was read. What
// was read is discarded; the next sweep tries again.
var ErrChanged = errors.New("the file changed while it was read")

// A Refusal is the error of a file that is there and was not read. With the
// reason SkipUnreadable nothing is known about its content, and what an index
// holds of it stays valid; the other reasons are verdicts.
type Refusal struct {
	Reason code.SkipReason
	Detail string
}

func (r *Refusal) Error() string { return string(r.Reason) + ": " + r.Detail }

// Read returns the content of the regular file at path, which has at most limit
// bytes. The error is a fault of kind NotFound when there is no such file, a
// *Refusal when it is a link, no regular file, too large or unreadable, and
// ErrChanged when it did not hold still.
func Read(ctx context.Context, path string, limit int64) (_ File, err error) {
	defer fault.Wrap(&err, "read %q", path)
	if err := ctx.Err(); err != nil {
		return File{}, err
	}
	f, err := open(path)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return readStill(f, limit)
}

// open opens a regular file. Devices are told apart before they are opened,
// since opening one can have effects; the flags cover what the path may have
// become in between.
func open(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, classify(err)
	}
	if err := regular(info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, classify(err)
	}
	return f, nil
}

// A stillFile is the part of os.File that readStill needs.
type stillFile interface {
	io.Reader
	Stat() (fs.FileInfo, error)
}

// readStill reads f and refuses what changed between its first and last stat.
func readStill(f stillFile, limit int64) (File, error) {
	before, err := f.Stat()
	if err != nil {
		return File{}, classify(err)
	}
	if err := regular(before); err != nil {
		return File{}, err
	}
	if before.Size() > limit {
		return File{}, tooLarge(before.Size(), limit)
	}
	raw, err := readAtMost(f, before.Size(), limit)
	if err != nil {
		return File{}, err
	}
	after, err := f.Stat()
	if err != nil {
		return File{}, classify(err)
	}
	if !after.ModTime().Equal(before.ModTime()) || after.Size() != before.Size() || after.Size() != int64(len(raw)) {
		return File{}, ErrChanged
	}
	return File{Raw: raw, SHA256: sha256.Sum256(raw), Stat: statOf(after)}, nil
}

// readAtMost reads to the end of r, which should come after size bytes, and
// gives up past limit.
func readAtMost(r io.Reader, size, limit int64) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(int(size) + bytes.MinRead)
	n, err := buf.ReadFrom(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, classify(err)
	}
	if n > limit {
		return nil, tooLarge(n, limit)
	}
	return buf.Bytes(), nil
}

func statOf(info fs.FileInfo) code.FileStat {
	return code.FileStat{Size: info.Size(), ModTime: info.ModTime().Truncate(time.Microsecond)}
}

// regular refuses everything but regular files.
func regular(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode&fs.ModeSymlink != 0:
		return &Refusal{Reason: code.SkipSymlink, Detail: "a symbolic link"}
	default:
		return &Refusal{Reason: code.SkipSpecial, Detail: "mode " + mode.String()}
	}
}

// classify turns an error of the file system into a NotFound or a Refusal.
func classify(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fault.New(fault.NotFound, "no such file: %w", err)
	case errors.Is(err, syscall.ELOOP):
		return &Refusal{Reason: code.SkipSymlink, Detail: "a symbolic link or a loop of them"}
	}
	return &Refusal{Reason: code.SkipUnreadable, Detail: cause(err).Error()}
}

// cause strips the path from err: the caller has it, and it need not be UTF-8.
func cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

func tooLarge(size, limit int64) error {
	return &Refusal{Reason: code.SkipTooLarge, Detail: fmt.Sprintf("%d bytes, the limit is %d", size, limit)}
}
