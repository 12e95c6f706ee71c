package httpapi

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
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

// Metrics returns a handler that serves what /metrics serves, without asking for a key.
// Give it a listener of its own. For a cell it reports on the server only.
func (h *Handler) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var universes []*mailsim.Universe
		if u, ok := h.host.(*mailsim.Universe); ok {
			universes = append(universes, u)
		}
		h.writeMetrics(w, true, universes)
	})
}

// metrics writes Prometheus text.
type metrics struct{ strings.Builder }

// family begins a metric.
func (m *metrics) family(name, kind, help string) {
	fmt.Fprintf(m, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// label writes the value of a label: the format knows three escapes.
var label = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace

// sample writes a value. Labels are names and values in turn.
func (m *metrics) sample(name string, value any, labels ...string) {
	m.WriteString(name)
	for i := 0; i < len(labels); i += 2 {
		fmt.Fprintf(m, `%c%s="%s"`, "{,"[min(i, 1)], labels[i], label(labels[i+1]))
	}
	if len(labels) > 0 {
		m.WriteByte('}')
	}
	fmt.Fprintf(m, " %v\n", value)
}

// writeMetrics answers with what concerns the server, where asked for, and some
// universes.
func (h *Handler) writeMetrics(w http.ResponseWriter, server bool, universes []*mailsim.Universe) {
	var m metrics
	if server {
		h.stats.write(&m)
		m.sessions(h.opts.Sessions)
	}
	m.universes(&h.stats, universes)
	if server && h.opts.MoreMetrics != nil {
		h.opts.MoreMetrics(&m)
	}
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
	labels := func(k statKey) []string {
		return []string{"path", k.path, "method", k.method, "status", strconv.Itoa(k.status)}
	}
	m.family("mailsim_http_requests_total", "counter", "Requests answered.")
	for _, k := range keys {
		m.sample("mailsim_http_requests_total", s.byRoute[k].n, labels(k)...)
	}
	m.family("mailsim_http_request_seconds_total", "counter", "Time taken to answer them.")
	for _, k := range keys {
		m.sample("mailsim_http_request_seconds_total", s.byRoute[k].took.Seconds(), labels(k)...)
	}
	m.family("mailsim_http_open", "gauge", "Waits, streams and advances under way.")
	for _, path := range slices.Sorted(maps.Keys(s.open)) {
		m.sample("mailsim_http_open", s.open[path], "path", path)
	}
}

// sessions writes how many connections the other doors have.
func (m *metrics) sessions(open map[string]func() int) {
	m.family("mailsim_sessions", "gauge", "Open connections of mail programs.")
	for _, proto := range slices.Sorted(maps.Keys(open)) {
		m.sample("mailsim_sessions", open[proto](), "proto", proto)
	}
}

// universeMetrics are those of each universe.
var universeMetrics = []struct {
	name, kind, help string
	value            func(universeValues) any
}{
	{"mailsim_mailboxes", "gauge", "Mailboxes.", func(v universeValues) any { return v.status.Mailboxes }},
	{"mailsim_messages", "gauge", "Copies of messages.", func(v universeValues) any { return v.status.Messages }},
	{"mailsim_personas", "gauge", "People.", func(v universeValues) any { return v.status.Personas }},
	{"mailsim_jobs_pending", "gauge", "Jobs that are planned.", func(v universeValues) any { return v.status.PendingJobs }},
	{"mailsim_clock_lag_seconds", "gauge", "Simulated time by which the oldest pending job is overdue.", func(v universeValues) any { return v.lag.Seconds() }},
	{"mailsim_webhooks_pending", "gauge", "Deliveries of webhooks on their way or waiting for their next attempt.", func(v universeValues) any { return v.outbox.Pending }},
	{"mailsim_webhook_attempts_total", "counter", "Requests made to webhooks.", func(v universeValues) any { return v.outbox.Attempts }},
	{"mailsim_webhooks_delivered_total", "counter", "Deliveries of webhooks that succeeded.", func(v universeValues) any { return v.outbox.Delivered }},
	{"mailsim_webhooks_given_up_total", "counter", "Deliveries of webhooks that failed for good.", func(v universeValues) any { return v.outbox.GivenUp }},
	{"mailsim_webhooks_dropped_total", "counter", "Deliveries of webhooks without all their attempts: no room, webhook taken off the list, or a reset.", func(v universeValues) any { return v.outbox.Dropped }},
}

// universeValues are what is measured of a universe.
type universeValues struct {
	id     string
	status mailsim.Summary
	lag    time.Duration
	outbox mailsim.Outbox
	events map[mailsim.EventType]int64
}

func (s *stats) valuesOf(u *mailsim.Universe) universeValues {
	v := universeValues{id: u.ID(), status: u.Status(), outbox: u.Outbox(), events: s.events(u)}
	if next, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Limit: 1}); err == nil && len(next) > 0 {
		v.lag = max(0, v.status.Clock.Now.Sub(next[0].Due))
	}
	return v
}

// bounds writes how full the bounds of each universe are.
func (m *metrics) bounds(all []universeValues) {
	for _, family := range []struct {
		name, help string
		value      func(mailsim.Usage) int64
	}{
		{"mailsim_bound_used", "What is kept or pending, as a bound measures it.", func(u mailsim.Usage) int64 { return u.Used }},
		{"mailsim_bound_max", "The most that is kept or may be pending; 0 is no limit.", func(u mailsim.Usage) int64 { return u.Max }},
	} {
		m.family(family.name, "gauge", family.help)
		for _, v := range all {
			b := v.status.Bounds
			for _, one := range []struct {
				bound string
				usage mailsim.Usage
			}{{"bytes", b.Bytes}, {"mails", b.Mails}, {"copies", b.Copies}, {"mailboxes", b.Mailboxes}, {"events", b.Events}, {"webhooks", b.Webhooks}} {
				m.sample(family.name, family.value(one.usage), "universe", v.id, "bound", one.bound)
			}
		}
	}
}

// universes writes what concerns each universe.
func (m *metrics) universes(s *stats, list []*mailsim.Universe) {
	all := make([]universeValues, 0, len(list))
	for _, u := range list {
		all = append(all, s.valuesOf(u))
	}
	for _, metric := range universeMetrics {
		m.family(metric.name, metric.kind, metric.help)
		for _, v := range all {
			m.sample(metric.name, metric.value(v), "universe", v.id)
		}
	}
	m.bounds(all)
	m.family("mailsim_events_total", "counter", "Events of the log, those that operators look for.")
	for _, v := range all {
		for _, t := range countedEvents {
			m.sample("mailsim_events_total", v.events[t], "universe", v.id, "type", string(t))
		}
	}
}
