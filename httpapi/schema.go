package httpapi

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// schema is a JSON Schema (draft 2020-12, as OpenAPI 3.1 uses it).
type schema map[string]any

// schemas makes the schemas of Go types and collects those that have a name.
type schemas struct {
	named map[string]schema
	at    string // where references lead; "" is the OpenAPI document's components
	input bool   // of requests: nothing is required unless the body says so, and nothing unknown is taken
}

// values lists what a text of a type may be.
var values = map[reflect.Type][]string{
	reflect.TypeFor[mailsim.MailboxStatus](): {"ok", "unknown", "domain", "full", "disabled", "blocked"},
	reflect.TypeFor[mailsim.FailAt]():        {"dsn", "rcpt"},
	reflect.TypeFor[mailsim.Stranger]():      {"off", "basic", "ai"},
	reflect.TypeFor[mailsim.CaseStatus]():    {"open", "waiting", "closed"},
	reflect.TypeFor[mailsim.JobState]():      {"pending", "running", "done", "failed", "skipped"},
	reflect.TypeFor[mailsim.Role]():          {"viewer", "member", "admin"},
	reflect.TypeFor[theme]():                 {"light", "dark"},
}

// special are the schemas of types whose JSON is not that of their fields.
var special = map[reflect.Type]schema{
	reflect.TypeFor[time.Time]():       {"type": "string", "format": "date-time"},
	reflect.TypeFor[time.Duration]():   {"type": "string", "pattern": durationPattern},
	reflect.TypeFor[[]byte]():          {"type": "string", "contentEncoding": "base64"},
	reflect.TypeFor[json.RawMessage](): {},
	reflect.TypeFor[timeout]():         {"type": "string", "pattern": durationPattern + "|^[0-9]+$"},
	reflect.TypeFor[limit]():           {"type": "integer", "minimum": 1, "maximum": maxLimit},
	reflect.TypeFor[types]():           {"type": "string"},
	reflect.TypeFor[eventPlace]():      {"type": "string", "pattern": eventPlacePattern},
	reflect.TypeFor[mailsim.Delay](): {"type": "object", "additionalProperties": false, "properties": schema{
		"median": schema{"type": "string", "pattern": durationPattern},
		"spread": schema{"type": "number", "minimum": 1},
	}},
	reflect.TypeFor[mailsim.ReplyInsight](): {"type": "object", "required": []string{"answered", "rate", "median", "p90"}, "properties": schema{
		"answered":       schema{"type": "integer"},
		"rate":           schema{"type": "number"},
		"median":         schema{"type": []string{"string", "null"}},
		"p90":            schema{"type": []string{"string", "null"}},
		"by_temperament": schema{"type": "object", "additionalProperties": schema{"type": "object"}},
	}},
	reflect.TypeFor[mailsim.Event](): {
		"type": "object", "required": []string{"type", "id", "at", "source", "data"},
		"properties": schema{
			"type":    schema{"type": "string"},
			"id":      schema{"type": "integer"},
			"at":      schema{"type": "string", "format": "date-time"},
			"source":  schema{"const": "service"},
			"data":    schema{"type": "object"},
			"persona": schema{"type": "object"},
			"case_id": schema{"type": "string"},
		},
	},
}

const durationPattern = `^([0-9.]+(ns|us|µs|ms|s|m|h|d))+$`

// of returns the schema of a type: a reference where it has a name.
func (s *schemas) of(t reflect.Type) schema {
	if own, ok := special[t]; ok {
		return own
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return schema{"type": "number"}
	case reflect.String:
		if list := values[t]; list != nil {
			return schema{"type": "string", "enum": list}
		}
		return schema{"type": "string"}
	case reflect.Slice:
		return schema{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		if s.input && t == reflect.TypeFor[mailsim.CompanyMailbox]() {
			return schema{"anyOf": []schema{{"type": "string"}, s.ref(t)}} // a bare address will do
		}
		return s.ref(t)
	case reflect.Interface:
		return schema{}
	}
	return schema{"type": "integer"}
}

// ref files the schema of a struct under its name and refers to it.
func (s *schemas) ref(t reflect.Type) schema {
	name := schemaName(t)
	if name == "" {
		return s.object(t)
	}
	if s.input {
		name += "Input"
	}
	if s.named[name] == nil {
		s.named[name] = schema{} // ends recursion
		s.named[name] = s.object(t)
	}
	return schema{"$ref": cmp.Or(s.at, "#/components/schemas/") + name}
}

func schemaName(t reflect.Type) string {
	if t.Name() == "" {
		return ""
	}
	return strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
}

// object describes the fields of a struct.
func (s *schemas) object(t reflect.Type) schema {
	props, required := schema{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "" || name == "-" {
			continue
		}
		optional := strings.Contains(options, "omit")
		p := s.of(f.Type)
		if f.Type.Kind() == reflect.Pointer && !optional && !s.input {
			p = schema{"anyOf": []schema{p, {"type": "null"}}}
		}
		props[name] = p
		if !optional && !s.input {
			required = append(required, name)
		}
	}
	out := schema{"type": "object", "properties": props}
	if s.input {
		out["additionalProperties"] = false
	}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}

// body describes what a route takes.
func (s *schemas) body(b *body) schema {
	if b.fields == nil {
		return s.of(b.typ)
	}
	out := s.object(b.typ)
	props := out["properties"].(schema)
	for _, name := range b.readonly {
		p := schema{"readOnly": true}
		if old, ok := props[name].(schema); ok {
			for k, v := range old {
				p[k] = v
			}
		}
		props[name] = p
	}
	if len(b.required) > 0 {
		out["required"] = b.required
	}
	return out
}
