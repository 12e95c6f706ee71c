package world

// What a mail of a stream says, and its bytes.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

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
	if m.stream.Kind == worldgen.Newsletter {
		m.order.Unsubscribe = m.subscription()
	}
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
