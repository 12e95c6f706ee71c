package mailsimd

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ask makes a request with headers and returns the status and the text.
func (r *running) ask(method, path string, header ...string) (int, string) {
	r.t.Helper()
	req, err := http.NewRequest(method, r.ready.HTTP+path, nil)
	require.NoError(r.t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(r.t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(r.t, err)
	return res.StatusCode, string(text)
}

// The paths of Mailpit and MailHog are behind the checks of the API, each caller's own
// universe behind them.
func TestCompatible(t *testing.T) {
	t.Parallel()
	file := write(t, "id: u_one\nkeys: [{key: viewer-key-000001, name: v, role: viewer}]\n")
	r := start(t, nil, "-config", file, "-key", "admin-key-0000001", "-chaos")
	for _, path := range []string{"/api/v1/messages", "/api/v2/messages", "/view/latest.html", "//view/latest.html", "/api/v1/websocket"} {
		status, text := r.ask("GET", path)
		assert.Equal(t, 401, status, path)
		assert.Equal(t, "Unauthorized.\n", text)
	}
	r.callAs("admin-key-0000001", "", "POST", "/send", `{"from": "a@b.test", "to": ["c@d.test"], "subject": "one", "html": "<p>x</p>"}`, 200)
	viewer, admin := []string{"Authorization", "Bearer viewer-key-000001"}, []string{"Authorization", "Bearer admin-key-0000001"}
	status, text := r.ask("GET", "/api/v1/messages", viewer...)
	assert.Equal(t, 200, status)
	assert.Contains(t, text, `"Subject":"one"`)
	for _, do := range [][2]string{{"DELETE", "/api/v1/messages"}, {"DELETE", "/api/v1/search?query=one"}, {"PUT", "/api/v1/chaos"}, {"POST", "/api/v1/send"}, {"POST", "/api/v2/jim"}} {
		status, _ := r.ask(do[0], do[1], viewer...)
		assert.Equal(t, 403, status, "%v", do)
	}
	status, text = r.ask("GET", "//view/latest.html", viewer...)
	assert.Equal(t, 200, status, "as cypress-mailpit writes it")
	assert.Contains(t, text, "<p>x</p>")
	status, text = r.ask("GET", "/api/events", viewer...)
	assert.Equal(t, 200, status)
	assert.Contains(t, text, `"mail.delivered"`, "without an upgrade it is the API's")
	for _, header := range [][]string{{"Origin", "http://evil.test"}, {"Origin", "null"}} {
		status, text = r.ask("DELETE", "/api/v1/messages", append(header, admin...)...)
		assert.Equal(t, 403, status)
		assert.True(t, strings.HasPrefix(text, "Blocked due to CORS violation"), text)
	}
	_, _, err := websocket.Dial(t.Context(), r.ready.HTTP+"/api/events", nil)
	assert.ErrorContains(t, err, "401")
	conn, _, err := websocket.Dial(t.Context(), r.ready.HTTP+"/api/events", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer viewer-key-000001"}}})
	require.NoError(t, err)
	_, frame, err := conn.Read(t.Context())
	require.NoError(t, err)
	assert.Contains(t, string(frame), `"Type":"stats"`)
	require.NoError(t, conn.CloseNow())
	status, text = r.ask("DELETE", "/api/v1/messages", admin...)
	assert.Equal(t, 200, status)
	assert.Equal(t, "ok", text)
}

// Of a cell each key sees the messages of its universe.
func TestCompatibleCell(t *testing.T) {
	t.Parallel()
	file := write(t, "orgs:\n  - name: A\n    universes:\n      - {id: u_a, keys: [{key: key-of-a-00000001, name: k, role: member}]}\n      - {id: u_b, keys: [{key: key-of-b-00000001, name: k, role: member}]}\n")
	r := start(t, nil, "-config", file, "-key", "admin-key-0000001")
	r.callAs("key-of-a-00000001", "", "POST", "/send", `{"from": "a@a.test", "to": ["c@d.test"], "subject": "of a", "text": "x"}`, 200)
	for key, want := range map[string]string{"key-of-a-00000001": `"total":1`, "key-of-b-00000001": `"total":0`} {
		status, text := r.ask("GET", "/api/v1/messages", "Authorization", "Bearer "+key)
		assert.Equal(t, 200, status)
		assert.Contains(t, text, want)
	}
	status, _ := r.ask("DELETE", "/api/v1/messages", "Authorization", "Bearer key-of-b-00000001")
	assert.Equal(t, 200, status)
	_, text := r.ask("GET", "/api/v2/messages", "Authorization", "Bearer key-of-a-00000001")
	assert.Contains(t, text, `"total":1`)
}

// Of an open server nothing of it is for pages of others, or for a name that was made to
// lead here.
func TestCompatibleOpen(t *testing.T) {
	t.Parallel()
	r := start(t, nil, "-open", "-config", write(t, "id: u_one\n"))
	for _, do := range [][2]string{{"GET", "/api/v1/messages"}, {"DELETE", "/api/v1/messages"}, {"POST", "/api/v1/send"}, {"GET", "/api/v2/messages"}, {"GET", "/view/latest.html"}, {"GET", "/proxy?data=x"}} {
		for header, want := range map[string]int{"Host=evil.test": 401, "Origin=http://evil.test": 403, "Origin=null": 403, "Sec-Fetch-Site=cross-site": 403, "Host=mailpit:8025": 0} {
			name, value, _ := strings.Cut(header, "=")
			status, _ := r.ask(do[0], do[1], name, value, "Content-Type", "application/x-www-form-urlencoded")
			if want == 0 {
				assert.NotContains(t, []int{401, 403}, status, "%s %v", header, do)
				continue
			}
			assert.Equal(t, want, status, "%s %v", header, do)
		}
	}
	for _, header := range []http.Header{{"Origin": {"http://evil.test"}}, {"Origin": {"null"}}} {
		_, _, err := websocket.Dial(t.Context(), r.ready.HTTP+"/api/events", &websocket.DialOptions{HTTPHeader: header})
		assert.ErrorContains(t, err, "403")
	}
	_, _, err := websocket.Dial(t.Context(), r.ready.HTTP+"/api/events", &websocket.DialOptions{Host: "evil.test"})
	assert.ErrorContains(t, err, "401")
}
