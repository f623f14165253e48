package treesitter

import "strings"

// splitName splits a qualified name at separators outside of brackets, and
// leaves out what the brackets of all but the last part hold: "a::B<c::d>::e"
// is a, B, e. Of the last part the arguments of a template are left out, too. An
// operator's name is never split.
func splitName(name string, separators []string) []string {
	var parts []string
	depth, start, stop := 0, 0, -1
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '<', '(', '[':
			if depth == 0 {
				stop = i
			}
			depth++
			continue
		case '>', ')', ']':
			depth--
			continue
		}
		if depth != 0 {
			continue
		}
		if strings.HasPrefix(name[i:], "operator") {
			return append(parts, operatorName(name[i:]))
		}
		if n := separatorAt(name[i:], separators); n > 0 {
			if stop < start {
				stop = i
			}
			parts = append(parts, strings.TrimSpace(name[start:stop]))
			start, stop = i+n, -1
			i += n - 1
		}
	}
	return append(parts, withoutArguments(name[start:]))
}

// withoutArguments turns "vector<int>" into "vector".
func withoutArguments(name string) string {
	if i := strings.IndexByte(name, '<'); i > 0 {
		return strings.TrimSpace(name[:i])
	}
	return name
}

// separatorAt returns the length of the separator text starts with, 0 for none.
func separatorAt(text string, separators []string) int {
	for _, s := range separators {
		if len(text) > len(s) && strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

// operatorName leaves out the parameters a conversion operator is written with:
// "operator bool() const".
func operatorName(name string) string {
	if i := strings.IndexByte(name, '('); i > len("operator") {
		return name[:i]
	}
	return name
}
