package work

// The mails that people write: answers, follow-ups, promises kept, reminders.

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// runReply answers one mail, or several that were batched.
func runReply(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	if w.Over { // several replies were planned before the last one went out
		r.note = "not sent: this conversation has gone on long enough"
		return r.update(func(*state.Tx) error { return nil })
	}
	args := w.Args
	parent := w.Parent()
	d := pen.Draft{Text: args.Text, By: settings.TemplatesName, Owed: w.Promise()}
	if b, ok := w.Wanted(); ok {
		d = r.u.pen.Write(r.ctx, w, b)
	}
	d.Subject = ""
	to := w.AnswerTo(parent)
	copied := slices.DeleteFunc(slices.Clone(args.CC), func(a string) bool { return addr.Key(a) == addr.Key(to.Addr) }) // of a batch, another may be the last to have written
	out := w.Compose(d, []mimebuild.Address{to}, addresses(copied), parent, false)
	return r.send(w, out, mailsim.JobReply, func(t *state.Tx) {
		markAnswered(t, w.Person, args, w.Mails)
		insight.NoteReply(t, w.Person, len(w.Mails), w.Planned)
		afterReply(t, w, out, d)
	})
}

// addresses are those of a list without names.
func addresses(list []string) (out []mimebuild.Address) {
	for _, a := range list {
		out = append(out, mimebuild.Address{Addr: a})
	}
	return out
}

// markAnswered sets \Seen and \Answered on the mails that a reply answers.
func markAnswered(t *state.Tx, p *people.Person, args jobs.Args, mails []*post.Mail) {
	m := post.Mailbox(t.View, args.Address)
	if m == nil {
		return
	}
	f := m.Folder(post.Inbox)
	var changed []*post.Stored
	uids := slices.Clone(args.UIDs)
	slices.Sort(uids)
	for _, uid := range uids {
		if s, ok := f.Get(uid); ok && slices.Contains(mails, s.Mail) {
			changed = append(changed, s.WithFlags(post.WithFlags(s.Flags(), mailsim.Flags{System: mailsim.FlagSeen | mailsim.FlagAnswered}, true)))
		}
	}
	post.Replace(t, m.Address, f, changed)
}

// afterReply plans what a reply brings about: a second mail, and the promises.
func afterReply(t *state.Tx, w *pen.Writing, out *pen.Written, d pen.Draft) {
	args := w.Args
	next := jobs.Args{Correspondent: args.Correspondent, Name: args.Name, Thread: out.Mail.Mail.Thread, Occasion: args.Occasion, Round: args.Round}
	job := mailsim.Job{CaseID: w.CaseID, MessageID: w.Answers[0]}
	if args.Double != "" {
		job.Plan = w.Person.Name + " writes again: something was forgotten"
		next.Count = 1
		jobs.Schedule(t, mailsim.JobKind(args.Double), w.Person.Owner(), t.Now.Add(time.Duration(args.DoubleAfter)*time.Second), job, next)
	}
	for i, o := range d.Owed {
		next.Count, next.Promise, next.Messages = i, jobs.Promise{What: o.What, Phrase: o.Phrase, Promised: &o.Due, Keep: o.Keep, Question: o.Question}, nil
		if o.Question {
			next.Messages = w.Answers[1:] // it may be of any of them
		}
		job.Plan = w.Person.Name + " keeps the promise to " + args.Correspondent
		if !o.Keep {
			job.Plan = w.Person.Name + " forgets the promise to " + args.Correspondent
		}
		j := jobs.Schedule(t, mailsim.JobDeliver, w.Person.Owner(), o.Deliver, job, next)
		t.Emit(mailsim.PersonaPromised{PersonaID: w.Person.ID, Persona: w.Person.Name, To: args.Correspondent, What: o.What, Due: o.Due, WillKeep: o.Keep, JobID: j.ID})
	}
}

// runWrite sends a follow-up, a correction, or a first mail.
func runWrite(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	args := w.Args
	parent := w.Parent()
	d := pen.Draft{Text: args.Text, Subject: args.Subject, By: settings.TemplatesName}
	if b, ok := w.Wanted(); ok {
		d = r.u.pen.Write(r.ctx, w, b)
		d.Subject = cmp.Or(args.Subject, d.Subject)
		if d.Text == "" {
			r.note = "there was nothing to add"
			return r.update(func(*state.Tx) error { return nil })
		}
	}
	if w.Kind != mailsim.JobInitiate {
		d.Subject = ""
	}
	to := []mimebuild.Address{w.AnswerTo(parent)}
	if w.Kind == mailsim.JobInitiate {
		to = []mimebuild.Address{{Name: w.Name, Addr: args.Correspondent}}
		parent = nil
	}
	out := w.Compose(d, to, nil, parent, false)
	return r.send(w, out, w.Kind, func(*state.Tx) {})
}

