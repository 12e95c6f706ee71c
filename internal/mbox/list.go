// Package mbox holds the messages of one mail folder: a persistent list in
// order of UID, with mod-sequences and a log of expunged UIDs (RFC 7162).
//
// It is a leaf: it knows numbers, not mail. Values are immutable to their
// readers, so a reader keeps a snapshot without a lock and a fork of a
// universe shares what it does not change.
package mbox

import (
	"iter"
	"slices"
	"sort"
	"sync/atomic"
)

// Entry is one stored message. An entry is never edited: a change of flags
// replaces it by one with a higher mod-sequence.
type Entry interface {
	UID() uint32
	ModSeq() uint64
}

// Owner marks who may append in place. Each universe has its own.
type Owner struct{ _ byte }

const chunkSize = 128

// chunk is a run of entries with room behind them. What a reader sees never
// changes; the owner may fill the room.
type chunk[E Entry] struct {
	owner  *Owner
	items  []E          // its length is the room and never changes
	filled int          // the owner's alone
	maxMod uint64       // not read by those who see the chunk as the last one
	note   atomic.Value // a *note
}

// note is what a reader worked out from the first n entries of a chunk.
type note struct {
	n    int
	said any
}

type slot[E Entry] struct {
	*chunk[E]
	start int // position of the chunk's first entry
}

// List is an immutable list of entries with rising UIDs. The zero value is empty.
type List[E Entry] struct {
	slots []slot[E]
	n     int
}

// Len returns the number of entries.
func Len[E Entry](l List[E]) int { return l.n }

// visible returns the entries of slot i that belong to this version of the list.
func visible[E Entry](l List[E], i int) []E {
	end := l.n
	if i+1 < len(l.slots) {
		end = l.slots[i+1].start
	}
	return l.slots[i].items[:end-l.slots[i].start]
}

// At returns the entry at position i, counted from 0.
func At[E Entry](l List[E], i int) E {
	s := sort.Search(len(l.slots), func(k int) bool { return l.slots[k].start > i }) - 1
	return visible(l, s)[i-l.slots[s].start]
}

// IndexOf returns the position of a UID, or where it would stand.
func IndexOf[E Entry](l List[E], uid uint32) (int, bool) {
	s := slotOf(l, uid)
	if s < 0 {
		return 0, false
	}
	items := visible(l, s)
	k, found := slices.BinarySearchFunc(items, uid, func(e E, uid uint32) int {
		return compare(e.UID(), uid)
	})
	return l.slots[s].start + k, found
}

// slotOf returns the last slot whose first UID is not above uid, -1 when none.
func slotOf[E Entry](l List[E], uid uint32) int {
	return sort.Search(len(l.slots), func(k int) bool { return l.slots[k].items[0].UID() > uid }) - 1
}

