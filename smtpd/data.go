package smtpd

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
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
	case c.tx.bdat:
		c.refuse(503, "5.5.1", "Error: DATA after BDAT")
		return
	case c.tx.binary:
		c.refuse(503, "5.5.1", "Error: BODY=BINARYMIME requires BDAT")
		return
	case len(c.tx.env.To) == 0:
		c.refuseNobody()
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

// refuseNobody answers a message for no recipient: out of sequence, or all were
// refused (RFC 5321 section 3.3). LMTP knows one answer (RFC 2033 section 4.2).
func (c *conn) refuseNobody() {
	if c.tx.asked && !c.s.opts.LMTP {
		c.refuse(554, "5.5.1", "Error: no valid recipients")
		return
	}
	c.refuse(503, "5.5.1", "Error: need RCPT command")
}

// readData reads up to the line that is a dot alone.
func (c *conn) readData() (string, error) {
	d := dataReader{text: &c.text, limit: c.s.opts.MaxBytes, lineStart: true}
	defer c.text.clear()
	start, got := time.Now(), int64(0)
	for {
		part, _ := c.r.Peek(c.r.Buffered())
		n := d.take(part, len(part) == c.r.Size())
		_, _ = c.r.Discard(n)
		got += int64(n)
		if d.failed != nil {
			c.text.clear()
		} else if !d.done && got > smallRoom {
			n, err := c.readLarge(&d, start, got)
			if err != nil {
				return "", err
			}
			got += n
		}
		if d.done {
			break
		}
		c.deadlineSince(start, got)
		if _, err := c.r.Peek(c.r.Buffered() + 1); err != nil {
			return "", err
		}
	}
	if d.failed != nil {
		return "", d.failed
	}
	return d.text.String(), nil
}

// readLarge reads on, to the place where the text is to be gathered, until all of the
// message has come or it is to be refused. It returns how many bytes it has taken.
func (c *conn) readLarge(d *dataReader, start time.Time, got int64) (taken int64, err error) {
	part := c.text.free(nil)
	held := 0 // of part: a line that is not whole
	for {
		c.deadlineSince(start, got+taken)
		n, err := c.r.Read(part[held:])
		if err != nil {
			return taken, err
		}
		held += n
		n = d.take(part[:held], held == len(part))
		taken += int64(n)
		rest := part[n:held]
		if d.done || d.failed != nil {
			c.unread(rest)
			return taken, nil
		}
		part = c.text.free(rest)
		held = len(rest)
	}
}

// dataReader undoes the dots of DATA (RFC 5321 section 4.5.2). Only CRLF ends a
// line there; a bare CR or LF anywhere makes the message one that is refused, so
// that no mix of them can smuggle in a second one.
type dataReader struct {
	text      *pile
	limit     int64
	lineStart bool
	failed    error // the message will be refused: no more of it is gathered, and what was is of no use
	done      bool  // the last line has been taken
	length    int   // of the last line that was whole; 0 for none
}

// take reads the lines that are whole, and part of one that fills all the room
// there is. It returns how many bytes it has taken.
func (d *dataReader) take(part []byte, full bool) (taken int) {
	from, lines := 0, 0 // the lines not yet gathered
	pos, guess := 0, 0  // from guess on, lines may be guessed
	for pos < len(part) {
		if d.lineStart && d.length > 0 && pos >= guess {
			var n int
			if n, guess = alike(part[pos:], d.length); n > 0 {
				lines += n
				pos += n * d.length
				continue
			}
			guess += pos
		}
		k := bytes.IndexByte(part[pos:], '\n')
		end := pos + k + 1
		if k < 0 {
			if pos > 0 || !full {
				break
			}
			end = len(part)
			if part[end-1] == '\r' { // the LF may follow
				end--
			}
		}
		crlf := k > 0 && part[end-2] == '\r'
		if d.lineStart && part[pos] == '.' {
			d.gather(part[from:pos], lines)
			if crlf && k == 2 {
				d.done = true
				return end
			}
			from, lines = pos+1, 0
		}
		switch {
		case crlf:
			lines++
		case k >= 0:
			d.fail(errBare)
		}
		if d.length = 0; crlf && d.lineStart {
			d.length = end - pos
		}
		d.lineStart = crlf
		pos = end
	}
	d.gather(part[from:pos], lines)
	return pos
}

// alike counts the lines of a length, CRLF included, at the start of part, of which
// none begins with a dot: those of an attachment are mostly of one length, and to look
// where they should end costs less than to look for their ends. If it finds that a
// shorter one hides among them it returns 0, and how far it has looked.
func alike(part []byte, length int) (lines, seen int) {
	end := 0
	for end+length <= len(part) && part[end] != '.' && part[end+length-1] == '\n' && part[end+length-2] == '\r' {
		end += length
	}
	if lines = end / length; lines < 2 || bytes.Count(part[:end], lfByte) != lines {
		return 0, end
	}
	return lines, end
}

// gather keeps text with so many line ends, each a CRLF: any other CR is bare.
func (d *dataReader) gather(text []byte, lines int) {
	switch {
	case bytes.Count(text, crByte) != lines:
		d.fail(errBare)
	case int64(d.text.len()+len(text)) > d.limit:
		d.fail(errTooBig)
	case d.failed == nil:
		d.text.add(text)
	}
}

func (d *dataReader) fail(err error) {
	if d.failed == nil {
		d.failed = err
	}
}

var crByte, lfByte = []byte{'\r'}, []byte{'\n'}

