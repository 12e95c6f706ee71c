package mime

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// decodeUTF7 decodes UTF-7 (RFC 2152): "+" opens a run of UTF-16 in base64, "-"
// or any other character closes it. A broken run stays as it is written.
func decodeUTF7(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '+')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		n := 0
		for n < len(s) && base64Value[s[n]] < 64 {
			n++
		}
		run := s[:n]
		s = s[n:]
		closed := strings.HasPrefix(s, "-")
		text, ok := decodeRun(run)
		switch {
		case run == "" || !ok:
			b.WriteString("+" + run)
			if run != "" {
				continue
			}
		default:
			b.WriteString(text)
		}
		if closed {
			s = s[1:]
		}
	}
	b.WriteString(s)
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

func decodeRun(run string) (string, bool) {
	raw, err := base64.RawStdEncoding.DecodeString(run)
	if err != nil {
		return "", false
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units)), true
}
