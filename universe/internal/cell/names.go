package cell

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
)

// names is which logins there are, by universe and address, and who has a name. Entries
// are replaced, never edited.
type names struct {
	logins map[string]map[string]*mailsim.LoginEntry
	byName map[string]map[*mailsim.LoginEntry]struct{}
}

func newNames() names {
	return names{logins: map[string]map[string]*mailsim.LoginEntry{}, byName: map[string]map[*mailsim.LoginEntry]struct{}{}}
}

// put makes an entry that of its address; one without names goes.
func (n names) put(universe, address string, e *mailsim.LoginEntry) {
	if old := n.logins[universe][address]; old != nil {
		for _, name := range old.Names {
			delete(n.byName[name], old)
			if len(n.byName[name]) == 0 {
				delete(n.byName, name)
			}
		}
		delete(n.logins[universe], address)
		if len(n.logins[universe]) == 0 {
			delete(n.logins, universe)
		}
	}
	if e == nil {
		return
	}
	if n.logins[universe] == nil {
		n.logins[universe] = map[string]*mailsim.LoginEntry{}
	}
	n.logins[universe][address] = e
	for _, name := range e.Names {
		if n.byName[name] == nil {
			n.byName[name] = map[*mailsim.LoginEntry]struct{}{}
		}
		n.byName[name][e] = struct{}{}
	}
}

// set makes the logins of some addresses what a list says.
func (n names) set(universe string, addresses []string, list []mailsim.LoginEntry) {
	for _, a := range addresses {
		n.put(universe, a, nil)
	}
	for _, e := range list {
		e.Universe = universe
		n.put(universe, e.Address, &e)
	}
}

// drop forgets a universe.
func (n names) drop(universe string) {
	for _, a := range slices.Collect(maps.Keys(n.logins[universe])) {
		n.put(universe, a, nil)
	}
}

// named lists who has a name, by organization and universe.
func (n names) named(name string, orgOf func(string) string) []mailsim.LoginEntry {
	return listed(maps.Keys(n.byName[name]), orgOf)
}

// of lists the logins of a universe.
func (n names) of(universe string, orgOf func(string) string) []mailsim.LoginEntry {
	return listed(maps.Values(n.logins[universe]), orgOf)
}

func listed(entries func(func(*mailsim.LoginEntry) bool), orgOf func(string) string) (out []mailsim.LoginEntry) {
	for e := range entries {
		filled := *e
		filled.Org = orgOf(e.Universe)
		out = append(out, filled)
	}
	slices.SortFunc(out, func(a, b mailsim.LoginEntry) int {
		return cmp.Or(strings.Compare(a.Org, b.Org), strings.Compare(a.Universe, b.Universe), strings.Compare(a.Address, b.Address))
	})
	return out
}

// claim is Directory.ClaimLogins.
func (n names) claim(universe string, list []mailsim.LoginEntry, orgOf func(string) string) (before []mailsim.LoginEntry, err error) {
	next := make([]mailsim.LoginEntry, len(list))
	for i, e := range list {
		e.Names = slices.Clone(e.Names)
		if old := n.logins[universe][e.Address]; old != nil {
			before = append(before, *old)
			e.Names = append(e.Names, old.Names...)
			if e.Mark == nil {
				e.Mark = old.Mark
			}
		}
		slices.Sort(e.Names)
		e.Names = slices.Compact(e.Names)
		if err := n.free(universe, &e, orgOf); err != nil {
			return nil, err
		}
		next[i] = e
	}
	n.set(universe, nil, next)
	return before, nil
}

// free checks the names of a login against those of other universes. The organization's
// own come first: what it learns of others is less.
func (n names) free(universe string, mine *mailsim.LoginEntry, orgOf func(string) string) error {
	org, same := orgOf(universe), false
	for _, name := range mine.Names {
		for e := range n.byName[name] {
			switch {
			case e.Universe == universe:
			case orgOf(e.Universe) == org:
				return mailsim.ErrNameTaken
			default:
				same = sameMark(e.Mark, mine.Mark) || same
			}
		}
	}
	if same {
		return mailsim.ErrMarkTaken
	}
	return nil
}
