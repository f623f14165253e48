package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/httpserver"
	"coderag/internal/lang"
	"coderag/internal/mcpserver"
	"coderag/internal/schedule"
)

// serve runs the service until ctx ends.
func serve(ctx context.Context, env *cli.Env, c config.Config) (err error) {
	if err := c.RequireToken(); err != nil {
		return err
	}
	log, closeLog, err := logger(env, c.Log)
	if err != nil {
		return err
	}
	defer closeLog()
	a, err := app.Open(ctx, app.Options{Config: c, Projects: env.ProjectsPath(), Name: "coderag server", Logger: log})
	if err != nil {
		return err
	}
	defer a.Close()
	metrics := httpserver.NewMetrics()
	web, err := newServer(a, c, log, metrics)
	if err != nil {
		return err
	}
	sweeps, err := newSchedule(a, c, log, metrics)
	if err != nil {
		return err
	}
	if err := web.Start(ctx); err != nil {
		return err
	}
	sweeps.Start()
	log.Info("ready", "address", web.Addr(), "projects", a.Names())
	<-ctx.Done()
	log.Info("stopping")
	stop, cancel := context.WithTimeout(context.Background(), c.Server.StopTimeout)
	defer cancel()
	return errors.Join(web.Stop(stop), sweeps.Stop())
}

func newServer(a *app.App, c config.Config, log *slog.Logger, metrics *httpserver.Metrics) (*httpserver.Server, error) {
	tools, err := mcpserver.New(mcpserver.Options{
		Searcher: a, Reindexer: a, Catalog: a, Version: cli.Version(), Languages: lang.Known(),
		Timeout: c.Server.CallTimeout, Logger: log, Observe: metrics.Call,
		Limits: mcpserver.Limits{
			DefaultK: c.Search.DefaultK, MaxK: c.Search.MaxK, DefaultChars: c.Search.MaxChars,
			Searches: c.Server.MaxConcurrentSearches,
		},
	})
	if err != nil {
		return nil, err
	}
	return httpserver.New(httpserver.Options{
		Address: c.Server.Address, Token: c.Server.Token,
		AllowedHosts: c.Server.AllowedHosts, AllowedOrigins: c.Server.AllowedOrigins,
		Projects: a, MCP: tools.Handler(), Metrics: metrics, Logger: log, Ready: a.Ready,
		MaxBody: int64(c.Server.MaxBodyBytes),
	})
}

func newSchedule(a *app.App, c config.Config, log *slog.Logger, metrics *httpserver.Metrics) (*schedule.Scheduler, error) {
	sweep := func(cause string, names func(context.Context) ([]string, error)) func(context.Context) error {
		return func(ctx context.Context) error {
			start := time.Now()
			projects, err := names(ctx)
			if err == nil {
				err = a.SweepAll(ctx, cause, projects)
			}
			outcome := "ok"
			if err != nil {
				outcome = "error"
			}
			metrics.Sweep(outcome, time.Since(start))
			return err
		}
	}
	o := schedule.Options{Every: c.Sweep.Every, Logger: log}
	if c.Sweep.AtStart {
		o.Start = sweep("start", a.NeverScanned)
	}
	if c.Sweep.On {
		o.Sweep = sweep("schedule", func(context.Context) ([]string, error) { return a.Names(), nil })
	}
	return schedule.New(o)
}

// logger returns what the service logs to, and what closes it.
func logger(env *cli.Env, c config.Log) (*slog.Logger, func(), error) {
	out, closeLog := env.Err, func() {}
	if c.File != "" {
		f, err := os.OpenFile(c.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("open log: %w", err)
		}
		out, closeLog = f, func() { _ = f.Close() }
	}
	return slog.New(handler(out, c)), closeLog, nil
}

func handler(out io.Writer, c config.Log) slog.Handler {
	o := &slog.HandlerOptions{Level: c.Level}
	if c.Format == config.LogJSON {
		return slog.NewJSONHandler(out, o)
	}
	return slog.NewTextHandler(out, o)
}
