package engine

import (
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// bounceArg is what a bounce job needs.
type bounceArg struct {
	To       string            `json:"to"`      // the envelope sender
	Address  string            `json:"address"` // the bad address
	Original string            `json:"orcpt,omitempty"`
	Envelope *mailsim.Envelope `json:"envelope"`
	Raw      string            `json:"raw"`
	ID       string            `json:"id"`
	Subject  string            `json:"subject"`
	Arrival  time.Time         `json:"arrival"`
	Action   report.Action     `json:"action"`          // failed, delayed or delivered, else complaint
	N        int               `json:"n"`               // of the notices about this address to this sender
	Round    int               `json:"round,omitempty"` // in which N was counted
	Held     string            `json:"held,omitempty"`  // of a delay: the job that brings the mail
	Until    time.Time         `json:"until,omitzero"`  // of a delay: how long it is tried

	way *passage // how the mail came in
}

// bounceDelays is how long a notice takes, in seconds, by kind.
var bounceDelays = map[mailsim.MailboxStatus][2]int{
	mailsim.StatusUnknown: {2, 90}, mailsim.StatusDomain: {2, 90}, mailsim.StatusDisabled: {2, 90}, mailsim.StatusFull: {2, 90}, mailsim.StatusBlocked: {1, 20},
}

// bounceLater plans the notice of a bad address, a little later.
func (t *tx) bounceLater(s *submission, to string, kind mailsim.MailboxStatus) {
	d := bounceDelays[kind]
	r := t.u.seed.Draw("bounce/1", addr.Key(to), addr.Key(s.env.From), strconv.Itoa(t.count("bounce", addr.Key(to), addr.Key(s.env.From))))
	t.planBounce(s, to, kind, t.now.Add(time.Duration(r.Between(d[0], d[1]))*time.Second), t.personaAt(to))
}

func (t *tx) emitBounced(p *personaRec, address string, kind mailsim.MailboxStatus, to string, s *submission, dropped string) {
	e := mailsim.PersonaBounced{Address: address, Kind: string(kind), To: to, Subject: s.sum.Subject, MessageID: s.mail.messageID, Dropped: dropped}
	if p != nil {
		e.PersonaID = p.ID
	}
	t.emit(e)
}

// dsnLayout is whose notices a domain's server sends; always the same for it.
func (u *Universe) dsnLayout(domain string) report.Layout {
	layouts := report.Layouts()
	return layouts[u.seed.Draw("dsn-layout/1", domain).Weighted([]int{50, 30, 20})]
}

// complaint is the action of a notice that is a report of abuse.
const complaint report.Action = "complaint"

// writeNotice writes the mail of a notice as the domain's server would.
func (u *Universe) writeNotice(b *bounceArg, kind mailsim.MailboxStatus) string {
	draw := u.seed.Draw("dsn/2", inRound([]string{addr.Key(b.Address), addr.Key(b.To), strconv.Itoa(b.N)}, b.Round)...)
	domain, now := addr.Domain(b.Address), u.Now()
	header := []mimebuild.Field{{Name: simulatedHeader, Value: "1"}}
	if b.Action == complaint {
		return report.Complaint(report.ComplaintOptions{
			Rand: draw, Host: domain, To: b.To, Date: now, MailFrom: b.To, Recipients: []string{b.Address}, Arrival: b.Arrival,
			SourceIP: b.Envelope.Remote, Original: b.Raw, OriginalSubject: b.Subject, Header: header,
		})
	}
	reply := kind.Reply()
	bad := reply.Code != 0
	if !bad {
		reply = noAnswer
	}
	ret := report.ReturnFull
	if strings.EqualFold(b.Envelope.Return, "HDRS") {
		ret = report.ReturnHeaders
	}
	originalType, original := dsnOriginal(b.Original)
	return report.DSN(report.DSNOptions{
		Layout: u.dsnLayout(domain), Rand: draw, Action: b.Action, Host: "mx." + domain, To: b.To, Date: now, Arrival: b.Arrival,
		Recipients: []report.Recipient{{
			Addr: b.Address, Original: original, Type: originalType, RetryUntil: b.Until,
			Reply: report.Reply{Code: reply.Code, Enhanced: reply.Enhanced, Text: reply.Text},
		}},
		Return: ret, EnvelopeID: b.Envelope.EnvelopeID, UTF8: b.Envelope.UTF8, Original: b.Raw, OriginalID: b.ID,
		OriginalSubject: b.Subject, Header: header,
	})
}

// dsnOriginal reads ORCPT, "rfc822;address". The type may be missing.
func dsnOriginal(orcpt string) (kind, addr string) {
	kind, addr, ok := strings.Cut(orcpt, ";")
	if !ok {
		return "", orcpt
	}
	return kind, addr
}

// complainLater plans an abuse report (RFC 5965) to the envelope sender.
func (t *tx) complainLater(s *submission, address string, p *personaRec) {
	if s.env.From == "" {
		return
	}
	r := t.u.seed.Draw("complaint/1", addr.Key(address), addr.Key(s.env.From))
	job := mailsim.Job{MessageID: s.mail.messageID, Plan: address + " reports the mail as spam"}
	t.schedule(mailsim.JobBounce, p, t.now.Add(time.Duration(r.Between(60, 900))*time.Second), job,
		jobArgs{Correspondent: s.env.From, Bounce: t.newNotice(s, address, complaint), To: []string{s.env.From}})
}

// makesPerson tells whether a magic address has someone behind it.
func makesPerson(m *mailsim.MagicTag) bool {
	return m != nil && (m.Temperament != "" || m.OOO || m.Unsubscribe)
}

// afterTag does what a magic address asks for with every mail.
func (t *tx) afterTag(s *submission, to string, o outcome) {
	p := t.personaAt(to)
	if o.tag == nil || p != nil && p.Paused {
		return
	}
	if o.tag.Complaint {
		t.complainLater(s, to, p)
	}
	if o.tag.Unsubscribe && p != nil && s.read != nil {
		t.planUnsubscribe(p, s)
	}
}

// meetStranger puts a person behind a never-seen address where the rules or its
// tag ask for one. Event: persona.created.
func (t *tx) meetStranger(s *submission, to string, o outcome) error {
	if o.stranger != mailsim.StrangerBasic && o.stranger != mailsim.StrangerAI && !makesPerson(o.tag) {
		return nil
	}
	if s.read == nil {
		return errUnread
	}
	p := mailsim.Persona{Addresses: []string{to}}
	why := "mail came for an address not seen before"
	if o.tag != nil {
		why = "the address asks for it: +" + o.tag.Tag
		p.Temperament = o.tag.Temperament
		if o.tag.OOO {
			p.Timing.OOO = []mailsim.Absence{{From: "0001-01-01", To: "9999-12-31"}}
		}
	}
	for _, a := range s.sum.To {
		if addr.Key(a.Addr) == addr.Key(to) && a.Name != "" && len(a.Name) <= valid.MaxName && addr.Key(a.Name) != addr.Key(to) {
			p.Name = headerSafe(a.Name)
		}
	}
	if err := valid.Persona(&p); err != nil {
		return nil // an address that no person can have stays a mailbox
	}
	rec, err := t.addPersona(p, providerStranger)
	if err != nil {
		return nil // the plan allows no more people: a mailbox alone
	}
	byWriter := o.stranger == mailsim.StrangerAI && t.aiOn()
	t.emit(mailsim.PersonaCreated{PersonaID: rec.ID, Persona: rec.Name, Address: to, Temperament: rec.Temperament, Mode: createdMode(byWriter), Why: why})
	if byWriter {
		t.fillByAI(rec, s)
	}
	return nil
}

// fillByAI plans that the writer says who a new person is, before they read
// the mail that brought them.
func (t *tx) fillByAI(p *personaRec, s *submission) {
	job := mailsim.Job{MessageID: s.mail.messageID, Plan: "the writer says who " + p.Name + " is"}
	t.schedule(mailsim.JobRead, p, t.now, job, jobArgs{Kind: meetKind, Correspondent: s.from(), Thread: s.mail.thread})
}
