package treesitter

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	ts "github.com/tree-sitter/go-tree-sitter"

	"coderag/internal/code"
)

// A language is a grammar with its compiled query and its idle workers.
type language struct {
	grammar
	once    sync.Once
	err     error
	tables  *ts.Language
	query   *ts.Query
	roles   []role // by capture index
	rescuer *regexp.Regexp
	mu      sync.Mutex
	workers []*worker
}

// A role is what a capture's name says about it.
type role struct {
	kind code.DefKind // of @def.KIND
	as   capture
}

type capture uint8

const (
	asDefinition capture = iota + 1
	asName
	asScope
	asBody
	asComment
	asDecorator
	asDocstring
	asNotName
	asError
)

var captures = map[string]capture{
	"name": asName, "scope": asScope, "body": asBody,
	"comment": asComment, "decorator": asDecorator, "docstring": asDocstring, "error": asError,
}

// compile prepares the query, once.
func (l *language) compile() error {
	l.once.Do(func() {
		l.tables = ts.NewLanguage(l.grammar.grammar())
		if l.grammar.rescue != "" {
			l.rescuer = regexp.MustCompile(l.grammar.rescue)
		}
		l.err = l.compileQuery()
	})
	return l.err
}

func (l *language) compileQuery() error {
	var source strings.Builder
	source.WriteString("(ERROR) @error\n")
	for _, name := range l.queries {
		text, err := queries.ReadFile("queries/" + name + ".scm")
		if err != nil {
			return err
		}
		source.Write(text)
	}
	query, err := ts.NewQuery(l.tables, source.String())
	if err != nil {
		return fmt.Errorf("query %s: %w", strings.Join(l.queries, "+"), err)
	}
	l.query = query
	for _, name := range query.CaptureNames() {
		r, err := roleOf(name)
		if err != nil {
			return err
		}
		l.roles = append(l.roles, r)
	}
	return nil
}

func roleOf(name string) (role, error) {
	if kind, ok := strings.CutPrefix(name, "def."); ok {
		return role{as: asDefinition, kind: code.DefKind(kind)}, nil
	}
	if strings.HasPrefix(name, "_") {
		return role{as: asNotName}, nil
	}
	if as := captures[name]; as != 0 {
		return role{as: as}, nil
	}
	return role{}, fmt.Errorf("query has an unknown capture @%s", name)
}

// borrow returns a worker that nobody else uses until put.
func (l *language) borrow() (*worker, error) {
	if err := l.compile(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.workers); n > 0 {
		w := l.workers[n-1]
		l.workers = l.workers[:n-1]
		return w, nil
	}
	return newWorker(l.tables)
}

// put takes back what borrow lent.
func (l *language) put(w *worker) {
	if w.spent {
		w.close()
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.workers = append(l.workers, w)
}

func (l *language) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.workers {
		w.close()
	}
	l.workers = nil
	if l.query != nil {
		l.query.Close()
		l.query = nil
	}
}
