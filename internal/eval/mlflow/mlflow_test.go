package mlflow_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/eval"
	"coderag/internal/eval/mlflow"
)

// A tracker is a tracking server that refuses what the real one refuses:
// unknown fields, names it does not allow, batches that are too large, and
// runs it never made.
type tracker struct {
	mu          sync.Mutex
	experiments map[string]string
	status      map[string]string // of runs
	metrics     map[string]float64
	params      map[string]string
	tags        map[string]string
	problems    []string
	batches     int
	refuse      string // endpoint
	auth        string // seen last
}

func newTracker(t *testing.T) (*tracker, string) {
	t.Helper()
	k := &tracker{
		experiments: map[string]string{}, status: map[string]string{},
		metrics: map[string]float64{}, params: map[string]string{}, tags: map[string]string{},
	}
	s := httptest.NewServer(k)
	t.Cleanup(s.Close)
	return k, s.URL
}

type entry struct{ Key, Value string }

func (k *tracker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.auth = r.Header.Get("Authorization")
	endpoint, ok := strings.CutPrefix(r.URL.Path, "/api/2.0/mlflow/")
	switch {
	case !ok:
		k.fail(w, 404, "ENDPOINT_NOT_FOUND", r.URL.Path)
	case endpoint == k.refuse:
		k.fail(w, 500, "INTERNAL_ERROR", "disk full")
	case endpoint == "experiments/get-by-name" && r.Method == http.MethodGet:
		id, ok := k.experiments[r.URL.Query().Get("experiment_name")]
		if !ok {
			k.fail(w, 404, "RESOURCE_DOES_NOT_EXIST", "no such experiment")
			return
		}
		fmt.Fprintf(w, `{"experiment": {"experiment_id": %q, "lifecycle_stage": "active"}}`, id)
	case r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json":
		k.fail(w, 405, "BAD_REQUEST", "want a POST of JSON")
	default:
		k.post(w, r, endpoint)
	}
}

func (k *tracker) post(w http.ResponseWriter, r *http.Request, endpoint string) {
	switch endpoint {
	case "experiments/create":
		var body struct{ Name string }
		if k.decode(w, r, &body) {
			k.experiments[body.Name] = "7"
			fmt.Fprint(w, `{"experiment_id": "7"}`)
		}
	case "runs/create":
		var body struct {
			Experiment string `json:"experiment_id"`
			Name       string `json:"run_name"`
			Start      int64  `json:"start_time"`
			Tags       []entry
		}
		if !k.decode(w, r, &body) {
			return
		}
		if body.Experiment != "7" || body.Start < 1e12 {
			k.fail(w, 400, "INVALID_PARAMETER_VALUE", "experiment or start_time")
			return
		}
		k.status["run1"] = "RUNNING"
		fmt.Fprintf(w, `{"run": {"info": {"run_id": "run1", "run_name": %q, "status": "RUNNING"}, "data": {}}}`, body.Name)
	case "runs/log-batch":
		k.logBatch(w, r)
	case "runs/update":
		var body struct {
			RunID  string `json:"run_id"`
			Status string
			End    int64 `json:"end_time"`
		}
		if !k.decode(w, r, &body) {
			return
		}
		if k.status[body.RunID] != "RUNNING" || body.Status != "FINISHED" && body.Status != "FAILED" || body.End < 1e12 {
			k.fail(w, 400, "INVALID_PARAMETER_VALUE", "status or end_time")
			return
		}
		k.status[body.RunID] = body.Status
		fmt.Fprint(w, `{"run_info": {}}`)
	default:
		k.fail(w, 404, "ENDPOINT_NOT_FOUND", endpoint)
	}
}

var validName = regexp.MustCompile(`^[\w./ -]{1,250}$`)

func (k *tracker) logBatch(w http.ResponseWriter, r *http.Request) {
	var body struct {
		RunID   string `json:"run_id"`
		Metrics []struct {
			Key       string
			Value     float64
			Timestamp int64
			Step      int64
		}
		Params []entry
		Tags   []entry
	}
	if !k.decode(w, r, &body) {
		return
	}
	k.batches++
	problem := ""
	if k.status[body.RunID] != "RUNNING" {
		problem = "no such active run"
	}
	if len(body.Metrics) > 1000 || len(body.Params) > 100 || len(body.Tags) > 100 {
		problem = "too many entries"
	}
	for _, m := range body.Metrics {
		if !validName.MatchString(m.Key) || m.Timestamp < 1e12 {
			problem = "metric " + m.Key
		}
		k.metrics[m.Key] = m.Value
	}
	for _, p := range body.Params {
		if _, again := k.params[p.Key]; again || !validName.MatchString(p.Key) || len(p.Value) > 500 || p.Value == "" {
			problem = "param " + p.Key
		}
		k.params[p.Key] = p.Value
	}
	for _, tag := range body.Tags {
		k.tags[tag.Key] = tag.Value
	}
	if problem != "" {
		k.fail(w, 400, "INVALID_PARAMETER_VALUE", problem)
		return
	}
	fmt.Fprint(w, `{}`)
}

