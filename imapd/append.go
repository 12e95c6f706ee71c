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
	if c.acct != nil { // else it is the other server's, where the session goes on
		if n := c.acct.AppendLimit(); n > 0 {
			limit = min(limit, n)
		}
	}
	return min(limit, math.MaxUint32) // RFC 7889 section 4
}

// append is APPEND, of several messages too (RFC 3502).
func (c *conn) append(req *request) error {
	name, mails, err := c.appendArgs(req, true)
	if err != nil {
		return err
	}
	uidValidity, uids, err := c.acct.Append(c.ctx, name, mails)
	if err != nil {
		return tryCreate(err)
	}
	if c.view != nil && c.view.name == name {
		c.view.dirty.Store(true)
	}
	req.code = appendUID(uidValidity, uids)
	return nil
}

func appendUID(uidValidity uint32, uids []uint32) imap.ResponseCode {
	return imap.ResponseCode("APPENDUID " + strconv.FormatUint(uint64(uidValidity), 10) + " " + setString(uids))
}

// replace is REPLACE and UID REPLACE (RFC 8508): an APPEND that removes a message of
// the selected folder in the same step.
func (c *conn) replace(req *request) error {
	if err := c.writable(); err != nil {
		return err
	}
	uid, err := c.replacedUID(req)
	if err != nil {
		return err
	}
	name, mails, err := c.appendArgs(req, false)
	if err != nil {
		return err
	}
	done, err := c.acct.Replace(c.ctx, c.view.name, uid, name, mails[0])
	switch {
	case err != nil:
		return tryCreate(err)
	case len(done.Source) == 0:
		return errReplacedGone
	}
	c.view.dirty.Store(true)
	// Before the EXPUNGE, as RFC 8508 section 4.3 advises.
	c.untaggedOK(string(appendUID(done.UIDValidity, done.Dest)), "Replacement message ready")
	req.expunged = true
	return nil
}

var errReplacedGone = no(codeExpungeIssued, "The message no longer exists")

// replacedUID parses the number of the message to be replaced, which is refused
// before the literal if it is gone.
func (c *conn) replacedUID(req *request) (uint32, error) {
	if err := req.space(); err != nil {
		return 0, err
	}
	n, err := req.setNumber()
	if err != nil {
		return 0, err
	}
	if err := c.refresh(false, req.uid); err != nil {
		return 0, err
	}
	spans, err := c.view.resolve(numSet{ranges: imap.SeqSet{{Start: n, Stop: n}}}, req.uid, true)
	switch {
	case err != nil:
		return 0, err
	case len(spans) == 0 && req.uid:
		return 0, no("", "No message with that UID")
	case len(spans) == 0: // "*" of an empty folder
		return 0, bad("Invalid message sequence number")
	}
	m, gone := c.view.at(spans[0].lo)
	if gone {
		return 0, errReplacedGone
	}
	return m.UID(), nil
}

// appendArgs parses `mailbox message` and, if there may be many, further messages.
func (c *conn) appendArgs(req *request, many bool) (name string, mails []newMessage, err error) {
	if name, err = req.folderArg(); err != nil {
		return "", nil, err
	}
	if err := req.space(); err != nil {
		return "", nil, err
	}
	_, missing := c.acct.Open(name)
	if missing == nil {
		if err := c.fault(StageAppend, name); err != nil {
			return "", nil, err
		}
	}
	mails, err = req.appends(missing == nil, many)
	if missing != nil && (err == nil || isNo(err)) {
		err = tryCreate(missing)
	}
	return name, mails, err
}

// appends parses the messages of the command. What is not wanted, because there is no
// folder for it, is refused before its literal is sent.
func (p *parser) appends(wanted, many bool) (mails []newMessage, err error) {
	var failed error
	for left := p.c.srv.maxBytes() * maxAppendFactor; ; {
		mail, parts, err := p.appended(left, wanted)
		if err != nil {
			return nil, err
		}
		if left -= int64(len(mail.Data)); parts != nil {
			left -= parts.size - int64(len(mail.Data))
			if failed == nil {
				failed = parts.failed
			}
		}
		mails = append(mails, mail)
		if !many || !p.spaces() || p.atEnd() {
			break
		}
		if len(mails) == maxAppended {
			return nil, no(imap.ResponseCodeLimit, "Too many messages at once")
		}
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	return mails, failed
}

// appended parses `[flags] [date] literal`; left is how many bytes there may be.
// Of a message in parts they are returned too.
func (p *parser) appended(left int64, wanted bool) (mail newMessage, parts *catenation, err error) {
	if p.peek() == '(' {
		if mail.Flags, err = p.flagList(); err != nil {
			return mail, nil, err
		}
		if err := p.space(); err != nil {
			return mail, nil, err
		}
	}
	if p.peek() == '"' {
		if mail.Time, err = p.dateTime(); err != nil {
			return mail, nil, err
		}
		if err := p.space(); err != nil {
			return mail, nil, err
		}
	}
	switch {
	case p.takeWord("CATENATE"):
		if err := p.space(); err != nil {
			return mail, nil, err
		}
		mail.Data, parts, err = p.catenate(left)
		return mail, parts, err
	case p.takeWord("UTF8"):
		if err := p.space(); err != nil {
			return mail, nil, err
		}
		if err := p.openUTF8(); err != nil {
			return mail, nil, err
		}
		if mail.Data, err = p.message(left, wanted); err == nil {
			err = p.expect(')')
		}
	default:
		mail.Data, err = p.message(left, wanted)
	}
	return mail, nil, err
}

// openUTF8 is the parenthesis before the literal of UTF8 (RFC 6855 section 4).
func (p *parser) openUTF8() error {
	if !p.c.acceptUTF8 {
		return bad("UTF8=ACCEPT is not enabled")
	}
	return p.expect('(')
}

// Refusals of what is appended.
var (
	errZeroBytes    = no("", "Can't save a zero byte message")
	errTooManyBytes = no(imap.ResponseCodeLimit, "Too many bytes at once")
	errNotWanted    = no(imap.ResponseCodeTryCreate, "Mailbox doesn't exist")
)

func tooBig(limit int64) error {
	return no(imap.ResponseCodeTooBig, "Message is larger than %d bytes", limit)
}

// message reads the literal of a message.
func (p *parser) message(left int64, wanted bool) (string, error) {
	h, ok := parseLiteralHead(p.line[p.pos:])
	switch limit := p.c.appendLimit(); {
	case !ok:
		return "", bad("Expected a literal")
	case !wanted:
		return "", errNotWanted
	case h.size == 0:
		return "", errZeroBytes
	case h.size > limit:
		return "", tooBig(limit)
	case h.size > left:
		return "", errTooManyBytes
	}
	data, err := p.literal(h)
	if h.binary && err == nil {
		data = unbinary(data)
	}
	return data, err
}
