package config

import (
	"slices"
	"strings"
)

// readSecrets sets the secrets that the environment or a file of their own
// holds. The environment wins over both; a value and a file for one key are a
// contradiction.
func (l *loader) readSecrets() {
	for _, k := range l.keys {
		if !k.isSecret() {
			continue
		}
		if v := l.env(k.env); v != "" {
			l.assign(k, origin{env: k.env}, v)
			continue
		}
		if file := l.secretFile(k); file.String() != "" {
			l.readSecretFile(k, file)
		}
	}
}

// secretFile returns the key that names the file a secret is read from.
func (l *loader) secretFile(k key) key {
	return l.keys[slices.IndexFunc(l.keys, func(f key) bool {
		return f.id == keyName{k.id.section, k.id.name + "_file"}
	})]
}

func (l *loader) readSecretFile(k, file key) {
	named := l.config.origins[file.id]
	if set := l.config.origins[k.id]; set.file != "" && k.String() != "" {
		l.add(named.line, "%s: %s is set too, on line %d; keep one", file.id, k.id, set.line)
		return
	}
	text, err := readText(file.String())
	if err != nil {
		l.add(named.line, "%s: %w", file.id, err)
		return
	}
	text = strings.TrimSpace(text)
	if text == "" {
		l.add(named.line, "%s: %s: empty", file.id, file)
		return
	}
	l.assign(k, origin{file: file.String()}, text)
}
