package rerank

import (
	"bytes"
	"encoding/json"
	"math"

	"coderag/internal/fault"
)

// A dialect is how a server wants to be asked. What it answers tells its own
// shape.
type dialect int32

const (
	unknown dialect = iota
	usual           // of llama.cpp, vLLM, Jina, Cohere
	tei             // of Text Embeddings Inference
)

// A question asks for the scores of documents. Servers of the usual dialect
// give those of the best top_n, so it asks for all.
type question struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents,omitempty"`
	TopN      int      `json:"top_n,omitempty"`
	Texts     []string `json:"texts,omitempty"`
	Truncate  bool     `json:"truncate,omitempty"` // what is longer than the model reads; the others do so by themselves or refuse
}

func (d dialect) question(model, query string, documents []string) question {
	if d == tei {
		return question{Query: query, Texts: documents, Truncate: true}
	}
	return question{Model: model, Query: query, Documents: documents, TopN: len(documents)}
}

// A scored is one document with its score, whatever that is called.
type scored struct {
	Index     *int     `json:"index"`
	Relevance *float64 `json:"relevance_score"`
	Score     *float64 `json:"score"`
}

// scoresOf reads an answer: a list of scored, or an object that has it as
// results. There must be one score for each of the n documents.
func scoresOf(answer []byte, n int) ([]float64, error) {
	var list []scored
	var object struct {
		Results []scored `json:"results"`
	}
	var err error
	if bytes.HasPrefix(bytes.TrimSpace(answer), []byte("[")) {
		err = json.Unmarshal(answer, &list)
	} else {
		err = json.Unmarshal(answer, &object)
		list = object.Results
	}
	if err != nil {
		return nil, fault.New(fault.Unavailable, "decode the answer: %w", err)
	}
	return inOrder(list, n)
}

// inOrder returns the scores in the order of the documents.
func inOrder(list []scored, n int) ([]float64, error) {
	scores, seen := make([]float64, n), make([]bool, n)
	for _, s := range list {
		score := s.Relevance
		if score == nil {
			score = s.Score
		}
		switch {
		case s.Index == nil || score == nil:
			return nil, fault.New(fault.Unavailable, "the answer has a result without index or score")
		case *s.Index < 0 || *s.Index >= n:
			return nil, fault.New(fault.Unavailable, "the answer names document %d of %d", *s.Index, n)
		case seen[*s.Index]:
			return nil, fault.New(fault.Unavailable, "the answer names document %d twice", *s.Index)
		case math.IsNaN(*score) || math.IsInf(*score, 0):
			return nil, fault.New(fault.Unavailable, "the score of document %d is no number", *s.Index)
		}
		scores[*s.Index], seen[*s.Index] = *score, true
	}
	if len(list) < n {
		return nil, fault.New(fault.Unavailable, "the answer has scores of %d of %d documents", len(list), n)
	}
	return scores, nil
}
