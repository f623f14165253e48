package evaluate

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"

	"coderag/internal/cli"
)

// program says what asked: the version, and where the source was changed after
// its revision, or has none, also the hash of the program itself.
func program() string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.modified" && s.Value == "false" {
				return cli.Version()
			}
		}
	}
	return cli.Version() + " build " + ownHash()
}

// ownHash returns the first 12 digits of the SHA-256 of the running program,
// "unknown" where it cannot be read.
func ownHash() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}
