package textfile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"coderag/internal/code"
)

const (
	bomUTF8    = "\xef\xbb\xbf"
	bomUTF16LE = "\xff\xfe"
	bomUTF16BE = "\xfe\xff"
)

// maxHighBytes is the largest share of bytes over 0x7f that a text in an
// encoding of one byte per character is believed to have. Code with comments in
// a European language stays under a tenth; compressed data has half.
const maxHighBytes = 0.3

// Decode returns raw as text: valid UTF-8 without NUL and without a byte order
// mark. It reads UTF-8, UTF-16 with a byte order mark, UTF-8 with a few broken
// runes (each becomes U+FFFD) and, when it looks like text, windows-1252, of
// which latin-1 is a part. Otherwise the reason is SkipBinary or SkipEncoding
// and the text is empty.
func Decode(raw []byte) (text string, reason code.SkipReason, detail string) {
	if hasPrefix(raw, bomUTF16LE) || hasPrefix(raw, bomUTF16BE) {
		return decodeUTF16(raw)
	}
	raw = bytes.TrimPrefix(raw, []byte(bomUTF8))
	if at := bytes.IndexByte(raw, 0); at >= 0 {
		return "", code.SkipBinary, fmt.Sprintf("NUL at byte %d", at)
	}
	if utf8.Valid(raw) {
		return string(raw), "", ""
	}
	return decodeBroken(raw)
}

func hasPrefix(raw []byte, prefix string) bool { return bytes.HasPrefix(raw, []byte(prefix)) }

// decodeUTF16 decodes by the byte order mark raw starts with.
func decodeUTF16(raw []byte) (string, code.SkipReason, string) {
	decoded, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(raw)
	if err != nil {
		return "", code.SkipEncoding, "UTF-16: " + err.Error()
	}
	if at := bytes.IndexByte(decoded, 0); at >= 0 {
		return "", code.SkipBinary, "NUL in UTF-16 text"
	}
	if bad := bytes.Count(decoded, []byte("\uFFFD")); bad > len(raw)/100 {
		return "", code.SkipEncoding, fmt.Sprintf("UTF-16 with %d unpaired surrogates", bad)
	}
	return string(decoded), "", ""
}

// decodeBroken decodes bytes that are not UTF-8: as UTF-8 when most of what is
// not ASCII is, else as windows-1252 when it looks like text.
func decodeBroken(raw []byte) (string, code.SkipReason, string) {
	runes, broken := countRunes(raw)
	if runes > broken {
		return strings.ToValidUTF8(string(raw), "\uFFFD"), "", ""
	}
	if detail := notWindows1252(raw); detail != "" {
		return "", code.SkipEncoding, detail
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(raw)
	if err != nil {
		return "", code.SkipEncoding, "windows-1252: " + err.Error()
	}
	return string(decoded), "", ""
}

// countRunes counts the well-formed runes over 0x7f and the bytes in none.
func countRunes(raw []byte) (runes, broken int) {
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRune(raw[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			runes++
		}
		i += size
	}
	return runes, broken
}

// notWindows1252 says why raw is no windows-1252 text, or "". The five bytes
// 1252 leaves undefined and control characters other than white space and
// escape do not occur in text.
func notWindows1252(raw []byte) string {
	high := 0
	for i, b := range raw {
		switch {
		case b == 0x81, b == 0x8d, b == 0x8f, b == 0x90, b == 0x9d, b == 0x7f,
			b < 0x20 && !strings.ContainsRune("\t\n\v\f\r\x1b", rune(b)):
			return fmt.Sprintf("neither UTF-8 nor windows-1252: 0x%02x at byte %d", b, i)
		case b > 0x7f:
			high++
		}
	}
	if share := float64(high) / float64(len(raw)); share > maxHighBytes {
		return fmt.Sprintf("neither UTF-8 nor windows-1252: %.0f %% of the bytes are over 0x7f", 100*share)
	}
	return ""
}
