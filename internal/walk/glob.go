package walk

import (
	"errors"
	"fmt"
	"strings"
)

// globSpecial holds the characters that end the literal start of a glob.
const globSpecial = `*?[\`

var (
	errBracket   = errors.New("a [ without its ]")
	errBackslash = errors.New("ends in a backslash")
)

// globExpr translates a glob, as git's wildmatch reads it with WM_PATHNAME,
// into a regular expression, which matches in time linear in the path.
func globExpr(glob string) (string, error) {
	var expr strings.Builder
	expr.WriteString(`\A(?s:`)
	for i := 0; i < len(glob); {
		n, err := translate(&expr, glob, i)
		if err != nil {
			return "", err
		}
		i += n
	}
	expr.WriteString(`)\z`)
	return expr.String(), nil
}

// translate writes the expression for the element of glob at i and returns
// that element's length.
func translate(expr *strings.Builder, glob string, i int) (int, error) {
	switch glob[i] {
	case '*':
		return translateStars(expr, glob, i), nil
	case '?':
		expr.WriteString(`[^/]`)
		return 1, nil
	case '[':
		set, n, err := parseBracket(glob[i:])
		if err != nil {
			return 0, err
		}
		set.writeTo(expr)
		return n, nil
	case '\\':
		if i+1 == len(glob) {
			return 0, errBackslash
		}
		writeByte(expr, glob[i+1])
		return 2, nil
	}
	writeByte(expr, glob[i])
	return 1, nil
}

// translateStars translates a run of stars. Two or more match slashes where
// they are a whole path element; "**/" then also matches nothing.
func translateStars(expr *strings.Builder, glob string, i int) int {
	end := i
	for end < len(glob) && glob[end] == '*' {
		end++
	}
	starts := i == 0 || glob[i-1] == '/'
	switch {
	case end-i > 1 && starts && end == len(glob):
		expr.WriteString(`.*`)
	case end-i > 1 && starts && glob[end] == '/':
		expr.WriteString(`(?:.*/)?`)
		return end - i + 1
	default:
		expr.WriteString(`[^/]*`)
	}
	return end - i
}

func writeByte(expr *strings.Builder, b byte) { fmt.Fprintf(expr, `\x{%x}`, b) }
