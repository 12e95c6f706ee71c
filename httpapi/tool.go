package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/mailsim/mailsim"
)

// The table for callers that know no paths: each route as a function that takes
// one object. What they make are ordinary requests to the handler, so that
// keys, roles, plans and limits hold as for HTTP.

// ID names the route, such as postClockAdvance.
func (r Route) ID() string { return operationID(r.Method, r.Path) }

// Answers returns the media type of the answer.
func (r Route) Answers() string { return r.mediaType() }

// Streams reports whether the answer goes on until the caller ends it.
func (r Route) Streams() bool { return r.mediaType() == "text/event-stream" }

// Input returns the JSON Schema of what the route takes, as one object: the
// parameters of path and query by name, and the body as "body". It refers to
// nothing outside itself.
func (r Route) Input() json.RawMessage {
	s := &schemas{named: map[string]schema{}, input: true}
	props, required := schema{}, []string{}
	for _, p := range r.in.params {
		one := schema{}
		for k, v := range s.of(p.typ) {
			one[k] = v
		}
		if p.doc != "" {
			one["description"] = p.doc
		}
		props[p.name] = one
		if p.required {
			required = append(required, p.name)
		}
	}
	if r.in.body != nil {
		props["body"] = s.body(r.in.body)
		if !r.in.body.optional {
			required = append(required, "body")
		}
	}
	out := schema{"type": "object", "properties": props, "additionalProperties": false}
	if len(required) > 0 {
		out["required"] = required
	}
	if len(s.named) > 0 {
		out["$defs"] = s.named
	}
	b, _ := json.Marshal(out) // plain values
	return bytes.ReplaceAll(b, []byte("#/components/schemas/"), []byte("#/$defs/"))
}

// Request makes the request that calls the route with an object as [Route.Input]
// describes it. ErrInvalid names a parameter that is missing, unknown or no
// single value.
func (r Route) Request(input json.RawMessage) (*http.Request, error) {
	var args map[string]json.RawMessage
	if len(input) > 0 {
		if err := json.Unmarshal(input, &args); err != nil {
			return nil, mailsim.DecodeError(err)
		}
	}
	path, query := "/api"+r.Path, url.Values{}
	for _, p := range r.in.params {
		raw := args[p.name]
		delete(args, p.name)
		given := len(raw) > 0 && !isNull(raw)
		text, ok := scalar(raw)
		switch {
		case !ok:
			return nil, invalidf("%s must be a text, a number, true or false", p.name)
		case !given && p.required:
			return nil, invalidf("%s is required", p.name)
		case p.in == "path":
			path = strings.ReplaceAll(path, "{"+p.name+"}", url.PathEscape(text))
		case given:
			query.Set(p.name, text)
		}
	}
	body := args["body"]
	if r.in.body != nil {
		delete(args, "body")
	}
	for name := range args {
		return nil, invalidf("unknown field %q", name)
	}
	req, err := http.NewRequest(r.Method, path, bytes.NewReader(body))
	if err != nil {
		return nil, invalidf("the path cannot be made: %s", err)
	}
	req.URL.RawQuery = query.Encode()
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// scalar is the text of a JSON value that is no list and no object.
func scalar(raw json.RawMessage) (text string, ok bool) {
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	return string(raw), raw[0] != '{' && raw[0] != '['
}
