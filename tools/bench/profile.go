package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime/pprof"

	"coderag/internal/app"
	"coderag/internal/search"
)

// profiled returns a CPU profile of this process while it works.
func profiled(work func() error) ([]byte, error) {
	var samples bytes.Buffer
	if err := pprof.StartCPUProfile(&samples); err != nil {
		return nil, err
	}
	err := work()
	pprof.StopCPUProfile()
	return samples.Bytes(), err
}

func (b *bench) keepProfile(name string, data []byte) error {
	if b.profiles == "" {
		return nil
	}
	if err := os.MkdirAll(b.profiles, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.profiles, name), data, 0o644)
}

// profileSearches profiles searches in this process, where a profile is wanted.
func (b *bench) profileSearches(ctx context.Context, all []query) error {
	if b.profiles == "" {
		return nil
	}
	return b.withApp(ctx, func(a *app.App) error {
		data, err := profiled(func() error {
			for _, q := range all {
				if _, err := a.Search(ctx, project, search.Request{Query: q.text}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return b.keepProfile("search.pprof", data)
	})
}