// doBdat takes a chunk (RFC 3030).
func (c *conn) doBdat(arg string) {
	count, end := word(arg)
	last := strings.EqualFold(end, "LAST")
	n, err := strconv.ParseUint(count, 10, 62)
	if err != nil || end != "" && !last {
		c.refuse(501, "5.5.4", "Syntax: BDAT count [LAST]")
		c.quit = true // where the next command begins is not known
		return
	}
	size := int64(n)
	ready := len(c.tx.env.To) > 0
	fits := size <= c.s.opts.MaxBytes-int64(c.text.len())
	if ready && last {
		defer c.answerEach(c.tx.env.To)()
	}
	if !ready || !fits {
		if !c.readChunk(size, false) {
			return
		}
		switch {
		case c.tx.lost:
			c.refuse(503, "5.5.1", "Error: an earlier chunk was refused")
		case ready:
			c.refuse(552, "5.3.4", "Error: message file too big")
		default:
			c.refuseNobody()
		}
		c.lose(last)
		return
	}
	if !c.tx.bdat && c.faultChunk(size, last) {
		return
	}
	c.tx.bdat = true
	if !c.readChunk(size, true) {
		return
	}
	if !last {
		c.reply(250, "2.0.0", "Ok: "+itoa(size)+" bytes")
		return
	}
	tx, raw := c.tx, c.text.String()
	c.tx = transaction{}
	c.text.clear()
	var bad error
	if !tx.binary && hasBare(raw) {
		bad = errBare
	}
	c.finish(tx, raw, bad)
}

// answerEach has replies repeated for each recipient until the end of a message
// that came over LMTP, whatever becomes of it (RFC 2033 section 4.2).
func (c *conn) answerEach(to []string) (end func()) {
	if c.s.opts.LMTP {
		c.each = to
	}
	return func() { c.each = nil }
}

// lose drops the message whose chunk was refused. More of its chunks may be on
// their way: they are passed over up to the last one, and nothing else can begin
// before that but by RSET.
func (c *conn) lose(last bool) {
	rest := c.tx.open && !last
	c.drop()
	c.tx = transaction{open: rest, bdat: rest, lost: rest}
}

// faultChunk lets the rules for DATA act on the first chunk of a message. It
// reports whether one has answered: then the message is lost with all its chunks.
func (c *conn) faultChunk(size int64, last bool) bool {
	answered, alive := c.faultPoint(mailsim.FaultPoint{At: "data", From: c.tx.env.From, Recipients: c.tx.env.To})
	if answered {
		c.lose(last)
		if alive {
			c.readChunk(size, false)
		}
	}
	return answered
}

// readChunk reads the bytes of a chunk as they come, never making room for what
// has not come, and adds them to the message if they are to be kept. It is false
// when the client went away or fell silent.
func (c *conn) readChunk(n int64, keep bool) bool {
	var passed [8 << 10]byte
	for start, whole := time.Now(), n; n > 0; {
		if c.r.Buffered() == 0 {
			_ = c.w.Flush() // who waits has his answers
			c.deadlineSince(start, whole-n)
		}
		part := passed[:]
		if keep {
			part = c.text.free(nil)
		}
		k, err := c.r.Read(part[:min(n, int64(len(part)))])
		if keep {
			c.text.add(part[:k])
		}
		n -= int64(k)
		if err != nil && n > 0 {
			c.readFailed(err)
			c.quit = true
			return false
		}
	}
	return true
}

// hasBare finds a CR or LF that is not part of a CRLF.
func hasBare(s string) bool {
	lines := 0
	for rest := s; ; lines++ {
		k := strings.IndexByte(rest, '\n')
		if k < 0 {
			return strings.Count(s, "\r") != lines
		}
		if k == 0 || rest[k-1] != '\r' {
			return true
		}
		rest = rest[k+1:]
	}
}

// finish files a message and answers: once, or for each recipient over LMTP.
func (c *conn) finish(tx transaction, raw string, bad error) {
	c.tapData(raw, bad)
	defer c.answerEach(tx.env.To)()
	switch {
	case errors.Is(bad, errTooBig):
		c.refuse(552, "5.3.4", "Error: message file too big")
		return
	case errors.Is(bad, errBare):
		c.refuse(550, "5.5.2", "Error: bare <CR> or <LF> received")
		return
	case hops(raw) >= maxHops:
		c.refuse(554, "5.4.6", "Error: too many hops")
		return
	}
	if answered, alive := c.faultBody("body", tx, raw); answered || !alive {
		return
	}
	id, err := c.sess.Submit(c.s.ctx, tx.env, raw)
	if err != nil {
		c.fail(err)
		return
	}
	c.mistakes = 0
	if answered, alive := c.faultBody("after_data", tx, raw); answered || !alive {
		return
	}
	c.reply(250, "2.0.0", "Ok: queued as "+queueID(id))
}

// maxHops is how many servers have passed a mail on before it must be going in
// circles (RFC 5321 section 6.3): as Postfix has it, 50 with this one.
const maxHops = 49

// hops counts the Received fields of a header.
func hops(raw string) (n int) {
	for line := range strings.Lines(raw) {
		if line == "\r\n" {
			break
		}
		if _, ok := cutFold(line, "Received:"); ok {
			n++
		}
	}
	return n
}

// queueID is the Message-ID without its brackets.
func queueID(id string) string { return oneLine(strings.Trim(id, "<>")) }

// tapData notes the message in the transcript as one line.
func (c *conn) tapData(raw string, bad error) {
	if c.sess == nil || !c.sess.Tapped() {
		return
	}
	text := "(a message: " + itoa(int64(len(raw))) + " bytes"
	header := mime.ScanHeader(raw)
	if id := header.Get("Message-ID"); id != "" {
		text += ", Message-ID " + oneLine(id)
	}
	if bad != nil {
		text = "(a message: " + bad.Error()
	}
	c.tap("C: ", []byte(text+")"))
}
