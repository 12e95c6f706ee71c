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
)

// TestTools: every route is a tool, once, or is left out for a reason.
func TestTools(t *testing.T) {
	t.Parallel()
	tools := map[string]Tool{}
	for _, tool := range Tools(false) {
		assert.Regexp(t, `^[a-z]+(_[a-z]+)*$`, tool.Name)
		assert.NotContains(t, tools, tool.Name)
		assert.Contains(t, tool.Description, "Needs the role ")
		for _, name := range []string{"token", "universe"} {
			assert.NotContains(t, tool.Input["properties"], name)
		}
		tools[tool.Name] = tool
	}
	for _, r := range Routes() {
		tool, there := tools[toolName(r.Go)]
		assert.NotEqual(t, notTools[r.Path], there, "%s %s", r.Method, r.Path)
		assert.Equal(t, there && (r.Method == get || r.Path == "/extract"), tool.ReadOnly, "%s %s", r.Method, r.Path)
	}
	for name, hints := range map[string][3]bool{ // read-only, destructive, idempotent
		"status": {true, false, true}, "extract_from": {true, false, true}, "send": {}, "advance": {}, "set_pace": {false, false, true},
		"reset": {false, true, false}, "prune": {false, true, false}, "delete_persona": {false, true, true},
	} {
		tool := tools[name]
		assert.Equal(t, hints, [3]bool{tool.ReadOnly, tool.Destructive, tool.Idempotent}, name)
	}
	assert.Contains(t, tools["insights"].Description, "the role viewer and a plan with the feature `insights`.")
	for _, tool := range Tools(true) {
		assert.True(t, tool.ReadOnly, tool.Name)
	}
}

func TestToolName(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{
		"Personas": "personas", "SetMailboxStatus": "set_mailbox_status", "AI": "ai", "SetAI": "set_ai", "AIPeople": "ai_people",
		"Caller.Me": "me", "func ExtractFrom": "extract_from", "func httpapi.Routes": "routes",
	} {
		assert.Equal(t, want, toolName(method))
	}
}

// TestToolAnswers: what is no text, too long or cut off.
func TestToolAnswers(t *testing.T) {
	t.Parallel()
	served := func(contentType, body string) (string, bool) {
		return askTool(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = io.WriteString(w, body)
		}), httptest.NewRequest(http.MethodGet, "/", nil))
	}
	text, failed := served("image/png", "\x89PNG")
	assert.False(t, failed)
	assert.Contains(t, text, "image/png in base64:\niVBORw==\nend ")
	_, failed = served("text/plain", strings.Repeat("x", maxToolAnswer))
	assert.False(t, failed)
	text, failed = served("text/plain", strings.Repeat("x", maxToolAnswer+1))
	assert.True(t, failed)
	assert.Contains(t, text, "ask for less")
	_, failed = askTool(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), httptest.NewRequest(http.MethodGet, "/", nil))
	assert.True(t, failed)
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
