package imapd

import "strings"

// address is one address of an envelope. A group begins with one that has
// only a mailbox, its name, and ends with an empty one (RFC 9051 section 2.3.5).
type address struct {
	name, route, mailbox, host string
	group                      bool // start or end of a group
}

// What stands for missing halves, as a NIL host would mean a group. These are
// the words Dovecot uses.
const (
	missingMailbox = "MISSING_MAILBOX"
	missingDomain  = "MISSING_DOMAIN"
)

// parseAddresses reads an address list (RFC 5322 section 3.4), taking from a
// broken one what can be understood. Encoded words stay as they are.
func parseAddresses(s string) []address {
	p := addressParser{s: s}
	for p.s != "" {
		p.item()
	}
	if p.inGroup {
		p.list = append(p.list, address{group: true})
	}
	return p.list
}

type addressParser struct {
	s       string
	list    []address
	inGroup bool

	words   strings.Builder // the item so far, unquoted, comments left out
	at      int             // offset in words of the last bare @, or -1
	comment string
	gap     bool // blanks since the last word
}

// item reads up to the next separator and adds what it found.
func (p *addressParser) item() {
	p.words.Reset()
	p.at, p.comment, p.gap = -1, "", false
	for p.s != "" {
		switch ch := p.s[0]; ch {
		case ',':
			p.s = p.s[1:]
			p.addBare()
			return
		case ';':
			p.s = p.s[1:]
			p.addBare()
			if p.inGroup {
				p.list = append(p.list, address{group: true})
				p.inGroup = false
			}
			return
		case ':':
			if p.s = p.s[1:]; !p.inGroup && p.at < 0 {
				p.list = append(p.list, address{mailbox: p.words.String(), group: true})
				p.inGroup = true
				return
			}
			p.word(":")
		case '<':
			p.angle()
			return
		case '"':
			q, n := unquote(p.s)
			p.s = p.s[n:]
			p.word(q)
		case '(':
			n := commentLen(p.s)
			p.comment = strings.TrimSuffix(p.s[1:n], ")")
			p.s = p.s[n:]
			p.gap = true
		case ' ', '\t':
			p.s = p.s[1:]
			p.gap = true
		case '@':
			p.s = p.s[1:]
			p.gap = false
			p.at = p.words.Len()
			p.words.WriteByte('@')
		default:
			n := strings.IndexAny(p.s, ",;:<\"( \t@")
			if n < 0 {
				n = len(p.s)
			}
			p.word(p.s[:n])
			p.s = p.s[n:]
		}
	}
	p.addBare()
}

func (p *addressParser) word(w string) {
	if n := p.words.Len(); p.gap && n > 0 && n != p.at+1 {
		p.words.WriteByte(' ')
	}
	p.gap = false
	p.words.WriteString(w)
}

// addBare adds an address without angle brackets; its comment is its name.
func (p *addressParser) addBare() {
	s := p.words.String()
	if s == "" {
		return
	}
	a := address{name: p.comment, mailbox: s, host: missingDomain}
	switch {
	case p.at >= 0:
		host, _, _ := strings.Cut(s[p.at+1:], ">") // of a bracket that nobody opened
		a.mailbox, a.host = orElse(s[:p.at], missingMailbox), orElse(host, missingDomain)
	case strings.Contains(s, " "):
		a.name, a.mailbox = s, missingMailbox
	}
	p.list = append(p.list, a)
}

// angle adds an address in angle brackets, with the words before it as name.
func (p *addressParser) angle() {
	a := address{name: p.words.String()}
	if a.name == "" {
		a.name = p.comment
	}
	var spec string
	spec, p.s = cutAngle(p.s[1:])
	if strings.HasPrefix(spec, "@") {
		if route, rest, ok := strings.Cut(spec, ":"); ok {
			a.route, spec = route, rest
		}
	}
	a.mailbox, a.host = spec, missingDomain
	if i := strings.LastIndexByte(spec, '@'); i >= 0 {
		a.mailbox, a.host = spec[:i], orElse(spec[i+1:], missingDomain)
	}
	if strings.HasPrefix(a.mailbox, `"`) {
		a.mailbox, _ = unquote(a.mailbox)
	}
	a.mailbox = orElse(strings.TrimSpace(a.mailbox), missingMailbox)
	a.host = strings.TrimSpace(a.host)
	p.list = append(p.list, a)
	// What follows up to the separator is junk, a comment at best.
	p.s = skipBlanks(p.s)
	switch i := strings.IndexAny(p.s, ",;"); {
	case i < 0:
		p.s = ""
	case p.s[i] == ',':
		p.s = p.s[i+1:]
	default:
		p.s = p.s[i:]
	}
}

// cutAngle splits at the closing bracket outside quotes, and leaves out comments.
func cutAngle(s string) (spec, rest string) {
	var b strings.Builder
	for s != "" {
		n := 1
		switch s[0] {
		case '>':
			return strings.TrimSpace(b.String()), s[1:]
		case '"':
			_, n = unquote(s)
		case '(':
			if n = commentLen(s); s[n-1] == ')' {
				s = s[n:]
				continue
			}
			n = 1 // it does not end
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	return strings.TrimSpace(b.String()), ""
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
