package httpapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
)

// The reference at /docs: one page made from the table, which needs no network
// and runs no script.

//go:embed docs.html
var docsHTML string

// docsRow is a row as the page shows it.
type docsRow struct {
	*Route
	ID, Calls, Request     string
	Body, Required, Answer string // Required names the body's fields that must be there, in backticks
	Takes, Gives           string // media types other than JSON
	Partly                 mailsim.Feature
	Params                 []docsParam
}

type docsParam struct{ Name, In, Type, Doc string }

type docsGroup struct {
	Name string
	Rows []docsRow
}

// docsPage is the page, made once.
var docsPage = sync.OnceValue(func() []byte {
	var groups []docsGroup
	for _, r := range table() {
		i := slices.IndexFunc(groups, func(g docsGroup) bool { return g.Name == r.Group })
		if i < 0 {
			i = len(groups)
			groups = append(groups, docsGroup{Name: r.Group})
		}
		groups[i].Rows = append(groups[i].Rows, r.docs())
	}
	head, rest, _ := strings.Cut(docsHTML, "{{index}}")
	middle, tail, _ := strings.Cut(rest, "{{endpoints}}")
	var m markup
	m.WriteString(head)
	for _, g := range groups {
		m.writef("<details><summary>%s</summary>\n<ul>", g.Name)
		for _, r := range g.Rows {
			m.writef("<li><a href=\"#%s\"><span class=\"sig\">%s %s</span></a></li>\n", r.ID, r.Method, r.Path)
		}
		m.WriteString("</ul></details>\n")
	}
	m.WriteString(middle)
	for _, g := range groups {
		m.writef("<h2>%s</h2>\n", g.Name)
		for _, r := range g.Rows {
			r.write(&m)
		}
	}
	m.WriteString(tail)
	return m.Bytes()
})

// write describes an endpoint.
func (r *docsRow) write(m *markup) {
	m.writef("<h3 id=\"%s\"><a href=\"#%s\"><span class=\"method %s\">%s</span><code>/api%s</code></a></h3>\n", r.ID, r.ID, r.Method, r.Method, r.Path)
	m.writef("<p>%s</p>\n<p><small>", prose(r.Summary))
	if r.Role != "" {
		m.writef("Least role: %s.", r.Role)
	} else {
		m.WriteString("Needs no key.")
	}
	if r.Feature != "" {
		m.writef(" Needs a plan with the feature <code>%s</code>.", r.Feature)
	}
	if r.Partly != "" {
		m.writef(" Parts of it need a plan with the feature <code>%s</code>.", r.Partly)
	}
	m.writef(" In Go: <code>%s</code>.</small></p>\n", r.Calls)
	if len(r.Params) > 0 {
		m.WriteString("<dl>")
		for _, p := range r.Params {
			m.writef("<dt><code>%s</code></dt><dd>%s, in the %s", p.Name, p.Type, p.In)
			if p.Doc != "" {
				m.writef(": %s", prose(p.Doc))
			}
			m.WriteString("</dd>\n")
		}
		m.WriteString("</dl>\n")
	}
	m.writef("<pre class=\"request\" tabindex=\"0\">%s</pre>\n", r.Request)
	if r.Body != "" {
		m.WriteString("<details><summary>Body")
		if r.Required != "" {
			m.writef(" (required: %s)", prose(r.Required))
		}
		m.writef("</summary><pre tabindex=\"0\">%s</pre></details>\n", r.Body)
	}
	if r.Takes != "" {
		m.writef("<p>Body: %s.</p>\n", r.Takes)
	}
	if r.Gives != "" {
		m.writef("<p>Answer: %s.</p>\n", r.Gives)
	} else {
		m.writef("<details><summary>Answer</summary><pre tabindex=\"0\">%s</pre></details>\n", r.Answer)
	}
}

