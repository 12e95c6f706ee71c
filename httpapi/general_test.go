package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestBodies sends every route that takes a body what is no body.
func TestBodies(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, MaxBody: 4096})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	w.send("app@ours.test", "anna@client.test", "Hello", "x")
	before := universeState(w)
	large := `{"text": "` + strings.Repeat("x", 5000) + `"}`
	for _, r := range Routes() {
		if r.in.body == nil || r.Role == nobody {
			continue
		}
		path := "/api" + strings.NewReplacer("{address}", "app@ours.test", "{folder}", "INBOX", "{uid}", "1", "{id}", "none").Replace(r.Path)
		name := r.Method + " " + path
		// spec: errors.400.json general.json.request input.hostile
		for body, names := range map[string]string{
			"{":                          "JSON",
			"not json":                   "JSON",
			"{} {}":                      "",
			"\"text\"":                   "must be",
			"null":                       "null",
			"{\"a\": \"\xff\"}":          "UTF-8",
			large:                        "larger than 4096 bytes",
			strings.Repeat("[", 4000):    "",
			`{"no_such_field": 1}`:       "",
			strings.Repeat(`{"a":`, 800): "",
		} {
			got := w.as(admin, r.Method, path, body)
			got.fails(bad, names)
		}
		if !r.in.body.optional {
			w.as(admin, r.Method, path, "").fails(bad, "")
		}
		for _, contentType := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "multipart/form-data", ";;"} {
			req := w.request(admin, r.Method, path, "{}")
			req.Header.Set("Content-Type", contentType)
			assert.Equal(t, bad, w.do(req).Status, "%s with %q", name, contentType)
		}
	}
	// spec: errors.unchanged
	assert.Equal(t, before, universeState(w))
	req := w.request(admin, put, "/api/pace", `{"factor": 2}`)
	req.Header.Set("Content-Type", "application/json; charset=UTF-8")
	w.do(req).ok()
}

// TestUnknownFields checks that every body refuses a field it does not know, by name.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for _, r := range Routes() {
		if r.in.body == nil || !strings.HasPrefix(r.Example, "{") || r.Role == nobody {
			continue
		}
		path := "/api" + strings.NewReplacer("{address}", "app@ours.test", "{folder}", "INBOX", "{uid}", "1", "{id}", "none").Replace(r.Path)
		w.as(admin, r.Method, path, strings.Replace(r.Example, "{", `{"no_such_field": 1, `, 1)).fails(bad, "no_such_field")
	}
}

