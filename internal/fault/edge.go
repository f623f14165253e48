package fault

import "net/http"

// The exit codes of the commands.
const (
	ExitOK          = 0
	ExitInternal    = 1
	ExitUsage       = 2
	ExitNotFound    = 3
	ExitUnavailable = 4
	ExitBusy        = 5
	ExitUnconfirmed = 6
)

type edge struct{ status, exit int }

// edges says, for each kind, the HTTP status and the exit code it becomes.
var edges = map[Kind]edge{
	Internal:     {http.StatusInternalServerError, ExitInternal},
	Invalid:      {http.StatusBadRequest, ExitUsage},
	NotFound:     {http.StatusNotFound, ExitNotFound},
	Unauthorized: {http.StatusUnauthorized, ExitUsage},
	Forbidden:    {http.StatusForbidden, ExitUsage},
	TooLarge:     {http.StatusRequestEntityTooLarge, ExitUsage},
	Busy:         {http.StatusServiceUnavailable, ExitBusy},
	Unavailable:  {http.StatusServiceUnavailable, ExitUnavailable},
	Unconfirmed:  {http.StatusConflict, ExitUnconfirmed},
	Timeout:      {http.StatusGatewayTimeout, ExitUnavailable},
}

// edgeOf returns the edge of err; a kind that has none is a defect.
func edgeOf(err error) edge {
	if e, ok := edges[KindOf(err)]; ok {
		return e
	}
	return edges[Internal]
}

// HTTPStatus returns the status a response with err carries; 200 for nil.
func HTTPStatus(err error) int {
	if err == nil {
		return http.StatusOK
	}
	return edgeOf(err).status
}

// ExitCode returns the code a command that ends with err exits with.
func ExitCode(err error) int {
	if err == nil {
		return ExitOK
	}
	return edgeOf(err).exit
}
