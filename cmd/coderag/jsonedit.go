package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// A member is one of an object in a JSON text, by the offsets of its value.
type member struct {
	name       string
	start, end int
}

// members returns the members of the object that text is, in their order.
func members(text []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.Join(errors.New("not a JSON object"), err)
	}
	var all []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		end := int(d.InputOffset())
		all = append(all, member{name.(string), end - len(value), end})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if rest := text[d.InputOffset():]; len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("more than one JSON value")
	}
	return all, nil
}

// setMember returns the object that text is with the member set. All else stays
// byte for byte as it is; a new member comes last, laid out as those before it.
// Where a name occurs twice the last one counts, as for encoding/json.
func setMember(text []byte, name string, value []byte) ([]byte, error) {
	all, err := members(text)
	if err != nil {
		return nil, err
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].name == name {
			return splice(text, all[i].start, all[i].end, value), nil
		}
	}
	key, err := json.Marshal(name)
	if err != nil {
		return nil, err
	}
	added := append(append(key, ": "...), value...)
	if len(all) == 0 {
		open, end := bytes.IndexByte(text, '{'), bytes.LastIndexByte(text, '}')
		outer := lineIndent(text, end)
		return splice(text, open+1, end, []byte("\n"+outer+indentUnit+string(added)+"\n"+outer)), nil
	}
	last := all[len(all)-1].end
	return splice(text, last, last, append([]byte(","+gapBefore(text)), added...)), nil
}

// indentUnit is one level in a file that shows none yet.
const indentUnit = "  "

// gapBefore returns the space between the brace of an object and its first
// member: a line break and its indentation, or nothing.
func gapBefore(text []byte) string {
	open := bytes.IndexByte(text, '{')
	first := bytes.IndexByte(text[open:], '"') + open
	return string(text[open+1 : first])
}

// lineIndent returns the white space the line of the offset begins with.
func lineIndent(text []byte, at int) string {
	line := string(text[bytes.LastIndexByte(text[:at], '\n')+1 : at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func splice(text []byte, start, end int, middle []byte) []byte {
	return bytes.Join([][]byte{text[:start], middle, text[end:]}, nil)
}
