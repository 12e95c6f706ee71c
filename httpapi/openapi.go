package httpapi

import (
	"cmp"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
)

// apiVersion is the version of the description. It grows when a path, a field or
// a meaning goes; additions do not change it.
const apiVersion = "1.0.0"

// document returns the description as JSON, made once.
func (h *Handler) document() (document, error) {
	return h.described()
}

// openAPI describes the table as OpenAPI 3.1.
func (h *Handler) openAPI() schema {
	components := map[string]schema{}
	answers, inputs := &schemas{named: components}, &schemas{named: components, input: true}
	errorRef := answers.of(reflect.TypeFor[errorBody]())
	paths := map[string]schema{}
	for _, r := range table() {
		path := "/api" + r.Path
		if paths[path] == nil {
			paths[path] = schema{}
		}
		paths[path][strings.ToLower(r.Method)] = r.operation(answers, inputs, errorRef)
	}
	paths["/api/mcp"] = schema{"post": h.mcpOperation(answers, inputs, errorRef)}
	return schema{
		"openapi": "3.1.0",
		"info": schema{
			"title": "mailsim", "version": apiVersion,
			"description": "A simulated mail world: mailboxes, people who answer, inbound mail, and a clock that you can move.",
		},
		"servers":  []schema{{"url": cmp.Or(h.opts.BaseURL, "/")}},
		"security": []schema{{"key": []string{}}, {"token": []string{}}, {"session": []string{}}},
		"paths":    paths,
		"components": schema{
			"schemas": components,
			"securitySchemes": schema{
				"key":     schema{"type": "http", "scheme": "bearer"},
				"token":   schema{"type": "apiKey", "in": "query", "name": "token", "description": "for clients that cannot set headers"},
				"session": schema{"type": "apiKey", "in": "cookie", "name": sessionCookie, "description": "Over TLS its name begins with __Host-."},
			},
		},
	}
}

// operation describes one row. Descriptions are Markdown, a summary is plain text.
func (r *Route) operation(answers, inputs *schemas, errorRef schema) schema {
	op := schema{
		"operationId": operationID(r.Method, r.Path), "summary": strings.ReplaceAll(r.Summary, "`", ""), "tags": []string{r.Group},
		"description": r.describe(), "responses": r.responses(answers, errorRef), "x-go": r.Go,
	}
	if r.Role == "" {
		op["security"] = []schema{}
	} else {
		op["x-role"] = r.Role
	}
	if r.Feature != "" {
		op["x-feature"] = r.Feature
	}
	var params []schema
	for _, p := range r.in.params {
		params = append(params, p.describe(inputs, r))
	}
	if params != nil {
		op["parameters"] = params
	}
	if b := r.in.body; b != nil {
		media := schema{"schema": inputs.body(b)}
		if r.Example != "" {
			media["example"] = json.RawMessage(r.Example)
		}
		op["requestBody"] = schema{"required": !b.optional, "description": r.describeBody(), "content": schema{"application/json": media}}
	}
	if r.takes != nil {
		content := schema{}
		for _, media := range r.takes {
			content[media] = schema{}
		}
		op["requestBody"] = schema{"required": true, "content": content}
	}
	return op
}

