package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"time"

	"coderag/internal/database"
	"coderag/internal/fault"
)

// A scratch is a database that is dropped at the end.
type scratch struct {
	url   string
	name  string
	admin *database.DB
}

func newScratch(ctx context.Context, given string) (_ *scratch, err error) {
	defer fault.Wrap(&err, "make a database")
	if given == "" {
		return nil, fault.New(fault.Invalid, "TEST_DATABASE_URL is not set").
			Fix("run: make bench-quality CORPORA=DIR BENCH=DIR").
			Fix("or set it to a PostgreSQL whose role may create databases")
	}
	u, err := url.Parse(given)
	if err != nil {
		return nil, err
	}
	s := &scratch{name: fmt.Sprintf("coderag_quality_%d", os.Getpid())}
	if s.admin, err = database.Open(ctx, database.Options{URL: given, MaxConns: 1, ApplicationName: "coderag quality"}); err != nil {
		return nil, err
	}
	if _, err := s.admin.Pool().Exec(ctx, "CREATE DATABASE "+s.name); err != nil {
		s.admin.Close()
		return nil, err
	}
	u.Path = "/" + s.name
	s.url = u.String()
	return s, nil
}

// drop drops the database.
func (s *scratch) drop(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "drop database %s", s.name)
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	defer s.admin.Close()
	_, err = s.admin.Pool().Exec(ctx, "DROP DATABASE "+s.name+" WITH (FORCE)")
	return err
}
