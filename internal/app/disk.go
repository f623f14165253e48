package app

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/textfile"
)

// disk looks at the files of a project's roots. It implements search.Disk. No
// path leads out of its root, whatever links lie on the way.
type disk struct {
	roots    map[string]string // path by repo
	maxBytes int64             // larger files are not read
}

func newDisk(roots []code.Root, maxBytes int64) disk {
	d := disk{roots: map[string]string{}, maxBytes: maxBytes}
	for _, r := range roots {
		d.roots[r.Repo] = r.Path
	}
	return d
}

// Stat implements search.Disk.
func (d disk) Stat(f code.FileID) (code.FileStat, error) {
	root, err := d.open(f.Repo)
	if err != nil {
		return code.FileStat{}, err
	}
	defer closeQuietly(root)
	info, err := root.Lstat(f.Path)
	if err != nil {
		return code.FileStat{}, err
	}
	return code.FileStat{Size: info.Size(), ModTime: info.ModTime().Truncate(time.Microsecond)}, nil
}

// Read implements search.Disk.
func (d disk) Read(f code.FileID) (_ string, err error) {
	defer fault.Wrap(&err, "read %s", f)
	root, err := d.open(f.Repo)
	if err != nil {
		return "", err
	}
	defer closeQuietly(root)
	raw, err := d.readRegular(root, f.Path)
	if err != nil {
		return "", err
	}
	text, reason, detail := textfile.Decode(raw)
	if reason != "" {
		return "", fmt.Errorf("%w: %s: %s", fs.ErrInvalid, reason, detail)
	}
	return text, nil
}

// open opens the root of a repo. One that is no longer configured is as gone as
// a folder that is not there.
func (d disk) open(repo string) (*os.Root, error) {
	path, ok := d.roots[repo]
	if !ok {
		return nil, fmt.Errorf("repo %q: %w", repo, fs.ErrNotExist)
	}
	return os.OpenRoot(path)
}

// readRegular reads a regular file of at most maxBytes. What is none is not
// opened, since that can have effects; the flags and the second look cover what
// the path may have become in between.
func (d disk) readRegular(root *os.Root, path string) ([]byte, error) {
	info, err := root.Lstat(path)
	if err != nil {
		return nil, err
	}
	if err := d.readable(info); err != nil {
		return nil, err
	}
	file, err := root.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer closeQuietly(file)
	if info, err = file.Stat(); err != nil {
		return nil, err
	}
	if err := d.readable(info); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(file, d.maxBytes))
}

func (d disk) readable(info fs.FileInfo) error {
	if !info.Mode().IsRegular() || info.Size() > d.maxBytes {
		return fmt.Errorf("%w: no regular file of at most %d bytes", fs.ErrInvalid, d.maxBytes)
	}
	return nil
}

// closeQuietly closes what was only read from.
func closeQuietly(c io.Closer) { _ = c.Close() }
