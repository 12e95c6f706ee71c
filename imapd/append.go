package imapd

import (
	"math"
	"strconv"

	"github.com/emersion/go-imap/v2"
)

// maxAppended bounds the messages of one MULTIAPPEND.
const maxAppended = 1000

// appendLimit is the largest message the account takes.
func (c *conn) appendLimit() int64 {
	limit := c.srv.maxBytes()
	if n := c.acct.AppendLimit(); n > 0 {
		limit = min(limit, n)
	}
	return min(limit, math.MaxUint32) // RFC 7889 section 4
}

// append is APPEND, of several messages too (RFC 3502).
func (c *conn) append(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	name, err := req.mailbox()
	if err != nil {
		return err
	}
	if err := req.space(); err != nil {
		return err
	}
	if _, err := c.acct.Open(name); err != nil {
		return tryCreate(err)
	}
	if err := c.fault(StageAppend, name); err != nil {
		return err
	}
	var mails []Append
	for total := int64(0); ; {
		mail, err := req.appended(c.srv.maxBytes()*maxAppendFactor - total)
		if err != nil {
			return err
		}
		mails = append(mails, mail)
		if total += int64(len(mail.Data)); !req.spaces() || req.atEnd() {
			break
		}
		if len(mails) == maxAppended {
			return no(imap.ResponseCodeLimit, "Too many messages at once")
		}
	}
	if err := req.end(); err != nil {
		return err
	}
	uidValidity, uids, err := c.acct.Append(c.ctx, name, mails)
	if err != nil {
		return tryCreate(err)
	}
	if c.view != nil && c.view.name == name {
		c.view.dirty.Store(true)
	}
	req.code = imap.ResponseCode("APPENDUID " + strconv.FormatUint(uint64(uidValidity), 10) + " " + setString(uids))
	return nil
}

// appended parses `[flags] [date] literal`; left is how many bytes there may be.
func (p *parser) appended(left int64) (mail Append, err error) {
	if p.peek() == '(' {
		if mail.Flags, err = p.flagList(); err != nil {
			return mail, err
		}
		if err := p.space(); err != nil {
			return mail, err
		}
	}
	if p.peek() == '"' {
		if mail.Time, err = p.dateTime(); err != nil {
			return mail, err
		}
		if err := p.space(); err != nil {
			return mail, err
		}
	}
	wrapped := p.takeWord("UTF8")
	if wrapped {
		if !p.c.acceptUTF8 {
			return mail, bad("UTF8=ACCEPT is not enabled")
		}
		if err := p.space(); err != nil {
			return mail, err
		}
		if err := p.expect('('); err != nil {
			return mail, err
		}
	}
	if mail.Data, err = p.message(left); err != nil {
		return mail, err
	}
	if wrapped {
		err = p.expect(')')
	}
	return mail, err
}

// message reads the literal of a message.
func (p *parser) message(left int64) (string, error) {
	h, ok := parseLiteralHead(p.line[p.pos:])
	switch limit := p.c.appendLimit(); {
	case !ok:
		return "", bad("Expected a literal")
	case h.size == 0:
		return "", no("", "Can't save a zero byte message")
	case h.size > limit:
		return "", no(imap.ResponseCodeTooBig, "Message is larger than %d bytes", limit)
	case h.size > left:
		return "", no(imap.ResponseCodeLimit, "Too many bytes at once")
	}
	data, err := p.literal(h)
	if h.binary && err == nil {
		data = unbinary(data)
	}
	return data, err
}
