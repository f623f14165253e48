package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Corpus is the fingerprint of what one project has indexed.
type Corpus struct {
	Repo    string `json:"repo"` // as the question set names it
	Project string `json:"project"`
	Files   int    `json:"files"`
	Hash    string `json:"hash"` // over path and content of every file
}

// An Indexed file is one that a Corpus is the fingerprint of.
type Indexed struct {
	Repo   string
	Path   string
	SHA256 [32]byte // of its bytes
}

// NewCorpus returns the fingerprint of the files, whatever their order.
func NewCorpus(repo, project string, files []Indexed) Corpus {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b Indexed) int {
		return strings.Compare(a.Repo+"\x00"+a.Path, b.Repo+"\x00"+b.Path)
	})
	return Corpus{Repo: repo, Project: project, Files: len(files), Hash: hash(func(w io.Writer) {
		for _, f := range sorted {
			fmt.Fprintf(w, "%s\x00%s\x00%x\n", f.Repo, f.Path, f.SHA256)
		}
	})}
}

// A Setting is one value of the configuration that a figure depends on.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// hash returns the first 12 digits of the SHA-256 of what write writes.
func hash(write func(io.Writer)) string {
	h := sha256.New()
	write(h)
	return hex.EncodeToString(h.Sum(nil))[:12]
}