// TestRequiredNull: null is as good as nothing where a field is required.
func TestRequiredNull(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for _, r := range Routes() {
		if r.in.body == nil || r.Role == nobody {
			continue
		}
		path := "/api" + strings.NewReplacer("{address}", "app@ours.test", "{id}", "none").Replace(r.Path)
		for _, field := range r.in.body.required {
			w.as(admin, r.Method, path, fmt.Sprintf(`{%q: null}`, field)).fails(bad, " is required")
		}
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: errors.404.path service.api.prefix
	for _, path := range []string{"/api/", "/api", "/api/none", "/api/personas/", "/status", "/personas", "/api/personas/x/y/z", "/api//status", "/api/./status", "/api/x/../status",
		"/api/mailboxes/a@b.test/messages/", "/api/mailboxes/a@b.test/messages/INBOX", "/share/", "/metrics"} {
		w.get(path).fails(notFound, "")
	}
	// spec: errors.405
	for path, allow := range map[string]string{"/api/status": "GET, HEAD", "/api/personas": "GET, POST, HEAD", "/api/send": "POST", "/api/personas/learned": "DELETE, GET, PATCH, PUT, HEAD",
		"/api/mailboxes/a@b.test/messages/INBOX/1": "GET, PATCH, HEAD", "/api/mailboxes/a@b.test/messages/INBOX/1/raw": "GET, HEAD"} {
		for _, method := range []string{"TRACE", "OPTIONS", "BREW", "DELETE", "GET"} {
			if strings.Contains(allow, method) {
				continue
			}
			got := w.as(admin, method, path, "")
			got.fails(http.StatusMethodNotAllowed, allow)
			assert.Equal(t, allow, got.Header.Get("Allow"))
		}
	}
	head := w.as(viewer, http.MethodHead, "/api/status", "")
	assert.Equal(t, http.StatusOK, head.Status)
	assert.Equal(t, "application/json", head.Header.Get("Content-Type"))
	// queries that cannot be read
	for _, query := range []string{"limit=%zz", "limit=1;2", "persona_id=%ff"} {
		w.get("/api/jobs?"+query).fails(bad, "")
	}
}

// TestMounted serves below another path, among the caller's own handlers.
func TestMounted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "desk@ours.test", "Hello", "x")
	w.patch("/api/mailboxes/desk@ours.test/messages/INBOX/1", `{"move_to": "A/B"}`).ok()
	mux := http.NewServeMux()
	mux.Handle("/sim/", http.StripPrefix("/sim", w.h))
	s := httptest.NewServer(mux)
	defer s.Close()
	for _, path := range []string{"/sim/api/status", "/sim/healthz", "/sim/docs", "/sim/api/mailboxes/desk@ours.test/messages/A%2FB/1", "/sim/api/mailboxes/desk@ours.test/messages/A/B/1"} {
		resp, body := w.fetch(t.Context(), get, s.URL+path, "")
		assert.Equal(t, http.StatusOK, resp.StatusCode, "%s: %s", path, body)
	}
	resp, _ := w.fetch(t.Context(), get, s.URL+"/sim/api/none", "")
	assert.Equal(t, notFound, resp.StatusCode)
}

// TestRoot leads to the reference where there is no page, without a key, by a link
// that holds below any prefix (RFC 9110 section 10.2.2).
func TestRoot(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, NoPage: true})
	for _, method := range []string{get, http.MethodHead} {
		got := w.as("", method, "/", "")
		assert.Equal(t, []any{http.StatusSeeOther, "docs"}, []any{got.Status, got.Header.Get("Location")}, method)
	}
	got := w.as("", post, "/", "")
	got.fails(http.StatusMethodNotAllowed, "GET, HEAD")
	assert.Empty(t, got.Header.Get("Location"))
}

// TestKinds: every kind of error has a status.
func TestKinds(t *testing.T) {
	t.Parallel()
	want := map[mailsim.Kind]int{
		mailsim.ErrInvalid: 400, mailsim.ErrUnauthorized: 401, mailsim.ErrPlan: 402, mailsim.ErrForbidden: 403, mailsim.ErrNotFound: 404,
		mailsim.ErrTimeout: 408, mailsim.ErrConflict: 409, mailsim.ErrTooMany: 429, mailsim.ErrInternal: 500,
		mailsim.ErrFull: 507, mailsim.ErrFenced: 503, mailsim.ErrUnavailable: 503,
	}
	assert.Equal(t, want, statuses)
	for kind, status := range want {
		got, text := statusOf(&mailsim.Error{Kind: kind, Message: "what to do", Err: io.ErrUnexpectedEOF})
		assert.Equal(t, status, got)
		assert.Equal(t, "what to do", text)
	}
	got, text := statusOf(fmt.Errorf("disk /var/secret: %w", io.ErrShortWrite))
	assert.Equal(t, []any{500, "internal error"}, []any{got, text})
}