// runDeliver keeps a promise, or lets it pass.
func runDeliver(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	args := w.Args
	b, ok := w.Wanted()
	if !ok {
		r.note = "the promise was not kept"
		return r.update(func(t *state.Tx) error {
			breakPromise(t, w.Person, args.Thread)
			return nil
		})
	}
	return r.writeOn(w, b, nil, func(t *state.Tx, thread string) {
		people.ChangeTalk(t, w.Person, thread, func(k *people.Talk) { k.Broken = false })
	})
}

// writeOn writes one more mail of a conversation, to whom it is held with.
func (r *jobRun) writeOn(w *pen.Writing, b compose.Brief, cc []mimebuild.Address, sent func(t *state.Tx, thread string)) error {
	d := r.u.pen.Write(r.ctx, w, b)
	if d.Text == "" {
		r.note = "there was nothing to say"
		return r.update(func(*state.Tx) error { return nil })
	}
	d.Subject = ""
	out := w.Compose(d, []mimebuild.Address{w.AnswerTo(w.Parent())}, cc, w.Parent(), false)
	return r.send(w, out, w.Kind, func(t *state.Tx) { sent(t, out.Mail.Mail.Thread) })
}

// breakPromise notes that a promise of a conversation was not kept.
func breakPromise(t *state.Tx, p *people.Person, thread string) {
	people.ChangeTalk(t, p, thread, func(k *people.Talk) { k.Broken = true })
	insight.Note(t, insight.Fact{Kind: insight.Broken, Person: p.ID})
}

// runNudge reminds of what was promised, unless something came since.
func runNudge(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	if w.Args.Stream != "" {
		return runChase(r, w)
	}
	b, ok := w.Wanted()
	if !ok {
		r.note = notNeeded
		return r.update(func(*state.Tx) error { return nil })
	}
	return r.writeOn(w, b, addresses(w.Args.CC), func(*state.Tx, string) {})
}

const notNeeded = "not needed: they wrote meanwhile"

// runChase lets one of the World's people ask again whom nobody has answered.
func runChase(r *jobRun, w *pen.Writing) error {
	d, ok := r.u.world.Chase(r.ctx, w)
	if !ok {
		r.note = "not needed: they have an answer, or their stream sends nothing more"
		return r.update(func(*state.Tx) error { return nil })
	}
	to := addresses(w.Args.To)
	to[0].Name = w.Args.Name
	return r.send(w, w.Compose(d, to, nil, w.Parent(), false), w.Kind, func(t *state.Tx) { world.Chased(t, w.Args.Stream) })
}

// runForward passes a mail on.
func runForward(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	if len(w.Mails) == 0 {
		return fail.NoSuch("message")
	}
	d := pen.Draft{Text: w.Args.Text, By: settings.TemplatesName}
	if b, ok := w.Wanted(); ok {
		d = r.u.pen.Write(r.ctx, w, b)
	}
	d.Subject = ""
	to := []mimebuild.Address{{Addr: w.Args.To[0]}}
	out := w.Compose(d, to, nil, w.Parent(), true)
	return r.send(w, out, mailsim.JobForward, func(*state.Tx) {})
}

// runOOO sends an out-of-office reply to the return path.
func runOOO(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	m := w.Parent()
	if m == nil {
		return fail.NoSuch("message")
	}
	sum := m.Parse().Sum
	text := w.Args.Text
	if strings.TrimSpace(text) == "" {
		b := w.Brief("ooo")
		b.Absence.From, b.Absence.To = w.Args.What, w.Args.Phrase
		text = r.u.pen.Write(r.ctx, w, b).Text
	}
	to := w.Args.Correspondent
	raw := report.Absence(report.AbsenceOptions{
		Client: mua.Client(w.Person.Style.Client), Rand: w.Draw("ooo/1"), From: mimebuild.Address{Name: w.Person.Name, Addr: w.Person.Addresses[0]},
		To: mimebuild.Address{Addr: to}, Date: w.Now.In(w.Zone), Text: text, OriginalID: m.MessageID, References: sum.References,
		OriginalSubject: sum.Subject, Header: w.Marks,
	})
	env := &mailsim.Envelope{To: []string{to}, Proto: "person", Helo: addr.Domain(w.Person.Addresses[0])}
	s := transit.NewSubmission(env, raw, transit.FromPerson)
	s.Person, s.CopyTo = w.Person, w.Person.Addresses[0]
	out := &pen.Written{Mail: s, Text: text, By: settings.TemplatesName}
	r.note = "sent " + s.Sum.MessageID
	return r.u.deliver.Submit(r.ctx, s, r.update, func(t *state.Tx) error {
		pen.Sent(t, w, out, mailsim.JobOOO)
		return nil
	})
}

// askWords asks for the words of a job's mail.
func askWords(r *jobRun) func() {
	w, err := r.prepare()
	if err != nil || !r.u.pen.WritesByAI(w.Person) {
		return nil
	}
	b, ok := w.Wanted()
	if !ok {
		return nil
	}
	brief := r.u.pen.BriefFor(r.ctx, w, b)
	return func() { r.u.pen.AskDraft(r.ctx, w, brief) }
}
