package walk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"coderag/internal/fault"
	"coderag/internal/git"
)

// A repository answers which files of a root are to be indexed.
type repository struct{ *git.Repository }

// openRepository finds the work tree root lies in. Outside every work tree, and
// in a folder that the work tree around it ignores, git judges by way of an
// empty repository elsewhere. Where git is not installed it returns nil: the
// walk then reads .gitignore files itself. The caller calls done.
func openRepository(ctx context.Context, root string) (_ *repository, done func(), err error) {
	g, ok := git.Open(root)
	if !ok {
		return nil, func() {}, nil
	}
	repo := &repository{g}
	inside, err := repo.insideWorkTree(ctx)
	if err != nil {
		return nil, nil, err
	}
	if inside {
		return repo, func() {}, nil
	}
	dir, err := emptyRepository()
	if err != nil {
		return nil, nil, err
	}
	repo.Place = []string{"--git-dir=" + dir, "--work-tree=" + root}
	return repo, func() { _ = os.RemoveAll(dir) }, nil
}

// insideWorkTree reports whether the root is in a work tree that does not
// ignore it.
func (r *repository) insideWorkTree(ctx context.Context) (bool, error) {
	out, err := r.Run(ctx, nil, "rev-parse", "--is-inside-work-tree", "--show-prefix")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return false, nil
		}
		return false, err
	}
	answer, prefix, _ := strings.Cut(string(out), "\n")
	if answer != "true" || strings.TrimSuffix(prefix, "\n") == "" {
		return answer == "true", nil
	}
	_, err = r.Run(ctx, nil, "check-ignore", "--quiet", "--", ".")
	if git.ExitCode(err) == 1 {
		return true, nil
	}
	return false, err
}

// emptyRepository makes the least that git takes for a repository.
func emptyRepository() (dir string, err error) {
	defer fault.Wrap(&err, "make an empty repository")
	if dir, err = os.MkdirTemp("", "coderag-walk-"); err != nil {
		return "", err
	}
	for _, sub := range []string{"objects", "refs"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			return "", errors.Join(err, os.RemoveAll(dir))
		}
	}
	head := filepath.Join(dir, "HEAD")
	if err := os.WriteFile(head, []byte("ref: refs/heads/main\n"), 0o600); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}
