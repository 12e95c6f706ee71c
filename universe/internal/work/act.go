package work

// What a person is told to do, by hand.

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Act plans what a person is told to do, as an ordinary job. A reply told
// replaces one that was planned, and ActIgnore cancels it. ErrNotFound for an
// unknown person or mail, ErrConflict for a person who is paused. Events: job.scheduled, then those of the job.
func (u *Part) Act(ctx context.Context, personaID string, a mailsim.Act) (mailsim.Job, error) {
	switch {
	case a.After < 0 || a.After > valid.MaxDuration:
		return mailsim.Job{}, fail.Invalidf("after must be between 0 and 100 years")
	case a.Kind == mailsim.ActOpen && a.URL == "":
		return mailsim.Job{}, fail.Invalidf("url is required")
	case len(a.Text) > 1<<20:
		return mailsim.Job{}, fail.Invalidf("text must be at most 1 MiB")
	}
	if err := valid.OneOf("act", string(a.Kind), "reply", "open", "ignore", "unsubscribe", "complain", "write", "forward"); err != nil {
		return mailsim.Job{}, err
	}
	if a.Kind == mailsim.ActWrite || a.Kind == mailsim.ActForward {
		if err := cmp.Or(valid.Address("to", a.To), valid.Line("subject", a.Subject)); err != nil {
			return mailsim.Job{}, err
		}
	}
	if err := valid.NUL("text", a.Text); err != nil {
		return mailsim.Job{}, err
	}
	var out mailsim.Job
	err := u.Update(ctx, func(t *state.Tx) error {
		p, err := people.FindActive(t.View, personaID)
		if err != nil {
			return err
		}
		if a.Kind == mailsim.ActWrite {
			out = planWrite(t, p, a).Job
			return nil
		}
		m := post.ByID(t.View, a.MessageID)
		if m == nil {
			return fail.NoSuch("message")
		}
		out = planAct(t, p, m.Mail, a).Job
		return nil
	})
	return out, err
}

// planWrite makes the job of a first mail. It is on the one open case that the
// person is on, if there is just one.
func planWrite(t *state.Tx, p *people.Person, a mailsim.Act) *jobs.Record {
	corr := addr.Correspondent(a.To)
	args := jobs.Args{
		Correspondent: a.To, Name: people.RelationOf(t.View, p, corr).Name, Words: jobs.Words{Subject: a.Subject, Text: a.Text},
		Occasion: t.Count("write", p.ID, corr) + 1, Round: t.Round(),
	}
	job := mailsim.Job{Plan: p.Name + " writes to " + a.To}
	if open := people.OpenCases(t.View, p); len(open) == 1 {
		job.CaseID = open[0].ID
	}
	return jobs.Schedule(t, mailsim.JobInitiate, p.Owner(), t.Now.Add(a.After), job, args)
}

// planAct makes the job of an act; the reply that was planned is cancelled when
// the act takes its place.
func planAct(t *state.Tx, p *people.Person, m *post.Mail, a mailsim.Act) *jobs.Record {
	args := jobs.Args{Kind: string(a.Kind), Thread: m.Thread, Words: jobs.Words{Text: a.Text}, Occasion: 1, Round: t.Round()}
	job := mailsim.Job{MessageID: m.MessageID}
	for _, id := range jobs.For(t.View, p.ID, m.MessageID) {
		j := jobs.Get(t.View, id)
		if j == nil || j.Args.Correspondent == "" {
			continue
		}
		args.Correspondent, args.Name, args.Occasion, args.Round = j.Args.Correspondent, j.Args.Name, j.Args.Occasion, j.Args.Round
		args.Address, args.UIDs, job.CaseID = j.Args.Address, j.Args.UIDs, j.CaseID
		if j.State == mailsim.StatePending && j.Kind == mailsim.JobReply && (a.Kind == mailsim.ActReply || a.Kind == mailsim.ActIgnore) {
			jobs.Cancel(t, j, "told otherwise")
		}
	}
	if args.Address == "" {
		locate(t, p, m, &args)
	}
	due := t.Now.Add(a.After)
	args.Links = []string{a.URL}
	args.Count = t.Count("act", p.ID, m.MessageID) + 1
	if a.Kind == mailsim.ActReply {
		job.Plan = p.Name + " answers as told"
		j := jobs.Schedule(t, mailsim.JobReply, p.Owner(), due, job, args)
		mind.ExpectReply(t, j)
		return j
	}
	if a.Kind == mailsim.ActForward {
		args.To = []string{a.To}
		job.Plan = p.Name + " forwards the mail to " + a.To + " as told"
		return jobs.Schedule(t, mailsim.JobForward, p.Owner(), due, job, args)
	}
	job.Plan = p.Name + " is told to " + string(a.Kind)
	return jobs.Schedule(t, mailsim.JobAct, p.Owner(), due, job, args)
}

