package apicheck

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/mailsimd"
	"github.com/mailsim/mailsim/universe"
)

var release = flag.Bool("apicheck.release", false, "write testdata/promised.txt, what a release promises, before its tag")

// TestWhatWasPromisedIsThere holds docs/stability.md: event types, endpoints, their
// fields, the YAML file and flags that a release had are in every later one of v0.
// There may be more.
func TestWhatWasPromisedIsThere(t *testing.T) {
	t.Parallel()
	const file = "testdata/promised.txt"
	now := slices.Concat(eventLines(t), endpointLines(t), fileLines(t), flagLines(t))
	slices.Sort(now)
	now = slices.Compact(now)
	if *release {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(now, "\n")+"\n"), 0o644))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	there := map[string]bool{}
	for _, line := range now {
		there[line] = true
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		assert.True(t, there[line], "%s was promised (docs/stability.md) and is gone; before the first release, go test ./internal/apicheck -run Promised -apicheck.release notes the change", line)
	}
}

// eventLines are the types of events with the fields of their data.
func eventLines(t *testing.T) []string {
	t.Helper()
	var lines []string
	for _, typ := range mailsim.EventTypes() {
		lines = append(lines, "event "+string(typ))
		var e mailsim.Event
		require.NoError(t, json.Unmarshal(fmt.Appendf(nil, `{"type": %q, "data": {}}`, typ), &e))
		lines = append(lines, fieldLines("event "+string(typ), reflect.TypeOf(e.Data))...)
	}
	return lines
}

// fieldLines are the JSON fields of a struct, embedded ones included.
func fieldLines(of string, typ reflect.Type) []string {
	var lines []string
	for _, f := range reflect.VisibleFields(typ) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.IsExported() && name != "" && name != "-" {
			lines = append(lines, fmt.Sprintf("%s: %s", of, name))
		}
	}
	return lines
}

// endpointLines are the endpoints of the OpenAPI document: parameters, statuses,
// and each field of what goes in and comes out, wherever it stands.
func endpointLines(t *testing.T) []string {
	t.Helper()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	h := httpapi.New(u, httpapi.Options{Anonymous: mailsim.RoleViewer})
	t.Cleanup(func() { assert.NoError(t, h.Shutdown(context.Background())) })
	r := httptest.NewRequest(http.MethodGet, "http://localhost/api/openapi.json", nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	var doc document
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc))
	var lines []string
	for path, methods := range doc.Paths {
		for method, op := range methods {
			name := strings.ToUpper(method) + " " + path
			lines = append(lines, name)
			for _, p := range op.Parameters {
				lines = append(lines, fmt.Sprintf("%s takes %s %s", name, p.In, p.Name))
			}
			for _, c := range op.RequestBody.Content {
				lines = append(lines, doc.lines(name+" takes", c.Schema, nil)...)
			}
			for status, answer := range op.Responses {
				for _, c := range answer.Content {
					if strings.HasPrefix(status, "2") {
						lines = append(lines, doc.lines(name+" "+status, c.Schema, nil)...)
					}
				}
			}
		}
	}
	return lines
}

// fileLines are the fields of the YAML file.
func fileLines(t *testing.T) []string {
	t.Helper()
	var all schema
	require.NoError(t, json.Unmarshal(universe.ConfigSchema(), &all))
	return new(document).lines("file", all, nil)
}

// flagLines are the flags of mailsimd, whose names are those in the environment too.
func flagLines(t *testing.T) []string {
	t.Helper()
	var out strings.Builder
	none := func(string) (string, bool) { return "", false }
	require.Zero(t, mailsimd.Main(t.Context(), []string{"-h"}, mailsimd.Process{Name: "mailsimd", Env: none, Stdout: &out, Stderr: &out}))
	var lines []string
	for _, m := range regexp.MustCompile(`(?m)^  (-[a-z0-9-]+)`).FindAllStringSubmatch(out.String(), -1) {
		lines = append(lines, "flag "+m[1])
	}
	require.Greater(t, len(lines), 20)
	return lines
}

// document is what of an OpenAPI document is a promise.
type document struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]schema }
}

type operation struct {
	Parameters  []struct{ Name, In string }
	RequestBody struct {
		Content map[string]struct{ Schema schema }
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema schema }
	}
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Properties map[string]schema
	Items      *schema
	AllOf      []schema
	AnyOf      []schema
	OneOf      []schema
	// Further properties are true, false or a schema.
	AdditionalProperties json.RawMessage
}

// lines are the fields of a schema below a path. Names of schemas do not count: they
// are those of Go types. One that holds itself is looked into once.
func (d *document) lines(at string, s schema, within []string) []string {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		if slices.Contains(within, name) {
			return nil
		}
		return d.lines(at, d.Components.Schemas[name], append(slices.Clip(within), name))
	}
	var lines []string
	if s.Type != nil {
		lines = append(lines, fmt.Sprintf("%s %v", at, s.Type))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		lines = append(lines, d.lines(at+" ."+name, s.Properties[name], within)...)
	}
	if s.Items != nil {
		lines = append(lines, d.lines(at+" []", *s.Items, within)...)
	}
	var further schema
	if json.Unmarshal(s.AdditionalProperties, &further) == nil {
		lines = append(lines, d.lines(at+" .*", further, within)...)
	}
	for _, of := range slices.Concat(s.AllOf, s.AnyOf, s.OneOf) {
		lines = append(lines, d.lines(at, of, within)...)
	}
	return lines
}
