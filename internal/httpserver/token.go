package httpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"regexp"
	"strings"

	"coderag/internal/fault"
)

// maxToken is the length in bytes beyond which a token is wrong unseen.
const maxToken = 1024

// unexpanded matches a reference to a variable that a client sent as it was
// written: ${NAME}, ${NAME:-default}, $NAME or %NAME%.
var unexpanded = regexp.MustCompile(`^(\$\{?|%)([A-Za-z_][A-Za-z0-9_]*)`)

// authorized lets those pass who present the token.
func (s *Server) authorized(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(s.options.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := checkToken(r.Header, want); err != nil {
			w.Header().Set("WWW-Authenticate", `Bearer realm="coderag"`)
			writeError(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkToken compares what the headers present with the hash of the token, in
// a time that does not depend on either.
func checkToken(h http.Header, want [sha256.Size]byte) error {
	given := presented(h)
	if len(given) == 0 {
		return fault.New(fault.Unauthorized, "no token").
			Fix("send the token of config.ini in the header X-RAG-Token, or as Authorization: Bearer")
	}
	for _, token := range given[1:] {
		if token != given[0] {
			return fault.New(fault.Unauthorized, "two headers with different tokens").
				Fix("send the token once, in the header X-RAG-Token or as Authorization: Bearer")
		}
	}
	token := given[0]
	if len(token) <= maxToken {
		got := sha256.Sum256([]byte(token))
		if subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			return nil
		}
		if m := unexpanded.FindStringSubmatch(token); m != nil {
			return fault.New(fault.Unauthorized, "the token is a reference to the variable %s, sent as it is written", m[2]).
				Fix("set %s in the environment of the client before it starts: export %s=<token of config.ini>", m[2], m[2])
		}
	}
	return fault.New(fault.Unauthorized, "wrong token").
		Fix("send the token of config.ini, section [server], key token").
		Fix("register again: coderag register <project>")
}

// presented returns the tokens the headers carry.
func presented(h http.Header) []string {
	var tokens []string
	for _, v := range h.Values("X-RAG-Token") {
		tokens = append(tokens, strings.TrimSpace(v))
	}
	for _, v := range h.Values("Authorization") {
		scheme, token, _ := strings.Cut(v, " ")
		if strings.EqualFold(scheme, "Bearer") {
			tokens = append(tokens, strings.TrimSpace(token))
		}
	}
	return tokens
}
