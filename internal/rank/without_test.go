package rank

import (
	"slices"
	"strings"
	"testing"
)

// Every switch takes weight from features, none of another, and is named once.
func TestWithout(t *testing.T) {
	t.Parallel()
	var all Model
	for i := range all.Weights {
		all.Weights[i], all.Symbol[i], all.Size[i] = 1, 1, 1
	}
	switches := Switches()
	if len(switches) != len(groups)+NumFeatures {
		t.Errorf("%d switches for %d groups and %d features", len(switches), len(groups), NumFeatures)
	}
	for i, name := range switches {
		if slices.Contains(switches[:i], name) || strings.ContainsAny(name, " ,") {
			t.Errorf("%q is named twice, or cannot stand in a list", name)
		}
		got := all.Without(func(off string) bool { return off == name })
		for j, feature := range Names {
			gone := dashed(feature) == name || slices.Contains(groups[name], feature)
			if (got.Weights[j] == 0) != gone || (got.Symbol[j] == 0) != gone || (got.Size[j] == 0) != gone {
				t.Errorf("without %s: %s weighs %v, %v and %v", name, feature, got.Weights[j], got.Symbol[j], got.Size[j])
			}
		}
	}
	if got := all.Without(func(string) bool { return false }); got != all {
		t.Errorf("without nothing: %+v", got)
	}
}

// A group of what is no feature would be measured as worth nothing.
func TestGroupsAreFeatures(t *testing.T) {
	t.Parallel()
	for group, features := range groups {
		for _, name := range features {
			if !slices.Contains(Names[:], name) {
				t.Errorf("group %s: no feature is called %q", group, name)
			}
		}
	}
}
