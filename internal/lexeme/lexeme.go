// Package lexeme turns text into the words that are indexed and searched for.
// Code and queries go through the same scanner, so a name is found however it
// was written: getUserByID, get_user_by_id and get-user-by-id all give
// "getuserbyid", "get", "user", "by" and "id".
//
// The rules, in the order they apply:
//
//   - A run is a stretch of letters, digits, marks and underscores; everything
//     else separates. A single letter after an apostrophe (user's) is dropped.
//   - A run is lower-cased and, beyond ASCII, put into Unicode form NFC.
//   - The whole run comes first, without its underscores, then its parts, unless
//     it has only one.
//   - Parts end at underscores, where lower case turns to upper (user|ID), before
//     the last capital of several (HTTP|Server; but IDs stays whole) and where
//     letters meet digits (sha|256). A part with digits is also kept in one piece
//     (parse|json5 besides json). A single letter stays with the digits beside
//     it (v2, x86, 3d, i18n).
//   - Parts of one character are left out; a single letter gives a second reading
//     of the part after it (OAuthToken: oauth, auth, token).
//   - Runs joined by hyphens between ASCII letters give one more word, all of
//     them together.
//   - Numbers and hexadecimal strings have no parts. What looks like base64 has
//     none either, and is left out above MaxRandom bytes.
//   - Scripts written without spaces (Han, kana, Hangul, Thai, Lao, Khmer,
//     Burmese) give overlapping pairs of characters.
//   - No word is longer than MaxWord bytes; longer ones are left out, and so are
//     all parts of a run of more than maxRun bytes.
package lexeme

// Version changes with the words the scanner gives for some text: words of
// different versions must not share an index.
const Version = 1

const (
	// MaxWord is the length of the longest word, in bytes. A SHA-256 in
	// hexadecimal just fits.
	MaxWord = 64
	// MaxRandom is the length of the longest word, in bytes, that is kept of a
	// run that looks like base64.
	MaxRandom = 24

	maxRun = 256 // bytes of the longest run that is taken apart
)
