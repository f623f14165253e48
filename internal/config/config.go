// Package config reads config.ini and rag-projects.json into typed values and
// says exactly what is wrong with them: file, line, key and what is allowed.
//
// Every key of config.ini is one line of the table in keys.go; reading,
// validating, dumping and the check of docs/config.md all follow from it.
package config

import (
	"log/slog"
	"time"
)

// Config is the configuration of all commands, read once in main by Load and
// handed on field by field. It is a value: copies share nothing that changes.
type Config struct {
	Database  Database
	Server    Server
	Embedding Embedding
	Search    Search
	Rerank    Rerank
	Index     Index
	Sweep     Sweep
	Log       Log

	origins map[keyName]origin // read only once Load has returned
}

// Database says where PostgreSQL is.
type Database struct {
	URL            string // postgres://..., "" if not configured; see RequireDatabase
	URLFile        string // file URL is read from, "" if none
	MaxConns       int
	ConnectTimeout time.Duration
}

// Server limits and guards the long-running service.
type Server struct {
	Address               string // host:port; port 0 lets the system choose
	Token                 string // "" if not configured; see RequireToken
	TokenFile             string
	AdminToken            string // "" leaves administration off
	AdminTokenFile        string
	MaxBodyBytes          ByteSize
	CallTimeout           time.Duration
	AllowedHosts          []string // besides loopback names and the host of Address
	AllowedOrigins        []string // besides none
	MaxConcurrentSearches int
	StopTimeout           time.Duration
}

// Provider names what turns texts into vectors.
type Provider string

// The providers.
const (
	ProviderNone    Provider = "none"    // text search only
	ProviderBuiltin Provider = "builtin" // the table in the program
	ProviderOllama  Provider = "ollama"
	ProviderOpenAI  Provider = "openai" // any endpoint compatible with it
)

// Embedding configures the model behind the dense leg.
type Embedding struct {
	Provider       Provider
	URL            string // set whenever Provider has a server
	Model          string // set whenever Provider has a server; of ProviderBuiltin a file of weights, "" for those in the program
	APIKey         string
	APIKeyFile     string
	DocumentPrefix string // "" means the one known for Model
	QueryPrefix    string // "" means the one known for Model
	Dimensions     int    // 0 means the model's own
	Batch          int    // texts in one request
	MaxBatchBytes  ByteSize
	MinTextBytes   ByteSize // a text refused for its length is not halved below this
	Timeout        time.Duration
	QueryTimeout   time.Duration
	Retries        int
	KeepAlive      time.Duration // negative means for ever
}

// Search tunes the read path.
type Search struct {
	RRFK          int
	WeightLexical float64
	WeightDense   float64
	Overfetch     int // candidates of a leg for each hit wanted
	PerFileCap    int // hits of one file where hits are chunks
	DefaultK      int
	MaxK          int
	MaxChars      int           // of the excerpt of one hit
	ReplyChars    int           // of a whole reply
	Timeout       time.Duration // of one search
}

// Rerank configures the model that reorders the first hits.
type Rerank struct {
	URL        string // of the endpoint; "" is none
	Model      string // "" leaves the choice to the server
	APIKey     string
	APIKeyFile string
	Candidates int           // hits it reads
	MaxChars   int           // characters of each
	Timeout    time.Duration // then the order stays
}

// Index tunes the write path.
type Index struct {
	MaxFileBytes   ByteSize
	ChunkBytes     ByteSize
	MinChunkBytes  ByteSize
	WindowLines    int
	WindowOverlap  int // lines
	CommitFiles    int // files stored in one transaction
	Workers        int // 0 means one a core
	ParseTimeout   time.Duration
	BaseExcludes   []string // gitignore patterns on top of the built-in ones
	IncludeSecrets bool
}

// Sweep schedules the passes of the indexer inside the server.
type Sweep struct {
	Every   time.Duration
	AtStart bool
	On      bool
}

// LogFormat is how log lines are written.
type LogFormat string

// The log formats.
const (
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// Log says what is logged and where.
type Log struct {
	Level  slog.Level
	Format LogFormat
	File   string // absolute; "" means standard error
}

// What a provider uses when config.ini leaves url or model empty.
const (
	ollamaURL   = "http://127.0.0.1:11434"
	ollamaModel = "nomic-embed-text:v1.5"
)

// Default returns the configuration of an empty file and environment.
func Default() Config {
	c := &Config{}
	for _, k := range c.keys(resolver{}) {
		// A fallback that does not parse would be a defect of the table; the test of it sets every one.
		_ = k.Set(k.fallback)
	}
	return *c
}

// Served reports whether the provider is a server of its own.
func (p Provider) Served() bool { return p == ProviderOllama || p == ProviderOpenAI }

// fillProvider sets what the provider implies and the file left empty.
func (c *Config) fillProvider() {
	if c.Embedding.Provider != ProviderOllama {
		return
	}
	if c.Embedding.URL == "" {
		c.Embedding.URL = ollamaURL
	}
	if c.Embedding.Model == "" {
		c.Embedding.Model = ollamaModel
	}
}
