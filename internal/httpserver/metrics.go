package httpserver

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts what the service does, for Prometheus. /metrics needs no
// token, so no label names a project. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	calls    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight *prometheus.GaugeVec
	sweeps   *prometheus.CounterVec
	sweeping *prometheus.HistogramVec
}

// callBuckets are seconds, dense where the aims for a search lie (15 and 40 ms).
var callBuckets = []float64{.001, .0025, .005, .01, .015, .025, .04, .06, .1, .25, .5, 1, 2.5, 5, 10, 30}

// NewMetrics returns metrics in a registry of their own.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "coderag_http_requests_total", Help: "HTTP requests by status."}, []string{"status"}),
		calls:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "coderag_tool_calls_total", Help: "Tool calls that ended, by tool and outcome."}, []string{"tool", "outcome"}),
		seconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "coderag_tool_call_seconds", Help: "Duration of tool calls, waiting included.", Buckets: callBuckets}, []string{"tool"}),
		inFlight: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "coderag_tool_calls_in_flight", Help: "Tool calls running or waiting."}, []string{"tool"}),
		sweeps:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "coderag_sweeps_total", Help: "Sweeps of projects that ended, by outcome."}, []string{"outcome"}),
		sweeping: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "coderag_sweep_seconds", Help: "Duration of sweeps.", Buckets: prometheus.ExponentialBuckets(.01, 4, 10)}, []string{"outcome"}),
	}
	m.registry.MustRegister(m.requests, m.calls, m.seconds, m.inFlight, m.sweeps, m.sweeping,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Call counts a tool call as it starts; what it returns is called with the
// outcome as it ends.
func (m *Metrics) Call(tool string) (done func(outcome string)) {
	began := time.Now()
	m.inFlight.WithLabelValues(tool).Inc()
	return func(outcome string) {
		m.inFlight.WithLabelValues(tool).Dec()
		m.seconds.WithLabelValues(tool).Observe(time.Since(began).Seconds())
		m.calls.WithLabelValues(tool, outcome).Inc()
	}
}

// Sweep counts a sweep of one project that ended with the outcome, such as
// "ok", "unchanged" or "failed".
func (m *Metrics) Sweep(outcome string, took time.Duration) {
	m.sweeps.WithLabelValues(outcome).Inc()
	m.sweeping.WithLabelValues(outcome).Observe(took.Seconds())
}

// Registry is where other parts of the service register metrics of their own.
func (m *Metrics) Registry() prometheus.Registerer { return m.registry }

func (m *Metrics) request(status int) { m.requests.WithLabelValues(strconv.Itoa(status)).Inc() }

func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
