// Package code holds the vocabulary every other package speaks: projects,
// roots, files, spans, definitions and chunks. It does no I/O and imports
// nothing of this module.
package code

import "time"

// A Project is a named set of roots that is indexed into one schema and
// searched as one corpus.
type Project struct {
	Name         string   // also the schema; see ValidProjectName
	Roots        []Root   // at least one, none inside another
	ExcludeGlobs []string // gitignore patterns on top of the base excludes
	IncludeGlobs []string // gitignore patterns; when set, only matching files are indexed
	Languages    []string // when set, only files of these languages are indexed
}

// A Root is one folder of a project on disk. Its Repo label is unique within
// the project and prefixes nothing: stored paths are relative to the root.
type Root struct {
	Path string // absolute, cleaned
	Repo string
}

// A FileID names a file within a project.
type FileID struct {
	Repo string
	Path string // slash-separated, relative to the root, valid UTF-8
}

// String returns "repo:path", or the path alone where no repo is named.
func (f FileID) String() string {
	if f.Repo == "" {
		return f.Path
	}
	return f.Repo + ":" + f.Path
}

// FileStat is what a directory entry says about a file without reading it.
type FileStat struct {
	Size    int64
	ModTime time.Time // microsecond resolution, as PostgreSQL stores it
}

// A Definition is one declaration found in a file. Definitions of a file are
// ordered by Lines.Start, then by decreasing Lines.End, so that an enclosing
// declaration comes before what it encloses.
type Definition struct {
	Name      string // bare name: "handle"
	Scope     string // enclosing declarations joined by ".", "" at top level: "Server"
	Kind      DefKind
	Signature string // the head of the declaration on one line, at most 300 bytes
	Lines     Span   // the declaration, without a comment above it
	DocLines  Span   // its doc comment with decorators and attributes, above it or (a docstring) inside; zero if none
}

// Qualified returns the name with its scope: "Server.handle".
func (d Definition) Qualified() string {
	if d.Scope == "" {
		return d.Name
	}
	return d.Scope + "." + d.Name
}

// Whole returns the lines of the declaration together with its doc comment.
func (d Definition) Whole() Span { return d.Lines.Union(d.DocLines) }

// DefKind says what sort of thing a definition declares.
type DefKind string

// The kinds of definition. Extractors map what a language has onto these.
const (
	KindFunction  DefKind = "function"
	KindMethod    DefKind = "method"
	KindClass     DefKind = "class"
	KindStruct    DefKind = "struct"
	KindInterface DefKind = "interface" // also protocols and type classes
	KindTrait     DefKind = "trait"
	KindEnum      DefKind = "enum"
	KindType      DefKind = "type"   // aliases, unions and what fits no other kind
	KindModule    DefKind = "module" // also namespaces and packages
	KindConstant  DefKind = "constant"
	KindVariable  DefKind = "variable"
	KindField     DefKind = "field" // also properties
	KindMacro     DefKind = "macro"
	KindImpl      DefKind = "impl"    // an implementation or extension block
	KindTest      DefKind = "test"    // a test case that is no ordinary function
	KindHeading   DefKind = "heading" // a section of prose
)

// A Chunk is a span of one file that is ranked and returned. The chunks of a
// file are numbered in order of Bytes.Start, and every line that is not blank
// lies in at least one of them.
type Chunk struct {
	Number int     // 0-based within the file
	Lines  Span    // 1-based, as an editor counts them
	Bytes  Range   // offsets into the file's text, cut at rune boundaries
	Symbol string  // qualified name of the declaration it belongs to, "" if none
	Kind   DefKind // kind of that declaration, "" if none
	Decl   Span    // lines of that whole declaration with its doc comment; Lines if none
}

// A Range is a half-open range of byte offsets.
type Range struct{ Start, End int }

// Len returns the number of bytes in the range.
func (r Range) Len() int { return r.End - r.Start }

// Of returns the part of text the range covers.
func (r Range) Of(text string) string { return text[r.Start:r.End] }

// SkipReason says why a file that was seen is not in the index.
type SkipReason string

// The reasons for which a file is not indexed.
const (
	SkipIgnored     SkipReason = "ignored"      // by .gitignore, .ragignore or excludeGlobs
	SkipNotIncluded SkipReason = "not_included" // includeGlobs or languages leave it out
	SkipBaseExclude SkipReason = "base_exclude" // build output, lock files, archives, images
	SkipGenerated   SkipReason = "generated"
	SkipMinified    SkipReason = "minified"
	SkipSecret      SkipReason = "secret"
	SkipTooLarge    SkipReason = "too_large"
	SkipBinary      SkipReason = "binary"
	SkipEncoding    SkipReason = "encoding" // neither UTF-8 nor a text we can decode
	SkipSymlink     SkipReason = "symlink"  // leads out of the root, dangles or loops
	SkipSpecial     SkipReason = "special"  // FIFO, socket or device
	SkipUnreadable  SkipReason = "unreadable"
	SkipBadPath     SkipReason = "bad_path" // not UTF-8, or longer than MaxPath
	SkipNested      SkipReason = "nested"   // in a nested checkout or linked worktree
	SkipFailed      SkipReason = "failed"   // processing it failed; the detail has the error
)

// MaxPath is the longest path, in bytes, that is indexed. PostgreSQL refuses
// B-tree keys over 2,704 bytes.
const MaxPath = 1024

// A Skip is a file or directory that was seen and not indexed.
type Skip struct {
	FileID
	Reason SkipReason
	Detail string // the pattern, size or error behind the reason
}
