package search

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/embed"
)

// The leg proposes files 1 and 2; 3, 4 and 5 have words alone, 5 no vector.
func TestNearness(t *testing.T) {
	t.Parallel()
	s := newStore()
	s.near = []ChunkScore{{ChunkKey{3, 0}, 0.5}, {ChunkKey{4, 0}, 0.3}}
	dense := ranking{candidates: []candidate{{file: 1, score: 0.9}, {file: 2, score: 0.7}}}
	found := []candidate{{file: 5}, {file: 4}, {file: 3}, {file: 2}, {file: 1}}
	for name, tc := range map[string]struct {
		dense ranking
		found []candidate
		err   error
		want  []float64
	}{
		"all compared":       {dense, found, nil, []float64{0, 0, 0, 0.5, 1}}, // 3 is in the middle
		"leg alone":          {dense, found, errors.New("away"), []float64{0, 0, 0, 7. / 9, 1}},
		"no leg":             {ranking{}, found, nil, []float64{0, 0, 0, 0, 0}},
		"one":                {dense, []candidate{{file: 2}}, nil, []float64{1}},
		"without the leg's":  {dense, []candidate{{file: 3}, {file: 4}}, nil, []float64{1, 0}},
		"nothing with words": {dense, nil, nil, []float64{}},
	} {
		s.nearErr = tc.err
		got := s.engine().nearness(t.Context(), tc.dense, tc.found)
		if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A file that words alone proposed is compared by its vectors, too.
func TestWordsAloneAreCompared(t *testing.T) {
	t.Parallel()
	dense := ranking{candidates: []candidate{{file: 1, score: 0.5}}}
	s := newStore()
	s.near = []ChunkScore{{ChunkKey{2, 0}, 0.9}}
	got := s.engine().nearness(t.Context(), dense, []candidate{{file: 1}, {file: 2}})
	if diff := cmp.Diff([]float64{0, 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBarsLean(t *testing.T) {
	t.Parallel()
	leg := func(provider string, score float64) ranking {
		return ranking{candidates: []candidate{{score: score}}, compared: compared{by: embed.Model{Provider: provider}}}
	}
	short := evidence{coverage: 0.6, concentration: minConcentration - 0.01}
	enough := evidence{coverage: 0.6, concentration: minConcentration + 0.01}
	few := evidence{coverage: minCoverage + 0.01, concentration: 0.5}
	for name, tc := range map[string]struct {
		e    evidence
		leg  ranking
		want bool
	}{
		"short, near":             {short, leg("builtin", 0.7), true},
		"short, far":              {short, leg("builtin", 0.5), false},
		"short, of another model": {short, leg("ollama", 0.7), false},
		"short, words alone":      {short, ranking{}, false},
		"enough":                  {enough, ranking{}, true},
		"enough, far":             {enough, leg("builtin", 0.4), false},
		"enough, other model":     {enough, leg("openai", 0.4), true},
		"few words, far":          {few, leg("builtin", 0.4), true},
		"near alone":              {evidence{}, leg("builtin", 1.3), false},
	} {
		tc.e.near = tc.leg.leaning()
		if got := tc.e.answers(); got != tc.want {
			t.Errorf("%s: answers = %t with bars %.2f and %.2f, want %t", name, got, tc.e.minCoverage(), tc.e.minConcentration(), tc.want)
		}
	}
}
