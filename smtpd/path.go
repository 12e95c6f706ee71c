package smtpd

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
)

// path is a reverse or forward path (RFC 5321 section 4.1.2).
type path struct {
	addr string
	null bool // <>
}

var errPath = errors.New("bad path")

// parsePath reads a path and the parameters behind it. White space around the
// address and missing brackets are taken, as real servers do; a source route is
// dropped.
func parsePath(s string) (p path, params []string, err error) {
	s = strings.TrimLeft(s, " \t")
	var rest string
	if strings.HasPrefix(s, "<") {
		end := closing(s)
		if end < 0 {
			return p, nil, errPath
		}
		p.addr, rest = strings.Trim(s[1:end], " \t"), s[end+1:]
		if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			return p, nil, errPath
		}
		p.null = p.addr == ""
	} else {
		p.addr, rest = word(s)
	}
	if strings.HasPrefix(p.addr, "@") { // <@relay,@relay:user@host>
		_, addr, ok := strings.Cut(p.addr, ":")
		if !ok {
			return p, nil, errPath
		}
		p.addr = addr
	}
	p.addr = unquote(p.addr)
	if p.addr != "" && !strings.EqualFold(p.addr, "postmaster") && !mailsim.ValidAddress(p.addr) {
		return p, nil, errPath
	}
	return p, strings.Fields(rest), nil
}

// closing finds the bracket that ends a path, past quoted text.
func closing(s string) int {
	quoted := false
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quoted:
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '>' && !quoted:
			return i
		}
	}
	return -1
}

// unquote removes quotes that a local part does not need.
func unquote(addr string) string {
	if !strings.HasPrefix(addr, `"`) {
		return addr
	}
	at := strings.LastIndex(addr, `"@`)
	if at < 1 {
		return addr
	}
	plain := strings.NewReplacer(`\\`, `\`, `\`, "").Replace(addr[1:at]) + addr[at+1:]
	if mailsim.ValidAddress(plain) {
		return plain
	}
	return addr
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

var badParameter = mailsim.SMTPReply{Code: 501, Enhanced: "5.5.4", Text: "Bad parameter value"}

// mailParams reads the parameters of MAIL (RFC 1870, 3461, 4954, 6152, 6531, 3030).
func (t *transaction) mailParams(params []string, limit int64) *mailsim.SMTPReply {
	var seen []string
	for _, p := range params {
		key, value, has := strings.Cut(p, "=")
		key = strings.ToUpper(key)
		if slices.Contains(seen, key) {
			return &badParameter
		}
		seen = append(seen, key)
		switch key {
		case "SIZE":
			n, err := strconv.ParseUint(value, 10, 63)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				return &badParameter
			}
			if int64(n) > limit {
				return &mailsim.SMTPReply{Code: 552, Enhanced: "5.3.4", Text: "Message size exceeds fixed limit"}
			}
			t.size = int64(n)
		case "BODY":
			t.env.Body = strings.ToUpper(value)
			switch t.env.Body {
			case "7BIT", "8BITMIME":
			case "BINARYMIME":
				t.binary = true
			default:
				return &badParameter
			}
		case "SMTPUTF8":
			if has {
				return &badParameter
			}
			t.env.UTF8 = true
		case "RET":
			t.env.Return = strings.ToUpper(value)
			if t.env.Return != "FULL" && t.env.Return != "HDRS" {
				return &badParameter
			}
		case "ENVID":
			id, ok := xtext(value)
			if !ok || id == "" || len(id) > 100 || !ascii(id) {
				return &badParameter
			}
			t.env.EnvelopeID = id
		case "AUTH":
			if _, ok := xtext(value); !ok || value == "" {
				return &badParameter
			}
		default:
			return &mailsim.SMTPReply{Code: 555, Enhanced: "5.5.4", Text: "Unsupported option: " + oneLine(key)}
		}
	}
	return nil
}

// rcptParams reads the parameters of RCPT (RFC 3461 section 4).
func rcptParams(params []string, r *mailsim.Recipient) *mailsim.SMTPReply {
	for _, p := range params {
		key, value, _ := strings.Cut(p, "=")
		switch strings.ToUpper(key) {
		case "NOTIFY":
			if r.Notify != nil {
				return &badParameter
			}
			for n := range strings.SplitSeq(strings.ToUpper(value), ",") {
				switch n {
				case "SUCCESS", "FAILURE", "DELAY", "NEVER":
					r.Notify = append(r.Notify, n)
				default:
					return &badParameter
				}
			}
			if len(r.Notify) > 1 && strings.Contains(strings.ToUpper(value), "NEVER") {
				return &badParameter
			}
		case "ORCPT":
			kind, addr, ok := strings.Cut(value, ";")
			text, good := xtext(addr)
			if good && strings.EqualFold(kind, "utf-8") {
				text, good = unicodeText(text)
			}
			if !ok || !good || kind == "" || !ascii(kind) || text == "" || len(text) > 500 || r.Original != "" {
				return &badParameter
			}
			r.Original = strings.ToLower(kind) + ";" + text
		default:
			return &mailsim.SMTPReply{Code: 555, Enhanced: "5.5.4", Text: "Unsupported option: " + oneLine(key)}
		}
	}
	return nil
}

// xtext decodes RFC 3461 section 4; UTF-8 is taken as it is, and nothing else.
func xtext(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+':
			if i+2 >= len(s) {
				return "", false
			}
			n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil || n < ' ' || n == 0x7f {
				return "", false
			}
			b.WriteByte(byte(n))
			i += 2
		case c <= ' ' || c == 0x7f || c == '=':
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), utf8.ValidString(b.String())
}

// unicodeText decodes the \x{FC} of addresses of type utf-8 (RFC 6533 section 3);
// a backslash stands for nothing else.
func unicodeText(s string) (string, bool) {
	var b strings.Builder
	for {
		plain, rest, found := strings.Cut(s, `\`)
		b.WriteString(plain)
		if !found {
			return b.String(), true
		}
		hex, after, closed := strings.Cut(rest, "}")
		hex, opened := strings.CutPrefix(hex, "x{")
		n, err := strconv.ParseUint(hex, 16, 21)
		if !opened || !closed || err != nil || !utf8.ValidRune(rune(n)) || n < ' ' || n == 0x7f {
			return "", false
		}
		b.WriteRune(rune(n))
		s = after
	}
}
