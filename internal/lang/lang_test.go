package lang

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-enry/go-enry/v2/data"
	"github.com/google/go-cmp/cmp"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ path, content, want string }{
		// endings that stand for one language
		{"a.go", "", "go"}, {"a.py", "", "python"}, {"stubs/a.pyi", "", "python"}, {"a.js", "", "javascript"}, {"a.mjs", "", "javascript"}, {"a.cjs", "", "javascript"},
		{"a.jsx", "", "javascript"}, {"a.mts", "", "typescript"}, {"a.tsx", "", "tsx"}, {"A.java", "", "java"}, {"a.kt", "", "kotlin"}, {"a.kts", "", "kotlin"},
		{"a.scala", "", "scala"}, {"build.sbt", "", "scala"}, {"a.cs", "", "csharp"}, {"a.c", "", "c"}, {"a.cc", "", "cpp"}, {"a.cpp", "", "cpp"}, {"a.hpp", "", "cpp"}, {"a.ino", "", "cpp"},
		{"a.rs", "", "rust"}, {"a.rb", "", "ruby"}, {"x.gemspec", "", "ruby"}, {"a.php", "<?php", "php"}, {"a.ex", "", "elixir"}, {"a.exs", "", "elixir"}, {"a.erl", "", "erlang"},
		{"a.lua", "", "lua"}, {"a.sh", "", "bash"}, {"a.zsh", "", "bash"}, {"a.ksh", "", "bash"}, {"a.bats", "", "bash"}, {"a.fish", "", "fish"}, {"a.ps1", "", "powershell"},
		{"a.hs", "", "haskell"}, {"a.zig", "", "zig"}, {"a.swift", "", "swift"}, {"a.dart", "", "dart"}, {"a.mm", "", "objective-c"}, {"a.groovy", "", "groovy"}, {"build.gradle", "", "groovy"},
		{"a.clj", "", "clojure"}, {"a.cljs", "", "clojure"}, {"a.rkt", "", "racket"}, {"a.ss", "", "scheme"}, {"a.el", "", "emacs-lisp"}, {"a.ml", "", "ocaml"}, {"a.mli", "", "ocaml"},
		{"a.jl", "", "julia"}, {"a.nim", "", "nim"}, {"a.cr", "", "crystal"}, {"a.vim", "", "vim-script"}, {"a.tcl", "", "tcl"}, {"a.f90", "", "fortran-free-form"}, {"a.pas", "", "pascal"}, {"a.adb", "", "ada"},
		{"a.sql", "", "sql"}, {"a.pgsql", "", "sql"}, {"a.proto", "", "protobuf"}, {"a.graphql", "", "graphql"}, {"a.tf", "", "hcl"}, {"a.vue", "", "vue"}, {"a.svelte", "", "svelte"},
		{"a.css", "", "css"}, {"a.scss", "", "scss"}, {"a.html", "", "html"}, {"a.xml", "", "xml"}, {"a.json", "", "json"}, {"a.jsonc", "", "json"}, {"a.yaml", "", "yaml"}, {"a.yml", "", "yaml"}, {"a.toml", "", "toml"},
		{"a.md", "", "markdown"}, {"a.rst", "", "restructuredtext"}, {"a.adoc", "", "asciidoc"}, {"a.org", "", "org"}, {"a.tex", "", "tex"}, {"a.txt", "", "text"}, {"asm_amd64.s", "", "assembly"}, {"a.vb", "", "visual-basic-net"},
		{"a.sv", "", "systemverilog"}, {"a.vhd", "", "vhdl"}, {"a.cu", "", "cuda"}, {"a.glsl", "", "glsl"}, {"a.nix", "", "nix"}, {"a.sol", "", "solidity"}, {"a.wat", "", "webassembly"}, {"a.ipynb", "", "jupyter-notebook"},
		// case and several endings
		{"A.PY", "", "python"}, {"a.C", "", "c"}, {"view.html.erb", "", "html+erb"}, {"a.test.ts", "", "typescript"}, {"a.d.ts", "export declare const x: number;", "typescript"}, {".hidden.py", "", "python"},
		// file names
		{"Makefile", "", "makefile"}, {"x/GNUmakefile", "", "makefile"}, {"Makefile.linux", "", "makefile"}, {"Dockerfile", "", "dockerfile"}, {"Dockerfile.dev", "", "dockerfile"}, {"CMakeLists.txt", "", "cmake"},
		{"BUILD", "", "starlark"}, {"BUILD.bazel", "", "starlark"}, {"go.mod", "", "go-module"}, {"go.work", "", "go-workspace"}, {"Jenkinsfile", "", "groovy"}, {"Rakefile", "", "ruby"}, {"Gemfile", "", "ruby"},
		{".bashrc", "", "bash"}, {"meson.build", "", "meson"}, {".gitignore", "", "ignore-list"}, {"LICENSE", "MIT License", "text"}, {"README", "Read me", "text"}, {"Cargo.toml", "", "toml"}, {".clang-format", "", "yaml"},
		// filled in or copied
		{"config.py.example", "", "python"}, {"config.h.in", "#define X @X@\n", "c"}, {"a.yaml.tmpl", "", "go-template"}, {"a.sh.in", "", "bash"}, {"nginx.conf.orig", "", "nginx"}, {"a.bak", "", "text"},
		// shebangs, modelines and XML
		{"run", "#!/bin/sh\n", "bash"}, {"run", "#!/usr/bin/env bash\n", "bash"}, {"run", "#!/usr/bin/env python3\nimport os\n", "python"}, {"run", "#!/usr/bin/env -S node --test\n", "javascript"},
		{"run", "#!/usr/bin/perl -w\n", "perl"}, {"run", "#!/usr/bin/ruby\n", "ruby"}, {"x.cgi", "#!/usr/bin/python\n", "python"}, {"run", "#!", "text"}, {"run", "#!/no/such/thing\n", "text"},
		{"rc", "# vim: set ft=ruby :\n", "ruby"}, {"init", "# -*- mode: python -*-\n", "python"}, {"data", "<?xml version=\"1.0\"?>\n<a/>", "xml"}, {"noext", "", "text"}, {"", "", "text"}, {"a.unheardof", "x", "text"},
		// endings that content decides
		{"a.h", "int f(void);\n", "c"}, {"a.h", "", "c"}, {"a.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\n/* a class of its own\n * class struggle */\nint f(void);\n", "c"}, {"a.h", "#pragma once\n#include <string>\n", "cpp"}, {"a.h", "\tvirtual ~A();\n", "cpp"}, {"a.h", "void f(std::size_t n);\n", "cpp"}, {"a.h", "@class A;\n", "objective-c"},
		{"a.h", "#include <vector>\nnamespace x { class A { public: int f(); }; }\n", "cpp"}, {"a.h", "#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n", "objective-c"},
		{"a.m", "#import \"A.h\"\n@implementation A\n@end\n", "objective-c"}, {"a.m", "function y = f(x)\n% square\ny = x.^2;\nend\n", "matlab"}, {"a.m", "", "objective-c"}, {"a.m", ":- module hello.\n", "mercury"},
		{"a.pl", "use strict;\nmy $x = 1;\n", "perl"}, {"a.pl", "parent(X, Y) :- father(X, Y).\n", "prolog"}, {"a.pl", "use v6;\n", "raku"}, {"a.pm", "package A;\nuse strict;\n1;\n", "perl"},
		{"a.v", "module top(input clk);\nalways @(posedge clk) x <= 1;\nendmodule\n", "verilog"}, {"a.v", "Require Import Arith.\nTheorem t : True.\nProof. exact I. Qed.\n", "rocq-prover"}, {"a.v", "module main\n\nfn main() {\n\tprintln('x')\n}\n", "v"},
		{"a.ts", "export class A {}\n", "typescript"}, {"de.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS version=\"2.1\">\n</TS>\n", "xml"}, {"a.ts", "", "typescript"},
		{"a.r", "f <- function(x) x\n", "r"}, {"a.lisp", "(defun f (x) x)\n", "common-lisp"}, {"a.cl", "(defpackage :a)\n", "common-lisp"}, {"a.cl", "// add\n__kernel void f(__global int *x) {\n}\n", "opencl"},
		{"a.fs", "let f x = x\n", "fsharp"}, {"a.fs", "#version 300 es\nvoid main() {}\n", "glsl"}, {"a.d", "module a;\nimport std.stdio;\n", "d"}, {"a.d", "main.o: main.c \\\n  main.h\n", "makefile"},
		{"a.t", "use strict;\nuse Test::More;\n", "perl"}, {"a.inc", "<?php echo 1;", "php"}, {"a.inc", "whatever", "text"}, {"a.scm", "(define (f x) x)\n", "scheme"}, {"a.pro", "QT += core\nTARGET = a\nSOURCES += a.cpp\n", "qmake"},
	} {
		if got := Detect(tc.path, []byte(tc.content)); got != tc.want {
			t.Errorf("Detect(%q, %q) = %q, want %q", tc.path, tc.content, got, tc.want)
		}
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]string{
		"a.go": {"go"}, "x/a.h": {"c", "cpp", "objective-c"}, "a.rs": {"rust"}, "a.ts": {"typescript", "xml"}, "a.pl": {"perl", "prolog", "raku"},
		"Makefile": {"makefile"}, "run": nil, "a.unheardof": nil, "": nil,
	} {
		if diff := cmp.Diff(want, Candidates(path)); diff != "" {
			t.Errorf("Candidates(%q) (-want +got):\n%s", path, diff)
		}
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	ids := Known()
	if len(ids) < 50 || !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("Known has %d languages, which should be 50 or more, sorted and distinct", len(ids))
	}
	for name, want := range map[string]bool{
		"go": true, "cpp": true, "csharp": true, "objective-c": true, "common-lisp": true, "bash": true, "text": true, "tsx": true, "emacs-lisp": true,
		"": false, "Go": false, "c++": false, "shell": false, "jsx": false, "golang": false,
	} {
		if Valid(name) != want {
			t.Errorf("Valid(%q) = %v, want %v", name, !want, want)
		}
	}
}

