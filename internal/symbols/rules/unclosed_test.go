package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnclosed gives literals, comments and brackets that never end, before a
// declaration that must be found all the same.
func TestUnclosed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, language, text, want string }{
		{"string", "swift", "let s = \"open {\nfunc f() {\n}\n", "f"},
		{"string of many lines", "swift", "let s = \"\"\"\nfunc f() {\n}\n", "f"},
		{"raw string", "swift", "let s = ##\"open {\nfunc f() {\n}\n", "f"},
		{"code in a string", "swift", "let s = \"\\(open { \"\nfunc f() {\n}\n", "f"},
		{"code in a string", "dart", "var s = '${open { ';\nvoid f() {\n}\n", "f"},
		{"comment", "dart", "/* open {\nvoid f() {\n}\n", "f"},
		{"nested comment", "swift", "/* open /* { */\nfunc f() {\n}\n", "f"},
		{"heredoc", "perl", "print <<EOT;\nsub f {\n}\n", "f"},
		{"quoted heredoc", "perl", "print <<\"EOT\";\nsub f {\n}\n", "f"},
		{"here string", "racket", "(define s #<<EOT)\n(define (f) 1)\n", "f"},
		{"tagged string", "sql", "select $tag$;\ncreate function f() returns int;\n", "f"},
		{"parenthesis", "objective-c", "@implementation A\n- (void)a {\n  [b c:(1;\n}\n- (void)f {\n}\n@end\n", "f"},
		{"brace", "objective-c", "@implementation A\n- (void)a {\n  if (b) {\n}\n@end\n@implementation B\n- (void)f {\n}\n@end\n", "f"},
		{"list", "clojure", "(defn a [x]\n  (let [y 1]\n\n(defn f [] 2)\n", "f"},
		{"list", "common-lisp", "(defun a (x)\n  (let ((y 1)\n\n(defun f () 2)\n", "f"},
		{"fence", "markdown", "# a\n````\n```\n", "a"},
		{"operator", "perl", "my $x = s{open\n;\nsub f {\n}\n", "f"},
	} {
		t.Run(c.language+"/"+c.name, func(t *testing.T) {
			t.Parallel()
			var names []string
			for _, d := range extract(t, c.language, "file", c.text) {
				if d.Name == c.want {
					names = append(names, d.Name)
				}
			}
			if diff := cmp.Diff([]string{c.want}, names); diff != "" {
				t.Errorf("%q: (-want +got):\n%s", c.text, diff)
			}
		})
	}
}
