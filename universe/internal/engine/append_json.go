package engine

import (
	"encoding/json"
	"strconv"
)

// appendText appends a JSON string.
func appendText(b []byte, s string) []byte {
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

// appendField appends a field of a text, unless it is empty.
func appendField(b []byte, name, s string) []byte {
	if s == "" {
		return b
	}
	return appendText(append(b, name...), s)
}

func appendInstant(b []byte, i instant) []byte {
	b = strconv.AppendInt(append(b, '['), i.sec, 10)
	b = strconv.AppendInt(append(b, ','), int64(i.nsec), 10)
	return append(b, ']')
}

// begun turns the comma before the first field into the opening of an object.
func begun(b []byte) []byte {
	if len(b) == 0 {
		return append(b, "{}"...)
	}
	b[0] = '{'
	return append(b, '}')
}
