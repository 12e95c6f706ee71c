package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// world is a universe and its handler under test.
type world struct {
	t    *testing.T
	u    *mailsim.Universe
	h    *Handler
	keys map[mailsim.Role]string
}

var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

func newWorld(t *testing.T, o mailsim.Options) *world {
	return newWorldWith(t, o, Options{NoLimit: true})
}

func newWorldWith(t *testing.T, o mailsim.Options, ho Options) *world {
	t.Helper()
	o.HashCost, o.HooksOnClock, o.Real = 4, true, start
	u, err := universe.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	w := &world{t, u, New(u, ho), map[mailsim.Role]string{}}
	for _, r := range []mailsim.Role{viewer, member, admin} {
		w.keys[r], _, err = u.CreateKey(t.Context(), "test "+string(r), r)
		require.NoError(t, err)
	}
	return w
}

// reply is an answer as a test looks at it.
type reply struct {
	t      *testing.T
	Status int
	Header http.Header
	Body   []byte
}

// request makes a request with the key of a role; "" sends none.
func (w *world) request(role mailsim.Role, method, path, body string) *http.Request {
	r := httptest.NewRequest(method, "http://mail.test"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if role != "" {
		r.Header.Set("Authorization", "Bearer "+w.keys[role])
	}
	return r
}

// as sends a request with the key of a role.
func (w *world) as(role mailsim.Role, method, path, body string) *reply {
	w.t.Helper()
	return w.do(w.request(role, method, path, body))
}

// do serves a request and checks what holds of every answer.
func (w *world) do(r *http.Request) *reply {
	w.t.Helper()
	out := w.answer(r)
	checkAnswer(w.t, r, out)
	return out
}

// answer serves a request.
func (w *world) answer(r *http.Request) *reply {
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	return &reply{w.t, rec.Code, rec.Result().Header, rec.Body.Bytes()}
}

func (w *world) get(path string) *reply         { w.t.Helper(); return w.as(admin, get, path, "") }
func (w *world) post(path, body string) *reply  { w.t.Helper(); return w.as(admin, post, path, body) }
func (w *world) put(path, body string) *reply   { w.t.Helper(); return w.as(admin, put, path, body) }
func (w *world) patch(path, body string) *reply { w.t.Helper(); return w.as(admin, patch, path, body) }
func (w *world) delete(path string) *reply      { w.t.Helper(); return w.as(admin, del, path, "") }
func (w *world) person(body string) mailsim.Persona {
	w.t.Helper()
	return into[mailsim.Persona](w.post("/api/personas", body).ok())
}

// ok asserts 200.
func (r *reply) ok() *reply {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, r.Status, string(r.Body))
	return r
}

// fails asserts an error with a status, and a part of its text.
func (r *reply) fails(status int, text string) {
	r.t.Helper()
	require.Equal(r.t, status, r.Status, string(r.Body))
	require.Contains(r.t, into[errorBody](r).Error, text)
}

// into decodes an answer.
func into[T any](r *reply) (v T) {
	r.t.Helper()
	require.NoError(r.t, json.Unmarshal(r.Body, &v), string(r.Body))
	return v
}

// at returns a value of the answer, by keys and indexes: "streams.0.kind".
func (r *reply) at(path string) any {
	r.t.Helper()
	v := into[any](r)
	for _, step := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			there := false
			v, there = x[step]
			require.True(r.t, there, "no %s in %s", path, r.Body)
		case []any:
			i, err := strconv.Atoi(step)
			require.NoError(r.t, err)
			require.Less(r.t, i, len(x), "no %s in %s", path, r.Body)
			v = x[i]
		default:
			require.Fail(r.t, "no such value", "%s in %s", path, r.Body)
		}
	}
	return v
}

// list returns an answer that is a list.
func (r *reply) list() []map[string]any { r.t.Helper(); return into[[]map[string]any](r.ok()) }

// column returns one field of each entry of a list.
func (r *reply) column(field string) []any {
	r.t.Helper()
	out := []any{}
	for _, e := range r.list() {
		out = append(out, e[field])
	}
	return out
}

// described is the OpenAPI document, read by another library.
var described = sync.OnceValues(func() (*openapi3.T, error) {
	raw, err := (&Handler{opts: Options{}}).openAPIJSON()
	if err != nil {
		return nil, err
	}
	return openapi3.NewLoader().LoadFromData(raw)
})

func (h *Handler) openAPIJSON() ([]byte, error) { return json.Marshal(h.openAPI()) }

