package mailpit_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailpit"
	"github.com/mailsim/mailsim/universe"
)

type frame struct {
	Type string
	Data json.RawMessage
}

// listener is a client of a websocket.
type listener struct {
	*testing.T
	conn *websocket.Conn
}

func (w *world) listen(path string) *listener {
	w.Helper()
	s := httptest.NewServer(w.h)
	w.Cleanup(s.Close)
	conn, _, err := websocket.Dial(w.Context(), s.URL+path, nil)
	require.NoError(w, err)
	w.Cleanup(func() { _ = conn.CloseNow() })
	return &listener{w.T, conn}
}

func (l *listener) read() string {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, text, err := l.conn.Read(ctx)
	require.NoError(l, err)
	return string(text)
}

func (l *listener) next() (f frame) {
	l.Helper()
	require.NoError(l, json.Unmarshal([]byte(l.read()), &f))
	return f
}

// Changes are told in the order in which they happen, and then how much there is.
func TestWebsocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.mail("old", "old", "x")
	l := w.listen("/api/events")
	assert.Equal(t, frame{"stats", json.RawMessage(`{"Total":1,"Unread":1,"Version":"` + mailpit.Version + `"}`)}, l.next())
	w.mail("new", "new", "x")
	f := l.next()
	assert.Equal(t, "new", f.Type)
	var s summary
	require.NoError(t, json.Unmarshal(f.Data, &s))
	assert.Equal(t, "new", s.Subject)
	f = l.next()
	assert.JSONEq(t, `{"Total":2,"Unread":2,"Version":"`+mailpit.Version+`"}`, string(f.Data))

	w.says(200, "ok", "PUT", "/api/v1/messages", `{"Read": true, "IDs": ["`+s.ID+`"]}`)
	assert.Equal(t, frame{"update", json.RawMessage(`{"ID":"` + s.ID + `","Read":true}`)}, l.next())
	w.says(200, "ok", "PUT", "/api/v1/tags", `{"Tags": ["a b"], "IDs": ["`+s.ID+`"]}`)
	w.says(200, "ok", "PUT", "/api/v1/tags/a%20b", `{"Name": "c"}`)
	w.says(200, "ok", "PUT", "/api/v1/messages", `{"Read": false}`)
	_, err := w.u.DeleteSubmissions(t.Context(), s.ID) // not by this API
	require.NoError(t, err)
	w.says(200, "ok", "DELETE", "/api/v1/messages", "")
	var told []string
	for len(told) == 0 || told[len(told)-1] != "truncate" {
		if f := l.next(); f.Type != "stats" { // which may come in between
			told = append(told, f.Type)
		}
	}
	assert.Equal(t, []string{"update", "prune", "delete", "truncate"}, told)
	require.NoError(t, l.conn.Close(websocket.StatusNormalClosure, ""))
}

// The end of the universe ends those who listen.
func TestWebsocketEndsWithTheUniverse(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	w := &world{t, u, mailpit.New(u, mailpit.Options{})}
	l := w.listen("/api/events")
	l.next()
	require.NoError(t, u.Close())
	_, _, err = l.conn.Read(t.Context())
	assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err), "%v", err)
}

// MailHog's streams tell of new messages, in its shape.
func TestHogStreams(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	s := httptest.NewServer(w.h)
	t.Cleanup(s.Close)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/v1/events", nil)
	require.NoError(t, err)
	res, err := http.DefaultTransport.(*http.Transport).Clone().RoundTrip(req)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, "text/event-stream; charset=utf-8", res.Header.Get("Content-Type"))
	l := w.listen("/api/v2/websocket")
	w.mail("told", "told", "x")
	line, err := bufio.NewReader(res.Body).ReadString('\n')
	require.NoError(t, err)
	data, ok := strings.CutPrefix(line, "data: ")
	require.True(t, ok)
	assert.JSONEq(t, data, l.read())
	var m hogMessage
	require.NoError(t, json.Unmarshal([]byte(data), &m))
	assert.Equal(t, []string{"told"}, m.Content.Headers["Subject"])
}

// Requests of all kinds at once, while mail comes in.
func TestAllAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{Chaos: true})
	l := w.listen("/api/events")
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for i := range 25 {
				w.mail(fmt.Sprintf("s%d", i), fmt.Sprintf("%d.%d", k, i), "text")
			}
		})
		all.Go(func() {
			for i := range 25 {
				for _, do := range [][3]string{
					{"GET", "/api/v1/messages", ""}, {"GET", "/api/v1/search?query=text", ""}, {"GET", "/api/v1/message/latest", ""}, {"PUT", "/api/v1/messages", `{"Read": true}`},
					{"GET", "/api/v2/messages", ""}, {"DELETE", fmt.Sprintf("/api/v1/search?query=subject:s%d", i-3), ""}, {"GET", "/api/v1/tags", ""}, {"GET", "/api/v1/info", ""},
				} {
					if code := w.do(do[0], do[1], do[2]).Code; code != 200 && code != 404 {
						t.Errorf("%v: %d", do, code)
					}
				}
			}
		})
	}
	all.Wait()
	w.says(200, "ok", "DELETE", "/api/v1/messages", "")
	for l.next().Type != "truncate" {
	}
	var list list
	w.get("/api/v1/messages", &list)
	assert.Zero(t, list.Unread)
	assert.Zero(t, list.Total)
}
