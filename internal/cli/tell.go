package cli

import (
	"fmt"
	"io"
	"strings"

	"coderag/internal/fault"
)

// Tell prints an error: each part of a joined one on lines of its own, with the
// fixes of everything in it. A fix is printed once.
func Tell(w io.Writer, name string, err error) {
	seen := map[string]bool{}
	for _, part := range parts(err) {
		for line := range strings.Lines(part.Error()) {
			fmt.Fprintf(w, "%s: %s\n", name, strings.TrimRight(line, "\n"))
		}
		for _, fix := range fixes(part) {
			if !seen[fix] {
				fmt.Fprintf(w, "  fix: %s\n", fix)
			}
			seen[fix] = true
		}
	}
}

// ExitCode returns the code a command that ends with err exits with: that of
// the part with the smallest.
func ExitCode(err error) int {
	code := fault.ExitOK
	for i, part := range parts(err) {
		if c := fault.ExitCode(part); i == 0 || c < code {
			code = c
		}
	}
	return code
}

// parts returns the errors that errors.Join joined, none for nil. What is
// joined below a prefix stays together.
func parts(err error) (all []error) {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var texts []string
	for _, part := range joined.Unwrap() {
		all = append(all, parts(part)...)
		texts = append(texts, part.Error())
	}
	if err.Error() != strings.Join(texts, "\n") {
		return []error{err} // fmt.Errorf wrapped several in a text of its own
	}
	return all
}

// fixes returns the fixes of every fault in the tree of err, in its order.
func fixes(err error) (all []string) {
	if e, ok := err.(*fault.Error); ok { //nolint:errorlint // the tree is walked here, node by node
		all = append(all, e.Fixes...)
	}
	switch e := err.(type) { //nolint:errorlint // as above
	case interface{ Unwrap() error }:
		if next := e.Unwrap(); next != nil {
			all = append(all, fixes(next)...)
		}
	case interface{ Unwrap() []error }:
		for _, part := range e.Unwrap() {
			all = append(all, fixes(part)...)
		}
	}
	return all
}
