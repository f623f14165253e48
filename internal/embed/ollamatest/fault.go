package ollamatest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// A Fault answers an embedding call in place of the server; vectors are what the
// right answer would hold.
type Fault func(s *Server, w http.ResponseWriter, r *http.Request, vectors [][]float32)

// OK is no fault.
var OK Fault

// What can go wrong. The texts of Busy, Crash and NaN are those in Ollama's source.
var (
	Busy          = Refuse(http.StatusServiceUnavailable, "server busy, please try again.  maximum pending requests exceeded")
	TooMany       = Refuse(http.StatusTooManyRequests, "too many requests")
	Crash         = Refuse(http.StatusBadRequest, `do embedding request: Post "http://127.0.0.1:40123/embedding": EOF`)
	NaN           = Refuse(http.StatusBadRequest, "embedding contains NaN or Inf values")
	TooLong       = Refuse(http.StatusBadRequest, "the input length exceeds the context length")
	NoMemory      = Refuse(http.StatusInternalServerError, "model requires more system memory (5.6 GiB) than is available (1.2 GiB)")
	InternalError = Refuse(http.StatusInternalServerError, "internal server error")

	// Empty answers 200 without any vector.
	Empty Fault = func(s *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		s.replyVectors(w, [][]float32{})
	}
	// WrongCount answers one vector too few.
	WrongCount Fault = func(s *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		s.replyVectors(w, vectors[:max(0, len(vectors)-1)])
	}
	// WrongDimension answers vectors with one float too many.
	WrongDimension Fault = func(s *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		for i := range vectors {
			vectors[i] = append(vectors[i], 0.5)
		}
		s.replyVectors(w, vectors)
	}
	// ZeroVector answers a last vector of zeros.
	ZeroVector Fault = func(s *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		clear(vectors[len(vectors)-1])
		s.replyVectors(w, vectors)
	}
	// Null answers a null among the numbers of the last vector, as servers do that
	// cannot write NaN.
	Null Fault = func(s *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		last := make([]any, len(vectors[0]))
		for i, x := range vectors[len(vectors)-1] {
			last[i] = x
		}
		last[len(last)/2] = nil
		answers := make([]any, len(vectors))
		for i, v := range vectors {
			answers[i] = v
		}
		answers[len(answers)-1] = last
		s.replyVectors(w, answers)
	}
	// NotJSON answers 200 and a web page.
	NotJSON Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		_, _ = fmt.Fprint(w, "<html>welcome</html>")
	}
	// Disconnect closes the connection without an answer.
	Disconnect Fault = func(s *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			s.tb.Errorf("ollamatest: %v", err)
			return
		}
		_ = connection.Close()
	}
	// Cut closes the connection in the middle of the answer: net/http does when
	// less is written than was announced.
	Cut Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		w.Header().Set("Content-Length", "1000")
		_, _ = fmt.Fprint(w, `{"embeddings":[[0.1,`)
	}
	// Hang holds the call until the client leaves or the server is stopped.
	Hang Fault = func(s *Server, _ http.ResponseWriter, r *http.Request, _ [][]float32) {
		s.hanging <- struct{}{}
		<-r.Context().Done()
	}
	// Drip sends a space every few milliseconds until the client leaves or the
	// server is stopped.
	Drip Fault = func(s *Server, w http.ResponseWriter, r *http.Request, _ [][]float32) {
		s.hanging <- struct{}{}
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_, _ = fmt.Fprint(w, " ")
				_ = http.NewResponseController(w).Flush()
			case <-r.Context().Done():
				return
			}
		}
	}
)

// Refuse answers a status and a message in Ollama's form.
func Refuse(status int, message string) Fault {
	return func(s *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		s.fail(w, status, message)
	}
}

// Hold answers rightly, but not before release is closed or the client has left.
func Hold(release <-chan struct{}) Fault {
	return func(s *Server, w http.ResponseWriter, r *http.Request, vectors [][]float32) {
		s.hanging <- struct{}{}
		select {
		case <-release:
			s.replyVectors(w, vectors)
		case <-r.Context().Done():
		}
	}
}

// BusyFor is Busy with a Retry-After header of that many seconds.
func BusyFor(seconds int) Fault {
	return func(s *Server, w http.ResponseWriter, r *http.Request, vectors [][]float32) {
		w.Header().Set("Retry-After", fmt.Sprint(seconds))
		Busy(s, w, r, vectors)
	}
}

func (s *Server) fail(w http.ResponseWriter, status int, message string) {
	s.reply(w, status, map[string]string{"error": message})
}

func (s *Server) replyVectors(w http.ResponseWriter, vectors any) {
	s.reply(w, http.StatusOK, map[string]any{"model": "tiny-bert", "embeddings": vectors})
}

func (s *Server) reply(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		s.tb.Errorf("ollamatest: %v", err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have left
}
