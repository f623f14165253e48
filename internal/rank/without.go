package rank

import (
	"maps"
	"slices"
	"strings"
)

// groups are features that are left out together, to measure what they are worth.
var groups = map[string][]string{
	"names": {
		"stem share", "stem coverage", "whole stem", "stem and symbol", "symbol coverage", "symbol saturation", "symbol density",
		"declares", "named",
	},
	"priors": {
		"test", "prose", "example", "entry point", "hidden or data", "header", "older version", "other platform",
	},
	"pairs":   {"pair coverage", "pair names"},
	"history": {"history coverage", "history saturation", "history density"},
}

// Switches returns what Without takes: the groups, then the features, each by its
// name with dashes for spaces.
func Switches() []string {
	all := slices.Sorted(maps.Keys(groups))
	for _, name := range &Names {
		all = append(all, dashed(name))
	}
	return all
}

func dashed(name string) string { return strings.ReplaceAll(name, " ", "-") }

// Without returns the model with no weight on the features that off names, alone
// or by their group. The other weights stay as they were fitted.
func (m Model) Without(off func(name string) bool) Model {
	for i, name := range &Names {
		if off(dashed(name)) || inGroup(name, off) {
			m.Weights[i], m.Symbol[i], m.Size[i] = 0, 0, 0
		}
	}
	return m
}

// inGroup reports whether off names a group the feature is in.
func inGroup(feature string, off func(name string) bool) bool {
	for group, features := range groups {
		if off(group) && slices.Contains(features, feature) {
			return true
		}
	}
	return false
}
