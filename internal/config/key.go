package config

import (
	"strconv"
	"strings"

	"coderag/internal/fault"
)

// A keyName names a key of config.ini.
type keyName struct{ section, name string }

func (n keyName) String() string { return "[" + n.section + "] " + n.name }

// A key binds one key of config.ini to the field it sets.
type key struct {
	value
	id       keyName
	fallback string // what an absent key means, as the file would write it
	env      string // variable that overrides the file; set for secrets only
}

// secret marks the key as one whose value is never printed and which the
// environment variable env or the file named by the key NAME_file may set.
func (k key) secret(env string) key {
	k.env = env
	return k
}

// isSecret reports whether the value must not be printed.
func (k key) isSecret() bool { return k.env != "" }

// bind returns the key of a section whose default is fallback.
func bind(section, name, fallback string, v value) key {
	return key{value: v, id: keyName{section, name}, fallback: fallback}
}

// fault says that text is a wrong value for the key, naming where it came
// from and what is allowed. Secrets, and what may hold one, are not repeated.
func (k key) fault(from origin, text string, cause error) *fault.Error {
	_, allowed := k.Describe()
	shown := ""
	if !k.isSecret() && !strings.Contains(text, "@") {
		shown = " = " + strconv.Quote(text)
	}
	err := fault.New(fault.Invalid, "%s%s%s: %w; allowed: %s", from.prefix(), k.id, shown, cause, allowed)
	return withFixes(err, fault.FixesOf(cause))
}

// An origin is where the value of a key came from. The zero origin is the
// default.
type origin struct {
	file string
	line int    // in file; 0 if the whole file is the value
	env  string // variable
}

func (o origin) String() string {
	switch {
	case o.env != "":
		return "environment " + o.env
	case o.file != "":
		return "file " + printable(o.position())
	}
	return "default"
}

// position returns the file and, where it is known, the line.
func (o origin) position() string {
	if o.line == 0 {
		return o.file
	}
	return o.file + ":" + strconv.Itoa(o.line)
}

// prefix returns the origin as the beginning of an error.
func (o origin) prefix() string {
	switch {
	case o.env != "":
		return o.String() + ": "
	case o.file != "":
		return o.position() + ": "
	}
	return ""
}
