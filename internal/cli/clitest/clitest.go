// Package clitest runs the commands in the process of a test, on a folder with
// a configuration of its own and a database of its own.
package clitest

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"coderag/internal/cli"
	"coderag/internal/pgtest"
)

// Token is the server's token in every Site.
const Token = "a-token-for-tests-0123456789"

// A Site is a folder with config.ini, rag-projects.json and whatever a test
// writes there.
type Site struct {
	testing.TB
	Dir string // absolute, without symbolic links
	URL string // of the database

	now time.Time // modification times move on with each write
}

// New makes a site without projects.
func New(t testing.TB) *Site {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &Site{TB: t, Dir: dir, URL: pgtest.URL(t), now: time.Now().Add(-time.Hour).Truncate(time.Second)}
	s.Config("")
	s.List()
	return s
}

// Config writes config.ini: the database, a token, a free port, and more.
func (s *Site) Config(more string) {
	s.Helper()
	s.Write("config.ini", "[database]\nurl = "+s.URL+"\nmax_conns = 4\n"+
		"[server]\ntoken = "+Token+"\naddress = 127.0.0.1:0\n"+more)
}

// List writes rag-projects.json with these entries.
func (s *Site) List(entries ...string) {
	s.Helper()
	s.Write("rag-projects.json", `{"projects": [`+strings.Join(entries, ",\n")+`]}`)
}

// Entry is a project with these roots below the folder of the site.
func Entry(name string, roots ...string) string {
	return `{"name": "` + name + `", "roots": ["` + strings.Join(roots, `", "`) + `"]}`
}

// Write writes a file below the folder, with a modification time of its own.
func (s *Site) Write(path, text string) {
	s.Helper()
	abs := filepath.Join(s.Dir, path)
	s.must(os.MkdirAll(filepath.Dir(abs), 0o755))
	s.must(os.WriteFile(abs, []byte(text), 0o644))
	s.now = s.now.Add(time.Second)
	s.must(os.Chtimes(abs, s.now, s.now))
}

// Read returns the text of a file below the folder.
func (s *Site) Read(path string) string {
	s.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir, path))
	s.must(err)
	return string(text)
}

// Remove removes a file or folder below the folder.
func (s *Site) Remove(path string) {
	s.Helper()
	s.must(os.RemoveAll(filepath.Join(s.Dir, path)))
}

func (s *Site) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// A Command is a line to run.
type Command struct {
	Run      func(*cli.Env, []string) int
	Args     []string
	In       string            // what is typed
	Terminal bool              // In is a terminal
	Getenv   map[string]string // environment
	Err      io.Writer         // also gets what goes to standard error; may be nil
	Context  context.Context   // ends the command; nil means nothing does
}

// A Result is what a command left.
type Result struct {
	Code     int
	Out, Err string // the folder of the site is written $DIR, a duration TOOK
}

// Do runs the command with the configuration of the site.
func (s *Site) Do(c Command) Result {
	var out, errs bytes.Buffer
	in := strings.NewReader(c.In)
	env := &cli.Env{In: in, Out: &out, Err: &errs, Getenv: func(name string) string { return c.Getenv[name] }, Context: c.Context}
	if c.Err != nil {
		env.Err = io.MultiWriter(&errs, c.Err)
	}
	if c.Terminal {
		env.Width = func(stream any) int {
			if stream == any(in) {
				return 80
			}
			return 0
		}
	}
	args := append(append([]string{}, c.Args...), "--config", filepath.Join(s.Dir, "config.ini"))
	code := c.Run(env, args)
	return Result{Code: code, Out: s.plain(out.String()), Err: s.plain(errs.String())}
}

// took matches what differs from run to run.
var took = regexp.MustCompile(`\d+(\.\d+)?(ms|s)\b( \(\d+\.\d MB/s\))?`)

func (s *Site) plain(text string) string {
	return took.ReplaceAllString(strings.ReplaceAll(text, s.Dir, "$DIR"), "TOOK")
}
