package provide

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Draft reserves the id of a send.
func (b *box) Draft(ctx context.Context, from string) (d mailsim.ProviderDraft, err error) {
	err = b.u.Update(ctx, func(t *state.Tx) error {
		r := t.Env.Chance.Draw("provider-send/1", b.name, addr.Key(from), strconv.Itoa(t.Count("provider-send", b.name, addr.Key(from))))
		d = mailsim.ProviderDraft{ID: r.Text(rng.Hex, 32), Now: t.Now, Unique: func(int) string { return r.Text(rng.Hex, 24) }}
		return nil
	})
	return d, err
}

// Submit takes a mail, now or at its instant.
func (b *box) Submit(ctx context.Context, m mailsim.ProviderMail) (out mailsim.ProviderSend, err error) {
	if m.To = addr.Distinct(m.To); len(m.To) == 0 || len(m.To) > maxRecipients {
		return out, fail.Invalidf("to: a mail has 1 to %d recipients", maxRecipients)
	}
	for _, a := range append([]string{m.From}, m.To...) {
		if err := valid.Address("address", a); err != nil {
			return out, err
		}
	}
	now := b.u.Now()
	if m.At.Sub(now) > maxAhead {
		return out, fail.Invalidf("a mail is scheduled for at most ten years ahead")
	}
	env := &mailsim.Envelope{From: m.From, To: m.To, Proto: b.name, Remote: m.Remote}
	s := newSubmission(env, m.Raw)
	rec := &Send{
		ProviderSend: mailsim.ProviderSend{
			ID: m.ID, MessageID: s.Mail.MessageID, From: m.From, To: m.To, Subject: s.Sum.Subject, Created: now, Due: state.Later(m.At, now).UTC(), Status: statusSent,
			Tags: slices.Clone(m.Tags), Data: m.Data,
		},
		Provider: b.name, Lists: m.Lists, NoOpens: m.NoOpens, NoClicks: m.NoClicks,
	}
	if rec.Due.After(now) {
		err = b.u.Update(ctx, func(t *state.Tx) error { return b.plan(t, rec, s) })
	} else {
		err = b.u.release(ctx, rec, s, b.u.deliver.Updater(ctx), b.add)
	}
	if err != nil {
		return out, err
	}
	return b.Send(m.ID)
}

// newSubmission is a mail of the application, which the provider sends for it.
func newSubmission(env *mailsim.Envelope, raw string) *transit.Submission {
	s := transit.NewSubmission(env, raw, transit.FromApp)
	s.Retry = true
	return s
}

// add keeps a new send.
func (b *box) add(t *state.Tx, rec *Send) error {
	key := state.Key(b.name, rec.ID)
	switch tb := sends.In(t.State); {
	case rec.ID == "" || len(rec.ID) > 200:
		return fail.Invalidf("a send needs an id of its own")
	case tb.At(key) != nil:
		return fail.Conflictf("there is a send of that id")
	case tb.Len() >= maxSends:
		return fail.Errorf(mailsim.ErrFull, "at most %d sends are kept", maxSends)
	}
	rec.Turn = t.Count("provider-send-turn", b.name)
	put(t, rec)
	return nil
}

// put sets the record of a send, and by its mail.
func put(t *state.Tx, rec *Send) {
	key := state.Key(rec.Provider, rec.ID)
	state.Put(t, sends.In(t.State), key, rec)
	if rec.MessageID != "" && byMail.In(t.State).At(rec.MessageID) != key {
		state.Put(t, byMail.In(t.State), rec.MessageID, key)
	}
}

// change replaces the record of a send.
func change(t *state.Tx, rec *Send, f func(*Send)) *Send {
	next := *rec
	f(&next)
	put(t, &next)
	return &next
}

// release lets a send set out to those who are on none of its lists: begin has its record
// kept, in the transaction that delivers the mail.
func (u *Part) release(ctx context.Context, rec *Send, s *transit.Submission, update func(func(*state.Tx) error) error, begin func(*state.Tx, *Send) error) error {
	type drop struct{ to, list, why string }
	var dropped []drop
	var to []string
	u.Read(func(v state.View) {
		for _, a := range rec.To {
			if list, p := suppressed(v, rec.Provider, a, rec.Lists.Skip); p != nil {
				dropped = append(dropped, drop{a, list, p.Why})
			} else {
				to = append(to, a)
			}
		}
	})
	first := func(t *state.Tx) error {
		if err := begin(t, rec); err != nil {
			return err
		}
		for _, d := range dropped {
			tell(t, rec, mailsim.MailReport{Kind: mailsim.ReportDropped, Recipient: d.to, List: d.list, Reply: d.why})
		}
		return nil
	}
	if len(to) == 0 {
		return update(first)
	}
	s.Env.To = to
	return u.deliver.Submit(ctx, s, func(f func(*state.Tx) error) error {
		return update(func(t *state.Tx) error {
			if err := first(t); err != nil {
				return err
			}
			return f(t)
		})
	}, nil)
}