// checkAnswer checks what holds of every answer: it is what the row and the
// description say, its lists are never null, and an error has the one shape.
func checkAnswer(t *testing.T, r *http.Request, a *reply) {
	t.Helper()
	path := r.URL.Path
	if !strings.HasPrefix(path, "/api/") {
		return
	}
	assert.NotEmpty(t, a.Header.Get(requestIDHeader))
	if a.Status != http.StatusOK {
		var body map[string]any
		// spec: errors.body
		require.NoError(t, json.Unmarshal(a.Body, &body), "%s %s: %s", r.Method, path, a.Body)
		require.Len(t, body, 1)
		require.NotEmpty(t, body["error"])
		checkFailure(t, r, a)
		return
	}
	row := rowOf(r.Method, path)
	require.NotNil(t, row, "%s %s", r.Method, path)
	if media := row.mediaTypes(); !slices.Contains(media, "application/json") {
		if row.gives != nil { // an attachment has a type of its own
			require.Contains(t, row.gives, a.Header.Get("Content-Type"))
		}
		return
	}
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	if r.Method == http.MethodHead {
		return
	}
	var v any
	require.NoError(t, json.Unmarshal(a.Body, &v), "%s %s: %s", r.Method, path, a.Body)
	if row.ready() {
		return
	}
	// spec: general.list-never-null general.json.answer
	noNullList(t, row.out, v, r.Method+" "+path)
	doc, err := described()
	require.NoError(t, err)
	op := doc.Paths.Value("/api" + row.Path).GetOperation(row.Method)
	s := op.Responses.Value("200").Value.Content["application/json"].Schema.Value
	require.NoError(t, s.VisitJSON(v), "%s %s: %s", r.Method, path, a.Body)
}

// checkFailure checks that the description foresees a failure.
func checkFailure(t *testing.T, r *http.Request, a *reply) {
	t.Helper()
	row := rowOf(r.Method, r.URL.Path)
	if row == nil || a.Status == http.StatusMethodNotAllowed {
		return // which no row answers
	}
	doc, err := described()
	require.NoError(t, err)
	op := doc.Paths.Value("/api" + row.Path).GetOperation(row.Method)
	if op.Responses.Status(a.Status) == nil { // then a fault rule must have answered
		require.NotNil(t, op.Responses.Default())
		require.GreaterOrEqual(t, a.Status, http.StatusInternalServerError, "%s %s: %d is not described: %s", row.Method, row.Path, a.Status, a.Body)
	}
}

// rowOf finds the row that answers a request.
func rowOf(method, path string) *Route {
	if method == http.MethodHead {
		method = get
	}
	var best *Route
	for _, r := range table() {
		if r.Method == method && matches("/api"+r.Path, path) && (best == nil || strings.Count(r.Path, "{") < strings.Count(best.Path, "{")) {
			best = &r
		}
	}
	return best
}

func matches(pattern, path string) bool {
	if i := strings.Index(pattern, "{folder}"); i >= 0 { // a folder's name may hold slashes
		p, ok := strings.CutPrefix(path, "/api/mailboxes/")
		_, rest, found := strings.Cut(p, "/messages/")
		tail := pattern[i+len("{folder}/{uid}"):]
		switch {
		case !ok || !found || !strings.Contains(rest, "/"):
			return false
		case tail == "":
			return !strings.HasSuffix(rest, "/raw") && !strings.Contains(rest, "/attachments/")
		case tail == "/raw":
			return strings.HasSuffix(rest, "/raw")
		}
		return strings.Contains(rest, "/attachments/")
	}
	a, b := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && !strings.HasPrefix(a[i], "{") {
			return false
		}
	}
	return true
}

// noNullList walks a JSON value beside the Go type it came from: what is a list
// or an object there is one here.
func noNullList(t *testing.T, typ reflect.Type, v any, where string) {
	t.Helper()
	for typ.Kind() == reflect.Pointer {
		if typ = typ.Elem(); v == nil {
			return
		}
	}
	if special[typ] != nil {
		return
	}
	switch typ.Kind() {
	case reflect.Slice:
		require.IsType(t, []any{}, v, "%s must be a list", where)
		for _, e := range v.([]any) {
			noNullList(t, typ.Elem(), e, where+"[]")
		}
	case reflect.Map:
		require.IsType(t, map[string]any{}, v, "%s must be an object", where)
		for k, e := range v.(map[string]any) {
			noNullList(t, typ.Elem(), e, where+"."+k)
		}
	case reflect.Struct:
		require.IsType(t, map[string]any{}, v, "%s must be an object", where)
		for _, f := range reflect.VisibleFields(typ) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			e, there := v.(map[string]any)[name]
			if f.IsExported() && name != "" && name != "-" && (there || !strings.Contains(options, "omit")) {
				require.True(t, there, "%s.%s is missing", where, name)
				noNullList(t, f.Type, e, where+"."+name)
			}
		}
	}
}

// server serves the world over a real listener.
func (w *world) server() *httptest.Server {
	s := httptest.NewServer(w.h)
	w.t.Cleanup(s.Close)
	return s
}

// fetch makes a request to a real server with the admin key.
func (w *world) fetch(ctx context.Context, method, url, body string) (*http.Response, []byte) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte(body)))
	require.NoError(w.t, err)
	r.Header.Set("Authorization", "Bearer "+w.keys[admin])
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	require.NoError(w.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(w.t, err)
	return resp, b
}

// send sends a mail by the API and returns its Message-ID.
func (w *world) send(from, to, subject, text string) string {
	w.t.Helper()
	b, _ := json.Marshal(mailsim.Outgoing{From: from, To: []string{to}, Subject: subject, Text: text})
	return w.post("/api/send", string(b)).ok().at("message_id").(string)
}

func q(s string) string { return url.QueryEscape(s) }

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
