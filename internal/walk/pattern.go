package walk

import (
	"fmt"
	"regexp"
	"strings"
)

// A pattern is one line of an ignore file, with git's semantics: it is tested
// on bytes, "*" and "?" do not match a slash, "**" between slashes does.
type pattern struct {
	text    string // as written
	line    int    // 1-based, within its source
	negated bool
	dirOnly bool
	base    bool           // no slash in it: tested on the last element of a path
	literal string         // what a match starts with, up to the first special character
	rest    *regexp.Regexp // what follows the literal; nil: nothing, or anyEnd
	suffix  string         // with anyEnd: the pattern is "*" + suffix
	anyEnd  bool
}

// parsePattern parses one line of an ignore file. ok is false for a line that
// holds no pattern. The error says why the pattern can match nothing.
func parsePattern(line string) (p pattern, ok bool, err error) {
	p.text = trimSpaces(line)
	if p.text == "" || p.text[0] == '#' {
		return p, false, nil
	}
	glob := p.text
	if glob[0] == '!' {
		p.negated, glob = true, glob[1:]
	}
	if strings.HasSuffix(glob, "/") {
		p.dirOnly, glob = true, glob[:len(glob)-1]
	}
	p.base = !strings.Contains(glob, "/")
	glob = strings.TrimPrefix(glob, "/")
	if glob == "" {
		return p, false, nil
	}
	err = p.compile(glob)
	return p, true, err
}

// compile sets what match needs. The literal start is cut off first, as git
// does it: in "a/b**" the stars then stand at a start and match slashes.
func (p *pattern) compile(glob string) (err error) {
	if p.base && glob[0] == '*' && !strings.ContainsAny(glob[1:], globSpecial) {
		p.anyEnd, p.suffix = true, glob[1:]
		return nil
	}
	at := strings.IndexAny(glob, globSpecial)
	if at < 0 {
		p.literal = glob
		return nil
	}
	p.literal = glob[:at]
	expr, err := globExpr(glob[at:])
	if err != nil {
		return fmt.Errorf("pattern %q: %w", p.text, err)
	}
	p.rest, err = regexp.Compile(expr)
	return err
}

// match reports whether the pattern matches path, which is relative to the
// directory of the pattern's source.
func (p *pattern) match(path string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if p.base {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	switch {
	case p.anyEnd:
		return strings.HasSuffix(path, p.suffix)
	case p.rest == nil:
		return path == p.literal
	}
	rest, ok := strings.CutPrefix(path, p.literal)
	return ok && p.rest.MatchString(bytesAsRunes(rest))
}

// trimSpaces removes trailing spaces that no backslash precedes.
func trimSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if len(trimmed) == len(line) {
		return line
	}
	backslashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if backslashes%2 == 1 {
		return trimmed + " "
	}
	return trimmed
}

// bytesAsRunes maps each byte to the rune of its value, so that an expression
// over runes tests bytes.
func bytesAsRunes(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			runes := make([]rune, len(s))
			for j := range runes {
				runes[j] = rune(s[j])
			}
			return string(runes)
		}
	}
	return s
}
