package config

import (
	"log/slog"
	"time"
)

// keys binds every key of config.ini to its field, in the order in which they
// are documented and dumped. Paths are resolved by in.
func (c *Config) keys(in resolver) []key {
	var all []key
	for _, section := range [][]key{
		c.Database.keys(in), c.Server.keys(in), c.Embedding.keys(in), c.Search.keys(), c.Rerank.keys(in), c.Index.keys(), c.Sweep.keys(), c.Log.keys(in),
	} {
		all = append(all, section...)
	}
	return all
}

func (d *Database) keys(in resolver) []key {
	return []key{
		bind("database", "url", "", text(&d.URL, "URL", "postgres://USER:PASSWORD@HOST:PORT/DATABASE", checkDatabaseURL)).secret("DATABASE_URL"),
		bind("database", "url_file", "", filePath(&d.URLFile, in)),
		bind("database", "max_conns", "20", number(&d.MaxConns, integers, 2, 1000)),
		bind("database", "connect_timeout", "10s", number(&d.ConnectTimeout, durations, 100*time.Millisecond, 10*time.Minute)),
	}
}

func (s *Server) keys(in resolver) []key {
	return []key{
		bind("server", "address", "127.0.0.1:17080", text(&s.Address, "address", "HOST:PORT", checkAddress)),
		bind("server", "token", "", text(&s.Token, "secret", tokenForm, checkToken)).secret("CODERAG_TOKEN"),
		bind("server", "token_file", "", filePath(&s.TokenFile, in)),
		bind("server", "admin_token", "", text(&s.AdminToken, "secret", tokenForm, checkToken)).secret("CODERAG_ADMIN_TOKEN"),
		bind("server", "admin_token_file", "", filePath(&s.AdminTokenFile, in)),
		bind("server", "max_body_bytes", "4MiB", number(&s.MaxBodyBytes, sizes, 64*KiB, 64*MiB)),
		bind("server", "call_timeout", "30s", number(&s.CallTimeout, durations, time.Second, 10*time.Minute)),
		bind("server", "allowed_hosts", "", list(&s.AllowedHosts, "HOST or HOST:PORT", checkHost)),
		bind("server", "allowed_origins", "", list(&s.AllowedOrigins, "SCHEME://HOST or SCHEME://HOST:PORT", checkOrigin)),
		bind("server", "max_concurrent_searches", "8", number(&s.MaxConcurrentSearches, integers, 1, 1000)),
		bind("server", "stop_timeout", "15s", number(&s.StopTimeout, durations, time.Second, 10*time.Minute)),
	}
}

func (e *Embedding) keys(in resolver) []key {
	return []key{
		bind("embedding", "provider", "builtin", choice(&e.Provider, "word",
			named("none", ProviderNone), named("builtin", ProviderBuiltin), named("ollama", ProviderOllama), named("openai", ProviderOpenAI))),
		bind("embedding", "url", "", text(&e.URL, "URL", "http://HOST:PORT or https://HOST:PORT, with a path where the server has one", checkModelURL)),
		bind("embedding", "model", "", text(&e.Model, "text", "a name the provider knows", nil)),
		bind("embedding", "api_key", "", text(&e.APIKey, "secret", "printable ASCII without spaces", checkHeaderValue)).secret("CODERAG_API_KEY"),
		bind("embedding", "api_key_file", "", filePath(&e.APIKeyFile, in)),
		bind("embedding", "document_prefix", "", escaped(&e.DocumentPrefix)),
		bind("embedding", "query_prefix", "", escaped(&e.QueryPrefix)),
		bind("embedding", "dimensions", "0", number(&e.Dimensions, integers, 0, 4000)),
		bind("embedding", "batch", "32", number(&e.Batch, integers, 1, 512)),
		bind("embedding", "max_batch_bytes", "6000", number(&e.MaxBatchBytes, sizes, 256, MiB)),
		bind("embedding", "min_text_bytes", "256", number(&e.MinTextBytes, sizes, 16, 64*KiB)),
		bind("embedding", "timeout", "30s", number(&e.Timeout, durations, 100*time.Millisecond, 10*time.Minute)),
		bind("embedding", "query_timeout", "500ms", number(&e.QueryTimeout, durations, 10*time.Millisecond, time.Minute)),
		bind("embedding", "retries", "3", number(&e.Retries, integers, 0, 10)),
		bind("embedding", "keep_alive", "30m", number(&e.KeepAlive, durations, -time.Second, 168*time.Hour)),
	}
}

