package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"coderag/internal/index"
	"coderag/internal/postgres"
	"coderag/internal/search"
)

// counted returns the mentions of the files, after counting them.
func counted(t *testing.T, p *postgres.Project, files []index.File) []int {
	t.Helper()
	if err := p.CountMentions(t.Context()); err != nil {
		t.Fatal(err)
	}
	return mentions(t, p, files)
}

// mentions returns the mentions of the files.
func mentions(t *testing.T, p *postgres.Project, files []index.File) (counts []int) {
	t.Helper()
	err := p.View(t.Context(), func(v search.View) error {
		for _, f := range files {
			found, err := v.FileByPath(t.Context(), f.FileID)
			if err != nil {
				return err
			}
			counts = append(counts, found.Mentions)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// A file is mentioned where another has a name of several parts that it alone
// declares.
func TestMentions(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p,
		file(0, "hub.go", "ParseQuery", "parsequery"),
		file(0, "snake.py", "read_all", "readall"),
		file(0, "word.go", "Session", "session"), // one word: most of its occurrences are prose
		file(0, "twice.go", "OpenFile", "openfile"),
		file(0, "twin.go", "OpenFile", "openfile"),
		file(0, "user.go", "main", "parsequery", "readall", "session", "openfile"),
		file(0, "other.go", "init", "parsequery"),
	)
	if diff := cmp.Diff([]int{2, 1, 0, 0, 0, 0, 0}, counted(t, p, files)); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
	commit(t, p, files[0]) // an edit writes its row anew
	if diff := cmp.Diff([]int{2}, mentions(t, p, files[:1])); diff != "" {
		t.Errorf("mentions after an edit (-want +got):\n%s", diff)
	}
}

// Mentions are counted again once more than one file in a hundred has changed.
func TestMentionsAreCountedNowAndThen(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	users := func(n int, folder string) (all []index.File) {
		for i := range n {
			all = append(all, file(0, fmt.Sprintf("%s/%d.go", folder, i), "main", "parsequery"))
		}
		return all
	}
	hub := commit(t, p, append([]index.File{file(0, "hub.go", "ParseQuery", "parsequery")}, users(299, "first")...)...)[:1]
	for _, tc := range []struct{ more, want int }{{0, 299}, {1, 299}, {2, 299}, {1, 303}, {3, 303}} {
		commit(t, p, users(tc.more, fmt.Sprintf("more%d", tc.want+tc.more))...)
		if got := counted(t, p, hub); got[0] != tc.want {
			t.Errorf("after %d more files the hub has %d mentions, want %d", tc.more, got[0], tc.want)
		}
	}
}

func TestDeclarations(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	commit(t, p, file(0, "a.go", "Session"), file(0, "b.go", "session"), file(0, "c.go", "Other"), file(0, "d.go", "SESSION"))
	var got []string
	err := p.View(t.Context(), func(v search.View) error {
		found, err := v.Declarations(t.Context(), []string{"Session", "missing", "session"}, 2)
		for _, d := range found {
			got = append(got, d.Name)
			if d.Lines.Start != 1 || d.Chunk.Number != 0 || d.Kind != "function" {
				t.Errorf("declaration %+v", d)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Session", "session"}, got); diff != "" {
		t.Errorf("declarations, at most two of a name (-want +got):\n%s", diff)
	}
}

// Names are looked up by their index even where the planner thinks that declarations in
// the wanted order are nearly free, as it does of a million without statistics.
func TestDeclarationsAreFoundByName(t *testing.T) {
	t.Parallel()
	p, db := newProject(t)
	var plan []string
	err := db.InTx(t.Context(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off`); err != nil {
			return err
		}
		rows, _ := tx.Query(t.Context(), `EXPLAIN `+p.DeclarationsSQL(), []string{"missing"}, 2)
		var err error
		plan, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(plan, "\n"); !strings.Contains(text, "rag_def_by_name") || strings.Contains(text, "rag_def_pkey") {
		t.Errorf("the plan is not by name:\n%s", text)
	}
}
