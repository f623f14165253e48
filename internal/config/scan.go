package config

import (
	"errors"
	"regexp"
	"strings"
	"unicode"
)

// positions says on which lines of an ini file its sections and keys are: the
// parser does not tell. Lines are 1-based.
type positions struct {
	sections map[string]int
	keys     map[keyName][]int // more than one line is a mistake
}

// A lineError is what is wrong with the form of one line. It does not repeat
// the line, which may hold a secret.
type lineError struct {
	line int
	err  error
}

var plainKey = regexp.MustCompile(`^[^"'` + "`" + `\s]+( [^"'` + "`" + `\s]+)*$`)

// scan finds the positions of sections and keys. Lines that are neither, nor
// comments, are reported and blanked in clean, so that the parser sees one
// section, one key with its whole value, a comment or nothing on each line.
// The keys below a wrong section are blanked too: nobody knows whose they are.
func scan(text string) (at positions, clean string, wrong []lineError) {
	at = positions{sections: map[string]int{}, keys: map[keyName][]int{}}
	lines := strings.SplitAfter(strings.TrimPrefix(text, "\ufeff"), "\n")
	section, lost := "", false
	for i, raw := range lines {
		line := strings.TrimSpace(raw)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		var err error
		switch {
		case line[0] == '[':
			section, err = sectionOf(line)
			lost = err != nil
			at.addSection(section, i+1)
		case lost:
			lines[i] = "\n"
		default:
			var name string
			name, err = keyOf(line)
			at.addKey(keyName{section, name}, i+1)
		}
		if err != nil {
			wrong = append(wrong, lineError{i + 1, err})
			lines[i] = "\n"
		}
	}
	return at, strings.Join(lines, ""), wrong
}

// addSection notes the first line of a section.
func (at positions) addSection(name string, line int) {
	if _, seen := at.sections[name]; !seen {
		at.sections[name] = line
	}
}

// addKey notes a line of a key; wrong lines have none.
func (at positions) addKey(name keyName, line int) {
	if name.name != "" {
		at.keys[name] = append(at.keys[name], line)
	}
}

// sectionOf returns the name in a line "[name]".
func sectionOf(line string) (string, error) {
	name, rest, closed := strings.Cut(line[1:], "]")
	rest = strings.TrimSpace(rest)
	switch {
	case !closed:
		return "", errors.New(`a section is not closed by "]"`)
	case rest != "" && rest[0] != '#' && rest[0] != ';' || strings.Contains(rest, "]"):
		return "", errors.New(`text follows the "]" of a section`)
	case name == "":
		return "", errors.New("a section has no name")
	}
	return name, nil
}

// keyOf returns the key of a line "key = value" whose value ends on the line.
func keyOf(line string) (string, error) {
	name, value, found := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimLeftFunc(value, unicode.IsSpace)
	switch {
	case !found:
		return "", errors.New(`neither "[section]", "key = value" nor a comment`)
	case name == "-" || !plainKey.MatchString(name):
		return "", errors.New("not the name of a key before the \"=\"")
	case value != "" && (value[0] == '#' || value[0] == ';'):
		return "", errors.New("the value begins like a comment: put the comment on a line of its own, or quote the value")
	case opensBlock(value):
		return "", errors.New("a quoted value does not end on its line")
	}
	return name, nil
}

// opensBlock reports whether the parser would read on behind the line for the
// end of a value in back quotes or three double quotes.
func opensBlock(value string) bool {
	if rest, ok := strings.CutPrefix(value, "`"); ok {
		return !strings.Contains(rest, "`")
	}
	rest, ok := strings.CutPrefix(value, `"""`)
	return ok && rest != "" && !strings.Contains(rest, `"""`)
}
