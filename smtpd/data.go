package smtpd

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unsafe"

	"github.com/mailsim/mailsim"
)

// Outcomes of reading a message.
var (
	errTooBig = errors.New("too big")
	errBare   = errors.New("bare CR or LF")
)

// doData takes a message (RFC 5321 section 4.1.1.4).
func (c *conn) doData(arg string) {
	switch {
	case arg != "":
		c.refuse(501, "5.5.4", "Syntax: DATA")
		return
	case !c.tx.open || c.tx.bdat:
		c.refuse(503, "5.5.1", "Error: need RCPT command")
		return
	case c.tx.binary:
		c.refuse(503, "5.5.1", "Error: BODY=BINARYMIME requires BDAT")
		return
	case len(c.tx.env.To) == 0:
		c.refuse(503, "5.5.1", "Error: need RCPT command")
		return
	}
	if answered, _ := c.faultPoint(mailsim.FaultPoint{At: "data", From: c.tx.env.From, Recipients: c.tx.env.To}); answered {
		return
	}
	c.reply(354, "", "End data with <CR><LF>.<CR><LF>")
	if c.w.Flush() != nil {
		c.quit = true
		return
	}
	raw, err := c.readData()
	tx := c.tx
	c.tx = transaction{}
	if err != nil && !errors.Is(err, errTooBig) && !errors.Is(err, errBare) {
		c.readFailed(err)
		c.quit = true // the client went away in the middle: nothing is kept
		return
	}
	c.finish(tx, raw, err)
}

// readData reads up to the line that is a dot alone. Only CRLF ends a line
// there; a bare CR or LF anywhere makes the message one that is refused, so
// that no mix of them can smuggle in a second one.
func (c *conn) readData() (string, error) {
	limit := c.s.opts.MaxBytes
	buf := make([]byte, 0, 4<<10)
	lineStart, after := true, byte(0) // after is the byte before what is read now
	var failed error
	for {
		if c.r.Buffered() == 0 {
			c.deadline()
		}
		part, err := c.r.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) && len(part) == 0 {
			return "", err
		}
		whole := err == nil
		if err != nil && !isFull(err) {
			return "", err
		}
		begins := lineStart
		crlf := whole && (len(part) > 1 && part[len(part)-2] == '\r' || len(part) == 1 && after == '\r')
		if begins && part[0] == '.' {
			if whole && crlf && len(part) == 3 {
				c.tapData(len(buf))
				return finishData(buf, failed)
			}
			part = part[1:] // dot-stuffing (RFC 5321 section 4.5.2)
		}
		if failed == nil {
			switch {
			case whole && !crlf, bareCR(part, after, whole):
				failed = errBare
			case int64(len(buf)+len(part)) > limit:
				failed = errTooBig
			}
		}
		if failed == nil {
			buf = append(buf, part...)
		} else {
			buf = buf[:0]
		}
		if len(part) > 0 {
			after = part[len(part)-1]
		}
		lineStart = crlf
	}
}

func isFull(err error) bool { return err.Error() == "bufio: buffer full" }

// bareCR finds a CR that no LF follows. The last byte of a part that goes on is
// judged with the next part.
func bareCR(part []byte, before byte, whole bool) bool {
	if before == '\r' && len(part) > 0 && part[0] != '\n' {
		return true
	}
	for i := 0; ; {
		k := bytes.IndexByte(part[i:], '\r')
		if k < 0 {
			return false
		}
		i += k + 1
		if i >= len(part) {
			return whole
		}
		if part[i] != '\n' {
			return true
		}
	}
}

// finishData hands the bytes over without copying them again.
func finishData(buf []byte, failed error) (string, error) {
	if failed != nil || len(buf) == 0 {
		return "", failed
	}
	if cap(buf)-len(buf) > len(buf)/8 {
		buf = bytes.Clone(buf) // what is stored has no room behind it
	}
	return unsafe.String(&buf[0], len(buf)), nil
}

