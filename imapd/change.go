package imapd

import (
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// storeArgs are the arguments of STORE and UID STORE.
type storeArgs struct {
	set            numSet
	flags          imap.StoreFlags
	unchangedSince *uint64
}

// store is STORE and UID STORE.
func (c *conn) store(req *request) error {
	a, err := req.storeArgs()
	if err != nil {
		return err
	}
	if a.unchangedSince != nil {
		c.enableCondstore()
	}
	if err := c.writable(); err != nil {
		return err
	}
	if err := c.refresh(false, req.uid); err != nil {
		return err
	}
	v := c.view
	spans, err := v.resolve(a.set, req.uid, true)
	if err != nil {
		return err
	}
	uids, gone := v.living(spans)
	before := v.snap
	modified, err := c.acct.Store(c.ctx, v.name, uids, a.flags.Op, a.flags.Flags, a.unchangedSince)
	if err != nil {
		return err
	}
	v.dirty.Store(true)
	if err := c.refreshQuiet(false, req.uid, uids); err != nil {
		return err
	}
	c.tellStored(req, a, before, uids, modified)
	switch {
	case len(modified) > 0:
		req.code = imap.ResponseCode("MODIFIED " + c.wireSet(modified, req.uid))
		req.text = "Conditional STORE failed"
	case gone && !req.uid: // the others have their flags
		req.code, req.text = codeExpungeIssued, "Some of the messages no longer exist"
	}
	return nil
}

// tellStored answers for the messages of a STORE: all of them, or with
// .SILENT those that came out otherwise than the client can know.
func (c *conn) tellStored(req *request, a *storeArgs, before listing, uids, modified []uint32) {
	v := c.view
	for _, uid := range uids {
		i, ok := v.index(uid)
		if !ok {
			continue
		}
		m, _ := v.at(i)
		_, refused := slices.BinarySearch(modified, uid)
		if !a.flags.Silent || refused {
			c.tellFlags(m, req.uid)
			continue
		}
		j, ok := before.IndexOf(uid)
		if ok && !sameFlags(flagsOf(m), applyFlags(flagsOf(before.At(j)), a.flags)) {
			c.tellFlags(m, req.uid)
		} else if c.condstore && ok && m.ModSeq() != before.At(j).ModSeq() {
			c.tellModSeq(i, m)
		}
	}
}

// tellModSeq sends what .SILENT leaves to say with CONDSTORE (RFC 7162 section 3.1.3).
func (c *conn) tellModSeq(i int, m message) {
	c.fetchHead(i)
	c.w.text("UID ")
	c.w.number(uint64(m.UID()))
	c.w.text(" ")
	c.fetchModSeq(m)
	c.w.text(")\r\n")
}

// applyFlags is what a change makes of flags.
func applyFlags(flags []imap.Flag, change imap.StoreFlags) []imap.Flag {
	switch change.Op {
	case imap.StoreFlagsAdd:
		out := slices.Clone(flags)
		for _, f := range change.Flags {
			if !hasFlag(out, f) {
				out = append(out, f)
			}
		}
		return out
	case imap.StoreFlagsDel:
		return slices.DeleteFunc(slices.Clone(flags), func(f imap.Flag) bool { return hasFlag(change.Flags, f) })
	}
	return change.Flags
}

func sameFlags(a, b []imap.Flag) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(f imap.Flag) bool { return !hasFlag(b, f) })
}

// wireSet writes UIDs as such or as sequence numbers.
func (c *conn) wireSet(uids []uint32, uid bool) string {
	if uid {
		return setString(uids)
	}
	nums := make([]uint32, 0, len(uids))
	for _, u := range uids {
		if i, ok := c.view.index(u); ok {
			nums = append(nums, uint32(i)+1)
		}
	}
	return setString(nums)
}

func (c *conn) writable() error {
	if c.view.readOnly {
		return no("", "Mailbox is read-only")
	}
	return nil
}

