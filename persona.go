package mailsim

// People (spec 2.1, 4.1).

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// Persona is a simulated person (spec 2.1). What is left out of Style, Timing
// and Behaviors comes from the temperament.
type Persona struct {
	ID          string            `json:"id"`       // assigned: p_<chars>
	Provider    string            `json:"provider"` // assigned: api, case, stranger, world, mail or config
	Created     time.Time         `json:"created"`  // assigned
	Name        string            `json:"name"`     // default: made from the first address
	Role        string            `json:"role"`
	Org         string            `json:"org"`
	Who         string            `json:"who"`
	Wants       string            `json:"wants"`
	Character   string            `json:"character"`
	Addresses   []string          `json:"addresses"`   // at least one; they write from the first
	Knows       string            `json:"knows"`       // all, some (default) or little
	Temperament string            `json:"temperament"` // default: drawn with the catalogue's odds
	CaseIDs     []string          `json:"case_ids"`
	Style       Style             `json:"style"`
	Timing      Timing            `json:"timing"`
	Behaviors   Behaviors         `json:"behaviors"`
	ExternalIDs map[string]string `json:"external_ids"`
	Paused      bool              `json:"paused"` // they answer nothing
}

// Style is how a person writes and handles mail.
type Style struct {
	Length    string   `json:"length,omitempty"`    // short, medium or long
	Formality string   `json:"formality,omitempty"` // casual, neutral or formal
	Typos     *float64 `json:"typos,omitempty"`     // 0 to 1
	Signature string   `json:"signature,omitempty"`
	Client    string   `json:"client,omitempty"` // gmail, outlook, apple, iphone, android or plain; default: drawn
	Links     string   `json:"links,omitempty"`  // usual, curious, wary or never
	Filter    string   `json:"filter,omitempty"` // strict, normal, lenient or none
	Access    string   `json:"access,omitempty"` // screen_reader or low_vision
}

// Timing is when a person writes.
type Timing struct {
	ReplyRate *float64  `json:"reply_rate,omitempty"` // 0 to 1: the chance itself for any personal mail
	Delay     *Delay    `json:"delay,omitempty"`
	Hours     *Hours    `json:"hours,omitempty"`
	OOO       []Absence `json:"ooo,omitempty"`
}

// Delay is how long a reply takes: log-normal by median and geometric standard
// deviation. Spread 1 is always the median; 0 is the temperament's.
type Delay struct {
	Median time.Duration
	Spread float64
}

type delayJSON struct {
	Median string   `json:"median,omitempty"`
	Spread *float64 `json:"spread,omitempty"`
}

