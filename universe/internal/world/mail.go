package world

// One mail of a stream on its way, from the state to those whom it goes to.

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
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// SendStream sends one mail of a stream now; its schedule stays. It returns the
// Message-ID. ErrInvalid "that stream no longer exists" for an unknown id, and
// when the plan's daily inbound mail is used up. Events: those of the mail, then
// world.mail; if a person sends it, also persona.sent, and persona.created if
// that person is new.
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
	u.Peek(func(v state.View) {
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

// draw returns a generator that belongs to this mail of the stream.
func (m *Mail) draw(decision string) *rng.Rand {
	return m.u.Chance.Draw(decision, m.stream.ID, strconv.Itoa(m.n))
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
