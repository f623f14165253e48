package walk

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/sync/errgroup"

	"coderag/internal/git"
)

// An answer is what git says about the paths under a root. It is immutable once
// made.
type answer struct {
	listed  map[string]struct{} // files that are tracked, or neither tracked nor ignored
	ignored map[string]string   // path -> where the pattern stands; a folder only where all of it is ignored by its own name
}

// answerAll asks git about everything under the root.
func (r *repository) answerAll(ctx context.Context) (*answer, error) {
	a := &answer{}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		out, err := r.Run(ctx, nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
		a.listed = setOf(out)
		return err
	})
	g.Go(func() (err error) {
		a.ignored, err = r.ignoredAll(ctx)
		return err
	})
	return a, g.Wait()
}

// ignoredAll returns what git ignores, with the patterns. git also lists a
// folder all of whose files are ignored, by whatever pattern; those have no
// pattern of their own and are left out, since their files are listed as well.
func (r *repository) ignoredAll(ctx context.Context) (map[string]string, error) {
	out, err := r.Run(ctx, nil, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return r.patterns(ctx, out)
}

// patterns returns the patterns that ignore the paths, each of which ends in
// NUL, a folder in a slash before it or not.
func (r *repository) patterns(ctx context.Context, paths []byte) (map[string]string, error) {
	out, err := r.Run(ctx, bytes.NewReader(plain(paths)), "check-ignore", "-z", "--verbose", "--stdin")
	if err != nil && git.ExitCode(err) != 1 { // 1: none of them is ignored
		return nil, err
	}
	fields := strings.Split(string(out), "\x00")
	found := make(map[string]string, len(fields)/4)
	for ; len(fields) > 4; fields = fields[4:] {
		source, line, text, path := fields[0], fields[1], fields[2], strings.TrimPrefix(fields[3], "./")
		if !strings.HasPrefix(text, "!") {
			found[path] = strings.ToValidUTF8(source+":"+line+": "+text, "\uFFFD")
		}
	}
	return found, nil
}

// plain puts "./" before each path, since git takes one that starts with a
// colon for a pathspec and check-ignore has no option against it, and takes the
// slash from the end of a folder, since with it check-ignore also tests the
// ignore file inside.
func plain(paths []byte) []byte {
	paths = bytes.ReplaceAll(paths, []byte("/\x00"), []byte{0})
	marked := append([]byte("./"), bytes.ReplaceAll(paths, []byte{0}, []byte("\x00./"))...)
	return bytes.TrimSuffix(marked, []byte("./"))
}

// answerOne asks git about one path: what answerAll says about it and the
// folders above it.
func (r *repository) answerOne(ctx context.Context, path string) (*answer, error) {
	out, err := r.Run(ctx, nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", literally(path))
	if err != nil {
		return nil, err
	}
	a := &answer{listed: setOf(out)}
	if len(a.listed) > 0 {
		return a, nil
	}
	var asked bytes.Buffer
	for i := range len(path) {
		if path[i] == '/' {
			asked.WriteString(path[:i] + "\x00")
		}
	}
	asked.WriteString(path + "\x00")
	if a.ignored, err = r.patterns(ctx, asked.Bytes()); err != nil {
		return nil, err
	}
	return a, r.dropTracked(ctx, a.ignored)
}

func literally(path string) string { return ":(literal)" + path }

// dropTracked removes the folders that hold a tracked file: git ignores what
// else is in them file by file.
func (r *repository) dropTracked(ctx context.Context, ignored map[string]string) error {
	for path := range ignored {
		out, err := r.Run(ctx, nil, "ls-files", "-z", "--cached", "--", literally(path))
		if err != nil {
			return err
		}
		if len(out) > 0 {
			delete(ignored, path)
		}
	}
	return nil
}

// setOf returns the paths of a list whose items end in NUL.
func setOf(list []byte) map[string]struct{} {
	set := make(map[string]struct{}, bytes.Count(list, []byte{0}))
	for path := range strings.SplitSeq(string(list), "\x00") {
		set[path] = struct{}{}
	}
	delete(set, "")
	return set
}
