package engine

import (
	"iter"
	"strconv"

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

// externalKey is the key of an id in a system. Neither is free of NUL.
func externalKey(system, id string) string {
	return strconv.Itoa(len(system)) + "\x00" + system + id
}

// setPersona stores the next version of a person, old nil for a new one, and keeps
// the index of external ids.
func (t *tx) setPersona(old, next *personaRec) {
	put(t, t.personas, next.ID, next)
	t.dropExternals(old, next)
	for system, id := range next.ExternalIDs {
		if id != "" && (old == nil || old.ExternalIDs[system] != id) {
			t.addID(t.externals, externalKey(system, id), next.ID)
		}
	}
}

// dropExternals takes a person off the index of external ids, but for those that
// the next version, nil for none, has too.
func (t *tx) dropExternals(old, next *personaRec) {
	if old == nil {
		return
	}
	for system, id := range old.ExternalIDs {
		if id != "" && (next == nil || next.ExternalIDs[system] != id) {
			t.dropID(t.externals, externalKey(system, id), func(pid string) bool {
				p := t.personas.at(pid)
				return p != nil && p.ExternalIDs[system] == id
			})
		}
	}
}

// personaByExternal returns the person with an external id in a system, the first by
// id where several have it; nil when there is none.
func (v view) personaByExternal(system, id string) (found *personaRec) {
	list := v.externals.at(externalKey(system, id))
	if list == nil || id == "" {
		return nil
	}
	for _, pid := range list.ids {
		if p := v.personas.at(pid); p != nil && p.ExternalIDs[system] == id && (found == nil || p.ID < found.ID) {
			found = p
		}
	}
	return found
}

// countJobs is about how many jobs a person has.
func (v view) countJobs(personaID string) int {
	if list := v.personJobs.at(personaID); list != nil {
		return len(list.ids)
	}
	return 0
}

// jobsOf yields the jobs of a person, in no order.
func (v view) jobsOf(personaID string) iter.Seq[*jobRec] {
	return func(yield func(*jobRec) bool) {
		list := v.personJobs.at(personaID)
		if list == nil {
			return
		}
		for _, id := range list.ids {
			if j := v.jobs.at(id); j != nil && !yield(j) {
				return
			}
		}
	}
}
