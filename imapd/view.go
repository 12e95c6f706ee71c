package imapd

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/emersion/go-imap/v2"
)

// maxGhosts bounds the expunges that a session has not been told of.
const maxGhosts = 100_000

// view is the selected folder as this session numbers it: the messages of a
// snapshot and, in their old places, those since expunged of which the client
// has not been told. Sequence numbers count from 1, indices from 0.
type view struct {
	name, id string // the id finds it again after a rename
	readOnly bool
	snap     listing
	ghosts   []ghost // by rising index
	told     int     // EXISTS as last told
	recent   []imap.SeqRange
	keywords []imap.Flag // told in FLAGS
	saved    []uint32    // UIDs of the last SEARCH RETURN (SAVE)
	contexts []*searchContext
	changed  []uint32 // UIDs, of which contexts have not been told
	fresh    uint32   // from this UID on, neither contexts nor NOTIFY have been told

	dirty atomic.Bool
	wake  chan struct{}
	stop  func()
}

// ghost is an expunged message that keeps its number for now.
type ghost struct {
	message
	index int
}

// newView opens a folder. It listens before it looks, so that no change is lost.
func newView(acct mailstore, name string, readOnly bool) (*view, error) {
	f, err := acct.Status(name)
	if err == nil && f.NonExistent {
		err = no(imap.ResponseCodeNonExistent, "Mailbox doesn't exist")
	}
	if err != nil {
		return nil, err
	}
	v := &view{name: name, id: f.ID, readOnly: readOnly, wake: make(chan struct{}, 1)}
	v.watch(acct)
	if v.snap, err = acct.Open(name); err != nil {
		v.stop()
		return nil, err
	}
	v.told, v.fresh = v.snap.Len(), v.snap.UIDNext()
	v.keywords = v.snap.Keywords()
	v.claim(acct)
	return v, nil
}

func (v *view) watch(acct mailstore) {
	v.stop = acct.Watch(v.name, func() {
		v.dirty.Store(true)
		select {
		case v.wake <- struct{}{}:
		default:
		}
	})
}

func (v *view) len() int { return v.snap.Len() + len(v.ghosts) }

// ghostsBelow counts the ghosts with a lower index.
func (v *view) ghostsBelow(i int) int {
	n, _ := slices.BinarySearchFunc(v.ghosts, i, func(g ghost, i int) int { return cmp.Compare(g.index, i) })
	return n
}

// at returns a message by index, and whether it is gone.
func (v *view) at(i int) (m message, gone bool) {
	if len(v.ghosts) == 0 {
		return v.snap.At(i), false
	}
	n := v.ghostsBelow(i)
	if n < len(v.ghosts) && v.ghosts[n].index == i {
		return v.ghosts[n].message, true
	}
	return v.snap.At(i - n), false
}

// search returns the index of the first message with that UID or a higher one.
func (v *view) search(uid uint32) int {
	i, _ := v.snap.IndexOf(uid)
	n, _ := slices.BinarySearchFunc(v.ghosts, uid, func(g ghost, uid uint32) int { return cmp.Compare(g.UID(), uid) })
	return i + n
}

// index returns the index of a UID that is not gone.
func (v *view) index(uid uint32) (int, bool) {
	i, ok := v.snap.IndexOf(uid)
	if !ok || len(v.ghosts) == 0 {
		return i, ok
	}
	n, _ := slices.BinarySearchFunc(v.ghosts, uid, func(g ghost, uid uint32) int { return cmp.Compare(g.UID(), uid) })
	return i + n, true
}

// span is a run of indices [lo, hi).
type span struct{ lo, hi int }

// resolve turns a client's set into ordered, disjoint runs of indices.
// Numbers beyond the last message are an error if strict, and so is "*" in an
// empty folder (RFC 9051 section 9, seq-number).
func (v *view) resolve(set numSet, uid, strict bool) ([]span, error) {
	if set.saved {
		return v.savedSpans(), nil
	}
	n := v.len()
	if uid {
		last := uint32(0)
		if n > 0 {
			m, _ := v.at(n - 1)
			last = m.UID()
		}
		var spans []span
		for _, r := range static(set.ranges, last) {
			hi := n
			if r.Stop+1 != 0 {
				hi = v.search(r.Stop + 1)
			}
			if lo := v.search(r.Start); lo < hi {
				spans = append(spans, span{lo, hi})
			}
		}
		return spans, nil
	}
	if strict {
		for _, r := range set.ranges {
			if n == 0 || int64(max(r.Start, r.Stop)) > int64(n) {
				return nil, bad("Invalid message sequence number")
			}
		}
	}
	var spans []span
	for _, r := range static(set.ranges, uint32(n)) {
		lo, hi := max(int64(r.Start), 1)-1, min(int64(r.Stop), int64(n))
		if lo < hi {
			spans = append(spans, span{int(lo), int(hi)})
		}
	}
	return spans, nil
}

