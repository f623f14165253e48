package builtin_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	"coderag/internal/embed/builtin"
)

var update = flag.Bool("update", false, "write the digest of the vectors")

// A golden is a text with the start of the vector that tools/embedder/export.py
// computes for it.
type golden struct {
	Document string    `json:"document"`
	Query    string    `json:"query"`
	Vector   []float64 `json:"vector"`
}

func vectorOf(t *testing.T, e *builtin.Embedder, g golden) []float32 {
	t.Helper()
	if g.Query != "" {
		v, err := e.Query(t.Context(), g.Query)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v, err := e.Documents(t.Context(), []string{g.Document})
	if err != nil {
		t.Fatal(err)
	}
	return v[0]
}

// The program computes what the training program computes; and the same to the
// bit on every platform, which the digest of all vectors holds.
func TestGoldenVectors(t *testing.T) {
	t.Parallel()
	const precision, digestFile = 1e-6, "testdata/vectors.sha256"
	e, sum := start(t), sha256.New()
	goldens := readLines[golden](t, "testdata/golden.jsonl")
	for _, g := range goldens {
		v := vectorOf(t, e, g)
		for i, want := range g.Vector {
			if math.Abs(float64(v[i])-want) > precision {
				t.Errorf("%.40q: number %d is %v, want %v", g.Document+g.Query, i, v[i], want)
				break
			}
		}
		_ = binary.Write(sum, binary.LittleEndian, v) // never fails
	}
	got := hex.EncodeToString(sum.Sum(nil))
	if *update {
		if err := os.WriteFile(digestFile, []byte(got+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(digestFile)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(want)) != got || len(goldens) < 20 {
		t.Errorf("digest of %d vectors %s, want %s: they differ by machine, or the model changed (-update)", len(goldens), got, want)
	}
}

func readLines[T any](t testing.TB, path string) (all []T) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }() // only read
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var x T
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
