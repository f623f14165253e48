package rules

import (
	"regexp"

	"coderag/internal/code"
)

// braceLanguage is the table of a language whose blocks stand in braces.
type braceLanguage struct {
	lexis         lexis
	newline       bool            // a line end ends a statement that is complete
	attributes    bool            // @Name(...) may precede a declaration
	preprocessor  bool            // #if branches, and @interface ... @end
	modifiers     map[string]bool // words before the telling one
	bareModifiers bool            // a modifier may precede what is no word
	continues     map[string]bool // words that go on with the statement on the line before
	trailing      map[string]bool // words whose statements go on after a block, up to ";"
	transparent   map[string]bool // words whose blocks open no scope
	rules         map[string][]rule

	telling        func(w *walker, at int, word string) bool             // a modifier that is the telling word here
	breaks         func(w *walker, st *statement, at int, in scope) bool // further line ends that end a statement
	operators      bool                                                  // a brace in a statement with "=" or "=>" belongs to an expression
	bodyBrace      func(w *walker, st *statement, at int) bool           // an exception to operators
	unnamed        func(w *walker, st *statement, in scope) (declared, bool)
	sectionHeadEnd func(w *walker, at int) int // the end of the head of an Objective-C section
	lexer          *compiled
	unclosable     map[string]bool // words whose declarations reach to the next of their sort
}

// rule maps a statement whose telling word selects it to a declaration.
type rule struct {
	pattern *regexp.Regexp // on the head, from the telling word; its groups make the name
	kind    code.DefKind
	opens   place // what its block is
	local   bool  // counts inside functions, too
	tail    bool  // the pattern is for what follows the block
	name    func(w *walker, st *statement, groups []string) string
}

// declared is what a statement declares.
type declared struct {
	name  string
	kind  code.DefKind
	opens place
}

// place says what a block belongs to.
type place uint8

const (
	inFunction place = iota // a body: only local rules count
	inFile
	inType
)

// scope is the block being walked.
type scope struct {
	place place
	names string // the enclosing declarations
	typ   string // the innermost type
}

// walker reads the statements of a file, block by block.
type walker struct {
	*source
	lang   *braceLanguage
	tokens []token
}

// extractBraces finds the declarations of a brace language.
func extractBraces(lang *braceLanguage, path, text string) []code.Definition {
	w := &walker{source: newSource(lang.lexer, path, text), lang: lang}
	w.tokens = tokenize(w.code, lang.preprocessor)
	w.walk(cursor{}, len(w.tokens)-1, scope{place: inFile}, 0)
	return w.definitions()
}

// walk visits the statements from c up to the token limit.
func (w *walker) walk(c cursor, limit int, in scope, depth int) {
	if depth > maxNesting {
		return
	}
	outer := in
	open := map[string]int{} // unclosable declarations by word: index in found
	for {
		st, after, ok := w.next(c, limit, in)
		if !ok {
			break
		}
		d, matched := w.match(&st, in)
		if matched {
			in = w.unclosed(&st, d, outer, in, open)
			w.emit(&st, d, outer, in)
		}
		w.enter(&st, d, matched, in, depth)
		c = after
		if c.at <= st.start { // a statement takes a byte at least
			c = w.seek(c, st.start+1)
		}
	}
	for word := range open {
		w.extend(open, word, w.tokens[limit].at)
	}
}

// unclosed returns the scope after st: that of what it declares, where that
// has no block and reaches to the next of its sort.
func (w *walker) unclosed(st *statement, d declared, outer, in scope, open map[string]int) scope {
	word := w.wordAt(st.word)
	if !w.lang.unclosable[word] {
		return in
	}
	w.extend(open, word, st.start)
	if st.body < st.end {
		return outer
	}
	open[word] = len(w.found)
	return scope{place: d.opens, names: join(outer.names, d.name), typ: d.name}
}

// extend lets the open declaration of the word reach to just before at.
func (w *walker) extend(open map[string]int, word string, at int) {
	index, ok := open[word]
	if !ok {
		return
	}
	delete(open, word)
	end := w.trimRight(0, at)
	for line := w.lines.At(at) - 1; line > 0 && w.commentLine(line); line-- {
		end = w.trimRight(0, w.lines.Range(code.Span{Start: line, End: line}).Start)
	}
	if end > 0 {
		w.found[index].Lines.End = max(w.found[index].Lines.Start, w.lines.At(end-1))
	}
}

// emit records what st declares.
func (w *walker) emit(st *statement, d declared, outer, in scope) {
	names := in.names
	if w.lang.unclosable[w.wordAt(st.word)] && st.body == st.end {
		names = outer.names
	}
	w.add(declaration{
		name: d.name, scope: names, kind: d.kind,
		from: st.start, start: st.decl, head: st.body, end: st.end,
	})
}

// enter walks the blocks of st. Those of what declares nothing are bodies.
func (w *walker) enter(st *statement, d declared, matched bool, in scope, depth int) {
	for i, brace := range st.braces {
		inner := in
		inner.place = inFunction
		switch {
		case matched && i == 0:
			inner = scope{place: d.opens, names: join(in.names, d.name), typ: d.name}
		case matched:
			inner.names = join(in.names, d.name)
		case !matched && w.lang.transparent[w.wordAt(st.word)]:
			inner.place = in.place
		}
		open := w.tokens[brace]
		w.walk(cursor{at: open.at + 1, token: brace + 1}, open.match, inner, depth+1)
	}
	if matched && st.section >= 0 {
		w.walk(cursor{at: st.body, token: st.section + 1}, w.tokens[st.section].match,
			scope{place: inType, names: join(in.names, d.name), typ: d.name}, depth+1)
	}
}

// match finds the rule st satisfies.
func (w *walker) match(st *statement, in scope) (declared, bool) {
	for _, r := range w.lang.rules[w.wordAt(st.word)] {
		if in.place == inFunction && !r.local {
			continue
		}
		if name, ok := w.nameBy(&r, st); ok {
			return declared{name: name, kind: kindIn(r.kind, in), opens: r.opens}, true
		}
	}
	if w.lang.unnamed == nil {
		return declared{}, false
	}
	return w.lang.unnamed(w, st, in)
}

// maxHead is the most bytes of a head that patterns see.
const maxHead = 2000

// nameBy matches a rule's pattern and makes the name of its groups. The groups
// are cut from the text itself, where literals are not blanked.
func (w *walker) nameBy(r *rule, st *statement) (string, bool) {
	from, to := st.word, st.body
	if r.tail {
		if len(st.braces) == 0 {
			return "", false
		}
		from, to = w.tokens[w.tokens[st.braces[len(st.braces)-1]].match].at+1, st.end
	}
	if to < from {
		return "", false
	}
	at := r.pattern.FindSubmatchIndex(w.code[from:min(to, from+maxHead)])
	if at == nil {
		return "", false
	}
	var groups []string
	name := ""
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			groups = append(groups, w.text[from+at[i]:from+at[i+1]])
			name = join(name, groups[len(groups)-1])
		}
	}
	if r.name != nil {
		name = r.name(w, st, groups)
	}
	return name, name != ""
}

// kindIn says what a function or variable is called inside a type.
func kindIn(kind code.DefKind, in scope) code.DefKind {
	if in.place != inType {
		return kind
	}
	switch kind {
	case code.KindFunction:
		return code.KindMethod
	case code.KindVariable, code.KindConstant:
		return code.KindField
	}
	return kind
}
