package main

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSetMember(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"empty", `{}`, "{\n  \"new\": 1\n}"},
		{"empty with space", "{ \n}\n", "{\n  \"new\": 1\n}\n"},
		{"after others, laid out as they are", "{\n\t\"b\": 2,\n\t\"a\": [1,  2]\n}\n", "{\n\t\"b\": 2,\n\t\"a\": [1,  2],\n\t\"new\": 1\n}\n"},
		{"in one line", `{"b":2}`, `{"b":2,"new": 1}`},
		{"replaced where it stands", `{"new": {"x": null}, "b":  2}`, `{"new": 1, "b":  2}`},
		{"a string with braces", `{"a": "}{\"", "new" : "old"}`, `{"a": "}{\"", "new" : 1}`},
		{"a number before the end", `{"new":17}`, `{"new":1}`},
		{"twice: the last counts", `{"new":1,"new":2}`, `{"new":1,"new":1}`},
		{"escaped name", `{"n\u0065w": 5}`, `{"n\u0065w": 1}`},
		{"a brace and its member on other lines", "{\n\n    \"a\": {}\n\n}", "{\n\n    \"a\": {},\n\n    \"new\": 1\n\n}"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := setMember([]byte(test.text), "new", []byte("1"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestSetMemberRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "[]", "1", "null", `{"a":1} {}`, `{"a":1`, `{"a"}`, `{"a":1,}`, `// x`, `{a: 1}`} {
		if got, err := setMember([]byte(text), "new", []byte("1")); err == nil {
			t.Errorf("%q becomes %q, want an error", text, got)
		}
	}
}

// Whatever object is edited, its other members stay what they are.
func TestSetMemberKeepsTheRest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		object := rapid.MapOf(rapid.String(), rapid.OneOf(
			rapid.Int().AsAny(), rapid.String().AsAny(), rapid.SliceOf(rapid.Bool()).AsAny(),
			rapid.MapOf(rapid.String(), rapid.Int()).AsAny())).Draw(t, "object")
		name := rapid.String().Draw(t, "name")
		indent := rapid.SampledFrom([]string{"", "  ", "\t"}).Draw(t, "indent")
		text, err := json.MarshalIndent(object, "", indent)
		if err != nil {
			t.Fatal(err)
		}
		edited, err := setMember(text, name, []byte(`"new"`))
		if err != nil {
			t.Fatal(err)
		}
		var got, want map[string]any
		if json.Unmarshal(edited, &got) != nil || json.Unmarshal(text, &want) != nil {
			t.Fatalf("not JSON any more: %s", edited)
		}
		plain, _ := json.Marshal(name) // as the name reads once it was JSON
		var key string
		if err := json.Unmarshal(plain, &key); err != nil {
			t.Fatal(err)
		}
		want[key] = "new"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}
