package config

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A value is a field of Config as config.ini writes it.
type value interface {
	// Set parses text into the field and leaves the field alone on an error.
	Set(text string) error
	// String returns the field as Set reads it.
	String() string
	// Check reports what is wrong with the value the field has now.
	Check() error
	// Describe returns what docs/config.md calls the type, and the values allowed.
	Describe() (kind, allowed string)
}

// bounded is a number, size or duration between two limits, both allowed.
type bounded[T cmp.Ordered] struct {
	field    *T
	notation notation[T]
	min, max T
}

func number[T cmp.Ordered](field *T, n notation[T], lowest, highest T) value {
	return bounded[T]{field: field, notation: n, min: lowest, max: highest}
}

func (b bounded[T]) Set(text string) error {
	v, err := b.notation.parse(text)
	if err != nil {
		return err
	}
	*b.field = v
	return nil
}

func (b bounded[T]) String() string { return b.notation.format(*b.field) }

func (b bounded[T]) Check() error {
	if *b.field >= b.min && *b.field <= b.max { // NaN is neither
		return nil
	}
	return errors.New("out of range")
}

func (b bounded[T]) Describe() (kind, allowed string) {
	return b.notation.kind, b.notation.format(b.min) + " to " + b.notation.format(b.max)
}

// A name is one word of a choice and what it stands for.
type name[T comparable] struct {
	word  string
	means T
}

func named[T comparable](word string, means T) name[T] { return name[T]{word, means} }

// oneOf is a choice among words. Of several words with one meaning the first
// is written.
type oneOf[T comparable] struct {
	field *T
	kind  string
	names []name[T]
}

func choice[T comparable](field *T, kind string, names ...name[T]) value {
	return oneOf[T]{field: field, kind: kind, names: names}
}

func boolean(field *bool) value {
	return choice(field, "boolean", named("true", true), named("false", false),
		named("yes", true), named("no", false), named("on", true), named("off", false))
}

func (o oneOf[T]) Set(text string) error {
	for _, n := range o.names {
		if n.word == text {
			*o.field = n.means
			return nil
		}
	}
	return errors.New("unknown word")
}

func (o oneOf[T]) String() string {
	for _, n := range o.names {
		if n.means == *o.field {
			return n.word
		}
	}
	return fmt.Sprint(*o.field)
}

func (o oneOf[T]) Check() error {
	for _, n := range o.names {
		if n.means == *o.field {
			return nil
		}
	}
	return errors.New("unknown word")
}

func (o oneOf[T]) Describe() (kind, allowed string) {
	words := make([]string, len(o.names))
	for i, n := range o.names {
		words[i] = n.word
	}
	return o.kind, strings.Join(words, ", ")
}

// line is a text of one line; check, where set, is asked unless it is empty.
type line struct {
	field         *string
	kind, allowed string
	check         func(string) error
}

func text(field *string, kind, allowed string, check func(string) error) value {
	return line{field: field, kind: kind, allowed: allowed, check: check}
}

func (l line) Set(text string) error {
	if err := checkLine(text); err != nil {
		return err
	}
	*l.field = text
	return nil
}

func (l line) String() string { return *l.field }

func (l line) Check() error {
	if l.check == nil || *l.field == "" {
		return checkLine(*l.field)
	}
	return errors.Join(checkLine(*l.field), l.check(*l.field))
}

func (l line) Describe() (kind, allowed string) { return l.kind, l.allowed }

// checkLine refuses what a value on one line of a text file cannot hold.
func checkLine(s string) error {
	if !utf8.ValidString(s) {
		return errors.New("not UTF-8")
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return errors.New("holds a control character")
	}
	return nil
}
