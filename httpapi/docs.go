package httpapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
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

var docsTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("docs").Funcs(template.FuncMap{"prose": prose}).Parse(docsHTML))
})

// prose is a text of the table as HTML: what stands in backticks is code.
func prose(text string) template.HTML {
	parts := strings.Split(text, "`")
	for i, p := range parts {
		parts[i] = template.HTMLEscapeString(p)
		if i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return template.HTML(strings.Join(parts, ""))
}

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
	var b bytes.Buffer
	if err := docsTemplate().Execute(&b, groups); err != nil {
		panic(err) // the template is ours
	}
	return b.Bytes()
})

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
