package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"io/fs"
	"math"
	"slices"
	"strconv"

	"coderag/internal/code"
	"coderag/internal/rank"
)

// folds is how many parts the repositories are split into for validation.
const folds = 5

// report prints the mean nDCG@10 of the model in use, of one fitted to all
// repositories, and of models each judged on repositories it was not fitted to.
func report(repos []corpus, o rank.FitOptions) {
	fitted := rank.Fit(examples(repos), o)
	held := make([]float64, len(repos))
	for fold := range folds {
		var rest []corpus
		for i := range repos {
			if i%folds != fold {
				rest = append(rest, repos[i])
			}
		}
		m := rank.Fit(examples(rest), o)
		for i := range repos {
			if i%folds == fold {
				held[i] = repos[i].ndcg(m)
			}
		}
	}
	var sums [3]float64
	fmt.Printf("%-18s %8s %8s %8s\n", "repository", "in use", "fitted", "held out")
	for i, c := range repos {
		row := [3]float64{c.ndcg(rank.Default), c.ndcg(fitted), held[i]}
		for j, v := range row {
			sums[j] += v / float64(len(repos))
		}
		fmt.Printf("%-18s %8.3f %8.3f %8.3f\n", c.name, row[0], row[1], row[2])
	}
	fmt.Printf("%-18s %8.3f %8.3f %8.3f\n", "mean", sums[0], sums[1], sums[2])
}

func examples(repos []corpus) (all []rank.Example) {
	for _, c := range repos {
		for _, e := range c.examples {
			e.Weight = 1 / float64(len(c.examples)) // repositories count alike
			all = append(all, e)
		}
	}
	return all
}

// ndcg returns the mean nDCG@10 of the questions, with binary gain.
func (c corpus) ndcg(m rank.Model) float64 {
	sum := 0.0
	for i := range c.examples {
		sum += ndcg(m, &c.examples[i], c.targets[i])
	}
	return sum / float64(max(len(c.examples), 1))
}

func ndcg(m rank.Model, e *rank.Example, targets int) float64 {
	order := make([]int, len(e.Features))
	scores := make([]float64, len(e.Features))
	for i := range order {
		order[i] = i
		scores[i] = m.Score(e.Query, e.Features[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	var gain, ideal float64
	for place := range 10 {
		discount := 1 / math.Log2(float64(place)+2)
		if place < len(order) && e.Relevant[order[place]] {
			gain += discount
		}
		if place < targets {
			ideal += discount
		}
	}
	return gain / ideal
}

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

// noDisk says of every file that it cannot be looked at.
type noDisk struct{}

func (noDisk) Stat(code.FileID) (code.FileStat, error) { return code.FileStat{}, fs.ErrPermission }
func (noDisk) Read(code.FileID) (string, error)        { return "", fs.ErrPermission }
