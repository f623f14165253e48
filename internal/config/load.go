package config

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/ini.v1"

	"coderag/internal/fault"
)

// Load reads the file at path, then the secrets env or their files hold, and
// returns the configuration they make with the defaults. With path "" there is
// no file. env is os.Getenv or a stand-in; nil is an empty environment.
//
// The error holds everything that is wrong, in the order of the file's lines:
// fault.NotFound if there is no file, else fault.Invalid.
func Load(path string, env func(string) string) (Config, error) {
	if env == nil {
		env = func(string) string { return "" }
	}
	c := Default()
	c.origins = map[keyName]origin{}
	l := loader{config: &c, path: path, env: env}
	l.keys = c.keys(resolver{base: filepath.Dir(path), home: env("HOME")})
	if err := l.readFile(); err != nil {
		return Config{}, err
	}
	l.readSecrets()
	c.fillProvider()
	l.problems = append(l.problems, c.problems(l.keys)...)
	if err := join(l.problems); err != nil {
		return Config{}, err
	}
	return c, nil
}

// A loader collects what is wrong while it fills a Config.
type loader struct {
	config   *Config
	keys     []key // of config
	path     string
	env      func(string) string
	problems []problem
}

// add notes a problem with a line, or with 0 the whole, of config.ini.
func (l *loader) add(line int, format string, args ...any) {
	args = append([]any{origin{file: l.path, line: line}.prefix()}, args...)
	err := fault.New(fault.Invalid, "%s"+format, args...)
	l.problems = append(l.problems, problem{line, withFixes(err, fault.FixesOf(errors.Unwrap(err)))})
}

// readFile sets the fields that config.ini has keys for.
func (l *loader) readFile() error {
	if l.path == "" {
		return nil
	}
	text, err := readText(l.path)
	if err != nil {
		return suggestExample(err, l.path)
	}
	at, clean, wrong := scan(text)
	for _, w := range wrong {
		l.add(w.line, "%w", w.err)
	}
	file, err := parse(clean)
	if err != nil {
		l.add(0, "%w", err)
		return nil
	}
	l.refuseLoose(at)
	for _, section := range file.Sections() {
		l.readSection(section, at)
	}
	return nil
}

// parse reads ini text in which "#" and ";" begin a comment only behind a
// space, "\" is an ordinary character, and only "=" ends a key.
func parse(text string) (*ini.File, error) {
	return ini.LoadSources(ini.LoadOptions{
		IgnoreContinuation: true, SpaceBeforeInlineComment: true, KeyValueDelimiters: "=",
	}, []byte(text))
}

// refuseLoose reports the keys before the first section.
func (l *loader) refuseLoose(at positions) {
	for name, lines := range at.keys {
		if name.section == "" {
			l.add(lines[0], "a key stands before the first section; allowed sections: %s", l.sections())
		}
	}
}

func (l *loader) readSection(section *ini.Section, at positions) {
	name := section.Name()
	line, written := at.sections[name]
	if !written { // the parser adds a section for loose keys
		return
	}
	if len(l.keysOf(name)) == 0 {
		l.add(line, "[%s]: unknown section; allowed: %s", printable(name), l.sections())
		return
	}
	for _, k := range section.Keys() {
		l.readKey(keyName{name, k.Name()}, k.Value(), at)
	}
}

// readKey sets one key to what the file says.
func (l *loader) readKey(name keyName, text string, at positions) {
	lines := at.keys[name]
	if len(lines) == 0 {
		l.add(0, "%s: not found on any line", printable(name.String()))
		return
	}
	for _, again := range lines[1:] {
		l.add(again, "%s: a second time, first on line %d; keep one", name, lines[0])
	}
	i := slices.IndexFunc(l.keys, func(k key) bool { return k.id == name })
	if i < 0 {
		l.add(lines[0], "%s: unknown key; allowed: %s", printable(name.String()), strings.Join(l.keysOf(name.section), ", "))
		return
	}
	l.assign(l.keys[i], origin{file: l.path, line: lines[0]}, text)
}

// assign sets a field and remembers where the value came from.
func (l *loader) assign(k key, from origin, text string) {
	if err := k.Set(text); err != nil {
		l.problems = append(l.problems, problem{from.line, k.fault(from, text, err)})
		return
	}
	l.config.origins[k.id] = from
}

// keysOf returns the names of the keys of a section.
func (l *loader) keysOf(section string) []string {
	var names []string
	for _, k := range l.keys {
		if k.id.section == section {
			names = append(names, k.id.name)
		}
	}
	return names
}

// sections returns the names of the sections as an error lists them.
func (l *loader) sections() string {
	seen := map[string]bool{}
	for _, k := range l.keys {
		seen[k.id.section] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}
