package engine

import (
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// mailIndex finds mails by Message-ID. It keeps the hash of an id in place of the
// id: a map hashes its keys anew as it grows, and to read each id out of the bytes
// of an old mail would cost more than the rest of an entry.
type mailIndex struct {
	hash   func(id string) uint64
	m      map[uint64]*mailRec
	clash  map[string]*mailRec // those whose hash belongs to another
	shared bool                // both maps are another index's too: copy them before the first change
}

var mailSeed = maphash.MakeSeed() // nothing that is seen depends on a hash

func newMailIndex() *mailIndex {
	return &mailIndex{hash: func(id string) uint64 { return maphash.String(mailSeed, id) }, m: map[uint64]*mailRec{}, clash: map[string]*mailRec{}}
}

func (x *mailIndex) at(id string) *mailRec {
	if rec := x.m[x.hash(id)]; rec != nil && rec.messageID == id {
		return rec
	}
	if len(x.clash) == 0 {
		return nil
	}
	return x.clash[id]
}

// set makes rec the record of an id; nil is none.
func (x *mailIndex) set(id string, rec *mailRec) {
	if x.shared {
		x.m, x.clash, x.shared = maps.Clone(x.m), maps.Clone(x.clash), false
	}
	h := x.hash(id)
	switch old := x.m[h]; {
	case old != nil && old.messageID != id || x.clash[id] != nil:
		if x.clash[id] = rec; rec == nil {
			delete(x.clash, id)
		}
	case rec == nil:
		delete(x.m, h)
	default:
		x.m[h] = rec
	}
}

// all yields the records in no order.
func (x *mailIndex) all() iter.Seq[*mailRec] {
	return func(yield func(*mailRec) bool) {
		for _, rec := range x.m {
			if !yield(rec) {
				return
			}
		}
		for _, rec := range x.clash {
			if !yield(rec) {
				return
			}
		}
	}
}

func (x *mailIndex) len() int { return len(x.m) + len(x.clash) }

// mailIndex is a table that no store holds: it follows from the copies in folders.
func (x *mailIndex) TableName() string { return "" }

func (x *mailIndex) Decode(string, []byte) error { return nil }

func (x *mailIndex) Record(id string) (any, bool) {
	rec := x.at(id)
	return rec, rec != nil
}

func (x *mailIndex) PutBack(id string, old any, had bool) {
	rec, _ := old.(*mailRec)
	x.set(id, rec)
}

func (x *mailIndex) Keys() []string {
	ids := make([]string, 0, x.len())
	for rec := range x.all() {
		ids = append(ids, rec.messageID)
	}
	slices.Sort(ids)
	return ids
}

func (x *mailIndex) Share(with state.AnyTable) {
	o := with.(*mailIndex)
	o.shared = true
	*x = *o
}

// SetMail sets the record of a Message-ID within a transaction; nil drops it.
func SetMail(t *state.Tx, id string, rec *mailRec) {
	old := mailTable.In(t.State).at(id)
	if old == nil && rec == nil {
		return
	}
	t.Journal = append(t.Journal, state.Change{Table: mailTable.In(t.State), Key: id, Old: old, Had: old != nil})
	mailTable.In(t.State).set(id, rec)
	switch {
	case old == nil:
		keepMail(&t.Kept, rec.mail, 1)
	case rec == nil:
		keepMail(&t.Kept, old.mail, -1)
	}
}

// ThreadOf returns the root of a conversation: that of the first mail named in
// References (nearest last) or In-Reply-To that is here, else the first name.
func ThreadOf(v state.View, id, inReplyTo string, references []string) string {
	if m := mailTable.In(v.State).at(inReplyTo); m != nil && inReplyTo != id {
		return m.thread
	}
	for _, ref := range slices.Backward(references) {
		if m := mailTable.In(v.State).at(ref); m != nil && ref != id {
			return m.thread
		}
	}
	switch {
	case len(references) > 0 && references[0] != id:
		return strings.Clone(references[0]) // not to hold on to the mail that it stands in
	case inReplyTo != "":
		return strings.Clone(inReplyTo)
	}
	return id
}
