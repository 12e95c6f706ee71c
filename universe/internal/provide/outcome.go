package provide

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Followed tells whether somebody wants the outcomes of all mail; others add theirs.
var Followed []func(state.View) bool

// sendOf is the send of a mail, nil for none.
func sendOf(v state.View, messageID string) *Send {
	if messageID == "" || byMail.In(v.State).Len() == 0 {
		return nil
	}
	return sends.In(v.State).At(byMail.In(v.State).At(messageID))
}

// tell tells one outcome and draws the consequences. Event: mail.report.
func tell(t *state.Tx, rec *Send, o mailsim.MailReport) {
	rec = change(t, rec, func(s *Send) { s.Last = o.Kind })
	o.MessageID, o.From, o.To, o.Subject = rec.MessageID, rec.From, rec.To, rec.Subject
	o.Provider, o.SendID, o.SentAt = rec.Provider, rec.ID, rec.Due
	o.Tags, o.Data = rec.Tags, rec.Data
	if p := people.At(t.View, o.Recipient); p != nil {
		o.PersonaID = p.ID
	}
	list := ""
	switch {
	case o.Permanent():
		list = rec.Lists.Bounced
	case o.Kind == mailsim.ReportBounced:
		list = rec.Lists.Blocked
	case o.Kind == mailsim.ReportComplained:
		list = rec.Lists.Complained
	case o.Kind == mailsim.ReportUnsubscribed:
		list = rec.Lists.Left
	}
	if list != "" {
		origin := string(o.Kind)
		if o.Status != "" {
			origin = string(o.Status)
		}
		_ = suppress(t, rec.Provider, list, mailsim.Suppression{Address: o.Recipient, Why: o.Reply, Origin: origin, SendID: rec.ID}) // a full list changes nothing about the mail
	}
	t.Emit(o)
}

// Observe reads outcomes off an event.
func Observe(t *state.Tx, e *state.Event) {
	switch d := e.Data.(type) {
	case deliver.Delivered:
		accepted(t, d.Way.Mail.MessageID, d.Way.Mail.Look(), d.Way.Route.From, d.Way.Route.To)
	case mailsim.MailDelivered:
		accepted(t, d.MessageID, "Subject: "+d.Subject+"\r\n\r\n", d.From, d.To)
	case mailsim.PersonaBounced:
		status := mailsim.MailboxStatus(d.Kind)
		about(t, d.MessageID, d.Address, mailsim.MailReport{Kind: mailsim.ReportBounced, Status: status, Reply: status.Reply().String()})
	case mailsim.LinkOpened:
		clicked(t, d)
	case mailsim.JobScheduled:
		if d.Kind == string(mailsim.JobDelivery) {
			deferred(t, jobs.Get(t.View, d.JobID))
		}
	case mailsim.JobDone:
		if d.Kind == string(mailsim.JobRead) || d.Kind == string(mailsim.JobReply) {
			if j := jobs.Get(t.View, d.JobID); j != nil {
				opened(t, j.PersonaID, j.MessageID)
			}
		}
	}
}

// accepted begins the send of a mail that came by another way, if somebody follows it,
// and tells that it sets out.
func accepted(t *state.Tx, messageID, raw, from string, to []string) {
	rec := sendOf(t.View, messageID)
	if rec == nil || rec.Provider == "" {
		if messageID == "" || sends.In(t.State).Len() >= maxSends || !slices.ContainsFunc(Followed, func(f func(state.View) bool) bool { return f(t.View) }) {
			return
		}
		rec = &Send{ProviderSend: mailsim.ProviderSend{
			ID: messageID, MessageID: messageID, From: from, To: slices.Clone(to), Subject: mime.Summarize(raw).Subject, Created: t.Now, Due: t.Now, Status: statusSent,
		}}
		put(t, rec)
	}
	for _, a := range to {
		tell(t, rec, mailsim.MailReport{Kind: mailsim.ReportAccepted, Recipient: a})
	}
}

