package httpapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestTable checks that every row is whole.
func TestTable(t *testing.T) {
	t.Parallel()
	methods := map[string]bool{}
	for _, typ := range []reflect.Type{reflect.TypeFor[*mailsim.Universe](), reflect.TypeFor[*mailsim.Cell](), reflect.TypeFor[mailsim.Caller]()} {
		for m := range typ.Methods() {
			name := m.Name
			if typ != reflect.TypeFor[*mailsim.Universe]() {
				name = typ.String()[strings.LastIndexByte(typ.String(), '.')+1:] + "." + name
			}
			methods[name] = true
		}
	}
	funcs := map[string]any{"func Temperaments": mailsim.Temperaments, "func ExtractFrom": mailsim.ExtractFrom, "func httpapi.Routes": Routes}
	seen := map[string]bool{}
	for _, r := range Routes() {
		name := r.Method + " " + r.Path
		assert.False(t, seen[name], name)
		seen[name] = true
		assert.Regexp(t, `^[A-Z].*\.$`, r.Summary, name)
		assert.NotEmpty(t, r.Group, name)
		assert.True(t, methods[r.Go] || funcs[r.Go] != nil, "%s calls %s, which there is not", name, r.Go)
		assert.NotNil(t, r.in, name)
		takes := r.in.body != nil
		for _, p := range r.in.params {
			takes = takes || p.in == "query"
		}
		assert.Equal(t, takes, r.Example != "", "%s: an example where there is something to show", name)
	}
}

// TestOpenAPI checks the document by another library, and that it holds every
// row and no other.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	raw := w.as(viewer, get, "/api/openapi.json", "").ok().Body
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	require.NoError(t, err)
	// spec: d.openapi
	require.NoError(t, doc.Validate(t.Context()))
	assert.Equal(t, "3.1.0", doc.OpenAPI)
	// spec: d.openapi.complete
	documented := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			documented[method+" "+path] = true
		}
	}
	for _, media := range []string{"application/mbox", "application/zip", "application/x-ndjson", "message/rfc822"} {
		assert.Contains(t, doc.Paths.Value("/api/import").Post.RequestBody.Value.Content, media)
		if media != "message/rfc822" {
			assert.Contains(t, doc.Paths.Value("/api/export").Get.Responses.Value("200").Value.Content, media)
		}
	}
	for _, name := range []string{"Style", "Stream"} {
		schema := doc.Components.Schemas[name]
		require.NotNil(t, schema, name)
		assert.Contains(t, schema.Value.Properties, "languages", name)
	}
	served := map[string]bool{"POST /api/mcp": true} // beside the table: it is a door to what is there
	for _, r := range Routes() {
		served[r.Method+" /api"+r.Path] = true
		got := w.as("", r.Method, "/api"+strings.NewReplacer("{", "", "}", "").Replace(r.Path), "")
		assert.NotEqual(t, http.StatusMethodNotAllowed, got.Status, "%s %s", r.Method, r.Path)
	}
	assert.Equal(t, served, documented)
	for status, message := range map[int]string{http.StatusOK: `{"jsonrpc":"2.0","id":"a","method":"none"}`, http.StatusAccepted: `{"jsonrpc":"2.0","method":"none"}`, bad: `{}`} {
		got := w.rpc(viewer, message)
		require.Equal(t, status, got.Status, "%s", got.Body)
		answer := doc.Paths.Value("/api/mcp").Post.Responses.Status(status)
		require.NotNil(t, answer, "%d is described", status)
		if status != http.StatusAccepted {
			var v any
			require.NoError(t, json.Unmarshal(got.Body, &v))
			assert.NoError(t, answer.Value.Content["application/json"].Schema.Value.VisitJSON(v))
		}
	}
}

// TestDocs checks that the page shows every row and needs no network.
func TestDocs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	page := w.as("", get, "/docs", "").ok()
	assert.Equal(t, "text/html; charset=utf-8", page.Header.Get("Content-Type"))
	assert.Contains(t, page.Header.Get("Content-Security-Policy"), "default-src 'none'")
	for _, r := range Routes() {
		assert.Contains(t, string(page.Body), `id="`+operationID(r.Method, r.Path)+`"`)
		assert.Contains(t, string(page.Body), r.calls())
	}
	assert.NotRegexp(t, `(?i)<script|src=|href="[^#]`, string(page.Body))
}

// TestNames: names in the words of the table are code wherever Markdown is read, and
// stand without backticks where it is not.
func TestNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	page := string(w.as("", get, "/docs", "").ok().Body)
	assert.NotContains(t, page, "`")
	assert.Contains(t, page, "the HTML in <code>safe</code> may load")
	assert.Contains(t, page, "Give its <code>message_id</code>, or")
	assert.Contains(t, page, "(required: <code>address</code>, <code>uid</code>)")
	doc, err := described()
	require.NoError(t, err)
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			assert.NotContains(t, op.Summary, "`")
		}
	}
	message := doc.Paths.Value("/api/mailboxes/{address}/messages/{folder}/{uid}").Get
	assert.Contains(t, message.Parameters.GetByInAndName("query", "remote").Description, "in `safe` may")
	from := doc.Paths.Value("/api/wait/reply").Get.Parameters.GetByInAndName("query", "from")
	assert.Equal(t, "the person's id or address", from.Description, "an apostrophe quotes nothing")
	assert.Contains(t, doc.Paths.Value("/api/links").Put.Description, "a plan with the feature `links`. In Go: `Universe.SetLinks`.")
}

// TestExamples: what the reference shows works, and is what the description says.
func TestExamples(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	doc, err := described()
	require.NoError(t, err)
	for _, r := range Routes() {
		if r.Example == "" || r.Role == nobody || r.Path == "/events/stream" {
			continue
		}
		name := r.Method + " " + r.Path
		path, body := r.exampleRequest()
		var got *reply
		if r.takes == nil {
			got = w.as(admin, r.Method, path, body)
		} else {
			ask := w.request(admin, r.Method, path, oldBox)
			ask.Header.Set("Content-Type", r.takes[0])
			got = w.do(ask)
		}
		assert.NotEqual(t, http.StatusBadRequest, got.Status, "%s: %s", name, got.Body)
		op := doc.Paths.Value("/api" + r.Path).GetOperation(r.Method)
		if query, ok := strings.CutPrefix(r.Example, "?"); ok {
			given, err := url.ParseQuery(query)
			require.NoError(t, err, name)
			for param := range given {
				assert.NotNil(t, op.Parameters.GetByInAndName("query", param), "%s: %s", name, param)
			}
			continue
		}
		var v any
		require.NoError(t, json.Unmarshal([]byte(r.Example), &v), name)
		assert.NoError(t, op.RequestBody.Value.Content["application/json"].Schema.Value.VisitJSON(v), name)
	}
}
