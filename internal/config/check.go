package config

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"coderag/internal/fault"
)

// Placeholder is the token of config.ini.example. A configuration that still
// has it is refused.
const Placeholder = "CHANGE_ME"

// minToken is the shortest token, in bytes; 16 hexadecimal digits are 64 bits.
const minToken = 16

const tokenForm = "16 to 512 printable ASCII characters without spaces"

// checkToken refuses what is guessable or cannot travel in a header.
func checkToken(s string) error {
	switch {
	case strings.Contains(s, Placeholder):
		return fault.New(fault.Invalid, "still the placeholder of the example").
			Fix("run: make up, which writes a random token, or set it to the output of: openssl rand -hex 24")
	case strings.Contains(s, "${"):
		return errors.New("holds an unexpanded ${...}")
	case len(s) < minToken || len(s) > 512:
		return errors.New("has " + strconv.Itoa(len(s)) + " characters")
	}
	return checkHeaderValue(s)
}

// checkHeaderValue refuses what cannot be the value of an HTTP header as it is.
func checkHeaderValue(s string) error {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return errors.New("holds a space or a character that is not printable ASCII")
		}
	}
	return nil
}

// checkDatabaseURL never repeats the URL, as it may hold a password.
func checkDatabaseURL(s string) error {
	u, err := url.Parse(s)
	if err != nil {
		return errors.New("not a URL; special characters of a password are written %XX")
	}
	if u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return errors.New(`does not start with "postgres://"`)
	}
	if strings.Trim(u.Path, "/") == "" {
		return errors.New("names no database")
	}
	return nil
}

// checkModelURL refuses credentials: they would be logged with the URL.
func checkModelURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return errors.New("not a URL")
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("not an http or https URL with a host")
	case u.User != nil:
		return errors.New("holds credentials; they belong in api_key")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("holds a query or fragment")
	}
	return nil
}

func checkAddress(s string) error {
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return errors.New("not HOST:PORT")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errors.New("port is not a number from 0 to 65535")
	}
	if host != "" && net.ParseIP(host) == nil {
		return checkHostName(host)
	}
	return nil
}

func checkHost(s string) error {
	if host, port, err := net.SplitHostPort(s); err == nil {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return errors.New("port is not a number from 0 to 65535")
		}
		s = host
	}
	if net.ParseIP(strings.Trim(s, "[]")) != nil {
		return nil
	}
	return checkHostName(s)
}

func checkHostName(s string) error {
	valid := func(r rune) bool {
		return r == '-' || r == '.' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !valid(r) }) {
		return errors.New("not a host name")
	}
	return nil
}

func checkOrigin(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != s {
		return errors.New("not an origin")
	}
	return nil
}

// checkGlob refuses what gitignore would take for nothing or a comment.
func checkGlob(s string) error {
	switch {
	case strings.TrimSpace(s) == "":
		return errors.New("empty")
	case strings.HasPrefix(s, "#"):
		return errors.New(`a comment in gitignore's syntax; write \# for a leading #`)
	case len(s) > 1000:
		return errors.New("longer than 1000 bytes")
	}
	return checkLine(s)
}
