package httpapi

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// stats counts the requests answered.
type stats struct {
	mu      sync.Mutex
	byRoute map[statKey]*stat
}

type statKey struct {
	method, path string
	status       int
}

type stat struct {
	n    int64
	took time.Duration
}

// count counts a request answered by a row, nil for a path that is none.
func (s *stats) count(r *Route, status int, took time.Duration) {
	k := statKey{status: status}
	if r != nil {
		k.method, k.path = r.Method, r.Path
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byRoute == nil {
		s.byRoute = map[statKey]*stat{}
	}
	if s.byRoute[k] == nil {
		s.byRoute[k] = &stat{}
	}
	s.byRoute[k].n++
	s.byRoute[k].took += took
}

// write writes the counts as Prometheus text, in order.
func (s *stats) write(b *strings.Builder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := make([]statKey, 0, len(s.byRoute))
	for k := range s.byRoute {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b statKey) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	for _, family := range []struct {
		name, help string
		value      func(*stat) string
	}{
		{"mailsim_http_requests_total", "Requests answered.", func(s *stat) string { return fmt.Sprint(s.n) }},
		{"mailsim_http_request_seconds_total", "Time taken to answer them.", func(s *stat) string { return fmt.Sprint(s.took.Seconds()) }},
	} {
		fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s counter\n", family.name, family.help, family.name)
		for _, k := range keys {
			fmt.Fprintf(b, "%s{method=%q,path=%q,status=\"%d\"} %s\n", family.name, k.method, k.path, k.status, family.value(s.byRoute[k]))
		}
	}
}

// Metrics serves what /metrics does, to anyone: for a listener of its own.
func (h *Handler) Metrics() http.Handler { return http.HandlerFunc(h.serveMetrics) }

func (h *Handler) serveMetrics(w http.ResponseWriter, _ *http.Request) {
	var b strings.Builder
	h.stats.write(&b)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write([]byte(b.String()))
}
