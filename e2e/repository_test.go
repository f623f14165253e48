package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// A project is an entry of rag-projects.json.
type project struct {
	Name  string `json:"name"`
	Roots []root `json:"roots"`
}

type root struct {
	Path string `json:"path"`
	Repo string `json:"repo"`
}

// shop returns a project of two repositories, and tools another of one.
func shop(t *testing.T) project {
	t.Helper()
	return project{"shop", []root{{repository(t, "api"), "api"}, {repository(t, "web"), "web"}}}
}

func tools(t *testing.T) project {
	t.Helper()
	return project{"tools", []root{{repository(t, "tools"), "tools"}}}
}

// repository unpacks an archive of testdata into a git repository.
func repository(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), name)
	for _, f := range archive.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	initialize(t, dir)
	return dir
}

// initialize makes a git repository of the folder.
func initialize(t *testing.T, dir string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("git init: %v: %s", err, out)
	}
}

// write writes a file and the folders above it.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeProjects writes rag-projects.json.
func writeProjects(t *testing.T, path string, projects []project) {
	t.Helper()
	data, err := json.Marshal(map[string]any{"projects": projects})
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(data))
}
