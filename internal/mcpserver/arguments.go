package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"coderag/internal/fault"
)

// arguments are the checked arguments of one call, by name. Every param of the
// tool has a value of its kind.
type arguments map[string]any

func (a arguments) text(name string) string    { v, _ := a[name].(string); return v }
func (a arguments) integer(name string) int    { v, _ := a[name].(int); return v }
func (a arguments) flag(name string) bool      { v, _ := a[name].(bool); return v }
func (a arguments) texts(name string) []string { v, _ := a[name].([]string); return v }

// parse reads the arguments of a call. Its error, of kind Invalid, tells of
// everything that is wrong at once. A null stands for an absent argument.
func parse(params []param, raw json.RawMessage) (arguments, error) {
	var given map[string]json.RawMessage
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return nil, fault.New(fault.Invalid, "arguments are no JSON object").
				Fix("send an object with %s", listParams(params))
		}
	}
	wrong := unknown(params, given)
	args := make(arguments, len(params))
	for _, p := range params {
		value, err := p.read(given[p.name])
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		args[p.name] = value
	}
	return args, joined(wrong)
}

// unknown returns one error for each argument that no param declares.
func unknown(params []param, given map[string]json.RawMessage) (wrong []*fault.Error) {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.name
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if slices.Contains(names, name) {
			continue
		}
		err := fault.New(fault.Invalid, "unknown argument %q", shorten(name))
		if near := closest(name, names); near != "" {
			err = err.Fix("write %q instead of %q (names are case-sensitive)", near, shorten(name))
		}
		wrong = append(wrong, err.Fix("this tool takes: %s", listParams(params)))
	}
	return wrong
}

// read returns the value of p in raw, its fallback where raw is absent.
func (p param) read(raw json.RawMessage) (any, *fault.Error) {
	if len(raw) == 0 || string(raw) == "null" {
		if p.required {
			return nil, fault.New(fault.Invalid, "%s is missing", p.name).Fix("send %s: %s", p.name, p.about)
		}
		return p.fallback, nil
	}
	switch p.kind {
	case integer:
		return p.readInteger(raw)
	case boolean:
		var v bool
		err := p.decode(raw, &v)
		return v, err
	case texts:
		return p.readTexts(raw)
	}
	return p.readText(raw)
}

func (p param) readText(raw json.RawMessage) (any, *fault.Error) {
	var v string
	if err := p.decode(raw, &v); err != nil {
		return nil, err
	}
	if err := p.checkText(v); err != nil {
		return nil, err
	}
	if p.enum != nil && !slices.Contains(p.enum, v) {
		return nil, fault.New(fault.Invalid, "%s is %q", p.name, shorten(v)).
			Fix("set %s to one of: %s", p.name, strings.Join(p.enum, ", "))
	}
	return v, nil
}

// checkText refuses what no text may be: empty where it is required, longer
// than its limit, or with a NUL byte, which PostgreSQL cannot take.
func (p param) checkText(v string) *fault.Error {
	switch {
	case p.required && strings.TrimSpace(v) == "":
		return fault.New(fault.Invalid, "%s is empty", p.name).Fix("send %s: %s", p.name, p.about)
	case p.kind == text && p.max > 0 && len(v) > p.max:
		return fault.New(fault.Invalid, "%s has %d bytes, the limit is %d", p.name, len(v), p.max).
			Fix("shorten %s to the words that matter", p.name)
	case strings.ContainsRune(v, 0):
		return fault.New(fault.Invalid, "%s contains a NUL character", p.name).Fix("remove the NUL character from %s", p.name)
	}
	return nil
}

func (p param) readInteger(raw json.RawMessage) (any, *fault.Error) {
	var v float64
	if err := p.decode(raw, &v); err != nil {
		return nil, err
	}
	if v != math.Trunc(v) || v < float64(p.min) || v > float64(p.max) {
		return nil, fault.New(fault.Invalid, "%s is %s", p.name, shorten(string(raw))).
			Fix("set %s to a whole number from %d to %d", p.name, p.min, p.max)
	}
	return int(v), nil
}

func (p param) readTexts(raw json.RawMessage) (any, *fault.Error) {
	var v []string
	if err := p.decode(raw, &v); err != nil {
		return nil, err
	}
	if len(v) < p.min || len(v) > p.max {
		return nil, fault.New(fault.Invalid, "%s has %d items", p.name, len(v)).
			Fix("send from %d to %d items in %s", p.min, p.max, p.name)
	}
	for _, item := range v {
		if err := p.checkText(item); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// decode reads raw into v, whose type is that of p.
func (p param) decode(raw json.RawMessage, v any) *fault.Error {
	if json.Unmarshal(raw, v) == nil {
		return nil
	}
	want := "JSON " + typeNames[p.kind]
	if p.kind == texts {
		want += " of strings"
	}
	return fault.New(fault.Invalid, "%s is %s", p.name, shorten(string(raw))).
		Fix("send %s as a %s", p.name, want)
}

// joined makes one error of several, keeping the fixes of each.
func joined(errs []*fault.Error) error {
	if len(errs) == 0 {
		return nil
	}
	var messages []string
	for _, err := range errs {
		messages = append(messages, err.Error())
	}
	all := fault.New(fault.Invalid, "%s", strings.Join(messages, "; "))
	for _, err := range errs {
		for _, fix := range err.Fixes {
			if !slices.Contains(all.Fixes, fix) {
				all = all.Fix("%s", fix)
			}
		}
	}
	return all
}

// listParams names the params with their types, those required first.
func listParams(params []param) string {
	var required, optional []string
	for _, p := range params {
		if p.required {
			required = append(required, fmt.Sprintf("%s (%s, required)", p.name, typeNames[p.kind]))
		} else {
			optional = append(optional, fmt.Sprintf("%s (%s)", p.name, typeNames[p.kind]))
		}
	}
	if len(required)+len(optional) == 0 {
		return "no arguments"
	}
	return strings.Join(append(required, optional...), ", ")
}

// shorten cuts what a caller sent to what is worth repeating to it.
func shorten(s string) string {
	const most = 60
	if runes := []rune(s[:min(len(s), 4*most)]); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
