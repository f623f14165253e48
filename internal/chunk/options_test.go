package chunk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/chunk"
	"coderag/internal/fault"
)

func TestOptionsWithDefaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want chunk.Options }{
		{chunk.Options{}, chunk.Options{MaxBytes: 2400, TargetBytes: 1200, MinBytes: 300, WindowLines: 60, WindowOverlap: 10}},
		{chunk.Options{MaxBytes: 800}, chunk.Options{MaxBytes: 800, TargetBytes: 400, MinBytes: 100, WindowLines: 60, WindowOverlap: 10}},
		{chunk.Options{TargetBytes: 100, WindowLines: 12}, chunk.Options{MaxBytes: 2400, TargetBytes: 100, MinBytes: 100, WindowLines: 12, WindowOverlap: 2}},
	} {
		got := c.in.WithDefaults()
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("defaults of %+v (-want +got)\n%s", c.in, diff)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("defaults of %+v: %v", c.in, err)
		}
	}
}

func TestOptionsValidate(t *testing.T) {
	t.Parallel()
	for field, opt := range map[string]chunk.Options{
		"MaxBytes":      {MaxBytes: 63},
		"TargetBytes":   {MaxBytes: 100, TargetBytes: 101},
		"MinBytes":      {MinBytes: -1},
		"WindowLines":   {WindowLines: -5},
		"WindowOverlap": {WindowOverlap: 31},
	} {
		err := opt.WithDefaults().Validate()
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), field) {
			t.Errorf("%+v: got error %v, want one of kind Invalid that names %s", opt, err, field)
		}
	}
}