// decode reads the body; one with a field the API does not have is refused.
func (k *tracker) decode(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		k.fail(w, 400, "MALFORMED_REQUEST", err.Error())
		return false
	}
	return true
}

func (k *tracker) fail(w http.ResponseWriter, status int, code, message string) {
	if code != "RESOURCE_DOES_NOT_EXIST" {
		k.problems = append(k.problems, code+" "+message)
	}
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error_code": %q, "message": %q}`, code, message)
}

func sampleRun(repos int) eval.Run {
	r := eval.Run{Name: "default", Set: "benchmark", Way: "http", Version: "v1", K: 10, Seed: 3,
		Settings: []eval.Setting{{Name: "search.rrf_k", Value: "60"}, {Name: "long", Value: strings.Repeat("x", 900)}, {Name: "empty"}}}
	r.Summary.All.Figures = []eval.Figure{{Name: "ndcg@10", Value: .5, Low: .4, High: .6}}
	for i := range repos {
		r.Summary.Repos = append(r.Summary.Repos, eval.Group{Name: fmt.Sprintf("repo (%d)", i), Figures: r.Summary.All.Figures})
	}
	return r
}

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func TestLog(t *testing.T) {
	t.Parallel()
	k, url := newTracker(t)
	o := mlflow.FromEnv(func(name string) string {
		return map[string]string{"MLFLOW_TRACKING_URI": url + "/", "MLFLOW_TRACKING_TOKEN": "secret"}[name]
	})
	id, err := mlflow.Log(t.Context(), o, sampleRun(1), now)
	if err != nil || id != "run1" {
		t.Fatalf("Log = %q, %v", id, err)
	}
	wantMetrics := map[string]float64{
		"ndcg_at_10": .5, "ndcg_at_10/low": .4, "ndcg_at_10/high": .6, "repo/repo _0_/ndcg_at_10": .5,
		"silence/answerable": 0, "latency_p50_ms": 0, "latency_p95_ms": 0,
	}
	if diff := cmp.Diff(wantMetrics, k.metrics); diff != "" {
		t.Errorf("metrics (-want +got)\n%s", diff)
	}
	wantParams := map[string]string{"k": "10", "seed": "3", "questions": "0", "search.rrf_k": "60", "long": strings.Repeat("x", 500)}
	if diff := cmp.Diff(wantParams, k.params); diff != "" {
		t.Errorf("params (-want +got)\n%s", diff)
	}
	if k.status["run1"] != "FINISHED" || k.tags["set"] != "benchmark" || k.auth != "Bearer secret" || k.experiments["coderag"] != "7" || len(k.problems) > 0 {
		t.Errorf("the server has %+v", k)
	}
}

// A run of many groups goes in several batches.
func TestLogManyMetrics(t *testing.T) {
	t.Parallel()
	k, url := newTracker(t)
	k.experiments["mine"] = "7"
	if _, err := mlflow.Log(t.Context(), mlflow.Options{URI: url, Experiment: "mine"}, sampleRun(1700), now); err != nil {
		t.Fatal(err)
	}
	if k.batches != 5 || len(k.metrics) != 1706 { // three of metrics, one of params, one of tags
		t.Errorf("%d batches, %d metrics; want 5 and 1706", k.batches, len(k.metrics))
	}
}

func TestLogRefused(t *testing.T) {
	t.Parallel()
	tests := []struct{ refuse, want, status string }{
		{"experiments/get-by-name", "disk full", ""},
		{"runs/create", "disk full", ""},
		{"runs/log-batch", "disk full", "FAILED"},
		{"runs/update", "disk full", "RUNNING"},
	}
	for _, test := range tests {
		t.Run(test.refuse, func(t *testing.T) {
			t.Parallel()
			k, url := newTracker(t)
			k.refuse = test.refuse
			_, err := mlflow.Log(t.Context(), mlflow.Options{URI: url}, sampleRun(1), now)
			if err == nil || !strings.Contains(err.Error(), test.want) || k.status["run1"] != test.status {
				t.Errorf("Log = %v, status %q; want %q, %q", err, k.status["run1"], test.want, test.status)
			}
		})
	}
}

func TestLogNowhere(t *testing.T) {
	t.Parallel()
	for _, uri := range []string{"file:///tmp/mlruns", "databricks", "http://127.0.0.1:1"} {
		if _, err := mlflow.Log(t.Context(), mlflow.Options{URI: uri}, sampleRun(1), now); err == nil {
			t.Errorf("Log to %s succeeded", uri)
		}
	}
}
