package engine

import "strconv"

// externalKey is the key of an id in a system. Neither is free of NUL.
func externalKey(system, id string) string {
	return strconv.Itoa(len(system)) + "\x00" + system + id
}

// SetPersona stores the next version of a person, old nil for a new one, and keeps
// the index of external ids.
func SetPersona(t *tx, old, next *personaRec) {
	put(t, personaTable.in(t.state), next.ID, next)
	DropExternals(t, old, next)
	for system, id := range next.ExternalIDs {
		if id != "" && (old == nil || old.ExternalIDs[system] != id) {
			t.addID(externalTable.in(t.state), externalKey(system, id), next.ID)
		}
	}
}

// DropExternals takes a person off the index of external ids, but for those that
// the next version, nil for none, has too.
func DropExternals(t *tx, old, next *personaRec) {
	if old == nil {
		return
	}
	for system, id := range old.ExternalIDs {
		if id != "" && (next == nil || next.ExternalIDs[system] != id) {
			t.dropID(externalTable.in(t.state), externalKey(system, id), func(pid string) bool {
				p := personaTable.in(t.state).at(pid)
				return p != nil && p.ExternalIDs[system] == id
			})
		}
	}
}

// PersonaByExternal returns the person with an external id in a system, the first by
// id where several have it; nil when there is none.
func PersonaByExternal(v view, system, id string) (found *personaRec) {
	list := externalTable.in(v.state).at(externalKey(system, id))
	if list == nil || id == "" {
		return nil
	}
	for _, pid := range list.ids {
		if p := personaTable.in(v.state).at(pid); p != nil && p.ExternalIDs[system] == id && (found == nil || p.ID < found.ID) {
			found = p
		}
	}
	return found
}
