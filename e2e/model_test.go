//go:build clients

package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A model stands in for the language model of Claude Code: it calls one tool,
// and is done when it has the result. It keeps what it was sent.
type model struct {
	url   string
	tool  string
	input string // the tool's arguments as JSON

	mu  sync.Mutex
	got exchange
}

// An exchange is what the client sent to its model.
type exchange struct {
	first  string // the first request that offered the tool
	result string // the text of the tool's result
}

func newModel(t *testing.T, tool string, a args) *model {
	t.Helper()
	input, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	m := &model{tool: tool, input: string(input)}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	m.url = server.URL
	return m
}

func (m *model) seen() exchange {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.got
}

// message is a request to the model, as far as it looks at it.
type message struct {
	Tools    []struct{ Name string }
	Messages []struct{ Content json.RawMessage }
}

// ServeHTTP answers POST /v1/messages with a stream of events.
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var request message
	if err != nil || r.URL.Path != "/v1/messages" || json.Unmarshal(body, &request) != nil {
		http.NotFound(w, r)
		return
	}
	name := request.offers(m.tool)
	m.note(string(body), request, name)
	w.Header().Set("Content-Type", "text/event-stream")
	if name == "" || request.result() != "" {
		stream(w, "end_turn", map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": "done"})
		return
	}
	stream(w, "tool_use", map[string]any{"type": "tool_use", "id": "toolu_1", "name": name, "input": args{}},
		map[string]any{"type": "input_json_delta", "partial_json": m.input})
}

func (m *model) note(body string, request message, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.got.first == "" && name != "" {
		m.got.first = body
	}
	if result := request.result(); result != "" {
		m.got.result = result
	}
}

// offers returns the full name of the tool, "" if the request does not have it.
func (r message) offers(tool string) string {
	for _, t := range r.Tools {
		if strings.HasSuffix(t.Name, "__"+tool) {
			return t.Name
		}
	}
	return ""
}

// result returns the text of the tool's result, "" if there is none yet. One
// that is a plain string is that string.
func (r message) result() string {
	for _, m := range r.Messages {
		var parts []struct {
			Type    string
			Content json.RawMessage
		}
		if json.Unmarshal(m.Content, &parts) != nil {
			continue
		}
		for _, part := range parts {
			if part.Type == "tool_result" {
				return plain(part.Content)
			}
		}
	}
	return ""
}

func plain(content json.RawMessage) (text string) {
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct{ Text string }
	_ = json.Unmarshal(content, &parts) // then there is no text, and the test says so
	for _, part := range parts {
		text += part.Text
	}
	return text
}

// stream writes a message of one block.
func stream(w io.Writer, stop string, block, delta map[string]any) {
	usage := map[string]any{"input_tokens": 1, "output_tokens": 1}
	event(w, "message_start", args{"message": args{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "none", "content": []any{}, "usage": usage,
	}})
	event(w, "content_block_start", args{"index": 0, "content_block": block})
	event(w, "content_block_delta", args{"index": 0, "delta": delta})
	event(w, "content_block_stop", args{"index": 0})
	event(w, "message_delta", args{"delta": args{"stop_reason": stop}, "usage": usage})
	event(w, "message_stop", args{})
}

func event(w io.Writer, kind string, data args) {
	data["type"] = kind
	fmt.Fprintf(w, "event: %s\ndata: ", kind)
	_ = json.NewEncoder(w).Encode(data) //nolint:errchkjson // texts, numbers and objects of them; a client that left is nobody to tell
	fmt.Fprint(w, "\n")
}
