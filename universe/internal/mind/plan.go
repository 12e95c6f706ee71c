package mind

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// plan turns a decision into jobs and events.
func plan(t *state.Tx, p *people.Person, to string, s *transit.Submission, c *post.Stored, d decide.Decision, lean string, occasion int) {
	from := s.From()
	base := jobs.Args{Correspondent: from, Name: s.Sum.From.Name, Thread: s.Mail.Thread, Occasion: occasion, Round: t.Round(), Answer: jobs.Answer{Address: addr.Key(to), UIDs: []uint32{c.UID()}}}
	job := mailsim.Job{CaseID: c.Extras().CaseID, MessageID: s.Mail.MessageID}
	links.PlanReading(t, p, s, d, lean, job, base)
	if d.Away != nil {
		args, j := base, job
		args.Text = d.Away.Absence.Message
		args.What, args.Phrase = d.Away.Absence.From.String(), d.Away.Absence.To.String()
		j.Plan = p.Name + " is out of office: an automatic reply goes to " + from
		t.Count("away", p.ID, addr.Correspondent(from), args.What, args.Phrase)
		jobs.Schedule(t, mailsim.JobOOO, p.Owner(), d.Away.Due, j, args)
	}
	if d.Forward != nil {
		args, j := base, job
		args.To = []string{d.Forward.To}
		j.Plan = p.Name + " forwards the mail to " + d.Forward.To
		jobs.Schedule(t, mailsim.JobForward, p.Owner(), d.Forward.Due, j, args)
	}
	switch d.Act {
	case decide.Reply:
		planReply(t, p, s, d, job, base)
	case decide.Batch:
		joinBatch(t, p, s, c, d, job)
	default:
		t.Emit(mailsim.PersonaIgnored{PersonaID: p.ID, Persona: p.Name, CaseID: job.CaseID, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Why: d.Why})
	}
	if d.Wait != nil {
		planWait(t, p, s, d, job, base)
	}
}

// planReply plans the answer and remembers what it will hold.
func planReply(t *state.Tx, p *people.Person, s *transit.Submission, d decide.Decision, job mailsim.Job, args jobs.Args) {
	job.Plan = d.Plan
	args.Late = d.Apology
	if d.CC {
		args.CC = []string{someoneElse(t.View, p, args)}
	}
	if d.Promise != nil {
		due := d.Promise.Due.UTC()
		args.Phrase, args.Promised, args.Keep = d.Promise.Phrase, &due, d.Promise.WillKeep
		if !d.Promise.DeliverAt.IsZero() {
			args.DeliverAt = &d.Promise.DeliverAt
		}
	}
	if d.Double != nil {
		args.Double, args.DoubleAfter = d.Double.Kind, int64(d.Double.Due.Sub(d.Due)/time.Second)
	}
	args.Topic = topicOf(s)
	ExpectReply(t, jobs.Schedule(t, mailsim.JobReply, p.Owner(), d.Due, job, args))
}

// ExpectReply remembers that a reply is pending.
func ExpectReply(t *state.Tx, j *jobs.Record) {
	for _, key := range jobs.PlannedKeys(j.PersonaID, &j.Args) {
		state.Put(t, jobs.PlannedTable.In(t.State), key, j.ID)
	}
}

// topicOf is what a mail and its answer are about.
func topicOf(s *transit.Submission) string {
	return plain.Cut(post.BaseSubject(s.Sum.Subject), valid.MaxName)
}

// pendingReply is the reply to which a mail may be added, nil when there is none.
func pendingReply(v state.View, p *people.Person, s *transit.Submission) *jobs.Record {
	return jobs.PendingReply(v, p.ID, &jobs.Args{Thread: s.Mail.Thread, Correspondent: s.From(), Answer: jobs.Answer{Topic: topicOf(s)}})
}

// joinBatch lets the reply already planned answer this mail too.
func joinBatch(t *state.Tx, p *people.Person, s *transit.Submission, c *post.Stored, d decide.Decision, job mailsim.Job) {
	j := pendingReply(t.View, p, s)
	if j == nil {
		return
	}
	jobs.Change(t, j, func(j *jobs.Record) {
		j.Args.Messages = append(slices.Clip(j.Args.Messages), s.Mail.MessageID)
		j.Args.UIDs = append(slices.Clip(j.Args.UIDs), c.UID())
	})
	jobs.AddFor(t, job.MessageID, j)
	t.Emit(mailsim.PersonaBatched{PersonaID: p.ID, Persona: p.Name, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Why: d.Why})
}

// planWait lets a person wait for what was promised to them, and remind of it.
func planWait(t *state.Tx, p *people.Person, s *transit.Submission, d decide.Decision, job mailsim.Job, args jobs.Args) {
	due := d.Wait.Due.UTC()
	args.What, args.Promised = d.Wait.What, &due
	if d.Wait.CC {
		args.CC = []string{someoneElse(t.View, p, args)}
	}
	jobID := ""
	for i, at := range d.Wait.Nudges {
		args.Count = i + 1
		job.Plan = p.Name + " reminds " + args.Correspondent + " of " + cmp.Or(d.Wait.What, "what was promised") + " if it has not come"
		j := jobs.Schedule(t, mailsim.JobNudge, p.Owner(), at, job, args)
		if i == 0 {
			jobID = j.ID
		}
	}
	t.Emit(mailsim.PersonaWaiting{PersonaID: p.ID, Persona: p.Name, From: args.Correspondent, What: d.Wait.What, Due: due, JobID: jobID})
}

// someoneElse is whom a person copies on a mail: another person on the case, of
// the same firm, or the office.
func someoneElse(v state.View, p *people.Person, args jobs.Args) string {
	skip := map[string]bool{addr.Correspondent(args.Correspondent): true}
	for _, a := range p.Addresses {
		skip[addr.Correspondent(a)] = true
	}
	domain := addr.Domain(p.Addresses[0])
	var onCase, colleagues []string
	for _, id := range p.CaseIDs {
		if c := people.CaseByID(v, id); c != nil {
			for _, pid := range c.PersonaIDs {
				if o := people.Get(v, pid); o != nil && !skip[addr.Correspondent(o.Addresses[0])] {
					onCase = append(onCase, o.Addresses[0])
				}
			}
		}
	}
	if len(onCase) == 0 {
		for _, a := range people.Colleagues(v, domain) {
			if !skip[addr.Correspondent(a)] {
				colleagues = append(colleagues, a)
			}
		}
	}
	list := cmp.Or(len(onCase), len(colleagues))
	if list == 0 {
		return "office@" + domain
	}
	r := v.Env.Chance.Draw("cc/1", addr.Key(p.Addresses[0]), addr.Correspondent(args.Correspondent), strconv.Itoa(args.Occasion))
	if len(onCase) > 0 {
		return onCase[r.IntN(len(onCase))]
	}
	return colleagues[r.IntN(len(colleagues))]
}
