package main

import (
	"bytes"
	"fmt"
	"go/format"
	"strconv"

	"coderag/internal/rank"
)

// source returns internal/rank/default.go with the model's weights.
func source(m rank.Model) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("package rank\n\n// Default is the model of the service. tools/fit wrote it.\nvar Default = Model{\n")
	for _, part := range []struct {
		name    string
		weights [rank.NumFeatures]float64
	}{{"Weights", m.Weights}, {"Symbol", m.Symbol}} {
		fmt.Fprintf(&b, "%s: [NumFeatures]float64{\n", part.name)
		for i, w := range part.weights {
			fmt.Fprintf(&b, "%s, // %s\n", strconv.FormatFloat(w, 'f', 3, 64), rank.Names[i])
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}
