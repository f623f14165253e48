package config

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// A resolver makes the paths of a configuration file absolute.
type resolver struct {
	base string // folder of the file; "" means the working directory
	home string // what ~ stands for; "" if unknown
}

// resolve returns p absolute and cleaned, with ~ expanded. Symbolic links stay.
func (r resolver) resolve(p string) (string, error) {
	rest, inHome := strings.CutPrefix(p, "~")
	switch {
	case !inHome:
	case rest != "" && rest[0] != '/':
		return "", errors.New("~ stands for the home of this user only; write the path in full")
	case r.home == "":
		return "", errors.New("the home folder is not known; write the path in full")
	default:
		p = r.home + "/" + rest
	}
	if !filepath.IsAbs(p) {
		p = filepath.Join(r.base, p)
	}
	return filepath.Abs(p)
}

// printable returns s, quoted if it holds what would break a line.
func printable(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return strconv.Quote(s)
	}
	return s
}