// savedSpans are the messages of "$" that are still there.
func (v *view) savedSpans() (spans []span) {
	for _, uid := range v.saved {
		if i, ok := v.index(uid); ok {
			spans = appendIndex(spans, i)
		}
	}
	return spans
}

// changedSince keeps of spans what has a higher mod-sequence.
func (v *view) changedSince(spans []span, modSeq uint64) (out []span) {
	for i, m := range v.each(spans) {
		if m.ModSeq() > modSeq {
			out = appendIndex(out, i)
		}
	}
	return out
}

// appendIndex adds an index above all others.
func appendIndex(spans []span, i int) []span {
	if n := len(spans); n > 0 && spans[n-1].hi == i {
		spans[n-1].hi++
		return spans
	}
	return append(spans, span{i, i + 1})
}

// each yields index and message of all in spans, and whether it is gone.
func (v *view) each(spans []span) iter.Seq2[int, message] {
	return func(yield func(int, message) bool) {
		for _, s := range spans {
			for i := s.lo; i < s.hi; i++ {
				if m, _ := v.at(i); !yield(i, m) {
					return
				}
			}
		}
	}
}

// living returns the UIDs in spans, sorted, and whether any of them is gone.
func (v *view) living(spans []span) (uids []uint32, gone bool) {
	for _, s := range spans {
		for i := s.lo; i < s.hi; i++ {
			m, dead := v.at(i)
			if dead {
				gone = true
				continue
			}
			uids = append(uids, m.UID())
		}
	}
	return uids, gone
}

func spansAll(n int) []span { return []span{{0, n}} }

func (v *view) isRecent(uid uint32) bool {
	for _, r := range v.recent {
		if r.Start <= uid && uid < r.Stop {
			return true
		}
	}
	return false
}

// claim makes the messages that no session has seen yet recent in this one.
func (v *view) claim(acct mailstore) {
	upTo := v.snap.UIDNext()
	from := acct.Recent(v.name, upTo, !v.readOnly)
	if from >= upTo {
		return
	}
	if n := len(v.recent); n > 0 && v.recent[n-1].Stop >= from {
		v.recent[n-1].Stop = upTo
		return
	}
	v.recent = append(v.recent, imap.SeqRange{Start: from, Stop: upTo})
}

// numRecent counts the recent messages that the client knows of.
func (v *view) numRecent() (n int) {
	for _, r := range v.recent {
		n += v.search(r.Stop) - v.search(r.Start)
	}
	return n
}

// move puts the view on a newer snapshot. It returns the messages that were
// known and changed, and turns the expunged into ghosts.
func (v *view) move(next listing) (changed []message) {
	old := v.snap
	for m := range next.ChangedSince(old.HighestModSeq()) {
		if i, ok := old.IndexOf(m.UID()); ok && old.At(i).ModSeq() < m.ModSeq() {
			changed = append(changed, m)
		}
	}
	uids, complete := next.ExpungedSince(old.HighestModSeq())
	if !complete {
		uids = missing(old, next)
	}
	// Ghosts are placed by the numbering so far, which expunges do not move.
	var added []ghost
	for _, uid := range uids {
		if i, ok := old.IndexOf(uid); ok {
			added = append(added, ghost{old.At(i), v.search(uid)})
		}
	}
	v.ghosts = append(v.ghosts, added...)
	slices.SortFunc(v.ghosts, func(a, b ghost) int { return cmp.Compare(a.index, b.index) })
	v.snap = next
	return changed
}

// missing lists the UIDs of old that next has no more.
func missing(old, next listing) (uids []uint32) {
	for i := range old.Len() {
		uid := old.At(i).UID()
		if _, ok := next.IndexOf(uid); !ok {
			uids = append(uids, uid)
		}
	}
	return uids
}

// refresh brings the session up to date with the folder: EXPUNGE (only if
// allowed), EXISTS, FETCH for flags that others changed, and behind these what
// follows from them for contexts and NOTIFY. uid puts UIDs into the FETCHes.
func (c *conn) refresh(expunge, uid bool) error {
	if err := c.refreshQuiet(expunge, uid, nil); err != nil {
		return err
	}
	v := c.view
	fresh := v.search(v.fresh)
	if err := c.followContexts(fresh); err != nil {
		return err
	}
	v.changed, v.fresh = nil, v.snap.UIDNext()
	return c.tellNew(fresh)
}

