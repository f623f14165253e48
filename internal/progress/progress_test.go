package progress_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/index"
	"coderag/internal/progress"
)

// A step is progress shown so long after the one before.
type step struct {
	after time.Duration
	at    index.Progress
}

func files(done, total, chunks int, bytes int64) index.Progress {
	return index.Progress{Stage: index.StageFiles, Done: done, Total: total, Chunks: chunks, Bytes: bytes}
}

// play shows the steps and closes the printer, and returns what was written with
// the terminal's codes spelled out.
func play(width int, steps ...step) string {
	var out bytes.Buffer
	clock := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	p := progress.New(&out, width, "shop", func() time.Time { return clock })
	for _, s := range steps {
		clock = clock.Add(s.after)
		p.Show(s.at)
	}
	p.Close()
	p.Close()
	return strings.NewReplacer("\r", "", "\x1b[K", "|\n").Replace(out.String())
}

func TestBar(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		width int
		steps []step
		want  string
	}{
		{"nothing shown", 80, nil, ""},
		{"the walk has no total", 80, []step{{0, index.Progress{Stage: index.StageWalk}}}, "shop: walk  ...|\n|\n"},
		{"rate and time left", 100, []step{
			{0, files(0, 400, 0, 0)},
			{2 * time.Second, files(100, 400, 950, 1_200_000)},
		}, "shop: files [                    ] 0 of 400 files, 0 chunks, 0.0 MB|\n" +
			"shop: files [#####               ] 100 of 400 files, 950 chunks, 1.2 MB, 50 a second, 6s left|\n|\n"},
		{"not more than ten times a second, but the last", 100, []step{
			{0, files(1, 4, 1, 0)},
			{10 * time.Millisecond, files(2, 4, 2, 0)},
			{10 * time.Millisecond, files(4, 4, 4, 0)},
		}, "shop: files [#####               ] 1 of 4 files, 1 chunks, 0.0 MB|\n" +
			"shop: files [####################] 4 of 4 files, 4 chunks, 0.0 MB, 200 a second, 0s left|\n|\n"},
		{"vectors", 100, []step{
			{0, files(1, 1, 1, 0)},
			{time.Second, index.Progress{Stage: index.StageVectors, Total: 64}},
			{time.Second, index.Progress{Stage: index.StageVectors, Done: 32, Total: 64}},
		}, "shop: files [####################] 1 of 1 files, 1 chunks, 0.0 MB|\n" +
			"shop: vectors [                    ] 0 of 64 vectors|\n" +
			"shop: vectors [##########          ] 32 of 64 vectors, 32 a second, 1s left|\n|\n"},
		{"cut to the terminal", 30, []step{{0, files(0, 400, 0, 0)}}, "shop: files [                |\n|\n"},
		{"more than the total", 100, []step{{0, files(5, 4, 0, 0)}},
			"shop: files [####################] 5 of 4 files, 0 chunks, 0.0 MB|\n|\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, play(test.width, test.steps...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Without a terminal a short sweep prints nothing, a long one a line every ten
// seconds.
func TestLines(t *testing.T) {
	t.Parallel()
	got := play(0,
		step{0, index.Progress{Stage: index.StageWalk}},
		step{time.Second, files(0, 1000, 0, 0)},
		step{9 * time.Second, files(90, 1000, 300, 2_000_000)},
		step{time.Second, files(100, 1000, 330, 2_500_000)},
		step{5 * time.Second, files(150, 1000, 400, 3_000_000)},
		step{5 * time.Second, files(200, 1000, 700, 5_000_000)},
		step{20 * time.Second, files(1000, 1000, 3000, 20_000_000)},
	)
	want := "shop: files 100 of 1000 files, 330 chunks, 2.5 MB, 10 a second, 1m30s left\n" +
		"shop: files 200 of 1000 files, 700 chunks, 5.0 MB, 10 a second, 1m20s left\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