// about tells the outcome of a mail that has a send.
func about(t *state.Tx, messageID, recipient string, o mailsim.MailReport) {
	if rec := sendOf(t.View, messageID); rec != nil {
		o.Recipient = recipient
		if i := slices.IndexFunc(rec.To, func(to string) bool { return addr.Key(to) == addr.Key(recipient) }); i >= 0 {
			o.Recipient = rec.To[i] // as the application wrote it
		}
		tell(t, rec, o)
	}
}

// Delivered tells that the copy of one recipient has arrived.
func Delivered(t *state.Tx, s *transit.Submission, to string) {
	if s.Origin == transit.FromApp || s.Origin == transit.FromAPI {
		about(t, s.Mail.MessageID, to, mailsim.MailReport{Kind: mailsim.ReportDelivered, Reply: "250 2.0.0 OK"})
	}
}

// Complained tells that a recipient reported a mail as spam.
func Complained(t *state.Tx, messageID, address string) {
	about(t, messageID, address, mailsim.MailReport{Kind: mailsim.ReportComplained})
}

// deferred tells that a copy is held back. A second copy of a mail is not the mail.
func deferred(t *state.Tx, j *jobs.Record) {
	if j == nil {
		return
	}
	if h := transit.HeldIn(j); h != nil && !h.Again {
		about(t, h.ID, h.To, mailsim.MailReport{Kind: mailsim.ReportDeferred, Reply: "451 4.4.1 Temporary failure, try again"})
	}
}

// recipientOf is which recipient of a send a person is, "" for none.
func recipientOf(v state.View, rec *Send, personaID string) string {
	if p := people.Get(v, personaID); p != nil {
		for _, to := range rec.To {
			if slices.ContainsFunc(p.Addresses, func(a string) bool { return addr.Key(a) == addr.Key(to) }) {
				return to
			}
		}
	}
	return ""
}

// opened tells that a person has read a mail, once.
func opened(t *state.Tx, personaID, messageID string) {
	rec := sendOf(t.View, messageID)
	if rec == nil || rec.NoOpens {
		return
	}
	to := recipientOf(t.View, rec, personaID)
	if to == "" || slices.Contains(rec.Opened, addr.Key(to)) {
		return
	}
	rec = change(t, rec, func(s *Send) { s.Opened = append(slices.Clip(s.Opened), addr.Key(to)) })
	tell(t, rec, mailsim.MailReport{Kind: mailsim.ReportOpened, Recipient: to, UserAgent: mailsim.DefaultUserAgent})
}

// clicked tells that a person has opened a link, or by it unsubscribed.
func clicked(t *state.Tx, d mailsim.LinkOpened) {
	rec := sendOf(t.View, d.MessageID)
	if rec == nil {
		return
	}
	to := recipientOf(t.View, rec, d.PersonaID)
	if to == "" {
		return
	}
	o := mailsim.MailReport{Kind: mailsim.ReportClicked, Recipient: to, URL: d.URL, UserAgent: mailsim.DefaultUserAgent}
	if unsubscribes(t.View, d) {
		o.Kind = mailsim.ReportUnsubscribed
	} else if opened(t, d.PersonaID, d.MessageID); rec.NoClicks {
		return
	}
	tell(t, sendOf(t.View, d.MessageID), o)
}

// unsubscribes tells whether a link is that by which a mail lets go.
func unsubscribes(v state.View, d mailsim.LinkOpened) bool {
	if d.Why == "unsubscribes" {
		return true
	}
	entry := post.ByID(v, d.MessageID)
	return entry != nil && d.URL != "" && slices.Contains(offers(entry.Mail.Summary().ListUnsubscribe), d.URL)
}

// offers are the URLs of a List-Unsubscribe field.
func offers(field string) (urls []string) {
	for {
		_, rest, ok := strings.Cut(field, "<")
		if !ok {
			return urls
		}
		url, after, ok := strings.Cut(rest, ">")
		if !ok {
			return urls
		}
		urls, field = append(urls, url), after
	}
}

// Forget drops the sends of a mail that is in no folder any more. One that is still
// scheduled stays.
func Forget(t *state.Tx, messageID string) {
	if rec := sendOf(t.View, messageID); rec != nil && rec.Job == "" {
		state.Drop(t, sends.In(t.State), state.Key(rec.Provider, rec.ID))
		state.Drop(t, byMail.In(t.State), messageID)
	}
}
