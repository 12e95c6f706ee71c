package world

// One mail of a stream: who writes it, and how it is sent.

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// SendStream sends one mail of a stream now; its schedule stays. It returns the
// Message-ID. ErrInvalid "that stream no longer exists" for an unknown id, and
// when the plan's daily inbound mail is used up. Events: those of the mail, then
// world.mail; for a person also persona.created when new, and persona.sent.
func (u *Part) SendStream(ctx context.Context, id string) (messageID string, err error) {
	return u.SendFrom(ctx, id, func(_ string, f func(*state.Tx) error) error { return u.Update(ctx, f) })
}

// errOvertaken asks for a mail to be made anew: another of its stream came first,
// or who was to write is gone or paused.
var errOvertaken = errors.New("another mail of the stream came first, or its sender can no longer write")

// Mail is one mail of a stream on its way.
type Mail struct {
	u      *Part
	ctx    context.Context
	stream *Stream
	n      int // how many the stream sent before
	now    time.Time
	zone   *time.Location
	order  worldgen.Order
	to     []string       // whom it goes to
	known  string         // who writes, if they wrote before: an entry of the stream's Known
	born   int            // for bulk mail: the mail with which its sender began
	Person *people.Person // who writes; nil for bulk mail
	fresh  bool           // the person is yet to be made
	rel    *people.Relation
	hours  simtime.Hours // of the person, where the state knows them
	claims []dialog.Claim
	marks  []mimebuild.Field // as in pen.Writing

	imagined bool   // the writer said who the new person is
	attached string // names of the files that go along
}

// SendFrom makes a mail and commits it by update, which gets its Message-ID.
func (u *Part) SendFrom(ctx context.Context, id string, update func(string, func(*state.Tx) error) error) (string, error) {
	for {
		m, err := u.NextMail(ctx, id, time.Time{})
		if err != nil {
			return "", err
		}
		s, err := m.send(update)
		if !errors.Is(err, errOvertaken) {
			return s, err
		}
	}
}

// NextMail takes from the state what a stream's next mail is made from, at the
// earliest at an instant.
func (u *Part) NextMail(ctx context.Context, id string, at time.Time) (m *Mail, err error) {
	m = &Mail{u: u, ctx: ctx}
	u.Read(func(v state.View) {
		v.Now = state.Later(v.Now, at)
		if m.stream = Table.In(v.State).At(id); m.stream == nil {
			err = fail.Invalidf("that stream no longer exists")
			return
		}
		if len(m.stream.To) == 0 {
			err = fail.Invalidf("stream %q needs a rate and at least one mailbox", id)
			return
		}
		if err = inboundLimit(v); err != nil {
			return
		}
		m.marks = transit.Marks(v)
		m.now, m.n = v.Now, v.Counter(state.Key("world", id))
		c := settings.Of(v).Company
		if m.zone, err = simtime.LoadZone(cmp.Or(c.TZ, "UTC")); err != nil {
			return
		}
		m.order = worldgen.Order{
			Kind: m.stream.Kind, Brief: m.stream.Brief, Company: worldgen.Company{Name: c.Name, Domain: c.Domain},
			To: recipientOf(v, c, m.stream.To[0]), Date: m.now.In(m.zone), Sells: sells(c),
		}
		m.choose(v)
	})
	return m, err
}

// sells are words of the company that tell what it sells: of its mailboxes, so far.
func sells(c mailsim.Company) string {
	var b strings.Builder
	for _, m := range c.Mailboxes {
		b.WriteString(m.Name + " " + m.Role + " ")
	}
	return b.String()
}

// recipientOf is whom a mail greets.
func recipientOf(v state.View, c mailsim.Company, address string) worldgen.Recipient {
	to := worldgen.Recipient{Address: address}
	if p := people.At(v, address); p != nil {
		to.Name, to.Role = p.Name, p.Role
	}
	for _, m := range c.Mailboxes {
		if addr.Key(m.Address) == addr.Key(address) {
			to.Name, to.Role = cmp.Or(m.Name, to.Name), cmp.Or(m.Role, to.Role)
		}
	}
	return to
}

