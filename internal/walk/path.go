package walk

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"coderag/internal/code"
)

// badPath says why the index cannot hold path.
func badPath(path string) verdict {
	switch {
	case !utf8.ValidString(path):
		return verdict{code.SkipBadPath, "not UTF-8"}
	case len(path) > code.MaxPath:
		return verdict{code.SkipBadPath, fmt.Sprintf("%d bytes, the limit is %d", len(path), code.MaxPath)}
	}
	return verdict{}
}

// printable returns a name for a bad path: valid UTF-8 of at most MaxPath
// bytes, and another for every path, since it ends in a hash of the bytes.
func printable(path string) string {
	hash := hashOf(path)
	var b strings.Builder
	for len(path) > 0 && b.Len() < code.MaxPath-32 {
		r, size := utf8.DecodeRuneInString(path)
		if r == utf8.RuneError && size == 1 {
			b.WriteString(`\x` + strconv.FormatUint(uint64(path[0]), 16))
		} else {
			b.WriteString(path[:size])
		}
		path = path[size:]
	}
	return b.String() + hash
}

// judgeLink says where a symbolic link leads. It is skipped in any case: what
// it leads to inside the root is indexed under its own path.
func (w *walker) judgeLink(path string) verdict {
	if _, err := os.Stat(w.abs(path)); err != nil {
		return verdict{code.SkipSymlink, "leads nowhere: " + cause(err)}
	}
	target, err := filepath.EvalSymlinks(w.abs(path))
	if err != nil {
		return verdict{code.SkipSymlink, "leads nowhere: " + cause(err)}
	}
	relative, inside := within(w.real, target)
	if !inside {
		return verdict{code.SkipSymlink, outOfRoot}
	}
	return verdict{code.SkipSymlink, "to " + strings.ToValidUTF8(relative, "\uFFFD")}
}

// special says what a file that is no file is.
func special(mode fs.FileMode) verdict {
	kind := "mode " + mode.String()
	switch {
	case mode&fs.ModeNamedPipe != 0:
		kind = "FIFO"
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	case mode&fs.ModeDevice != 0:
		kind = "device"
	}
	return verdict{code.SkipSpecial, kind}
}

const outOfRoot = "leads out of the root"

// within returns path relative to folder, if it lies in it. Both are absolute
// and cleaned.
func within(folder, path string) (relative string, ok bool) {
	if path == folder {
		return ".", true
	}
	return strings.CutPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// cause strips the path from err: the caller has it, and it need not be UTF-8.
func cause(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	return strings.ToValidUTF8(err.Error(), "\uFFFD")
}

func hashOf(path string) string {
	sum := sha256.Sum256([]byte(path))
	return fmt.Sprintf("#%x", sum[:8])
}
