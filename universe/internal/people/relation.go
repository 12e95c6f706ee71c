package people

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Bond is a relation and stance as stored, by person and correspondent.
type Bond struct {
	Address  string    `json:"address"`
	Name     string    `json:"name"`
	Met      time.Time `json:"met"`
	Last     time.Time `json:"last"`
	Sent     int       `json:"sent"`
	Received int       `json:"received"`
	Trust    int       `json:"trust"` // hundredths
	Topic    string    `json:"topic"`
	Updated  time.Time `json:"updated"`
	Site     string    `json:"site,omitempty"` // what a look-up found: there, missing or imagined
	Why      string    `json:"why,omitempty"`  // what last moved the trust

	Mark mailsim.Mark `json:"mark,omitempty"` // when it was used last, in the order of arrivals
}

// What looking a sender up found.
const (
	siteThere    = "there"
	SiteMissing  = "missing"
	siteImagined = "imagined"
)

// SiteNotes say what a person knows of the site of someone.
var SiteNotes = map[string]string{
	siteThere: "their site is there", SiteMissing: "they name a site that does not exist", siteImagined: "their site was not found, and is taken to be an ordinary one",
}

// LookedUp notes what a look-up of a sender found.
func LookedUp(t *state.Tx, p *Person, correspondent string, e mailsim.LinkSender) {
	corr := addr.Correspondent(correspondent)
	if BondTable.In(t.State).At(state.Key(p.ID, corr)) == nil {
		return // forgotten meanwhile
	}
	next := *Relation(t.View, p, corr)
	next.Updated, next.Mark = t.Now, t.Seq
	switch {
	case e.Error == "":
		next.Site = siteThere
		next.trust(5, "they have a site")
	case e.Quality == "missing":
		next.Site = SiteMissing
		next.trust(-15, "they name a site that does not exist")
	default:
		next.Site = siteImagined
	}
	state.Put(t, BondTable.In(t.State), state.Key(p.ID, corr), &next)
}

// trust moves the trust, for a reason.
func (r *Bond) trust(by int, why string) {
	r.Trust, r.Why = min(max(r.Trust+by, -100), 100), why
}

// Relation returns what a person holds about a correspondent; never nil.
func Relation(v state.View, p *Person, corr string) *Bond {
	if r := BondTable.In(v.State).At(state.Key(p.ID, corr)); r != nil {
		return r
	}
	return &Bond{}
}

// Relate changes a relation.
func Relate(t *state.Tx, p *Person, address string, edit func(*Bond)) {
	corr := addr.Correspondent(address)
	next := *Relation(t.View, p, corr)
	if next.Met.IsZero() {
		next.Address, next.Met = address, t.Now
	}
	edit(&next)
	next.Last, next.Mark = t.Now, t.Seq
	state.Put(t, BondTable.In(t.State), state.Key(p.ID, corr), &next)
}

// Met notes a mail that a person got. Thanks and answers build trust, automatic
// mail, chasing and complaints wear it.
func Met(t *state.Tx, p *Person, from, name string, rd *reading.Mail) {
	if !addr.Valid(from) {
		return
	}
	Relate(t, p, from, func(r *Bond) {
		r.Received++
		if name != "" {
			r.Name = name
		}
		switch {
		case rd.Automatic != "" || rd.Gist.ColdStep > 0:
			r.trust(-2, "they send mail that nobody asked for")
		case rd.Gist.Kind == gist.Complaint:
			r.trust(-5, "they complained")
		case rd.Gist.Thanks:
			r.trust(10, "they said thanks")
		default:
			r.trust(4, "they wrote")
		}
		if topic := BaseSubjectText(rd.Sum.Subject); topic != "" {
			r.Topic = topic
		}
		r.Updated = t.Now
	})
}

func BaseSubjectText(s string) string { return plain.Cut(post.StripPrefixes(s), 120) }

func (r *Bond) Knows() string {
	switch {
	case r.Sent >= 5 && r.Received >= 5:
		return "well"
	case r.Sent >= 1:
		return "known"
	}
	return "little"
}

func (r *Bond) Mood() string {
	switch {
	case r.Trust >= 20:
		return "warm"
	case r.Trust <= -10:
		return "annoyed"
	}
	return "neutral"
}

