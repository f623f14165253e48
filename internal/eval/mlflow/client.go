package mlflow

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"coderag/internal/fault"
)

// client speaks the REST API.
type client struct {
	options Options
	base    string
	http    http.Client
}

func newClient(o Options) (*client, error) {
	u, err := url.Parse(o.URI)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fault.New(fault.Invalid, "%q is no address of a tracking server", o.URI).
			Fix("set MLFLOW_TRACKING_URI to one that starts with http:// or https://, or unset it")
	}
	return &client{
		options: o, base: strings.TrimSuffix(o.URI, "/") + "/api/2.0/mlflow/",
		http: http.Client{Timeout: cmp.Or(o.Timeout, 30*time.Second)},
	}, nil
}

// refusal is what the server says when it refuses.
type refusal struct {
	Code    string `json:"error_code"`
	Message string `json:"message"`
}

func (r *refusal) Error() string { return r.Code + ": " + r.Message }

// notThere is the code for an experiment that does not exist.
const notThere = "RESOURCE_DOES_NOT_EXIST"

// call sends body, unless it is nil, as JSON and reads the answer into out.
func (c *client) call(ctx context.Context, method, endpoint string, body, out any) (err error) {
	defer fault.Wrap(&err, "%s", endpoint)
	var sent io.Reader = http.NoBody
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+endpoint, sent)
	if err != nil {
		return err
	}
	c.authorize(request)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fault.New(fault.Unavailable, "%w", err).Fix("is the tracking server up? unset MLFLOW_TRACKING_URI to do without")
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	return read(response, out)
}

func (c *client) authorize(r *http.Request) {
	switch {
	case c.options.Token != "":
		r.Header.Set("Authorization", "Bearer "+c.options.Token)
	case c.options.Username != "":
		r.SetBasicAuth(c.options.Username, c.options.Password)
	}
}

// maxAnswer bounds what is read of an answer.
const maxAnswer = 1 << 20

func read(response *http.Response, out any) error {
	data, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return err
	}
	if response.StatusCode == http.StatusOK {
		return json.Unmarshal(data, out)
	}
	var r refusal
	if json.Unmarshal(data, &r) != nil || r.Code == "" {
		r = refusal{Code: response.Status, Message: strings.TrimSpace(string(data[:min(len(data), 200)]))}
	}
	return fault.New(fault.Unavailable, "%w", &r)
}

// experiment returns the id of the experiment, made if there is none.
func (c *client) experiment(ctx context.Context, name string) (string, error) {
	var found struct {
		Experiment struct {
			ID string `json:"experiment_id"`
		} `json:"experiment"`
	}
	err := c.call(ctx, http.MethodGet, "experiments/get-by-name?experiment_name="+url.QueryEscape(name), nil, &found)
	var r *refusal
	if err == nil || !errors.As(err, &r) || r.Code != notThere {
		return found.Experiment.ID, err
	}
	var made struct {
		ID string `json:"experiment_id"`
	}
	err = c.call(ctx, http.MethodPost, "experiments/create", map[string]any{"name": name}, &made)
	return made.ID, err
}

func (c *client) createRun(ctx context.Context, experiment, name string, now time.Time) (string, error) {
	var made struct {
		Run struct {
			Info struct {
				ID string `json:"run_id"`
			} `json:"info"`
		} `json:"run"`
	}
	err := c.call(ctx, http.MethodPost, "runs/create", map[string]any{
		"experiment_id": experiment, "run_name": name, "start_time": now.UnixMilli(),
		"tags": []pair{{"mlflow.source.name", "coderag eval"}, {"mlflow.source.type", "LOCAL"}},
	}, &made)
	if err == nil && made.Run.Info.ID == "" {
		err = fault.New(fault.Unavailable, "runs/create: the answer has no run_id")
	}
	return made.Run.Info.ID, err
}

func (c *client) logBatch(ctx context.Context, id string, b batch) error {
	b.RunID = id
	return c.call(ctx, http.MethodPost, "runs/log-batch", b, &struct{}{})
}

func (c *client) updateRun(ctx context.Context, id, status string, now time.Time) error {
	return c.call(ctx, http.MethodPost, "runs/update", map[string]any{
		"run_id": id, "status": status, "end_time": now.UnixMilli(),
	}, &struct{}{})
}
