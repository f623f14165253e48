package config

import (
	"errors"
	"regexp"
	"slices"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// A draft is an entry of rag-projects.json while it is read.
type draft struct {
	at       int // offset of the entry
	project  code.Project
	roots    []rootDraft
	problems []problem // with the definition
	missing  []problem // with the folders it names
	doc      document
}

func (dr draft) bad() bool { return len(dr.problems)+len(dr.missing) > 0 }

// add notes what is wrong with the definition.
func (dr *draft) add(err error) {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		e = fault.New(fault.Invalid, "%w", err)
	}
	dr.problems = append(dr.problems, problem{err: e})
}

// draft reads one entry and looks for its roots on disk.
func (d document) draft(entry node, in resolver) draft {
	dr := draft{at: entry.at, doc: d}
	members, err := d.members(entry)
	if err != nil {
		dr.add(err)
		return dr
	}
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.name] {
			dr.add(d.fault(m.at, "field %q: a second time; keep one", m.name))
			continue
		}
		seen[m.name] = true
		dr.read(m, in)
	}
	if !seen["name"] {
		dr.add(d.fault(entry.at, `no field "name"`))
	}
	if !seen["roots"] {
		dr.add(d.fault(entry.at, `no field "roots"`))
	}
	dr.settleRoots()
	return dr
}

// read takes over one field of an entry.
func (dr *draft) read(m member, in resolver) {
	switch m.name {
	case "name":
		dr.readName(m.node)
	case "roots":
		dr.readRoots(m.node, in)
	case "excludeGlobs":
		dr.project.ExcludeGlobs = dr.texts(m, checkGlob)
	case "includeGlobs":
		dr.project.IncludeGlobs = dr.texts(m, checkGlob)
	case "languages":
		dr.project.Languages = dr.texts(m, checkLanguage)
	default:
		dr.add(dr.doc.fault(m.at, "unknown field %q; allowed: name, roots, excludeGlobs, includeGlobs, languages", m.name))
	}
}

func (dr *draft) readName(n node) {
	name, err := dr.doc.text(n)
	if err != nil {
		dr.add(err)
		return
	}
	dr.project.Name = name
	if !code.ValidProjectName(name) {
		dr.add(dr.doc.fault(n.at, "name %q: not a project name", name).
			Fix("name it with 1 to 40 of a-z, 0-9 and _, a letter first; reserved are all, public, information_schema, %s and what begins with pg_", code.RegistrySchema))
	}
}

// texts reads an array of strings, each of which check accepts.
func (dr *draft) texts(m member, check func(string) error) []string {
	elements, err := dr.doc.elements(m.node)
	if err != nil {
		dr.add(err)
		return nil
	}
	var all []string
	for _, e := range elements {
		s, err := dr.doc.text(e)
		if err == nil && check(s) != nil {
			err = dr.doc.fault(e.at, "%s: %q: %w", m.name, s, check(s))
		}
		if err != nil {
			dr.add(err)
			continue
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

var languageName = regexp.MustCompile(`^[a-z][a-z0-9+#.-]*$`)

// checkLanguage checks the form only: which languages there are is not known
// here.
func checkLanguage(s string) error {
	if !languageName.MatchString(s) {
		return errors.New(`not a language; write it in lower case, like "go", "csharp" or "objective-c"`)
	}
	return nil
}
