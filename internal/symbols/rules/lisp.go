package rules

import (
	"bytes"
	"strings"

	"coderag/internal/code"
)

// lispLanguage is the table of a language that is read as nested lists.
type lispLanguage struct {
	lexis    lexis
	brackets string // its opening brackets; each has its own closing one
	discards string // what hides the datum after it: "#_" or "#;"
	fold     bool   // operators are written in any case
	forms    map[string]form
	defines  string // unknown operators that begin so declare a function; "" for none
	lexer    *compiled
}

// form says what a list with a certain operator declares.
type form struct {
	kind     code.DefKind // "" for a list that is only looked into
	inside   looking      // what its further elements are
	function code.DefKind // the kind where the name stands in a list with its parameters, or its value is a function; kind if ""
}

// looking says what is looked for inside a list.
type looking uint8

const (
	nothing looking = iota
	forms           // lists as at the outermost level
	methods         // each list is a method named by its first word
)

// reader reads the data of a file.
type reader struct {
	*source
	lang   *lispLanguage
	broken bool // a list is never closed: one that begins a line ends what is open
}

// datum is one element of a list, in offsets; from is after its prefixes.
type datum struct{ start, from, end int }

// extractLisp finds the declarations of a Lisp.
func extractLisp(lang *lispLanguage, path, text string) []code.Definition {
	r := &reader{source: newSource(lang.lexer, path, text), lang: lang}
	r.broken = r.unbalanced()
	r.lists(0, len(r.code), "", 0, "")
	return r.definitions()
}