// mcpOperation describes the door of the tools, whose messages are another protocol's.
func (h *Handler) mcpOperation(answers, inputs *schemas, errorRef schema) schema {
	r := *h.mcpEndpoint()[post]
	r.Group, r.Summary = "Server and access", "Answers the Model Context Protocol (streamable HTTP, without sessions): initialize, ping, tools/list and tools/call."
	r.in, r.out = &plan{}, reflect.TypeFor[json.RawMessage]()
	op := r.operation(answers, inputs, errorRef)
	delete(op, "x-go")
	op["description"] = "Needs the role viewer and a plan with the feature `mcp`; each tool needs the role of its endpoint."
	id, object := schema{"type": []string{"string", "number"}}, schema{"type": "object"}
	version := schema{"const": "2.0"}
	message := schema{"type": "object", "required": []string{"jsonrpc"}, "properties": schema{"jsonrpc": version, "id": id, "method": schema{"type": "string"}, "params": object}}
	answer := schema{"type": "object", "required": []string{"jsonrpc", "id"}, "properties": schema{"jsonrpc": version, "id": id, "result": object, "error": schema{
		"type": "object", "required": []string{"code", "message"}, "properties": schema{"code": schema{"type": "integer"}, "message": schema{"type": "string"}},
	}}}
	orBatch := func(one schema) schema {
		return schema{"application/json": schema{"schema": schema{"oneOf": []schema{one, {"type": "array", "items": one, "minItems": 1, "maxItems": maxBatch}}}}}
	}
	request := orBatch(message)
	request["application/json"].(schema)["example"] = schema{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
	op["requestBody"] = schema{"required": true, "description": "One message of JSON-RPC 2.0; in revision " + mcpBatches + " also a batch.", "content": request}
	responses := op["responses"].(schema)
	responses["200"] = schema{"description": "The answer.", "content": orBatch(answer)}
	responses["202"] = schema{"description": "Accepted. A notification has no answer."}
	return op
}

var pathSign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9]+`) })

// operationID makes a name such as putMailboxesAddressStatus.
func operationID(method, path string) string {
	id := strings.ToLower(method)
	for _, word := range pathSign().Split(path, -1) {
		if word != "" {
			id += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return id
}

// describe says in a sentence who may call and what Go calls.
func (r *Route) describe() string {
	text := "Needs the role " + string(r.Role)
	if r.Role == "" {
		text = "Needs no key"
	}
	if r.Feature != "" {
		text += " and a plan with the feature `" + string(r.Feature) + "`"
	}
	if r.partly != "" {
		text += "; a part of it needs a plan with the feature `" + string(r.partly) + "`"
	}
	return text + ". In Go: `" + r.calls() + "`."
}

// describeBody says how large the body may be.
func (r *Route) describeBody() string {
	if r.MaxBody == 0 {
		return "At most the size of mail that the server accepts."
	}
	return "At most " + strconv.FormatInt(r.MaxBody>>10, 10) + " KiB."
}

// calls names what Go calls.
func (r *Route) calls() string {
	if name, ok := strings.CutPrefix(r.Go, "func "); ok {
		return name
	}
	if strings.Contains(r.Go, ".") {
		return r.Go
	}
	return "Universe." + r.Go
}

// examples are values for the parameters of paths.
var examples = map[string]any{"address": "app@ours.test", "folder": "INBOX", "uid": 1, "n": 0, "prefix": "ms_3k9vx", "provider": "sendgrid"}

func (p *param) describe(s *schemas, r *Route) schema {
	out := schema{"name": p.name, "in": p.in, "schema": s.of(p.typ)}
	if p.required {
		out["required"] = true
	}
	if p.doc != "" {
		out["description"] = p.doc
	}
	if e, ok := examples[p.name]; ok && p.in == "path" {
		out["example"] = e
	}
	return out
}

// medium is implemented by answers that are no JSON.
type medium interface{ mediaType() string }

// ready reports whether the answer is written as it is.
func (r *Route) ready() bool { return r.out.Implements(reflect.TypeFor[medium]()) }

// mediaTypes are what the answer can be.
func (r *Route) mediaTypes() []string {
	own, ok := reflect.Zero(r.out).Interface().(medium)
	switch {
	case !ok:
		return []string{"application/json"}
	case r.gives != nil:
		return r.gives
	}
	return []string{own.mediaType()}
}

// responses describes the answers of a row: what it gives, and the statuses of
// errors that can come instead.
func (r *Route) responses(s *schemas, errorRef schema) schema {
	content := schema{}
	for _, media := range r.mediaTypes() {
		content[media] = schema{}
		if media == "application/json" && !r.ready() {
			content[media] = schema{"schema": s.of(r.out)}
		}
	}
	out := schema{"200": schema{"description": "Done.", "content": content}}
	for _, k := range r.failures() {
		out[strconv.Itoa(statuses[k])] = schema{"description": string(k), "content": schema{"application/json": schema{"schema": errorRef}}}
	}
	if r.costly {
		out[strconv.Itoa(http.StatusServiceUnavailable)] = schema{"description": "the caller has too many costly requests at once", "content": schema{"application/json": schema{"schema": errorRef}}}
	}
	if !r.faultless() {
		out["default"] = schema{"description": "the answer of a fault rule", "content": schema{"application/json": schema{"schema": errorRef}}}
	}
	return out
}

// failures lists the kinds of errors that a row can answer.
func (r *Route) failures() []mailsim.Kind {
	kinds := []mailsim.Kind{mailsim.ErrTooMany, mailsim.ErrInternal, mailsim.ErrInvalid, mailsim.ErrForbidden, mailsim.ErrUnauthorized}
	if r.Feature != "" || r.partly != "" {
		kinds = append(kinds, mailsim.ErrPlan)
	}
	if len(r.in.params) > 0 || r.in.body != nil || r.gives != nil {
		kinds = append(kinds, mailsim.ErrNotFound)
	}
	if r.long {
		kinds = append(kinds, mailsim.ErrTimeout)
	}
	if r.long || r.changes() {
		kinds = append(kinds, mailsim.ErrConflict)
	}
	if r.changes() {
		kinds = append(kinds, mailsim.ErrFull)
	}
	return kinds
}

// document is an answer that is written as it is.
type document []byte

func (d document) respond(w http.ResponseWriter, _ *http.Request) error {
	jsonHeader(w.Header(), len(d))
	_, err := w.Write(d)
	return ignoreWrite(err)
}

func (d document) mediaType() string { return "application/json" }
