package config

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"coderag/internal/fault"
)

// maxFile is the largest configuration file, in bytes, that is read.
const maxFile = 4 << 20

// readText reads a configuration file, which must be UTF-8 text.
func readText(path string) (string, error) {
	data, err := readFile(path)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", fault.New(fault.Invalid, "%s: not UTF-8 text", path).Fix("save the file as UTF-8")
	}
	return string(data), nil
}

// readFile reads a regular file of at most maxFile bytes. What is no regular
// file is not opened: a FIFO would block.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.NotFound, "%s: no such file", path)
	case err != nil:
		return nil, fault.New(fault.Invalid, "%w", err)
	case !info.Mode().IsRegular():
		return nil, fault.New(fault.Invalid, "%s: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.Invalid, "%w", err).Fix("let the user that runs coderag read the file")
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fault.New(fault.Invalid, "%w", err)
	}
	if len(data) > maxFile {
		return nil, fault.New(fault.TooLarge, "%s: larger than %s", path, ByteSize(maxFile))
	}
	return data, nil
}

// suggestExample adds to the error of a missing file where to get one from.
func suggestExample(err error, path string) error {
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	return fault.New(fault.NotFound, "%w", err).
		Fix("run: make up, which writes it, or copy %s.example from the repository", filepath.Base(path))
}
