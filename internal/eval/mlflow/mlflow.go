// Package mlflow logs the figures of a run to a tracking server, by the REST
// API of MLflow 2 and 3 (api/2.0/mlflow).
package mlflow

import (
	"cmp"
	"context"
	"time"

	"coderag/internal/eval"
	"coderag/internal/fault"
)

// Options say where the tracking server is. They are what MLflow's own clients
// read from the environment; see FromEnv.
type Options struct {
	URI        string // http or https
	Experiment string // default "coderag"; made if there is none
	Username   string
	Password   string
	Token      string        // bearer; goes before user and password
	Timeout    time.Duration // of one request; default 30 s
}

// FromEnv reads the variables MLflow's clients read. URI is "" when
// MLFLOW_TRACKING_URI is not set: then nothing is to be logged.
func FromEnv(getenv func(string) string) Options {
	return Options{
		URI:        getenv("MLFLOW_TRACKING_URI"),
		Experiment: getenv("MLFLOW_EXPERIMENT_NAME"),
		Username:   getenv("MLFLOW_TRACKING_USERNAME"),
		Password:   getenv("MLFLOW_TRACKING_PASSWORD"),
		Token:      getenv("MLFLOW_TRACKING_TOKEN"),
	}
}

// Log makes a run with the metrics, parameters and tags of r and returns its
// id. A run whose figures could not be logged is ended as failed.
func Log(ctx context.Context, o Options, r eval.Run, now time.Time) (id string, err error) {
	defer fault.Wrap(&err, "log to mlflow at %s", o.URI)
	c, err := newClient(o)
	if err != nil {
		return "", err
	}
	experiment, err := c.experiment(ctx, cmp.Or(o.Experiment, "coderag"))
	if err != nil {
		return "", err
	}
	id, err = c.createRun(ctx, experiment, r.Name, now)
	if err != nil {
		return "", err
	}
	status := "FINISHED"
	for _, b := range batches(r, now) {
		if err = c.logBatch(ctx, id, b); err != nil {
			status = "FAILED"
			break
		}
	}
	if ended := c.updateRun(context.WithoutCancel(ctx), id, status, now); err == nil {
		err = ended
	}
	return id, err
}
