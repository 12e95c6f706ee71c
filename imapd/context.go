package imapd

import (
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// maxContexts bounds the searches that one session follows.
const maxContexts = 16

// searchContext is a search of whose changes the client wants to hear until it
// cancels it or leaves the folder (RFC 5267 section 4.3).
type searchContext struct {
	tag  string
	uid  bool
	key  searchKey
	sort []sortKey // of SORT
	in   map[uint32]struct{}
	// order is the result of SORT. Of SEARCH there is no order but that of the folder.
	order []uint32
	fetch *fetchArgs // of new messages that join (RFC 5465 section 7); nil is nothing
}

// context returns the place of the context with a tag, -1 when there is none.
func (v *view) context(tag string) int {
	return slices.IndexFunc(v.contexts, func(x *searchContext) bool { return x.tag == tag })
}

// keepContext follows a search that has just been answered.
func (c *conn) keepContext(req *request, o *resultOptions, r found, keys []sortKey) {
	if len(c.view.contexts) == maxContexts {
		c.w.text("* NO [NOUPDATE " + quote(req.tag) + "] Too many searches are being updated\r\n")
		return
	}
	x := &searchContext{tag: req.tag, uid: req.uid, key: r.key, sort: keys, in: map[uint32]struct{}{}, fetch: o.fetch}
	c.view.freeze(&x.key)
	uids := c.numbers(r.indices, true)
	for _, uid := range uids {
		x.in[uid] = struct{}{}
	}
	if keys != nil {
		x.order = uids
	}
	c.view.contexts = append(c.view.contexts, x)
}

// freeze lets numbers and "$" mean for good the messages that they mean now: nothing
// is ever filed between two that are there. Filters know no mail that is to come.
func (v *view) freeze(k *searchKey) {
	k.may = nil
	if k.kind == keySeq || k.set.saved {
		var set numSet
		for _, s := range k.spans {
			first, _ := v.at(s.lo)
			last, _ := v.at(s.hi - 1)
			set.ranges = append(set.ranges, imap.SeqRange{Start: first.UID(), Stop: last.UID()})
		}
		k.kind, k.set = keyUID, set
	}
	for i := range k.kids {
		v.freeze(&k.kids[i])
	}
}

// shrinkContexts takes out the messages whose expunge is about to be told: by
// number, they have one for the last time.
func (c *conn) shrinkContexts() {
	for _, x := range c.view.contexts {
		var gone []int
		for _, g := range c.view.ghosts {
			if _, in := x.in[g.UID()]; in {
				gone = append(gone, g.index)
			}
		}
		c.tellRemoved(x, gone)
	}
}

// followContexts tells what changed in the results by new flags and by messages
// from the index fresh on.
func (c *conn) followContexts(fresh int) error {
	v := c.view
	look := c.changedIndices(fresh)
	if len(look) == 0 {
		return nil
	}
	s := &searcher{v: v, now: c.acct.Now()}
	for _, x := range v.contexts {
		if err := s.prepare(&x.key); err != nil {
			return err
		}
		var added, gone []int
		for _, i := range look {
			if err := c.ctx.Err(); err != nil {
				return err
			}
			m, dead := v.at(i)
			_, in := x.in[m.UID()]
			switch match := !dead && s.matches(&x.key, i, m); {
			case match && !in:
				added = append(added, i)
			case in && !match && !dead:
				gone = append(gone, i)
			}
		}
		c.tellRemoved(x, gone)
		if err := c.tellJoined(x, added, fresh); err != nil {
			return err
		}
		c.tellAdded(x, added)
	}
	return nil
}

// changedIndices are the messages that contexts have to look at, in order.
func (c *conn) changedIndices(fresh int) (look []int) {
	v := c.view
	if len(v.contexts) == 0 {
		return nil
	}
	for _, uid := range v.changed {
		if i, ok := v.index(uid); ok && i < fresh {
			look = append(look, i)
		}
	}
	slices.Sort(look) // one may have changed twice
	look = slices.Compact(look)
	for i := fresh; i < v.len(); i++ {
		look = append(look, i)
	}
	return look
}

// tellJoined fetches of new messages what UPDATE asks for of them.
func (c *conn) tellJoined(x *searchContext, added []int, fresh int) error {
	if x.fetch == nil {
		return nil
	}
	var spans []span
	for _, i := range added {
		if i >= fresh {
			spans = appendIndex(spans, i)
		}
	}
	return c.streamUnasked(x.fetch, spans)
}

// tellRemoved tells that messages left a result, given by rising index.
func (c *conn) tellRemoved(x *searchContext, indices []int) {
	if len(indices) == 0 {
		return
	}
	for _, i := range indices {
		m, _ := c.view.at(i)
		delete(x.in, m.UID())
	}
	if x.sort == nil {
		c.tellUpdate(x, "REMOVEFROM", "0 "+setString(c.numbers(indices, x.uid)))
		return
	}
	out := func(uid uint32) bool {
		_, in := x.in[uid]
		return !in
	}
	var pairs []string // from the back, so that each place is the one that the client counts
	for at, uid := range slices.Backward(x.order) {
		if out(uid) {
			pairs = append(pairs, c.contextPair(x, at, c.view.search(uid)))
		}
	}
	x.order = slices.DeleteFunc(x.order, out)
	c.tellUpdate(x, "REMOVEFROM", strings.Join(pairs, " "))
}

// contextPair writes a place in the order, counted from 0, and the message of an index.
func (c *conn) contextPair(x *searchContext, at, index int) string {
	return strconv.Itoa(at+1) + " " + strconv.FormatUint(uint64(c.number(index, x.uid)), 10)
}

// tellAdded tells that messages joined a result, given by rising index.
func (c *conn) tellAdded(x *searchContext, indices []int) {
	if len(indices) == 0 {
		return
	}
	for _, i := range indices {
		m, _ := c.view.at(i)
		x.in[m.UID()] = struct{}{}
	}
	if x.sort == nil {
		c.tellUpdate(x, "ADDTO", "0 "+setString(c.numbers(indices, x.uid)))
		return
	}
	rows := c.rows(indices)
	slices.SortFunc(rows, func(a, b *sortRow) int { return compareRows(x.sort, a, b) })
	pairs := make([]string, len(rows))
	order, rest := make([]uint32, 0, len(x.order)+len(rows)), x.order
	for k, r := range rows { // each stands behind the one before
		at, _ := slices.BinarySearchFunc(rest, r, func(uid uint32, r *sortRow) int {
			i := c.view.search(uid)
			return compareRows(x.sort, c.rows([]int{i})[0], r)
		})
		order, rest = append(order, rest[:at]...), rest[at:]
		pairs[k] = c.contextPair(x, len(order), r.index)
		order = append(order, r.m.UID())
	}
	x.order = append(order, rest...)
	c.tellUpdate(x, "ADDTO", strings.Join(pairs, " "))
}

func (c *conn) tellUpdate(x *searchContext, what, pairs string) {
	c.w.text("* ESEARCH (TAG " + quote(x.tag) + ")")
	if x.uid {
		c.w.text(" UID")
	}
	c.w.text(" " + what + " (" + pairs + ")\r\n")
}

// cancelUpdate is CANCELUPDATE, of the tags of searches.
func (c *conn) cancelUpdate(req *request) error {
	var tags []string
	for {
		if err := req.space(); err != nil {
			return err
		}
		tag, err := req.str()
		if err != nil {
			return err
		}
		if tags = append(tags, tag); req.atEnd() {
			break
		}
	}
	if slices.ContainsFunc(tags, func(tag string) bool { return c.view.context(tag) < 0 }) {
		return no("", "Unknown tag")
	}
	c.view.contexts = slices.DeleteFunc(c.view.contexts, func(x *searchContext) bool { return slices.Contains(tags, x.tag) })
	return nil
}
