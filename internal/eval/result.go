package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"coderag/internal/fault"
)

// A Run is everything that is kept of an evaluation: enough to compare it with
// another, and to say what it was made on.
type Run struct {
	Name     string    `json:"name"` // what tells it from others: "default", "without dense", "grep"
	Set      string    `json:"set"`
	Way      string    `json:"way"`     // "in process", "http" or "grep"
	Version  string    `json:"version"` // of the program
	Time     string    `json:"time,omitempty"`
	K        int       `json:"k"`
	Seed     uint64    `json:"seed"`
	Samples  int       `json:"samples"`
	Corpora  []Corpus  `json:"corpora"`
	Settings []Setting `json:"settings"`
	Summary  Summary   `json:"summary"`
	Outcomes []Outcome `json:"outcomes,omitempty"`
}

// Corpus returns the fingerprint of all corpora together.
func (r Run) Corpus() string {
	return hash(func(w io.Writer) {
		for _, c := range r.Corpora {
			fmt.Fprintf(w, "%s\x00%d\x00%s\n", c.Repo, c.Files, c.Hash)
		}
	})
}

// Config returns the fingerprint of the settings.
func (r Run) Config() string {
	return hash(func(w io.Writer) {
		for _, s := range r.Settings {
			fmt.Fprintf(w, "%s\x00%s\n", s.Name, s.Value)
		}
	})
}

// Fingerprint returns what stands beside every figure.
func (r Run) Fingerprint() string {
	files := 0
	for _, c := range r.Corpora {
		files += c.Files
	}
	return fmt.Sprintf("corpus %s (%d projects, %d files), configuration %s, k %d, %s, program %s",
		r.Corpus(), len(r.Corpora), files, r.Config(), r.K, r.Way, r.Version)
}

// WithoutText returns the run without the text of the questions, the paths of
// the hits and the time each took: to be kept where the first two do not belong,
// and where a difference should be one of ranks.
func (r Run) WithoutText() Run {
	r.Outcomes = slices.Clone(r.Outcomes)
	for i := range r.Outcomes {
		r.Outcomes[i].Query, r.Outcomes[i].Top, r.Outcomes[i].Millis = "", nil, 0
	}
	return r
}

// Write writes the run as JSON, an outcome a line, so that two of them can be
// compared line by line.
func (r Run) Write(w io.Writer) error {
	outcomes := r.Outcomes
	r.Outcomes = nil
	head, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s,\n \"outcomes\": [", head[:len(head)-2])
	for i, o := range outcomes {
		line, err := json.Marshal(o)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, "\n  %s", line)
	}
	_, err = fmt.Fprint(w, "\n ]\n}\n")
	return err
}

// ReadRun reads what Write wrote.
func ReadRun(r io.Reader) (run Run, err error) {
	if err := json.NewDecoder(r).Decode(&run); err != nil {
		return run, notSaved("%w", err)
	}
	if run.Name == "" || run.K == 0 {
		return run, notSaved("it has no name or no k")
	}
	return run, nil
}

func notSaved(format string, args ...any) error {
	return fault.New(fault.Invalid, "not a saved run: "+format, args...).Fix("name a file that coderag eval --save wrote")
}
