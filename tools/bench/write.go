package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// writeText writes the tables for a terminal.
func writeText(w io.Writer, tables []table) {
	for _, t := range tables {
		fmt.Fprintf(w, "\n%s\n", t.title)
		columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		if strings.Join(t.columns, "") != "" {
			fmt.Fprintf(columns, "  %s\n", strings.Join(t.columns, "\t"))
		}
		for _, row := range t.rows {
			fmt.Fprintf(columns, "  %s\n", strings.Join(row, "\t"))
		}
		_ = columns.Flush() // to a terminal
	}
}

// writeMarkdown writes the tables as a part of docs/benchmarks.md.
func writeMarkdown(w io.Writer, tables []table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "### %s\n\n| %s |\n|%s\n", t.title, strings.Join(t.columns, " | "), strings.Repeat("---|", len(t.columns)))
		for _, row := range t.rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
