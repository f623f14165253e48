package mcpserver

import (
	"path"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// known returns project if it is configured.
func (s *Server) known(project string) (string, error) {
	if s.options.Catalog.Has(project) {
		return project, nil
	}
	names := s.options.Catalog.Names()
	return "", unknownName("project", project, names)
}

// unknownName says that given names nothing and what there is.
func unknownName(what, given string, names []string) error {
	err := fault.New(fault.NotFound, "unknown %s %q", what, shorten(given))
	if near := closest(given, names); near != "" {
		err = err.Fix("use %q if that is what you mean", near)
	}
	if len(names) == 0 {
		return err.Fix("leave %s out: there is none yet", what)
	}
	const most = 80
	shown := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		shown += ", …"
	}
	return err.Fix("choose one of these for %s: %s", what, shown)
}

// projects returns the projects the call is put to.
func (s *Server) projects(c call) []string {
	if c.everywhere() {
		return s.options.Catalog.Names()
	}
	return []string{c.project}
}

// repos returns the labels of the repos the call is put to, sorted.
func (s *Server) repos(c call) []string {
	var labels []string
	for _, project := range s.projects(c) {
		for _, root := range s.options.Catalog.Roots(project) {
			labels = append(labels, root.Repo)
		}
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}

// repo returns the argument "repo", which must be known where it is given.
func (s *Server) repo(c call) (string, error) {
	repo := c.text("repo")
	if repo == "" {
		return "", nil
	}
	if labels := s.repos(c); !slices.Contains(labels, repo) {
		return "", unknownName("repo", repo, labels)
	}
	return repo, nil
}

// A place is a path within a repo. An absolute path names its repo itself.
type place struct {
	project, repo, path string
}

// place returns where the argument name, a path, leads. A path is relative to
// the root of a repo; an absolute one must lie inside a root of the call. It
// never leads out of the root by its text.
func (s *Server) place(c call, name string) (place, error) {
	repo, err := s.repo(c)
	if err != nil {
		return place{}, err
	}
	given := c.text(name)
	if err := checkPath(name, given); err != nil {
		return place{}, err
	}
	if !path.IsAbs(given) {
		return place{project: c.project, repo: repo, path: relative(given)}, nil
	}
	at, ok := s.locate(c, repo, given)
	if !ok {
		return place{}, s.outside(c, name, given)
	}
	return at, nil
}

// locate finds the root that the absolute path lies in.
func (s *Server) locate(c call, repo, abs string) (place, bool) {
	for _, project := range s.projects(c) {
		for _, root := range s.options.Catalog.Roots(project) {
			if repo != "" && repo != root.Repo {
				continue
			}
			if rest, ok := strings.CutPrefix(abs+"/", strings.TrimSuffix(root.Path, "/")+"/"); ok {
				return place{project, root.Repo, relative(strings.TrimSuffix(rest, "/"))}, true
			}
		}
	}
	return place{}, false
}

// outside says that an absolute path lies in no root of the call.
func (s *Server) outside(c call, name, given string) error {
	var roots []string
	for _, project := range s.projects(c) {
		for _, root := range s.options.Catalog.Roots(project) {
			roots = append(roots, root.Path)
		}
	}
	return fault.New(fault.Invalid, "%s %q lies outside every indexed folder", name, shorten(given)).
		Fix("send a path as it is printed with a hit: relative to the root of its repo").
		Fix("indexed folders: %s", strings.Join(roots, ", "))
}

// checkPath refuses a path that is too long or climbs out of where it starts.
func checkPath(name, given string) error {
	if len(given) > code.MaxPath {
		return fault.New(fault.Invalid, "%s has %d bytes, no indexed path has more than %d", name, len(given), code.MaxPath).
			Fix("send a path as it is printed with a hit")
	}
	if slices.Contains(strings.Split(given, "/"), "..") {
		return fault.New(fault.Invalid, `%s %q contains ".."`, name, shorten(given)).
			Fix("send the path relative to the root of its repo, without \"..\"")
	}
	return nil
}

// relative returns p cleaned, without a leading "./"; the root itself is "". A
// slash at the end, which a prefix may have, stays.
func relative(p string) string {
	cleaned := path.Clean(p)
	if cleaned == "." {
		return ""
	}
	if strings.HasSuffix(p, "/") {
		return cleaned + "/"
	}
	return cleaned
}
