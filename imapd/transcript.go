package imapd

import (
	"bytes"
	"fmt"
)

// masked stands for a secret in a transcript.
const masked = "***"

func (c *conn) startTap() {
	if c.srv.opts.Tap == nil {
		return
	}
	if c.tap = c.srv.opts.Tap(c.info()); c.tap != nil {
		c.w.record = c.tap.Server
	}
}

// tapCommand shows the first line of a command, without its password.
func (c *conn) tapCommand(line []byte) {
	if c.tap == nil {
		return
	}
	c.secret = false
	words := bytes.Fields(line)
	for i, w := range words[:min(2, len(words))] {
		if bytes.EqualFold(w, []byte("LOGIN")) || bytes.EqualFold(w, []byte("AUTHENTICATE")) {
			c.secret = true
			if len(words) > i+2 {
				line = append(bytes.Join(words[:i+2], []byte(" ")), " "+masked...)
			}
			break
		}
	}
	c.tap.Client(string(line))
}

// tapLine shows a further line of a command.
func (c *conn) tapLine(line []byte) {
	switch {
	case c.tap == nil:
	case c.secret && len(line) > 0:
		c.tap.Client(masked)
	default:
		c.tap.Client(string(line))
	}
}

// tapLiteral shows that a literal came.
func (c *conn) tapLiteral(s string) {
	if c.tap != nil {
		c.tap.Client(fmt.Sprintf("(%d bytes%s)", len(s), shownMessageID(text{b: s})))
	}
}

// maxShownHeader bounds the search for a Message-ID.
const maxShownHeader = 16 << 10

// shownMessageID is ", Message-ID <...>" if t begins with a header that has one.
func shownMessageID(t text) string {
	for _, s := range []string{t.a, t.b} {
		if id := lookup(s[:min(len(s), maxShownHeader)], "Message-ID"); id != "" {
			return ", Message-ID " + id
		}
	}
	return ""
}