func (p *parser) storeArgs() (a *storeArgs, err error) {
	a = &storeArgs{}
	if a.set, err = p.spacedSet(); err != nil {
		return nil, err
	}
	if p.peek() == '(' {
		if err := p.list(func() error { return p.storeModifier(a) }); err != nil {
			return nil, err
		}
		if err := p.space(); err != nil {
			return nil, err
		}
	}
	if p.take('+') {
		a.flags.Op = imap.StoreFlagsAdd
	} else if p.take('-') {
		a.flags.Op = imap.StoreFlagsDel
	}
	word, err := p.keyword()
	switch {
	case err != nil:
		return nil, err
	case word == "FLAGS.SILENT":
		a.flags.Silent = true
	case word != "FLAGS":
		return nil, bad("Invalid item %s", word)
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.peek() == '(' {
		a.flags.Flags, err = p.flagList()
	} else {
		for first := true; err == nil && (first || p.spaces()); first = false {
			a.flags.Flags, err = p.addFlag(a.flags.Flags)
		}
	}
	if err != nil {
		return nil, err
	}
	return a, p.end()
}

func (p *parser) storeModifier(a *storeArgs) error {
	word, err := p.keyword()
	if err != nil {
		return err
	}
	if word != "UNCHANGEDSINCE" {
		return bad("Unknown modifier %s", word)
	}
	if err := p.space(); err != nil {
		return err
	}
	n, err := p.number63()
	a.unchangedSince = &n
	return err
}

// copyArgs parses `set mailbox` and finds the messages. By number, all must
// still be there (RFC 9051 section 7.1, EXPUNGEISSUED).
func (c *conn) copyArgs(req *request) (uids []uint32, dest string, err error) {
	set, err := req.spacedSet()
	if err != nil {
		return nil, "", err
	}
	if dest, err = req.mailbox(); err != nil {
		return nil, "", err
	}
	if err := req.end(); err != nil {
		return nil, "", err
	}
	if err := c.refresh(false, req.uid); err != nil {
		return nil, "", err
	}
	spans, err := c.view.resolve(set, req.uid, true)
	if err != nil {
		return nil, "", err
	}
	uids, gone := c.view.living(spans)
	if gone && !req.uid {
		err = no(codeExpungeIssued, "Some of the messages no longer exist")
	}
	return uids, dest, err
}

// copy is COPY and UID COPY.
func (c *conn) copy(req *request) error {
	uids, dest, err := c.copyArgs(req)
	if err != nil {
		return err
	}
	done, err := c.acct.Copy(c.ctx, c.view.name, uids, dest)
	if err != nil {
		return tryCreate(err)
	}
	req.text = "Copy completed"
	if len(done.Source) > 0 {
		req.code = copyUID(done)
	}
	return nil
}

// move is MOVE and UID MOVE (RFC 6851).
func (c *conn) move(req *request) error {
	if err := c.writable(); err != nil {
		return err
	}
	uids, dest, err := c.copyArgs(req)
	if err != nil {
		return err
	}
	done, err := c.acct.Move(c.ctx, c.view.name, uids, dest)
	if err != nil {
		return tryCreate(err)
	}
	c.view.dirty.Store(true)
	req.text, req.expunged = "Move completed", len(done.Source) > 0
	if len(done.Source) > 0 {
		c.untaggedOK(string(copyUID(done)), "Moved UIDs.")
	}
	return nil
}

func copyUID(r copied) imap.ResponseCode {
	return imap.ResponseCode(strings.Join([]string{
		"COPYUID", strconv.FormatUint(uint64(r.UIDValidity), 10), setString(r.Source), setString(r.Dest),
	}, " "))
}

// expunge is EXPUNGE and UID EXPUNGE (RFC 4315).
func (c *conn) expunge(req *request) error {
	var set numSet
	if req.uid {
		if err := req.space(); err != nil {
			return err
		}
		var err error
		if set, err = req.numSet(); err != nil {
			return err
		}
	}
	if err := req.end(); err != nil {
		return err
	}
	if err := c.writable(); err != nil {
		return err
	}
	var uids []uint32
	if req.uid {
		spans, err := c.view.resolve(set, true, true)
		if err != nil {
			return err
		}
		if uids, _ = c.view.living(spans); len(uids) == 0 {
			return nil
		}
	}
	removed, err := c.acct.Expunge(c.ctx, c.view.name, uids)
	if err != nil {
		return err
	}
	c.view.dirty.Store(true)
	req.expunged = len(removed) > 0
	return nil
}
