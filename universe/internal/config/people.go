package config

import (
	"reflect"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// personKey is what a person of a file is known by when it is read again.
func personKey(p *mailsim.Persona) string {
	if p.ID != "" {
		return p.ID
	}
	return addr.Key(p.Addresses[0])
}

// personOf returns the person that a file made.
func personOf(t *state.Tx, p *mailsim.Persona) *people.Person {
	rec := people.Get(t.View, p.ID)
	if p.ID == "" {
		rec = people.At(t.View, p.Addresses[0])
	}
	if rec == nil || rec.Provider != people.ProviderConfig {
		return nil
	}
	return rec
}

// applyPeople removes the people who are gone, then changes and adds. Addresses
// are given up first, so that they may pass from one to another.
func applyPeople(t *state.Tx, f, old *File) error {
	before := map[string]*mailsim.Persona{}
	now := map[string]*mailsim.Persona{}
	for i := range f.Personas {
		now[personKey(&f.Personas[i])] = &f.Personas[i]
	}
	recs := map[string]*people.Person{}
	for i := range old.Personas {
		p := &old.Personas[i]
		key := personKey(p)
		rec, next := personOf(t, p), now[key]
		switch {
		case rec == nil:
		case next == nil:
			people.Remove(t, rec)
		case reflect.DeepEqual(*p, *next):
			before[key] = p
		default:
			before[key], recs[key] = p, rec
			people.GiveUpAddresses(t, rec)
		}
	}
	for i := range f.Personas {
		p := &f.Personas[i]
		key := personKey(p)
		var err error
		switch {
		case before[key] == nil:
			_, err = people.Add(t, people.Clone(*p), people.ProviderConfig)
		case recs[key] != nil:
			err = replacePerson(t, recs[key], before[key], p)
		}
		if err != nil {
			return yamlfile.At(&f.UniverseConfig).In("personas", i).Wrap(err)
		}
	}
	return checkForwards(t, f)
}

// checkForwards refuses a person to forward to whom the file does not have: those
// made since are gone after a reset. They may come in any order.
func checkForwards(t *state.Tx, f *File) error {
	for i := range f.Personas {
		to := f.Personas[i].Behaviors.ForwardTo
		err := people.CheckForward(t.View, to)
		if p := people.Get(t.View, to); p != nil && p.Provider != people.ProviderConfig {
			err = fail.Invalidf("behaviors.forward_to must be someone of this file, or an address: %s is not in it", to)
		}
		if err != nil {
			return yamlfile.At(&f.UniverseConfig).In("personas", i).Wrap(err)
		}
	}
	return nil
}

// replacePerson changes a person to what the file now says. What was drawn for
// them stays where the file says nothing still.
func replacePerson(t *state.Tx, rec *people.Person, was, p *mailsim.Persona) error {
	for _, a := range p.Addresses {
		if owner := people.At(t.View, a); owner != nil {
			return fail.Invalidf("addresses: %s already belongs to %s", a, owner.Name)
		}
	}
	next := people.Clone(*p)
	next.ID, next.Provider, next.Created = rec.ID, rec.Provider, rec.Created
	if slices.Equal(was.CaseIDs, p.CaseIDs) {
		next.CaseIDs = rec.CaseIDs
	}
	n := t.Counter(state.Key("persona", addr.Key(next.Addresses[0])))
	people.Fill(t, &next, max(0, n-1))
	changed := &people.Person{Persona: next}
	people.Put(t, nil, changed)
	people.SyncCases(t, rec, changed)
	t.Emit(mailsim.PersonaUpdated{PersonaID: changed.ID, Name: changed.Name})
	return nil
}

func applyCases(t *state.Tx, f, old *File) error {
	now := map[string]bool{}
	for _, c := range f.Cases {
		now[c.ID] = true
	}
	before := map[string]mailsim.CasePatch{}
	for _, c := range old.Cases {
		if before[c.ID] = c.CasePatch; !now[c.ID] {
			people.RemoveCase(t, c.ID)
		}
	}
	pushed := map[string]bool{}
	for i, c := range f.Cases {
		was, ok := before[c.ID]
		if ok && reflect.DeepEqual(was, c.CasePatch) {
			continue
		}
		if err := people.PushCase(t, c.ID, caseAfter(c.CasePatch, was)); err != nil {
			return yamlfile.At(&f.UniverseConfig).In("cases", i).Wrap(err)
		}
		pushed[c.ID] = true
	}
	for i := range f.Personas { // its persona_ids are not all who are on a case
		for _, id := range f.Personas[i].CaseIDs {
			if rec := personOf(t, &f.Personas[i]); pushed[id] {
				people.JoinCase(t, id, rec)
				if !slices.Contains(rec.CaseIDs, id) {
					people.SetCaseIDs(t, rec, append(slices.Clone(rec.CaseIDs), id))
				}
			}
		}
	}
	return nil
}

// after is the patch of a case where an older file said another: what is said no
// longer goes back to its default.
func caseAfter(p mailsim.CasePatch, was mailsim.CasePatch) mailsim.CasePatch {
	for _, f := range []struct{ now, was **string }{{&p.Title, &was.Title}, {&p.Summary, &was.Summary}} {
		if *f.now == nil && *f.was != nil {
			*f.now = new("")
		}
	}
	if p.Status == nil && was.Status != nil {
		p.Status = new(mailsim.CaseOpen)
	}
	for _, f := range []struct{ now, was *map[string]string }{{&p.Facts, &was.Facts}, {&p.ExternalIDs, &was.ExternalIDs}} {
		if *f.now == nil && *f.was != nil {
			*f.now = map[string]string{}
		}
	}
	for _, f := range []struct{ now, was *[]string }{{&p.PersonaIDs, &was.PersonaIDs}, {&p.Addresses, &was.Addresses}} {
		if *f.now == nil && *f.was != nil {
			*f.now = []string{}
		}
	}
	return p
}

func applyLogins(t *state.Tx, f, old *File) error {
	now := map[string]bool{}
	for _, l := range f.Logins {
		now[addr.Key(l.Address)] = true
	}
	before := map[string]mailsim.NewLogin{}
	for _, l := range old.Logins {
		key := addr.Key(l.Address)
		if before[key] = l; now[key] {
			continue
		}
		if err := login.Disable(t, l.Address); err != nil && mailsim.KindOf(err) != mailsim.ErrNotFound {
			return err
		}
	}
	for i, l := range f.Logins {
		key := addr.Key(l.Address)
		if was, ok := before[key]; ok && reflect.DeepEqual(was, l) {
			continue
		}
		if err := putLogin(t, login.NewRecord(l, f.secrets[key])); err != nil {
			return yamlfile.At(&f.UniverseConfig).In("logins", i).Wrap(err)
		}
	}
	return nil
}

// putLogin makes a login, or changes the one that is there.
func putLogin(t *state.Tx, rec *login.Record) error {
	old := login.At(t.View, rec.Address)
	if old == nil || !old.Login || old.Gone() {
		if err := login.CheckRoom(t); err != nil {
			return err
		}
	}
	if old != nil {
		rec.Signature = old.Signature
	}
	return login.Put(t, old, rec)
}
