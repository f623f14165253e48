package config

import (
	"errors"
	"slices"

	"coderag/internal/fault"
)

// A problem is one thing wrong with the configuration.
type problem struct {
	line int // of config.ini; 0 if it is not one line's
	err  *fault.Error
}

// join returns the problems as one fault.Invalid in order of line, with every
// fix; nil if there is none.
func join(problems []problem) error {
	if len(problems) == 0 {
		return nil
	}
	return joinAs(fault.Invalid, problems).Fix("docs/config.md describes every key and field")
}

// joinAs returns one or more problems as one error of the kind.
func joinAs(kind fault.Kind, problems []problem) *fault.Error {
	slices.SortStableFunc(problems, func(a, b problem) int { return a.line - b.line })
	var errs []error
	var fixes []string
	for _, p := range problems {
		errs = append(errs, p.err)
		for _, fix := range p.err.Fixes {
			if !slices.Contains(fixes, fix) {
				fixes = append(fixes, fix)
			}
		}
	}
	return withFixes(fault.New(kind, "%w", errors.Join(errs...)), fixes)
}

// withFixes returns err with further fixes.
func withFixes(err *fault.Error, fixes []string) *fault.Error {
	for _, fix := range fixes {
		err = err.Fix("%s", fix)
	}
	return err
}
