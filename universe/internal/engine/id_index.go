package engine

import (
	"github.com/mailsim/mailsim/internal/mbox"
)

// idList lists records by id: those that have something in common. It may list
// some that have it no longer, and one twice: whoever reads it looks at the
// records. Versions that come after one another share the room behind the last id,
// so only the newest of its owner may grow.
type idList struct {
	owner *mbox.Owner
	ids   []string
	live  int // of them, so many have it
}

// addID lists an id under a key.
func (t *tx) addID(x *table[*idList], key, id string) {
	next := idList{owner: t.owner}
	if old := x.at(key); old != nil {
		next.ids, next.live = old.ids, old.live
		if old.owner != t.owner { // a fork's: its origin grows on its own
			next.ids = next.ids[:len(next.ids):len(next.ids)]
		}
	}
	next.ids = append(next.ids, id)
	next.live++
	put(t, x, key, &next)
}

// dropID takes an id off the list under a key; still tells which ones stay. The
// list is made anew once most of it is gone.
func (t *tx) dropID(x *table[*idList], key string, still func(id string) bool) {
	old := x.at(key)
	if old == nil {
		return
	}
	next := *old
	if next.live--; next.live <= 0 {
		drop(t, x, key)
		return
	}
	if len(next.ids) > 2*next.live+16 {
		seen := make(map[string]bool, next.live)
		next.owner, next.ids = t.owner, make([]string, 0, next.live)
		for _, id := range old.ids {
			if !seen[id] && still(id) {
				seen[id] = true
				next.ids = append(next.ids, id)
			}
		}
	}
	put(t, x, key, &next)
}

// list lists an id as the state is loaded.
func (s *state) list(x *table[*idList], key, id string) {
	l := x.m[key]
	if l == nil {
		l = &idList{owner: s.owner}
		x.m[key] = l
	}
	l.ids = append(l.ids, id)
	l.live++
}
