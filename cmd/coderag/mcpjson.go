package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"coderag/internal/fault"
)

// serversKey is the member of .mcp.json that holds the servers by their names.
const serversKey = "mcpServers"

// An entry is one server in .mcp.json.
type entry struct {
	Type       string            `json:"type"`
	URL        string            `json:"url"`
	Headers    map[string]string `json:"headers"`
	AlwaysLoad bool              `json:"alwaysLoad"` // else Claude Code hides the tools until it looks for them
}

// readEntries returns the servers of the file by name, none where there is no
// file.
func readEntries(path string) (map[string]entry, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.New(fault.Unavailable, "%w", err).Fix("let yourself read it")
	}
	var file struct {
		Servers map[string]entry `json:"mcpServers"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, notJSON(path, err)
	}
	return file.Servers, nil
}

// writeEntry sets an entry of the file and reports whether that changed it. All
// else in the file stays as it is. A file that is no JSON object is refused and
// left alone.
func writeEntry(path, name string, e entry) (changed bool, err error) {
	defer fault.Wrap(&err, "write %s", path)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the link stays one
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	entries, err := readEntries(path)
	if len(bytes.TrimSpace(old)) > 0 && err != nil {
		return false, err
	}
	if now, ok := entries[name]; ok && sameEntry(now, e) {
		return false, nil
	}
	edited, err := withEntry(old, name, e)
	if err != nil {
		return false, notJSON(path, err)
	}
	return true, replaceFile(path, edited)
}

func notJSON(path string, err error) error {
	return fault.New(fault.Invalid, "%s: not the JSON of a list of servers: %w", path, err).Fix("mend or remove %s", path)
}

func sameEntry(a, b entry) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// withEntry returns the text of the file with the entry set.
func withEntry(text []byte, name string, e entry) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	servers, err := serversOf(text)
	if err != nil {
		return nil, err
	}
	value, err := layOut(e, servers)
	if err != nil {
		return nil, err
	}
	if servers, err = setMember(servers, name, value); err != nil {
		return nil, err
	}
	return setMember(text, serversKey, servers)
}

// serversOf returns the object that holds the servers; where it is empty or not
// there, an empty one that is laid out over several lines.
func serversOf(text []byte) ([]byte, error) {
	top, err := members(text)
	if err != nil {
		return nil, err
	}
	empty := []byte("{\n" + indentUnit + "}")
	for _, m := range top {
		if m.name != serversKey {
			continue
		}
		servers := text[m.start:m.end]
		all, err := members(servers)
		if err != nil || len(all) > 0 {
			return servers, err
		}
		empty = []byte("{\n" + lineIndent(text, m.start) + "}")
	}
	return empty, nil
}

// layOut returns the entry as JSON, indented as the servers beside it are.
func layOut(e entry, servers []byte) ([]byte, error) {
	all, err := members(servers)
	if err != nil {
		return nil, err
	}
	indent := lineIndent(servers, len(servers)-1) + indentUnit
	if len(all) > 0 {
		gap := gapBefore(servers)
		indent = gap[strings.LastIndexByte(gap, '\n')+1:]
		if !strings.Contains(gap, "\n") {
			return json.Marshal(e)
		}
	}
	unit := indentUnit
	if strings.HasPrefix(indent, "\t") {
		unit = "\t"
	}
	return json.MarshalIndent(e, indent, unit)
}

// replaceFile writes beside the file and renames, so that a reader sees the old
// or the new one. The permissions stay.
func replaceFile(path string, data []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".mcp-*.json")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // gone already once it is renamed
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Chmod(mode), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
