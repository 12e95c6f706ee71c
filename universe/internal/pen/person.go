package pen

// Who a person is, as a writer describes them.

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Fill lets the writer say who a person is, where nothing says so yet; ok is
// false when it stays as it is. p is a person without id, or a copy.
func (u *Part) Fill(ctx context.Context, p mailsim.Persona, b mailsim.Brief) (mailsim.Persona, bool) {
	b.Person = people.Clone(p)
	known := KnownURLs(textsOf(&b))
	return ai.Ask(ctx, u.ai, "who "+cmp.Or(p.Name, p.Addresses[0])+" is", p.ID, func(ctx context.Context, fault string) (mailsim.Persona, error) {
		told := b
		told.Fault = fault
		d, err := u.ai.Write(ctx, told)
		if err != nil {
			return p, err
		}
		if d.Person == nil {
			return p, errors.New("person is missing")
		}
		next := OrElse(p, described(*d.Person, known))
		return next, valid.Persona(&next)
	})
}

// described is what a writer may say of a person, made safe: addresses, times,
// habits and the like are not its to give.
func described(p mailsim.Persona, known map[string]bool) mailsim.Persona {
	line := func(s string) string { return CleanLine(s, valid.MaxName, known) }
	text := func(s string) string {
		return plain.Cut(strings.TrimSpace(dropURLs(printableText(s), known)), maxDescription)
	}
	return mailsim.Persona{
		Name: line(p.Name), Role: line(p.Role), Org: line(p.Org), Who: text(p.Who), Wants: text(p.Wants), Character: text(p.Character),
		Knows: p.Knows, Temperament: p.Temperament,
		Style: mailsim.Style{Length: p.Style.Length, Formality: p.Style.Formality, Signature: text(p.Style.Signature)},
	}
}

// maxDescription bounds a text about a person in characters.
const maxDescription = 2000

// OrElse fills what a person leaves out with what another one says.
func OrElse(p, from mailsim.Persona) mailsim.Persona {
	p = people.Clone(p)
	for _, f := range []struct{ to, from *string }{
		{&p.Name, &from.Name}, {&p.Role, &from.Role}, {&p.Org, &from.Org}, {&p.Who, &from.Who}, {&p.Wants, &from.Wants},
		{&p.Character, &from.Character}, {&p.Knows, &from.Knows}, {&p.Temperament, &from.Temperament},
		{&p.Style.Length, &from.Style.Length}, {&p.Style.Formality, &from.Style.Formality}, {&p.Style.Signature, &from.Style.Signature},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
	return p
}

// Introduce lets the writer say who a stranger is, from the mail that they got.
func (u *Part) Introduce(ctx context.Context, w *Writing) (mailsim.Persona, bool) {
	b := mailsim.Brief{Kind: mailsim.BriefSender, Now: w.Now, To: w.Args.Correspondent}
	for _, m := range w.Mails {
		b.Mails = append(b.Mails, u.briefMail(m, w.Person.Style.Client, MaxThreadText, nil))
	}
	return u.Fill(ctx, w.Person.Clone(), b)
}
