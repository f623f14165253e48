package config

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// A notation is how config.ini writes values of a type.
type notation[T cmp.Ordered] struct {
	kind   string // as docs/config.md names the type
	parse  func(string) (T, error)
	format func(T) string // the shortest text that parse reads back
}

var (
	integers  = notation[int]{"integer", parseInteger, strconv.Itoa}
	decimals  = notation[float64]{"number", parseDecimal, formatDecimal}
	durations = notation[time.Duration]{"duration", parseDuration, formatDuration}
	sizes     = notation[ByteSize]{"size", parseByteSize, ByteSize.String}
)

func parseInteger(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, errors.New("not an integer")
	}
	return n, nil
}

func parseDecimal(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, errors.New("not a number")
	}
	return f, nil
}

func formatDecimal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, errors.New(`not a duration like "500ms", "30s" or "10m"`)
	}
	return d, nil
}

// formatDuration writes 10m for ten minutes, not 10m0s.
func formatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