// Relations returns what a person holds about each correspondent, by address.
func (u *Part) Relations(id string) (mailsim.Relations, error) {
	var rows []state.Row[*Bond]
	var err error
	u.Read(func(v state.View) {
		if _, err = Must(v, id); err == nil {
			rows = BondTable.In(v.State).Rows(id + "\x00")
		}
	})
	out := mailsim.Relations{Relations: []mailsim.Relation{}, Stances: []mailsim.Stance{}}
	for _, r := range state.InOrder(rows) {
		last := r.Last
		out.Relations = append(out.Relations, mailsim.Relation{Address: r.Address, Name: r.Name, Knows: r.Knows(), Met: r.Met, Last: &last, Sent: r.Sent, Received: r.Received, Note: SiteNotes[r.Site]})
		out.Stances = append(out.Stances, mailsim.Stance{Address: r.Address, Trust: math.Round(float64(r.Trust)) / 100, Mood: r.Mood(), Topic: r.Topic, Note: r.Why, Updated: r.Updated})
	}
	return out, err
}

// ForgetRelation lets a person forget one correspondent.
func (u *Part) ForgetRelation(ctx context.Context, id, address string) error {
	if err := valid.Address("address", address); err != nil {
		return err
	}
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Must(t.View, id); err != nil {
			return err
		}
		state.Drop(t, BondTable.In(t.State), state.Key(id, addr.Correspondent(address)))
		return nil
	})
}

// ForgetRelations lets a person forget everyone.
func (u *Part) ForgetRelations(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Must(t.View, id); err != nil {
			return err
		}
		dropPrefix(t, BondTable.In(t.State), id+"\x00")
		return nil
	})
}

// Thread is a person's part in one conversation.
type Thread struct {
	Replies int       `json:"replies"`
	Last    time.Time `json:"last"`
	Asked   bool      `json:"asked,omitempty"`  // the person's last mail asked something
	Broken  bool      `json:"broken,omitempty"` // a promise of the person is overdue
	Chased  int       `json:"chased,omitempty"`
	Said    []string  `json:"said,omitempty"`
	Heard   int       `json:"heard,omitempty"` // mails the person got in it
	Used    int       `json:"used,omitempty"`  // the day of the last change, as dayOfUse counts

	Mark mailsim.Mark `json:"mark,omitempty"` // as in Bond
}

// MaxSaid bounds the sentences remembered of one conversation.
const MaxSaid = 200

func Talk(v state.View, p *Person, thread string) *Thread {
	if r := TalkTable.In(v.State).At(state.Key(p.ID, thread)); r != nil {
		return r
	}
	return &Thread{}
}

func ChangeTalk(t *state.Tx, p *Person, thread string, edit func(*Thread)) {
	next := *Talk(t.View, p, thread)
	edit(&next)
	next.Used, next.Mark = state.DayOfUse(t.Now), t.Seq
	state.Put(t, TalkTable.In(t.State), state.Key(p.ID, thread), &next)
}

// Heard notes a mail in a conversation.
func Heard(t *state.Tx, p *Person, thread string, rd *reading.Mail) {
	ChangeTalk(t, p, thread, func(r *Thread) {
		r.Heard++
		if rd.Gist.Chase {
			r.Chased++
		}
	})
}

