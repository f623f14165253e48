package embed_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/embed"
)

func TestKnown(t *testing.T) {
	t.Parallel()
	const passage = "Represent this sentence for searching relevant passages: "
	const code = "Represent this query for searching relevant code: "
	tests := []struct{ model, document, query string }{
		{"nomic-embed-text", "search_document: ", "search_query: "},
		{"nomic-embed-text:v1.5", "search_document: ", "search_query: "},
		{"nomic-ai/nomic-embed-text-v2-moe-GGUF", "search_document: ", "search_query: "},
		{"manutic/nomic-embed-code:7b-q4", "", code},
		{"hf.co/nomic-ai/CodeRankEmbed", "", code},
		{"embeddinggemma:300m", "title: none | text: ", "task: code retrieval | query: "},
		{"mxbai-embed-large", "", passage},
		{"bge-m3", "", ""},
		{"BAAI/bge-base-en-v1.5", "", passage},
		{"bge-large", "", passage},
		{"bge-large-zh-v1.5", "", ""},
		{"snowflake-arctic-embed:22m", "", passage},
		{"snowflake-arctic-embed2", "", "query: "},
		{"Snowflake/snowflake-arctic-embed-l-v2.0", "", "query: "},
		{"all-minilm:33m", "", ""},
		{"jina/jina-embeddings-v2-base-code", "", ""},
		{"jina-code-embeddings-0.5b", "Candidate code snippet:\n", "Find the most relevant code snippet given the following query:\n"},
		{"intfloat/multilingual-e5-large", "passage: ", "query: "},
		{"text-embedding-3-small", "", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		want := embed.Prefixes{Document: tt.document, Query: tt.query}
		if diff := cmp.Diff(want, embed.Known(tt.model)); diff != "" {
			t.Errorf("Known(%q) (-want +got):\n%s", tt.model, diff)
		}
	}
}

func TestKnownInstructs(t *testing.T) {
	t.Parallel()
	const want = "Instruct: Given a question about a codebase, retrieve the code that answers it\nQuery:"
	for _, model := range []string{"qwen3-embedding:0.6b", "Qwen/Qwen3-Embedding-8B", "qwen3-embedding-4b-q8_0.gguf"} {
		if got := embed.Known(model); got.Query != want || got.Document != "" {
			t.Errorf("Known(%q) = %+v, want query prefix %q alone", model, got, want)
		}
	}
}

// TestPrefixesVersion: stored vectors depend on it, so a known value may not change.
func TestPrefixesVersion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		prefixes embed.Prefixes
		want     string
	}{
		{embed.Prefixes{}, ""},
		{embed.Known("nomic-embed-text"), "85230b608c3f"},
		{embed.Prefixes{Document: "a", Query: "b"}, "59b271ae1bbc"},
		{embed.Prefixes{Document: "ab"}, "969caaeb3626"},
	}
	for _, tt := range tests {
		if got := tt.prefixes.Version(); got != tt.want {
			t.Errorf("%+v.Version() = %q, want %q", tt.prefixes, got, tt.want)
		}
	}
}
