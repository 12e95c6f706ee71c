package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
)

// newService serves a universe without MCP, and makes a viewer's key.
func newService(t *testing.T, plan mailsim.Plan) (url, key string) {
	t.Helper()
	u, err := mailsim.New(mailsim.Options{HashCost: 4, HooksOnClock: true, Frozen: true, Plan: plan, Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	service := httptest.NewServer(http.StripPrefix("/sim", httpapi.New(u, httpapi.Options{NoLimit: true})))
	t.Cleanup(service.Close)
	key, _, err = u.CreateKey(t.Context(), "test", mailsim.RoleViewer)
	require.NoError(t, err)
	return service.URL + "/sim", key
}

// start runs the program until the test ends.
func start(t *testing.T, env map[string]string, args ...string) (url string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- run(ctx, append([]string{"-listen", "127.0.0.1:0"}, args...), func(name string) string { return env[name] }, func(url string) { ready <- url })
	}()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended)
	})
	select {
	case url = <-ready:
	case err := <-ended:
		ended <- nil
		require.NoError(t, err)
	}
	return url
}

func dial(t *testing.T, url string) (*sdk.ClientSession, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	return client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, MaxRetries: -1, DisableStandaloneSSE: true}, nil)
}

func TestBridge(t *testing.T) {
	t.Parallel()
	service, key := newService(t, mailsim.Plan{})
	c, err := dial(t, start(t, map[string]string{"SERVICE_URL": service, "SERVICE_API_KEY": key}))
	require.NoError(t, err)
	defer c.Close()
	call := func(name string, arguments any) (string, bool) {
		got, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
		require.NoError(t, err)
		return got.Content[0].(*sdk.TextContent).Text, got.IsError
	}
	text, isError := call("clock", nil)
	assert.False(t, isError)
	assert.Contains(t, text, "2026-01-05T09:00:00Z")
	text, isError = call("freeze", map[string]any{"body": map[string]any{"frozen": false}})
	assert.True(t, isError)
	assert.Equal(t, "403: your role (viewer) cannot do this", text)
	text, isError = call("folders", map[string]any{"address": "a/b@ours.test"})
	assert.True(t, isError)
	assert.Contains(t, text, "404: ")
}

func TestRefused(t *testing.T) {
	t.Parallel()
	service, key := newService(t, mailsim.Plan{Name: "small", Features: []mailsim.Feature{}})
	withKey := start(t, map[string]string{"SERVICE_URL": service, "SERVICE_API_KEY": key})
	without := start(t, nil, "-service", service)
	for _, c := range []struct {
		name, url, host, authorization, origin string
		status                                 int
		text                                   string
	}{
		{"plan", withKey, "", "", "", http.StatusPaymentRequired, "mcp"},
		{"no key", without, "", "", "", http.StatusUnauthorized, "key"},
		{"wrong key", withKey, "", "Bearer nonsense", "", http.StatusUnauthorized, "key"},
		{"own key", without, "", "Bearer " + key, "", http.StatusPaymentRequired, "mcp"},
		{"rebound name", withKey, "evil.test", "", "", http.StatusForbidden, "only this machine"},
		{"other page", withKey, "", "", "https://evil.test", http.StatusForbidden, ""},
		{"no service", start(t, nil, "-service", "http://127.0.0.1:1"), "", "", "", http.StatusBadGateway, "does not answer"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url, strings.NewReader("{}"))
		require.NoError(t, err)
		r.Host = c.host
		for name, value := range map[string]string{"Authorization": c.authorization, "Origin": c.origin} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err, c.name)
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		require.NoError(t, err, c.name)
		assert.Equal(t, c.status, resp.StatusCode, c.name)
		assert.Contains(t, string(body), c.text, c.name)
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	env := map[string]string{"SERVICE_API_KEY": "a-key-of-the-service"}
	for _, args := range [][]string{
		{}, {"-service", "mail.test"}, {"-service", "http://mail.test", "-listen", "0.0.0.0:0"}, {"-service", "http://mail.test", "-listen", "nowhere"},
		{"-unknown"},
	} {
		require.Error(t, run(t.Context(), args, func(name string) string { return env[name] }, func(string) { t.Error("it serves") }), args)
	}
}
