package chunk_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"coderag/internal/chunk"
	"coderag/internal/code"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden splits the source of each archive in testdata. An archive has
//
//	settings  language NAME, max, target and min BYTES, ends crlf|cr
//	defs      one definition a line: kind, lines, lines of the doc comment or -, qualified name
//	source    the text
//	chunks    what is expected
func TestGolden(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			checkGolden(t, path)
		})
	}
}

func checkGolden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sections := make(map[string]string)
	for _, f := range archive.Files {
		sections[f.Name] = string(f.Data)
	}
	text := sections["source"]
	language, opt := "", chunk.Options{}
	for setting := range strings.Lines(sections["settings"]) {
		name, value, _ := strings.Cut(strings.TrimSpace(setting), " ")
		switch name {
		case "language":
			language = value
		case "max":
			opt.MaxBytes = number(t, value)
		case "target":
			opt.TargetBytes = number(t, value)
		case "min":
			opt.MinBytes = number(t, value)
		case "ends":
			text = strings.ReplaceAll(text, "\n", map[string]string{"crlf": "\r\n", "cr": "\r"}[value])
		default:
			t.Fatalf("unknown setting %q", setting)
		}
	}
	defs := parseDefinitions(t, sections["defs"])
	checkInvariants(t, text, language, defs, opt)
	got := format(text, split(text, language, defs, opt))
	if *update {
		last := len(archive.Files) - 1
		archive.Files[last].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(sections["chunks"], got); diff != "" {
		t.Errorf("chunks (-want +got)\n%s", diff)
	}
}

func parseDefinitions(t *testing.T, text string) (defs []code.Definition) {
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 4)
		if len(fields) != 4 {
			t.Fatalf("definition %q: want kind, lines, doc lines and name", line)
		}
		def := code.Definition{Kind: code.DefKind(fields[0]), Lines: span(t, fields[1]), Name: fields[3]}
		if fields[2] != "-" {
			def.DocLines = span(t, fields[2])
		}
		if dot := strings.LastIndexByte(def.Name, '.'); dot >= 0 {
			def.Scope, def.Name = def.Name[:dot], def.Name[dot+1:]
		}
		defs = append(defs, def)
	}
	return defs
}

func span(t *testing.T, text string) code.Span {
	start, end, found := strings.Cut(text, "-")
	if !found {
		end = start
	}
	return code.Span{Start: number(t, start), End: number(t, end)}
}

func number(t *testing.T, text string) (n int) {
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil {
		t.Fatalf("number %q: %v", text, err)
	}
	return n
}

// format writes each chunk as a line about it and the first and last of its
// own lines.
func format(text string, chunks []code.Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		fmt.Fprintf(&b, "%d: lines %v, %d bytes", c.Number, c.Lines, c.Bytes.Len())
		if c.Symbol != "" {
			fmt.Fprintf(&b, ", %s %s", c.Kind, c.Symbol)
		}
		if c.Decl != c.Lines {
			fmt.Fprintf(&b, " of %v", c.Decl)
		}
		b.WriteByte('\n')
		own := strings.FieldsFunc(c.Bytes.Of(text), func(r rune) bool { return r == '\n' || r == '\r' })
		fmt.Fprintf(&b, "   %.100s\n", own[0])
		if last := len(own) - 1; last > 0 {
			fmt.Fprintf(&b, "   %.100s\n", own[last])
		}
	}
	return b.String()
}
