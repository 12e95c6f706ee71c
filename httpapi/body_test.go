package httpapi

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// endless is a JSON text that never ends; read counts what was taken of it.
type endless struct{ read int64 }

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
		if e.read == 0 {
			b[i] = '"'
		}
		e.read++
	}
	return len(b), nil
}

// large sends a row a body without end, or one that says its length beforehand.
func (w *world) large(r Route, role mailsim.Role, length int64) (*reply, int64) {
	path := "/api" + strings.NewReplacer("{address}", "app@ours.test", "{folder}", "INBOX", "{uid}", "1", "{id}", "none").Replace(r.Path)
	body := &endless{}
	req := w.request(role, r.Method, path, "{}")
	req.Body, req.ContentLength = io.NopCloser(body), length
	return w.answer(req), body.read
}

// TestBodyBounds: what is read of a body is bounded by what the row is for.
func TestBodyBounds(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, MaxBody: 3 << 20})
	mail := 0
	for _, r := range Routes() {
		if r.in.body == nil {
			continue
		}
		want := int64(1 << 20)
		switch r.Path {
		case "/signin", keySessionPath:
			want = 4 << 10
		case "/send", "/inject":
			want = 3 << 20
			mail++
		}
		for _, role := range []mailsim.Role{"", admin} {
			if (role == "") != (r.Role == nobody) {
				continue
			}
			got, read := w.large(r, role, -1)
			assert.Equal(t, bad, got.Status, "%s %s: %s", r.Method, r.Path, got.Body)
			assert.InDelta(t, want, read, 1<<10, "%s %s", r.Method, r.Path)
			got, read = w.large(r, role, want+1)
			assert.Equal(t, bad, got.Status, "%s %s", r.Method, r.Path)
			assert.Zero(t, read, "%s %s: its length was told", r.Method, r.Path)
		}
	}
	assert.Equal(t, 2, mail)
	call := Route{Method: post, Path: "/mcp"}
	_, read := w.large(call, viewer, -1)
	assert.InDelta(t, 1<<20, read, 1<<10, "a viewer sends no mail by a tool either")
	_, read = w.large(call, member, -1)
	assert.InDelta(t, 3<<20, read, 1<<10)
}

// TestSignInReadsNothingAboveItsLimit: who asks too often is refused before a byte
// of the body is read, in a single universe as in a cell.
func TestSignInReadsNothingAboveItsLimit(t *testing.T) {
	t.Parallel()
	cell, _ := newCell(t, mailsim.CellOptions{}, Options{})
	for _, w := range []*world{cell, newWorldWith(t, mailsim.Options{}, Options{})} {
		at := time.Unix(1000, 0)
		w.h.signIns.now = func() time.Time { return at }
		signIn := Route{Method: post, Path: "/signin"}
		for range signInBurst {
			got, read := w.large(signIn, "", -1)
			require.Equal(t, bad, got.Status)
			require.LessOrEqual(t, read, int64(5<<10))
		}
		got, read := w.large(signIn, "", -1)
		assert.Equal(t, http.StatusTooManyRequests, got.Status)
		assert.NotEmpty(t, got.Header.Get("Retry-After"))
		assert.Zero(t, read)
	}
}

// TestUnknownFieldsCost: a body of nothing but unknown fields is given up at the
// first.
func TestUnknownFieldsCost(t *testing.T) {
	w := newWorld(t, mailsim.Options{})
	body := `{"from": "app@ours.test", "q": 1` + strings.Repeat(`,"0":1`, 50_000) + `}`
	got := w.as(admin, post, "/api/send", body)
	got.fails(bad, `unknown field "q"`)
	allocs := testing.AllocsPerRun(1, func() {
		w.h.ServeHTTP(httptest.NewRecorder(), w.request(admin, post, "/api/send", body))
	})
	assert.Less(t, allocs, 1000.0)
}

// TestUnknownFieldsHint: a misspelt field is told with the one that was meant, also within an
// object, and a long name is cut.
func TestUnknownFieldsHint(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for body, want := range map[string]string{
		`{"from": "a@x.test", "subjet": "x"}`:                                                      `unknown field "subjet": did you mean subject?`,
		`{"from": "a@x.test", "to": ["b@x.test"], "text": "t", "attachments": [{"filenam": "x"}]}`: `unknown field "attachments.filenam": did you mean filename?`,
		`{"colour": "red"}`:                        `unknown field "colour"`,
		`{"` + strings.Repeat("x", 5000) + `": 1}`: `unknown field "` + strings.Repeat("x", 100) + `"`,
	} {
		got := w.as(admin, post, "/api/send", body)
		got.fails(bad, want)
		assert.Less(t, len(got.Body), 400)
	}
}

// TestMailBounds: a mail of the API may be as large as one over SMTP, and no larger.
func TestMailBounds(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, MaxMail: 10_000})
	raw := func(n int) string { return "Subject: s\r\n\r\n" + strings.Repeat("x", n-14) }
	for _, c := range []struct {
		path  string
		body  map[string]any
		fails bool
	}{
		{"/send", map[string]any{"from": "a@x.test", "to": []string{"b@x.test"}, "text": strings.Repeat("x", 9000)}, false},
		{"/send", map[string]any{"from": "a@x.test", "to": []string{"b@x.test"}, "text": strings.Repeat("x", 12_000)}, true},
		{"/send", map[string]any{"from": "a@x.test", "to": []string{"b@x.test"}, "text": strings.Repeat("ü", 4_000)}, true},
		{"/send", map[string]any{"from": "a@x.test", "to": []string{"b@x.test"}, "text": "x", "attachments": []any{map[string]any{"filename": "f", "content_type": "application/pdf", "data": make([]byte, 9000)}}}, true},
		{"/inject", map[string]any{"to": "b@x.test", "raw": raw(10_000)}, false},
		{"/inject", map[string]any{"to": "b@x.test", "raw": raw(10_001)}, true},
		{"/inject", map[string]any{"to": "b@x.test", "from": "a@x.test", "text": strings.Repeat("x", 12_000)}, true},
	} {
		text, err := json.Marshal(c.body)
		require.NoError(t, err)
		before := w.u.Status().Messages
		got := w.post("/api"+c.path, string(text))
		if !c.fails {
			assert.Equal(t, http.StatusOK, got.Status, "%s", got.Body)
			continue
		}
		assert.Equal(t, bad, got.Status, "%s %.60s", c.path, text)
		assert.Contains(t, string(got.Body), "at most 10000 are taken")
		assert.Equal(t, before, w.u.Status().Messages)
	}
	assert.EqualValues(t, 32<<20, New(w.u, Options{}).opts.MaxMail, "as smtpd's")
}
