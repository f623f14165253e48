package index_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/index"
	"coderag/internal/pgtest"
	"coderag/internal/postgres"
)

// childEnv, when set, makes the test binary sweep a root and exit: the process
// that TestKilledSweep kills. It holds database URL, root, model server, and whether to take that for one in the program.
const childEnv = "CODERAG_TEST_SWEEP"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	if err := sweepAsChild(strings.Split(os.Getenv(childEnv), "\n")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func sweepAsChild(args []string) error {
	ctx := context.Background()
	db, err := database.Open(ctx, database.Options{URL: args[0]})
	if err != nil {
		return err
	}
	defer db.Close()
	x, err := modelIndexer(args[2])
	if err != nil {
		return err
	}
	defer x.Symbols.Close()
	x.Local = args[3] == "true"
	_, err = x.Sweep(ctx, postgres.OpenProject(db, "shop"), index.Request{Project: rootedAt(args[1])})
	return err
}

func rootedAt(root string) code.Project {
	return code.Project{Name: "shop", Roots: []code.Root{{Path: root, Repo: "api"}}}
}

// TestKilledSweep goes on until so many sweeps were killed before they ended,
// and gives up after so many rounds.
const (
	wantKills = 8
	maxRounds = 60
)

// A sweep that is killed anywhere, any number of times, ends after the next
// complete one in the very rows an uninterrupted sweep writes.
func TestKilledSweep(t *testing.T) {
	t.Parallel()
	both(t, killedSweep)
}

func killedSweep(t *testing.T, local bool) {
	root := t.TempDir()
	model := ollamatest.Start(t, ollamatest.Options{Dimension: 8})
	for i := range 400 {
		name := fmt.Sprintf("File%03d", i)
		text := goFunc(name, strings.Repeat("words of "+name+" ", i%40))
		if err := os.WriteFile(filepath.Join(root, name+".go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	url := pgtestProject(t)
	db := pgtest.Open(t, url)
	start := time.Now()
	if sweepAndKill(t, pgtestProject(t), root, model.URL, local, 5*time.Minute) != 0 {
		t.Fatal("a whole sweep takes more than five minutes")
	}
	whole, killed := time.Since(start), 0
	for round := 0; killed < wantKills && round < maxRounds; round++ {
		change(t, root, round)
		start := time.Now()
		after := time.Duration((0.1 + 0.8*rand.Float64()) * float64(whole))
		if sweepAndKill(t, url, root, model.URL, local, after) == 1 {
			killed++
		} else { // the machine is faster than it was
			whole = time.Since(start)
		}
	}
	if killed < wantKills {
		t.Fatalf("%d of %d sweeps were killed before they ended: the test shows little", killed, maxRounds)
	}
	x := killIndexer(t, model.URL)
	x.Local = local
	interrupted := finalDigest(t, x, db, root)
	fresh := pgtest.New(t)
	pgtest.Project(t, fresh, "shop")
	if diff := cmp.Diff(finalDigest(t, x, fresh, root), interrupted); diff != "" {
		t.Errorf("index after %d kills (-uninterrupted +killed):\n%s", killed, diff)
	}
}

// pgtestProject returns the URL of a database of its own with the empty schema.
func pgtestProject(t *testing.T) string {
	t.Helper()
	url := pgtest.URL(t)
	pgtest.Project(t, pgtest.Open(t, url), "shop")
	return url
}

// change rewrites, adds and removes some files, so that every round has work.
func change(t *testing.T, root string, round int) {
	t.Helper()
	for i := range 320 {
		name := fmt.Sprintf("File%03d", (round*37+i)%450)
		path := filepath.Join(root, name+".go")
		if i%5 == 0 {
			_ = os.Remove(path)
			continue
		}
		text := goFunc(name, fmt.Sprintf("as of round %d", round))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// sweepAndKill returns 1 if the child was killed before it ended by itself.
func sweepAndKill(t *testing.T, url, root, model string, local bool, after time.Duration) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0])
	child.Env = append(os.Environ(), childEnv+"="+strings.Join([]string{url, root, model, strconv.FormatBool(local)}, "\n"))
	out, err := child.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return 1
	case err != nil:
		t.Fatalf("child: %v\n%s", err, out)
	}
	return 0
}

// finalDigest sweeps once more, to the end, and returns the digest without the
// vectors of texts no chunk has any more: those stay for a while on purpose.
func finalDigest(t *testing.T, x *index.Indexer, db *database.DB, root string) []string {
	t.Helper()
	w := &world{TB: t, root: root, project: rootedAt(root), store: postgres.OpenProject(db, "shop"), indexer: x}
	w.sweep()
	live := map[string]bool{}
	var lines []string
	for _, line := range w.digest() {
		fields := strings.Fields(line)
		switch fields[0] {
		case "chunk":
			live[fields[len(fields)-1]] = true
		case "vector":
			if !live[fields[len(fields)-2]] {
				continue
			}
		}
		lines = append(lines, line)
	}
	return lines
}
