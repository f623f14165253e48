// Package e2e tests the programs as their users run them: it builds them,
// indexes repositories with the indexer, starts the server as a process and
// talks to it as a client of MCP. With the build tag clients it also drives
// programs of others: Claude Code, the MCP conformance suite and the MCP
// Inspector, which `make e2e` installs.
package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// programs is the folder with the programs under test.
var programs string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "coderag-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	programs = dir
	args := append([]string{"build", "-o", dir + string(filepath.Separator)}, buildFlags...)
	build := exec.Command("go", append(args, "coderag/cmd/...")...)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build the programs:", err)
		return 1
	}
	return m.Run()
}
