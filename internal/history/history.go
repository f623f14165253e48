// Package history reads the commits that touched the files under a root.
package history

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/git"
)

// A Commit is one commit, as far as it touched files under the root. Merges are
// left out: what they bring is in the commits they merge.
type Commit struct {
	Revision string
	Author   string
	Time     time.Time // of authorship
	Subject  string
	Body     string
	Paths    []string // relative to the root, slash-separated, in git's order; at most MaxPaths
	Files    int      // touched under the root, also beyond MaxPaths
}

// Limits of one commit. A commit beyond MaxPaths is an import or a reformat, and
// says little about each of its files.
const (
	MaxPaths   = 100
	MaxSubject = 1 << 10 // bytes
	MaxBody    = 8 << 10 // bytes
)

// A Reader reads the history of one root.
type Reader struct{ repo *git.Repository }

// Open returns the reader for a root. It is not ok where git is not installed.
func Open(root code.Root) (_ *Reader, ok bool) {
	repo, ok := git.Open(root.Path)
	return &Reader{repo}, ok
}

// Head returns the revision the work tree is at, "" where the root is in no
// repository or nothing was ever committed.
func (r *Reader) Head(ctx context.Context) (_ string, err error) {
	out, err := r.repo.Run(ctx, nil, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	switch {
	case git.ExitCode(err) != 0:
		return "", nil
	case err != nil:
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

// Descends reports whether everything that led to the old revision also led to
// head: whether reading on from it is enough. It is not after a rebase, or when
// the old revision is gone.
func (r *Reader) Descends(ctx context.Context, head, old string) (bool, error) {
	_, err := r.repo.Run(ctx, nil, "merge-base", "--is-ancestor", old, head)
	if git.ExitCode(err) != 0 {
		return false, nil
	}
	return err == nil, err
}

// Commits calls visit for every commit that led to head and not to since, the
// newest first; since "" means all of them. It stops at the first error of
// visit, and returns it.
func (r *Reader) Commits(ctx context.Context, head, since string, visit func(Commit) error) (err error) {
	defer fault.Wrap(&err, "history of %s", r.repo.Dir)
	span := head
	if since != "" {
		span = since + ".." + head
	}
	return r.repo.Stream(ctx, func(out io.Reader) error { return parse(out, visit) },
		"log", "--no-merges", "--no-renames", "--no-show-signature", "--no-notes", "--no-mailmap", "--encoding=UTF-8",
		"--relative", "--name-only", "-z", "--format="+format, span, "--", ".")
}

// format separates commits by a byte that no message or path can hold: git
// refuses NUL in messages, and -z ends the fields with it. A commit is
// mark, revision, author, time, subject, body, then its paths.
const (
	mark   = "\x01commit"
	format = "%x01commit%x00%H%x00%an%x00%at%x00%s%x00%b%x00"
)

// parse reads what Commits asked git for.
func parse(out io.Reader, visit func(Commit) error) error {
	p := parser{in: bufio.NewReaderSize(out, 1<<16)}
	for p.scanTo(mark) {
		c := Commit{
			Revision: p.field(), Author: clean(p.field(), MaxSubject), Time: p.time(),
			Subject: clean(p.field(), MaxSubject), Body: clean(strings.TrimSpace(p.field()), MaxBody),
		}
		p.paths(&c)
		if p.err != nil {
			return p.err
		}
		if c.Files == 0 {
			continue
		}
		if err := visit(c); err != nil {
			return err
		}
	}
	return p.err
}

type parser struct {
	in   *bufio.Reader
	next string // a field that was read ahead
	held bool
	err  error
}

// field returns the next field, "" at the end.
func (p *parser) field() string {
	if p.held {
		p.held = false
		return p.next
	}
	if p.err != nil {
		return ""
	}
	text, err := p.in.ReadString(0)
	if err != nil {
		if !errors.Is(err, io.EOF) || text != "" {
			p.err = io.ErrUnexpectedEOF
		}
		return ""
	}
	return strings.TrimSuffix(text, "\x00")
}

// scanTo reads on to the field that is the mark and reports whether there is one.
func (p *parser) scanTo(want string) bool {
	for {
		field := p.field()
		if field == want {
			return true
		}
		if field == "" && !p.more() {
			return false
		}
	}
}

func (p *parser) more() bool {
	_, err := p.in.Peek(1)
	return err == nil && p.err == nil
}

func (p *parser) time() time.Time {
	seconds, err := strconv.ParseInt(p.field(), 10, 64)
	if err != nil && p.err == nil {
		p.err = errors.New("git log: a commit without its time")
	}
	return time.Unix(seconds, 0).UTC()
}

// paths reads the paths of c: up to the next mark, which is kept for scanTo.
func (p *parser) paths(c *Commit) {
	for p.more() || p.held {
		field := p.field()
		if field == mark {
			p.next, p.held = field, true
			return
		}
		// The first path comes behind the line end that ends the message.
		if path := strings.TrimPrefix(field, "\n"); path != "" {
			c.Files++
			if len(c.Paths) < MaxPaths && len(path) <= code.MaxPath && utf8.ValidString(path) {
				c.Paths = append(c.Paths, path)
			}
		}
	}
}

// clean makes text valid UTF-8 and at most limit bytes long.
func clean(text string, limit int) string {
	return strings.ToValidUTF8(text[:min(len(text), limit)], "\uFFFD")
}
