package httpserver

import (
	"crypto/sha256"
	"net/http"

	"coderag/internal/fault"
)

// oauthPaths are where a client whose token was refused looks for OAuth.
var oauthPaths = []string{"/.well-known/", "/register", "/authorize", "/token"}

// noOAuth answers there, without a token. Claude Code shows its user what the
// last of these paths answers in place of the refusal, so it says again what is
// wrong with the token.
func (s *Server) noOAuth() http.Handler {
	want := sha256.Sum256([]byte(s.options.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := checkToken(r.Header, want)
		if err == nil {
			err = fault.New(fault.NotFound, "there is no OAuth here").
				Fix("send the token of config.ini in the header X-RAG-Token, or as Authorization: Bearer")
		}
		writeError(w, r, withStatus(http.StatusNotFound, err))
	})
}