// plan keeps a send for later.
func (b *box) plan(t *state.Tx, rec *Send, s *transit.Submission) error {
	rec.Status = statusPlanned
	way := post.NewWay(t, s.Env, deliver.TraceID(t, s, ""))
	j := jobs.Schedule(t, mailsim.JobSend, jobs.Owner{}, rec.Due, mailsim.Job{MessageID: rec.MessageID, Plan: "a mail to " + rec.To[0] + " is sent, as scheduled with " + b.name},
		jobs.Args{Correspondent: rec.From, To: rec.To, Load: &Scheduled{Provider: b.name, ID: rec.ID, Envelope: s.Env, Raw: s.Raw, MessageID: rec.MessageID, way: way}})
	rec.Job = j.ID
	if err := b.add(t, rec); err != nil {
		return err
	}
	for _, a := range rec.To {
		tell(t, rec, mailsim.MailReport{Kind: mailsim.ReportScheduled, Recipient: a})
	}
	return nil
}

// SendScheduled sends what a job has scheduled.
func (u *Part) SendScheduled(ctx context.Context, j *jobs.Record, update func(func(*state.Tx) error) error) error {
	sch, ok := j.Args.Load.(*Scheduled)
	if !ok {
		return fail.NoSuch("mail")
	}
	key := state.Key(sch.Provider, sch.ID)
	var rec *Send
	u.Read(func(v state.View) { rec = sends.In(v.State).At(key) })
	if rec == nil {
		return fail.NoSuch("send")
	}
	env := *sch.Envelope
	sent := *rec
	sent.Status, sent.Job = statusSent, ""
	return u.release(ctx, &sent, newSubmission(&env, sch.Raw), update, func(t *state.Tx, rec *Send) error { put(t, rec); return nil })
}

// Send returns a send; ErrNotFound when there is none.
func (b *box) Send(id string) (out mailsim.ProviderSend, err error) {
	err = fail.NoSuch("send")
	b.u.Read(func(v state.View) {
		if rec := state.AtKey(sends.In(v.State), b.name, id); rec != nil {
			out, err = shown(v, rec), nil
		}
	})
	return out, err
}

// shown is a send as it stands: its job may have failed, or been skipped.
func shown(v state.View, rec *Send) mailsim.ProviderSend {
	out := rec.ProviderSend
	if rec.Status == statusPlanned {
		switch j := jobs.Get(v, rec.Job); {
		case j == nil, j.State == mailsim.StateSkipped:
			out.Status = statusCanceled
		case j.State == mailsim.StateFailed:
			out.Status = statusFailed
		default:
			out.Due = j.Due
		}
	}
	return out
}

// Sends returns the newest sends, newest first.
func (b *box) Sends(before string, limit int) []mailsim.ProviderSend {
	if limit <= 0 || limit > maxPage {
		limit = maxPage
	}
	var rows []state.Row[*Send]
	now := map[*Send]mailsim.ProviderSend{}
	b.u.Read(func(v state.View) {
		rows = state.Rows(sends.In(v.State), state.Key(b.name, ""))
		for _, r := range rows {
			now[r.Record] = shown(v, r.Record)
		}
	})
	slices.SortFunc(rows, func(x, y state.Row[*Send]) int {
		return cmp.Or(y.Record.Created.Compare(x.Record.Created), cmp.Compare(y.Record.Turn, x.Record.Turn), cmp.Compare(y.Record.ID, x.Record.ID))
	})
	list := []mailsim.ProviderSend{}
	for _, r := range rows {
		list = append(list, now[r.Record])
	}
	if i := slices.IndexFunc(list, func(s mailsim.ProviderSend) bool { return s.ID == before }); i >= 0 {
		list = list[i+1:]
	}
	return list[:min(limit, len(list))]
}

// pending returns a send that is scheduled, and its job.
func (b *box) pending(t *state.Tx, id string) (*Send, *jobs.Record, error) {
	rec := state.AtKey(sends.In(t.State), b.name, id)
	if rec == nil {
		return nil, nil, fail.NoSuch("send")
	}
	if rec.Job == "" {
		return nil, nil, fail.Conflictf("the mail is not scheduled: it is %s", rec.Status)
	}
	j, err := jobs.PendingJob(t.View, rec.Job)
	if err != nil {
		return nil, nil, fail.Conflictf("the mail is not scheduled any more")
	}
	return rec, j, nil
}

// Move plans a scheduled send for another instant.
func (b *box) Move(ctx context.Context, id string, at time.Time) (mailsim.ProviderSend, error) {
	err := b.u.Update(ctx, func(t *state.Tx) error {
		rec, j, err := b.pending(t, id)
		if err != nil {
			return err
		}
		if at.Sub(t.Now) > maxAhead {
			return fail.Invalidf("a mail is scheduled for at most ten years ahead")
		}
		j = jobs.Move(t, j, at)
		change(t, rec, func(s *Send) { s.Due = j.Due })
		return nil
	})
	if err != nil {
		return mailsim.ProviderSend{}, err
	}
	return b.Send(id)
}

// Cancel ends a scheduled send.
func (b *box) Cancel(ctx context.Context, id string) (mailsim.ProviderSend, error) {
	err := b.u.Update(ctx, func(t *state.Tx) error {
		rec, j, err := b.pending(t, id)
		if err != nil {
			return err
		}
		jobs.Cancel(t, j, "canceled with "+b.name)
		rec = change(t, rec, func(s *Send) { s.Status, s.Job = statusCanceled, "" })
		for _, a := range rec.To {
			tell(t, rec, mailsim.MailReport{Kind: mailsim.ReportCanceled, Recipient: a})
		}
		return nil
	})
	if err != nil {
		return mailsim.ProviderSend{}, err
	}
	return b.Send(id)
}
