package rules

import (
	"bytes"

	"coderag/internal/code"
)

// layoutLanguage is the table of a language in which indentation says where a
// declaration ends: before the next line that is indented no deeper.
type layoutLanguage struct {
	lexis     lexis
	modifiers map[string]bool
	rules     map[string][]rule
	closing   map[string]bool // words that belong to the declaration above, though indented no deeper
	whole     map[string]bool // words whose declaration reaches to the end if it has no "="
	member    *rule           // a declaration without a keyword inside a block that opens inFile
	lexer     *compiled
}

// openLayout is a declaration that has not ended.
type openLayout struct {
	indent int // -1: ends with the file
	decl   int // index in pending; -1 for a block that declares nothing
	place  place
	names  string
	word   string // what announced it
}

// layoutWalker reads a file line by line.
type layoutWalker struct {
	*source
	lang    *layoutLanguage
	open    []openLayout
	pending []declaration
	last    int // end of the last line of code
}

// extractLayout finds the declarations of an indented language.
func extractLayout(lang *layoutLanguage, path, text string) []code.Definition {
	w := &layoutWalker{source: newSource(lang.lexer, path, text), lang: lang}
	depth := 0
	for at := 0; at < len(w.code); {
		end := codeLineEnd(w.code, at)
		from := at
		for from < end && (w.code[from] == ' ' || w.code[from] == '\t') {
			from++
		}
		if from < end {
			if depth == 0 {
				w.line(at, from, end)
			}
			depth = max(0, depth+balance(w.code[from:end]))
			w.last = trimmed(w.code, from, end)
		}
		at = end + 1
	}
	w.close(-2)
	for _, d := range w.pending {
		w.add(d)
	}
	return w.definitions()
}

// balance returns how many more brackets a line opens than it closes.
func balance(line []byte) int {
	depth := 0
	for _, b := range line {
		switch b {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
	}
	return depth
}

// line takes a line whose first word is at from.
func (w *layoutWalker) line(at, from, end int) {
	word := from
	for {
		next := wordEnd(w.code, word)
		if !w.lang.modifiers[string(w.code[word:next])] {
			break
		}
		word = next
		for word < end && w.code[word] == ' ' {
			word++
		}
	}
	telling := string(w.code[word:max(wordEnd(w.code, word), min(word+1, end))])
	if bytes.IndexByte([]byte(")]}|"), w.code[from]) >= 0 || w.lang.closing[telling] {
		return
	}
	if telling == "and" { // declares what the line it goes with declares
		telling = w.sibling(from - at)
	}
	w.close(from - at)
	outer := openLayout{place: inFile}
	if len(w.open) > 0 {
		outer = w.open[len(w.open)-1]
	}
	rules := w.lang.rules[telling]
	if rules == nil && outer.decl == -1 && len(w.open) > 0 && w.lang.member != nil {
		rules = []rule{*w.lang.member}
	}
	for _, r := range rules {
		if w.declare(r, outer, at, from, word, telling) {
			return
		}
	}
}

// declare notes what the line declares by rule r.
func (w *layoutWalker) declare(r rule, outer openLayout, at, from, word int, telling string) bool {
	if outer.place == inFunction && !r.local {
		return false
	}
	head := w.code[word:min(len(w.code), word+maxHead)]
	m := r.pattern.FindSubmatchIndex(head)
	if m == nil {
		return false
	}
	opened := openLayout{indent: from - at, decl: -1, place: r.opens, names: outer.names, word: telling}
	name := ""
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			name = join(name, w.text[word+m[i]:word+m[i+1]])
		}
	}
	if r.kind != "" {
		line := codeLineEnd(w.code, word)
		if w.lang.whole[telling] && bytes.IndexByte(w.code[word:line], '=') < 0 {
			w.close(-1)
			opened.indent = -1
		}
		opened.decl, opened.names = len(w.pending), join(outer.names, name)
		w.pending = append(w.pending, declaration{
			name: name, scope: outer.names, kind: kindIn(r.kind, scope{place: outer.place}),
			from: w.attributes(from), start: from, head: max(line, word+m[1]),
		})
	}
	w.open = append(w.open, opened)
	return true
}

// attributes returns where the lines of attributes, "[<...>]", above the
// declaration at from begin.
func (w *layoutWalker) attributes(from int) int {
	for line := w.lines.At(from) - 1; line > 0; line-- {
		r := w.lines.Range(code.Span{Start: line, End: line})
		text := bytes.TrimSpace(w.code[r.Start:r.End])
		if !bytes.HasPrefix(text, []byte("[<")) || !bytes.HasSuffix(text, []byte(">]")) {
			break
		}
		from = r.Start + bytes.IndexByte(w.code[r.Start:r.End], '[')
	}
	return from
}

// sibling returns the word that announced the open declaration of an indent.
func (w *layoutWalker) sibling(indent int) string {
	for i := len(w.open) - 1; i >= 0 && w.open[i].indent >= indent; i-- {
		if w.open[i].indent == indent {
			return w.open[i].word
		}
	}
	return ""
}

// close ends the declarations that are indented as deep as indent or deeper.
func (w *layoutWalker) close(indent int) {
	for len(w.open) > 0 {
		last := w.open[len(w.open)-1]
		if last.indent < indent {
			return
		}
		if last.decl >= 0 {
			w.pending[last.decl].end = w.last
		}
		w.open = w.open[:len(w.open)-1]
	}
}
