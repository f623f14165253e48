package database

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"coderag/internal/fault"
)

// meaning says what a class of SQLSTATEs is for the caller.
type meaning struct {
	kind  fault.Kind
	fix   string // "" where there is nothing to do but to try again or to report
	retry bool   // the same statement may succeed a moment later
}

// meanings lists SQLSTATEs; a key of two characters stands for the whole class.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
var meanings = map[string]meaning{
	"08":    {fault.Unavailable, "run: make up", true},
	"57P01": {fault.Unavailable, "", true}, // admin_shutdown
	"57P02": {fault.Unavailable, "", true}, // crash_shutdown
	"57P03": {fault.Unavailable, "", true}, // cannot_connect_now
	"40001": {fault.Busy, "", true},        // serialization_failure
	"40P01": {fault.Busy, "", true},        // deadlock_detected
	"53300": {fault.Busy, "lower max_conns in section [database] of config.ini, or raise PostgreSQL's max_connections", true},
	"55P03": {fault.Busy, "", false}, // lock_not_available
	"57014": {fault.Timeout, "", false},
	"53100": {fault.Unavailable, "free disk space where PostgreSQL keeps its data", false},
	"53200": {fault.Unavailable, "give PostgreSQL more memory, or lower maintenance_work_mem", false},
	"28":    {fault.Unavailable, "check user and password in url of section [database], or DATABASE_URL", false},
	"3D000": {fault.Unavailable, "create the database, or check its name in url of section [database]", false},
	"3F000": {fault.NotFound, "run: bin/indexer migrate", false}, // invalid_schema_name
	"42P01": {fault.NotFound, "run: bin/indexer migrate", false}, // undefined_table
	"42501": {fault.Unavailable, "grant the user of DATABASE_URL the right to create schemas in the database", false},
	"22021": {fault.Invalid, "", false},  // character_not_in_repertoire: NUL, broken UTF-8
	"22P05": {fault.Invalid, "", false},  // untranslatable_character
	"22001": {fault.TooLarge, "", false}, // string_data_right_truncation
	"54":    {fault.TooLarge, "", false}, // program_limit_exceeded
}

// Kind returns what err, of this package or of pgx, is for the caller.
func Kind(err error) fault.Kind {
	if kind := fault.KindOf(err); kind != fault.Internal {
		return kind
	}
	return meaningOf(err).kind
}

// Retryable reports whether the statement or transaction that returned err may
// succeed when it is run again: the connection was lost, the server restarts,
// or another transaction was in the way.
func Retryable(err error) bool {
	return meaningOf(err).retry
}

// Refused reports whether PostgreSQL cannot hold the values it was given: the
// file they come from is left out, and the rest goes on.
func Refused(err error) bool {
	switch sqlState(err) {
	case "22021", "22P05", "22001":
		return true
	}
	return strings.HasPrefix(sqlState(err), "54")
}

// Exhausted reports whether PostgreSQL is out of disk or memory: whoever
// writes has to stop.
func Exhausted(err error) bool {
	state := sqlState(err)
	return state == "53100" || state == "53200"
}

// Wrap prefixes *errp, when it is not nil, with what was being done, and gives
// it the kind and the fix its SQLSTATE stands for. It is deferred at the top
// of a function that queries:
//
//	defer database.Wrap(&err, "chunks of file %d", id)
func Wrap(errp *error, format string, args ...any) {
	if *errp == nil {
		return
	}
	if _, done := errors.AsType[*fault.Error](*errp); !done {
		*errp = classify(*errp)
	}
	fault.Wrap(errp, format, args...)
}

// classify returns err with its kind and fix, or err itself when nothing is
// known about it.
func classify(err error) error {
	m := meaningOf(err)
	if m.kind == fault.Internal {
		return err
	}
	classified := fault.New(m.kind, "%w", err)
	if m.fix == "" {
		return classified
	}
	return classified.Fix("%s", m.fix)
}

func meaningOf(err error) meaning {
	state := sqlState(err)
	if m, ok := meanings[state]; ok {
		return m
	}
	if len(state) == 5 {
		return meanings[state[:2]]
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return meaning{kind: fault.Timeout}
	case errors.Is(err, context.Canceled), errors.Is(err, pgx.ErrNoRows):
		return meaning{}
	case connectionLost(err):
		return meanings["08"]
	}
	return meaning{}
}

// connectionLost reports whether err came from the network and not from the
// server.
func connectionLost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// sqlState returns the code of the error PostgreSQL sent, or "".
func sqlState(err error) string {
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pgErr.Code
	}
	return ""
}

func hostPort(host string, port uint16) string {
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}