func (s *Search) keys() []key {
	return []key{
		bind("search", "rrf_k", "60", number(&s.RRFK, integers, 1, 1000)),
		bind("search", "weight_lexical", "1", number(&s.WeightLexical, decimals, 0, 100)),
		bind("search", "weight_dense", "1", number(&s.WeightDense, decimals, 0, 100)),
		bind("search", "overfetch", "2", number(&s.Overfetch, integers, 1, 100)),
		bind("search", "per_file_cap", "3", number(&s.PerFileCap, integers, 1, 50)),
		bind("search", "default_k", "8", number(&s.DefaultK, integers, 1, 500)),
		bind("search", "max_k", "50", number(&s.MaxK, integers, 1, 500)),
		bind("search", "max_chars", "2000", number(&s.MaxChars, integers, 100, 100_000)),
		bind("search", "reply_chars", "24000", number(&s.ReplyChars, integers, 1000, 1_000_000)),
		bind("search", "timeout", "5s", number(&s.Timeout, durations, 100*time.Millisecond, 10*time.Minute)),
	}
}

func (r *Rerank) keys(in resolver) []key {
	return []key{
		bind("rerank", "url", "", text(&r.URL, "URL", "http://HOST:PORT/PATH or https://HOST:PORT/PATH", checkModelURL)),
		bind("rerank", "model", "", text(&r.Model, "text", "a name the server knows", nil)),
		bind("rerank", "api_key", "", text(&r.APIKey, "secret", "printable ASCII without spaces", checkHeaderValue)).secret("CODERAG_RERANK_KEY"),
		bind("rerank", "api_key_file", "", filePath(&r.APIKeyFile, in)),
		bind("rerank", "candidates", "20", number(&r.Candidates, integers, 2, 100)),
		bind("rerank", "max_chars", "1200", number(&r.MaxChars, integers, 100, 20_000)),
		bind("rerank", "timeout", "300ms", number(&r.Timeout, durations, 10*time.Millisecond, time.Minute)),
	}
}

func (x *Index) keys() []key {
	return []key{
		bind("index", "max_file_bytes", "1MiB", number(&x.MaxFileBytes, sizes, KiB, 64*MiB)),
		bind("index", "chunk_bytes", "2400", number(&x.ChunkBytes, sizes, 256, 64*KiB)),
		bind("index", "min_chunk_bytes", "300", number(&x.MinChunkBytes, sizes, 1, 32*KiB)),
		bind("index", "window_lines", "60", number(&x.WindowLines, integers, 2, 1000)),
		bind("index", "window_overlap", "10", number(&x.WindowOverlap, integers, 1, 500)),
		bind("index", "commit_files", "1000", number(&x.CommitFiles, integers, 1, 100_000)),
		bind("index", "workers", "0", number(&x.Workers, integers, 0, 256)),
		bind("index", "parse_timeout", "3s", number(&x.ParseTimeout, durations, 10*time.Millisecond, time.Minute)),
		bind("index", "base_excludes", "", list(&x.BaseExcludes, "gitignore patterns without commas", checkGlob)),
		bind("index", "include_secrets", "false", boolean(&x.IncludeSecrets)),
	}
}

func (s *Sweep) keys() []key {
	return []key{
		bind("sweep", "every", "10m", number(&s.Every, durations, 10*time.Second, 168*time.Hour)),
		bind("sweep", "at_start", "true", boolean(&s.AtStart)),
		bind("sweep", "on", "true", boolean(&s.On)),
	}
}

func (l *Log) keys(in resolver) []key {
	return []key{
		bind("log", "level", "info", choice(&l.Level, "word",
			named("debug", slog.LevelDebug), named("info", slog.LevelInfo), named("warn", slog.LevelWarn), named("error", slog.LevelError))),
		bind("log", "format", "text", choice(&l.Format, "word", named("text", LogText), named("json", LogJSON))),
		bind("log", "file", "", filePath(&l.File, in)),
	}
}