// choose picks who writes: someone new with the odds of new_people, else one of
// those who wrote before.
func (m *Mail) choose(v state.View) {
	s, bulk := m.stream, worldgen.Bulk(m.stream.Kind)
	r := m.draw("world-sender/1")
	who, mayMake := "", true
	if limit := settings.PlanOf(v.Env).Limits.Personas; !bulk && limit > 0 {
		mayMake = people.Count(v) < limit
	}
	if fresh := r.Chance(s.NewPeople); !fresh || !mayMake {
		who = someoneKnown(v, s, r)
	}
	if who != "" {
		m.known, m.order.Nth = who, v.Counter(state.Key("world-by", s.ID, who))+1
	}
	switch {
	case who == "": // where nobody may be made, the mail comes from an address alone
		m.born, m.fresh = m.n, !bulk && mayMake
		m.order.From = m.stranger(v)
		for bulk && len(readers(v, m.stream, m.order.From.Address)) == 0 { // the name of one that all have left
			m.born += otherBirth
			m.order.From = m.sender(m.born, 0)
		}
	case bulk:
		m.born, _ = strconv.Atoi(who)
		m.order.From = m.sender(m.born, 0)
	default:
		m.know(people.Get(v, who))
	}
	m.to = readers(v, m.stream, m.order.From.Address)
	if m.Person != nil {
		m.rel = people.RelationOf(v, m.Person, addr.Correspondent(s.To[0]))
		m.hours, m.claims = mind.Hours(v, m.Person), people.Claims(v, m.Person.ID)
	}
}

// writes tells whether a person is there and not paused.
func writes(v state.View, id string) bool {
	p := people.Get(v, id)
	return p != nil && !p.Paused
}

// someoneKnown picks one of those who wrote in a stream, are still there and not
// paused, "" when there is none.
func someoneKnown(v state.View, s *Stream, r *rng.Rand) string {
	known := s.Known
	for len(known) > 0 {
		i := r.IntN(len(known))
		if mayWrite(v, s, known[i]) {
			return known[i]
		}
		known = slices.Delete(slices.Clone(known), i, i+1)
	}
	return ""
}

// mayWrite tells whether one of those who wrote before may write again: who is there and
// not paused, and of programs those whom somebody still reads.
func mayWrite(v state.View, s *Stream, who string) bool {
	if !worldgen.Bulk(s.Kind) {
		return writes(v, who)
	}
	n, err := strconv.Atoi(who)
	return s.Kind != worldgen.Newsletter || err == nil && len(readers(v, s, senderOf(v.Env.Chance, s, n, 0).Address)) > 0
}

// otherBirth sets the number of a program's first mail apart from all counted ones.
const otherBirth = 1 << 30

// draw returns a generator that belongs to this mail of the stream.
func (m *Mail) draw(decision string) *rng.Rand {
	return m.u.Chance.Draw(decision, m.stream.ID, strconv.Itoa(m.n))
}

// sender makes who began to write with the n-th mail of the stream.
func (m *Mail) sender(n, try int) worldgen.Sender {
	return senderOf(m.u.Chance, m.stream, n, try)
}

func senderOf(chance rng.Seed, s *Stream, n, try int) worldgen.Sender {
	return worldgen.NewSender(chance.Draw("world-person/1", s.ID, strconv.Itoa(n), strconv.Itoa(try)), s.Kind, language(chance, s, n))
}

// language is what who began to write with the n-th mail of a stream writes in, "" where
// the stream says nothing.
func language(chance rng.Seed, s *Stream, n int) string {
	if len(s.Languages) > 0 && !worldgen.Bulk(s.Kind) {
		return rng.Pick(chance.Draw("world-language/1", s.ID, strconv.Itoa(n)), s.Languages)
	}
	return ""
}

// stranger makes a sender whose address nobody has, and the person behind it.
func (m *Mail) stranger(v state.View) worldgen.Sender {
	s := m.sender(m.n, 0)
	m.order.Language = language(m.u.Chance, m.stream, m.n)
	if !m.fresh {
		return s
	}
	for try := 1; post.Mailbox(v, s.Address) != nil; try++ {
		if s = m.sender(m.n, try); try > 20 {
			local, domain := addr.Split(s.Address)
			s.Address = local + strconv.Itoa(m.n+try) + "@" + domain
		}
	}
	r := m.u.Chance.Draw("world-traits/1", addr.Key(s.Address))
	m.Person = &people.Person{Persona: mailsim.Persona{
		Name: s.Name, Role: s.Role, Org: s.Org, Who: s.Who, Wants: m.stream.Brief, Addresses: []string{s.Address}, Temperament: decide.DrawTemperament(r),
		Style: mailsim.Style{Length: s.Length, Formality: s.Formality, Signature: s.Signature, Client: people.DrawClient(r)},
	}}
	if l := m.order.Language; l != "" {
		m.Person.Style.Languages = addr.Distinct([]string{l, "en"})
	}
	return s
}

// know lets a person write who wrote before.
func (m *Mail) know(p *people.Person) {
	given, _, _ := strings.Cut(p.Name, " ")
	m.Person = p
	if l := p.Style.Languages; len(l) > 0 {
		m.order.Language = l[0]
	}
	m.order.From = worldgen.Sender{Name: p.Name, Given: given, Address: p.Addresses[0], Org: p.Org, Role: p.Role, Formality: p.Style.Formality}
}

