package httpapi

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestMountMCP checks who reaches what is mounted, and that nothing need be.
func TestMountMCP(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	small := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Features: []mailsim.Feature{}}})
	w.as(viewer, post, "/api/mcp", "{}").fails(http.StatusNotFound, "MCP is not served here")
	small.as(admin, post, "/api/mcp", "{}").fails(http.StatusPaymentRequired, "mcp") // spec: plans.feature.mcp
	for _, world := range []*world{w, small} {
		world.h.MountMCP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			_ = writeJSON(w, http.StatusOK, string(b))
		}))
	}
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, w.request(viewer, post, "/api/mcp", "hello"))
	assert.Equal(t, "\"hello\"\n", rec.Body.String())
	w.as("", post, "/api/mcp", "{}").fails(http.StatusUnauthorized, "")
	refused := w.as(viewer, get, "/api/mcp", "")
	refused.fails(http.StatusMethodNotAllowed, "POST")
	assert.Equal(t, "POST", refused.Header.Get("Allow"))
	small.as(admin, post, "/api/mcp", "{}").fails(http.StatusPaymentRequired, "mcp") // spec: plans.feature.mcp
}

// TestInputSchema checks that the schemas stand alone and take the examples.
func TestInputSchema(t *testing.T) {
	t.Parallel()
	for _, r := range Routes() {
		name := r.Method + " " + r.Path
		raw := toJSON(r.InputSchema())
		assert.NotContains(t, raw, "#/components/", name)
		var in struct {
			Properties map[string]json.RawMessage
			Required   []string
			Defs       map[string]json.RawMessage `json:"$defs"`
		}
		require.NoError(t, json.Unmarshal([]byte(raw), &in), name)
		for _, part := range strings.Split(raw, `"#/$defs/`)[1:] {
			def, _, _ := strings.Cut(part, `"`)
			assert.Contains(t, in.Defs, def, name)
		}
		for _, p := range r.in.params {
			assert.Contains(t, in.Properties, p.name, name)
			assert.Equal(t, p.required, slices.Contains(in.Required, p.name), "%s: %s", name, p.name)
		}
		assert.Equal(t, r.in.body != nil, in.Properties["body"] != nil, name)
		if r.in.body != nil && json.Valid([]byte(r.Example)) {
			assert.Contains(t, string(in.Properties["body"]), `"examples"`, name)
		}
	}
}
