package main

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/fault"
)

// Edits measured, through the server and by the command.
const (
	mcpEdits     = 20
	commandEdits = 5
)

// measureEdits writes a line with a new word to files of the corpus and takes
// the time until a search for the word has the file: first with reindex_path,
// as an agent does, then with a scan by the command.
func (b *bench) measureEdits(ctx context.Context, all []query, e *Edit) error {
	session, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	reindex := func(path string) error {
		_, err := call(ctx, session, "reindex_path", map[string]any{"paths": []string{path}})
		return err
	}
	took, err := b.edits(ctx, session, all, mcpEdits, reindex)
	if err != nil {
		return err
	}
	e.MCP, e.MCPMax = median(took), percentile(took, 100)
	scan := func(string) error {
		_, err := b.indexer(ctx, "scan", project)
		return err
	}
	took, err = b.edits(ctx, session, all[mcpEdits:], commandEdits, scan)
	e.Command = median(took)
	return err
}

// edits edits n of the queries' files, one after the other.
func (b *bench) edits(ctx context.Context, s *mcp.ClientSession, all []query, n int, index func(path string) error) (took []time.Duration, err error) {
	for _, q := range all[:n] {
		word := newWord()
		start := time.Now()
		if err := addLine(filepath.Join(b.corpus, filepath.FromSlash(q.path)), word); err != nil {
			return nil, err
		}
		if err := index(q.path); err != nil {
			return nil, err
		}
		paths, err := searchCode(ctx, s, word)
		if err != nil {
			return nil, err
		}
		if len(paths) == 0 || paths[0] != q.path {
			return nil, fault.New(fault.Internal, "the line added to %s is found in %q", q.path, paths)
		}
		took = append(took, time.Since(start))
	}
	return took, nil
}

// newWord returns a word of letters that no corpus has.
func newWord() string {
	word := []byte("zyz")
	for range 12 {
		word = append(word, byte('a'+rand.IntN(26)))
	}
	return string(word)
}
