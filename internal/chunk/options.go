package chunk

import "coderag/internal/fault"

// Options say how large chunks are. Zero values mean the defaults.
type Options struct {
	// MaxBytes is the most a chunk has; 0 means 2400: some 700 tokens of code,
	// which with a header fit a batch of 6,000 bytes twice and a model's context of 1,024
	// tokens, and about what a reply shows of one hit.
	MaxBytes int
	// TargetBytes is the size up to which neighbours merge and a container stays
	// whole; 0 means half of MaxBytes.
	TargetBytes int
	// MinBytes is the size from which a declaration is never merged; 0 means an
	// eighth of MaxBytes.
	MinBytes int
	// WindowLines is the length of a window; 0 means 60. Windows of long lines
	// have fewer, to stay within MaxBytes.
	WindowLines int
	// WindowOverlap is how many lines a window shares with the one before it; 0
	// means 10, or a sixth of WindowLines where that is fewer.
	WindowOverlap int
}

// minMaxBytes is the least MaxBytes that still gives useful chunks.
const minMaxBytes = 64

// WithDefaults returns o with zero values replaced by the defaults.
func (o Options) WithDefaults() Options {
	fill := func(value *int, fallback int) {
		if *value == 0 {
			*value = fallback
		}
	}
	fill(&o.MaxBytes, 2400)
	fill(&o.TargetBytes, o.MaxBytes/2)
	fill(&o.MinBytes, min(o.MaxBytes/8, o.TargetBytes))
	fill(&o.WindowLines, 60)
	fill(&o.WindowOverlap, min(10, o.WindowLines/6))
	return o
}

// Validate returns a fault.Invalid error that names the field that is out of
// range, and its range. Call it after WithDefaults.
func (o Options) Validate() error {
	for _, f := range []struct {
		name            string
		value, min, max int
	}{
		{"MaxBytes", o.MaxBytes, minMaxBytes, 1 << 20},
		{"TargetBytes", o.TargetBytes, 1, o.MaxBytes},
		{"MinBytes", o.MinBytes, 1, o.TargetBytes},
		{"WindowLines", o.WindowLines, 1, 1 << 20},
		{"WindowOverlap", o.WindowOverlap, 0, o.WindowLines / 2},
	} {
		if f.value < f.min || f.value > f.max {
			return fault.New(fault.Invalid, "chunk option %s is %d, not within %d to %d", f.name, f.value, f.min, f.max)
		}
	}
	return nil
}
