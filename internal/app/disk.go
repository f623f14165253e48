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
	maxBytes int64
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
	root, err := os.OpenRoot(d.roots[f.Repo])
	if err != nil {
		return code.FileStat{}, err
	}
	defer root.Close()
	info, err := root.Lstat(f.Path)
	if err != nil {
		return code.FileStat{}, err
	}
	return code.FileStat{Size: info.Size(), ModTime: info.ModTime().Truncate(time.Microsecond)}, nil
}

// Read implements search.Disk.
func (d disk) Read(f code.FileID) (_ string, err error) {
	defer fault.Wrap(&err, "read %s", f)
	root, err := os.OpenRoot(d.roots[f.Repo])
	if err != nil {
		return "", err
	}
	defer root.Close()
	file, err := root.OpenFile(f.Path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > d.maxBytes {
		return "", fmt.Errorf("%w: no regular file of at most %d bytes", fs.ErrInvalid, d.maxBytes)
	}
	raw, err := io.ReadAll(io.LimitReader(file, d.maxBytes))
	if err != nil {
		return "", err
	}
	text, reason, detail := textfile.Decode(raw)
	if reason != "" {
		return "", fmt.Errorf("%w: %s: %s", fs.ErrInvalid, reason, detail)
	}
	return text, nil
}
