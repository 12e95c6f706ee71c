package imapd

import (
	"strings"

	"github.com/emersion/go-imap/v2"
)

// maxCatenated bounds the parts of one message.
const maxCatenated = 1000

// catenation is a message being put together of texts and of what is stored
// (RFC 4469). What fails is kept, so that the command is read to its end.
type catenation struct {
	parts  []text
	size   int64
	limit  int64 // of size
	left   int64 // of the command
	binary bool
	failed error
}

// catenate parses `(URL "/INBOX/;UID=1" TEXT {5} ...)` and puts the message together,
// unless it failed.
func (p *parser) catenate(left int64) (data string, m *catenation, err error) {
	m = &catenation{limit: p.c.appendLimit(), left: left}
	count := 0
	err = p.list(func() error {
		if count++; count > maxCatenated {
			return no(imap.ResponseCodeLimit, "Too many parts")
		}
		return p.catenated(m)
	})
	switch {
	case err != nil:
		return "", m, err
	case count == 0:
		return "", m, bad("Empty list of parts")
	case m.failed == nil && m.size == 0:
		m.failed = errZeroBytes
	}
	if m.failed != nil {
		return "", m, nil
	}
	if data = m.join(); m.binary {
		data = unbinary(data)
	}
	return data, m, nil
}

// catenated parses one part.
func (p *parser) catenated(m *catenation) error {
	word, err := p.keyword()
	if err != nil {
		return err
	}
	if err := p.space(); err != nil {
		return err
	}
	switch word {
	case "URL":
		return p.catenatedURL(m)
	case "TEXT":
		return p.catenatedText(m)
	case "UTF8":
		if err := p.openUTF8(); err != nil {
			return err
		}
		if err := p.catenatedText(m); err != nil {
			return err
		}
		return p.expect(')')
	}
	return bad("Unknown part %s", word)
}

func (p *parser) catenatedURL(m *catenation) error {
	s, err := p.astring()
	if err != nil || m.failed != nil {
		return err
	}
	t, ok := p.c.content(s)
	if !ok {
		m.failed = badURL(s)
		return nil
	}
	if err := m.add(int64(t.len())); err != nil {
		m.failed = err
		return nil
	}
	m.parts = append(m.parts, t)
	return nil
}

// catenatedText reads a literal. One that is too large is refused before it is sent.
func (p *parser) catenatedText(m *catenation) error {
	h, ok := parseLiteralHead(p.line[p.pos:])
	if !ok {
		return bad("Expected a literal")
	}
	if err := m.add(h.size); err != nil {
		return err
	}
	m.binary = m.binary || h.binary
	data, err := p.literal(h)
	if m.failed == nil {
		m.parts = append(m.parts, text{b: data})
	}
	return err
}

// add makes room for n bytes.
func (m *catenation) add(n int64) error {
	switch {
	case n > m.limit-m.size:
		return tooBig(m.limit)
	case n > m.left-m.size:
		return errTooManyBytes
	}
	m.size += n
	return nil
}

func (m *catenation) join() string {
	var b strings.Builder
	b.Grow(int(m.size))
	for _, t := range m.parts {
		b.WriteString(t.a)
		b.WriteString(t.b)
	}
	return b.String()
}
