package people

import (
	"strconv"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Derive makes the indexes of a state whose people have just been loaded.
func Derive(s *state.State) {
	for _, p := range Table.In(s).M {
		for _, a := range p.Addresses {
			OwnerTable.In(s).Own()[addr.Key(a)] = p.ID
		}
		for system, id := range p.ExternalIDs {
			if id != "" {
				s.ListID(ExternalTable.In(s), ExternalKey(system, id), p.ID)
			}
		}
	}
}

// ExternalKey is the key of an id in a system. Neither is free of NUL, so the length
// parts them.
func ExternalKey(system, id string) string {
	return strconv.Itoa(len(system)) + "\x00" + system + id
}

// Amend stores the next version of a person whose addresses stay, old nil for a new
// one, with the index of external ids. Put is for addresses that change.
func Amend(t *state.Tx, old, next *Person) {
	state.Put(t, Table.In(t.State), next.ID, next)
	dropExternals(t, old, next)
	for system, id := range next.ExternalIDs {
		if id != "" && (old == nil || old.ExternalIDs[system] != id) {
			t.AddID(ExternalTable.In(t.State), ExternalKey(system, id), next.ID)
		}
	}
}

// dropExternals takes a person off the index of external ids, but for those that
// the next version, nil for none, has too.
func dropExternals(t *state.Tx, old, next *Person) {
	if old == nil {
		return
	}
	for system, id := range old.ExternalIDs {
		if id != "" && (next == nil || next.ExternalIDs[system] != id) {
			t.DropID(ExternalTable.In(t.State), ExternalKey(system, id), func(pid string) bool {
				p := Get(t.View, pid)
				return p != nil && p.ExternalIDs[system] == id
			})
		}
	}
}

// ByExternal returns the person with an external id in a system, the first by
// id where several have it; nil when there is none.
func ByExternal(v state.View, system, id string) (found *Person) {
	list := ExternalTable.In(v.State).At(ExternalKey(system, id))
	if list == nil || id == "" {
		return nil
	}
	for _, pid := range list.IDs {
		if p := Get(v, pid); p != nil && p.ExternalIDs[system] == id && (found == nil || p.ID < found.ID) {
			found = p
		}
	}
	return found
}
