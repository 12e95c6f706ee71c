package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// handler makes the calls of a tool requests to the API. Whatever fails is told
// to the model as the tool's answer, so that it can do better.
func (t tool) handler(api http.Handler) sdk.ToolHandler {
	return func(ctx context.Context, call *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		carrier := ctx.Value(carrierKey{}).(*http.Request)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(carrier.Context(), cancel)() // the protocol's context outlives the request
		r, err := t.request(ctx, carrier, call.Params.Arguments)
		if err != nil {
			return failed(err.Error()), nil
		}
		return ask(api, r), nil
	}
}

// carried are the headers of a caller that the API judges by.
var carried = []string{"Authorization", "Cookie", "X-Service-Universe", "X-Forwarded-For", "X-Forwarded-Proto"}

// request writes a call as the request that it stands for, made by whoever made
// the one that carries it.
func (t tool) request(ctx context.Context, carrier *http.Request, arguments json.RawMessage) (*http.Request, error) {
	path, query, body, err := t.target(arguments)
	if err != nil {
		return nil, err
	}
	shown := carrier.URL.Query()
	for _, name := range []string{"token", "universe"} {
		if shown.Has(name) {
			query.Set(name, shown.Get(name))
		}
	}
	r, err := http.NewRequestWithContext(ctx, t.Method, path+"?"+query.Encode(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, name := range carried {
		if values := carrier.Header.Values(name); values != nil {
			r.Header[name] = values
		}
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Host, r.RemoteAddr, r.TLS = carrier.Host, carrier.RemoteAddr, carrier.TLS
	return r, nil
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// target reads the arguments of a call: what is not in the path is the body or
// a parameter of the query.
func (t tool) target(arguments json.RawMessage) (path string, query url.Values, body []byte, err error) {
	known := t.schema["properties"].(map[string]any)
	given := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil {
			return "", nil, nil, errors.New("arguments must be a JSON object")
		}
	}
	path = "/api" + pathParameter.ReplaceAllStringFunc(t.Path, func(name string) string {
		name = strings.Trim(name, "{}")
		value := text(given[name])
		if value == "" && err == nil {
			err = fmt.Errorf("%s is missing", name)
		}
		delete(given, name)
		return url.PathEscape(value)
	})
	if known["body"] != nil {
		body = given["body"]
		delete(given, "body")
	}
	query = url.Values{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if known[name] == nil {
			return "", nil, nil, fmt.Errorf("%s takes no %.50q", t.name, name)
		}
		if value := given[name]; string(value) != "null" {
			query.Set(name, text(value))
		}
	}
	return path, query, body, err
}

// text is a JSON value as a path or a query says it.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// ask lets the API answer a request.
func ask(api http.Handler, r *http.Request) (result *sdk.CallToolResult) {
	defer func() {
		if p := recover(); p == http.ErrAbortHandler {
			result = failed("the connection was cut")
		} else if p != nil {
			panic(p)
		}
	}()
	w := &answer{header: http.Header{}}
	api.ServeHTTP(w, r)
	switch {
	case w.status != http.StatusOK:
		return failed(w.failure())
	case w.tooLong:
		return failed(fmt.Sprintf("the answer is longer than %d bytes: ask for less", maxAnswer))
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: fence(w.text())}}}
}

func failed(why string) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: why}}}
}
