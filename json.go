package mailsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// strictJSON decodes a value, refusing unknown fields and what follows it.
func strictJSON(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return DecodeError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return invalidf("more follows the JSON value")
	}
	return nil
}

// plainJSON is json.Marshal that leaves <, > and & as they are: what leaves is
// read by programs and people, not put into pages.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// DecodeError turns an error of encoding/json into ErrInvalid that names the
// field, in the words of the API.
func DecodeError(err error) error {
	var typed *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var own *Error
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &typed):
		if typed.Field == "" {
			return invalidf("the body must be %s, not %s", jsonKind(typed.Type.Kind().String()), typed.Value)
		}
		return invalidf("%s must be %s, not %s", typed.Field, jsonKind(typed.Type.Kind().String()), typed.Value)
	case errors.As(err, &syntax):
		return invalidf("the body is no JSON: %s", syntax)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return invalidf("the body is no JSON: it ends too early")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return invalidf("unknown field %s", field)
	}
	return invalidf("%s", strings.TrimPrefix(err.Error(), "json: "))
}

// jsonKind is what JSON calls a kind of Go value.
func jsonKind(kind string) string {
	switch kind {
	case "struct", "map":
		return "an object"
	case "slice", "array":
		return "a list"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	}
	return "a number"
}
