package people

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Person is a person as stored. It is replaced, never edited.
type Person struct{ mailsim.Persona }

// Clone copies what a caller could edit.
func (p *Person) Clone() mailsim.Persona { return Clone(p.Persona) }

// Clone copies what a caller could edit of a person.
func Clone(p mailsim.Persona) mailsim.Persona {
	p.Addresses = append([]string{}, p.Addresses...)
	p.CaseIDs = append([]string{}, p.CaseIDs...)
	p.ExternalIDs = maps.Clone(p.ExternalIDs)
	if p.ExternalIDs == nil {
		p.ExternalIDs = map[string]string{}
	}
	p.Style.Typos, p.Style.Languages = clonePtr(p.Style.Typos), slices.Clone(p.Style.Languages)
	p.Timing.ReplyRate, p.Timing.Delay, p.Timing.Hours = clonePtr(p.Timing.ReplyRate), clonePtr(p.Timing.Delay), clonePtr(p.Timing.Hours)
	p.Timing.OOO = slices.Clone(p.Timing.OOO)
	b := &p.Behaviors
	b.DoubleReply, b.Bounce, b.CCSomeone, b.KeepPromises = clonePtr(b.DoubleReply), clonePtr(b.Bounce), clonePtr(b.CCSomeone), clonePtr(b.KeepPromises)
	return p
}

