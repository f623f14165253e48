package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"coderag/internal/fault"
)

// A document is the text of a JSON file, with positions for its errors.
type document struct {
	path    string
	content string
}

// A node is a JSON value of a document.
type node struct {
	raw string
	at  int // byte offset in the document
}

// A member is a named value of a JSON object.
type member struct {
	name string
	at   int // of the name
	node
}

// position returns "file:line:column"; columns count characters from 1.
func (d document) position(offset int) string {
	before := d.content[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("%s:%d:%d", d.path, d.line(offset), 1+utf8.RuneCountInString(before[start:]))
}

func (d document) line(offset int) int { return 1 + strings.Count(d.content[:offset], "\n") }

// fault returns an Invalid error at an offset.
func (d document) fault(offset int, format string, args ...any) *fault.Error {
	args = append([]any{d.position(offset)}, args...)
	return fault.New(fault.Invalid, "%s: "+format, args...)
}

// entries returns the elements of the array "projects".
func (d document) entries() ([]node, error) {
	root, err := d.parse()
	if err != nil {
		return nil, err
	}
	members, err := d.members(root)
	if err != nil {
		return nil, err
	}
	found := -1
	for i, m := range members {
		if m.name != "projects" || found >= 0 {
			return nil, d.fault(m.at, "unknown or repeated field %q; allowed: projects, once", m.name)
		}
		found = i
	}
	if found < 0 {
		return nil, d.fault(root.at, `no field "projects"`).Fix(`write {"projects": []} for none`)
	}
	return d.elements(members[found].node)
}

// parse checks that the whole text is one JSON value and returns it.
func (d document) parse() (node, error) {
	var raw json.RawMessage
	body, hadMark := strings.CutPrefix(d.content, "\ufeff")
	skipped := 0
	if hadMark {
		skipped = len("\ufeff")
	}
	err := json.Unmarshal([]byte(body), &raw)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return node{}, d.fault(skipped+max(0, int(syntax.Offset)-1), "not JSON: %w", err)
	}
	if err != nil {
		return node{}, d.fault(0, "not JSON: %w", err)
	}
	at := skipped + strings.Index(body, string(raw))
	return node{raw: string(raw), at: at}, nil
}

// members returns the members of an object in order.
func (d document) members(n node) ([]member, error) {
	if n.raw[0] != '{' {
		return nil, d.fault(n.at, "want an object { }")
	}
	var all []member
	dec := json.NewDecoder(strings.NewReader(n.raw))
	if _, err := dec.Token(); err != nil {
		return nil, d.fault(n.at, "%w", err)
	}
	for dec.More() {
		before := int(dec.InputOffset())
		name, err := dec.Token()
		if err != nil {
			return nil, d.fault(n.at, "%w", err)
		}
		value, err := d.next(dec, n)
		if err != nil {
			return nil, err
		}
		at := before + strings.IndexByte(n.raw[before:], '"')
		all = append(all, member{name: fmt.Sprint(name), at: n.at + at, node: value})
	}
	return all, nil
}

// elements returns the elements of an array in order.
func (d document) elements(n node) ([]node, error) {
	if n.raw[0] != '[' {
		return nil, d.fault(n.at, "want an array [ ]")
	}
	var all []node
	dec := json.NewDecoder(strings.NewReader(n.raw))
	if _, err := dec.Token(); err != nil {
		return nil, d.fault(n.at, "%w", err)
	}
	for dec.More() {
		value, err := d.next(dec, n)
		if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
	return all, nil
}

// next reads the next value inside n.
func (d document) next(dec *json.Decoder, n node) (node, error) {
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return node{}, d.fault(n.at, "%w", err)
	}
	return node{raw: string(raw), at: n.at + int(dec.InputOffset()) - len(raw)}, nil
}

// text returns a string that is not empty and fits on a line.
func (d document) text(n node) (string, error) {
	var s string
	if n.raw[0] != '"' || json.Unmarshal([]byte(n.raw), &s) != nil {
		return "", d.fault(n.at, `want a string " "`)
	}
	if strings.TrimSpace(s) == "" {
		return "", d.fault(n.at, "empty")
	}
	if err := checkLine(s); err != nil {
		return "", d.fault(n.at, "%w", err)
	}
	return s, nil
}
