package lexeme

// Scanner splits texts into words. It keeps buffers between calls, so that a
// call allocates nothing once they have grown. The zero Scanner is ready; one
// Scanner serves one goroutine.
type Scanner struct {
	emit  func(word []byte)
	word  []byte // the identifier in hand: lower case, without underscores
	chars []char // its characters
	cuts  []cut  // its parts
	norm  []byte // a run in form NFC

	chain     []byte // the identifiers joined by hyphens so far
	chainFrom int    // where in the text the chain starts
	links     int    // identifiers in the chain; 0 when none is open
	overlong  bool   // the chain has become too long for a word

	atoms bool // leave out what is made of several parts

	// What the word handed to emit is, for Query.
	role     role
	from, to int // the part of the text it was read from
}

// role says what a word is in the text.
type role uint8

const (
	roleWhole role = iota // a whole identifier, number or word
	rolePart              // a part of the last whole
	roleChain             // the identifiers before it, joined by hyphens
	roleGram              // a pair of characters
)

// Each calls emit for every word of text, in the order of the text; words made
// of several identifiers come after these. The slice is valid during the call
// only. A word is valid UTF-8 of 1 to MaxWord bytes; text may hold anything.
func (s *Scanner) Each(text string, emit func(word []byte)) {
	s.emit = emit
	defer func() { s.emit = nil }()
	for i := 0; i < len(text); {
		end, set := runEnd(text, i)
		if set == separator {
			i = end
			continue
		}
		if end-i > 1 || !contraction(text, i) {
			s.run(text, i, end, set)
		}
		i = end
	}
}

// Atoms is Each without the words that are made of others: of an identifier
// with parts the parts alone, and nothing of what hyphens join.
func (s *Scanner) Atoms(text string, emit func(word []byte)) {
	s.atoms = true
	defer func() { s.atoms = false }()
	s.Each(text, emit)
}

// run emits the words of the run text[from:to], which has the classes of set,
// and those of the chain it ends.
func (s *Scanner) run(text string, from, to int, set class) {
	s.from, s.to, s.role = from, to, roleWhole
	switch run := text[from:to]; {
	case set == lower || set == digit:
		s.plain(run)
	case set&beyond != 0:
		s.unicode(run)
	default:
		s.ascii(run)
	}
	if linked := hyphenated(text, to); linked || s.links > 0 {
		s.link(linked)
	}
}

// plain emits a run that is all lower-case ASCII letters or all digits.
func (s *Scanner) plain(run string) {
	s.word = s.word[:0]
	if len(run) <= MaxWord {
		s.word = append(s.word, run...)
		s.emit(s.word)
	}
}

// link adds the identifier in hand to the chain and, when none is linked to
// it, ends the chain and emits it.
func (s *Scanner) link(linked bool) {
	if s.links == 0 {
		s.chain, s.chainFrom, s.overlong = s.chain[:0], s.from, false
	}
	s.links++
	s.overlong = s.overlong || len(s.word) == 0 || len(s.chain)+len(s.word) > MaxWord
	if !s.overlong {
		s.chain = append(s.chain, s.word...)
	}
	if linked {
		return
	}
	s.links = 0
	if !s.overlong && !s.atoms {
		s.role, s.from = roleChain, s.chainFrom
		s.emit(s.chain)
	}
}
