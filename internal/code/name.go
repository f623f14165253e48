package code

import (
	"regexp"
	"strings"
)

var projectName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// AllProjects addresses every project at once where a project name is expected.
const AllProjects = "_all"

// RegistrySchema is the schema that lists the projects. A project cannot have
// its name; the obvious "coderag" stays free for the project of that name.
const RegistrySchema = "coderag_registry"

// ValidProjectName reports whether name may name a project and its schema: it
// matches [a-z][a-z0-9_]{0,39}, does not start with "pg_", is not a schema that
// something else owns, and not "all", which commands take for every project.
func ValidProjectName(name string) bool {
	switch name {
	case "all", "public", "information_schema", RegistrySchema:
		return false
	}
	return projectName.MatchString(name) && !strings.HasPrefix(name, "pg_")
}
