package rank

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// A Corpus is what the questions of one repository teach: their candidates, and
// which of these answer.
type Corpus struct {
	Repo     string
	Examples []Example
}

// written is how corpora are written: with the names of the features, since those of
// another model mean something else.
type written struct {
	Features []string
	Corpora  []Corpus
}

// WriteCorpora writes what ReadCorpora reads.
func WriteCorpora(w io.Writer, corpora []Corpus) error {
	return json.NewEncoder(w).Encode(written{Names[:], corpora})
}

// ReadCorpora reads corpora written by a program with the same features.
func ReadCorpora(r io.Reader) ([]Corpus, error) {
	var f written
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return nil, err
	}
	if !slices.Equal(f.Features, Names[:]) {
		return nil, fmt.Errorf("the features are not those of this program: %q", f.Features)
	}
	return f.Corpora, nil
}
