package imapd

import "strconv"

// previewString is the preview of a message (RFC 8970) as an IMAP string; beyond
// ASCII it is a literal, which every client reads.
func previewString(m message) string {
	s := m.Preview()
	if quotable(s, false) {
		return quote(s)
	}
	return "{" + strconv.Itoa(len(s)) + "}\r\n" + s
}

// previewModifiers reads past " (LAZY)": a preview is always made at once. Other
// words in parentheses are those of FETCH.
func (p *parser) previewModifiers() {
	start := p.pos
	if p.spaces() && p.take('(') {
		p.spaces()
		for n := 0; ; n++ {
			if n > 0 && p.take(')') {
				return
			}
			if !p.takeWord("LAZY") {
				break
			}
			p.spaces()
		}
	}
	p.pos = start
}
