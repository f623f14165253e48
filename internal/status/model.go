package status

import (
	"fmt"
)

// A Model is one that has vectors of a project, or will have.
type Model struct {
	Provider  string `json:"provider"`
	Name      string `json:"name"`
	Digest    string `json:"digest"` // of the weights, where the provider tells it: its first 12 characters
	Dimension int    `json:"dimension"`
	Vectors   int    `json:"vectors"` // texts with a vector
	Pending   int    `json:"pending"` // texts still without one
	Refused   int    `json:"refused"` // texts the model cannot embed
}

// String returns provider, name, digest and dimension.
func (m Model) String() string {
	at := ""
	if m.Digest != "" {
		at = "@" + m.Digest
	}
	return fmt.Sprintf("%s %s%s (%d dimensions)", m.Provider, m.Name, at, m.Dimension)
}

// Counts says how many texts have a vector, and how many have none.
func (m Model) Counts() string {
	text := fmt.Sprintf("vectors %d, pending %d", m.Vectors, m.Pending)
	if m.Refused > 0 {
		text += fmt.Sprintf(", refused %d", m.Refused)
	}
	return text
}

// Progress says how far the model is with the texts of the project.
func (m Model) Progress() string {
	return fmt.Sprintf("%d of %d vectors", m.Vectors, m.Vectors+m.Pending)
}

// Answers names the model whose vectors answer beside the words, "words only"
// where none does.
func (p Project) Answers() string {
	if p.Rung == RungNone || p.Model == nil {
		return "words only"
	}
	return p.Model.String()
}
