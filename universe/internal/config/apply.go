package config

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/world"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// slot holds the file that a universe was made from, nil without one.
type slot struct {
	sync.Mutex // held while it is read again
	Now        atomic.Pointer[File]
}

// File is a file ready to be applied: what costs time is done.
type File struct {
	mailsim.UniverseConfig
	keys    []*login.Key
	secrets map[string]*login.Secret // the logins' passwords, by address
}

// Prepare checks a file, outside the lock. A password that the file before
// has too stays the same secret, hashed or not.
func (u *Part) Prepare(c *mailsim.UniverseConfig) (*File, error) {
	if err := checkUniverse(c); err != nil {
		return nil, err
	}
	f := &File{UniverseConfig: *c, secrets: map[string]*login.Secret{}}
	for _, k := range c.Keys {
		rec, err := login.NewKey(k.Key, k.Name, k.Role)
		if err != nil {
			return nil, err
		}
		f.keys = append(f.keys, rec)
	}
	for _, l := range c.Logins {
		f.secrets[addr.Key(l.Address)] = login.NewSecret(l.Password, u.Opts.HashCost)
	}
	if old := u.File.Now.Load(); old != nil {
		for _, l := range old.Logins {
			key := addr.Key(l.Address)
			if s := f.secrets[key]; s != nil && s.Text == l.Password {
				f.secrets[key] = old.secrets[key]
			}
		}
	}
	return f, nil
}

// WithConfig runs apply while no other universe can take what the file names,
// then keeps the file.
func (u *Part) WithConfig(f *File, apply func() error) error {
	old := u.File.Now.Load()
	if old == nil {
		old = &File{}
	}
	err := u.login.ClaimLogins(f.Claims(), func() error { return u.login.ClaimKeys(f.newKeys(old), apply) })
	if err != nil {
		return err
	}
	u.File.Now.Store(f)
	if !reflect.DeepEqual(f.Bounds, old.Bounds) {
		u.keep.SetBounds(u.keep.Given.Or(*cmp.Or(f.Bounds, &mailsim.Bounds{})))
	}
	for host := range old.Sites {
		if _, stays := f.Sites[host]; !stays {
			u.links.RemoveSite(host)
		}
	}
	u.login.ForgetKeys(slices.DeleteFunc(slices.Clone(old.keys), f.hasKey))
	for host, base := range f.Sites {
		if was, said := old.Sites[host]; said && was == base {
			continue // what was set since stays
		}
		if err := u.links.SetSiteURL(host, base); err != nil {
			return yamlfile.At(&f.UniverseConfig).In("sites", host).Wrap(err)
		}
	}
	return nil
}

// Claims are the login names that the file takes; no file takes none.
func (f *File) Claims() []login.Claim {
	if f == nil {
		return nil
	}
	out := make([]login.Claim, len(f.Logins))
	for i, l := range f.Logins {
		out[i] = login.Claim{Address: l.Address, Username: l.Username, Password: l.Password}
	}
	return out
}

func (f *File) hasKey(k *login.Key) bool {
	return slices.ContainsFunc(f.keys, func(o *login.Key) bool { return slices.Equal(o.Hash, k.Hash) })
}

// says tells whether the file has a key with this name and role.
func (f *File) says(k *login.Key) bool {
	return slices.ContainsFunc(f.keys, func(o *login.Key) bool { return o.Key == k.Key && slices.Equal(o.Hash, k.Hash) })
}

// newKeys are the keys that the file says otherwise than an old one.
func (f *File) newKeys(old *File) []*login.Key {
	return slices.DeleteFunc(slices.Clone(f.keys), old.says)
}

// Reload follows a file that has changed: what it says anew is set, what it says
// no longer goes back to its default, people and cases that are gone from it are
// deleted, logins disabled; all other state, and all mail, stays. A changed id,
// name, seed or clock is refused, and any error leaves all as it was.
func (u *Part) Reload(ctx context.Context, c *mailsim.Config) error {
	if c.Orgs != nil {
		return yamlfile.At(&c.UniverseConfig).Key("orgs").Errorf("this is one universe, not a cell of several")
	}
	return u.Apply(ctx, &c.UniverseConfig)
}

// Apply is Reload of what the file says of one universe.
func (u *Part) Apply(ctx context.Context, c *mailsim.UniverseConfig) error {
	u.File.Lock()
	defer u.File.Unlock()
	old := u.File.Now.Load()
	if old == nil {
		old = &File{}
	}
	if err := u.SameUniverse(c, &old.UniverseConfig); err != nil {
		return err
	}
	f, err := u.Prepare(c)
	if err != nil {
		return err
	}
	return u.WithConfig(f, func() error {
		return u.Update(ctx, func(t *state.Tx) error { return Apply(t, f, old, nil) })
	})
}

// SameUniverse refuses to change what a universe is.
func (u *Part) SameUniverse(c, old *mailsim.UniverseConfig) error {
	for _, f := range []struct{ key, now, was, is string }{
		{"id", c.ID, old.ID, u.Opts.ID}, {"name", c.Name, old.Name, u.Opts.Name}, {"seed", c.Seed, old.Seed, string(u.Chance)},
	} {
		if f.now != f.was && f.now != f.is {
			return yamlfile.At(c).Key(f.key).Errorf("cannot change while the universe runs: it is %q", f.is)
		}
	}
	if !reflect.DeepEqual(c.Clock, old.Clock) {
		return yamlfile.At(c).Key("clock").Errorf("cannot change while the universe runs: use the clock's own settings")
	}
	return nil
}

