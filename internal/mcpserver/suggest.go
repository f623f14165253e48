package mcpserver

import "strings"

// closest returns the one of names that a caller who wrote given most likely
// meant: the same but for case and separators, one a prefix of the other, or
// within an edit for every three letters, rounded. It returns "" if none is close, and
// the first of equals.
func closest(given string, names []string) string {
	plain := squeeze(given)
	if plain == "" || len(plain) > 64 {
		return ""
	}
	for _, name := range names {
		if squeeze(name) == plain {
			return name
		}
	}
	for _, name := range names {
		short, long := plain, squeeze(name)
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) > 1 && strings.HasPrefix(long, short) {
			return name
		}
	}
	best, bestEdits := "", (len(plain)+1)/3+1
	for _, name := range names {
		if edits := editDistance(plain, squeeze(name)); edits < bestEdits {
			best, bestEdits = name, edits
		}
	}
	return best
}

// squeeze returns s in lower case without separators: "maxChars" and
// "max-chars" are both "maxchars".
func squeeze(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(strings.ToLower(s))
}

// editDistance returns the Levenshtein distance of a and b, in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substituted := diagonal
			if a[i] != b[j] {
				substituted++
			}
			diagonal = row[j+1]
			row[j+1] = min(substituted, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
