package search

import "coderag/internal/code"

// A ChunkText is one chunk in full, with its neighbours where asked.
type ChunkText struct {
	Project  string
	Repo     string
	Path     string
	Language string
	ChunkID  string
	Lines    code.Span
	Symbol   string // qualified name of its declaration, "" if none
	Kind     code.DefKind
	Content  string
	Before   []string // neighbouring chunks, in order of the file
	After    []string
	Stale    bool // the file on disk is newer than the index
	Missing  bool // the file is gone from disk
}

// A SpanRequest asks for lines of one file.
type SpanRequest struct {
	Repo  string // may be "" where the path exists in one repo only
	Path  string // relative to the root of the repo
	Lines code.Span
}

// A SpanText is the lines of a file as they are on disk, or, where the file is
// gone, as they were indexed.
type SpanText struct {
	Project   string
	Repo      string
	Path      string
	Language  string
	Lines     code.Span // what Content holds, clamped to the file; zero if that is empty
	Total     int       // lines the file has
	Content   string
	Cut       bool // Content stops before the end asked for, at the limit of one reply
	FromIndex bool // the file is gone or unreadable; this is the indexed text
}
