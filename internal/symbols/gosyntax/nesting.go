package gosyntax

import "strings"

// blank reports whether text has no letter, which the parser calls an error and
// everyone else an empty file.
func blank(text string) bool { return strings.TrimSpace(text) == "" }

// nestsDeeper reports whether more than limit brackets are open anywhere in
// text. Brackets in strings and comments count, which errs on the safe side.
func nestsDeeper(text string, limit int) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			if depth++; depth > limit {
				return true
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return false
}
