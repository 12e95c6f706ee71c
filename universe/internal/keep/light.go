package keep

// Events that outlive their mail, in a form that does without it.

import (
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// lightText bounds what is read of a mail for the event that outlives it, in bytes.
const lightText = 64 << 10

// lighten replaces the events that tell of mails which have left the last folder
// by ones that need none, their text cut as a prune cuts it: an event must not
// keep a mail that is no longer counted.
func lighten(t *state.Tx) {
	log := t.State.Events
	var redone []*state.Event
	for _, g := range *post.GoneSlot.Of(t) {
		if rec := post.ByID(t.View, g.MessageID); rec != nil && rec.Mail == g.Mail || post.Stray.In(t.State).M[g.Mail] > 0 {
			continue // it came back within the transaction
		}
		first, last := log.After(g.After), log.After(log.IDAt(g.Seq-1))
		redone = lightened(log, redone, g.Mail, first)
		if first != last {
			redone = lightened(log, redone, g.Mail, last)
		}
	}
	Redo(t, redone)
}

// lightened appends the events of one change, the one with the i-th event, that
// hold a mail, in a form that does without it. It comes too late to refuse the transaction: where
// the mail cannot be read, they stay as they are.
func lightened(log *state.Log, out []*state.Event, m *post.Mail, i int) []*state.Event {
	for from := i; i < log.Len() && log.Index(i).Seq == log.Index(from).Seq; i++ {
		if e := log.Index(i); holdsMail(e, m) {
			_ = fail.Readable(func() {
				out = append(out, &state.Event{ID: e.ID, Seq: e.Seq, At: e.At, Data: lightData(e.Data, m)})
			})
		}
	}
	return out
}

// holdsMail tells whether an event refers to a mail.
func holdsMail(e *state.Event, m *post.Mail) bool {
	switch d := e.Data.(type) {
	case deliver.Delivered:
		return d.Way.Mail == m
	case mind.Received:
		return d.Mail == m
	}
	return false
}

// lightData is event data of a mail that refers to no byte of it.
func lightData(data mailsim.EventData, m *post.Mail) mailsim.EventData {
	head := post.Loose(headOf(m), m.MessageID)
	switch d := data.(type) {
	case deliver.Delivered:
		out := d.Resolve().(mailsim.MailDelivered)
		out.From, out.Subject = strings.Clone(out.From), strings.Clone(out.Subject)
		return out
	case mind.Received:
		d.Mail = head
		out := d.Resolve().(mailsim.PersonaReceived)
		out.From, out.FromName, out.Subject = strings.Clone(out.From), strings.Clone(out.FromName), strings.Clone(out.Subject)
		out.Text = keptOf(out.Text)
		return out
	}
	return data
}

// headOf is how the bytes of a mail begin.
func headOf(m *post.Mail) string {
	raw := m.Look()
	return raw[:min(len(raw), lightText)]
}
