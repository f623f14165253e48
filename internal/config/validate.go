package config

import "coderag/internal/fault"

// Validate reports everything that is wrong with c as one fault.Invalid whose
// parts name the keys; nil if nothing is. Load has done it already.
func (c Config) Validate() error { return join(c.problems(c.keys(resolver{}))) }

// problems checks each key by itself, then those that depend on each other.
func (c *Config) problems(keys []key) []problem {
	var all []problem
	for _, k := range keys {
		if err := k.Check(); err != nil {
			from := c.origins[k.id]
			all = append(all, problem{c.lineOf(k.id), k.fault(from, k.String(), err)})
		}
	}
	for _, r := range c.relations() {
		if r.broken {
			from := c.origins[r.key]
			all = append(all, problem{c.lineOf(r.key), fault.New(fault.Invalid, "%s%s: %s", from.prefix(), r.key, r.want)})
		}
	}
	return all
}

// lineOf returns the line of config.ini a key is on; 0 if it is not there.
func (c *Config) lineOf(n keyName) int { return c.origins[n].line }

// A relation is a rule over several keys, reported under one of them.
type relation struct {
	key    keyName
	broken bool
	want   string
}

func (c *Config) relations() []relation {
	e, s, x := &c.Embedding, &c.Search, &c.Index
	return []relation{
		{keyName{"server", "admin_token"}, c.Server.AdminToken != "" && c.Server.AdminToken == c.Server.Token, "must differ from token"},
		{keyName{"embedding", "url"}, e.Provider.Served() && e.URL == "", "must be set for provider " + string(e.Provider)},
		{keyName{"embedding", "model"}, e.Provider.Served() && e.Model == "", "must be set for provider " + string(e.Provider)},
		{keyName{"embedding", "min_text_bytes"}, e.MinTextBytes > e.MaxBatchBytes, "must not exceed max_batch_bytes"},
		{keyName{"embedding", "query_timeout"}, e.QueryTimeout > e.Timeout, "must not exceed timeout"},
		{keyName{"search", "weight_dense"}, s.WeightLexical == 0 && s.WeightDense == 0, "must not be 0 with weight_lexical 0"},
		{keyName{"search", "default_k"}, s.DefaultK > s.MaxK, "must not exceed max_k"},
		{keyName{"search", "max_chars"}, s.MaxChars > s.ReplyChars, "must not exceed reply_chars"},
		{keyName{"index", "chunk_bytes"}, x.ChunkBytes > x.MaxFileBytes, "must not exceed max_file_bytes"},
		{keyName{"index", "min_chunk_bytes"}, x.MinChunkBytes > x.ChunkBytes/2, "must not exceed half of chunk_bytes"},
		{keyName{"index", "window_overlap"}, x.WindowOverlap > x.WindowLines/2, "must not exceed half of window_lines"},
	}
}

// RequireDatabase returns a fault if no database is configured. What reads or
// writes an index asks it before it connects.
func (c Config) RequireDatabase() error {
	if c.Database.URL != "" {
		return nil
	}
	return fault.New(fault.Invalid, "[database] url: not set").
		Fix("run: make up, which starts a database and writes its url to config.ini").
		Fix("or set DATABASE_URL, [database] url or [database] url_file")
}

// RequireToken returns a fault if clients have no token to show. The server
// asks it before it listens.
func (c Config) RequireToken() error {
	if c.Server.Token != "" {
		return nil
	}
	return fault.New(fault.Invalid, "[server] token: not set").
		Fix("run: make up, which writes a random token to config.ini").
		Fix("or set CODERAG_TOKEN, [server] token or [server] token_file to the output of: openssl rand -hex 24")
}
