package work

// What no person does: notices, mail that was held back, the streams of the World.

import (
	"errors"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/provide"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// runBounce sends the notice, by the same rules as any mail.
func runBounce(r *jobRun) error {
	b, kind := rules.NoticeIn(r.job), mailsim.MailboxStatus(r.job.Args.Kind)
	outdated := false
	r.u.Peek(func(v state.View) { outdated = rules.Outdated(v, b) })
	if outdated {
		r.note = "not sent: the mail is no longer held back"
		return r.update(func(*state.Tx) error { return nil })
	}
	env := &mailsim.Envelope{To: []string{b.To}, Proto: "system", Helo: "mx." + addr.Domain(b.Address)}
	s := transit.NewSubmission(env, r.u.rules.WriteNotice(b, kind), transit.FromSystem)
	r.note = "sent to " + b.To
	return r.u.deliver.Submit(r.ctx, s, r.update, func(t *state.Tx) error {
		if b.Action == rules.Complaint {
			provide.Complained(t, b.ID, b.Address)
		}
		if b.Action != report.Failed {
			return nil
		}
		dropped := ""
		if o := rules.For(t.View, b.To); o.Bad != "" || o.Silent {
			dropped = "the sender's address takes no mail"
		}
		orig := &transit.Submission{Sum: mime.Summarize(b.Raw), Mail: &post.Mail{MessageID: b.ID}}
		rules.EmitBounced(t, people.At(t.View, b.Address), b.Address, kind, b.To, orig, dropped)
		return nil
	})
}

// runDelivery brings a held mail to its recipient.
func runDelivery(r *jobRun) error {
	h := transit.HeldIn(r.job)
	s := transit.Resume(h)
	r.note = "delivered to " + h.To
	if r.u.deliver.AnyoneReads([]string{h.To}) {
		r.u.transit.ReadMail(s)
	}
	return r.u.transit.Prepared(s, r.update, func(t *state.Tx) error { return deliver.Arrive(t, s, h.To) })
}

// runSend sends what the application has scheduled with a provider.
func runSend(r *jobRun) error {
	r.note = "sent to " + strings.Join(r.job.Args.To, ", ")
	return r.u.provide.SendScheduled(r.ctx, r.job, r.update)
}

// runWorld sends one mail of a stream and plans the next.
func runWorld(r *jobRun) error {
	id := r.job.Args.Stream
	next := func(t *state.Tx) error {
		if !world.PlanNext(t, id) {
			return errStale
		}
		return nil
	}
	_, err := r.u.world.SendFrom(r.ctx, id, func(messageID string, f func(*state.Tx) error) error {
		r.note = "sent " + messageID
		return r.update(func(t *state.Tx) error {
			if err := f(t); err != nil {
				return err
			}
			return next(t)
		})
	})
	if err == nil || errors.Is(err, errStale) {
		return err
	}
	r.note = "not sent: " + err.Error()
	return r.update(next)
}

// askWorld asks who the sender of a stream's mail is, and what they write.
func askWorld(r *jobRun) func() {
	m, err := r.u.world.NextMail(r.ctx, r.job.Args.Stream, r.at)
	if err != nil || m.Person == nil {
		return nil
	}
	return m.Errand
}

// runRelease has a mail handed to the relay, in real time: the clock goes on, and the job
// ends with the attempt.
func runRelease(r *jobRun) error {
	r.u.release.Begin(r.job.ID)
	return nil
}
