package config

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A ByteSize is a number of bytes, written 6000, 64KiB, 4MiB or 1GiB.
type ByteSize int64

// The units of a ByteSize.
const (
	KiB ByteSize = 1 << 10
	MiB ByteSize = 1 << 20
	GiB ByteSize = 1 << 30
)

// byteUnits are the units from the largest, and what they are called.
var byteUnits = []struct {
	suffix string
	size   ByteSize
}{{"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}, {"B", 1}}

// String returns the size in the largest unit that divides it; plain bytes
// have no unit.
func (s ByteSize) String() string {
	for _, u := range byteUnits[:3] {
		if s != 0 && s%u.size == 0 {
			return strconv.FormatInt(int64(s/u.size), 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// parseByteSize reads a whole number with or without a unit.
func parseByteSize(text string) (ByteSize, error) {
	count, unit := text, ByteSize(1)
	for _, u := range byteUnits {
		if digits, ok := strings.CutSuffix(text, u.suffix); ok {
			count, unit = strings.TrimSpace(digits), u.size
			break
		}
	}
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n < 0 {
		return 0, errors.New(`not a size like "6000", "64KiB" or "4MiB"`)
	}
	if n > math.MaxInt64/int64(unit) {
		return 0, errors.New("too large")
	}
	return ByteSize(n) * unit, nil
}
