// Package learn makes a person of a mailbox from the mail in it: how they are called,
// write and answer, by rules and, with AI on, by the writer. It owns no records; the person
// and their relations are stored by package people.
package learn

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

// Who wrote a learned person.
const (
	byRules = "rules"
	byAI    = "ai"
)

// LearnPersona makes a person of a mailbox that has none, from its mail: what
// they sent first, then what they got. Name, role, signature, tone, length,
// working hours, zone, typical delay and mail program are those of their mail;
// with AI on the writer adds what rules cannot see. Their correspondents become
// relations. A paused person answers nothing.
//
// ErrNotFound when there is no such mailbox, ErrConflict when a person has it,
// ErrInvalid at the plan's monthly limit. Events: persona.created, and
// persona.updated when the AI filled something in.
func (u *Part) LearnPersona(ctx context.Context, address string, paused bool) (mailsim.Learned, error) {
	fail.IfNil(ctx)
	if err := valid.Address("address", address); err != nil {
		return mailsim.Learned{}, err
	}
	l, err := u.lesson(address)
	if err != nil {
		return mailsim.Learned{}, err
	}
	if err := l.readAll(ctx); err != nil {
		return mailsim.Learned{}, err
	}
	p := l.persona()
	p.Paused = paused
	out := mailsim.Learned{By: byRules}
	if l.ai {
		if filled, ok := u.pen.Fill(ctx, p, mailsim.Brief{Kind: mailsim.BriefPersona, Now: u.Now(), Mails: l.briefMails()}); ok {
			p, out.By = filled, byAI
		}
	}
	if ctx.Err() != nil {
		return mailsim.Learned{}, fail.ContextError(ctx)
	}
	err = u.Update(ctx, func(t *state.Tx) error {
		rec, people, err := add(t, l, p, out.By)
		if err == nil {
			out.Persona, out.People = rec.Clone(), people
		}
		return err
	})
	if err != nil {
		return mailsim.Learned{}, err
	}
	return out, nil
}

// learnable returns the mailbox that a person may be learned from.
func learnable(v state.View, address string) (*post.Box, error) {
	box, err := post.NeedMailbox(v, address)
	if err != nil {
		return nil, err
	}
	if p := people.At(v, address); p != nil {
		return nil, fail.Conflictf("%s already belongs to %s", box.Address, p.Name)
	}
	limit := settings.PlanOf(v.Env).Limits.LearnedPerMonth
	if limit > 0 && v.Counter(state.Key("learned", settings.Month(v.Now))) >= limit {
		return nil, settings.PlanLimit(v, "person learned from mail a month", "people learned from mail a month", limit)
	}
	return box, nil
}

// add adds the person and whom they know. Events: persona.created,
// persona.updated.
func add(t *state.Tx, l *lesson, p mailsim.Persona, by string) (*people.Person, int, error) {
	if _, err := learnable(t.View, l.address); err != nil {
		return nil, 0, err
	}
	if err := valid.Persona(&p); err != nil {
		return nil, 0, err
	}
	t.Count("learned", settings.Month(t.Now))
	rec, err := people.Add(t, p, people.ProviderMail)
	if err != nil {
		return nil, 0, err
	}
	persons := l.people()
	for _, r := range persons {
		r.Updated = t.Now
		people.SetRelation(t, rec, r)
	}
	why := "learned from " + plural(len(l.sent), "mail") + " that they sent and " + plural(len(l.got), "mail") + " that they got"
	t.Emit(mailsim.PersonaCreated{PersonaID: rec.ID, Persona: rec.Name, Address: rec.Addresses[0], Temperament: rec.Temperament, Mode: people.CreatedMode(by == byAI), Why: why})
	if by == byAI {
		t.Emit(mailsim.PersonaUpdated{PersonaID: rec.ID, Name: rec.Name})
	}
	return rec, len(persons), nil
}

// plural counts things in words.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Bounds of what is learned from: the newest mails, and how much of each.
const (
	maxLessons = 1000
	maxPeople  = 1000
)

// lesson is a mailbox being learned from.
type lesson struct {
	u       *Part
	ai      bool
	address string
	display string
	tz      string // the company's
	copies  []lessonCopy
	sent    []*letter // their personal mail, oldest first
	got     []*letter // personal mail to them, oldest first
}

type lessonCopy struct {
	*post.Stored
	inSent bool
}

// lesson takes the newest mails from a mailbox: of what they sent and of the rest.
func (u *Part) lesson(address string) (l *lesson, err error) {
	u.Read(func(v state.View) {
		var box *post.Box
		if box, err = learnable(v, address); err != nil {
			return
		}
		l = &lesson{u: u, ai: settings.AIOn(v), address: box.Address, display: webmail.Info(v, box).DisplayName, tz: settings.Of(v).Company.TZ}
		for _, f := range box.Folders {
			if f.Name == post.Drafts || f.Name == post.Trash || f.Name == post.Junk {
				continue
			}
			n := 0
			for s := range f.Backward() {
				if n++; n > maxLessons {
					break
				}
				l.copies = append(l.copies, lessonCopy{s, f.Name == post.Sent})
			}
		}
	})
	return l, err
}

