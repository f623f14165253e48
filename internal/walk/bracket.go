package walk

import (
	"fmt"
	"strings"
)

// A byteSet is the set of bytes a bracket expression matches.
type byteSet [256]bool

// classes are the named classes of a bracket expression, for ASCII.
var classes = map[string]func(b byte) bool{
	"alnum":  func(b byte) bool { return isAlpha(b) || isDigit(b) },
	"alpha":  isAlpha,
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < 0x20 || b == 0x7f },
	"digit":  isDigit,
	"graph":  func(b byte) bool { return b > 0x20 && b < 0x7f },
	"lower":  isLower,
	"print":  func(b byte) bool { return b >= 0x20 && b < 0x7f },
	"punct":  func(b byte) bool { return b > 0x20 && b < 0x7f && !isAlpha(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' },
	"upper":  isUpper,
	"xdigit": func(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' },
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }
func isAlpha(b byte) bool { return isLower(b) || isUpper(b) }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// parseBracket parses the bracket expression glob starts with and returns its
// length. A slash is never in the set.
func parseBracket(glob string) (set byteSet, n int, err error) {
	i := 1
	negated := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negated {
		i++
	}
	previous := -1 // the byte a range may start with
	for first := true; ; first = false {
		switch {
		case i >= len(glob):
			return set, 0, errBracket
		case glob[i] == ']' && !first:
			return set.finish(negated), i + 1, nil
		}
		i, previous, err = set.parseItem(glob, i, previous)
		if err != nil {
			return set, 0, err
		}
	}
}

// parseItem adds the item of a bracket expression at i: a class, the end of a
// range or a byte. It returns where the next one starts and the byte a range
// may start with.
func (s *byteSet) parseItem(glob string, i, previous int) (next, start int, err error) {
	if strings.HasPrefix(glob[i:], "[:") {
		if end := strings.IndexByte(glob[i+2:], ']'); end < 0 {
			return 0, 0, errBracket
		} else if name, ok := strings.CutSuffix(glob[i+2:i+2+end], ":"); ok {
			return i + 2 + end + 1, -1, s.addClass(name)
		}
	}
	if glob[i] == '-' && previous >= 0 && i+1 < len(glob) && glob[i+1] != ']' {
		b, n, err := literal(glob[i+1:])
		s.addRange(previous, int(b))
		return i + 1 + n, -1, err
	}
	b, n, err := literal(glob[i:])
	s[b] = true
	return i + n, int(b), err
}

// literal returns the byte that glob starts with, perhaps behind a backslash.
func literal(glob string) (b byte, n int, err error) {
	if glob[0] != '\\' {
		return glob[0], 1, nil
	}
	if len(glob) == 1 {
		return 0, 0, errBackslash
	}
	return glob[1], 2, nil
}

func (s *byteSet) addClass(name string) error {
	class, ok := classes[name]
	if !ok {
		return fmt.Errorf("no character class [:%s:]", name)
	}
	for b := range s {
		s[b] = s[b] || class(byte(b))
	}
	return nil
}

func (s *byteSet) addRange(from, to int) {
	for b := from; b <= to; b++ {
		s[b] = true
	}
}

func (s byteSet) finish(negated bool) byteSet {
	for b := range s {
		s[b] = s[b] != negated
	}
	s['/'] = false
	return s
}

// writeTo writes the set as a class of a regular expression.
func (s byteSet) writeTo(expr *strings.Builder) {
	empty := true
	var class strings.Builder
	for b, in := range s {
		if in {
			empty = false
			writeByte(&class, byte(b))
		}
	}
	if empty {
		expr.WriteString(`[^\x{0}-\x{10ffff}]`)
		return
	}
	expr.WriteString("[" + class.String() + "]")
}
