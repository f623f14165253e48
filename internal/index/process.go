package index

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"coderag/internal/chunk"
	"coderag/internal/code"
	"coderag/internal/lang"
	"coderag/internal/symbols"
	"coderag/internal/textfile"
)

// An outcome is what became of one file that was to be read: one of file,
// touched, skip and retry is set.
type outcome struct {
	old     *Stored // what the index has for it, nil if it is new
	why     Reason  // it was read
	file    *File
	touched *Touch
	skip    *Skip
	retry   bool
}

// A processor turns files on disk into Files. It is not safe for concurrent
// use; each worker has its own.
type processor struct {
	options Options
	symbols *symbols.Set
	words   wordCounter
}

// process reads one file. It never fails: a file that cannot be indexed is
// skipped with the reason, and one whose processing panics is marked failed.
func (p *processor) process(ctx context.Context, r Read) (out outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			p.words = wordCounter{}
			out = skipped(r, code.SkipFailed, fmt.Sprintf("panic: %v at %s", cause, firstFrames(debug.Stack())))
		}
	}()
	raw, err := textfile.Read(ctx, r.Abs, p.options.MaxFileBytes)
	if err != nil {
		return unread(r, err)
	}
	if r.Old != nil && r.Old.SHA256 == raw.SHA256 && r.Old.Version == Version && r.Why != Told {
		return outcome{touched: &Touch{ID: r.Old.ID, Stat: raw.Stat}, old: r.Old}
	}
	text, reason, detail := textfile.Decode(raw.Raw)
	if reason != "" {
		return skipped(r, reason, detail)
	}
	if textfile.Minified(text) {
		return skipped(r, code.SkipMinified, "lines too long to be written by hand")
	}
	f := &File{FileID: r.FileID, SHA256: raw.SHA256, Stat: raw.Stat, Text: text, Subjects: r.Subjects}
	f.Language = lang.Detect(r.Path, []byte(text))
	if r.Old != nil {
		f.ID = r.Old.ID
	}
	p.analyse(ctx, f)
	return outcome{file: f, old: r.Old, why: r.Why}
}

// unread says what becomes of a file that could not be read. One that changed
// or went away under our hands has no outcome: the next sweep sees it again.
func unread(r Read, err error) outcome {
	if refusal, ok := errors.AsType[*textfile.Refusal](err); ok {
		return skipped(r, refusal.Reason, refusal.Detail)
	}
	return outcome{old: r.Old, retry: true}
}

// analyse fills in what follows from the text of f.
func (p *processor) analyse(ctx context.Context, f *File) {
	lines := code.NewLines(f.Text)
	f.Lines = lines.Count()
	f.Definitions = p.definitions(ctx, f)
	for _, c := range chunk.Split(f.Text, lines, f.Language, f.Definitions, p.options.Chunk) {
		embedded := chunk.EmbeddedText(f.FileID, f.Language, c, f.Text)
		f.Chunks = append(f.Chunks, Chunk{Chunk: c, TextSHA: chunk.TextSHA(embedded)})
	}
	f.Words = p.words.Document(f, lines)
}

// definitions returns the declarations of f. A file its parser cannot do, or
// not in time, has none: its chunks are windows, and it is found by its words.
func (p *processor) definitions(ctx context.Context, f *File) []code.Definition {
	ctx, cancel := context.WithTimeout(ctx, p.options.ParseTimeout)
	defer cancel()
	defs, err := p.symbols.Extract(ctx, f.Language, f.Path, f.Text)
	if err != nil {
		return nil
	}
	return defs
}

func skipped(r Read, reason code.SkipReason, detail string) outcome {
	return outcome{old: r.Old, skip: &Skip{
		Skip: code.Skip{FileID: r.FileID, Reason: reason, Detail: storable(detail)}, Stat: r.Stat, Version: Version,
	}}
}

// storable replaces what PostgreSQL takes in no text: NUL and broken UTF-8.
func storable(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
}

// firstFrames returns the head of a stack trace, enough to find the fault.
func firstFrames(stack []byte) string { return string(stack[:min(len(stack), 1500)]) }

// defaultParseTimeout bounds what one file may cost: the slowest grammar needs
// 2.5 s for the largest file that is indexed.
const defaultParseTimeout = 3 * time.Second
