package rules

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// What mail servers do by themselves.
const (
	warnAfter = 4 * time.Hour      // mail is held back so long before NOTIFY=DELAY is heeded
	queueLife = 5 * 24 * time.Hour // how long mail is tried
)

// NoAnswer is why mail that is held back has not arrived.
var NoAnswer = mailsim.SMTPReply{Code: 451, Enhanced: "4.4.1", Text: "No answer from the recipient's server"}

// Notice is what a sender is told of one recipient: what a bounce job needs.
type Notice struct {
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

	way *post.Way // how the mail came in
}

// Kind is that of the jobs that carry it.
func (b *Notice) Kind() mailsim.JobKind { return mailsim.JobBounce }

// Size is that of the mail it is about, in bytes.
func (b *Notice) Size() int { return len(b.Raw) }

// Cargo is the mail it is about and how that came in.
func (b *Notice) Cargo() post.Cargo {
	return post.Cargo{Mail: post.Loose(b.Raw, b.ID), Way: b.way}
}

// Light is what is left without the mail.
func (b *Notice) Light() jobs.Payload {
	light := *b
	light.Envelope, light.Raw, light.ID = nil, "", ""
	return &light
}

// Restore gives it the mail again.
func (b *Notice) Restore(c post.Cargo) {
	b.Envelope, b.way, b.Raw, b.ID = c.Way.Envelope(), c.Way, c.Mail.Look(), c.Mail.MessageID
}

// NoticeIn is what a job tells a sender, nil for a job of another kind.
func NoticeIn(j *jobs.Record) *Notice {
	b, _ := j.Args.Load.(*Notice)
	return b
}

// Complaint is the action of a notice that is a report of abuse.
const Complaint report.Action = "complaint"

// bounceDelays is how long a notice takes, in seconds, by kind.
var bounceDelays = map[mailsim.MailboxStatus][2]int{
	mailsim.StatusUnknown: {2, 90}, mailsim.StatusDomain: {2, 90}, mailsim.StatusDisabled: {2, 90}, mailsim.StatusFull: {2, 90}, mailsim.StatusBlocked: {1, 20},
}

// Recipient returns the DSN parameters of a recipient, nil without any.
func Recipient(e *mailsim.Envelope, address string) *mailsim.Recipient {
	for i := range e.Notify {
		if addr.Key(e.Notify[i].Address) == addr.Key(address) {
			return &e.Notify[i]
		}
	}
	return nil
}

// asks tells whether NOTIFY names an event: FAILURE, DELAY or SUCCESS.
func asks(r *mailsim.Recipient, event string) bool {
	return r != nil && slices.ContainsFunc(r.Notify, func(n string) bool { return strings.EqualFold(n, event) })
}

// wants is asks, and true without NOTIFY: of what goes wrong a sender is told
// unasked (RFC 3461 section 4.1).
func wants(r *mailsim.Recipient, event string) bool {
	return r == nil || len(r.Notify) == 0 || asks(r, event)
}

// newNotice is a notice to the envelope sender, who must not be null, of what
// became of one recipient's copy.
func newNotice(t *state.Tx, s *transit.Submission, to string, action report.Action) *Notice {
	b := &Notice{
		To: s.Env.From, Address: to, Envelope: s.Env, way: s.Way, Raw: s.Raw, ID: s.Mail.MessageID, Subject: s.Sum.Subject,
		Arrival: time.Unix(s.Way.At, 0).UTC(), Action: action, N: t.Count("notice", addr.Key(to), addr.Key(s.Env.From)), Round: t.Round(),
	}
	if r := Recipient(s.Env, to); r != nil {
		b.Original = r.Original
	}
	return b
}

// planNotice plans a notice; plan says what goes out.
func planNotice(t *state.Tx, b *Notice, kind mailsim.MailboxStatus, due time.Time, p *people.Person, plan string) {
	jobs.Schedule(t, mailsim.JobBounce, p.Owner(), due, mailsim.Job{MessageID: b.ID, Plan: plan + " goes to " + b.To},
		jobs.Args{Correspondent: b.To, Kind: string(kind), Load: b, To: []string{b.To}})
}

