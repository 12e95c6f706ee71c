// Package mcp serves the Model Context Protocol at POST /api/mcp, with the official SDK, over
// streamable HTTP.
//
//	h := httpapi.New(u, httpapi.Options{})
//	mcp.Mount(h, mcp.Options{})
//
// An [httpapi.Handler] serves the same tools by itself, without this module, up to
// revision 2025-11-25 of the protocol. Mount the handler of this package for clients that
// speak only newer revisions, or if you prefer the SDK. A test checks that both give the
// same answers.
//
// The tools are those of [httpapi.Tools]. A tool call becomes a request to the API with the
// caller's own credentials, so the API's roles, plan features, limits and fault rules apply to
// it. It counts as two requests for the rate limit: the MCP request and the request to the API.
//
// It is a module of its own so that mailsim needs none of its dependencies.
package mcp

import (
	"context"
	"log/slog"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mailsim/mailsim/httpapi"
)

// Options set MCP up. The zero value offers every tool and logs nothing.
type Options struct {
	// ReadOnly leaves out every tool that could change something.
	ReadOnly bool
	// Logger gets protocol errors. nil logs nothing.
	Logger *slog.Logger
}

// Mount serves MCP at POST /api/mcp of a handler, to callers that the API lets in. If their
// plan lacks the feature mcp, they get 402. Call it before the first request.
func Mount(h *httpapi.Handler, o Options) { h.MountMCP(New(h, o)) }

// New makes a handler of MCP requests whose tools call api, which serves the
// paths of [httpapi.Routes]. The handler checks no credentials itself: each
// tool call passes those of its request on to api. A request body may be up to
// 4 MiB. The handler keeps no session and starts nothing that outlives a
// request.
func New(api http.Handler, o Options) http.Handler {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	server := sdk.NewServer(&sdk.Implementation{Name: "mailsim", Title: "mailsim", Version: version}, &sdk.ServerOptions{
		Instructions: httpapi.ToolInstructions,
		Logger:       o.Logger,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	for _, t := range httpapi.Tools(o.ReadOnly) {
		server.AddTool(describe(t), handler(api, t))
	}
	protocol := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless:    true,
		JSONResponse: true,
		Logger:       o.Logger,
		// The API looks at Host where it lets callers in without a key.
		DisableLocalhostProtection: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protocol.ServeHTTP(&jsonErrors{ResponseWriter: w}, r.WithContext(context.WithValue(r.Context(), carrierKey{}, r)))
	})
}

// version is that of the tools. It grows when one goes or changes its meaning.
const version = "1.0.0"

func describe(t httpapi.Tool) *sdk.Tool {
	open := false
	return &sdk.Tool{
		Name: t.Name, Description: t.Description, InputSchema: t.Input,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.ReadOnly, DestructiveHint: &t.Destructive, IdempotentHint: t.Idempotent, OpenWorldHint: &open},
	}
}

// carrierKey is where a call finds the HTTP request that carries it.
type carrierKey struct{}

// handler makes the calls of a tool requests to the API. Whatever fails is told
// to the model as the tool's answer, so that it can do better.
func handler(api http.Handler, t httpapi.Tool) sdk.ToolHandler {
	return func(ctx context.Context, call *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		carrier := ctx.Value(carrierKey{}).(*http.Request)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(carrier.Context(), cancel)() // the protocol's context outlives the request
		text, failed := t.Call(ctx, api, carrier, call.Params.Arguments)
		return &sdk.CallToolResult{IsError: failed, Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
	}
}
