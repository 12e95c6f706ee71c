package httpapi

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
	"sync"
)

// Call calls a tool: it makes a request to api, a handler that serves the paths of [Routes],
// and returns text for the model. The text is the answer, between a begin line and an end line
// that no mail can forge (see [ToolInstructions]); if failed is true, it is the reason.
// Arguments is a JSON object that fits Input, or empty. The request ends with ctx. It has the
// credentials of carrier, which is the HTTP request that brought the call.
func (t Tool) Call(ctx context.Context, api http.Handler, carrier *http.Request, arguments json.RawMessage) (text string, failed bool) {
	r, err := t.request(ctx, carrier, arguments)
	if err != nil {
		return err.Error(), true
	}
	return askTool(api, r)
}

// carried are the headers of a caller that the API judges by.
var carried = []string{"Authorization", "Cookie", universeHeader, "X-Forwarded-For", "X-Forwarded-Proto"}

// request writes a call as the request that it stands for.
func (t Tool) request(ctx context.Context, carrier *http.Request, arguments json.RawMessage) (*http.Request, error) {
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
	r, err := http.NewRequestWithContext(ctx, t.route.Method, path+"?"+query.Encode(), bytes.NewReader(body))
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

var pathParameter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{(\w+)\}`) })

// target reads the arguments of a call: what is not in the path is the body or
// a parameter of the query.
func (t Tool) target(arguments json.RawMessage) (path string, query url.Values, body []byte, err error) {
	known := t.Input["properties"].(map[string]any)
	given := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil {
			return "", nil, nil, errors.New("arguments must be a JSON object")
		}
	}
	path = "/api" + pathParameter().ReplaceAllStringFunc(t.route.Path, func(name string) string {
		name = strings.Trim(name, "{}")
		value := argument(given[name])
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
			return "", nil, nil, fmt.Errorf("%s takes no %.50q", t.Name, name)
		}
		if value := given[name]; !isNull(value) {
			query.Set(name, argument(value))
		}
	}
	return path, query, body, err
}

// argument is a JSON value as a path or a query says it.
func argument(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// askTool lets the API answer a request.
func askTool(api http.Handler, r *http.Request) (text string, failed bool) {
	defer func() {
		if p := recover(); p == http.ErrAbortHandler {
			text, failed = "the connection was cut", true
		} else if p != nil {
			panic(p)
		}
	}()
	w := &toolAnswer{header: http.Header{}}
	api.ServeHTTP(w, r)
	switch {
	case w.status != http.StatusOK:
		return w.failure(), true
	case w.tooLong:
		return fmt.Sprintf("the answer is longer than %d bytes: ask for less", maxToolAnswer), true
	}
	return fence(w.text()), false
}