// doBdat takes a chunk (RFC 3030).
func (c *conn) doBdat(arg string) {
	fields := strings.Fields(arg)
	size, err := uint64(0), errPath
	if len(fields) == 1 || len(fields) == 2 && strings.EqualFold(fields[1], "LAST") {
		size, err = strconv.ParseUint(fields[0], 10, 62)
	}
	if err != nil {
		c.refuse(501, "5.5.4", "Syntax: BDAT count [LAST]")
		c.quit = true // where the next command begins is not known
		return
	}
	last := len(fields) == 2
	ready := c.tx.open && len(c.tx.env.To) > 0 && !c.tx.failed
	fits := int64(size) <= c.s.opts.MaxBytes-int64(len(c.tx.chunks))
	if !ready || !fits {
		if !c.discard(int64(size)) {
			return
		}
		if ready {
			c.tx = transaction{}
			c.refuse(552, "5.3.4", "Error: message file too big")
			return
		}
		c.refuse(503, "5.5.1", "Error: need RCPT command")
		return
	}
	c.tx.bdat = true
	if !c.readChunk(int64(size)) {
		return
	}
	if !last {
		c.reply(250, "2.0.0", "Ok: "+itoa(int64(size))+" bytes")
		return
	}
	tx := c.tx
	c.tx = transaction{}
	c.tapData(len(tx.chunks))
	var bad error
	if !tx.binary && hasBare(tx.chunks) {
		bad = errBare
	}
	raw, bad := finishData(tx.chunks, bad)
	c.finish(tx, raw, bad)
}

// readChunk adds the bytes of a chunk as they come, never making room for what
// has not come.
func (c *conn) readChunk(n int64) bool {
	var part [16 << 10]byte
	for n > 0 {
		c.deadline()
		k, err := c.r.Read(part[:min(n, int64(len(part)))])
		c.tx.chunks = append(c.tx.chunks, part[:k]...)
		n -= int64(k)
		if err != nil && n > 0 {
			c.readFailed(err)
			c.quit = true
			return false
		}
	}
	return true
}

func (c *conn) discard(n int64) bool {
	for n > 0 {
		c.deadline()
		k, err := c.r.Discard(int(min(n, 32<<10)))
		n -= int64(k)
		if err != nil && n > 0 {
			c.quit = true
			return false
		}
	}
	return true
}

func hasBare(b []byte) bool {
	if bareCR(b, 0, true) {
		return true
	}
	for i := 0; ; {
		k := bytes.IndexByte(b[i:], '\n')
		if k < 0 {
			return false
		}
		if i+k == 0 || b[i+k-1] != '\r' {
			return true
		}
		i += k + 1
	}
}

// finish files a message and answers: once, or for each recipient over LMTP.
func (c *conn) finish(tx transaction, raw string, bad error) {
	code, enhanced, text := 250, "2.0.0", ""
	switch {
	case errors.Is(bad, errTooBig):
		code, enhanced, text = 552, "5.3.4", "Error: message file too big"
	case errors.Is(bad, errBare):
		code, enhanced, text = 550, "5.5.2", "Error: bare <CR> or <LF> received"
	}
	if bad == nil {
		answered, alive := c.faultBody("body", tx, raw)
		if answered || !alive {
			return
		}
		id, err := c.sess.Submit(c.s.ctx, tx.env, raw)
		if err != nil {
			c.fail(err)
			return
		}
		if answered, alive := c.faultBody("after_data", tx, raw); answered || !alive {
			return
		}
		text = "Ok: queued as " + queueID(id)
	}
	if code != 250 {
		c.errors++
	}
	if !c.s.opts.LMTP {
		c.reply(code, enhanced, text)
		return
	}
	for _, to := range tx.env.To {
		c.reply(code, enhanced, "<"+to+"> "+text)
	}
}

// queueID is the Message-ID without its brackets.
func queueID(id string) string { return oneLine(strings.Trim(id, "<>")) }

// tapData notes the message in the transcript as one line.
func (c *conn) tapData(n int) {
	c.tap("C: ", []byte("("+itoa(int64(n))+" bytes of message)"))
}
