package mailsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
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
		field := typed.Field
		if field == "" {
			field = "the body"
		}
		return invalidf("%s must be %s, not %s", field, jsonKind(typed.Type.Kind()), strings.TrimPrefix(typed.Value, "number "))
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
func jsonKind(kind reflect.Kind) string {
	switch kind {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
