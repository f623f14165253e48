package search

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coderag/internal/fault"
	"coderag/internal/lexeme"
)

// query is a request with its defaults filled in and its words found.
type query struct {
	Request
	terms   []lexeme.Term
	filter  Filter
	allowed map[int64]bool // files the filter lets through, nil where it lets all
	off     Off
	among   bool // the hits are reranked later, among those of other projects
}

// query checks the request. A repo, a language or a path that no file has is no
// error here: the index may lag behind what is configured.
func (e *Engine) query(r Request) (query, error) {
	o := e.Options.WithDefaults()
	set(&r.K, o.DefaultK)
	set(&r.MaxChars, o.MaxChars)
	set(&r.Granularity, GranularityFile)
	set(&r.Expand, ExpandSymbol)
	q := query{Request: r, terms: lexeme.Query(r.Query), off: o.Off}
	if !q.off[partFunctionWords] {
		q.terms = telling(q.terms)
	}
	q.filter = Filter{Repo: r.Repo, Language: r.Language, PathPrefix: strings.TrimPrefix(r.PathPrefix, "/")}
	switch {
	case strings.TrimSpace(r.Query) == "":
		return q, fault.New(fault.Invalid, "the query is empty").Fix("say in words or identifiers what to look for")
	case len(q.terms) == 0:
		return q, fault.New(fault.Invalid, "the query has no word or identifier").Fix("use words; punctuation is not searched, grep finds it")
	case r.K < 1 || r.K > o.MaxK:
		return q, fault.New(fault.Invalid, "k is %d", r.K).Fix("choose k from 1 to %d", o.MaxK)
	case r.MaxChars < 1:
		return q, fault.New(fault.Invalid, "max_chars is %d", r.MaxChars).Fix("choose max_chars from 1")
	case !slices.Contains([]Granularity{GranularityFile, GranularityChunk}, r.Granularity):
		return q, fault.New(fault.Invalid, "granularity is %q", r.Granularity).Fix("choose granularity file or chunk")
	case !slices.Contains([]Expand{ExpandSymbol, ExpandNone}, r.Expand):
		return q, fault.New(fault.Invalid, "expand is %q", r.Expand).Fix("choose expand symbol or none")
	}
	return q, q.filter.validate()
}

// A condition is one field of a filter.
type condition struct{ name, value string }

// conditions returns the fields that are set.
func (f Filter) conditions() []condition {
	all := []condition{{"repo", f.Repo}, {"language", f.Language}, {"path_prefix", f.PathPrefix}}
	return slices.DeleteFunc(all, func(c condition) bool { return c.value == "" })
}

// validate refuses what no label and no path can be.
func (f Filter) validate() error {
	for _, c := range f.conditions() {
		if !utf8.ValidString(c.value) || strings.ContainsRune(c.value, 0) {
			return fault.New(fault.Invalid, "%s %q is no text", c.name, c.value).Fix("send %s in UTF-8, without a NUL byte", c.name)
		}
	}
	return nil
}

// String returns the filter as a reader would say it.
func (f Filter) String() string {
	var parts []string
	for _, c := range f.conditions() {
		parts = append(parts, c.name+" "+strconv.Quote(c.value))
	}
	return strings.Join(parts, " and ")
}