// TestTables: every entry is about an ending linguist finds ambiguous, and
// names a language.
func TestTables(t *testing.T) {
	t.Parallel()
	for table, entries := range map[string]map[string]string{"usually": usually, "otherwise": otherwise} {
		for ext, id := range entries {
			if len(data.LanguagesByExtension[ext]) < 2 || !Valid(id) {
				t.Errorf("%s[%q] = %q: linguist has %q", table, ext, id, data.LanguagesByExtension[ext])
			}
		}
	}
	for name := range identifiers {
		if _, ok := data.IDByLanguage[name]; !ok {
			t.Errorf("identifiers has %q, which linguist has not", name)
		}
	}
}

func TestGenerated(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		path, content string
		want          bool
	}{
		"Go":                    {"a.go", "// Code generated by protoc-gen-go. DO NOT EDIT.\n\npackage a\n", true},
		"Python, with the mark": {"a.py", "# Code generated by x. DO NOT EDIT.\n", true},
		"@generated":            {"a.rs", "// This file is @generated by prost-build.\n", true},
		"protobuf for Python":   {"a_pb2.py", "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n# source: a.proto\nimport sys\n", true},
		"below a licence":       {"a.go", strings.Repeat("// licence\n", 20) + "\n// Code generated by x. DO NOT EDIT.\npackage a\n", true},
		"by hand":               {"a.go", "// Package a says when Code generated by it is used.\npackage a\n", false},
		"quotes the mark":       {"a.go", "package a\n\nconst mark = \"Code generated by x. DO NOT EDIT.\"\n", false},
		"empty":                 {"a.go", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Generated(tc.path, []byte(tc.content)); got != tc.want {
				t.Errorf("Generated = %v, want %v", got, tc.want)
			}
		})
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("a.h", []byte("namespace x {}"))
	f.Add("run", []byte("#!/usr/bin/env -S A=1 python3.9 -x\n"))
	f.Add("x.m.in", []byte("# vim: ft=\n\xff\x00"))
	f.Fuzz(func(t *testing.T, path string, content []byte) {
		id := Detect(path, content)
		if !Valid(id) {
			t.Errorf("Detect(%q, %q) = %q, which is not Valid", path, content, id)
		}
		Generated(path, content)
		if may := Candidates(path); len(may) == 1 && may[0] != id {
			t.Errorf("Detect(%q, %q) = %q, and Candidates says it can only be %q", path, content, id, may[0])
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	for path, text := range map[string]string{
		"server.go": "// A comment.\nfunc f() { return }\n",
		"sched.h":   "/* a comment */\nint f(int x, struct s *p);\n#define X 1\n",
		"run":       "no first line that tells anything\n",
		"a.m":       "% a comment\ny = x.^2;\n",
		"a.pl":      "# a comment\nmy $x = f($y);\n",
		"a.ts":      "// A comment.\nexport function f(): number { return 1 }\n",
		"a.v":       "// a comment\nassign x = y & z;\n",
	} {
		b.Run(path, func(b *testing.B) {
			content := []byte(strings.Repeat(text, 1000))
			for b.Loop() {
				Detect(path, content)
			}
		})
	}
}

func BenchmarkGenerated(b *testing.B) {
	for name, content := range map[string]string{
		"a.go": strings.Repeat("// A comment of some length.\nfunc f() { return }\n", 1000),
		"a.js": strings.Repeat("/** A comment. */\nfunction f() { return 1 }\n", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Generated(name, []byte(content))
			}
		})
	}
}
