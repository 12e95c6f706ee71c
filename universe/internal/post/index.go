package post

import (
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Index finds mails by Message-ID. It keeps the hash of an id in place of the
// id: a map hashes its keys anew as it grows, and to read each id out of the bytes
// of an old mail would cost more than the rest of an entry.
type Index struct {
	Hash   func(id string) uint64 // exported for tests, where it clashes
	m      map[uint64]*Entry
	clash  map[string]*Entry // those whose hash belongs to another
	shared bool              // both maps are another index's too: copy them before the first change
}

var mailSeed = maphash.MakeSeed() // nothing that is seen depends on a hash

// NewIndex returns an index of no mail.
func NewIndex() *Index {
	return &Index{Hash: func(id string) uint64 { return maphash.String(mailSeed, id) }, m: map[uint64]*Entry{}, clash: map[string]*Entry{}}
}

// At returns the record of an id, nil when there is none.
func (x *Index) At(id string) *Entry {
	if rec := x.m[x.Hash(id)]; rec != nil && rec.MessageID == id {
		return rec
	}
	if len(x.clash) == 0 {
		return nil
	}
	return x.clash[id]
}

// Set makes rec the record of an id; nil is none.
func (x *Index) Set(id string, rec *Entry) {
	if x.shared {
		x.m, x.clash, x.shared = maps.Clone(x.m), maps.Clone(x.clash), false
	}
	h := x.Hash(id)
	switch old := x.m[h]; {
	case old != nil && old.MessageID != id || x.clash[id] != nil:
		if x.clash[id] = rec; rec == nil {
			delete(x.clash, id)
		}
	case rec == nil:
		delete(x.m, h)
	default:
		x.m[h] = rec
	}
}

// Add makes rec the record of an id that has none, and returns the one that it has.
func (x *Index) Add(id string, rec *Entry) (old *Entry) {
	if x.shared || len(x.clash) > 0 {
		if old = x.At(id); old == nil {
			x.Set(id, rec)
		}
		return old
	}
	h := x.Hash(id)
	switch old = x.m[h]; {
	case old == nil:
		x.m[h] = rec
	case old.MessageID != id:
		x.clash[id], old = rec, nil
	}
	return old
}

// Grow makes room for so many records in an empty index.
func (x *Index) Grow(n int) {
	if len(x.m) == 0 && n > 0 {
		x.m = make(map[uint64]*Entry, n)
	}
}

// All yields the records in no order.
func (x *Index) All() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
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

// Len returns the number of records.
func (x *Index) Len() int { return len(x.m) + len(x.clash) }

// TableName is "": no store holds the index, it follows from the copies in folders.
func (x *Index) TableName() string { return "" }

// Decode has nothing to read.
func (x *Index) Decode(string, []byte) error { return nil }

// Record is At as a table has it.
func (x *Index) Record(id string) (any, bool) {
	rec := x.At(id)
	return rec, rec != nil
}

// PutBack undoes a change.
func (x *Index) PutBack(id string, old any, had bool) {
	rec, _ := old.(*Entry)
	x.Set(id, rec)
}

// Keys returns the ids in order.
func (x *Index) Keys() []string {
	ids := make([]string, 0, x.Len())
	for rec := range x.All() {
		ids = append(ids, rec.MessageID)
	}
	slices.Sort(ids)
	return ids
}

// Share makes the index one of the same records as another, in constant time.
func (x *Index) Share(with state.AnyTable) {
	o := with.(*Index)
	o.shared = true
	*x = *o
}

// ByID returns what a Message-ID finds, nil for none.
func ByID(v state.View, messageID string) *Entry { return Mails.In(v.State).At(messageID) }

// SetMail sets the record of a Message-ID within a transaction; nil drops it.
func SetMail(t *state.Tx, id string, rec *Entry) {
	old := Mails.In(t.State).At(id)
	if old == nil && rec == nil {
		return
	}
	t.Journal = append(t.Journal, state.Change{Table: Mails.In(t.State), Key: id, Old: old, Had: old != nil})
	Mails.In(t.State).Set(id, rec)
	switch {
	case old == nil:
		CountMail(&t.Kept, rec.Mail, 1)
	case rec == nil:
		CountMail(&t.Kept, old.Mail, -1)
	}
}

// ThreadOf returns the root of a conversation: that of the first mail named in
// References (nearest last) or In-Reply-To that is here, else the first name.
func ThreadOf(v state.View, id, inReplyTo string, references []string) string {
	if m := Mails.In(v.State).At(inReplyTo); m != nil && inReplyTo != id {
		return m.Thread
	}
	for _, ref := range slices.Backward(references) {
		if m := Mails.In(v.State).At(ref); m != nil && ref != id {
			return m.Thread
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