// locate finds a person's copy of a mail, and who it is from.
func locate(t *state.Tx, p *people.Person, m *post.Mail, args *jobs.Args) {
	for _, a := range p.Addresses {
		box := post.Mailbox(t.View, a)
		if box == nil {
			continue
		}
		for _, name := range []string{post.Inbox, post.Junk} {
			for s := range box.Folder(name).Backward() {
				if s.Mail != m {
					continue
				}
				args.Address, args.UIDs = addr.Key(a), []uint32{s.UID()}
				args.Correspondent = m.Summary().From.Addr
				return
			}
		}
	}
	args.Correspondent = m.Summary().From.Addr
}

// runAct does what a person was told, outside the lock where it needs the outside.
func runAct(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	m := w.Parent()
	if m == nil {
		return fail.NoSuch("message")
	}
	policy, at := r.u.settings.Settings().Links, links.Reader{Person: w.Person, Mail: m, Now: w.Now}
	var events []mailsim.EventData
	after := func(*state.Tx) {}
	switch mailsim.ActKind(r.job.Args.Kind) {
	case mailsim.ActOpen:
		wp := links.WalkPolicy(policy)
		wp.Enabled, wp.Unsubscribe = true, true
		e, _ := r.u.links.OpenLink(r.ctx, at, r.job.Args.Links[0], "", "told to open it", http.MethodGet, "", wp)
		events = append(events, e)
	case mailsim.ActUnsubscribe:
		events = append(events, r.u.links.Unsubscribe(r.ctx, at, policy))
	case mailsim.ActComplain:
		after = func(t *state.Tx) {
			to := cmp.Or(r.job.Args.Address, w.Person.Addresses[0])
			env := &mailsim.Envelope{From: r.job.Args.Correspondent, To: []string{to}}
			s := &transit.Submission{Env: env, Raw: m.Raw(), Mail: m, Sum: m.Summary()}
			s.Way = post.NewWay(t, env, deliver.TraceID(t, s, ""))
			rules.ComplainLater(t, s, to, w.Person)
		}
	case mailsim.ActIgnore:
		events = append(events, mailsim.PersonaIgnored{PersonaID: w.Person.ID, Persona: w.Person.Name, CaseID: r.job.CaseID, Subject: m.Summary().Subject, MessageID: m.MessageID, Why: "told to"})
	}
	r.note = "done as told"
	return r.update(func(t *state.Tx) error {
		markSeen(t, r.job.Args, w.Mails)
		for _, e := range events {
			t.Emit(e)
		}
		after(t)
		return nil
	})
}

// UsedByActs names the counters of acts about mails that are there.
func UsedByActs(v state.View, use func(key string)) {
	for key := range state.Uses.In(v.State).M {
		if kind, rest, _ := strings.Cut(key, "\x00"); kind == "act" {
			if _, id, _ := strings.Cut(rest, "\x00"); post.ByID(v, id) != nil {
				use(key)
			}
		}
	}
}
