// Package modelserver speaks JSON over HTTP to a server that runs embedding
// models and turns what goes wrong into the errors embed.Embedder promises.
package modelserver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// maxError is how much of an answer that is no success is read, in bytes.
const maxError = 16 << 10

// Options names a server and says how to speak to it.
type Options struct {
	URL       string        // of the API: http://127.0.0.1:11434
	Key       string        // sent as bearer token; "" for none
	Timeout   time.Duration // of a request with its whole answer; 0 means 90s
	MaxAnswer int64         // bytes of an answer; 0 means 64 MiB

	// Fixes for the two problems whose mending differs from server to server.
	AwayFix    string // it does not answer
	MissingFix string // it does not have the model
}

// Client sends requests to one server. It never repeats one. It is safe for
// concurrent use; Close frees its idle connections.
type Client struct {
	options Options
	base    *url.URL
	http    *http.Client
}

// New checks the options. A URL that is not http or https, or that carries a
// name and password, is fault.Invalid, and so is a key that would cross the
// network unencrypted.
func New(o Options) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(o.URL, "/"))
	if err != nil || base.Host == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" ||
		(base.Scheme != "http" && base.Scheme != "https") {
		return nil, fault.New(fault.Invalid, "the model server's address is no plain http or https URL").
			Fix("set `url` in [embedding] to an address like http://127.0.0.1:11434")
	}
	if o.Key != "" && base.Scheme == "http" && !loopback(base.Hostname()) {
		return nil, fault.New(fault.Invalid, "the API key would be sent unencrypted to %s", base.Host).
			Fix("use an https address, or a server on this machine, or remove the key")
	}
	o.Timeout = cmp.Or(o.Timeout, 90*time.Second)
	o.MaxAnswer = cmp.Or(o.MaxAnswer, 64<<20)
	return &Client{options: o, base: base, http: &http.Client{
		Transport:     transport(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

func transport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment, // never for a server on this machine
		DialContext:         (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: 4,
		IdleConnTimeout:     90 * time.Second,
	}
}

// loopback reports whether host is this machine.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Close frees the idle connections.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Get decodes the answer to a GET of path into out.
func (c *Client) Get(ctx context.Context, path string, out any) error {
	return c.do(ctx, http.MethodGet, path, nil, out)
}

// Post sends in as JSON to path and decodes the answer into out.
func (c *Client) Post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPost, path, body, out)
}

func (c *Client) do(ctx context.Context, method, path string, body []byte, out any) (err error) {
	defer fault.Wrap(&err, "%s%s", c.base, path)
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.options.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return c.broken(ctx, err)
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	if response.StatusCode != http.StatusOK {
		return c.refused(ctx, response)
	}
	return c.decode(ctx, response.Body, out)
}

// decode reads one JSON value of bounded size.
func (c *Client) decode(ctx context.Context, body io.Reader, out any) error {
	content, err := io.ReadAll(io.LimitReader(body, c.options.MaxAnswer+1))
	if err != nil {
		return c.broken(ctx, err)
	}
	if int64(len(content)) > c.options.MaxAnswer {
		return fault.New(fault.Unavailable, "the answer is longer than %d bytes: %w", c.options.MaxAnswer, embed.ErrBadAnswer)
	}
	if err := json.Unmarshal(content, out); err != nil {
		return fault.New(fault.Unavailable, "decode the answer: %s: %w", err, embed.ErrBadAnswer)
	}
	return nil
}

// broken classifies a request that got no whole answer.
func (c *Client) broken(ctx context.Context, err error) error {
	if urlErr, ok := errors.AsType[*url.Error](err); ok {
		err = urlErr.Err // without the address, which is in front already
	}
	var op *net.OpError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return context.Cause(ctx)
	case errors.As(err, &op) && op.Op == "dial":
		return c.away(err)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.New(fault.Timeout, "no whole answer in time: %w", context.DeadlineExceeded)
	case closed(err):
		return fault.New(fault.Unavailable, "%s: %w", err, embed.ErrCrashed)
	}
	return c.away(err)
}

func (c *Client) away(err error) error {
	e := fault.New(fault.Unavailable, "no connection: %w", err)
	if c.options.AwayFix != "" {
		e = e.Fix("%s", c.options.AwayFix)
	}
	return e
}
