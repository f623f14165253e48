package config

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// Projects is what one reading of rag-projects.json gives: the projects that
// can be swept, and the others with what is wrong. The zero Projects knows of
// none, and of none that it is gone.
type Projects struct {
	Path string // of the file; "" if none was read
	OK   []code.Project
	Bad  []BadProject
}

// A BadProject is an entry that cannot be swept as it is now.
type BadProject struct {
	Name  string // as written, which may be no valid name; "" if it has none
	Index int    // of the entry in the file, from 0
	Err   error  // with the fixes: fault.Unavailable if Absent, else fault.Invalid

	// Absent says that the entry is sound but folders of its roots cannot be
	// reached, as when a disk is not mounted. Project is then complete, with
	// the missing roots; its index is still to be searched, and nothing of it
	// to be deleted.
	Absent  bool
	Project code.Project
}

// Names returns the names of all entries that have a valid one, sorted.
func (p Projects) Names() []string {
	names := map[string]bool{}
	for _, ok := range p.OK {
		names[ok.Name] = true
	}
	for _, bad := range p.Bad {
		if code.ValidProjectName(bad.Name) {
			names[bad.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Served returns the projects whose index may be searched: those that can be
// swept and those that are only Absent, by name.
func (p Projects) Served() []code.Project {
	served := slices.Clone(p.OK)
	for _, bad := range p.Bad {
		if bad.Absent {
			served = append(served, bad.Project)
		}
	}
	slices.SortFunc(served, func(a, b code.Project) int { return cmp.Compare(a.Name, b.Name) })
	return served
}

// Find returns the project of that name, ready to be swept; or what is wrong
// with it; or fault.NotFound with the names there are.
func (p Projects) Find(name string) (code.Project, error) {
	for _, ok := range p.OK {
		if ok.Name == name {
			return ok, nil
		}
	}
	for _, bad := range p.Bad {
		if bad.Name == name {
			return code.Project{}, bad.Err
		}
	}
	return code.Project{}, fault.New(fault.NotFound, "project %q: not in %s", name, p.Path).
		Fix("use one of: %s", strings.Join(p.Names(), ", ")).
		Fix("or add it to %s", p.Path)
}

// Gone reports whether a project was surely taken out of the file: no entry
// has its name, and every entry has a valid one, so that none can be a
// misspelling of it. Only then may its schema be offered for dropping.
func (p Projects) Gone(name string) bool {
	if p.Path == "" {
		return false
	}
	for _, bad := range p.Bad {
		if !code.ValidProjectName(bad.Name) {
			return false
		}
	}
	return !slices.Contains(p.Names(), name)
}

// LoadProjects reads rag-projects.json. Relative roots start at its folder,
// "~" is the home of the user. An entry that is wrong goes to Bad and the
// others to OK. The error says that the file as a whole cannot be used:
// fault.NotFound if there is none, fault.Invalid with the line and column of
// what is no JSON or has another form.
func LoadProjects(path string) (Projects, error) {
	text, err := readText(path)
	if err != nil {
		return Projects{}, suggestExample(err, path)
	}
	home, _ := os.UserHomeDir() // without one, "~" is reported where it is used
	return decodeProjects(document{path: path, content: text}, resolver{base: filepath.Dir(path), home: home})
}

func decodeProjects(d document, in resolver) (Projects, error) {
	entries, err := d.entries()
	if err != nil {
		return Projects{}, err
	}
	drafts := make([]draft, len(entries))
	for i, e := range entries {
		drafts[i] = d.draft(e, in)
	}
	refuseDuplicates(drafts)
	p := Projects{Path: d.path}
	for i, dr := range drafts {
		if dr.bad() {
			p.Bad = append(p.Bad, dr.badProject(i))
			continue
		}
		p.OK = append(p.OK, dr.project)
	}
	return p, nil
}

// refuseDuplicates adds a problem to every entry whose name another has: which
// of them is meant cannot be told, and sweeping the wrong one deletes rows.
func refuseDuplicates(drafts []draft) {
	first := map[string]int{}
	for i := range drafts {
		name := drafts[i].project.Name
		j, seen := first[name]
		switch {
		case name == "":
		case !seen:
			first[name] = i
		default:
			drafts[j].duplicateOf(drafts[i])
			drafts[i].duplicateOf(drafts[j])
		}
	}
}

func (dr *draft) duplicateOf(other draft) {
	dr.add(dr.doc.fault(dr.at, "name: the entry at %s has it too", dr.doc.position(other.at)).
		Fix("give each project in %s a name of its own", dr.doc.path))
}

// badProject returns the entry with what is wrong with it.
func (dr draft) badProject(index int) BadProject {
	subject := fmt.Sprintf("project %q", dr.project.Name)
	if dr.project.Name == "" {
		subject = fmt.Sprintf("project %d", index+1)
	}
	bad := BadProject{Name: dr.project.Name, Index: index}
	if len(dr.problems) > 0 {
		bad.Err = fmt.Errorf("%s: %w", subject, join(append(dr.problems, dr.missing...)))
		return bad
	}
	bad.Absent, bad.Project = true, dr.project
	bad.Err = fmt.Errorf("%s: %w", subject, joinAs(fault.Unavailable, dr.missing))
	return bad
}