func compare(a, b uint32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Get returns the entry with a UID.
func Get[E Entry](l List[E], uid uint32) (e E, ok bool) {
	s := slotOf(l, uid)
	if s < 0 {
		return e, false
	}
	items := visible(l, s)
	k, found := slices.BinarySearchFunc(items, uid, func(e E, uid uint32) int { return compare(e.UID(), uid) })
	if !found {
		return e, false
	}
	return items[k], true
}

// All yields every entry, rising.
func All[E Entry](l List[E]) iter.Seq[E] { return From(l, 0) }

// From yields the entries from position i on, rising.
func From[E Entry](l List[E], i int) iter.Seq[E] {
	return func(yield func(E) bool) {
		for s := range l.slots {
			items := visible(l, s)
			skip := min(max(i-l.slots[s].start, 0), len(items))
			for _, e := range items[skip:] {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Run is a stretch of a list, at most 128 entries.
type Run[E Entry] struct {
	Entries []E // read only
	Start   int // position of the first one
	note    *atomic.Value
}

// Note returns what was noted of exactly these entries, nil for nothing. All versions of the
// list that have them see it.
func Note[E Entry](r Run[E]) any {
	if n, _ := r.note.Load().(*note); n != nil && n.n == len(r.Entries) {
		return n.said
	}
	return nil
}

// SetNote notes what follows from these entries alone, and never changes.
func SetNote[E Entry](r Run[E], said any) { r.note.Store(&note{len(r.Entries), said}) }

// Runs yields the runs that have positions from to up to to, rising.
func Runs[E Entry](l List[E], from, to int) iter.Seq[Run[E]] {
	return func(yield func(Run[E]) bool) {
		s := max(sort.Search(len(l.slots), func(k int) bool { return l.slots[k].start > from })-1, 0)
		for ; s < len(l.slots) && l.slots[s].start < to; s++ {
			if !yield(Run[E]{visible(l, s), l.slots[s].start, &l.slots[s].note}) {
				return
			}
		}
	}
}

// Backward yields every entry, falling.
func Backward[E Entry](l List[E]) iter.Seq[E] {
	return func(yield func(E) bool) {
		for s := len(l.slots) - 1; s >= 0; s-- {
			items := visible(l, s)
			for k := len(items) - 1; k >= 0; k-- {
				if !yield(items[k]) {
					return
				}
			}
		}
	}
}

// ChangedSince yields the entries with a mod-sequence above mod, rising by
// UID. Runs without such an entry are skipped whole.
func ChangedSince[E Entry](l List[E], mod uint64) iter.Seq[E] {
	return func(yield func(E) bool) {
		for s := range l.slots {
			if s+1 < len(l.slots) && l.slots[s].maxMod <= mod {
				continue
			}
			for _, e := range visible(l, s) {
				if e.ModSeq() > mod && !yield(e) {
					return
				}
			}
		}
	}
}

// Append returns the list with e behind it; its UID must be above all others.
func Append[E Entry](l List[E], o *Owner, e E) List[E] {
	if last := len(l.slots) - 1; last >= 0 {
		c := l.slots[last].chunk
		seen := len(visible(l, last))
		switch {
		case seen == chunkSize && c.owner == o:
		case seen == chunkSize: // the room behind the slots is another owner's
			l.slots = slices.Clip(l.slots)
		case c.owner == o && c.filled == seen && seen < len(c.items):
			put(c, e)
			return List[E]{l.slots, l.n + 1}
		default:
			return List[E]{withChunk(l, last, newChunk(o, roomAfter(last), visible(l, last), e)), l.n + 1}
		}
	}
	return List[E]{append(l.slots, slot[E]{newChunk(o, roomAfter(len(l.slots)), nil, e), l.n}), l.n + 1}
}

// roomAfter is the least room of a chunk behind others: most folders stay small,
// and in a large one a chunk that grows copies all slots.
func roomAfter(others int) int {
	if others > 0 {
		return chunkSize
	}
	return 4
}

// newChunk copies items and es, with room for more.
func newChunk[E Entry](o *Owner, room int, items []E, es ...E) *chunk[E] {
	for room < len(items)+len(es) {
		room *= 2
	}
	c := &chunk[E]{owner: o, items: make([]E, room)}
	for _, e := range items {
		put(c, e)
	}
	for _, e := range es {
		put(c, e)
	}
	return c
}

func put[E Entry](c *chunk[E], e E) {
	c.items[c.filled] = e
	c.filled++
	c.maxMod = max(c.maxMod, e.ModSeq())
}

func withChunk[E Entry](l List[E], i int, c *chunk[E]) []slot[E] {
	slots := slices.Clone(l.slots)
	slots[i].chunk = c
	return slots
}

// Replace returns the list with each of es in the place of the entry with its
// UID. Entries whose UID is absent are passed over. es must be sorted by UID.
func Replace[E Entry](l List[E], o *Owner, es []E) List[E] {
	slots := slices.Clone(l.slots)
	copied := -1
	for _, e := range es {
		s := slotOf(l, e.UID())
		if s < 0 {
			continue
		}
		k, found := slices.BinarySearchFunc(visible(l, s), e.UID(), func(e E, uid uint32) int { return compare(e.UID(), uid) })
		if !found {
			continue
		}
		if s != copied {
			slots[s].chunk = newChunk(o, roomAfter(s), visible(l, s))
			copied = s
		}
		slots[s].items[k] = e
		slots[s].maxMod = max(slots[s].maxMod, e.ModSeq())
	}
	return List[E]{slots, l.n}
}

// Remove returns the list without the given UIDs, which must be sorted.
func Remove[E Entry](l List[E], o *Owner, uids []uint32) List[E] {
	out := List[E]{slots: make([]slot[E], 0, len(l.slots))}
	for s := range l.slots {
		items := visible(l, s)
		first, last := items[0].UID(), items[len(items)-1].UID()
		from, _ := slices.BinarySearch(uids, first)
		c := l.slots[s].chunk
		if from < len(uids) && uids[from] <= last {
			kept := newChunkOf(o, items, uids[from:])
			if kept.filled == 0 {
				continue
			}
			c, items = kept, kept.items
		}
		out.slots = append(out.slots, slot[E]{c, out.n})
		out.n += len(items)
	}
	return out
}

// newChunkOf copies the items whose UIDs are not gone. The chunk has no room: it
// may stand before others now and be the last one later, and readers of this
// version must not see it filled up.
func newChunkOf[E Entry](o *Owner, items []E, gone []uint32) *chunk[E] {
	c := &chunk[E]{owner: o, items: make([]E, len(items))}
	for _, e := range items {
		if _, is := slices.BinarySearch(gone, e.UID()); !is {
			put(c, e)
		}
	}
	c.items = c.items[:c.filled:c.filled]
	return c
}
