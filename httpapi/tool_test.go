package httpapi

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

func routeOf(t *testing.T, method, path string) Route {
	t.Helper()
	for _, r := range Routes() {
		if r.Method == method && r.Path == path {
			return r
		}
	}
	require.Fail(t, "no such route", path)
	return Route{}
}

func TestRouteAsFunction(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	call := func(r Route, input string) *reply {
		req, err := r.Request(json.RawMessage(input))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+w.keys[member])
		return w.do(req)
	}
	call(routeOf(t, post, "/send"), `{"body": {"from": "app@ours.test", "to": ["desk@ours.test"], "subject": "Hello"}}`).ok()
	moved := call(routeOf(t, patch, messagePath+"{folder}/{uid}"), `{"address": "desk@ours.test", "folder": "INBOX", "uid": 1, "body": {"move_to": "A/B c"}}`).ok()
	assert.Equal(t, "A/B c", moved.at("folder"))
	got := call(routeOf(t, get, messagePath+"{folder}/{uid}"), `{"address": "desk@ours.test", "folder": "A/B c", "uid": 1, "remote": true, "theme": null}`).ok()
	assert.Equal(t, "Hello", got.at("message.subject"))
	call(routeOf(t, post, "/clock/freeze"), ``).ok()
	call(routeOf(t, put, "/links"), `{"body": {}}`).fails(forbidden, "your role (member)")
	for input, names := range map[string]string{
		`{}`: "address is required", `{"address": ["x"]}`: "address must be", `[`: "JSON", `{"address": "x", "y": 1}`: `unknown field "y"`,
	} {
		_, err := routeOf(t, get, "/threads").Request(json.RawMessage(input))
		require.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.ErrorContains(t, err, names)
	}
}

// TestInputSchemas: every schema stands alone.
func TestInputSchemas(t *testing.T) {
	t.Parallel()
	for _, r := range Routes() {
		var s map[string]any
		require.NoError(t, json.Unmarshal(r.Input(), &s), r.ID())
		assert.Equal(t, "object", s["type"])
		assert.NotContains(t, string(r.Input()), "#/components")
		props := s["properties"].(map[string]any)
		for _, name := range list0(s["required"]) {
			assert.Contains(t, props, name, r.ID())
		}
	}
	stream := routeOf(t, get, "/events/stream")
	assert.True(t, stream.Streams())
	assert.Equal(t, "message/rfc822", routeOf(t, get, messagePath+"{folder}/{uid}/raw").Answers())
}

func list0(v any) (out []string) {
	names, _ := v.([]any)
	for _, n := range names {
		out = append(out, n.(string))
	}
	return out
}
