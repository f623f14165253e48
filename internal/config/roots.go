package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// A rootDraft is a root of an entry while it is read.
type rootDraft struct {
	code.Root             // Path with symbolic links resolved, if the folder is there
	written   string      // the path in the file, resolved but with its links
	at        int         // offset in the document
	info      fs.FileInfo // nil if the folder is not there
}

// repoLabel is what a repo may be called.
var repoLabel = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`)

func (dr *draft) readRoots(n node, in resolver) {
	elements, err := dr.doc.elements(n)
	if err != nil {
		dr.add(err)
		return
	}
	if len(elements) == 0 {
		dr.add(dr.doc.fault(n.at, "roots: none; name at least one folder"))
	}
	for _, e := range elements {
		if err := dr.readRoot(e, in); err != nil {
			dr.add(err)
		}
	}
}

// readRoot reads a path, or an object of a path and a label.
func (dr *draft) readRoot(n node, in resolver) error {
	root := rootDraft{at: n.at}
	path := n
	if n.raw[0] == '{' {
		var err error
		if path, root.Repo, err = dr.labelled(n); err != nil {
			return err
		}
	}
	written, err := dr.doc.text(path)
	if err != nil {
		return err
	}
	if root.written, err = in.resolve(written); err != nil {
		return dr.doc.fault(path.at, "root %q: %w", written, err)
	}
	dr.roots = append(dr.roots, root)
	return nil
}

// labelled reads the object form of a root.
func (dr *draft) labelled(n node) (path node, repo string, err error) {
	members, err := dr.doc.members(n)
	if err != nil {
		return node{}, "", err
	}
	for _, m := range members {
		switch {
		case m.name == "path" && path.raw == "":
			path = m.node
		case m.name == "repo" && repo == "":
			if repo, err = dr.doc.text(m.node); err != nil {
				return node{}, "", err
			}
			if !repoLabel.MatchString(repo) {
				return node{}, "", dr.doc.fault(m.node.at, "repo %q: want 1 to 64 of A-Z, a-z, 0-9, _, - and ., not beginning with - or .", repo)
			}
		default:
			return node{}, "", dr.doc.fault(m.at, "root: unknown or repeated field %q; allowed: path and repo, once each", m.name)
		}
	}
	if path.raw == "" {
		return node{}, "", dr.doc.fault(n.at, `root: no field "path"`)
	}
	return path, repo, nil
}

// settleRoots finds the folders, labels them and refuses what overlaps.
func (dr *draft) settleRoots() {
	for i := range dr.roots {
		dr.locate(&dr.roots[i])
	}
	dr.label()
	dr.refuseOverlaps()
	for _, r := range dr.roots {
		dr.project.Roots = append(dr.project.Roots, r.Root)
	}
}

// locate looks for the folder of a root. A folder that cannot be reached may
// be on a disk that is not mounted, which is no mistake in the file.
func (dr *draft) locate(r *rootDraft) {
	r.Path = r.written
	info, err := os.Stat(r.written)
	if err == nil && !info.IsDir() {
		dr.add(dr.doc.fault(r.at, "root %s: not a folder", r.written).Fix("name the folder that holds the files"))
		return
	}
	target := ""
	if err == nil {
		target, err = filepath.EvalSymlinks(r.written)
	}
	if err != nil {
		dr.missing = append(dr.missing, problem{err: fault.New(fault.Unavailable, "%s: root: %w", dr.doc.position(r.at), err).
			Fix("mount or create %s, or correct it in %s; until then its index stays as it is", r.written, dr.doc.path)})
		return
	}
	r.Path, r.info = target, info
}

// label gives every root without a label the name of its folder, with -2, -3
// behind it where that is taken, and refuses equal labels.
func (dr *draft) label() {
	taken := map[string]bool{}
	for _, r := range dr.roots {
		if r.Repo == "" {
			continue
		}
		if taken[r.Repo] {
			dr.add(dr.doc.fault(r.at, "repo %q: another root has it", r.Repo).Fix("give each root of a project its own \"repo\""))
		}
		taken[r.Repo] = true
	}
	for i := range dr.roots {
		r := &dr.roots[i]
		if r.Repo == "" {
			r.Repo = unusedLabel(baseLabel(r.written), taken)
			taken[r.Repo] = true
		}
	}
}

func unusedLabel(base string, taken map[string]bool) string {
	label := base
	for n := 2; taken[label]; n++ {
		label = base + "-" + strconv.Itoa(n)
	}
	return label
}

var notInLabel = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// baseLabel makes a label of the last element of a path.
func baseLabel(path string) string {
	label := notInLabel.ReplaceAllString(filepath.Base(path), "-")
	label = strings.Trim(label, "-.")
	if label == "" {
		return "root"
	}
	return label[:min(len(label), 60)] // room for a number
}

// refuseOverlaps refuses roots that are, or lie in, another one: their files
// would be indexed twice.
func (dr *draft) refuseOverlaps() {
	for i, a := range dr.roots {
		for _, b := range dr.roots[:i] {
			if relation := overlap(a, b); relation != "" {
				dr.add(dr.doc.fault(a.at, "root %s: %s %s", a.written, relation, b.written).
					Fix("keep the outer one only, and leave parts out with excludeGlobs"))
			}
		}
	}
}

// overlap says how root a relates to root b: "" if they share no file.
func overlap(a, b rootDraft) string {
	same := a.info != nil && b.info != nil && os.SameFile(a.info, b.info)
	switch {
	case same || a.Path == b.Path:
		return "the same folder as"
	case within(a.Path, b.Path):
		return "inside"
	case within(b.Path, a.Path):
		return "around"
	}
	return ""
}

// within reports whether path lies below folder.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != "." && rel != ".." && !strings.HasPrefix(rel, fmt.Sprintf("..%c", filepath.Separator))
}
