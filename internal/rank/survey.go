package rank

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// A survey is what the candidates are together: some features compare a file with
// the others.
type survey struct {
	bestScore, bestChunk float64
	stems                map[string]int // file names without extension, in a folder or not
	newest               int            // version in a folder's name
	elsewhere            []string       // words in paths that say another platform
}

func surveyOf(q Query, files []File) survey {
	s := survey{bestScore: tiny, bestChunk: tiny, stems: map[string]int{}, elsewhere: otherPlatforms(q)}
	for i := range files {
		f := &files[i]
		s.bestScore, s.bestChunk = max(s.bestScore, f.Score), max(s.bestChunk, f.Chunk)
		s.stems[stem(f.Path)]++
		s.newest = max(s.newest, version(f.Path))
	}
	return s
}

func stem(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }

// isHeader reports whether the file announces what another candidate of its name
// does.
func (s survey) isHeader(p string) bool {
	switch path.Ext(p) {
	case ".h", ".hh", ".hpp", ".hxx", ".mli", ".pyi":
		return s.stems[stem(p)] > 1
	}
	return strings.HasSuffix(p, ".d.ts")
}

// isOlder reports whether the file is in a folder of a version and some candidate
// in one of a later version.
func (s survey) isOlder(p string) bool {
	v := version(p)
	return v > 0 && v < s.newest
}

// version returns the version that a folder of the path is named after, such as 4
// for v4, or 0.
func version(p string) (v int) {
	const most = 99 // more is a year or a number of something else
	for folder := range strings.SplitSeq(strings.ToLower(path.Dir(p)), "/") {
		digits, ok := strings.CutPrefix(folder, "v")
		if n, err := strconv.Atoi(digits); ok && err == nil && n <= most {
			v = max(v, n)
		}
	}
	return v
}

// platforms are the words that paths say an operating system by, of each as GOOS
// has it.
var platforms = map[string][]string{
	"windows": {"windows", "win", "win32", "win64"},
	"darwin":  {"darwin", "macos", "osx", "ios"},
	"linux":   {"linux"},
	"freebsd": {"freebsd", "bsd"},
	"openbsd": {"openbsd", "bsd"},
	"netbsd":  {"netbsd", "bsd"},
	"solaris": {"solaris", "sunos"},
	"aix":     {"aix"},
	"android": {"android"},
	"zos":     {"zos", "os390"},
	"haiku":   {"haiku"},
	"plan9":   {"plan9"},
}

// unix are the words that say all systems but Windows and Plan 9.
var unix = []string{"unix", "posix"}

// otherPlatforms returns the words in paths that say a platform which is neither
// that of whoever asks nor one the query names.
func otherPlatforms(q Query) (words []string) {
	if q.Platform == "" {
		return nil
	}
	own := platforms[q.Platform]
	for platform, names := range platforms {
		if platform != q.Platform && !slices.ContainsFunc(names, func(w string) bool { return asks(q, w) || slices.Contains(own, w) }) {
			words = append(words, names...)
		}
	}
	if q.Platform == "windows" || q.Platform == "plan9" {
		words = append(words, unix...)
	}
	return words
}

func asks(q Query, word string) bool {
	return slices.ContainsFunc(q.Terms, func(t Term) bool { return t.Word == word })
}

// isElsewhere reports whether the path names another platform, as a folder or as
// the end of the file's name: win/udp.c, exec_windows.go.
func (s survey) isElsewhere(p string) bool {
	for part := range strings.SplitSeq(strings.ToLower(strings.TrimSuffix(p, path.Ext(p))), "/") {
		if at := strings.LastIndexAny(part, "_-."); at > 0 {
			part = part[at+1:]
		}
		if slices.Contains(s.elsewhere, part) {
			return true
		}
	}
	return false
}
