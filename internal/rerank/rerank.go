// Package rerank asks a model behind HTTP how well texts answer a query.
package rerank

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"coderag/internal/fault"
)

// maxAnswer is how much of an answer is read, in bytes. Some servers repeat the
// documents in it.
const maxAnswer = 8 << 20

// Options names a reranker.
type Options struct {
	URL   string // of the endpoint, with its path: http://127.0.0.1:8080/v1/rerank
	Model string // "" leaves the choice to the server
	Key   string // sent as bearer token; "" for none
}

// Client asks one reranker. It never repeats a question, and keeps to the
// deadline of its context. It is safe for concurrent use; Close frees its idle
// connections.
type Client struct {
	options Options
	host    string
	http    *http.Client
	dialect atomic.Int32 // that the server was found to speak
}

// New checks the options. A URL that is not http or https, or that carries a
// name and password, is fault.Invalid, and so is a key that would cross the
// network unencrypted.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fault.New(fault.Invalid, "the reranker's address is no plain http or https URL").
			Fix("set `url` in [rerank] to the endpoint, such as http://127.0.0.1:8080/v1/rerank")
	}
	if o.Key != "" && u.Scheme == "http" && !loopback(u.Hostname()) {
		return nil, fault.New(fault.Invalid, "the API key would be sent unencrypted to %s", u.Host).
			Fix("use an https address, or a server on this machine, or remove the key")
	}
	return &Client{options: o, host: u.Host, http: &http.Client{
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment, // never for a server on this machine
			DialContext:         (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
			TLSHandshakeTimeout: 5 * time.Second,
			MaxIdleConnsPerHost: 4,
			IdleConnTimeout:     90 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// loopback reports whether host is this machine.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Close frees the idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Rerank returns a score for each of the documents, higher being better. Scores
// compare within one call only. Anything but one finite score for each document
// is an error.
func (c *Client) Rerank(ctx context.Context, query string, documents []string) (_ []float64, err error) {
	defer fault.Wrap(&err, "rerank %d documents at %s", len(documents), c.host)
	if len(documents) == 0 {
		return nil, nil
	}
	known := dialect(c.dialect.Load())
	if known != unknown {
		return c.ask(ctx, known, query, documents)
	}
	scores, err := c.ask(ctx, usual, query, documents)
	if err == nil {
		c.dialect.Store(int32(usual))
		return scores, nil
	}
	if !misunderstood(err) {
		return nil, err
	}
	if scores, other := c.ask(ctx, tei, query, documents); other == nil {
		c.dialect.Store(int32(tei))
		return scores, nil
	}
	return nil, err
}

// ask asks in one dialect.
func (c *Client) ask(ctx context.Context, d dialect, query string, documents []string) ([]float64, error) {
	body, err := json.Marshal(d.question(c.options.Model, query, documents))
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.options.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, broken(ctx, err)
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, broken(ctx, err)
	case response.StatusCode != http.StatusOK:
		return nil, refused(response.StatusCode, answer)
	case len(answer) > maxAnswer:
		return nil, fault.New(fault.Unavailable, "the answer is longer than %d bytes", maxAnswer)
	}
	return scoresOf(answer, len(documents))
}

// broken says why there is no whole answer.
func broken(ctx context.Context, err error) error {
	if urlErr, ok := errors.AsType[*url.Error](err); ok {
		err = urlErr.Err // without the address, which is in front already
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.New(fault.Timeout, "no whole answer in time: %w", context.DeadlineExceeded)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fault.New(fault.Unavailable, "no whole answer: %w", err).Fix("is the reranker up? see `url` in [rerank]")
}

// A refusal is an answer that is no success.
type refusal struct{ status int }

func (r refusal) Error() string { return http.StatusText(r.status) }

// refused returns the error of an answer that is no success, with the start of
// what it says.
func refused(status int, answer []byte) error {
	const most = 300
	text := strings.Join(strings.Fields(string(answer)), " ")
	text = strings.ToValidUTF8(text[:min(most, len(text))], "")
	kind := fault.Unavailable
	if status < http.StatusInternalServerError && status != http.StatusTooManyRequests {
		kind = fault.Invalid
	}
	return fault.New(kind, "status %d %w: %s", status, refusal{status}, text).Fix("see `url`, `model` and `api_key` in [rerank]")
}

// misunderstood reports whether the server may want the question in another
// dialect.
func misunderstood(err error) bool {
	r, ok := errors.AsType[refusal](err)
	return ok && (r.status == http.StatusBadRequest || r.status == http.StatusUnprocessableEntity)
}
