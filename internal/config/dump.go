package config

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// Dump writes the configuration as a valid config.ini and says behind each key
// where its value came from. Secrets are hidden in comments, so that what is
// written, loaded again, is the same configuration without them.
func (c Config) Dump(w io.Writer) (err error) {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "# The configuration in effect; secrets are hidden.")
	section := ""
	for _, k := range c.keys(resolver{}) {
		if k.id.section != section {
			section = k.id.section
			fmt.Fprintf(out, "\n[%s]\n", section)
		}
		fmt.Fprintln(out, k.dumped(c.origins[k.id]))
	}
	return out.Flush()
}

// dumped returns the line of the key in a dump.
func (k key) dumped(from origin) string {
	note := "  # " + strings.ReplaceAll(from.String(), "`", "'") // a back quote would end a quoted value
	if k.isSecret() && k.String() != "" {
		return "# " + k.id.name + " = " + k.hidden() + note
	}
	return k.id.name + " = " + quoted(k.String(), note) + note
}

// hidden returns what may be shown of a secret: where a URL leads, otherwise
// nothing.
func (k key) hidden() string {
	kind, _ := k.Describe()
	u, err := url.Parse(k.String())
	if kind != "URL" || err != nil {
		return "(hidden)"
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	query := url.Values{}
	for _, name := range []string{"host", "port"} {
		if u.Query().Has(name) {
			query.Set(name, u.Query().Get(name))
		}
	}
	shown.RawQuery = query.Encode()
	return shown.String() + " (user and password hidden)"
}

// quoted returns s as it must be written before note to be read back as it is:
// bare if that will do, else in double quotes, else in back quotes, which hold
// any line.
func quoted(s, note string) string {
	for _, quote := range []string{"", `"`} {
		if readsBack(quote+s+quote+note, s) {
			return quote + s + quote
		}
	}
	return "`" + s + "`"
}

// readsBack reports whether a line of config.ini with text behind the "=" has
// the value want.
func readsBack(text, want string) bool {
	_, clean, wrong := scan("[s]\nk = " + text)
	if len(wrong) > 0 {
		return false
	}
	file, err := parse(clean)
	return err == nil && file.Section("s").Key("k").Value() == want
}
