package httpapi

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
)

// stats counts the requests answered and under way, and the events seen.
type stats struct {
	mu      sync.Mutex
	byRoute map[statKey]stat
	open    map[string]int         // waits and streams under way, by path
	seen    map[string]*eventCount // by universe
}

type statKey struct {
	path, method string
	status       int
}

type stat struct {
	n    int64
	took time.Duration
}

// eventCount counts the events of a universe by type.
type eventCount struct {
	after  int64
	byType map[mailsim.EventType]int64
}

// countedEvents are the types that metrics count: what an operator looks for.
var countedEvents = []mailsim.EventType{
	mailsim.EventMailDelivered, mailsim.EventPersonaBounced, mailsim.EventJobDone, mailsim.EventJobFailed, mailsim.EventAuthOK, mailsim.EventAuthFailed,
	mailsim.EventLinkOpened, mailsim.EventLinkFailed, mailsim.EventWebhookFailed, mailsim.EventWriterFallback, mailsim.EventFaultFired,
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
		s.byRoute = map[statKey]stat{}
	}
	old := s.byRoute[k]
	s.byRoute[k] = stat{old.n + 1, old.took + took}
}

// enter counts a wait or stream that is under way until leave.
func (s *stats) enter(path string) (leave func()) {
	add := func(n int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open == nil {
			s.open = map[string]int{}
		}
		s.open[path] += n
	}
	add(1)
	return func() { add(-1) }
}

// events counts the events that are new since the last call.
func (s *stats) events(u *mailsim.Universe) map[mailsim.EventType]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[string]*eventCount{}
	}
	c := s.seen[u.ID()]
	if page, err := u.Events(mailsim.EventFilter{Limit: 1}); c == nil || err == nil && page.Last < c.after {
		c = &eventCount{byType: map[mailsim.EventType]int64{}} // another universe of this id
		s.seen[u.ID()] = c
	}
	for e := range u.Log(mailsim.EventFilter{After: c.after, Types: countedEvents}) {
		c.byType[e.Type]++
		c.after = e.ID
	}
	return maps.Clone(c.byType)
}

// Metrics serves what /metrics does, to anyone who reaches it: for a listener
// of its own. Of a cell it tells the requests alone.
func (h *Handler) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var universes []*mailsim.Universe
		if u, ok := h.host.(*mailsim.Universe); ok {
			universes = append(universes, u)
		}
		h.writeMetrics(w, universes)
	})
}

// metrics writes Prometheus text.
type metrics struct{ strings.Builder }

// family begins a metric.
func (m *metrics) family(name, kind, help string) {
	fmt.Fprintf(m, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (h *Handler) writeMetrics(w http.ResponseWriter, universes []*mailsim.Universe) {
	var m metrics
	h.stats.write(&m)
	m.universes(&h.stats, universes)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write([]byte(m.String()))
}

// write writes what concerns requests, in order.
func (s *stats) write(m *metrics) {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := slices.SortedFunc(maps.Keys(s.byRoute), func(a, b statKey) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	m.family("mailsim_http_requests_total", "counter", "Requests answered.")
	for _, k := range keys {
		fmt.Fprintf(m, "mailsim_http_requests_total{path=%q,method=%q,status=\"%d\"} %d\n", k.path, k.method, k.status, s.byRoute[k].n)
	}
	m.family("mailsim_http_request_seconds_total", "counter", "Time taken to answer them.")
	for _, k := range keys {
		fmt.Fprintf(m, "mailsim_http_request_seconds_total{path=%q,method=%q,status=\"%d\"} %g\n", k.path, k.method, k.status, s.byRoute[k].took.Seconds())
	}
	m.family("mailsim_http_open", "gauge", "Waits, streams and advances under way.")
	for _, path := range slices.Sorted(maps.Keys(s.open)) {
		fmt.Fprintf(m, "mailsim_http_open{path=%q} %d\n", path, s.open[path])
	}
}

// universes writes what concerns each universe.
func (m *metrics) universes(s *stats, list []*mailsim.Universe) {
	type values struct {
		id     string
		status mailsim.Summary
		lag    time.Duration
		events map[mailsim.EventType]int64
	}
	all := make([]values, 0, len(list))
	for _, u := range list {
		v := values{id: u.ID(), status: u.Status(), events: s.events(u)}
		if next, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Limit: 1}); err == nil && len(next) > 0 {
			v.lag = max(0, v.status.Clock.Now.Sub(next[0].Due))
		}
		all = append(all, v)
	}
	for _, g := range []struct {
		name, help string
		value      func(values) any
	}{
		{"mailsim_mailboxes", "Mailboxes.", func(v values) any { return v.status.Mailboxes }},
		{"mailsim_messages", "Copies of messages.", func(v values) any { return v.status.Messages }},
		{"mailsim_personas", "People.", func(v values) any { return v.status.Personas }},
		{"mailsim_jobs_pending", "Jobs that are planned.", func(v values) any { return v.status.PendingJobs }},
		{"mailsim_clock_lag_seconds", "Simulated time by which the oldest pending job is overdue.", func(v values) any { return v.lag.Seconds() }},
	} {
		m.family(g.name, "gauge", g.help)
		for _, v := range all {
			fmt.Fprintf(m, "%s{universe=%q} %v\n", g.name, v.id, g.value(v))
		}
	}
	m.family("mailsim_events_total", "counter", "Events of the log, those that operators look for.")
	for _, v := range all {
		for _, t := range countedEvents {
			fmt.Fprintf(m, "mailsim_events_total{universe=%q,type=%q} %d\n", v.id, t, v.events[t])
		}
	}
}