func TestDisposition(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":                   "attachment",
		"a.txt":              `attachment; filename="a.txt"`,
		"two words.txt":      `attachment; filename="two words.txt"`,
		"é\".txt":            `attachment; filename="__.txt"; filename*=UTF-8''%C3%A9%22.txt`,
		"../../etc/passwd":   `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`,
		"a\r\nX-Evil: 1.txt": `attachment; filename="a__X-Evil: 1.txt"; filename*=UTF-8''a%0D%0AX-Evil%3A%201.txt`,
		"100%.txt":           `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`,
	} {
		assert.Equal(t, want, disposition(name))
	}
	for given, want := range map[string]string{
		"text/html; charset=utf-8": "text/html; charset=utf-8", "": "application/octet-stream", "nonsense": "application/octet-stream",
		"text/html\r\nX: y": "application/octet-stream", "a/b; c=\"\x01\"": "a/b; c*=utf-8''%01",
	} {
		assert.Equal(t, want, safeType(given))
	}
}

func TestSplitMessage(t *testing.T) {
	t.Parallel()
	for rest, want := range map[string][4]string{
		"INBOX/7":                {"{folder}/{uid}", "INBOX", "7", ""},
		"INBOX/7/raw":            {"{folder}/{uid}/raw", "INBOX", "7", ""},
		"INBOX/7/attachments/0":  {"{folder}/{uid}/attachments/{n}", "INBOX", "7", "0"},
		"A/B/C/7":                {"{folder}/{uid}", "A/B/C", "7", ""},
		"A%2FB/7/raw":            {"{folder}/{uid}/raw", "A/B", "7", ""},
		"A/3/attachments/7/raw":  {"{folder}/{uid}/raw", "A/3/attachments", "7", ""},
		"attachments/7":          {"{folder}/{uid}", "attachments", "7", ""},
		"Work/attachments/7":     {"{folder}/{uid}", "Work/attachments", "7", ""},
		"A%2F3%2Fattachments/7":  {"{folder}/{uid}", "A/3/attachments", "7", ""},
		"raw/7":                  {"{folder}/{uid}", "raw", "7", ""},
		"raw/7/raw":              {"{folder}/{uid}/raw", "raw", "7", ""},
		"100%25%20%E2%82%AC+x/7": {"{folder}/{uid}", "100% €+x", "7", ""},
		"INBOX":                  {"", "", "", ""},
		"..%2F..%2F7/8":          {"{folder}/{uid}", "../../7", "8", ""},
	} {
		r := httptest.NewRequest(get, "/api/mailboxes/a@b.test/messages/"+rest, nil)
		tail := splitMessage(r)
		assert.Equal(t, want, [4]string{tail, r.PathValue("folder"), r.PathValue("uid"), r.PathValue("n")}, rest)
	}
}

// TestShutdownServer: an http.Server that drains with open streams.
func TestShutdownServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	s := w.server()
	in, end := open(t, w, s, "", "")
	defer end()
	s.Config.RegisterOnShutdown(func() { _ = w.h.Shutdown(t.Context()) })
	require.NoError(t, s.Config.Shutdown(t.Context()))
	_, err := io.ReadAll(in)
	assert.NoError(t, err)
}

// TestUnknownParameter: a parameter that an endpoint does not have is refused, and the
// answer names the one that was meant.
func TestUnknownParameter(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for path, want := range map[string]string{
		"/api/events?limits=3":              `unknown parameter "limits": did you mean limit?`,
		"/api/events?type=note&persona=p_1": `unknown parameter "persona": this endpoint takes after, before, type, persona_id, case_id, limit`,
		"/api/clock?now=1":                  `unknown parameter "now": this endpoint takes none in the query`,
		"/api/wait?to=a@x.test&form=b":      `unknown parameter "form": did you mean from?`,
		"/api/personas/p_1?id=p_2":          `unknown parameter "id": this endpoint takes none in the query`,
	} {
		w.as(admin, get, path, "").fails(bad, want)
	}
	w.as(admin, post, "/api/clock/advance?by=2d", `{"by": "1s"}`).fails(bad, `unknown parameter "by"`)
	w.as("", get, "/api/clock?now=1", "").fails(http.StatusUnauthorized, "")
	w.as(admin, get, "/api/clock?universe="+w.u.ID(), "").ok()
}