func clonePtr[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// Personas lists every person, sorted by name, then id.
func (u *Part) Personas() []mailsim.Persona {
	var recs []*Person
	u.Read(func(v state.View) { recs = slices.Collect(maps.Values(Table.In(v.State).M)) })
	slices.SortFunc(recs, func(a, b *Person) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	out := make([]mailsim.Persona, len(recs))
	for i, p := range recs {
		out[i] = p.Clone()
	}
	return out
}

// Persona returns one person; ErrNotFound "no such persona" when there is none.
func (u *Part) Persona(id string) (mailsim.Persona, error) {
	var p *Person
	u.Read(func(v state.View) { p = Get(v, id) })
	if p == nil {
		return mailsim.Persona{}, fail.NoSuch("persona")
	}
	return p.Clone(), nil
}

// PersonaByAddress returns the person who owns an address.
func (u *Part) PersonaByAddress(address string) (mailsim.Persona, error) {
	var p *Person
	u.Read(func(v state.View) { p = At(v, address) })
	if p == nil {
		return mailsim.Persona{}, fail.NoSuch("persona")
	}
	return p.Clone(), nil
}

// Get is the person with an id, nil when there is none.
func Get(v state.View, id string) *Person { return Table.In(v.State).At(id) }

// At is the person who owns an address, nil when nobody does.
func At(v state.View, address string) *Person { return Get(v, IDAt(v, address)) }

// IDAt is the id of the person who owns an address, "" when nobody does.
func IDAt(v state.View, address string) string {
	return OwnerTable.In(v.State).At(addr.Key(address))
}

// Count is how many people there are.
func Count(v state.View) int { return Table.In(v.State).Len() }

// All are the people by id, in a map of the caller's own.
func All(v state.View) map[string]*Person { return maps.Clone(Table.In(v.State).M) }

// Colleagues are addresses of people in a domain, those who came first.
func Colleagues(v state.View, domain string) []string { return DomainTable.In(v.State).At(domain) }

// Find is Get, and an error when there is no such person.
func Find(v state.View, id string) (*Person, error) {
	if p := Get(v, id); p != nil {
		return p, nil
	}
	return nil, fail.NoSuch("persona")
}

// PausedError says that a person does nothing now.
func PausedError(p *Person) error {
	return fail.Conflictf("%s is paused and sends nothing: resume them first", p.Name)
}

// FindActive is Find of a person who can be told to do something: ErrConflict for
// one who is paused.
func FindActive(v state.View, id string) (*Person, error) {
	p, err := Find(v, id)
	if err == nil && p.Paused {
		err = PausedError(p)
	}
	return p, err
}

// CreatePersona adds a person and their mailboxes. ID, Provider and Created are
// assigned. ErrInvalid names a wrong field, an address that is another person's,
// or the plan's limit. Event: persona.updated.
func (u *Part) CreatePersona(ctx context.Context, p mailsim.Persona) (mailsim.Persona, error) {
	p = Clone(p)
	if err := valid.NewPersona(&p); err != nil {
		return mailsim.Persona{}, err
	}
	var out mailsim.Persona
	err := u.Update(ctx, func(t *state.Tx) error {
		if err := CheckForward(t.View, p.Behaviors.ForwardTo); err != nil {
			return err
		}
		rec, err := Add(t, p, ProviderAPI)
		if err != nil {
			return err
		}
		t.Emit(mailsim.PersonaUpdated{PersonaID: rec.ID, Name: rec.Name})
		out = rec.Clone()
		return nil
	})
	return out, err
}

// Add fills what is left out and adds the person. p has been checked.
func Add(t *state.Tx, p mailsim.Persona, provider string) (*Person, error) {
	if limit := settings.PlanOf(t.Env).Limits.Personas; limit > 0 && Count(t.View) >= limit {
		return nil, settings.PlanLimit(t.View, "person", "people", limit)
	}
	for _, a := range p.Addresses {
		if owner := At(t.View, a); owner != nil {
			return nil, fail.Invalidf("addresses: %s already belongs to %s", a, owner.Name)
		}
	}
	first := addr.Key(p.Addresses[0])
	n := t.Count("persona", first)
	if p.ID == "" || provider != ProviderConfig {
		p.ID = "p_" + t.Env.Chance.Draw("persona/1", first, strconv.Itoa(n)).Text(rng.Lower, 10)
	}
	if Get(t.View, p.ID) != nil {
		return nil, fail.Invalidf("id: %q is taken", p.ID)
	}
	p.Provider, p.Created = provider, t.Now
	Fill(t, &p, n)
	rec := &Person{p}
	Put(t, nil, rec)
	for _, id := range p.CaseIDs {
		JoinCase(t, id, rec)
	}
	return rec, nil
}

// Fill draws what was left out.
func Fill(t *state.Tx, p *mailsim.Persona, n int) {
	r := t.Env.Chance.Draw("persona-defaults/1", addr.Key(p.Addresses[0]), strconv.Itoa(n))
	temperament, client := decide.DrawTemperament(r), DrawClient(r)
	if p.Provider != ProviderMail && p.Provider != ProviderWorld { // whose style is as seen
		leanStyle(t, p, n)
	}
	if p.Temperament == "" {
		p.Temperament = temperament
	}
	if p.Style.Client == "" {
		p.Style.Client = client
	}
	if p.Knows == "" {
		p.Knows = "some"
	}
	if strings.TrimSpace(p.Name) == "" {
		p.Name = nameOf(p.Addresses[0])
	}
}

// leanStyle draws what is left out of a person's style, by what their temperament
// leans to.
func leanStyle(t *state.Tx, p *mailsim.Persona, n int) {
	lean := decide.DrawLeaning(p.Temperament, func(field string) *rng.Rand {
		return t.Env.Chance.Draw("persona-style/1", addr.Key(p.Addresses[0]), strconv.Itoa(n), field)
	})
	s := &p.Style
	s.Length, s.Formality = cmp.Or(s.Length, lean.Length), cmp.Or(s.Formality, lean.Formality)
	s.Links = cmp.Or(s.Links, lean.Links)
	if s.Typos == nil && lean.Typos > 0 {
		s.Typos = &lean.Typos
	}
}

// clientOdds are the shares with which a mail client is drawn.
var clientOdds = []struct {
	name   string
	weight int
}{{"gmail", 30}, {"outlook", 24}, {"iphone", 20}, {"apple", 11}, {"android", 11}, {"plain", 4}}

// DrawClient draws a mail client.
func DrawClient(r *rng.Rand) string {
	weights := make([]int, len(clientOdds))
	for i, c := range clientOdds {
		weights[i] = c.weight
	}
	return clientOdds[r.Weighted(weights)].name
}

// nameOf makes a name from an address: anna.weber+x@… is Anna Weber.
func nameOf(address string) string {
	local, _ := addr.Split(address)
	local, _, _ = strings.Cut(local, "+")
	words := strings.FieldsFunc(local, func(r rune) bool { return r == '.' || r == '_' || r == '-' })
	for i, w := range words {
		r := []rune(w)
		words[i] = strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	if len(words) == 0 {
		return address
	}
	return strings.Join(words, " ")
}

// Put stores the next version of a person, old nil for a new one, with the index
// of addresses and their mailboxes.
func Put(t *state.Tx, old, next *Person) {
	if old != nil {
		for _, a := range old.Addresses {
			state.Drop(t, OwnerTable.In(t.State), addr.Key(a))
		}
	}
	Amend(t, old, next)
	for _, a := range next.Addresses {
		state.Put(t, OwnerTable.In(t.State), addr.Key(a), next.ID)
		addColleague(t, a)
		post.MakeMailbox(t, a)
	}
}

// maxColleagues bounds how many people of a domain are looked at for a copy.
const maxColleagues = 16

// addColleague notes an address as that of a colleague, while few are known.
func addColleague(t *state.Tx, address string) {
	list := Colleagues(t.View, addr.Domain(address))
	if len(list) < maxColleagues && !slices.Contains(list, address) {
		state.Put(t, DomainTable.In(t.State), addr.Domain(address), append(slices.Clip(list), address))
	}
}

// CheckForward refuses a person to forward to who is not there: such mail would go
// nowhere, and nobody would notice.
func CheckForward(v state.View, to string) error {
	if to == "" || addr.Valid(to) || Get(v, to) != nil {
		return nil
	}
	return fail.Invalidf("behaviors.forward_to must be a persona id or an address: there is no person %q", to)
}

// UpdatePersona changes the fields that are set. A wrong field changes nothing.
// ErrConflict for a person from a YAML file. Event: persona.updated.
func (u *Part) UpdatePersona(ctx context.Context, id string, patch mailsim.PersonaPatch) (mailsim.Persona, error) {
	if err := valid.PersonaPatch(patch); err != nil {
		return mailsim.Persona{}, err
	}
	var out mailsim.Persona
	err := u.Update(ctx, func(t *state.Tx) error {
		old, err := Find(t.View, id)
		if err != nil {
			return err
		}
		if old.Provider == ProviderConfig {
			return configured(old)
		}
		p := applyPatch(patch, old.Clone())
		if err := valid.NewPersona(&p); err != nil {
			return err
		}
		for _, a := range p.Addresses {
			if owner := At(t.View, a); owner != nil && owner.ID != id {
				return fail.Invalidf("addresses: %s already belongs to %s", a, owner.Name)
			}
		}
		if to := p.Behaviors.ForwardTo; to != old.Behaviors.ForwardTo { // one who was deleted since may stay
			if err := CheckForward(t.View, to); err != nil {
				return err
			}
		}
		if p.Temperament != old.Temperament {
			leanStyle(t, &p, max(0, t.Counter(state.Key("persona", addr.Key(p.Addresses[0])))-1))
		}
		rec := &Person{p}
		Put(t, old, rec)
		SyncCases(t, old, rec)
		t.Emit(mailsim.PersonaUpdated{PersonaID: rec.ID, Name: rec.Name})
		out = rec.Clone()
		return nil
	})
	return out, err
}

// applyPatch returns a person with the fields that the patch sets.
func applyPatch(patch mailsim.PersonaPatch, p mailsim.Persona) mailsim.Persona {
	set := func(to *string, from *string) {
		if from != nil {
			*to = *from
		}
	}
	set(&p.Name, patch.Name)
	set(&p.Role, patch.Role)
	set(&p.Org, patch.Org)
	set(&p.Who, patch.Who)
	set(&p.Wants, patch.Wants)
	set(&p.Character, patch.Character)
	set(&p.Knows, patch.Knows)
	set(&p.Temperament, patch.Temperament)
	if patch.Addresses != nil {
		p.Addresses = patch.Addresses
	}
	if patch.CaseIDs != nil {
		p.CaseIDs = patch.CaseIDs
	}
	if patch.ExternalIDs != nil {
		p.ExternalIDs = patch.ExternalIDs
	}
	if patch.Style != nil {
		p.Style = *patch.Style
	}
	if patch.Timing != nil {
		p.Timing = *patch.Timing
	}
	if patch.Behaviors != nil {
		p.Behaviors = *patch.Behaviors
	}
	if patch.Paused != nil {
		p.Paused = *patch.Paused
	}
	return Clone(p)
}

// configured refuses a change of a person who would come back with the next change of the
// configuration.
func configured(p *Person) error {
	return fail.Conflictf("%s belongs to the universe's configuration (a YAML file, or the demo's built-in one) and changes only with it", p.Name)
}

// DeletePersona removes a person with memory, relations and pending jobs;
// mailbox and mail are kept. ErrConflict for a person from a YAML file.
func (u *Part) DeletePersona(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		p, err := Find(t.View, id)
		if err != nil {
			return err
		}
		if p.Provider == ProviderConfig {
			return configured(p)
		}
		Remove(t, p)
		return nil
	})
}

// GiveUpAddresses lets others have a person's addresses.
func GiveUpAddresses(t *state.Tx, p *Person) {
	for _, a := range p.Addresses {
		state.Drop(t, OwnerTable.In(t.State), addr.Key(a))
		list := Colleagues(t.View, addr.Domain(a))
		state.Put(t, DomainTable.In(t.State), addr.Domain(a), slices.DeleteFunc(slices.Clone(list), func(o string) bool { return addr.Key(o) == addr.Key(a) }))
	}
}

// Remove takes a person away with what they know, their place in cases and their
// pending jobs.
func Remove(t *state.Tx, p *Person) {
	GiveUpAddresses(t, p)
	state.Drop(t, Table.In(t.State), p.ID)
	dropExternals(t, p, nil)
	leaveCases(t, p)
	prefix := p.ID + "\x00"
	dropPrefix(t, RelationTable.In(t.State), prefix)
	dropPrefix(t, TalkTable.In(t.State), prefix)
	dropPrefix(t, MemoryTable.In(t.State), prefix)
	state.Drop(t, ClaimTable.In(t.State), p.ID)
	state.Drop(t, FillerTable.In(t.State), p.ID)
	dropPrefix(t, jobs.PlannedTable.In(t.State), prefix)
	dropPrefix(t, jobs.ForTable.In(t.State), prefix)
	state.Drop(t, LatestTable.In(t.State), p.ID)
	var pending []string
	for j := range jobs.Of(t.View, p.ID) {
		if j.State == mailsim.StatePending || j.State == mailsim.StateRunning {
			pending = append(pending, j.ID)
		}
	}
	slices.Sort(pending)
	for _, id := range pending {
		jobs.Drop(t, id)
	}
	t.Wakeup = true
}

// dropPrefix drops the rows whose keys begin so.
func dropPrefix[V any](t *state.Tx, tb *state.Table[V], prefix string) {
	for k := range state.Under(tb, prefix) {
		state.Drop(t, tb, k)
	}
}

// CreatedMode is what persona.created calls a person whom the writer describes, or
// one whom nobody does.
func CreatedMode(ai bool) string {
	if ai {
		return string(mailsim.StrangerAI)
	}
	return string(mailsim.StrangerBasic)
}

// NoteReach notes the last event of a mail reaching a person.
func NoteReach(t *state.Tx, e *state.Event) {
	if e.Reaches() {
		state.Put(t, LatestTable.In(t.State), e.Subject().PersonaID, e.ID)
	}
}

// LastReach is the last event of a mail reaching a person, 0 for none.
func LastReach(v state.View, id string) int64 { return LatestTable.In(v.State).At(id) }

// Owner is the person as the owner of jobs; nil owns none.
func (p *Person) Owner() jobs.Owner {
	if p == nil {
		return jobs.Owner{}
	}
	return jobs.Owner{ID: p.ID, Key: addr.Key(p.Addresses[0])}
}
