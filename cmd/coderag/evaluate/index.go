package evaluate

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"coderag/internal/eval"
	"coderag/internal/fault"
	"coderag/internal/postgres"
	"coderag/internal/search"
)

// indexed is a file of the index.
type indexed struct {
	search.File
	sha [32]byte
}

// indexedFiles returns the files the index has of a repo of a project.
func (g *ground) indexedFiles(ctx context.Context, project, label string) (files []indexed, err error) {
	defer fault.Wrap(&err, "files of project %q", project)
	store := postgres.OpenProject(g.db, project)
	stored, err := store.Files(ctx)
	if err != nil {
		return nil, err
	}
	shas := map[int64][32]byte{}
	for _, f := range stored {
		if f.Repo == label {
			shas[f.ID] = f.SHA256
		}
	}
	err = store.View(ctx, func(v search.View) error {
		rows, err := v.Files(ctx, slices.Collect(maps.Keys(shas)))
		for _, f := range rows {
			files = append(files, indexed{f, shas[f.ID]})
		}
		return err
	})
	slices.SortFunc(files, func(a, b indexed) int { return strings.Compare(a.Path, b.Path) })
	return files, err
}

// documents returns the files of every place with their texts.
func (g *ground) documents(ctx context.Context) (_ map[string][]eval.Document, err error) {
	out := map[string][]eval.Document{}
	for repo, p := range g.places {
		ids := make([]int64, len(p.files))
		for i, f := range p.files {
			ids[i] = f.ID
		}
		var texts map[int64]string
		err := postgres.OpenProject(g.db, p.project).View(ctx, func(v search.View) error {
			texts, err = v.Texts(ctx, ids)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, f := range p.files {
			out[repo] = append(out[repo], eval.Document{Path: p.prefix + f.Path, Lines: f.Lines, Text: texts[f.ID]})
		}
	}
	return out, nil
}

// fingerprints returns one for each place, by repository.
func (g *ground) fingerprints() (all []eval.Corpus) {
	for _, repo := range slices.Sorted(maps.Keys(g.places)) {
		p := g.places[repo]
		files := make([]eval.Indexed, len(p.files))
		for i, f := range p.files {
			files[i] = eval.Indexed{Repo: p.repo, Path: p.prefix + f.Path, SHA256: f.sha}
		}
		all = append(all, eval.NewCorpus(repo, p.project, files))
	}
	return all
}

// settings returns what the answers depend on besides the corpus: the sections
// of the configuration that concern it, the model, and what the flags change.
// With a server it is the configuration of this command that is read, which has
// to be the server's.
func (g *ground) settings(ctx context.Context, e *evaluation) ([]eval.Setting, error) {
	out := []eval.Setting{
		{Name: "baseline", Value: e.baseline}, {Name: "ablation", Value: e.ablation.String()},
		{Name: "chars", Value: strconv.Itoa(e.maxChars)},
	}
	for _, repo := range slices.Sorted(maps.Keys(g.places)) {
		status, err := g.app.Status(ctx, g.places[repo].project)
		if err != nil {
			return nil, err
		}
		if model := (eval.Setting{Name: "model", Value: status.Answers()}); !slices.Contains(out, model) {
			out = append(out, model)
		}
	}
	var dump bytes.Buffer
	if err := g.config.Dump(&dump); err != nil {
		return nil, err
	}
	return append(out, settingsOf(dump.String())...), nil
}

// measured are the sections of config.ini that answers depend on.
var measured = []string{"embedding", "search", "rerank", "index"}

// settingsOf reads the measured sections of a dump, without the notes of where
// a value came from.
func settingsOf(dump string) (out []eval.Setting) {
	section := ""
	for line := range strings.Lines(dump) {
		line = strings.TrimSpace(line)
		name, value, ok := strings.Cut(line, " = ")
		switch {
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		case ok && !strings.HasPrefix(line, "#") && slices.Contains(measured, section):
			value, _, _ = strings.Cut(value, "  # ")
			out = append(out, eval.Setting{Name: section + "." + name, Value: value})
		}
	}
	return out
}
