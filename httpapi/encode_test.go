package httpapi

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestEncodeMessages fills every field of messages and compares with encoding/json.
func TestEncodeMessages(t *testing.T) {
	t.Parallel()
	full := mailsim.Message{}
	fill(reflect.ValueOf(&full).Elem())
	odd := full
	for _, text := range []string{"", "plain", "quo\"te \\ \n\r\t\b\f\x00\x1f\x7f", "é € 😀", "bad \xff\xfe utf-8", "\u2028\u2029", "<a href=\"x\">&</a>"} {
		odd.Subject, odd.Headers, odd.To = text, map[string]string{"b": text, "a": text}, []string{text, text}
		compareJSON(t, []mailsim.Message{odd, full, {Flags: []string{}, References: []string{}, To: []string{}, CC: []string{}, Attachments: []mailsim.Attachment{}, Headers: map[string]string{}}})
	}
	compareJSON(t, []mailsim.Message{})
}

func compareJSON(t *testing.T, list []mailsim.Message) {
	t.Helper()
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(list))
	assert.Equal(t, want.String(), string(appendMessages(nil, list))+"\n")
}

// fill puts a value in every exported field.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("text of " + v.Type().Name())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(-7)
	case reflect.Uint32:
		v.SetUint(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"x-service-b": "1", "x-service-a": "2"}))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 1, 5, 9, 0, 0, 123456789, time.UTC)))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	}
}

func FuzzString(f *testing.F) {
	f.Add("a\"b\\c\n\x00é\u2028\xff")
	f.Fuzz(func(t *testing.T, s string) {
		compareJSON(t, []mailsim.Message{{Subject: s, Flags: []string{}, References: []string{}, To: []string{}, CC: []string{}, Attachments: []mailsim.Attachment{}, Headers: map[string]string{}}})
	})
}