// letter is one personal mail as a lesson reads it.
type letter struct {
	parsed *reading.Parsed
	at     time.Time // on the clock that its conversation goes by
	local  time.Time // at, in the writer's zone
	dated  bool      // it says its zone
	text   string    // the new text
	full   string    // with signature and quote
}

// readAll parses the copies, outside every lock.
func (l *lesson) readAll(ctx context.Context) error {
	seen := map[*post.Mail]bool{}
	for _, c := range l.copies {
		if ctx.Err() != nil {
			return fail.ContextError(ctx)
		}
		if seen[c.Mail] {
			continue
		}
		seen[c.Mail] = true
		p := c.Mail.Parse()
		envelope := ""
		if c.Way != nil {
			envelope = c.Way.Route.From
		} else {
			envelope = p.Sum.From.Addr
		}
		if reading.Automatic(p, envelope) != "" {
			continue
		}
		to := &l.got
		if c.inSent || addr.Correspondent(p.Sum.From.Addr) == addr.Correspondent(l.address) {
			to = &l.sent
		}
		*to = append(*to, newLetter(c.Stored, p))
	}
	for _, list := range []*[]*letter{&l.sent, &l.got} {
		slices.SortStableFunc(*list, func(a, b *letter) int { return a.at.Compare(b.at) })
		*list = (*list)[max(0, len(*list)-maxLessons):]
	}
	l.copies = nil
	return nil
}

// newLetter reads one copy. What was submitted goes by the simulated clock,
// what was filed by hand by its own date.
func newLetter(s *post.Stored, p *reading.Parsed) *letter {
	full := p.Text()
	full = strings.ToValidUTF8(full[:min(len(full), pen.MaxLetter)], "")
	e := &letter{parsed: p, at: s.Filed.Time(), full: full, text: mime.NewText(full), dated: !p.Sum.Date.IsZero()}
	switch {
	case s.Way != nil:
	case e.dated:
		e.at = p.Sum.Date
	default:
		e.at = s.InternalDate()
	}
	e.local = e.at
	if e.dated {
		e.local = e.at.In(p.Sum.Date.Location())
	}
	e.at = e.at.UTC()
	return e
}

// people are the correspondents as relations: those they wrote to or heard
// from, those of most mails first, at most 1,000.
func (l *lesson) people() []*people.Relation {
	known := map[string]*people.Relation{}
	own := addr.Correspondent(l.address)
	meet := func(a mime.Address, e *letter) *people.Relation {
		key := addr.Correspondent(a.Addr)
		if !addr.Valid(a.Addr) || key == own {
			return nil
		}
		r := known[key]
		if r == nil {
			r = &people.Relation{Address: a.Addr, Met: e.at}
			known[key] = r
		}
		r.Name = cmp.Or(strings.Clone(plain.Cut(plain.Line(a.Name), valid.MaxName)), r.Name)
		if e.at.Before(r.Met) {
			r.Met = e.at
		}
		if !e.at.Before(r.Last) {
			r.Last, r.Topic = e.at, cmp.Or(people.Topic(e.parsed.Sum.Subject), r.Topic)
		}
		return r
	}
	for _, e := range l.sent {
		for _, a := range slices.Concat(e.parsed.Sum.To, e.parsed.Sum.Cc) {
			if r := meet(a, e); r != nil {
				r.Sent++
			}
		}
	}
	for _, e := range l.got {
		if r := meet(e.parsed.Sum.From, e); r != nil {
			r.Received++
			r.Trust = min(r.Trust+4, 100)
		}
	}
	out := make([]*people.Relation, 0, len(known))
	for _, r := range known {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *people.Relation) int {
		return cmp.Or(cmp.Compare(b.Sent+b.Received, a.Sent+a.Received), strings.Compare(addr.Key(a.Address), addr.Key(b.Address)))
	})
	return out[:min(len(out), maxPeople)]
}

// briefMails are samples of a person's mail, the newest, theirs first.
func (l *lesson) briefMails() (out []mailsim.BriefMail) {
	for _, list := range [][]*letter{l.sent, l.got} {
		for _, e := range list[max(0, len(list)-pen.MaxMails):] {
			out = append(out, mailsim.BriefMail{
				From: e.parsed.Sum.From.Addr, To: post.Addrs(e.parsed.Sum.To), Subject: plain.Cut(e.parsed.Sum.Subject, 300), Date: e.at,
				Text: plain.Cut(e.text, pen.MaxThreadText),
			})
		}
	}
	return out
}
