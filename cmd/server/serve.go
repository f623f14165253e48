package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/httpserver"
	"coderag/internal/lang"
	"coderag/internal/mcpserver"
	"coderag/internal/schedule"
)

// A service is what runs until a signal.
type service struct {
	app         *app.App
	web         *httpserver.Server
	sweeps      *schedule.Scheduler
	log         *slog.Logger
	stopTimeout time.Duration
}

// serve runs the service until ctx ends.
func serve(ctx context.Context, env *cli.Env, c config.Config) (err error) {
	if err := c.RequireToken(); err != nil {
		return err
	}
	log, closeLog, err := newLogger(env, c.Log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	s, err := newService(ctx, env, c, log)
	if err != nil {
		return err
	}
	return s.run(ctx)
}

// newService opens what the service needs; run closes it.
func newService(ctx context.Context, env *cli.Env, c config.Config, log *slog.Logger) (_ *service, err error) {
	a, err := app.Open(ctx, app.Options{
		Config: c, Projects: env.ProjectsPath(), Name: "coderag server", Logger: log, Changed: logProblems(log),
	})
	if err != nil {
		return nil, err
	}
	metrics := httpserver.NewMetrics()
	s := &service{app: a, log: log, stopTimeout: c.Server.StopTimeout}
	if s.web, err = newWeb(a, c, log, metrics); err == nil {
		s.sweeps, err = newSchedule(a, c, log, metrics)
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return s, nil
}

// run serves until ctx ends, and then stops.
func (s *service) run(ctx context.Context) error {
	if err := s.web.Start(ctx); err != nil {
		return errors.Join(err, s.stop(ctx))
	}
	s.sweeps.Start()
	s.log.Info("ready", "address", s.web.Addr(), "projects", s.app.Names())
	<-ctx.Done()
	s.log.Info("stopping")
	return s.stop(ctx)
}

// stop ends sweeps and calls, and then closes the rest. What is not done within
// the stop timeout is left behind: the process is about to end.
func (s *service) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.stopTimeout)
	defer cancel()
	stopped := make(chan error, 1)
	go func() {
		swept := make(chan error, 1)
		go func() { swept <- s.sweeps.Stop() }()
		err := s.web.Stop(ctx)
		err = errors.Join(err, <-swept)
		s.app.Close()
		stopped <- err
	}()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
		return fault.New(fault.Timeout, "a sweep or a call does not end within %v", s.stopTimeout).
			Fix("raise stop_timeout in section [server] of config.ini if this happens often")
	}
}

func newWeb(a *app.App, c config.Config, log *slog.Logger, metrics *httpserver.Metrics) (*httpserver.Server, error) {
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
		MaxBody: int64(c.Server.MaxBodyBytes), WriteTimeout: writeTimeout(c.Server.CallTimeout),
	})
}

// writeTimeout leaves a call that used up its time some more to tell so.
func writeTimeout(call time.Duration) time.Duration { return max(2*time.Minute, call+30*time.Second) }
