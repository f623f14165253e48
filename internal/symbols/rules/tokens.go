package rules

import "bytes"

// token is a byte of masked code that shapes statements: a bracket, a
// semicolon, a line break or an equals sign.
type token struct {
	at    int // offset
	match int // of a bracket: the index of the other one; -1 if it has none
	ch    byte
}

// The tokens that stand for @interface, @implementation or @protocol, and @end.
const (
	sectionOpen  = '@'
	sectionClose = '$'
)

const (
	maxMismatch = 64  // open brackets of the wrong sort that a closing one looks past
	maxNesting  = 200 // levels of braces that are entered, and remembered at an #if
)

// length returns how many bytes the token has.
func (t token) length() int {
	if t.ch == sectionClose {
		return len("@end")
	}
	return 1
}

// tokenizer pairs the brackets of masked code. A closing brace drops the
// parentheses left open inside it, a lone closing parenthesis is ignored, and
// a brace that is never closed ends with the file.
type tokenizer struct {
	code   []byte
	tokens []token
	open   []int   // indexes of the open brackets
	saved  [][]int // open, at each #if that has not ended
}

func tokenize(code []byte, preprocessor bool) []token {
	t := &tokenizer{code: code, tokens: make([]token, 0, len(code)/8)}
	for i, b := range code {
		switch b {
		case '(', '[', '{':
			t.push(i, b)
		case ')':
			t.close(i, b, '(')
		case ']':
			t.close(i, b, '[')
		case '}':
			t.close(i, b, '{')
		case ';', '\n', '=':
			t.add(i, b)
		case '\r':
			if i+1 == len(code) || code[i+1] != '\n' {
				t.add(i, '\n')
			}
		case '#', '@':
			if preprocessor {
				t.directive(i)
			}
		}
	}
	t.finish()
	return t.tokens
}

func (t *tokenizer) add(at int, ch byte) {
	t.tokens = append(t.tokens, token{at: at, match: -1, ch: ch})
}

func (t *tokenizer) push(at int, ch byte) {
	t.open = append(t.open, len(t.tokens))
	t.add(at, ch)
}

// close pairs a closing bracket with the nearest open one of its sort, unless
// a brace or section is in between that only a stronger bracket may end. What
// a brace leaves open is dropped, so that each bracket is passed over once.
func (t *tokenizer) close(at int, ch, opening byte) {
	t.add(at, ch)
	for i := len(t.open) - 1; i >= 0; i-- {
		index := t.open[i]
		switch was := t.tokens[index].ch; {
		case was == opening:
			t.tokens[index].match, t.tokens[len(t.tokens)-1].match = len(t.tokens)-1, index
			t.open = t.open[:i]
			return
		case strength(was) > strength(opening), strength(opening) == 0 && len(t.open)-i > maxMismatch:
			return
		case strength(opening) > 0:
			t.open = t.open[:i]
		}
	}
}

func strength(opening byte) int {
	switch opening {
	case sectionOpen:
		return 2
	case '{':
		return 1
	}
	return 0
}

// directive handles the sections of Objective-C and the branches of #if: the
// second branch starts with the brackets that were open before the first.
func (t *tokenizer) directive(at int) {
	rest := t.code[at:min(len(t.code), at+20)]
	switch {
	case bytes.HasPrefix(rest, []byte("@end")) && !wordAt(rest, 4):
		t.close(at, sectionClose, sectionOpen)
	case sectionHead(t.code, at):
		t.push(at, sectionOpen)
	case hasWord(rest, "#if"), hasWord(rest, "#ifdef"), hasWord(rest, "#ifndef"):
		t.save()
	case len(t.saved) == 0:
	case hasWord(rest, "#else"), hasWord(rest, "#elif"), hasWord(rest, "#elseif"):
		if was := t.saved[len(t.saved)-1]; was != nil {
			t.open = append(t.open[:0], was...)
		}
	case hasWord(rest, "#endif"):
		t.saved = t.saved[:len(t.saved)-1]
	}
}

// save remembers what is open at an #if: nothing where that would be so much
// that no program looks like it.
func (t *tokenizer) save() {
	var open []int
	if len(t.open) <= maxNesting {
		open = append([]int{}, t.open...)
	}
	t.saved = append(t.saved, open)
}

// sectionHead reports whether a section of Objective-C begins at at: not a
// forward declaration ("@protocol A;") nor an expression ("@protocol(A)").
func sectionHead(code []byte, at int) bool {
	for _, word := range []string{"@interface", "@implementation", "@protocol"} {
		if !hasWord(code[at:], word) {
			continue
		}
		line := code[at+len(word) : min(len(code), at+200)]
		if i := bytes.IndexAny(line, "\n\r"); i >= 0 {
			line = line[:i]
		}
		line = bytes.TrimSpace(line)
		return len(line) > 0 && wordByte(line[0]) && line[len(line)-1] != ';' && line[len(line)-1] != ','
	}
	return false
}

// finish ends with the file whatever brace or section is still open.
func (t *tokenizer) finish() {
	t.add(len(t.code), 0)
	for _, index := range t.open {
		if strength(t.tokens[index].ch) > 0 && t.tokens[index].match < 0 {
			t.tokens[index].match = len(t.tokens) - 1
		}
	}
}

// hasWord reports whether b begins with the whole word.
func hasWord(b []byte, word string) bool {
	return len(b) >= len(word) && string(b[:len(word)]) == word && !wordAt(b, len(word))
}

func wordAt(b []byte, i int) bool { return i < len(b) && wordByte(b[i]) }
