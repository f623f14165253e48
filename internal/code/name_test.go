package code_test

import (
	"strings"
	"testing"

	"coderag/internal/code"
)

// The names of fault 44, and those next to them that are in order.
func TestValidProjectName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"api": true, "a": true, "coderag": true, "my_app2": true, "pg": true, "pgadmin": true, strings.Repeat("a", 40): true,
		"": false, strings.Repeat("a", 41): false, "Api": false, "2api": false, "_api": false, "my-app": false, "my app": false,
		`a"b`: false, "a'b": false, "a;drop": false, "a.b": false, "api\n": false, "ünder": false,
		"pg_x": false, "pg_catalog": false, "public": false, "information_schema": false,
		"all": false, "all_of_it": true,
		code.RegistrySchema: false, code.AllProjects: false,
	} {
		if got := code.ValidProjectName(name); got != want {
			t.Errorf("ValidProjectName(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestQualified(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]code.Definition{
		"handle":         {Name: "handle"},
		"Server.handle":  {Name: "handle", Scope: "Server"},
		"http.Server.Do": {Name: "Do", Scope: "http.Server"},
	} {
		if got := d.Qualified(); got != want {
			t.Errorf("%+v.Qualified() = %q, want %q", d, got, want)
		}
	}
}

func TestWholeHasTheDocComment(t *testing.T) {
	t.Parallel()
	lines := code.Span{Start: 10, End: 20}
	for doc, want := range map[code.Span]code.Span{
		{}:                   lines,
		{Start: 7, End: 9}:   {Start: 7, End: 20},
		{Start: 11, End: 12}: lines,
	} {
		if got := (code.Definition{Lines: lines, DocLines: doc}).Whole(); got != want {
			t.Errorf("Whole() of a definition at %v with its comment at %v = %v, want %v", lines, doc, got, want)
		}
	}
}
