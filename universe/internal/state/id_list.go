package state

import "github.com/mailsim/mailsim/internal/mbox"

// IDList lists records by id: those that have something in common. It may list
// some that have it no longer, and one twice: whoever reads it looks at the
// records. Versions that come after one another share the room behind the last id,
// so only the newest of its owner may grow.
type IDList struct {
	owner *mbox.Owner
	IDs   []string
	Live  int // so many of them have it; exported for tests
}

// AddID lists an id under a key.
func (t *Tx) AddID(x *Table[*IDList], key, id string) {
	next := IDList{owner: t.Owner}
	if old := x.At(key); old != nil {
		next.IDs, next.Live = old.IDs, old.Live
		if old.owner != t.Owner { // a fork's: its origin grows on its own
			next.IDs = next.IDs[:len(next.IDs):len(next.IDs)]
		}
	}
	next.IDs = append(next.IDs, id)
	next.Live++
	Put(t, x, key, &next)
}

// DropID takes an id off the list under a key; still tells which ones stay. The
// list is made anew once most of it is gone.
func (t *Tx) DropID(x *Table[*IDList], key string, still func(id string) bool) {
	old := x.At(key)
	if old == nil {
		return
	}
	next := *old
	if next.Live--; next.Live <= 0 {
		Drop(t, x, key)
		return
	}
	if len(next.IDs) > 2*next.Live+16 {
		seen := make(map[string]bool, next.Live)
		next.owner, next.IDs = t.Owner, make([]string, 0, next.Live)
		for _, id := range old.IDs {
			if !seen[id] && still(id) {
				seen[id] = true
				next.IDs = append(next.IDs, id)
			}
		}
	}
	Put(t, x, key, &next)
}

// ListID lists an id as the state is loaded.
func (s *State) ListID(x *Table[*IDList], key, id string) {
	l := x.M[key]
	if l == nil {
		l = &IDList{owner: s.Owner}
		x.Own()[key] = l
	}
	l.IDs = append(l.IDs, id)
	l.Live++
}
