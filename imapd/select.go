package imapd

import (
	"slices"
	"strconv"

	"github.com/emersion/go-imap/v2"
)

// resync is the QRESYNC parameter of SELECT (RFC 7162 section 3.2.5).
type resync struct {
	uidValidity uint32
	modSeq      uint64
	known       []imap.SeqRange // UIDs the client has; nil is all
}

// selectFolder is SELECT and EXAMINE.
func (c *conn) selectFolder(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	name, err := req.mailbox()
	if err != nil {
		return err
	}
	var qr *resync
	condstore := false
	if req.spaces() && !req.atEnd() {
		err := req.list(func() (err error) {
			word, err := req.keyword()
			switch {
			case err != nil:
				return err
			case word == "CONDSTORE":
				condstore = true
				return nil
			case word == "QRESYNC" && !c.qresync:
				return bad("QRESYNC is not enabled")
			case word == "QRESYNC":
				qr, err = req.resync()
				return err
			}
			return bad("Unknown parameter %s", word)
		})
		if err != nil {
			return err
		}
	}
	if err := req.end(); err != nil {
		return err
	}
	if c.view != nil {
		c.unselect()
		c.untaggedOK("CLOSED", "Previous mailbox closed.")
	}
	if err := c.fault(StageSelect, name); err != nil {
		return err
	}
	readOnly := req.name == "EXAMINE"
	v, err := newView(c.acct, name, readOnly)
	if err != nil {
		return err
	}
	c.view = v
	c.condstore = c.condstore || condstore
	c.tellSelected(v)
	if qr != nil && qr.uidValidity == v.snap.UIDValidity() {
		c.resync(qr)
	}
	req.code = "READ-WRITE"
	if readOnly {
		req.code = "READ-ONLY"
	}
	return nil
}

// tellSelected describes a folder just selected.
func (c *conn) tellSelected(v *view) {
	c.tellDefinedFlags()
	c.tellExists()
	if !c.rev2 {
		if i, ok := firstUnseen(v.snap); ok {
			c.untaggedOK("UNSEEN "+strconv.Itoa(i+1), "First unseen.")
		}
	}
	c.untaggedOK("UIDVALIDITY "+strconv.FormatUint(uint64(v.snap.UIDValidity()), 10), "UIDs valid")
	c.untaggedOK("UIDNEXT "+strconv.FormatUint(uint64(v.snap.UIDNext()), 10), "Predicted next UID")
	c.tellHighestModSeq()
	if v.id != "" {
		c.untaggedOK("MAILBOXID ("+v.id+")", "Ok")
	}
	if c.rev2 {
		c.w.text(`* LIST () "/" `)
		c.w.name(v.name, c.utf8)
		c.w.text("\r\n")
	}
}

// maxUnseenScan keeps SELECT flat in the size of the folder: an unseen
// message further on is not told, which RFC 3501 section 6.3.1 allows.
const maxUnseenScan = 512

func firstUnseen(s listing) (int, bool) {
	for i := range min(s.Len(), maxUnseenScan) {
		if !slices.Contains(flagsOf(s.At(i)), imap.FlagSeen) {
			return i, true
		}
	}
	return 0, false
}

// resync parses `SP (uidvalidity modseq [known-uids] [(seqs uids)])`.
func (p *parser) resync() (*resync, error) {
	if err := p.space(); err != nil {
		return nil, err
	}
	if err := p.expect('('); err != nil {
		return nil, err
	}
	qr := &resync{}
	var err error
	if qr.uidValidity, err = p.number32(); err != nil {
		return nil, err
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	if qr.modSeq, err = p.number63(); err != nil {
		return nil, err
	}
	if p.spaces() && p.peek() != '(' {
		if qr.known, err = p.plainSet(); err != nil {
			return nil, err
		}
		if p.spaces() && p.peek() != '(' {
			return nil, bad("Expected message sequence match data")
		}
	}
	if p.take('(') {
		if err := p.matchData(); err != nil {
			return nil, err
		}
		if err := p.expect(')'); err != nil {
			return nil, err
		}
	}
	return qr, p.expect(')')
}

// matchData parses sequence numbers and the UIDs that the client has for them.
// They are not needed: the expunge log, or what is left, tells the vanished at
// least as exactly.
func (p *parser) matchData() error {
	seqs, err := p.plainSet()
	if err != nil {
		return err
	}
	if err := p.space(); err != nil {
		return err
	}
	uids, err := p.plainSet()
	if err == nil && count(seqs) != count(uids) {
		err = bad("As many UIDs as message numbers are needed")
	}
	return err
}

// plainSet is a set without "*" and "$".
func (p *parser) plainSet() ([]imap.SeqRange, error) {
	set, err := p.numSet()
	if err != nil {
		return nil, err
	}
	for _, r := range set.ranges {
		if r.Start == 0 || r.Stop == 0 {
			return nil, bad("Invalid UID set")
		}
	}
	if set.saved {
		return nil, bad("Invalid UID set")
	}
	return static(set.ranges, 0), nil
}

// resync tells what changed since the client last looked.
func (c *conn) resync(qr *resync) {
	known := qr.known
	if known == nil {
		known = []imap.SeqRange{{Start: 1, Stop: max(1, c.view.snap.UIDNext()-1)}}
	}
	c.tellVanishedEarlier(qr.modSeq, known)
	for m := range c.view.snap.ChangedSince(qr.modSeq) {
		if inRanges(known, m.UID()) {
			c.tellFlags(m, true)
		}
	}
}

// tellVanishedEarlier sends VANISHED (EARLIER) for those of the known UIDs
// that went after modSeq, or, if that is no longer known, all that are not there.
func (c *conn) tellVanishedEarlier(modSeq uint64, known []imap.SeqRange) {
	uids, complete := c.view.snap.ExpungedSince(modSeq)
	var set []byte
	if complete {
		uids = slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool { return !inRanges(known, uid) })
		set = appendSet(nil, uids)
	} else {
		set = c.absent(known)
	}
	if len(set) > 0 {
		c.w.text("* VANISHED (EARLIER) " + string(set) + "\r\n")
	}
}

// absent lists the ranges of UIDs given out that are not in the folder.
func (c *conn) absent(known []imap.SeqRange) (set []byte) {
	s := c.view.snap
	gap := func(lo, hi uint32) { // [lo, hi)
		if lo >= hi {
			return
		}
		if len(set) > 0 {
			set = append(set, ',')
		}
		set = strconv.AppendUint(set, uint64(lo), 10)
		if hi-lo > 1 {
			set = append(set, ':')
			set = strconv.AppendUint(set, uint64(hi-1), 10)
		}
	}
	for _, r := range known {
		lo := r.Start
		end := min(uint64(r.Stop)+1, uint64(s.UIDNext()))
		i, _ := s.IndexOf(lo)
		for ; i < s.Len() && uint64(s.At(i).UID()) < end; i++ {
			uid := s.At(i).UID()
			gap(lo, uid)
			lo = uid + 1
		}
		gap(lo, uint32(end))
	}
	return set
}

// closeFolder is CLOSE: it expunges without a word, unless read-only.
func (c *conn) closeFolder(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	if !c.view.readOnly {
		if _, err := c.acct.Expunge(c.ctx, c.view.name, nil); err != nil && !isNonExistent(err) {
			return err
		}
	}
	c.unselect()
	return nil
}

func (c *conn) unselectFolder(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	c.unselect()
	return nil
}
