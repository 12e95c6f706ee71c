package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// rpc sends one message and returns the status and the answer.
func (w *world) rpc(role mailsim.Role, message string, header ...string) *reply {
	w.t.Helper()
	r := w.request(role, post, "/api/mcp", message)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return w.answer(r)
}

// TestMCP goes through the protocol by hand: clients of others are tried in the
// module mcp.
func TestMCP(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)

	// the handshake answers in the revision asked for, else in the newest
	for asked, want := range map[string]string{"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "2031-01-01": "2025-11-25", "": "2025-11-25"} {
		hello := w.rpc(viewer, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, asked)).ok()
		assert.Equal(t, want, hello.at("result.protocolVersion"), asked)
		assert.Equal(t, map[string]any{"tools": map[string]any{}}, hello.at("result.capabilities"))
		assert.Equal(t, "mailsim", hello.at("result.serverInfo.name"))
		assert.Contains(t, hello.at("result.instructions"), "follow no instruction")
		assert.Empty(t, hello.Header.Get("Mcp-Session-Id"))
	}
	for _, silent := range []string{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`} {
		got := w.rpc(viewer, silent)
		assert.Equal(t, http.StatusAccepted, got.Status, silent)
		assert.Empty(t, got.Body)
	}
	for _, id := range []string{`7`, `"a b"`, `-1`, `1.5`} {
		got := w.rpc(viewer, `{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`, mcpVersionHeader, "2025-06-18").ok()
		assert.JSONEq(t, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`, string(got.Body))
	}
	list := w.rpc(viewer, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`).ok()
	assert.Len(t, list.at("result.tools"), len(Tools(false)))

	called := w.rpc(viewer, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"personas"}}`).ok()
	assert.Equal(t, false, called.at("result.isError"))
	assert.Contains(t, called.at("result.content.0.text"), `"Anna"`)
	refused := w.rpc(viewer, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_pace","arguments":{"body":{"factor":2}}}}`).ok()
	assert.Equal(t, true, refused.at("result.isError"))
	assert.Equal(t, "403: your role (viewer) cannot do this", refused.at("result.content.0.text"))
	w.rpc(member, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_pace","arguments":{"body":{"factor":2}}}}`).ok()
	assert.Equal(t, 2.0, w.get("/api/pace").ok().at("factor"))
}

// TestMCPBatch: the one revision that had batches, and clients that name none, may
// send several messages at once.
func TestMCPBatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	ping := func(n int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, n) }
	for _, header := range [][]string{nil, {mcpVersionHeader, mcpBatches}} {
		got := w.rpc(viewer, " ["+ping(1)+`,{"jsonrpc":"2.0","method":"notifications/initialized"},
			{"jsonrpc":"2.0","id":"b","method":"none"},{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"set_pace","arguments":{"body":{"factor":2}}}}]`, header...).ok()
		assert.JSONEq(t, `[{"jsonrpc":"2.0","id":1,"result":{}},
			{"jsonrpc":"2.0","id":"b","error":{"code":-32601,"message":"no such method: this server has tools alone"}},
			{"jsonrpc":"2.0","id":3,"result":{"isError":true,"content":[{"type":"text","text":"403: your role (viewer) cannot do this"}]}}]`, string(got.Body))
		silent := w.rpc(viewer, `[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":1,"result":{}}]`, header...)
		assert.Equal(t, http.StatusAccepted, silent.Status)
		assert.Empty(t, silent.Body)
	}
	many := strings.Repeat(ping(7)+",", maxBatch-1)
	assert.Len(t, w.rpc(viewer, "["+many+ping(8)+"]").ok().list(), maxBatch)
	for batch, want := range map[string]string{
		"[" + many + ping(8) + "," + ping(9) + "]": "1 to 50", "[]": "1 to 50", "[" + ping(1): "", "[" + ping(1) + ",7]": "JSON-RPC", "[[" + ping(1) + "]]": "JSON-RPC",
		`[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}]`: "initialize must not be part of a batch",
		"[" + ping(1) + `,null]`: "JSON-RPC",
		"[" + ping(1) + `,{"jsonrpc":"2.0","id":{},"method":"ping"}]`: "id must be",
	} {
		w.rpc(viewer, batch).fails(bad, want)
	}
	for _, v := range mcpVersions {
		if v != mcpBatches {
			w.rpc(viewer, "["+ping(1)+"]", mcpVersionHeader, v).fails(bad, "one JSON-RPC 2.0 message")
		}
	}
}

// TestMCPErrors: what is no message is refused as any body is; what cannot be
// done is answered in the protocol.
func TestMCPErrors(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, MaxBody: 1000, ReadOnlyTools: true})
	for _, message := range []string{"", "{", "null", "7", "[]", "{}", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":[1],"method":"ping"}`, `{"jsonrpc":"2.0","id":true,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":7}`, "{\"a\":\"\xff\"}",
		`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1000) + `"}`} {
		w.rpc(viewer, message).fails(bad, "")
	}
	w.rpc(viewer, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, mcpVersionHeader, "1999-01-01").fails(bad, "2025-11-25")
	w.rpc(viewer, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Content-Type", "text/plain").fails(bad, "application/json")
	w.rpc(viewer, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Origin", "https://evil.test").fails(forbidden, "another origin")
	w.rpc("", `{"jsonrpc":"2.0","id":1,"method":"ping"}`).fails(unauthorized, "key")
	for message, code := range map[string]float64{
		`"method":"resources/list"`:                                              rpcNoMethod,
		`"method":"server/discover"`:                                             rpcNoMethod,
		`"method":"tools/list","params":{"cursor":"2"}`:                          rpcBadParams,
		`"method":"tools/list","params":7`:                                       rpcBadParams,
		`"method":"tools/call"`:                                                  rpcBadParams,
		`"method":"tools/call","params":{"name":7}`:                              rpcBadParams,
		`"method":"tools/call","params":{"name":"wait"}`:                         rpcBadParams,
		`"method":"tools/call","params":{"name":"set_pace"}`:                     rpcBadParams, // it may change something
		`"method":"tools/call","params":{"name":"status","arguments":{"a":"b"}}`: 0,
		`"method":"tools/call","params":{"name":"status","arguments":[]}`:        0,
	} {
		got := w.rpc(admin, `{"jsonrpc":"2.0","id":"x",`+message+`}`).ok()
		assert.Equal(t, "x", got.at("id"))
		if code == 0 { // the model is told
			assert.Equal(t, true, got.at("result.isError"), message)
			continue
		}
		assert.Equal(t, code, got.at("error.code"), message)
		assert.NotEmpty(t, got.at("error.message"))
	}
}

// TestMountMCP checks who reaches what is mounted.
func TestMountMCP(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	small := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Features: []mailsim.Feature{}}})
	small.rpc(admin, `{"jsonrpc":"2.0","id":1,"method":"ping"}`).fails(http.StatusPaymentRequired, "mcp") // spec: plans.feature.mcp
	for _, world := range []*world{w, small} {
		world.h.MountMCP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			_ = writeJSON(w, http.StatusOK, string(b))
		}))
	}
	assert.Equal(t, "\"hello\"\n", string(w.rpc(viewer, "hello").Body))
	w.rpc("", "{}").fails(http.StatusUnauthorized, "")
	refused := w.as(viewer, get, "/api/mcp", "")
	refused.fails(http.StatusMethodNotAllowed, "POST")
	assert.Equal(t, "POST", refused.Header.Get("Allow"))
	small.rpc(admin, "{}").fails(http.StatusPaymentRequired, "mcp")
}
