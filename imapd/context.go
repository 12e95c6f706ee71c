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
}

// context returns the place of the context with a tag, -1 when there is none.
func (v *view) context(tag string) int {
	return slices.IndexFunc(v.contexts, func(x *searchContext) bool { return x.tag == tag })
}

// keepContext follows a search that has just been answered.
func (c *conn) keepContext(req *request, r found, keys []sortKey) {
	if len(c.view.contexts) == maxContexts {
		c.w.text("* NO [NOUPDATE " + quote(req.tag) + "] Too many searches are being updated\r\n")
		return
	}
	x := &searchContext{tag: req.tag, uid: req.uid, key: r.key, sort: keys, in: map[uint32]struct{}{}}
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

// freeze lets numbers and "$" mean for good the messages that they mean now.
func (v *view) freeze(k *searchKey) {
	if k.kind == keySeq || k.set.saved {
		var set numSet
		for _, m := range v.each(k.spans) {
			set.ranges = append(set.ranges, imap.SeqRange{Start: m.UID(), Stop: m.UID()})
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
// from the UID fresh on.
func (c *conn) followContexts(changed []Message, fresh uint32) {
	if len(c.view.contexts) == 0 {
		return
	}
	v := c.view
	var look []int
	for _, m := range changed {
		if i, ok := v.index(m.UID()); ok {
			look = append(look, i)
		}
	}
	for i := v.search(fresh); i < v.len(); i++ {
		look = append(look, i)
	}
	for _, x := range v.contexts {
		s := &searcher{v: v, now: c.acct.Now()}
		if len(look) == 0 || s.prepare(&x.key) != nil {
			continue
		}
		var added, gone []int
		for _, i := range look {
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
		c.tellAdded(x, added)
	}
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
	var pairs []string // from the back, so that each place is the one that the client counts
	for at := len(x.order) - 1; at >= 0; at-- {
		if _, in := x.in[x.order[at]]; in {
			continue
		}
		if i, ok := c.indexOf(indices, x.order[at]); ok {
			pairs = append(pairs, strconv.Itoa(at+1)+" "+strconv.FormatUint(uint64(c.number(i, x.uid)), 10))
			x.order = slices.Delete(x.order, at, at+1)
		}
	}
	c.tellUpdate(x, "REMOVEFROM", strings.Join(pairs, " "))
}

// indexOf finds among indices the one of a UID.
func (c *conn) indexOf(indices []int, uid uint32) (int, bool) {
	n, ok := slices.BinarySearchFunc(indices, uid, func(i int, uid uint32) int {
		m, _ := c.view.at(i)
		return int(int64(m.UID()) - int64(uid))
	})
	if !ok {
		return 0, false
	}
	return indices[n], true
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
	for k, r := range rows {
		at, _ := slices.BinarySearchFunc(x.order, r, func(uid uint32, r *sortRow) int {
			i := c.view.search(uid)
			return compareRows(x.sort, c.rows([]int{i})[0], r)
		})
		x.order = slices.Insert(x.order, at, r.m.UID())
		pairs[k] = strconv.Itoa(at+1) + " " + strconv.FormatUint(uint64(c.number(r.index, x.uid)), 10)
	}
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
