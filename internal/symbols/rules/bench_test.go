package rules_test

import (
	"strings"
	"testing"

	"coderag/internal/symbols/rules"
)

const benchSize = 1 << 20

// BenchmarkExtract reads a megabyte of each language's golden sources. The
// broken ones among them are left out: repeated, they would nest.
func BenchmarkExtract(b *testing.B) {
	extractor := rules.New()
	for _, c := range cases(b) {
		if strings.Contains(c.Name, "roken") || strings.Contains(c.Name, "open") {
			continue
		}
		b.Run(c.Language+"/"+c.Name, func(b *testing.B) {
			benchmark(b, extractor, c.Language, strings.Repeat(c.Text+"\n", 1+benchSize/len(c.Text)))
		})
	}
}

// BenchmarkHostile reads a megabyte of what could make a scanner look at the
// same bytes again and again.
func BenchmarkHostile(b *testing.B) {
	extractor := rules.New()
	for name, unit := range map[string]string{
		"parentheses":     "(",
		"braces":          "{",
		"mismatched":      "([)]",
		"closing":         "}",
		"quotes":          `"`,
		"strings in code": `"${`,
		"interpolation":   `"\(`,
		"heredocs":        "<<A\n",
		"comments":        "/*",
		"triple quotes":   `"""`,
		"line breaks":     "\n",
		"continued":       "a =\n",
		"conditionals":    "#if\n{",
		"attributes":      "@a ",
		"modifiers":       "public static ",
		"heads":           "func (",
		"slashes":         "/ ",
		"words":           "a",
		"angles":          "a<b<",
		"hash":            "#_ ",
		"dashes":          "a\n-",
		"fences":          "```\n",
		"sections":        "@interface A\n",
		"ends":            "end\n",
		"creates":         "create table ",
		"statements":      "a(b);",
		"full stops":      "a() -> b. ",
		"documentation":   `"""` + "a" + `"""` + " ",
	} {
		for _, language := range []string{"swift", "dart", "objective-c", "groovy", "perl", "clojure", "racket", "julia", "ocaml", "sql", "markdown", "makefile", "r"} {
			b.Run(name+"/"+language, func(b *testing.B) {
				benchmark(b, extractor, language, strings.Repeat(unit, benchSize/len(unit)))
			})
		}
	}
}

func benchmark(b *testing.B, extractor *rules.Extractor, language, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := extractor.Extract(b.Context(), language, "file", text); err != nil {
			b.Fatal(err)
		}
	}
}
