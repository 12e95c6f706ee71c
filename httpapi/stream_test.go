package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// readStream reads n server-sent messages, comments left out.
func readStream(t *testing.T, r *bufio.Reader, n int) (out []map[string]string) {
	t.Helper()
	for m := map[string]string{}; len(out) < n; {
		line, err := r.ReadString('\n')
		require.NoError(t, err)
		if line = strings.TrimSuffix(line, "\n"); line == "" {
			if len(m) > 0 {
				out = append(out, m)
			}
			m = map[string]string{}
		} else if name, value, _ := strings.Cut(line, ": "); name != "" {
			m[name] = value
		}
	}
	return out
}

// open opens the stream of a real server.
func open(t *testing.T, w *world, s *httptest.Server, query, lastID string) (*bufio.Reader, func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, get, s.URL+"/api/events/stream?token="+w.keys[viewer]+query, nil)
	require.NoError(t, err)
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	// spec: d.stream.sse d.stream.token
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.Equal(t, "text/event-stream", resp.Header.Get("Content-Type"))
	in := bufio.NewReader(resp.Body)
	require.Equal(t, []map[string]string{{"retry": "2000"}}, readStream(t, in, 1))
	return in, func() { cancel(); _ = resp.Body.Close() }
}

func TestStream(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	s := httptest.NewUnstartedServer(w.h)
	s.Config.WriteTimeout = 50 * time.Millisecond // lifted from a stream
	s.Start()
	defer s.Close()
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "external_ids": {"crm": "1"}}`)
	live, end := open(t, w, s, "", "")
	defer end()
	w.put("/api/pace", `{"factor": 2}`).ok()
	w.post("/api/personas/"+anna.ID+"/memory", `{"text": "x", "case_id": "c1"}`).ok()
	// spec: d.stream.live d.stream.data webhooks.body.persona webhooks.body.case_id webhooks.body.type webhooks.body.id webhooks.body.at webhooks.body.data
	got := readStream(t, live, 2)
	assert.Equal(t, []string{"2", "pace"}, []string{got[0]["id"], got[0]["event"]})
	assert.JSONEq(t, `{"type": "pace", "id": 2, "at": "2026-01-05T09:00:00Z", "source": "service", "data": {"factor": 2, "ignore_hours": false}}`, got[0]["data"])
	assert.JSONEq(t, `{"type": "persona.memory", "id": 3, "at": "2026-01-05T09:00:00Z", "source": "service", "case_id": "c1",
		"persona": {"id": "`+anna.ID+`", "name": "Anna", "addresses": ["anna@client.test"], "external_ids": {"crm": "1"}},
		"data": {"persona_id": "`+anna.ID+`", "case_id": "c1", "source": ""}}`, got[1]["data"])
	// spec: d.stream.last-event-id d.stream.after
	for _, how := range [][2]string{{"", "1"}, {"&after=1", ""}, {"&after=3", "1"}} {
		again, end := open(t, w, s, how[0], how[1])
		replayed := readStream(t, again, 2)
		assert.Equal(t, []string{"2", "3"}, []string{replayed[0]["id"], replayed[1]["id"]}, how)
		end()
	}
	// spec: d.stream.type
	some, end2 := open(t, w, s, "&after=0&type=persona.memory,clock", "")
	defer end2()
	w.post("/api/clock/advance", `{"by": "1h"}`).ok()
	typed := readStream(t, some, 2)
	assert.Equal(t, []string{"3", "4"}, []string{typed[0]["id"], typed[1]["id"]})
	for _, query := range []string{"?after=x", "?after=-1"} {
		w.get("/api/events/stream"+query).fails(bad, "after")
	}
	r := w.request(viewer, get, "/api/events/stream", "")
	r.Header.Set("Last-Event-ID", "soon")
	w.do(r).fails(bad, "Last-Event-ID")
	r.Header.Set("Last-Event-ID", "-1")
	w.do(r).fails(bad, "Last-Event-ID")
	// Shutdown ends streams
	require.NoError(t, w.h.Shutdown(t.Context()))
	_, err := io.ReadAll(live)
	assert.NoError(t, err)
}

// TestStreamCut: a stream that is cut 100 times while 10,000 events happen gives
// every id once and in order to a reader that names the last it has seen.
func TestStreamCut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	s := w.server()
	const all, cuts = 10_000, 100
	go func() {
		for range all {
			_, _ = w.u.SetPace(context.Background(), mailsim.Pace{Factor: 1})
		}
	}()
	last, from := 0, "&after=0"
	for n := range cuts + 1 {
		in, end := open(t, w, s, from, lastID(last))
		for range pick(n < cuts, (all-last)/(cuts+1-n)+n%7, all-last) {
			m := readStream(t, in, 1)[0]
			require.Equal(t, fmt.Sprint(last+1), m["id"])
			require.Equal(t, "pace", m["event"])
			last++
		}
		end()
		from = ""
	}
	assert.Equal(t, all, last)
}

func lastID(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func pick(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// TestStreamGap: what was pruned is told of, also to who asks for all.
func TestStreamGap(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	s := w.server()
	for range 5 {
		w.put("/api/pace", `{"factor": 2}`).ok()
	}
	w.put("/api/retention", `{"event_days": 1}`).ok()
	w.post("/api/clock/advance", `{"by": "3d"}`).ok()
	w.put("/api/pace", `{"factor": 3}`).ok()
	left := int(w.get("/api/events?after=0&limit=1").at("events.0.id").(float64))
	require.Greater(t, left, 5)
	for _, after := range []int{0, 2} {
		in, end := open(t, w, s, fmt.Sprint("&after=", after), "")
		got := readStream(t, in, 2)
		assert.Equal(t, map[string]string{"id": fmt.Sprint(left - 1), "event": "gap", "data": fmt.Sprintf(`{"from": %d, "to": %d}`, after+1, left-1)}, got[0])
		assert.Equal(t, fmt.Sprint(left), got[1]["id"])
		end()
	}
	in, end := open(t, w, s, fmt.Sprint("&after=", left-1), "")
	defer end()
	assert.Equal(t, fmt.Sprint(left), readStream(t, in, 1)[0]["id"])
}

// TestStreamOfAnotherLog: who comes back with an id that the log has not come to
// is told so, and hears all.
func TestStreamOfAnotherLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	s := w.server()
	paces := func(n int) {
		for range n {
			w.put("/api/pace", `{"factor": 2}`).ok()
		}
	}
	paces(2)
	in, end := open(t, w, s, "", "7")
	defer end()
	paces(8)
	got := readStream(t, in, 3)
	assert.Equal(t, map[string]string{"id": "0", "event": "restart", "data": `{"after": 7, "last": 2}`}, got[0])
	assert.Equal(t, []string{"1", "2"}, []string{got[1]["id"], got[2]["id"]})
	in, end = open(t, w, s, "&after=11", "")
	defer end()
	paces(2)
	assert.Equal(t, map[string]string{"id": "0", "event": "restart", "data": `{"after": 11, "last": 10}`}, readStream(t, in, 1)[0])
	in, end = open(t, w, s, "", "12")
	defer end()
	paces(1)
	assert.Equal(t, "13", readStream(t, in, 1)[0]["id"], "the newest event is of this log")
}

// TestStreamSlowReader: a reader that takes nothing is cut off, what others hear
// goes on, and it may go on where it was.
func TestStreamSlowReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	assert.Equal(t, 30*time.Second, w.h.patience)
	w.h.patience = time.Second // enough for the first events on a busy machine
	s := httptest.NewUnstartedServer(w.h)
	cut := make(chan struct{}, 10)
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			_ = c.(*net.TCPConn).SetWriteBuffer(4 << 10)
		case http.StateClosed:
			cut <- struct{}{}
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.(*net.TCPConn).SetReadBuffer(4<<10))
	_, err = fmt.Fprintf(c, "GET /api/events/stream?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", w.keys[viewer])
	require.NoError(t, err)
	const all = 5000
	for range all {
		_, err := w.u.SetPace(t.Context(), mailsim.Pace{Factor: 1})
		require.NoError(t, err)
	}
	<-cut
	w.h.patience = writeTimeout
	in := bufio.NewReader(c)
	resp, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	got, err := io.ReadAll(resp.Body)
	assert.Error(t, err, "the answer breaks off")
	messages := strings.Split(string(got), "\n\n")
	var last int
	_, err = fmt.Sscanf(messages[len(messages)-2], "id: %d\n", &last) // the last may be half a message
	require.NoError(t, err)
	require.Less(t, last, all)
	rest, end := open(t, w, s, "", fmt.Sprint(last))
	defer end()
	for ; last < all; last++ {
		require.Equal(t, fmt.Sprint(last+1), readStream(t, rest, 1)[0]["id"])
	}
}

func TestHeartbeat(t *testing.T) {
	t.Parallel()
	rec := httptest.NewRecorder()
	o := &eventWriter{w: rec, rc: http.NewResponseController(rec)}
	end := o.startBeat()
	beats := o.beat
	// spec: d.stream.heartbeat
	assert.True(t, beats.Reset(0))
	for flushed := false; !flushed; {
		o.mu.Lock()
		flushed = rec.Flushed
		o.mu.Unlock()
	}
	end()
	assert.Equal(t, ": still here\n\n", rec.Body.String())
	assert.Error(t, o.writef("too late"))
	assert.Equal(t, 15*time.Second, heartbeatEvery)
}

// held is an answer whose events wait to be let through.
type held struct {
	*httptest.ResponseRecorder
	writing chan struct{} // closed at the first event
	pass    chan struct{}
	gap     chan struct{} // closed when a gap is told of
}

func (h *held) Write(b []byte) (int, error) {
	if h.pass != nil && strings.Contains(string(b), "event: ") {
		close(h.writing)
		<-h.pass
		h.pass = nil
	}
	if strings.Contains(string(b), "event: gap") {
		defer close(h.gap)
	}
	return h.ResponseRecorder.Write(b)
}

// serveStream answers a stream to rec until end.
func serveStream(w *world, rec http.ResponseWriter, query string) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	r := w.request(viewer, get, "/api/events/stream"+query, "").WithContext(ctx)
	done := make(chan struct{})
	go func() { defer close(done); w.h.ServeHTTP(rec, r) }()
	return func() { cancel(); <-done }
}

// TestStreamBeats: the heartbeat comes 15 seconds after the last thing sent.
func TestStreamBeats(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, mailsim.Options{Frozen: true})
		rec := httptest.NewRecorder()
		end := serveStream(w, rec, "")
		pace := func() { _, err := w.u.SetPace(t.Context(), mailsim.Pace{Factor: 2}); require.NoError(t, err) }
		time.Sleep(31 * time.Second) // beats at 15 and 30
		pace()
		time.Sleep(14 * time.Second)
		pace()
		time.Sleep(16 * time.Second) // a beat at 60
		end()
		// spec: d.stream.heartbeat
		assert.Equal(t, 3, strings.Count(rec.Body.String(), ": still here\n\n"))
		assert.Equal(t, "no", rec.Header().Get("X-Accel-Buffering"))
		assert.Equal(t, "no-store", rec.Header().Get("Cache-Control"))
		head := httptest.NewRecorder()
		w.h.ServeHTTP(head, w.request(viewer, http.MethodHead, "/api/events/stream", ""))
		assert.Empty(t, head.Body.String())
	})
}

// TestStreamGapBehindASlowReader: what is pruned while a reader is slow is told of
// from behind the last event that it was given.
func TestStreamGapBehindASlowReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Frozen: true})
	paces := func(n int) {
		for range n {
			w.put("/api/pace", `{"factor": 2}`).ok()
		}
	}
	paces(3)
	rec := &held{httptest.NewRecorder(), make(chan struct{}), make(chan struct{}), make(chan struct{})}
	pass := rec.pass
	end := serveStream(w, rec, "?after=0")
	<-rec.writing
	paces(5)
	w.put("/api/retention", `{"event_days": 1}`).ok()
	w.post("/api/clock/advance", `{"by": "3d"}`).ok()
	close(pass)
	<-rec.gap
	end()
	assert.Contains(t, rec.Body.String(), `data: {"from": 4, "to": `)
}
