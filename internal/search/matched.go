package search

// fill tells the candidates that the lexical leg did not propose where their words
// are, and which of the query they have: a file that vectors found may well have
// some, only fewer than those words proposed.
func (m matches) fill(found []candidate, rows map[int64]File) {
	missing := map[int64]int{} // index in found by file
	for i, c := range found {
		if c.scorer == nil {
			missing[c.file] = i
		}
	}
	if len(missing) == 0 || len(m.scorers) == 0 {
		return
	}
	for _, s := range m.scorers {
		for slot, file := range s.docs.Files {
			if i, ok := missing[file]; ok && rows[file].Segment == s.segment {
				found[i].scorer, found[i].segment, found[i].slot = s, s.segment, slot
				found[i].mask, found[i].loose = s.masks[slot], s.loose[slot]
			}
		}
	}
	share(found, m.weights)
}
