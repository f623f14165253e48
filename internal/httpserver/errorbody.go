package httpserver

import (
	"encoding/json"
	"errors"
	"net/http"

	"coderag/internal/fault"
)

// A Body is what every response that reports an error carries, as JSON.
type Body struct {
	Error string   `json:"error"`
	Fixes []string `json:"fixes"` // never null
}

// A statusError is an error that HTTP has a status for and fault no kind.
type statusError struct {
	error
	status int
}

func (e statusError) Unwrap() error { return e.error }

// withStatus gives err the status instead of that of its kind.
func withStatus(status int, err error) error { return statusError{err, status} }

// ErrorBody returns the status and the body of the response that reports err.
// Of an error that nobody classified it tells nothing but the id under which
// the request was logged.
func ErrorBody(err error, requestID string) (int, Body) {
	status := fault.HTTPStatus(err)
	if e, ok := errors.AsType[statusError](err); ok {
		status = e.status
	}
	if status == http.StatusInternalServerError {
		err = fault.New(fault.Internal, "internal error (request %s)", requestID).
			Fix("try once more; if it stays, look for request %s in the log of the server", requestID)
	}
	fixes := fault.FixesOf(err)
	if fixes == nil {
		fixes = []string{}
	}
	return status, Body{Error: err.Error(), Fixes: fixes}
}

// writeError answers r with err.
func writeError(w http.ResponseWriter, r *http.Request, err error) {
	status, body := ErrorBody(err, r.Header.Get(requestIDHeader))
	writeJSON(w, status, body)
}

// writeJSON answers with v.
func writeJSON[T Body | readiness | map[string]string](w http.ResponseWriter, status int, v T) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // people read it, and fixes name <project>
	_ = e.Encode(v)        //nolint:errchkjson // the types of T always encode; a client that left is nobody to tell
}