// unbalanced reports whether the file closes other than it opens.
func (r *reader) unbalanced() bool {
	depth := 0
	for _, b := range r.code {
		switch {
		case r.opens(b):
			depth++
		case r.closes(b):
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return depth != 0
}

func (r *reader) opens(b byte) bool {
	return b == '(' || b == '[' && len(r.lang.brackets) > 1 || b == '{' && len(r.lang.brackets) > 2
}

func (r *reader) closes(b byte) bool {
	return b == ')' || b == ']' && len(r.lang.brackets) > 1 || b == '}' && len(r.lang.brackets) > 2
}

// lists looks into the data between two offsets. With a kind given, each list
// is a declaration of that kind.
func (r *reader) lists(from, to int, scope string, depth int, kind code.DefKind) {
	for at := from; depth < maxDepth; {
		d, ok := r.next(at, to)
		if !ok {
			return
		}
		at = d.end
		if r.code[d.from] != '(' {
			continue
		}
		if kind != "" {
			r.method(d, scope, kind)
			continue
		}
		if bytes.HasPrefix(r.code[d.start:d.from], []byte("#?")) { // a reader conditional
			r.lists(d.from+1, d.end-1, scope, depth+1, "")
			continue
		}
		r.list(d, scope, depth)
	}
}

// list records what a list declares and looks inside.
func (r *reader) list(d datum, scope string, depth int) {
	operator, ok := r.next(d.from+1, d.end)
	if !ok || r.opens(r.code[operator.from]) {
		return
	}
	f, known := r.form(r.text[operator.from:operator.end])
	if !known {
		return
	}
	if f.kind == "" {
		r.lists(operator.end, d.end-1, scope, depth+1, "")
		return
	}
	name, ok := r.next(operator.end, d.end-1)
	if !ok {
		return
	}
	called := r.named(name)
	if f.kind == code.KindModule && r.opens(r.code[name.from]) { // (define-library (my server) ...)
		called = strings.Join(strings.Fields(r.text[name.from+1:name.end-1]), " ")
	}
	kind := f.kind
	switch {
	case f.function == "":
	case r.isFunction(name, d.end-1):
		kind = f.function
	case r.isClass(name, d.end-1):
		kind = code.KindClass
	}
	r.record(d, name, called, scope, kind)
	inside := join(scope, called)
	switch {
	case f.inside == forms:
		r.lists(name.end, d.end-1, inside, depth+1, "")
	case f.inside == methods:
		r.lists(name.end, d.end-1, inside, depth+1, code.KindMethod)
	case f.function != "" && kind == code.KindClass:
		value, _ := r.next(name.end, d.end-1)
		r.lists(value.from+1, value.end-1, inside, depth+1, "")
	}
}

// form returns what an operator stands for, its package prefix aside.
func (r *reader) form(operator string) (form, bool) {
	if r.lang.fold {
		operator = strings.ToLower(operator)
	}
	if f, ok := r.lang.forms[operator]; ok {
		return f, true
	}
	if i := strings.LastIndexAny(operator, "/:"); i > 0 && i < len(operator)-1 {
		operator = operator[i+1:]
		if f, ok := r.lang.forms[operator]; ok {
			return f, true
		}
	}
	if d := r.lang.defines; d != "" && len(operator) > len(d) && strings.HasPrefix(operator, d) && operator != "default" && operator != "defer" {
		return form{kind: code.KindFunction}, true
	}
	return form{}, false
}

// named returns the name a datum gives: itself, or the first word of the list.
func (r *reader) named(d datum) string {
	for range maxDepth {
		if !r.opens(r.code[d.from]) {
			break
		}
		first, ok := r.next(d.from+1, d.end-1)
		if !ok {
			return ""
		}
		if word := strings.ToLower(r.text[first.from:first.end]); word == "setf" || word == "quote" {
			if second, ok := r.next(first.end, d.end-1); ok {
				first = second
			}
		}
		d = first
	}
	return strings.Trim(r.text[d.from:d.end], `"#:'`)
}

// isFunction reports whether a definition is one of a function: its name comes
// with parameters, or its value is a lambda.
func (r *reader) isFunction(name datum, to int) bool {
	if r.opens(r.code[name.from]) {
		return true
	}
	value, ok := r.next(name.end, to)
	return ok && r.operator(value, "lambda", "case-lambda", "λ", "fn", "lambda*")
}

// isClass reports whether the value of a definition is a class, whose methods
// are definitions.
func (r *reader) isClass(name datum, to int) bool {
	value, ok := r.next(name.end, to)
	return ok && r.operator(value, "class", "class*", "mixin")
}

// operator reports whether d is a list with one of the operators.
func (r *reader) operator(d datum, operators ...string) bool {
	if r.code[d.from] != '(' {
		return false
	}
	first, ok := r.next(d.from+1, d.end)
	for _, operator := range operators {
		if ok && r.text[first.from:first.end] == operator {
			return true
		}
	}
	return false
}

// method records a list that is a method: (name [parameters] body).
func (r *reader) method(d datum, scope string, kind code.DefKind) {
	name, ok := r.next(d.from+1, d.end-1)
	if ok && !r.opens(r.code[name.from]) {
		r.record(d, name, r.named(name), scope, kind)
	}
}

// record adds the declaration in list d. Its head reaches to its parameters;
// a string that is not its last element is its documentation.
func (r *reader) record(d, name datum, called, scope string, kind code.DefKind) {
	head, doc := name.end, code.Span{}
	for at := name.end; ; {
		next, ok := r.next(at, d.end-1)
		if !ok {
			break
		}
		at = next.end
		if _, more := r.next(at, d.end-1); more && doc.IsZero() && r.code[next.from] == '"' {
			doc = code.Span{Start: r.lines.At(next.from), End: r.lines.At(next.end - 1)}
			continue
		}
		if head > name.end || !r.parameters(name, next, kind) {
			break
		}
		head = next.end
	}
	count := len(r.found)
	r.add(declaration{name: called, scope: scope, kind: kind, from: d.start, start: d.start, head: head, end: d.end})
	if len(r.found) > count && r.found[count].DocLines.IsZero() {
		r.found[count].DocLines = doc
	}
}

// parameters reports whether next, after a name, is its parameter list.
func (r *reader) parameters(name, next datum, kind code.DefKind) bool {
	if r.lang.discards == "#;" && kind != code.KindStruct { // (define (f x) ...) has them with the name
		return false
	}
	if r.opens(r.code[name.from]) || kind == code.KindVariable || kind == code.KindConstant {
		return false
	}
	vectors := r.lang.discards == "#_" // (defn f ([a] ...)) has bodies in lists
	return r.code[next.from] == '[' || r.code[next.from] == '(' && !vectors
}
