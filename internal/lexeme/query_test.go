package lexeme_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/lexeme"
)

func TestQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query string
		want  []lexeme.Term
	}{
		{"where is the User, the user?", []lexeme.Term{
			{Word: "where", Raw: "where", Count: 1},
			{Word: "is", Raw: "is", Count: 1},
			{Word: "the", Raw: "the", Count: 2},
			{Word: "user", Raw: "User", Count: 2},
		}},
		{"getUserID", []lexeme.Term{
			{Word: "getuserid", Raw: "getUserID", Parts: []string{"get", "user", "id"}, Count: 1},
			{Word: "get", Raw: "getUserID", Part: true, Count: 1},
			{Word: "user", Raw: "getUserID", Part: true, Count: 1},
			{Word: "id", Raw: "getUserID", Part: true, Count: 1},
		}},
		{"get-user get", []lexeme.Term{
			{Word: "get", Raw: "get", Count: 2},
			{Word: "user", Raw: "user", Part: true, Count: 1},
			{Word: "getuser", Raw: "get-user", Parts: []string{"get", "user"}, Count: 1},
		}},
		// A word that is a part first and stands alone later is what stands alone.
		{"sha256Sum SHA256 Sum", []lexeme.Term{
			{Word: "sha256sum", Raw: "sha256Sum", Parts: []string{"sha256", "sha", "256", "sum"}, Count: 1},
			{Word: "sha256", Raw: "SHA256", Parts: []string{"sha", "256"}, Count: 2},
			{Word: "sha", Raw: "sha256Sum", Part: true, Count: 2},
			{Word: "256", Raw: "sha256Sum", Part: true, Count: 2},
			{Word: "sum", Raw: "Sum", Count: 2},
		}},
		{"foo_foo", []lexeme.Term{
			{Word: "foofoo", Raw: "foo_foo", Parts: []string{"foo"}, Count: 1},
			{Word: "foo", Raw: "foo_foo", Part: true, Count: 2},
		}},
		{"用户名", []lexeme.Term{
			{Word: "用户", Raw: "用户", Count: 1},
			{Word: "户名", Raw: "户名", Count: 1},
		}},
		{"nul\x00byte \xff\xfe", []lexeme.Term{
			{Word: "nul", Raw: "nul", Count: 1},
			{Word: "byte", Raw: "byte", Count: 1},
		}},
		{"", nil},
		{" \t\n", nil},
		{"?!... -- __ ()", nil},
		{"\x00\x00", nil},
	} {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, lexeme.Query(c.query)); diff != "" {
				t.Errorf("terms of %q (-want +got)\n%s", c.query, diff)
			}
		})
	}
}

// However a name is written, a query for one way finds the others.
func TestQueryFindsOtherSpellings(t *testing.T) {
	t.Parallel()
	spellings := []string{"getUserByID", "GetUserByID", "get_user_by_id", "GET_USER_BY_ID", "get-user-by-id"}
	for _, query := range spellings {
		for _, text := range spellings {
			indexed := make(map[string]bool)
			for _, word := range words(text) {
				indexed[word] = true
			}
			for _, term := range lexeme.Query(query) {
				if !indexed[term.Word] {
					t.Errorf("query %s: %q is no word of %s", query, term.Word, text)
				}
			}
		}
	}
}

func TestQueryLimits(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&many, "word%06dx ", i)
	}
	if got := len(lexeme.Query(many.String())); got != lexeme.MaxQueryTerms {
		t.Errorf("%d bytes of words: %d terms, want %d", many.Len(), got, lexeme.MaxQueryTerms)
	}
	if got := lexeme.Query(strings.Repeat("a", 1<<20)); len(got) != 0 {
		t.Errorf("1 MiB of one letter: %d terms, want none", len(got))
	}
	text := strings.Repeat("漢", lexeme.MaxQueryBytes) // the limit is inside a character
	if got := lexeme.Query(text); len(got) != 1 || got[0].Count != lexeme.MaxQueryBytes/len("漢")-1 {
		t.Errorf("%d characters: got %v", lexeme.MaxQueryBytes, got)
	}
}

// Query and Each agree on the words of a text and on their counts.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{"getUserByID or get-user_by-id", "漢字 sha256 \x00\xff", "a-b-C d'e", "foo_foo-foo"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		terms := lexeme.Query(q)
		if len(terms) > lexeme.MaxQueryTerms {
			t.Fatalf("%d terms", len(terms))
		}
		counts := make(map[string]int)
		for _, word := range words(q) {
			counts[word]++
		}
		if len(q) > lexeme.MaxQueryBytes || len(counts) > lexeme.MaxQueryTerms {
			return
		}
		got := make(map[string]int)
		for _, term := range terms {
			got[term.Word] = term.Count
			if !strings.Contains(q, term.Raw) && utf8.ValidString(term.Raw) && term.Raw != term.Word {
				t.Fatalf("raw %q of %q is not in the query", term.Raw, term.Word)
			}
			for _, part := range term.Parts {
				if counts[part] == 0 {
					t.Fatalf("part %q of %q is no word of the query", part, term.Word)
				}
			}
		}
		if diff := cmp.Diff(counts, got); diff != "" {
			t.Fatalf("words of %q by Each and Query (-each +query)\n%s", q, diff)
		}
	})
}
