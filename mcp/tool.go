package mcp

import (
	"net/http"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mailsim/mailsim/httpapi"
)

// tool is a route as a model sees it.
type tool struct {
	httpapi.Route
	name   string
	schema map[string]any // of its arguments
}

// leftOut are the paths that are no tools: those that hold a call until mail
// comes, which advance makes needless; those about cookies; and the description
// of the API, which the list of tools is.
var leftOut = map[string]bool{
	"/wait": true, "/wait/reply": true, "/events/stream": true,
	"/signin": true, "/signout": true, "/pass": true,
	"/openapi.json": true,
}

// tools makes the tools of the table, in its order. A route that two methods
// share is one tool.
func tools(readOnly bool) (out []tool) {
	named := map[string]bool{}
	for _, r := range httpapi.Routes() {
		t := tool{r, toolName(r.Go), r.InputSchema()}
		if leftOut[r.Path] || named[t.name] || readOnly && !t.readOnly() {
			continue
		}
		named[t.name] = true
		out = append(out, t)
	}
	return out
}

// toolName writes the name of a Go method in small letters: SetMailboxStatus is
// set_mailbox_status, SetAI is set_ai, Caller.Me is me.
func toolName(method string) string {
	method = method[strings.LastIndexAny(method, ". ")+1:]
	var b strings.Builder
	letters := []rune(method)
	for i, c := range letters {
		next := i+1 < len(letters) && unicode.IsLower(letters[i+1])
		if unicode.IsUpper(c) && i > 0 && (next || unicode.IsLower(letters[i-1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

func (t tool) readOnly() bool { return t.Method == http.MethodGet }

// destructive reports whether a call removes what cannot be had back.
func (t tool) destructive() bool {
	return t.Method == http.MethodDelete || t.Path == "/reset" || t.Path == "/retention/prune"
}

// idempotent reports whether a second call like the first changes nothing more.
func (t tool) idempotent() bool {
	return t.readOnly() || t.Method == http.MethodPut || t.Method == http.MethodDelete
}

func (t tool) describe() *sdk.Tool {
	needs := "Needs the role " + string(t.Role)
	if t.Feature != "" {
		needs += " and the plan's feature " + string(t.Feature)
	}
	destructive, open := t.destructive(), false
	return &sdk.Tool{
		Name:        t.name,
		Description: t.Summary + " " + needs + ".",
		InputSchema: t.schema,
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: t.readOnly(), DestructiveHint: &destructive, IdempotentHint: t.idempotent(), OpenWorldHint: &open,
		},
	}
}
