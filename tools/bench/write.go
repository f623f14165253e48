package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"coderag/internal/fault"
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

// What is between the marks in a Markdown file is replaced.
const (
	markStart = "<!-- figures of make bench -->\n"
	markEnd   = "<!-- end of the figures -->\n"
)

// updateMarkdown puts the tables between the marks in the file.
func updateMarkdown(path string, tables []table) (err error) {
	defer fault.Wrap(&err, "update %s", path)
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), markStart)
	_, after, ok2 := strings.Cut(rest, markEnd)
	if !ok || !ok2 {
		return fault.New(fault.Invalid, "it lacks the marks").Fix("add the lines %q and %q", markStart, markEnd)
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, before+markStart+"\n"+markdown(tables)+"\n"+markEnd+after)
		return err
	})
}

func markdown(tables []table) string {
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
	return b.String()
}
