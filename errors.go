package mailsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Errors: their kinds, and what they say.

// Kind classifies an error. A Kind is itself an error, so that
// errors.Is(err, mailsim.ErrNotFound) works. KindOf gives the kind of any
// error.
type Kind string

// The kinds, with the HTTP status each has at the API.
const (
	ErrInvalid      Kind = "invalid"      // 400: a missing or wrong value, or a limit of the plan (but the monthly send limit gives ErrInternal)
	ErrUnauthorized Kind = "unauthorized" // 401: no key, a wrong key, a wrong password
	ErrPlan         Kind = "plan"         // 402: the plan lacks the feature
	ErrForbidden    Kind = "forbidden"    // 403: role too low, other universe, suspended
	ErrNotFound     Kind = "not found"    // 404: no such thing
	ErrTimeout      Kind = "timeout"      // 408: a wait ended without a match
	ErrConflict     Kind = "conflict"     // 409: not in this state
	ErrTooMany      Kind = "too many"     // 429: a rate limit
	ErrFull         Kind = "full"         // 507: a bound of what the universe keeps is reached: see Bounds
	ErrFenced       Kind = "fenced"       // 503: another process has taken over the universe, so that this one cannot change it
	ErrUnavailable  Kind = "unavailable"  // 503: a database cannot be reached now: try again
	ErrInternal     Kind = "internal"     // 500: a failure of mailsim or its store, or the monthly send limit
)

// Error makes a Kind an error to compare with.
func (k Kind) Error() string { return string(k) }

// Error is the usual error of this module: a kind, and a message that tells
// the caller what to do. Err is the cause, for logs only.
type Error struct {
	Kind    Kind
	Message string
	Err     error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's kind.
func (e *Error) Is(target error) bool {
	k, ok := target.(Kind)
	return ok && k == e.Kind
}

// KindOf returns the kind of err. Of joined errors it is the first kind other than
// ErrInternal. It is ErrInternal when there is no other, and "" when err is nil.
func KindOf(err error) Kind {
	switch x := err.(type) {
	case nil:
		return ""
	case *Error:
		return x.Kind
	case *WaitError:
		return ErrTimeout
	case *DeclinedError:
		return ErrConflict
	case Kind:
		return x
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			if k := KindOf(e); k != ErrInternal {
				return k
			}
		}
	case interface{ Unwrap() error }:
		if inner := x.Unwrap(); inner != nil {
			return KindOf(inner)
		}
	}
	return ErrInternal
}

func errorf(k Kind, format string, args ...any) error {
	return &Error{Kind: k, Message: fmt.Sprintf(format, args...)}
}

func invalidf(format string, args ...any) error { return errorf(ErrInvalid, format, args...) }

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
		return invalidf("the body is not JSON: %s", syntax)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return invalidf("the body is not JSON: it ends too early")
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