// MarshalJSON writes the median as text, such as 45m.
func (d Delay) MarshalJSON() ([]byte, error) {
	out := delayJSON{}
	if d.Median > 0 {
		out.Median = simtime.FormatDuration(d.Median)
	}
	if d.Spread != 0 {
		out.Spread = &d.Spread
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the median from text. A median of 0 is refused: it would be
// the temperament's.
func (d *Delay) UnmarshalJSON(b []byte) error {
	var in delayJSON
	if err := strictJSON(b, &in); err != nil {
		return err
	}
	*d = Delay{}
	if in.Median != "" {
		median, err := ParseDuration(in.Median)
		if err != nil {
			return invalidf("timing.delay.median: %s", err)
		}
		if median == 0 {
			return invalidf("timing.delay.median must be above 0")
		}
		d.Median = median
	}
	if in.Spread != nil {
		if !(*in.Spread >= 1) {
			return invalidf("timing.delay.spread must be 1 or more")
		}
		d.Spread = *in.Spread
	}
	return nil
}

// Hours are a person's working hours.
type Hours struct {
	TZ   string `json:"tz,omitempty"`   // IANA name, such as Europe/Paris; default the company's, else UTC
	Days string `json:"days,omitempty"` // such as mon-fri
	From string `json:"from,omitempty"` // HH:MM
	To   string `json:"to,omitempty"`   // HH:MM
}

// Absence is a time out of office, from the first to the last day inclusive. The
// automatic reply goes once to each correspondent in an absence, whatever the
// mail client: Gmail's repetition after four days is not simulated.
type Absence struct {
	From    string `json:"from"` // 2026-01-05, in the person's zone
	To      string `json:"to"`
	Message string `json:"message"` // what the automatic reply says
}

// Behaviors are habits; each number is a chance from 0 to 1.
type Behaviors struct {
	DoubleReply  *float64 `json:"double_reply,omitempty"`
	Bounce       *float64 `json:"bounce,omitempty"`
	CCSomeone    *float64 `json:"cc_someone,omitempty"`
	ForwardTo    string   `json:"forward_to,omitempty"` // persona id or address
	KeepPromises *float64 `json:"keep_promises,omitempty"`
}

// PersonaPatch changes a person: nil keeps, a nested struct replaces the whole.
type PersonaPatch struct {
	Name        *string           `json:"name,omitempty"`
	Role        *string           `json:"role,omitempty"`
	Org         *string           `json:"org,omitempty"`
	Who         *string           `json:"who,omitempty"`
	Wants       *string           `json:"wants,omitempty"`
	Character   *string           `json:"character,omitempty"`
	Addresses   []string          `json:"addresses,omitzero"`
	Knows       *string           `json:"knows,omitempty"`
	Temperament *string           `json:"temperament,omitempty"`
	CaseIDs     []string          `json:"case_ids,omitzero"`
	Style       *Style            `json:"style,omitempty"`
	Timing      *Timing           `json:"timing,omitempty"`
	Behaviors   *Behaviors        `json:"behaviors,omitempty"`
	ExternalIDs map[string]string `json:"external_ids,omitzero"`
	Paused      *bool             `json:"paused,omitempty"`
}

// TemperamentInfo is an entry of the catalogue (spec 2.1).
type TemperamentInfo struct {
	Name        string  `json:"name"`
	Weight      int     `json:"weight"` // odds when drawn
	ReplyRate   float64 `json:"reply_rate"`
	MedianDelay string  `json:"median_delay"`
	Text        string  `json:"text"`
}

// Providers: who made a person.
const (
	providerAPI      = "api"
	providerCase     = "case"
	providerStranger = "stranger"
	providerWorld    = "world"
	providerMail     = "mail"
	providerConfig   = "config"
)

// Temperaments returns the catalogue.
func Temperaments() []TemperamentInfo {
	var out []TemperamentInfo
	for _, t := range decide.Temperaments() {
		out = append(out, TemperamentInfo{t.Name, t.Weight, t.ReplyRate, simtime.FormatDuration(t.MedianDelay), t.Text})
	}
	return out
}

func temperamentNames() []string {
	var out []string
	for _, t := range decide.Temperaments() {
		out = append(out, t.Name)
	}
	return out
}

// personaRec is a person as stored. It is replaced, never edited.
type personaRec struct{ Persona }

// clone copies what a caller could edit.
func (p *personaRec) clone() Persona { return clonePersona(p.Persona) }

func clonePersona(p Persona) Persona {
	p.Addresses = append([]string{}, p.Addresses...)
	p.CaseIDs = append([]string{}, p.CaseIDs...)
	p.ExternalIDs = maps.Clone(p.ExternalIDs)
	if p.ExternalIDs == nil {
		p.ExternalIDs = map[string]string{}
	}
	p.Style.Typos = clonePtr(p.Style.Typos)
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
func (u *Universe) Personas() []Persona {
	var recs []*personaRec
	u.read(func(v view) { recs = slices.Collect(maps.Values(v.personas.m)) })
	slices.SortFunc(recs, func(a, b *personaRec) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	out := make([]Persona, len(recs))
	for i, p := range recs {
		out[i] = p.clone()
	}
	return out
}

// Persona returns one person; ErrNotFound "no such persona" when there is none.
func (u *Universe) Persona(id string) (Persona, error) {
	var p *personaRec
	u.read(func(v view) { p = v.personas.at(id) })
	if p == nil {
		return Persona{}, noSuch("persona")
	}
	return p.clone(), nil
}

// PersonaByAddress returns the person who owns an address.
func (u *Universe) PersonaByAddress(address string) (Persona, error) {
	var p *personaRec
	u.read(func(v view) { p = v.personaAt(address) })
	if p == nil {
		return Persona{}, noSuch("persona")
	}
	return p.clone(), nil
}

func (v view) personaAt(address string) *personaRec {
	return v.personas.at(v.owners.at(addressKey(address)))
}

func (v view) mustPersona(id string) (*personaRec, error) {
	if p := v.personas.at(id); p != nil {
		return p, nil
	}
	return nil, noSuch("persona")
}

// CreatePersona adds a person and their mailboxes. ID, Provider and Created are
// assigned. ErrInvalid names a wrong field, an address that is another person's,
// or the plan's limit. Event: persona.updated.
func (u *Universe) CreatePersona(ctx context.Context, p Persona) (Persona, error) {
	p = clonePersona(p)
	if err := p.check(); err != nil {
		return Persona{}, err
	}
	var out Persona
	err := u.update(ctx, func(t *tx) error {
		rec, err := t.addPersona(p, providerAPI)
		if err != nil {
			return err
		}
		t.emit(PersonaUpdated{rec.ID, rec.Name})
		out = rec.clone()
		return nil
	})
	return out, err
}

// addPersona fills what is left out and adds the person. p has been checked.
func (t *tx) addPersona(p Persona, provider string) (*personaRec, error) {
	if limit := t.u.Plan().Limits.Personas; limit > 0 && t.personas.len() >= limit {
		return nil, t.planLimit("people", limit)
	}
	for _, a := range p.Addresses {
		if owner := t.personaAt(a); owner != nil {
			return nil, invalidf("addresses: %s already belongs to %s", a, owner.Name)
		}
	}
	first := addressKey(p.Addresses[0])
	n := t.count("persona", first)
	if p.ID == "" || provider != providerConfig {
		p.ID = "p_" + t.u.seed.Draw("persona/1", first, itoa(n)).Text(rng.Lower, 10)
	}
	if t.personas.at(p.ID) != nil {
		return nil, invalidf("id: %q is taken", p.ID)
	}
	p.Provider, p.Created = provider, t.now
	t.fillPersona(&p, n)
	rec := &personaRec{p}
	t.putPersona(nil, rec)
	for _, id := range p.CaseIDs {
		t.joinCase(id, rec)
	}
	return rec, nil
}

// fillPersona draws what was left out.
func (t *tx) fillPersona(p *Persona, n int) {
	r := t.u.seed.Draw("persona-defaults/1", addressKey(p.Addresses[0]), itoa(n))
	temperament, client := decide.DrawTemperament(r), drawClient(r)
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

// clientOdds are the shares with which a mail client is drawn.
var clientOdds = []struct {
	name   string
	weight int
}{{"gmail", 30}, {"outlook", 24}, {"iphone", 20}, {"apple", 11}, {"android", 11}, {"plain", 4}}

func drawClient(r *rng.Rand) string {
	weights := make([]int, len(clientOdds))
	for i, c := range clientOdds {
		weights[i] = c.weight
	}
	return clientOdds[r.Weighted(weights)].name
}

// nameOf makes a name from an address: anna.weber+x@… is Anna Weber.
func nameOf(address string) string {
	local, _ := splitAddress(address)
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

// putPersona stores a person and keeps the index of addresses.
func (t *tx) putPersona(old, next *personaRec) {
	if old != nil {
		for _, a := range old.Addresses {
			drop(t, t.owners, addressKey(a))
		}
	}
	put(t, t.personas, next.ID, next)
	for _, a := range next.Addresses {
		put(t, t.owners, addressKey(a), next.ID)
		t.addColleague(a)
		t.makeMailbox(a)
	}
}

// maxColleagues bounds how many people of a domain are looked at for a copy.
const maxColleagues = 16

func (t *tx) addColleague(address string) {
	list := t.domains.at(domainOf(address))
	if len(list) < maxColleagues && !slices.Contains(list, address) {
		put(t, t.domains, domainOf(address), append(slices.Clip(list), address))
	}
}

// UpdatePersona changes the fields that are set. A wrong field changes nothing.
// ErrConflict for a person from a YAML file. Event: persona.updated.
func (u *Universe) UpdatePersona(ctx context.Context, id string, patch PersonaPatch) (Persona, error) {
	if err := patch.check(); err != nil {
		return Persona{}, err
	}
	var out Persona
	err := u.update(ctx, func(t *tx) error {
		old, err := t.mustPersona(id)
		if err != nil {
			return err
		}
		if old.Provider == providerConfig {
			return conflictf("%s comes from a YAML file and is changed there", old.Name)
		}
		p := patch.apply(old.clone())
		if err := p.check(); err != nil {
			return err
		}
		for _, a := range p.Addresses {
			if owner := t.personaAt(a); owner != nil && owner.ID != id {
				return invalidf("addresses: %s already belongs to %s", a, owner.Name)
			}
		}
		rec := &personaRec{p}
		t.putPersona(old, rec)
		t.syncCases(old, rec)
		t.emit(PersonaUpdated{rec.ID, rec.Name})
		out = rec.clone()
		return nil
	})
	return out, err
}

// check refuses to empty what every person has. The values themselves are
// checked once the patch is applied.
func (patch PersonaPatch) check() error {
	filled := func(field string, value *string) error {
		if value != nil && strings.TrimSpace(*value) == "" {
			return invalidf("%s must not be empty", field)
		}
		return nil
	}
	return cmp.Or(filled("name", patch.Name), filled("knows", patch.Knows), filled("temperament", patch.Temperament))
}

func (patch PersonaPatch) apply(p Persona) Persona {
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
	return clonePersona(p)
}

// DeletePersona removes a person with memory, relations and pending jobs;
// mailbox and mail are kept. ErrConflict for a person from a YAML file.
func (u *Universe) DeletePersona(ctx context.Context, id string) error {
	return u.update(ctx, func(t *tx) error {
		p, err := t.mustPersona(id)
		if err != nil {
			return err
		}
		if p.Provider == providerConfig {
			return conflictf("%s comes from a YAML file and is removed there", p.Name)
		}
		t.removePersona(p)
		return nil
	})
}

// giveUpAddresses lets others have a person's addresses.
func (t *tx) giveUpAddresses(p *personaRec) {
	for _, a := range p.Addresses {
		drop(t, t.owners, addressKey(a))
		list := t.domains.at(domainOf(a))
		put(t, t.domains, domainOf(a), slices.DeleteFunc(slices.Clone(list), func(o string) bool { return addressKey(o) == addressKey(a) }))
	}
}

func (t *tx) removePersona(p *personaRec) {
	t.giveUpAddresses(p)
	drop(t, t.personas, p.ID)
	t.leaveCases(p)
	prefix := p.ID + "\x00"
	dropPrefix(t, t.relations, prefix)
	dropPrefix(t, t.talks, prefix)
	dropPrefix(t, t.memory, prefix)
	dropPrefix(t, t.planned, prefix)
	dropPrefix(t, t.jobsFor, prefix)
	var pending []string
	for id, j := range t.jobs.m {
		if j.PersonaID == p.ID && (j.State == StatePending || j.State == StateRunning) {
			pending = append(pending, id)
		}
	}
	slices.Sort(pending)
	for _, id := range pending {
		drop(t, t.jobs, id)
	}
	t.wakeup = true
}

func dropPrefix[V any](t *tx, tb *table[V], prefix string) {
	for k := range tb.under(prefix) {
		drop(t, tb, k)
	}
}

// Bounds of a person's texts.
const (
	maxText      = 10_000
	maxName      = 300
	maxAddresses = 50
)

// check validates every field of a person.
func (p *Persona) check() error {
	if len(p.Addresses) == 0 {
		return invalidf("addresses is required: at least one address")
	}
	if len(p.Addresses) > maxAddresses {
		return invalidf("addresses: at most %d", maxAddresses)
	}
	seen := map[string]bool{}
	for _, a := range p.Addresses {
		if err := checkAddress("addresses", a); err != nil {
			return err
		}
		if seen[addressKey(a)] {
			return invalidf("addresses: %s is named twice", a)
		}
		seen[addressKey(a)] = true
	}
	for field, text := range map[string]string{"role": p.Role, "org": p.Org, "who": p.Who, "wants": p.Wants, "character": p.Character, "style.signature": p.Style.Signature} {
		if len(text) > maxText {
			return invalidf("%s must be at most %d bytes", field, maxText)
		}
	}
	if len(p.Name) > maxName || strings.ContainsAny(p.Name, "\r\n\x00") {
		return invalidf("name must be one line of at most %d bytes", maxName)
	}
	if err := oneOf("knows", p.Knows, "", "all", "some", "little"); err != nil {
		return err
	}
	if err := oneOf("temperament", p.Temperament, append([]string{""}, temperamentNames()...)...); err != nil {
		return err
	}
	for k, v := range p.ExternalIDs {
		if k == "" || len(k) > maxName || len(v) > maxName {
			return invalidf("external_ids: a system must have a name, and texts at most %d bytes", maxName)
		}
	}
	if err := p.Style.check(); err != nil {
		return err
	}
	if err := p.Timing.check(); err != nil {
		return err
	}
	return p.Behaviors.check()
}

func oneOf(field, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	allowed = slices.DeleteFunc(allowed, func(s string) bool { return s == "" })
	last := len(allowed) - 1
	return invalidf("%s must be %s or %s", field, strings.Join(allowed[:last], ", "), allowed[last])
}

func checkRate(field string, rate *float64) error {
	if rate != nil && !(*rate >= 0 && *rate <= 1) {
		return invalidf("%s must be between 0 and 1", field)
	}
	return nil
}

func (s Style) check() error {
	return cmp.Or(
		oneOf("style.length", s.Length, "", "short", "medium", "long"),
		oneOf("style.formality", s.Formality, "", "casual", "neutral", "formal"),
		checkRate("style.typos", s.Typos),
		oneOf("style.client", s.Client, "", "gmail", "outlook", "apple", "iphone", "android", "plain"),
		oneOf("style.links", s.Links, "", "usual", "curious", "wary", "never"),
		oneOf("style.filter", s.Filter, "", "strict", "normal", "lenient", "none"),
		oneOf("style.access", s.Access, "", "screen_reader", "low_vision"),
	)
}

func (t Timing) check() error {
	if err := checkRate("timing.reply_rate", t.ReplyRate); err != nil {
		return err
	}
	if d := t.Delay; d != nil {
		if d.Median < 0 || d.Median > maxDuration {
			return invalidf("timing.delay.median must be between 0 and 100 years")
		}
		if d.Spread != 0 && !(d.Spread >= 1) || math.IsInf(d.Spread, 0) {
			return invalidf("timing.delay.spread must be 1 or more")
		}
	}
	if t.Hours != nil {
		if _, err := t.Hours.resolve(""); err != nil {
			return err
		}
	}
	if len(t.OOO) > 1000 {
		return invalidf("timing.ooo: at most 1000 absences")
	}
	for _, a := range t.OOO {
		if _, err := simtime.ParseAbsence(a.From, a.To, a.Message); err != nil {
			return invalidf("timing.ooo: %s", err)
		}
	}
	return nil
}

func (b Behaviors) check() error {
	return cmp.Or(
		checkRate("behaviors.double_reply", b.DoubleReply), checkRate("behaviors.bounce", b.Bounce),
		checkRate("behaviors.cc_someone", b.CCSomeone), checkRate("behaviors.keep_promises", b.KeepPromises),
		checkForwardTo(b.ForwardTo),
	)
}

func checkForwardTo(to string) error {
	if to == "" || validAddress(to) || strings.HasPrefix(to, "p_") && len(to) < 100 {
		return nil
	}
	return invalidf("behaviors.forward_to must be a persona id or an address")
}

// resolve reads the hours, with the usual ones for what is left out.
func (h *Hours) resolve(companyTZ string) (simtime.Hours, error) {
	in := Hours{}
	if h != nil {
		in = *h
	}
	tz, days := cmp.Or(in.TZ, companyTZ, "UTC"), cmp.Or(in.Days, "mon-fri")
	zone, err := simtime.LoadZone(tz)
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.tz: %s", err)
	}
	d, err := simtime.ParseDays(days)
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.days: %s", err)
	}
	from, err := simtime.ParseClock(cmp.Or(in.From, "09:00"))
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.from: %s", err)
	}
	to, err := simtime.ParseClock(cmp.Or(in.To, "18:00"))
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.to: %s", err)
	}
	return simtime.Hours{Zone: zone, Days: d, From: from, To: to}, nil
}
