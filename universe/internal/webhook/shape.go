package webhook

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/callback"
	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Webhooks that look like those of others.

// shaped tells whether the webhook has a shape other than mailsim's own.
func (w *Record) shaped() bool { return w.Shape != "" && callback.Shape(w.Shape) != callback.Own }

// batch is what goes out together: outcomes of one commit for one webhook.
type batch struct {
	of      []*Record
	notices []([]callback.Notice)
	seq     mailsim.Mark
	last    *state.Event
}

// shape has an event told to a webhook in its shape: an outcome joins the batch of its
// commit, other mail is sent at once.
func (h *Runner) shape(w *Record, e *state.Event, b *batch) {
	shape := callback.Shape(w.Shape)
	if o, ok := e.Data.(mailsim.MailReport); ok {
		if shape.Provider() && shape.Reports(o.Provider) {
			if b.last != nil && b.seq != e.Seq {
				h.flush(b)
			}
			b.add(w, e, h.notice(o, e))
		}
		return
	}
	m := h.inbound(shape, e)
	if m == nil {
		return
	}
	for _, r := range shape.Inbound(m, h.target(w)) {
		h.post(w, r, e)
	}
}

// add puts a notice into the batch of a webhook.
func (b *batch) add(w *Record, e *state.Event, n callback.Notice) {
	i := slices.Index(b.of, w)
	if i < 0 {
		i = len(b.of)
		b.of, b.notices = append(b.of, w), append(b.notices, nil)
	}
	b.notices[i] = append(b.notices[i], n)
	b.seq, b.last = e.Seq, e
}

// flush sends what a batch holds.
func (h *Runner) flush(b *batch) {
	for i, w := range b.of {
		for _, r := range callback.Shape(w.Shape).Notices(b.notices[i], h.target(w)) {
			h.post(w, r, b.last)
		}
	}
	*b = batch{}
}

// post hands a request to the outbox.
func (h *Runner) post(w *Record, r *callback.Request, e *state.Event) {
	if r == nil {
		return
	}
	d := hook.Delivery{URL: w.URL, Secret: w.Secret, Body: r.Body, Event: e.ID, ContentType: r.ContentType, Header: r.Header, Sign: r.Sign}
	if callback.Shape(w.Shape) == callback.Mailpit {
		d.ContentType = "" // signed as mailsim signs
	}
	if h.inTime(d) {
		h.sendFaulty(d, e)
	}
}

// target is where the requests of a webhook go, and what they are made with.
func (h *Runner) target(w *Record) callback.Target {
	t := callback.Target{Secret: w.Secret, Raw: w.Raw, URL: w.URL, Topic: w.Name, Universe: h.u.ID(), Base: "http://mailsim.invalid"}
	if base := h.Base; base != nil && base() != "" {
		t.Base = strings.TrimSuffix(base(), "/")
	}
	switch callback.Shape(w.Shape) {
	case callback.SES, callback.SendGrid:
		keys := h.u.provide.SigningKeys()
		t.EC, t.RSA = keys.EC, keys.RSA
	}
	return t
}

// notice is an outcome as shapes take it.
func (h *Runner) notice(o mailsim.MailReport, e *state.Event) callback.Notice {
	n := callback.Notice{
		Event: e.ID, Kind: string(o.Kind), At: e.At.Time(), Recipient: o.Recipient, MessageID: o.MessageID, From: o.From, To: o.To, Subject: o.Subject, SendID: o.SendID, SentAt: o.SentAt,
		Status: string(o.Status), Reply: o.Reply, List: o.List, URL: o.URL, UserAgent: o.UserAgent, Tags: o.Tags, Data: o.Data,
	}
	h.u.Read(func(v state.View) {
		if entry := post.ByID(v, o.MessageID); entry != nil {
			n.Raw = entry.Mail.Raw()
		}
	})
	return n
}

// inbound is the mail that an event tells the application of, nil for none: for Mailpit
// what it sends, for a provider what others send to it.
func (h *Runner) inbound(shape callback.Shape, e *state.Event) *callback.Mail {
	m := &callback.Mail{Event: e.ID, At: e.At.Time(), IP: "192.0.2.30"}
	id := ""
	switch d := e.Event().Data.(type) {
	case mailsim.MailDelivered:
		if shape != callback.Mailpit {
			return nil
		}
		id, m.From, m.To = d.MessageID, d.From, d.To
		if came, ok := e.Data.(interface{ CameBy() *post.Way }); ok {
			m.ID = string(came.CameBy().ID[:])
		}
	case mailsim.PersonaSent:
		id, m.To, m.Text = d.MessageID, append(slices.Clone(d.To), d.CC...), d.Text
	case mailsim.WorldMail:
		id, m.To = d.MessageID, slices.Clone(d.To)
	default:
		return nil
	}
	h.u.Read(func(v state.View) {
		if entry := post.ByID(v, id); entry != nil {
			m.Raw = entry.Mail.Raw()
			if m.From == "" {
				m.From = entry.Mail.Summary().From.Addr
			}
		}
		if shape.Provider() {
			m.To = slices.DeleteFunc(m.To, func(a string) bool { return people.At(v, a) != nil })
		}
	})
	if m.Raw == "" || len(m.To) == 0 || shape == callback.Mailpit && e.Data.EventType() != mailsim.EventMailDelivered {
		return nil
	}
	return m
}

// newTopics are the webhooks of the shape ses-sns that were not on the list before.
func newTopics(before, now []*Record) (fresh []*Record) {
	for _, w := range now {
		if callback.Shape(w.Shape) != callback.SES {
			continue
		}
		if !slices.ContainsFunc(before, func(old *Record) bool { return old.URL == w.URL && old.Shape == w.Shape && old.Name == w.Name }) {
			fresh = append(fresh, w)
		}
	}
	return fresh
}

// greets tells whether there is a webhook to be asked whether it wants what it is sent.
func (h *Runner) greets() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.fresh) > 0
}

// subscribe asks webhooks whether they want what they are sent.
func (h *Runner) subscribe(fresh []*Record, after int64) {
	for _, w := range fresh {
		h.post(w, h.target(w).Subscription(h.u.Now()), &state.Event{ID: after})
	}
}