// send makes the bytes and delivers them.
func (m *Mail) send(update func(string, func(*state.Tx) error) error) (string, error) {
	var out *pen.Written
	var w *pen.Writing
	var err error
	if m.Person != nil {
		m.imagined = m.imagine()
		w = m.writing()
		out = m.fromPerson(w)
	} else if out, err = m.fromProgram(); err != nil {
		return "", err
	}
	s := out.Mail
	s.Origin, s.Env.Proto, s.Truth = transit.FromWorld, "world", worldgen.Truth(m.stream.Kind)
	commit := func(f func(*state.Tx) error) error {
		return update(s.Mail.MessageID, func(t *state.Tx) error {
			if err := m.begin(t); err != nil {
				return err
			}
			if m.Person != nil {
				s.Person, w.Person = m.Person, m.Person
			}
			return f(t)
		})
	}
	err = m.u.deliver.Submit(m.ctx, s, commit, func(t *state.Tx) error {
		e := mailsim.WorldMail{Stream: m.stream.ID, Kind: m.stream.Kind, To: slices.Clone(m.to), Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Truth: s.Truth}
		if m.Person == nil {
			e.From = s.From()
			t.Emit(e)
			return nil
		}
		e.PersonaID, e.Persona = m.Person.ID, m.Person.Name
		t.Emit(e)
		pen.Sent(t, w, out, mailsim.JobInitiate)
		planChases(t, m, s.Mail)
		return nil
	})
	return s.Mail.MessageID, err
}

// begin counts the mail and makes its sender where he is new. Event: persona.created.
func (m *Mail) begin(t *state.Tx) error {
	s := Table.In(t.State).At(m.stream.ID)
	if s == nil {
		return fail.Invalidf("that stream no longer exists")
	}
	if t.Count("world", s.ID) != m.n || m.Person != nil && !m.fresh && !writes(t.View, m.Person.ID) {
		return errOvertaken
	}
	if err := inboundLimit(t.View); err != nil {
		return err
	}
	t.Count("inbound", DayOf(t.Now))
	next := *s
	next.Sent++
	if m.known != "" {
		t.Count("world-by", s.ID, m.known)
	}
	switch {
	case m.fresh:
		rec, err := people.Add(t, people.Clone(m.Person.Persona), people.ProviderWorld)
		if err != nil {
			return err
		}
		t.Emit(mailsim.PersonaCreated{PersonaID: rec.ID, Persona: rec.Name, Address: rec.Addresses[0], Temperament: rec.Temperament, Mode: people.CreatedMode(m.imagined), Why: "the World's stream " + s.ID + " (" + s.Kind + ") brought someone new"})
		m.Person = rec
		next.knows(rec.ID)
	case m.Person == nil && m.known == "":
		next.knows(strconv.Itoa(m.born))
	}
	state.Put(t, Table.In(t.State), s.ID, &next)
	return nil
}

// knows remembers who wrote; the oldest beyond maxKnown are forgotten.
func (s *Stream) knows(who string) {
	s.Known = append(slices.Clip(s.Known), who)
	s.Known = s.Known[max(0, len(s.Known)-maxKnown):]
}

// DayOf is the calendar's day (UTC), by which plans count.
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// inboundLimit is the error of a used-up day, nil when the World may write.
func inboundLimit(v state.View) error {
	limit := settings.PlanOf(v.Env).Limits.InboundPerDay
	if limit > 0 && v.Counter(state.Key("inbound", DayOf(v.Now))) >= limit {
		return settings.PlanLimit(v, "inbound mail a day", "inbound mails a day", limit)
	}
	return nil
}

// writing is the person at work, as for any mail that they write.
func (m *Mail) writing() *pen.Writing {
	to := m.stream.To[0]
	return &pen.Writing{
		Seed: m.u.Chance, Kind: mailsim.JobInitiate, BriefKind: mailsim.BriefWorld, Person: m.Person, Now: m.now, Zone: m.zone, Hours: m.hours, Claims: m.claims, Marks: m.marks,
		Args: jobs.Args{Correspondent: to, Occasion: m.n + 1}, Name: m.order.To.Name, Talk: &people.Talk{}, Relation: cmp.Or(m.rel, &people.Relation{}),
		Key: []string{addr.Key(m.Person.Addresses[0]), addr.Correspondent(to), m.stream.ID, strconv.Itoa(m.n)},
	}
}

