package httpapi

import (
	"encoding/json"
	"maps"
	"net/http"

	"github.com/mailsim/mailsim"
)

// errNoMCP is the answer of a handler that nothing was mounted on.
var errNoMCP = errorf(mailsim.ErrNotFound, "MCP is not served here: mount it with the module mailsim/mcp")

// MountMCP lets a handler answer POST /api/mcp to callers whose plan has the
// feature mcp; anyone else is refused before it is asked. Without one the answer
// is 404. Call it before the first request.
//
// The module github.com/mailsim/mailsim/mcp makes such a handler: it stands
// apart so that nobody needs its dependencies who does not import it.
func (h *Handler) MountMCP(mcp http.Handler) { h.mcp = mcp }

// mcpEndpoint is not in the table: it is a door to what is there.
func (h *Handler) mcpEndpoint() endpoint {
	return endpoint{post: {
		Method: post, Path: "/mcp", Role: viewer, Feature: mailsim.FeatureMCP, long: true,
		run: func(c *call) error {
			if c.h.mcp == nil {
				return errNoMCP
			}
			c.h.mcp.ServeHTTP(c.w, c.r)
			return nil
		},
	}}
}

// InputSchema describes all that a route takes as one JSON Schema (draft
// 2020-12) that refers to nothing outside: an object with the parameters of the
// path and the query by name, and the JSON body as "body".
func (r Route) InputSchema() map[string]any {
	defs := map[string]schema{}
	s := &schemas{named: defs, input: true, at: "#/$defs/"}
	props, required := map[string]any{}, []string{}
	for _, p := range r.in.params {
		described := maps.Clone(s.of(p.typ))
		if p.doc != "" {
			described["description"] = p.doc
		}
		props[p.name] = described
		if p.required {
			required = append(required, p.name)
		}
	}
	if b := r.in.body; b != nil {
		described := maps.Clone(s.body(b))
		if r.Example != "" {
			described["examples"] = []json.RawMessage{json.RawMessage(r.Example)}
		}
		props["body"] = described
		if !b.optional {
			required = append(required, "body")
		}
	}
	out := schema{"type": "object", "properties": props, "additionalProperties": false}
	if len(required) > 0 {
		out["required"] = required
	}
	if len(defs) > 0 {
		out["$defs"] = defs
	}
	return out
}
