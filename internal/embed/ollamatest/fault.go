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
	Empty Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		replyVectors(w, [][]float32{})
	}
	// WrongCount answers one vector too few.
	WrongCount Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		replyVectors(w, vectors[:max(0, len(vectors)-1)])
	}
	// WrongDimension answers vectors with one float too many.
	WrongDimension Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		for i := range vectors {
			vectors[i] = append(vectors[i], 0.5)
		}
		replyVectors(w, vectors)
	}
	// ZeroVector answers a last vector of zeros.
	ZeroVector Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
		clear(vectors[len(vectors)-1])
		replyVectors(w, vectors)
	}
	// Null answers a null among the numbers of the last vector, as servers do that
	// cannot write NaN.
	Null Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, vectors [][]float32) {
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
		replyVectors(w, answers)
	}
	// NotJSON answers 200 and a web page.
	NotJSON Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		_, _ = fmt.Fprint(w, "<html>welcome</html>")
	}
	// Disconnect closes the connection without an answer.
	Disconnect Fault = func(_ *Server, _ http.ResponseWriter, _ *http.Request, _ [][]float32) {
		panic(http.ErrAbortHandler)
	}
	// Cut closes the connection in the middle of the answer.
	Cut Fault = func(_ *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		w.Header().Set("Content-Length", "1000")
		_, _ = fmt.Fprint(w, `{"embeddings":[[0.1,`)
		panic(http.ErrAbortHandler)
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
	return func(_ *Server, w http.ResponseWriter, _ *http.Request, _ [][]float32) {
		fail(w, status, message)
	}
}

// BusyFor is Busy with a Retry-After header of that many seconds.
func BusyFor(seconds int) Fault {
	return func(s *Server, w http.ResponseWriter, r *http.Request, vectors [][]float32) {
		w.Header().Set("Retry-After", fmt.Sprint(seconds))
		Busy(s, w, r, vectors)
	}
}

func fail(w http.ResponseWriter, status int, message string) {
	reply(w, status, map[string]string{"error": message})
}

func replyVectors(w http.ResponseWriter, vectors any) {
	reply(w, http.StatusOK, map[string]any{"model": "tiny-bert", "embeddings": vectors})
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have left
}