// fromPerson writes a mail as a person does, in their own mail program.
func (m *Mail) fromPerson(w *pen.Writing) *pen.Written {
	mail := worldgen.Write(m.draw("world-mail/1"), m.order)
	opened := dialog.State{Mine: true, Want: mail.Want, Hidden: mail.Hidden, Language: m.order.Language, Mood: mail.Mood, Turns: 1}
	w.Talk = &people.Talk{State: opened}
	for _, a := range mail.Attachments {
		m.attached = strings.TrimPrefix(m.attached+", "+a.Filename, ", ")
	}
	w.Facts = m.about()
	d, ok := m.u.pen.ByAI(m.ctx, w, w.Brief(compose.Initiate))
	if !ok {
		d = pen.Draft{Text: mail.Text, By: settings.TemplatesName}
	}
	d.Subject = cmp.Or(d.Subject, mail.Subject)
	raw := mua.Write(mua.Client(m.Person.Style.Client), mua.Draft{
		Rand: m.u.Chance.Draw("mua/1", w.Key...), From: mimebuild.Address{Name: m.Person.Name, Addr: m.Person.Addresses[0]}, To: m.recipients(), Subject: d.Subject,
		Date: m.now.In(m.zone), Text: d.Text, Signature: m.Person.Style.Signature, Attachments: mail.Attachments,
		Header: slices.Clone(m.marks),
	})
	env := &mailsim.Envelope{From: m.Person.Addresses[0], To: slices.Clone(m.to)}
	return &pen.Written{Mail: transit.NewSubmission(env, m.traced(raw, env.From), transit.FromWorld), Text: d.Text, By: d.By, Stance: d.Stance, Words: mind.Words{Said: d.Words.Said, Mind: &opened}}
}

// fromProgram makes bulk mail as mailing programs do.
func (m *Mail) fromProgram() (*pen.Written, error) {
	mail := worldgen.Write(m.draw("world-mail/1"), m.order)
	r := m.draw("world-bytes/1")
	from := m.order.From
	b := mimebuild.Mail{
		From: mimebuild.Address{Name: from.Name, Addr: from.Address}, To: m.recipients(), Subject: mail.Subject, Date: m.now.In(m.zone),
		MessageID: "<" + r.Text(rng.Hex, 24) + "@" + addr.Domain(from.Address) + ">", Text: mail.Text, HTML: mail.HTML, Attachments: mail.Attachments,
		Header:   append(slices.Clone(m.marks), mail.Header...),
		Boundary: func(n int) string { return "=_" + strconv.Itoa(n) + "_" + r.Text(rng.Hex, 24) },
	}
	if mail.ReplyTo.Addr != "" {
		b.Header = append(b.Header, mimebuild.Field{Name: "Reply-To", Value: mail.ReplyTo.String()})
	}
	raw, err := mimebuild.Build(b)
	if err != nil {
		return nil, err
	}
	return &pen.Written{Mail: transit.NewSubmission(&mailsim.Envelope{From: from.Address, To: slices.Clone(m.to)}, m.traced(raw, from.Address), transit.FromWorld)}, nil
}

func (m *Mail) recipients() []mimebuild.Address {
	out := make([]mimebuild.Address, len(m.to))
	for i, a := range m.to {
		if out[i].Addr = a; a == m.order.To.Address {
			out[i].Name = m.order.To.Name
		}
	}
	return out
}

// imagine lets the writer say who a new sender of the World is, and tells
// whether it did.
func (m *Mail) imagine() bool {
	on := false
	m.u.Read(func(v state.View) { on = settings.AIOn(v) })
	if !on || !m.fresh {
		return false
	}
	bare := mailsim.Persona{
		Name: m.Person.Name, Addresses: m.Person.Addresses, Temperament: m.Person.Temperament, Knows: m.Person.Knows,
		Style: mailsim.Style{Client: m.Person.Style.Client},
	}
	b := mailsim.Brief{Kind: mailsim.BriefSender, Now: m.now, To: m.order.To.Address, ToName: m.order.To.Name, Facts: m.about()}
	p, ok := m.u.pen.Fill(m.ctx, bare, b)
	if !ok {
		return false
	}
	m.Person = &people.Person{Persona: pen.OrElse(p, m.Person.Persona)}
	from := &m.order.From
	from.Org, from.Role, from.Formality = m.Person.Org, m.Person.Role, m.Person.Style.Formality
	return true
}

// about is what a mail of the World is about, as the writer is told.
func (m *Mail) about() map[string]string {
	facts := map[string]string{}
	for k, v := range map[string]string{
		"stream": m.order.Kind, "brief": m.order.Brief, "company": m.order.Company.Name, "company_domain": m.order.Company.Domain,
		"to_role": m.order.To.Role, "attached": m.attached,
	} {
		if v != "" {
			facts[k] = plain.Cut(v, pen.MaxThreadText)
		}
	}
	if m.order.Nth > 0 {
		facts["again"] = "they have written to the company before"
	}
	return facts
}

// Errand asks who a mail's sender is, and what they write.
func (m *Mail) Errand() {
	m.imagine()
	m.fromPerson(m.writing())
}
