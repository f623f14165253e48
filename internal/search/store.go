package search

import (
	"context"

	"coderag/internal/code"
	"coderag/internal/embed"
	"coderag/internal/history"
	"coderag/internal/postings"
)

// Store is the index of one project as the read path sees it.
type Store interface {
	// View calls fn with a consistent view of the index: no sweep changes it
	// while fn runs.
	View(ctx context.Context, fn func(View) error) error
	vectorStore
}

// View reads the index as it was at one moment.
type View interface {
	wordView
	historyView
	fileView
}

// wordView reads the inverted index.
type wordView interface {
	// Segments returns every segment, without lists, ordered by id.
	Segments(ctx context.Context) ([]Segment, error)
	// Postings returns the segments with the lists of the words.
	Postings(ctx context.Context, segments []Segment, words []string) ([]Segment, error)
}

// A Segment is one segment of the inverted index, for the words of a query.
type Segment struct {
	ID         int32
	Documents  *postings.Documents
	Vocabulary *postings.Vocabulary
	Frequency  []int32  // by word: the files it occurs in
	Lists      [][]byte // by word, nil where the segment lacks it
}

// historyView reads what commits say of files.
type historyView interface {
	// OtherSubjects returns, for every file of which the commit of the revision says
	// something, what other commits say of it, as far as the index took that in as
	// words of the file. A commit the index knows nothing of says nothing.
	OtherSubjects(ctx context.Context, revision string) (map[int64][]history.Subject, error)
}

// fileView reads files and their chunks.
type fileView interface {
	// Files returns those of the files that exist, ordered by id.
	Files(ctx context.Context, ids []int64) ([]File, error)
	// FilesMatching returns the ids of the files the filter lets through.
	FilesMatching(ctx context.Context, f Filter) (map[int64]bool, error)
	// Chunks returns those of the chunks that exist, ordered by key.
	Chunks(ctx context.Context, keys []ChunkKey) ([]Chunk, error)
	// Declarations returns the declarations that have one of the names, whatever
	// the case, at most limit of each name, ordered by file and line.
	Declarations(ctx context.Context, names []string, limit int) ([]Declaration, error)
	// Texts returns the texts of the files.
	Texts(ctx context.Context, files []int64) (map[int64]string, error)
	// FileByPath finds a file; repo may be "" where only one repo has the path.
	// The error is of kind fault.NotFound or fault.Invalid.
	FileByPath(ctx context.Context, id code.FileID) (File, error)
}

// vectorStore compares vectors.
type vectorStore interface {
	// LiveModel returns the model whose vectors answer, and its id. Without one
	// the error is of kind fault.NotFound.
	LiveModel(ctx context.Context) (int32, embed.Model, error)
	// Nearest returns the limit chunks nearest to the vector, by decreasing cosine,
	// ties by key, or fewer where the filter lets fewer through. The cosines are
	// exact. Of those near the limit the store may miss some; which, and which of
	// several equal ones it leaves out, is its choice, the same every time.
	Nearest(ctx context.Context, model int32, vector []float32, f Filter, limit int) ([]ChunkScore, error)
}

// A File is a file of the index.
type File struct {
	ID int64
	code.FileID
	Language string
	Stat     code.FileStat
	Lines    int
	Mentions int   // of what it declares, in other files
	Segment  int32 // where its words are; in any other segment it is dead
}

// A ChunkKey names a chunk within a project.
type ChunkKey struct {
	File   int64
	Number int
}

// A Chunk is a chunk of the index.
type Chunk struct {
	Key ChunkKey
	code.Chunk
	TextSHA [32]byte
}

// A Declaration is a declaration of the index.
type Declaration struct {
	Name  string
	Scope string // names of what encloses it
	Kind  code.DefKind
	Lines code.Span
	Chunk ChunkKey // the one it starts in
}

// A ChunkScore is a chunk with the score of one leg, higher being better.
type ChunkScore struct {
	Key   ChunkKey
	Score float64
}

// A Filter narrows a search. Empty fields let everything through.
type Filter struct {
	Repo       string
	Language   string
	PathPrefix string
}

// IsZero reports whether the filter lets everything through.
func (f Filter) IsZero() bool { return f == Filter{} }
