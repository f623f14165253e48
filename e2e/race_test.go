//go:build race

package e2e

// The programs are built as the tests are, so that `make test` runs them under
// the race detector. A server that it catches ends with exit code 66.
var buildFlags = []string{"-race"}
