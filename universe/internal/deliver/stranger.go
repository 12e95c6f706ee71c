package deliver

import (
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// AnyoneReads tells whether a person is, or will be, behind one of the addresses.
func (u *Part) AnyoneReads(to []string) (reads bool) {
	u.Peek(func(v state.View) {
		for _, a := range to {
			if people.IDAt(v, a) != "" {
				reads = true
				return
			}
			if post.Mailbox(v, a) == nil {
				o := rules.For(v, a)
				reads = reads || o.Stranger == mailsim.StrangerBasic || o.Stranger == mailsim.StrangerAI || makesPerson(o.Tag)
			}
		}
	})
	return reads
}

// makesPerson tells whether a magic address has someone behind it.
func makesPerson(m *mailsim.MagicTag) bool {
	return m != nil && (m.Temperament != "" || m.OOO || m.Unsubscribe)
}

// meetStranger puts a person behind a never-seen address where the rules or its
// tag ask for one. Event: persona.created.
func meetStranger(t *state.Tx, s *transit.Submission, to string, o rules.Outcome) error {
	if o.Stranger != mailsim.StrangerBasic && o.Stranger != mailsim.StrangerAI && !makesPerson(o.Tag) {
		return nil
	}
	if s.Read == nil {
		return transit.ErrUnread
	}
	p := mailsim.Persona{Addresses: []string{to}}
	why := "mail came for an address not seen before"
	if o.Tag != nil {
		why = "the address asks for it: +" + o.Tag.Tag
		p.Temperament = o.Tag.Temperament
		if o.Tag.OOO {
			p.Timing.OOO = []mailsim.Absence{{From: "0001-01-01", To: "9999-12-31"}}
		}
	}
	for _, a := range s.Sum.To {
		if addr.Key(a.Addr) == addr.Key(to) && len(a.Name) <= valid.MaxName && people.Names(a.Name, to) {
			p.Name = strings.Clone(plain.Line(a.Name)) // not with the mail around it
		}
	}
	if p.Name == "" && len(s.Sum.To) == 1 {
		p.Name = strings.Clone(people.GreetedAs(s.Read.Gist.Greeting, to))
	}
	if err := valid.Persona(&p); err != nil {
		return nil // an address that no person can have stays a mailbox
	}
	rec, err := people.Add(t, p, people.ProviderStranger)
	if err != nil {
		return nil // the plan allows no more people: a mailbox alone
	}
	byWriter := o.Stranger == mailsim.StrangerAI && settings.AIOn(t.View)
	t.Emit(mailsim.PersonaCreated{PersonaID: rec.ID, Persona: rec.Name, Address: to, Temperament: rec.Temperament, Mode: people.CreatedMode(byWriter), Why: why})
	if byWriter {
		fillByAI(t, rec, s)
	}
	return nil
}

// fillByAI plans that the writer says who a new person is, before they read
// the mail that brought them.
func fillByAI(t *state.Tx, p *people.Person, s *transit.Submission) {
	job := mailsim.Job{MessageID: s.Mail.MessageID, Plan: "the writer says who " + p.Name + " is"}
	jobs.Schedule(t, mailsim.JobRead, p.Owner(), t.Now, job, jobs.Args{Kind: jobs.MeetKind, Correspondent: s.From(), Thread: s.Mail.Thread})
}

// makeTagged makes the mailbox of a magic address, whose tag goes on to decide.
func makeTagged(t *state.Tx, to string) {
	if post.Mailbox(t.View, to) != nil {
		return
	}
	post.MakeMailbox(t, to)
	next := *post.Mailbox(t.View, to)
	next.Tagged = true
	post.SetBox(t, to, &next)
}

// afterTag does what a magic address asks for with every mail.
func afterTag(t *state.Tx, s *transit.Submission, to string, tag *mailsim.MagicTag) {
	p := people.At(t.View, to)
	if tag == nil || p != nil && p.Paused {
		return
	}
	if tag.Complaint {
		rules.ComplainLater(t, s, to, p)
	}
	if tag.Unsubscribe && p != nil && s.Read != nil {
		links.PlanUnsubscribe(t, p, s)
	}
}
