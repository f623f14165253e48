package quantize

import (
	"encoding/binary"
	"math"
)

// maxDimension is that of a halfvec of pgvector.
const maxDimension = 16_000

// header is the number of bytes before the numbers: dimension and count.
const header = 8

// AppendBinary appends the page to b: dimension and count, then by dimension the
// lowest values and the steps as 32-bit floats, then the codes as 64-bit words, all
// in little-endian order. It never fails.
func (p *Page) AppendBinary(b []byte) ([]byte, error) {
	b = binary.LittleEndian.AppendUint32(b, uint32(p.dimension))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.count))
	for _, numbers := range [][]float32{p.low, p.step} {
		for _, x := range numbers {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	for _, w := range p.codes {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b, nil
}

// UnmarshalBinary reads what AppendBinary wrote.
func (p *Page) UnmarshalBinary(data []byte) error {
	if len(data) < header {
		return errPage
	}
	p.dimension = int(binary.LittleEndian.Uint32(data))
	p.count = int(binary.LittleEndian.Uint32(data[4:]))
	data = data[header:]
	if p.count < 1 || p.count > PageSize || p.dimension < 1 || p.dimension > maxDimension || len(data) != 8*p.dimension*(1+p.width()) {
		return errPage
	}
	p.low, data = floats(data, p.dimension)
	p.step, data = floats(data, p.dimension)
	for d, low := range p.low {
		if !(abs(low) <= 3 && p.step[d] >= 0 && p.step[d] <= 1) { // as of vectors of length 1; NaN is neither
			return errPage
		}
	}
	p.codes = make([]uint64, len(data)/8)
	for i := range p.codes {
		p.codes[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return nil
}

func floats(data []byte, n int) (numbers []float32, rest []byte) {
	numbers = make([]float32, n)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return numbers, data[4*n:]
}