// refreshQuiet leaves out the flag changes of the (sorted) own UIDs, and what
// follows from any change: the answers of the command come before that.
func (c *conn) refreshQuiet(expunge, uid bool, own []uint32) error {
	v := c.view
	var changed []message
	if v.dirty.Swap(false) {
		next, err := c.reopen()
		var bye *errBye
		switch {
		case errors.As(err, &bye):
			return err
		case err != nil: // the view stays as it is until the next poll
			c.srv.opts.Logger.Warn("imap folder not readable", "folder", v.name, "err", err)
			v.dirty.Store(true)
			next = v.snap
		}
		changed = v.move(next)
		if keywords := next.Keywords(); !slices.Equal(keywords, v.keywords) {
			v.keywords = keywords
			c.tellDefinedFlags()
		}
	}
	if expunge {
		c.shrinkContexts()
		c.tellExpunged()
	} else if len(v.ghosts) > maxGhosts {
		return &errBye{"Too many messages expunged since the last poll"}
	}
	if n := v.len(); n != v.told {
		grown := n > v.told
		v.told = n
		if grown {
			v.claim(c.acct)
		}
		c.tellExists()
	}
	uid = uid || c.notify.ofSelected() // RFC 5465 section 5.1
	for _, m := range changed {
		if _, found := slices.BinarySearch(own, m.UID()); !found {
			c.tellFlags(m, uid)
		}
		if len(v.contexts) > 0 {
			v.changed = append(v.changed, m.UID())
		}
	}
	return nil
}

// reopen fetches the folder as it is now. It follows a rename by others; a
// folder that is gone ends the session (RFC 2180 section 3.3).
func (c *conn) reopen() (listing, error) {
	v := c.view
	next, err := c.acct.Open(v.name)
	if err == nil && next.UIDValidity() == v.snap.UIDValidity() {
		if next.UIDNext() < v.snap.UIDNext() {
			return v.snap, nil // what was shown is not hidden again
		}
		return next, nil
	}
	if err != nil && !isNonExistent(err) {
		return nil, err
	}
	if f, ok := c.renamed(); ok {
		v.stop()
		v.name = f.Name
		v.watch(c.acct)
		return c.acct.Open(v.name)
	}
	return nil, &errBye{"Selected mailbox was deleted"}
}

// renamed finds the selected folder under whatever name. One that a name gave
// another UIDVALIDITY is another folder.
func (c *conn) renamed() (folderState, bool) {
	for _, f := range c.acct.Folders() {
		if c.view.id != "" && f.ID == c.view.id {
			return f, f.UIDValidity == c.view.snap.UIDValidity()
		}
	}
	return folderState{}, false
}

// tellExpunged sends EXPUNGE, or VANISHED (RFC 7162 section 3.2.10), from the
// highest number down.
func (c *conn) tellExpunged() {
	v := c.view
	if len(v.ghosts) == 0 {
		return
	}
	if c.qresync {
		uids := make([]uint32, len(v.ghosts))
		for i, g := range v.ghosts {
			uids[i] = g.UID()
		}
		c.w.text("* VANISHED " + setString(uids) + "\r\n")
	} else {
		for _, g := range slices.Backward(v.ghosts) {
			c.w.text("* ")
			c.w.number(uint64(g.index) + 1)
			c.w.text(" EXPUNGE\r\n")
		}
	}
	v.told -= len(v.ghosts)
	v.ghosts = nil
}

func (c *conn) tellExists() {
	c.w.text("* " + strconv.Itoa(c.view.told) + " EXISTS\r\n")
	if !c.rev2 {
		c.w.text("* " + strconv.Itoa(c.view.numRecent()) + " RECENT\r\n")
	}
}

// tellFlags sends a FETCH that the client did not ask for.
func (c *conn) tellFlags(m message, uid bool) {
	i, ok := c.view.index(m.UID())
	if !ok {
		return
	}
	c.fetchHead(i)
	if uid || c.qresync || c.rev2 {
		c.w.text("UID ")
		c.w.number(uint64(m.UID()))
		c.w.text(" ")
	}
	c.fetchFlags(m)
	if c.condstore {
		c.w.text(" ")
		c.fetchModSeq(m)
	}
	c.w.text(")\r\n")
}

func (c *conn) fetchHead(i int) {
	c.w.text("* ")
	c.w.number(uint64(i) + 1)
	c.w.text(" FETCH (")
}

func (c *conn) fetchFlags(m message) {
	c.w.text("FLAGS ")
	c.w.flags(flagsOf(m), !c.rev2 && c.view.isRecent(m.UID()))
}

func (c *conn) fetchModSeq(m message) {
	c.w.text("MODSEQ (")
	c.w.number(m.ModSeq())
	c.w.text(")")
}

// tellDefinedFlags sends FLAGS and PERMANENTFLAGS.
func (c *conn) tellDefinedFlags() {
	all := slices.Concat(systemFlags, c.view.keywords)
	c.w.text("* FLAGS ")
	c.w.flags(all, false)
	c.w.text("\r\n")
	c.w.text("* OK [PERMANENTFLAGS ")
	if c.view.readOnly {
		c.w.text("()] Read-only mailbox.\r\n")
		return
	}
	c.w.flags(append(all, imap.FlagWildcard), false)
	c.w.text("] Flags permitted.\r\n")
}

// unselect leaves the selected folder, if there is one.
func (c *conn) unselect() {
	if c.view != nil {
		c.view.stop()
		c.view = nil
	}
}
