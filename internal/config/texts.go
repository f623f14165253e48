package config

import (
	"errors"
	"fmt"
	"strings"
)

// words is a list of items separated by commas; items have none.
type words struct {
	field   *[]string
	allowed string
	check   func(string) error
}

func list(field *[]string, allowed string, check func(string) error) value {
	return words{field: field, allowed: allowed, check: check}
}

func (w words) Set(text string) error {
	if err := checkLine(text); err != nil {
		return err
	}
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	*w.field = items
	return nil
}

func (w words) String() string { return strings.Join(*w.field, ", ") }

func (w words) Check() error {
	for _, item := range *w.field {
		if strings.Contains(item, ",") {
			return errors.New("an item holds a comma")
		}
		if err := errors.Join(checkLine(item), w.check(item)); err != nil {
			return fmt.Errorf("item %q: %w", item, err)
		}
	}
	return nil
}

func (w words) Describe() (kind, allowed string) { return "list", w.allowed }

// prefix is a text that may hold line breaks, written \n, and backslashes,
// written \\. Spaces at its ends count, so that it is quoted in the file.
type prefix struct{ field *string }

func escaped(field *string) value { return prefix{field} }

func (p prefix) Set(text string) error {
	if err := checkLine(text); err != nil {
		return err
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch {
		case i < len(text) && text[i] == 'n':
			b.WriteByte('\n')
		case i < len(text) && text[i] == '\\':
			b.WriteByte('\\')
		default:
			return errors.New(`a backslash is followed by neither "n" nor a backslash`)
		}
	}
	*p.field = b.String()
	return nil
}

func (p prefix) String() string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(*p.field)
}

func (p prefix) Check() error { return checkLine(p.String()) }

func (p prefix) Describe() (kind, allowed string) {
	return "text", `one line; \n is a line break; quote it where spaces at the ends count`
}

// location is the path of a file, absolute once it is set.
type location struct {
	field *string
	in    resolver
}

func filePath(field *string, in resolver) value { return location{field: field, in: in} }

func (l location) Set(text string) error {
	if err := checkLine(text); err != nil || text == "" {
		return err
	}
	resolved, err := l.in.resolve(text)
	if err != nil {
		return err
	}
	*l.field = resolved
	return nil
}

func (l location) String() string { return *l.field }

func (l location) Check() error { return checkLine(*l.field) }

func (l location) Describe() (kind, allowed string) {
	return "path", "absolute, below ~/, or relative to the folder of config.ini"
}