// Note is one note of a person's memory.
type Note struct {
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

const maxNotes = 1000

// Memory returns a person's notes by case id; "" holds those outside any case.
func (u *Part) Memory(id string) (map[string][]string, error) {
	var rows []state.Row[[]Note]
	var err error
	u.Read(func(v state.View) {
		if _, err = Must(v, id); err == nil {
			rows = MemoryTable.In(v.State).Rows(id + "\x00")
		}
	})
	return memoryOf(id, rows), err
}

// memoryOf are a person's notes by case, of their rows.
func memoryOf(id string, rows []state.Row[[]Note]) map[string][]string {
	out := make(map[string][]string, len(rows))
	for _, r := range rows {
		caseID := strings.TrimPrefix(r.Key, id+"\x00")
		for _, n := range r.Rec {
			out[caseID] = append(out[caseID], n.Text)
		}
	}
	return out
}

// Recalled are the notes that a person has in mind about a case, then those
// outside any.
func Recalled(v state.View, id, caseID string) []string {
	var out []string
	for _, key := range slices.Compact([]string{caseID, ""}) {
		for _, n := range MemoryTable.In(v.State).At(state.Key(id, key)) {
			out = append(out, n.Text)
		}
	}
	return out
}

// AddMemory adds a note. Event: persona.memory. It returns the memory.
func (u *Part) AddMemory(ctx context.Context, id string, n mailsim.Note) (map[string][]string, error) {
	var rows []state.Row[[]Note]
	err := u.Update(ctx, func(t *state.Tx) error {
		if _, err := Must(t.View, id); err != nil {
			return err
		}
		if err := AddNote(t, id, n); err != nil {
			return err
		}
		rows = MemoryTable.In(t.State).Rows(id + "\x00")
		return nil
	})
	if err != nil {
		return nil, err
	}
	return memoryOf(id, rows), nil
}

func AddNote(t *state.Tx, id string, n mailsim.Note) error {
	switch {
	case strings.TrimSpace(n.Text) == "":
		return fail.Invalidf("text is required")
	case len(n.Source) > valid.MaxName:
		return fail.Invalidf("source must be at most %d bytes", valid.MaxName)
	}
	if err := valid.Texts(valid.NamedText{Field: "text", Value: n.Text}, valid.NamedText{Field: "source", Value: n.Source}); err != nil {
		return err
	}
	if err := valid.Key("case_id", n.CaseID); err != nil {
		return err
	}
	Remember(t, id, n)
	t.Emit(mailsim.PersonaMemory{PersonaID: id, CaseID: n.CaseID, Source: n.Source})
	return nil
}

// Remember stores a note; the oldest beyond 1,000 are forgotten.
func Remember(t *state.Tx, id string, n mailsim.Note) {
	text := n.Text
	if n.Source != "" {
		text = "(" + n.Source + ") " + n.Text
	}
	key := state.Key(id, n.CaseID)
	notes := append(slices.Clip(MemoryTable.In(t.State).At(key)), Note{text, t.Now})
	state.Put(t, MemoryTable.In(t.State), key, notes[max(0, len(notes)-maxNotes):])
}

// ClearMemory removes all notes of a person.
func (u *Part) ClearMemory(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Must(t.View, id); err != nil {
			return err
		}
		dropPrefix(t, MemoryTable.In(t.State), id+"\x00")
		return nil
	})
}

// ClearCaseMemory removes the notes of one case; "" those outside any.
func (u *Part) ClearCaseMemory(ctx context.Context, id, caseID string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Must(t.View, id); err != nil {
			return err
		}
		state.Drop(t, MemoryTable.In(t.State), state.Key(id, caseID))
		return nil
	})
}

// AddMemoryByExternal adds a note to the person whose external id in a system
// is externalID; Source defaults to the system. ErrNotFound when there is none.
func (u *Part) AddMemoryByExternal(ctx context.Context, system, externalID string, n mailsim.Note) (mailsim.Persona, error) {
	switch {
	case system == "":
		return mailsim.Persona{}, fail.Invalidf("system is required")
	case externalID == "":
		return mailsim.Persona{}, fail.Invalidf("id is required")
	}
	if n.Source == "" {
		n.Source = system
	}
	var out mailsim.Persona
	err := u.Update(ctx, func(t *state.Tx) error {
		if strings.TrimSpace(n.Text) == "" {
			return fail.Invalidf("text is required")
		}
		found := ByExternal(t.View, system, externalID)
		if found == nil {
			return fail.NoSuch("persona")
		}
		out = found.Clone()
		return AddNote(t, found.ID, n)
	})
	return out, err
}

// NoMemory tells whether nobody has relations or conversations.
func NoMemory(s *state.State) bool { return BondTable.In(s).Len()+TalkTable.In(s).Len() == 0 }

// UsedByJobs names what pending jobs go by: relations, conversations, and the
// number of the mail that they answer.
func UsedByJobs(v state.View, use func(key string)) {
	for _, j := range jobs.Table.In(v.State).M {
		if p := Table.In(v.State).At(j.PersonaID); p != nil && (j.State == mailsim.StatePending || j.State == mailsim.StateRunning) {
			corr := addr.Correspondent(j.Args.Correspondent)
			use(state.Key(p.ID, corr))
			use(state.Key(p.ID, j.Args.Thread))
			use(state.Key("occasion", addr.Key(p.Addresses[0]), corr))
		}
	}
}

// ForgetMemory drops relations and conversations that were not used for long.
func ForgetMemory(t *state.Tx, goes func(key string, day int) bool) {
	for _, key := range BondTable.In(t.State).Keys() {
		r := BondTable.In(t.State).At(key)
		if goes(key, state.DayOfUse(state.Later(r.Last, r.Updated))) {
			state.Drop(t, BondTable.In(t.State), key)
		}
	}
	for _, key := range TalkTable.In(t.State).Keys() {
		if goes(key, TalkTable.In(t.State).At(key).Used) {
			state.Drop(t, TalkTable.In(t.State), key)
		}
	}
}
