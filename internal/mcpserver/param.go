package mcpserver

import (
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// A param declares one argument of a tool. Both the schema clients see and the
// check of what they send are made from it.
type param struct {
	name     string
	about    string
	kind     paramKind
	required bool
	fallback any      // value when the argument is absent; nil means the zero value
	min, max int      // of a number; bytes of a text; items of a list
	enum     []string // of a text
}

type paramKind uint8

const (
	text paramKind = iota
	integer
	boolean
	texts // a list of texts
)

// typeNames are the names of the kinds in JSON Schema and in messages.
var typeNames = map[paramKind]string{text: "string", integer: "integer", boolean: "boolean", texts: "array"}

// inputSchema returns the schema of an object with the params and no others.
func inputSchema(params []param) (*jsonschema.Schema, error) {
	s := &jsonschema.Schema{
		Type:                 "object",
		Properties:           make(map[string]*jsonschema.Schema, len(params)),
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
	for _, p := range params {
		property, err := p.schema()
		if err != nil {
			return nil, fmt.Errorf("param %s: %w", p.name, err)
		}
		s.Properties[p.name] = property
		s.PropertyOrder = append(s.PropertyOrder, p.name)
		if p.required {
			s.Required = append(s.Required, p.name)
		}
	}
	return s, nil
}

func (p param) schema() (_ *jsonschema.Schema, err error) {
	s := &jsonschema.Schema{Type: typeNames[p.kind], Description: p.about}
	if p.fallback != nil {
		if s.Default, err = json.Marshal(p.fallback); err != nil {
			return nil, err
		}
	}
	for _, value := range p.enum {
		s.Enum = append(s.Enum, value)
	}
	switch p.kind {
	case integer:
		s.Minimum, s.Maximum = bound(p.min), bound(p.max)
	case text:
		if p.required {
			s.MinLength = jsonschema.Ptr(1)
		}
		if p.enum == nil {
			s.MaxLength = &p.max
		}
	case texts:
		s.Items = &jsonschema.Schema{Type: "string"}
		s.MinItems, s.MaxItems = &p.min, &p.max
	}
	return s, nil
}

func bound(n int) *float64 { return jsonschema.Ptr(float64(n)) }
