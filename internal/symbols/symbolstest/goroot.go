package symbolstest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// StandardLibrary returns the folder with the sources of Go's standard library.
func StandardLibrary(tb testing.TB) string {
	tb.Helper()
	root, err := exec.CommandContext(tb.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatalf("go env GOROOT: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src")
}
