package rules

import (
	"bytes"

	"coderag/internal/code"
)

// keywordLanguage is the table of a language whose blocks end with a word.
type keywordLanguage struct {
	lexis     lexis
	openers   map[string]string // what opens a block at the beginning of a statement, to what closes it
	anywhere  map[string]string // the same, wherever it stands outside brackets
	modifiers map[string]bool
	rules     map[string][]rule
	bodiless  func(head []byte) bool // a declaration that looks like one with a block
	assigned  *rule                  // a declaration without a keyword, outside functions
	lexer     *compiled
}

// blockWalker reads a file statement by statement and keeps the open blocks.
type blockWalker struct {
	*source
	lang    *keywordLanguage
	open    []openBlock
	closers map[string]bool
	depth   int // of brackets
}

// openBlock is a block that has not ended.
type openBlock struct {
	closer string
	place  place
	names  string
	decl   int // index of its declaration in pending; -1 if it has none
}

// extractKeywords finds the declarations of a language with "end".
func extractKeywords(lang *keywordLanguage, path, text string) []code.Definition {
	w := &blockWalker{source: newSource(lang.lexer, path, text), lang: lang, closers: map[string]bool{}}
	for _, pairs := range []map[string]string{lang.openers, lang.anywhere} {
		for _, closer := range pairs {
			w.closers[closer] = true
		}
	}
	var pending []declaration
	for at := 0; at < len(w.code); {
		at = w.statement(at, &pending)
	}
	for _, b := range w.open {
		if b.decl >= 0 {
			pending[b.decl].end = w.trimRight(len(w.code))
		}
	}
	for _, d := range pending {
		w.add(d)
	}
	return w.definitions()
}

// statement reads the statement at at, which ends with its line or semicolon
// outside brackets, and returns the offset after it.
func (w *blockWalker) statement(at int, pending *[]declaration) int {
	for at < len(w.code) && (spaceByte(w.code[at]) || w.code[at] == ';') {
		at++
	}
	if at >= len(w.code) {
		return at
	}
	word := w.afterModifiers(at)
	block := w.declare(at, word, pending)
	if w.lang.bodiless != nil && w.lang.bodiless(w.code[at:headEnd(w.code, at)]) {
		word = -1 // opens nothing
	}
	i := at
	for i < len(w.code) && !w.ends(i) {
		if wordByte(w.code[i]) {
			i = w.word(i, i == word, &block, *pending)
			continue
		}
		w.bracket(w.code[i])
		i++
	}
	if block.decl >= 0 { // no block took it
		(*pending)[block.decl].end = w.trimRight(i)
	}
	return min(i+1, len(w.code))
}

// ends reports whether the byte at i ends a statement.
func (w *blockWalker) ends(i int) bool {
	return w.depth == 0 && (w.code[i] == ';' || w.code[i] == '\n') && !w.continued(i)
}

// bracket counts the brackets that are open.
func (w *blockWalker) bracket(b byte) {
	switch b {
	case '(', '[', '{':
		w.depth++
	case ')', ']', '}':
		w.depth = max(0, w.depth-1)
	}
}

// word takes the word at i, which may close a block or open one, and returns
// the offset after it. The first block that a statement opens is that of what
// it declares.
func (w *blockWalker) word(i int, first bool, block *openBlock, pending []declaration) int {
	end := wordEnd(w.code, i)
	if w.depth > 0 || w.quoted(i) {
		return end
	}
	text := string(w.code[i:end])
	if w.closers[text] {
		w.close(text, end, pending)
		return end
	}
	if block.closer = w.opener(text, i, first); block.closer != "" {
		w.open = append(w.open, *block)
		block.decl = -1
	}
	return end
}

// continued reports whether the line break at i is escaped.
func (w *blockWalker) continued(i int) bool {
	end := trimmed(w.code, max(0, i-2), i)
	return w.code[i] != ';' && end > 0 && w.code[end-1] == '\\'
}

// quoted reports whether the word at i is no keyword: a symbol or a member.
func (w *blockWalker) quoted(i int) bool {
	return i > 0 && (w.code[i-1] == ':' || w.code[i-1] == '.' || w.code[i-1] == '@' || w.code[i-1] == '-')
}

// opener returns what closes the block the word at i opens, or "".
func (w *blockWalker) opener(word string, i int, first bool) string {
	if closer := w.lang.anywhere[word]; closer != "" {
		return closer
	}
	closer := w.lang.openers[word]
	if closer == "" || first {
		return closer
	}
	for i--; i >= 0 && (w.code[i] == ' ' || w.code[i] == '\t'); i-- {
	}
	if i >= 0 && w.code[i] == '=' {
		return closer
	}
	return ""
}

// close ends the innermost block that the word closes, and those inside it.
func (w *blockWalker) close(word string, end int, pending []declaration) {
	for i := len(w.open) - 1; i >= max(0, len(w.open)-maxMismatch); i-- {
		if w.open[i].closer != word {
			continue
		}
		for _, b := range w.open[i:] {
			if b.decl >= 0 {
				pending[b.decl].end = end
			}
		}
		w.open = w.open[:i]
		return
	}
}

// declare matches the statement at at and notes what it declares. It returns
// the block that its declaration, if any, would have.
func (w *blockWalker) declare(at, word int, pending *[]declaration) openBlock {
	outer := openBlock{place: inFile}
	if len(w.open) > 0 {
		outer = w.open[len(w.open)-1]
	}
	end := headEnd(w.code, word)
	for _, r := range w.rulesAt(word) {
		if outer.place == inFunction && !r.local {
			continue
		}
		m := r.pattern.FindSubmatchIndex(w.code[word:end])
		name := ""
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				name = join(name, w.text[word+m[i]:word+m[i+1]])
			}
		}
		if name == "" {
			continue
		}
		*pending = append(*pending, declaration{
			name: name, scope: outer.names, kind: kindIn(r.kind, scope{place: outer.place}),
			from: at, start: at, head: end,
		})
		return openBlock{decl: len(*pending) - 1, place: r.opens, names: join(outer.names, name)}
	}
	return openBlock{decl: -1, place: inFunction, names: outer.names} // a block without a name
}

// rulesAt returns the rules for the word at at.
func (w *blockWalker) rulesAt(at int) []rule {
	if rules, ok := w.lang.rules[string(w.code[at:wordEnd(w.code, at)])]; ok {
		return rules
	}
	if w.lang.assigned != nil {
		return []rule{*w.lang.assigned}
	}
	return nil
}

// afterModifiers returns the offset of the first word that is no modifier.
func (w *blockWalker) afterModifiers(at int) int {
	for {
		end := wordEnd(w.code, at)
		if !w.lang.modifiers[string(w.code[at:end])] {
			return at
		}
		next := end
		for next < len(w.code) && (w.code[next] == ' ' || w.code[next] == '\t') {
			next++
		}
		if next >= len(w.code) || !wordByte(w.code[next]) {
			return at
		}
		at = next
	}
}

func (w *blockWalker) trimRight(to int) int { return trimmed(w.code, 0, to) }

// wordEnd returns the offset after the word at at.
func wordEnd(code []byte, at int) int {
	for at < len(code) && wordByte(code[at]) {
		at++
	}
	return at
}

// codeLineEnd is lineEnd for masked code.
func codeLineEnd(code []byte, at int) int {
	if i := bytes.IndexByte(code[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(code)
}

// headEnd returns the offset of the end of the line that holds at, but looks no
// further than patterns do, as a line may hold many statements.
func headEnd(code []byte, at int) int {
	limit := min(len(code), at+maxHead)
	return codeLineEnd(code[:limit], at)
}
