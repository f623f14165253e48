package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"

	"coderag/internal/embed/builtin"
)

// A text is a document or a question, and its words.
type text struct {
	Document string `json:"document,omitempty"`
	Question string `json:"query,omitempty"`
	Query    string `json:"q,omitempty"`
	Where    string `json:"h,omitempty"`
	Name     string `json:"n,omitempty"`
	Symbol   string `json:"s,omitempty"`
	Code     string `json:"c,omitempty"`
}

// wordsOf writes the texts of a file with the words the model sees of them.
func wordsOf(path string, to *json.Encoder) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	var r repository
	for d := json.NewDecoder(file); ; {
		var t text
		if err := d.Decode(&t); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if t.Question != "" {
			t.Query = r.words(t.Question)
		} else {
			fields := builtin.Fields(t.Document)
			t.Where, t.Name, t.Symbol, t.Code = r.words(fields[0]), r.words(fields[1]), r.words(fields[2]), r.words(fields[3])
		}
		if err := to.Encode(t); err != nil {
			return err
		}
	}
}