// PlanBounce plans the notice of a failure. There is none for the null sender,
// nor where NOTIFY does not ask for it.
func PlanBounce(t *state.Tx, s *transit.Submission, to string, kind mailsim.MailboxStatus, due time.Time, p *people.Person) {
	switch {
	case s.Env.From == "":
		EmitBounced(t, p, to, kind, "", s, "the mail has no sender to tell")
	case !wants(Recipient(s.Env, to), "FAILURE"):
		EmitBounced(t, p, to, kind, s.Env.From, s, "the sender asked for no notice")
	default:
		planNotice(t, newNotice(t, s, to, report.Failed), kind, due, p, "a bounce notice ("+kind.Reply().String()+")")
	}
}

// NoticeDelay plans the notice that a mail which is held back has not arrived
// yet. It falls away when the mail is no longer held back.
func NoticeDelay(t *state.Tx, s *transit.Submission, to string, after time.Duration, held *jobs.Record) {
	if s.Env.From == "" || !wants(Recipient(s.Env, to), "DELAY") {
		return
	}
	b := newNotice(t, s, to, report.Delayed)
	b.Held, b.Until = held.ID, state.Later(held.Due, b.Arrival.Add(queueLife))
	planNotice(t, b, "", t.Now.Add(after), nil, "a notice of delay")
}

// WarnHeld plans a notice of delay where the sender asked for it by NOTIFY and
// the mail is held back long enough.
func WarnHeld(t *state.Tx, s *transit.Submission, to string, held *jobs.Record) {
	if held.Due.Sub(t.Now) > warnAfter && asks(Recipient(s.Env, to), "DELAY") {
		NoticeDelay(t, s, to, warnAfter, held)
	}
}

// NoticeDelivered plans the notice that a mail is in the mailbox, where NOTIFY
// asks for it.
func NoticeDelivered(t *state.Tx, s *transit.Submission, to string) {
	if s.Env.From == "" || !asks(Recipient(s.Env, to), "SUCCESS") {
		return
	}
	r := t.Env.Chance.Draw("delivered/1", addr.Key(to), addr.Key(s.Env.From), strconv.Itoa(t.Count("delivered", addr.Key(to), addr.Key(s.Env.From))))
	planNotice(t, newNotice(t, s, to, report.Delivered), "", t.Now.Add(time.Duration(r.Between(1, 10))*time.Second), nil, "a notice of delivery")
}

// Outdated tells whether the mail that a notice of delay is about is no longer
// held back: it has arrived, or its delivery was skipped.
func Outdated(v state.View, b *Notice) bool {
	if b.Held == "" {
		return false
	}
	j := jobs.Get(v, b.Held)
	return j == nil || j.State != mailsim.StatePending
}

// BounceLater plans the notice of a bad address, a little later.
func BounceLater(t *state.Tx, s *transit.Submission, to string, kind mailsim.MailboxStatus) {
	d := bounceDelays[kind]
	r := t.Env.Chance.Draw("bounce/1", addr.Key(to), addr.Key(s.Env.From), strconv.Itoa(t.Count("bounce", addr.Key(to), addr.Key(s.Env.From))))
	PlanBounce(t, s, to, kind, t.Now.Add(time.Duration(r.Between(d[0], d[1]))*time.Second), people.At(t.View, to))
}

// EmitBounced tells that an address bounced a mail: to whom the notice goes, or why
// there is none. Event: persona.bounced.
func EmitBounced(t *state.Tx, p *people.Person, address string, kind mailsim.MailboxStatus, to string, s *transit.Submission, dropped string) {
	e := mailsim.PersonaBounced{Address: address, Kind: string(kind), To: to, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Dropped: dropped}
	if p != nil {
		e.PersonaID = p.ID
	}
	t.Emit(e)
}

// ComplainLater plans an abuse report (RFC 5965) to the envelope sender.
func ComplainLater(t *state.Tx, s *transit.Submission, address string, p *people.Person) {
	if s.Env.From == "" {
		return
	}
	r := t.Env.Chance.Draw("complaint/1", addr.Key(address), addr.Key(s.Env.From))
	job := mailsim.Job{MessageID: s.Mail.MessageID, Plan: address + " reports the mail as spam"}
	jobs.Schedule(t, mailsim.JobBounce, p.Owner(), t.Now.Add(time.Duration(r.Between(60, 900))*time.Second), job,
		jobs.Args{Correspondent: s.Env.From, Load: newNotice(t, s, address, Complaint), To: []string{s.Env.From}})
}
