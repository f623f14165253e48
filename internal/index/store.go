package index

import (
	"context"

	"coderag/internal/chunk"
	"coderag/internal/code"
	"coderag/internal/history"
	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// Version is the version of everything that decides which rows a file has, six
// bits each: extractors and word counts, which have no version of their own,
// lists, chunker, header and tokenizer. Files stored by another version are
// indexed again, batch by batch, while the old rows go on answering, but for
// lists of another format.
const Version = 2<<24 | postings.Format<<18 | chunk.Version<<12 | chunk.HeaderVersion<<6 | lexeme.Version

// Stored is what the index knows of a file.
type Stored struct {
	ID int64
	code.FileID
	SHA256  [32]byte
	Stat    code.FileStat
	Version int
}

// A File is a file ready to be stored.
type File struct {
	ID int64 // of the row it replaces; 0 before one is reserved for a new file
	code.FileID
	SHA256      [32]byte // of the bytes on disk
	Stat        code.FileStat
	Language    string
	Lines       int
	Text        string
	Chunks      []Chunk
	Definitions []code.Definition
	Subjects    []history.Subject // of the commits that changed it; they are words of it, and not stored with it
	Words       postings.Document
}

// A Chunk is a chunk with the hash of the text a model sees for it.
type Chunk struct {
	code.Chunk
	TextSHA [32]byte
}

// A Touch is a file whose content did not change although its stat did.
type Touch struct {
	ID   int64
	Stat code.FileStat
}

// A Skip is a file that is not indexed. Where it had to be read to know, Stat
// and Version say what was read by which code, so that it is not read again
// before either changes.
type Skip struct {
	code.Skip
	Stat    code.FileStat
	Version int
}

// A Batch is a set of changes that become visible together.
type Batch struct {
	Files   []File // each replaces what the index had for it
	Segment postings.Segment
	Touched []Touch
	Removed []int64
}

// fileStore holds the files of one project.
type fileStore interface {
	// Files returns every file of the index, in no particular order.
	Files(ctx context.Context) ([]Stored, error)
	// FilesAt returns those of the named files that are in the index.
	FilesAt(ctx context.Context, ids []code.FileID) ([]Stored, error)
	// ReserveIDs returns n unused file ids.
	ReserveIDs(ctx context.Context, n int) ([]int64, error)
	// Commit applies the batch in one transaction.
	Commit(ctx context.Context, b Batch) error
	// Skips returns every skip of the index, ordered by repo and path.
	Skips(ctx context.Context) ([]Skip, error)
	// ReplaceSkips makes skips the only ones of the repo.
	ReplaceSkips(ctx context.Context, repo string, skips []Skip) error
}

// segmentStore holds the segments of the inverted index of one project.
type segmentStore interface {
	// SegmentSizes returns the segments of this format. It drops those of others
	// that have no live file left.
	SegmentSizes(ctx context.Context) ([]postings.SegmentSize, error)
	// MergeSegments replaces the segments by one with their live files.
	MergeSegments(ctx context.Context, ids []int32) error
	// CountMentions counts anew how often files name what another one declares,
	// where enough files have changed since it was done last.
	CountMentions(ctx context.Context) error
}

// historyStore holds the commits of one project.
type historyStore interface {
	// HistoryHead returns the revision up to which the history of the repo was
	// taken in, "" if it never was.
	HistoryHead(ctx context.Context, repo string) (string, error)
	// SetHistoryHead says that it was taken in up to head.
	SetHistoryHead(ctx context.Context, repo, head string) error
	// PutCommits stores commits; those it has are replaced. Afresh, all others of
	// the repo go.
	PutCommits(ctx context.Context, repo string, commits []history.Commit, afresh bool) error
	// Subjects returns what commits that touched at most so many files say of
	// each of the files, the newest first.
	Subjects(ctx context.Context, files []code.FileID, most int) (map[code.FileID][]history.Subject, error)
}

// Store is one project in the database.
type Store interface {
	fileStore
	segmentStore
	historyStore
	vectorStore
}