// part is a part of a file and how it is applied, with the file that held
// before.
type part struct {
	part  string
	apply func(t *state.Tx, f, old *File) error
}

// parts, in the order in which one part needs another.
func parts() []part {
	return []part{
		{"ai", applyAI}, {"mark_simulated", applyMarks}, {"pace", applyPace}, {"recipients", applyRecipients}, {"links", applyLinks},
		{"retention", applyRetention}, {"faults", applyFaults}, {"webhooks", applyWebhooks},
		{"personas", applyPeople}, {"cases", applyCases}, {"logins", applyLogins}, {"world", applyWorld},
		{"keys", applyKeys},
	}
}

// Apply brings the state from what one file says to what another says.
// Parts for which keep is true are left alone; nil keeps none. A reset applies
// the universe's file with an empty old one.
func Apply(t *state.Tx, f, old *File, keep func(part string) bool) error {
	for _, p := range parts() {
		if keep != nil && keep(p.part) {
			continue
		}
		if err := p.apply(t, f, old); err != nil {
			return err
		}
	}
	return nil
}

// section applies a section that has changed; one that is gone is its default.
func section[T any](at yamlfile.Place, now, old *T, def func() T, set func(T) error) error {
	if reflect.DeepEqual(now, old) {
		return nil
	}
	v := def()
	if now != nil {
		v = *now
	}
	return at.Wrap(set(v))
}

// Each part is applied by a function of its name: f is what holds from now on, old what
// held before.

func applyAI(t *state.Tx, f, old *File) error {
	if f.AI == old.AI {
		return nil
	}
	if f.AI == "on" && t.Env.Opts.Writer == nil {
		return yamlfile.At(&f.UniverseConfig).Key("ai").Wrap(settings.ErrNoWriter)
	}
	settings.Change(t, func(s *settings.Record) { s.AI = f.AI == "on" })
	return nil
}

func applyMarks(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("mark_simulated"), f.MarkSimulated, old.MarkSimulated, func() bool { return true }, func(mark bool) error {
		settings.Change(t, func(s *settings.Record) { s.Unmarked = !mark })
		return nil
	})
}

func applyPace(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("pace"), f.Pace, old.Pace, func() mailsim.Pace { return mailsim.Pace{Factor: 1} }, func(p mailsim.Pace) error {
		p, err := valid.Pace(p)
		if err == nil {
			settings.SetPace(t, p)
		}
		return err
	})
}

func applyRecipients(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("recipients"), f.Recipients, old.Recipients, valid.DefaultRecipients, func(r mailsim.Recipients) error {
		r, err := valid.Recipients(r)
		if err == nil {
			settings.Change(t, func(s *settings.Record) { s.Recipients = r })
		}
		return err
	})
}

func applyLinks(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("links"), f.Links, old.Links, mailsim.DefaultLinkPolicy, func(p mailsim.LinkPolicy) error {
		p, err := valid.LinkPolicy(p)
		if err == nil && f.Links != nil {
			err = settings.Needs(settings.PlanOf(t.Env), mailsim.FeatureLinks)
		}
		if err == nil {
			settings.Change(t, func(s *settings.Record) { s.Links = p })
		}
		return err
	})
}

func applyRetention(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("retention"), f.Retention, old.Retention, func() mailsim.Retention { return mailsim.Retention{} }, func(r mailsim.Retention) error {
		keep.SetRetention(t, r)
		return nil
	})
}

func applyFaults(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("faults"), f.Faults, old.Faults, func() mailsim.Faults { return mailsim.Faults{} }, func(v mailsim.Faults) error {
		if len(v.Rules) > 0 || v.Scenario != "" && v.Scenario != mailsim.ScenarioCalm {
			if err := settings.Needs(settings.PlanOf(t.Env), mailsim.FeatureChaos); err != nil {
				return err
			}
		}
		_, err := fault.Set(t, v)
		return err
	})
}

func applyWebhooks(t *state.Tx, f, old *File) error {
	if reflect.DeepEqual(f.Webhooks, old.Webhooks) {
		return nil
	}
	at := yamlfile.At(&f.UniverseConfig).Key("webhooks")
	if len(f.Webhooks) > 0 {
		if err := settings.Needs(settings.PlanOf(t.Env), mailsim.FeatureWebhooks); err != nil {
			return at.Wrap(err)
		}
	}
	return at.Wrap(webhook.Set(t, f.Webhooks))
}

func applyWorld(t *state.Tx, f, old *File) error {
	return section(yamlfile.At(&f.UniverseConfig).Key("world"), f.World, old.World, func() mailsim.World { return mailsim.World{} }, func(w mailsim.World) error { return world.Set(t, w) })
}

func applyKeys(t *state.Tx, f, old *File) error {
	for _, k := range old.keys {
		if !f.hasKey(k) {
			login.DropKey(t, k)
		}
	}
	for i, k := range f.keys {
		if old.says(k) {
			continue // one that was revoked since stays so
		}
		if err := login.PutKey(t, k); err != nil {
			return yamlfile.At(&f.UniverseConfig).In("keys", i).Wrap(err)
		}
	}
	return nil
}

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
