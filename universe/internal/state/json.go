package state

import (
	"encoding/json"
	"strconv"
)

// The records that are written most often, those of mails, make their JSON with
// these: it is byte for byte what encoding/json writes.

// AppendText appends a JSON string.
func AppendText(b []byte, s string) []byte {
	from := len(b)
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == '"' || c == '\\' || c >= 0x7f:
			text, _ := json.Marshal(s)
			return append(b[:from], text...)
		case c == '<':
			b = append(b, `\u003c`...)
		case c == '>':
			b = append(b, `\u003e`...)
		case c == '&':
			b = append(b, `\u0026`...)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// AppendField appends a field of a text, unless it is empty. Name holds the comma before
// it and the colon.
func AppendField(b []byte, name, s string) []byte {
	if s == "" {
		return b
	}
	return AppendText(append(b, name...), s)
}

// AppendInstant appends an instant.
func AppendInstant(b []byte, i Instant) []byte {
	b = strconv.AppendInt(append(b, '['), i.Sec, 10)
	b = strconv.AppendInt(append(b, ','), int64(i.Nsec), 10)
	return append(b, ']')
}

// Begun turns the comma before the first field into the opening of an object.
func Begun(b []byte) []byte {
	if len(b) == 0 {
		return append(b, "{}"...)
	}
	b[0] = '{'
	return append(b, '}')
}
