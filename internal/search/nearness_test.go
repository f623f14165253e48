package search

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/embed"
)

// The leg proposes files 1, 2 and 3; 4 and 5 have words alone.
func TestNearness(t *testing.T) {
	t.Parallel()
	dense := ranking{candidates: []candidate{{file: 1, score: 0.9}, {file: 2, score: 0.7}, {file: 3, score: 0.3}}}
	for name, tc := range map[string]struct {
		dense ranking
		found []candidate
		want  []float64
	}{
		"words proposed two":   {dense, []candidate{{file: 5}, {file: 4}, {file: 3}, {file: 2}, {file: 1}}, []float64{0, 0, 0, 2. / 3, 1}},
		"vectors proposed all": {dense, []candidate{{file: 3}, {file: 2}, {file: 1}}, []float64{0, 0, 1}}, // 2 is in the middle
		"no leg":               {ranking{}, []candidate{{file: 1}, {file: 2}}, []float64{0, 0}},
		"one":                  {dense, []candidate{{file: 2}}, []float64{1}},
		"nothing":              {dense, nil, []float64{}},
	} {
		if diff := cmp.Diff(tc.want, nearness(tc.dense, tc.found), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestBarsLean(t *testing.T) {
	t.Parallel()
	leg := func(provider string, score float64) ranking {
		return ranking{candidates: []candidate{{score: score}}, model: embed.Model{Provider: provider}}
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
