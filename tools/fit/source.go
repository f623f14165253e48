package main

import (
	"bytes"
	"fmt"
	"go/format"
	"strconv"

	"coderag/internal/rank"
)

// A target is a model of the package rank and the file it is written to.
type target struct{ variable, says, file string }

var (
	words   = target{"Default", "is for queries of which words alone say something", "internal/rank/default.go"}
	vectors = target{"WithVectors", "is for queries of which vectors say something, too", "internal/rank/vectors.go"}
)

// source returns the file with the model's weights.
func (t target) source(m rank.Model) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package rank\n\n// %s %s. tools/fit wrote it.\nvar %s = Model{\n", t.variable, t.says, t.variable)
	for _, part := range []struct {
		name    string
		weights [rank.NumFeatures]float64
	}{{"Weights", m.Weights}, {"Symbol", m.Symbol}, {"Size", m.Size}} {
		fmt.Fprintf(&b, "%s: [NumFeatures]float64{\n", part.name)
		for i, w := range part.weights {
			fmt.Fprintf(&b, "%s, // %s\n", strconv.FormatFloat(w, 'f', 3, 64), rank.Names[i])
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}
