package main

import (
	"fmt"
	"io"
	"strings"

	"coderag/internal/search"
)

// printNothing says why there is no hit, where that is known, and what to try.
func printNothing(w io.Writer, r search.Request, d *search.Diagnosis) {
	if d == nil {
		fmt.Fprintln(w, nothing(r))
		return
	}
	fmt.Fprintf(w, "nothing found: %s\n", d.Reason.Text())
	printWords(w, "found", d.Matched)
	printWords(w, "in most files", d.Ubiquitous)
	printWords(w, "nowhere", d.Missing())
	fmt.Fprintf(w, "    coverage %.2f of at least %.2f, concentration %.2f of at least %.2f\n",
		d.Coverage, d.MinCoverage, d.Concentration, d.MinConcentration)
	fmt.Fprintf(w, "%s\n--anyway shows the nearest places all the same\n", printable(d.Hint))
}

func printWords(w io.Writer, what string, words []string) {
	if len(words) > 0 {
		fmt.Fprintf(w, "    %s: %s\n", what, printable(strings.Join(words, ", ")))
	}
}
