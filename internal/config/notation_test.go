package config

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestByteSize(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want ByteSize
		back string
	}{
		{"0", 0, "0"}, {"6000", 6000, "6000"}, {"512B", 512, "512"}, {"2048", 2048, "2KiB"},
		{"1MiB", MiB, "1MiB"}, {"1024 KiB", MiB, "1MiB"}, {"3GiB", 3 * GiB, "3GiB"},
	} {
		got, err := parseByteSize(tc.text)
		if err != nil || got != tc.want || got.String() != tc.back {
			t.Errorf("parseByteSize(%q) = %d (%s), %v; want %d (%s)", tc.text, got, got, err, tc.want, tc.back)
		}
	}
	for _, text := range []string{"", "B", "-1", "1.5MiB", "1MB", "1mib", "0x10", "9223372036854775808", "8589934592GiB"} {
		if got, err := parseByteSize(text); err == nil {
			t.Errorf("parseByteSize(%q) = %d; want an error", text, got)
		}
	}
}

func TestFormatDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0s", 500 * time.Millisecond: "500ms", 30 * time.Second: "30s", 10 * time.Minute: "10m", time.Hour: "1h",
		90 * time.Minute: "1h30m", 10*time.Minute + 10*time.Second: "10m10s", 20 * time.Hour: "20h", -time.Second: "-1s",
	} {
		if got := formatDuration(d); got != want {
			t.Errorf("formatDuration(%v) = %q; want %q", d, got, want)
		}
	}
}

// What is formatted is read back as it was.
func TestNotationsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := ByteSize(rapid.Int64Min(0).Draw(t, "size"))
		if got, err := parseByteSize(size.String()); err != nil || got != size {
			t.Errorf("size %d: %q reads back as %d, %v", int64(size), size, got, err)
		}
		d := time.Duration(rapid.Int64().Draw(t, "duration"))
		if got, err := parseDuration(formatDuration(d)); err != nil || got != d {
			t.Errorf("duration %d: %q reads back as %d, %v", d, formatDuration(d), got, err)
		}
		f := rapid.Float64().Draw(t, "decimal")
		if got, err := parseDecimal(formatDecimal(f)); err != nil || got != f {
			t.Errorf("decimal %v: %q reads back as %v, %v", f, formatDecimal(f), got, err)
		}
	})
}
