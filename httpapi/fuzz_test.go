package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// allowedStatuses are those of the kinds of errors.
var allowedStatuses = map[int]bool{200: true, 400: true, 401: true, 402: true, 403: true, 404: true, 405: true, 408: true, 409: true, 429: true}

// fuzzed are the rows of the table, and MCP.
func fuzzed() []Route {
	return append(Routes(), Route{Method: post, Path: "/mcp", long: true, Example: `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "messages", "arguments": {"address": "anna@client.test"}}}`})
}

// FuzzRequest sends any request to any route: it gives only the statuses of errors,
// and never 500.
func FuzzRequest(f *testing.F) {
	for i, r := range fuzzed() {
		body, query := r.Example, ""
		if rest, ok := strings.CutPrefix(r.Example, "?"); ok {
			body, query = "", rest
		}
		f.Add(uint8(i), "anna@client.test", "INBOX", "1", query, body)
	}
	f.Add(uint8(0), "%2F", "..", "-1", "limit=-1&after=%ff", `{"a":[{}]}`)
	f.Fuzz(func(t *testing.T, row uint8, a, b, c, query, body string) {
		rows := fuzzed()
		r := rows[int(row)%len(rows)]
		method := r.Method
		if r.Path == "/events/stream" {
			method = http.MethodHead // which ends
		}
		u, err := universe.New(mailsim.Options{HashCost: 4, Real: start})
		if err != nil {
			t.Fatal(err)
		}
		defer u.Close()
		h := New(u, Options{Anonymous: admin, NoLimit: true})
		if _, err := u.CreatePersona(t.Context(), mailsim.Persona{ID: "p", Addresses: []string{"anna@client.test"}}); err != nil {
			t.Fatal(err)
		}
		path := "/api" + strings.NewReplacer("{address}", url.PathEscape(a), "{folder}", url.PathEscape(b), "{uid}", url.PathEscape(c), "{n}", url.PathEscape(c),
			"{id}", url.PathEscape(a), "{prefix}", url.PathEscape(a)).Replace(r.Path)
		if r.long {
			query = "timeout=1&" + query // the first one counts
		}
		req := &http.Request{Method: method, URL: &url.URL{Path: path, RawQuery: query}, Host: "localhost", Header: http.Header{"Content-Type": {"application/json"}},
			Body: http.NoBody, RemoteAddr: "127.0.0.1:1"}
		if req.URL.Path, err = url.PathUnescape(path); err != nil {
			return
		}
		req.URL.RawPath = path
		if body != "" {
			req.Body = readCloser{strings.NewReader(body)}
		}
		rec := httptest.NewRecorder()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second) // an advance may last as long as it is asked to
		defer cancel()
		h.ServeHTTP(rec, req.WithContext(ctx))
		if !allowedStatuses[rec.Code] && (r.Path != "/mcp" || rec.Code != http.StatusAccepted) {
			t.Fatalf("%s %s?%s %q: %d %s", r.Method, path, query, body, rec.Code, rec.Body)
		}
	})
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// FuzzBind decodes any JSON into a large body: it names what is wrong or takes it.
func FuzzBind(f *testing.F) {
	for _, s := range []string{`{"addresses": ["a@b.test"]}`, `{"timing": {"delay": {"median": "3d", "spread": 1e400}}}`, `{"style": null, "addresses": [null]}`, `{"name": "\ud800"}`, `[`, `{"a":1,"a":2}`} {
		f.Add(s)
	}
	p := planOf(reflect.TypeFor[personaChange]())
	f.Fuzz(func(t *testing.T, text string) {
		var in personaChange
		err := p.body.decode([]byte(text), reflect.ValueOf(&in).Elem().Field(p.body.index))
		if err != nil && (mailsim.KindOf(err) != mailsim.ErrInvalid || err.Error() == "") {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
