package embed

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Prefixes is the text a model was trained to see before what it embeds. The
// right ones matter more to the answers than the size of the model.
type Prefixes struct {
	Document string
	Query    string
}

// Version identifies the prefixes in Model.Prefixes: "" for none, else a hash
// of both, so that any change of either makes another vector space.
func (p Prefixes) Version() string {
	if p == (Prefixes{}) {
		return ""
	}
	sum := sha256.Sum256([]byte(p.Document + "\x00" + p.Query))
	return hex.EncodeToString(sum[:6])
}

// Documents returns texts, each after the document prefix.
func (p Prefixes) Documents(texts []string) []string {
	if p.Document == "" {
		return texts
	}
	prefixed := make([]string, len(texts))
	for i, text := range texts {
		prefixed[i] = p.Document + text
	}
	return prefixed
}

// Queries that several families of models share.
const (
	passageQuery = "Represent this sentence for searching relevant passages: "
	codeQuery    = "Represent this query for searching relevant code: "
	instruct     = "Instruct: Given a question about a codebase, retrieve the code that answers it\nQuery:"
)

// families lists the models whose prefixes are known, by a part of their name in
// lower case without separators; the first that fits wins, so the more special
// names come first. Source: the card of each model.
var families = []struct {
	name string
	Prefixes
}{
	{"nomicembedtext", Prefixes{Document: "search_document: ", Query: "search_query: "}},
	{"nomicembedcode", Prefixes{Query: codeQuery}},
	{"coderankembed", Prefixes{Query: codeQuery}},
	{"qwen3embedding", Prefixes{Query: instruct}},
	{"embeddinggemma", Prefixes{Document: "title: none | text: ", Query: "task: code retrieval | query: "}},
	{"mxbaiembed", Prefixes{Query: passageQuery}},
	{"bgem3", Prefixes{}},
	{"bgelargezh", Prefixes{}},
	{"bgebasezh", Prefixes{}},
	{"bgesmallzh", Prefixes{}},
	{"bgelarge", Prefixes{Query: passageQuery}},
	{"bgebase", Prefixes{Query: passageQuery}},
	{"bgesmall", Prefixes{Query: passageQuery}},
	{"arcticembed2", Prefixes{Query: "query: "}},
	{"arcticembedlv2", Prefixes{Query: "query: "}},
	{"arcticembedmv2", Prefixes{Query: "query: "}},
	{"arcticembed", Prefixes{Query: passageQuery}},
	{"jinacodeembeddings", Prefixes{
		Document: "Candidate code snippet:\n",
		Query:    "Find the most relevant code snippet given the following query:\n",
	}},
	{"jinaembeddings", Prefixes{}},
	{"e5mistral", Prefixes{Query: instruct}},
	{"multilinguale5largeinstruct", Prefixes{Query: instruct}},
	{"multilinguale5", Prefixes{Document: "passage: ", Query: "query: "}},
	{"e5large", Prefixes{Document: "passage: ", Query: "query: "}},
	{"e5base", Prefixes{Document: "passage: ", Query: "query: "}},
	{"e5small", Prefixes{Document: "passage: ", Query: "query: "}},
	{"allminilm", Prefixes{}},
}

// Known returns the prefixes of a model by its name, in whatever form a server
// lists it: with namespace, tag, quantisation or file ending. An unknown model
// gets none.
func Known(model string) Prefixes {
	name := strings.NewReplacer("-", "", "_", "", ".", "", " ", "").Replace(strings.ToLower(model))
	for _, family := range families {
		if strings.Contains(name, family.name) {
			return family.Prefixes
		}
	}
	return Prefixes{}
}
