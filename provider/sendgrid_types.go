package provider

import (
	"encoding/json"
	"strconv"
)

// SendGrid's Mail Send is checked against a JSON schema before anything else. A value of
// another type than the schema's is an error with its place; where the schema is silent
// (custom_args, substitutions, headers) it is a bare "Bad Request". Both as reported in
// sendgrid-php #869, sendgrid-django #64, sendgrid-nodejs #288.

// sendgridShape is what type a value of the body has.
type sendgridShape struct {
	kind string                    // string, integer, boolean, array or object
	help string                    // anchor; "" is null
	each *sendgridShape            // of an array
	of   map[string]*sendgridShape // of an object, by key; other keys are not looked at
}

// sendgridShapes is the body of mail/send.
var sendgridShapes = func() *sendgridShape {
	is := func(kind, help string) *sendgridShape { return &sendgridShape{kind: kind, help: help} }
	list := func(help string, each *sendgridShape) *sendgridShape {
		return &sendgridShape{kind: "array", help: help, each: each}
	}
	person := func(help string) *sendgridShape {
		return &sendgridShape{kind: "object", help: help, of: map[string]*sendgridShape{"email": is("string", help), "name": is("string", help)}}
	}
	people := func(help string) *sendgridShape { return list(help, person(help)) }
	return &sendgridShape{kind: "object", of: map[string]*sendgridShape{
		"personalizations": list("-Personalizations-Errors", &sendgridShape{kind: "object", of: map[string]*sendgridShape{
			"to": people("message.personalizations.to"), "cc": people("message.personalizations.cc"), "bcc": people("message.personalizations.bcc"), "from": person("message.from"),
			"subject": is("string", "message.personalizations.subject"), "send_at": is("integer", "message.personalizations.send_at"),
		}}),
		"from": person("message.from"), "reply_to": person("message.reply_to"), "reply_to_list": people("message.reply_to_list"), "subject": is("string", "message.subject"),
		"content": list("message.content", &sendgridShape{kind: "object", help: "message.content", of: map[string]*sendgridShape{"type": is("string", "message.content.type"), "value": is("string", "message.content.value")}}),
		"attachments": list("message.attachments", &sendgridShape{kind: "object", help: "message.attachments", of: map[string]*sendgridShape{
			"content": is("string", "message.attachments.content"), "type": is("string", "message.attachments.type"), "filename": is("string", "message.attachments.filename"),
			"disposition": is("string", "message.attachments.disposition"), "content_id": is("string", "message.attachments.content_id"),
		}}),
		"template_id": is("string", "message.template_id"), "categories": list("message.categories", is("string", "message.categories")), "send_at": is("integer", "message.send_at"), "batch_id": is("string", "message.batch_id"),
		"asm": {kind: "object", help: "message.asm", of: map[string]*sendgridShape{"group_id": is("integer", "message.asm.group_id"), "groups_to_display": list("message.asm.groups_to_display", is("integer", "message.asm.groups_to_display"))}},
	}}
}()

// decodeSendGrid reads a body, with an error for each value that has another type than the
// schema wants.
func decodeSendGrid(body []byte, m *sendgridRequest) error {
	var v any
	if !fewParts(body, 1<<30) || json.Unmarshal(body, &v) != nil {
		return errBody
	}
	if _, ok := v.(map[string]any); !ok {
		return errBody
	}
	e := &sendgridErrors{status: 400}
	sendgridShapes.check(e, "", v)
	if len(e.list) > 0 {
		return e
	}
	if json.Unmarshal(body, m) != nil {
		return errBody
	}
	return nil
}

// check notes what in v has another type. A null stands for what is left out, but not
// within an array.
func (s *sendgridShape) check(e *sendgridErrors, field string, v any) {
	if len(e.list) >= maxErrors {
		return
	}
	if given := jsonType(v); given != s.kind {
		e.add(field, s.help, "Invalid type. Expected: "+s.kind+", given: "+given+".")
		return
	}
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			s.each.check(e, join(field, strconv.Itoa(i)), one)
		}
	case map[string]any:
		for _, name := range sortedKeys(s.of) {
			if one, ok := v[name]; ok && one != nil {
				s.of[name].check(e, join(field, name), one)
			}
		}
	}
}

func join(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// jsonType is what a JSON schema calls the type of a value.
func jsonType(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
