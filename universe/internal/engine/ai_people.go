package engine

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// fill lets the writer say who a person is, where nothing says so yet; ok is
// false when it stays as it is. p is a person without id, or a copy.
func (u *Universe) fill(ctx context.Context, p mailsim.Persona, b mailsim.Brief) (mailsim.Persona, bool) {
	b.Person = clonePersona(p)
	known := knownURLs(briefKnownText(&b))
	return ask(ctx, u, "who "+cmp.Or(p.Name, p.Addresses[0])+" is", p.ID, func(ctx context.Context, fault string) (mailsim.Persona, error) {
		told := b
		told.Fault = fault
		d, err := u.callWrite(ctx, told)
		if err != nil {
			return p, err
		}
		if d.Person == nil {
			return p, errors.New("person is missing")
		}
		next := orElse(p, described(*d.Person, known))
		return next, valid.Persona(&next)
	})
}

// described is what a writer may say of a person, made safe: addresses, times,
// habits and the like are not its to give.
func described(p mailsim.Persona, known map[string]bool) mailsim.Persona {
	line := func(s string) string { return cleanLine(s, valid.MaxName, known) }
	text := func(s string) string {
		return cut(strings.TrimSpace(dropURLs(printableText(s), known)), maxDescription)
	}
	return mailsim.Persona{
		Name: line(p.Name), Role: line(p.Role), Org: line(p.Org), Who: text(p.Who), Wants: text(p.Wants), Character: text(p.Character),
		Knows: p.Knows, Temperament: p.Temperament,
		Style: mailsim.Style{Length: p.Style.Length, Formality: p.Style.Formality, Signature: text(p.Style.Signature)},
	}
}

// maxDescription bounds a text about a person in characters.
const maxDescription = 2000

// orElse fills what a person leaves out with what another one says.
func orElse(p, from mailsim.Persona) mailsim.Persona {
	p = clonePersona(p)
	for _, f := range []struct{ to, from *string }{
		{&p.Name, &from.Name}, {&p.Role, &from.Role}, {&p.Org, &from.Org}, {&p.Who, &from.Who}, {&p.Wants, &from.Wants},
		{&p.Character, &from.Character}, {&p.Knows, &from.Knows}, {&p.Temperament, &from.Temperament},
		{&p.Style.Length, &from.Style.Length}, {&p.Style.Formality, &from.Style.Formality}, {&p.Style.Signature, &from.Style.Signature},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
	return p
}

// meetKind marks the read job in which the writer says who a stranger is.
const meetKind = "meet"

// fillByAI plans that the writer says who a new person is, before they read
// the mail that brought them.
func (t *tx) fillByAI(p *personaRec, s *submission) {
	job := mailsim.Job{MessageID: s.mail.messageID, Plan: "the writer says who " + p.Name + " is"}
	t.schedule(mailsim.JobRead, p, t.now, job, jobArgs{Kind: meetKind, Correspondent: s.from(), Thread: s.mail.thread})
}

// meet fills a new person in. Event: persona.updated.
func (r *jobRun) meet() error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	filled, ok := w.introduce()
	r.note = "the templates' person stays"
	if ok {
		r.note = "filled in"
	}
	return r.update(func(t *tx) error {
		old, err := t.mustPersona(w.p.ID)
		if err != nil || !ok {
			return err
		}
		next := &personaRec{orElse(old.Persona, filled)}
		t.setPersona(old, next)
		t.emit(mailsim.PersonaUpdated{PersonaID: next.ID, Name: next.Name})
		return nil
	})
}

// introduce lets the writer say who a stranger is, from the mail that they got.
func (w *writing) introduce() (mailsim.Persona, bool) {
	b := mailsim.Brief{Kind: mailsim.BriefSender, Now: w.now, To: w.job.Args.Correspondent}
	for _, m := range w.mails {
		b.Mails = append(b.Mails, w.u.briefMail(m, maxThreadText, nil))
	}
	return w.u.fill(w.ctx, w.p.clone(), b)
}

// imagine lets the writer say who a new sender of the World is, and tells
// whether it did.
func (m *worldMail) imagine() bool {
	on := false
	m.u.read(func(v view) { on = v.aiOn() })
	if !on || !m.fresh {
		return false
	}
	bare := mailsim.Persona{
		Name: m.p.Name, Addresses: m.p.Addresses, Temperament: m.p.Temperament, Knows: m.p.Knows,
		Style: mailsim.Style{Client: m.p.Style.Client},
	}
	b := mailsim.Brief{Kind: mailsim.BriefSender, Now: m.now}
	m.tell(&b)
	p, ok := m.u.fill(m.ctx, bare, b)
	if !ok {
		return false
	}
	m.p = &personaRec{orElse(p, m.p.Persona)}
	from := &m.order.From
	from.Org, from.Role, from.Formality = m.p.Org, m.p.Role, m.p.Style.Formality
	return true
}

// tell adds what a mail of the World is about.
func (m *worldMail) tell(b *mailsim.Brief) {
	if b.Facts == nil {
		b.Facts = map[string]string{}
	}
	if b.Kind == mailsim.BriefReply {
		b.Kind = mailsim.BriefWorld
	}
	b.To, b.ToName = m.order.To.Address, m.order.To.Name
	for k, v := range map[string]string{
		"stream": m.order.Kind, "brief": m.order.Brief, "company": m.order.Company.Name, "company_domain": m.order.Company.Domain,
		"to_role": m.order.To.Role, "attached": m.attached,
	} {
		if v != "" {
			b.Facts[k] = cut(v, maxThreadText)
		}
	}
	if m.order.Nth > 0 {
		b.Facts["again"] = "they have written to the company before"
	}
}
