package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
)

// The Model Context Protocol at POST /api/mcp, over streamable HTTP. A server of
// tools that keeps no session and begins no conversation itself needs this much
// of it: one JSON-RPC message a request, answered by one; in the one revision
// that had batches, also an array of them, answered by an array.

// mcpVersions are the revisions of the protocol that are spoken, newest first.
// They say the same of tools.
var mcpVersions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// mcpBatches is the revision that had batches. A client of it names none, as the
// header came later: who sends no header counts as one (2025-06-18, transports).
const mcpBatches = "2025-03-26"

// maxBatch bounds the messages of a batch.
const maxBatch = 50

// mcpVersionHeader names the revision, after the handshake.
const mcpVersionHeader = "Mcp-Protocol-Version"

// The errors of JSON-RPC 2.0 that clients get as answers. A request that is no
// message at all gets 400 instead.
const (
	rpcNoMethod  = -32601
	rpcBadParams = -32602
)

// rpcMessage is what a client sends.
type rpcMessage struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // none: a notification
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// rpcAnswer has a result or an error.
type rpcAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// mcpTool is a tool as the protocol lists it.
type mcpTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
	Annotations mcpHints       `json:"annotations"`
}

type mcpHints struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"` // never: this world ends at its walls
}

// mcpResult is what a call to a tool answers.
type mcpResult struct {
	Content []mcpText `json:"content"`
	IsError bool      `json:"isError"`
}

type mcpText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// MountMCP replaces the built-in handler of POST /api/mcp, which serves the [Tools] over the
// Model Context Protocol. Callers that the API does not let in, or whose plan lacks the feature
// mcp, are refused before they reach the new handler. Call it before the first request.
//
// The module github.com/mailsim/mailsim/mcp makes such a handler on the official
// SDK, for clients that speak only revisions of the protocol that this package
// does not know yet.
func (h *Handler) MountMCP(mcp http.Handler) { h.mcp = mcp }

// mcpEndpoint is not in the table: it is a door to what is there.
func (h *Handler) mcpEndpoint() endpoint {
	return endpoint{post: {
		Method: post, Path: "/mcp", Role: viewer, Feature: mailsim.FeatureMCP, long: true,
		run: func(c *call) error {
			if c.h.mcp != nil {
				c.r.Body = http.MaxBytesReader(c.w, c.r.Body, c.maxBody())
				c.h.mcp.ServeHTTP(c.w, c.r)
				return nil
			}
			return c.serveMCP()
		},
	}}
}

// serveMCP answers one message, or a batch.
func (c *call) serveMCP() error {
	v := c.r.Header.Get(mcpVersionHeader)
	if v != "" && !slices.Contains(mcpVersions, v) {
		return invalidf("%s: %.50q is not spoken here: use %s", mcpVersionHeader, v, mcpVersions[0])
	}
	raw, err := c.readBody(false)
	if err != nil {
		return err
	}
	if text := bytes.TrimLeft(raw, " \t\r\n"); len(text) > 0 && text[0] == '[' && (v == "" || v == mcpBatches) {
		return c.serveBatch(raw)
	}
	m, err := readRPC(raw)
	switch {
	case err != nil:
		return err
	case !m.wants():
		c.w.WriteHeader(http.StatusAccepted)
		return nil
	}
	return writeJSON(c.w, http.StatusOK, c.answerRPC(m))
}

// serveBatch answers the messages of a batch in their order, when all of them are
// messages and none begins a conversation.
func (c *call) serveBatch(raw []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 || len(list) > maxBatch {
		return invalidf("a batch must be a list of 1 to %d JSON-RPC 2.0 messages", maxBatch)
	}
	messages := make([]*rpcMessage, len(list))
	for i, one := range list {
		m, err := readRPC(one)
		if err != nil {
			return err
		}
		if m.Method == "initialize" {
			return invalidf("initialize must not be part of a batch")
		}
		messages[i] = m
	}
	var answers []rpcAnswer
	for _, m := range messages {
		if m.wants() {
			answers = append(answers, c.answerRPC(m))
		}
	}
	if answers == nil {
		c.w.WriteHeader(http.StatusAccepted)
		return nil
	}
	return writeJSON(c.w, http.StatusOK, answers)
}

// readRPC reads one message.
func readRPC(raw []byte) (*rpcMessage, error) {
	var m rpcMessage
	if err := json.Unmarshal(raw, &m); err != nil || m.Version != "2.0" {
		return nil, invalidf("the body must be one JSON-RPC 2.0 message")
	}
	if m.wants() && !strings.ContainsRune(`"-0123456789`, rune(m.ID[0])) {
		return nil, invalidf("id must be a text or a number")
	}
	return &m, nil
}

// wants tells whether a message is to be answered: what is an answer itself, or a
// notification, is not, and nothing here waits for either.
func (m *rpcMessage) wants() bool { return m.Method != "" && m.ID != nil }

func (c *call) answerRPC(m *rpcMessage) rpcAnswer {
	answer := rpcAnswer{Version: "2.0", ID: m.ID}
	answer.Result, answer.Error = c.answerMCP(m)
	return answer
}

// answerMCP does what a message asks for.
func (c *call) answerMCP(m *rpcMessage) (any, *rpcError) {
	var params struct {
		ProtocolVersion string          `json:"protocolVersion"` // of initialize
		Cursor          string          `json:"cursor"`          // of tools/list
		Name            string          `json:"name"`            // of tools/call
		Arguments       json.RawMessage `json:"arguments"`
	}
	if len(m.Params) > 0 && json.Unmarshal(m.Params, &params) != nil {
		return nil, &rpcError{rpcBadParams, "params are not those of " + m.Method}
	}
	switch m.Method {
	case "initialize":
		return mcpHandshake(params.ProtocolVersion), nil
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		if params.Cursor != "" {
			return nil, &rpcError{rpcBadParams, "the list has one page: there is no cursor"}
		}
		return map[string]any{"tools": c.h.mcpTools()}, nil
	case "tools/call":
		return c.callTool(params.Name, params.Arguments)
	}
	return nil, &rpcError{rpcNoMethod, "no such method: this server has tools alone"}
}

// mcpHandshake answers in the revision that the client asks for, or else in ours.
func mcpHandshake(asked string) any {
	if !slices.Contains(mcpVersions, asked) {
		asked = mcpVersions[0]
	}
	return map[string]any{
		"protocolVersion": asked,
		"capabilities":    map[string]any{"tools": struct{}{}},
		"serverInfo":      map[string]any{"name": "mailsim", "title": "mailsim", "version": apiVersion},
		"instructions":    ToolInstructions,
	}
}

func (h *Handler) mcpTools() []mcpTool {
	tools := Tools(h.opts.ReadOnlyTools)
	out := make([]mcpTool, 0, len(tools))
	for _, t := range tools {
		out = append(out, mcpTool{t.Name, t.Description, t.Input, mcpHints{t.ReadOnly, t.Destructive, t.Idempotent, false}})
	}
	return out
}

func (c *call) callTool(name string, arguments json.RawMessage) (any, *rpcError) {
	for _, t := range allTools() {
		if t.Name == name && (t.ReadOnly || !c.h.opts.ReadOnlyTools) {
			text, failed := t.Call(c.ctx(), c.h, c.r, arguments)
			return mcpResult{[]mcpText{{"text", text}}, failed}, nil
		}
	}
	return nil, &rpcError{rpcBadParams, "unknown tool: " + cutTo(name, 100)}
}
