package imapd

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Modified UTF-7 (RFC 3501 section 5.1.3).
var utf7Base64 = base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,").WithPadding(base64.NoPadding)

// encodeUTF7 writes a name for a client that does not speak UTF-8.
func encodeUTF7(s string) string {
	plain := func(r rune) bool { return r >= 0x20 && r <= 0x7e && r != '&' }
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	var b strings.Builder
	var shifted []byte
	shift := func() {
		if len(shifted) > 0 {
			b.WriteString("&" + utf7Base64.EncodeToString(shifted) + "-")
			shifted = shifted[:0]
		}
	}
	for _, r := range s {
		switch {
		case plain(r):
			shift()
			b.WriteByte(byte(r))
		case r == '&':
			shift()
			b.WriteString("&-")
		default:
			for _, u := range utf16.AppendRune(nil, r) {
				shifted = append(shifted, byte(u>>8), byte(u))
			}
		}
	}
	shift()
	return b.String()
}

// decodeUTF7 reads a name. It is false for anything but the one right form.
func decodeUTF7(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if ch := s[i]; ch != '&' {
			if ch < 0x20 || ch > 0x7e {
				return "", false
			}
			b.WriteByte(ch)
			continue
		}
		end := strings.IndexByte(s[i:], '-')
		if end < 0 {
			return "", false
		}
		if !decodeShifted(&b, s[i+1:i+end]) {
			return "", false
		}
		i += end
	}
	return b.String(), encodeUTF7(b.String()) == s
}

// decodeShifted appends what stands between & and -.
func decodeShifted(b *strings.Builder, s string) bool {
	if s == "" {
		b.WriteByte('&')
		return true
	}
	raw, err := utf7Base64.DecodeString(s)
	if err != nil || len(raw)%2 != 0 {
		return false
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	for _, r := range utf16.Decode(units) {
		if r == utf8.RuneError {
			return false
		}
		b.WriteRune(r)
	}
	return true
}
