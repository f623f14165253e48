package textfile

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
)

// TestDecode covers faults 1 to 3 and 5.
func TestDecode(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		raw, text string
		reason    code.SkipReason
	}{
		"empty":                   {"", "", ""},
		"only white space":        {" \n\t\r\n", " \n\t\r\n", ""},
		"UTF-8":                   {"naïve = 1 // 世界\n", "naïve = 1 // 世界\n", ""},
		"UTF-8 with BOM":          {"\xef\xbb\xbfpackage a", "package a", ""},
		"only a BOM":              {"\xef\xbb\xbf", "", ""},
		"line ends are kept":      {"a\r\nb\rc\n", "a\r\nb\rc\n", ""},
		"NUL":                     {"ab\x00c", "", code.SkipBinary},
		"NUL after a BOM":         {"\xef\xbb\xbfab\x00c", "", code.SkipBinary},
		"UTF-16 LE":               {"\xff\xfea\x00\xe9\x00\n\x00", "aé\n", ""},
		"UTF-16 BE":               {"\xfe\xff\x00a\x00\xe9\x00\n", "aé\n", ""},
		"UTF-16 surrogate pair":   {"\xff\xfe\x3d\xd8\x00\xde", "😀", ""},
		"UTF-16 without BOM":      {"a\x00b\x00", "", code.SkipBinary},
		"UTF-16 with NUL":         {"\xff\xfea\x00\x00\x00", "", code.SkipBinary},
		"UTF-16 of broken pairs":  {"\xff\xfe" + strings.Repeat("\x00\xd8a\x00", 9), "", code.SkipEncoding},
		"UTF-32 LE":               {"\xff\xfe\x00\x00a\x00\x00\x00", "", code.SkipBinary},
		"latin-1":                 {"// caf\xe9 au lait\n", "// café au lait\n", ""},
		"windows-1252 quotes":     {"\x93quoted\x94 \x80 5", "“quoted” € 5", ""},
		"undefined in 1252":       {"some text \x81 here", "", code.SkipEncoding},
		"control characters":      {"some text \x01\xe9 here", "", code.SkipEncoding},
		"mostly high bytes":       {"\xd0\xcf\xf0\xe8\xe2\xe5\xf2 mir", "", code.SkipEncoding},
		"lone 0xff":               {"the byte \xff is not UTF-8", "the byte ÿ is not UTF-8", ""},
		"UTF-8 with a cut rune":   {"日本語のコメ\xe3\x83", "日本語のコメ\uFFFD", ""},
		"UTF-8 with a stray byte": {"ä ö ü \xff ß", "ä ö ü \uFFFD ß", ""},
		"encoded surrogate":       {"é é é é \xed\xa0\x80", "é é é é \uFFFD", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, reason, detail := Decode([]byte(tc.raw))
			if diff := cmp.Diff([]any{tc.text, tc.reason}, []any{text, reason}); diff != "" {
				t.Errorf("Decode(%q) (-want +got):\n%s", tc.raw, diff)
			}
			if (detail == "") != (reason == "") {
				t.Errorf("Decode(%q): reason %q has the detail %q", tc.raw, reason, detail)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"a", "\xef\xbb\xbfa", "\xff\xfea\x00", "\xfe\xff\x00a\xd8", "caf\xe9", "é\xff", "\x00", "\xff\xfe\x00\xd8"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, reason, _ := Decode(raw)
		switch {
		case reason != "" && text != "":
			t.Errorf("Decode(%q): skipped for %q, with the text %q", raw, reason, text)
		case !utf8.ValidString(text):
			t.Errorf("Decode(%q) = %q, which is not UTF-8", raw, text)
		case strings.ContainsRune(text, 0):
			t.Errorf("Decode(%q) = %q, which has a NUL", raw, text)
		}
	})
}

// TestMinified covers fault 6.
func TestMinified(t *testing.T) {
	t.Parallel()
	code := strings.Repeat("func f() { return }\n", 500)
	for name, tc := range map[string]struct {
		text string
		want bool
	}{
		"empty":                       {"", false},
		"code":                        {code, false},
		"code with lone CR":           {strings.ReplaceAll(code, "\n", "\r"), false},
		"code with a blob":            {code + strings.Repeat("A", 3000) + "\n" + code, false},
		"short line without newline":  {"var a=1", false},
		"prose, a paragraph per line": {strings.Repeat(strings.Repeat("word ", 300)+"\n\n", 20), false},
		"one line of 5 MB":            {strings.Repeat("var a=1;", 5<<17), true},
		"minified below a licence":    {"/* licence\n * text\n */\n" + strings.Repeat("a(b);", 1000), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Minified(tc.text); got != tc.want {
				t.Errorf("Minified = %v, want %v", got, tc.want)
			}
		})
	}
}