func (r Route) docs() docsRow {
	row := docsRow{Route: &r, ID: operationID(r.Method, r.Path), Calls: r.calls(), Request: r.curl(), Partly: r.partly, Takes: anyOf(r.takes)}
	if media := r.mediaTypes(); r.ready() && !slices.Contains(media, "application/json") {
		row.Gives = anyOf(media)
	} else {
		row.Answer = outline(r.out)
	}
	s := &schemas{named: map[string]schema{}, input: true}
	for _, p := range r.in.params {
		kind, _ := s.of(p.typ)["type"].(string)
		row.Params = append(row.Params, docsParam{p.name, p.in, kind, p.doc})
	}
	if b := r.in.body; b != nil {
		row.Body = s.outlineBody(b)
		if len(b.required) > 0 {
			row.Required = "`" + strings.Join(b.required, "`, `") + "`"
		}
	}
	return row
}

// anyOf lists media types in words: "a, b or c".
func anyOf(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// curl is the example as a command.
func (r Route) curl() string {
	path := "/api" + r.Path
	for name, value := range examples {
		path = strings.ReplaceAll(path, "{"+name+"}", fmt.Sprint(value))
	}
	cmd := "curl"
	if r.Method != http.MethodGet {
		cmd += " -X " + r.Method
	}
	query, body := r.Example, ""
	if !strings.HasPrefix(r.Example, "?") {
		query, body = "", r.Example
	}
	cmd += ` "$SERVICE_URL` + path + query + `" -H "Authorization: Bearer $SERVICE_API_KEY"`
	switch {
	case body != "":
		cmd += " --json '" + body + "'"
	case r.takes != nil:
		cmd += ` -H "Content-Type: ` + r.takes[0] + `" --data-binary @FILE`
	}
	return cmd
}

// outline sketches the JSON of a type.
func outline(t reflect.Type) string {
	if own, ok := reflect.Zero(t).Interface().(medium); ok {
		return own.mediaType()
	}
	s := &schemas{named: map[string]schema{}}
	b, _ := json.MarshalIndent(s.sketch(s.of(t), 0), "", "  ")
	return string(b)
}

// outlineBody sketches what a body may hold.
func (s *schemas) outlineBody(b *body) string {
	of := s.body(b)
	if props, ok := of["properties"].(schema); ok {
		for _, name := range b.readonly {
			delete(props, name)
		}
	}
	out, _ := json.MarshalIndent(s.sketch(of, 0), "", "  ")
	return string(out)
}

// maxSketch is how deep an outline goes.
const maxSketch = 4

// sketch puts in place of each value what it is.
func (s *schemas) sketch(of schema, depth int) any {
	if ref, ok := of["$ref"].(string); ok {
		of = s.named[ref[strings.LastIndexByte(ref, '/')+1:]]
	}
	if depth > maxSketch {
		return "…"
	}
	if any, ok := of["anyOf"].([]schema); ok {
		return s.sketch(any[0], depth)
	}
	if list, ok := of["enum"].([]string); ok {
		return strings.Join(list, " | ")
	}
	switch of["type"] {
	case "object":
		if each, ok := of["additionalProperties"].(schema); ok {
			return map[string]any{"…": s.sketch(each, depth+1)}
		}
		out := map[string]any{}
		props, _ := of["properties"].(schema)
		for name, p := range props {
			out[name] = s.sketch(p.(schema), depth+1)
		}
		return out
	case "array":
		return []any{s.sketch(of["items"].(schema), depth+1)}
	case "string":
		if of["format"] == "date-time" {
			return "time"
		}
		return "text"
	case nil:
		return "any"
	}
	return of["type"]
}

func (h *Handler) serveDocs(w http.ResponseWriter, _ *http.Request) {
	writePage(w, "default-src 'none'; style-src 'unsafe-inline'", docsPage())
}

// writePage answers with HTML under a content security policy. No page of others
// may frame it unless the policy says which.
func writePage(w http.ResponseWriter, policy string, page []byte) {
	if !strings.Contains(policy, "frame-ancestors") {
		policy += "; frame-ancestors 'none'"
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(page)
}
