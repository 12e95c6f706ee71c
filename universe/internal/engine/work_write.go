package engine

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// runReply answers one mail, or several that were batched.
func runReply(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	args := w.args
	parent := w.parent()
	d := draft{text: args.Text, by: settings.TemplatesName, owed: w.promise(nil)}
	if b, ok := w.wanted(); ok {
		d = r.u.pen.write(r.ctx, w, b)
	}
	d.subject = ""
	out := w.compose(d, []mimebuild.Address{answerTo(parent, args)}, addresses(args.CC), parent, false)
	return r.send(w, out, mailsim.JobReply, func(t *state.Tx) {
		MarkAnswered(t, w.p, args, w.mails)
		insight.CountReply(t, w.p, len(w.mails), w.planned)
		AfterReply(t, w, out, d)
	})
}

// addresses are those of a list without names.
func addresses(list []string) (out []mimebuild.Address) {
	for _, a := range list {
		out = append(out, mimebuild.Address{Addr: a})
	}
	return out
}

// MarkAnswered sets \Seen and \Answered on the mails that a reply answers.
func MarkAnswered(t *state.Tx, p *people.Person, args jobs.Args, mails []*post.Mail) {
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
			changed = append(changed, s.WithFlags(post.FlagsWith(s.Flags(), mailsim.Flags{System: mailsim.FlagSeen | mailsim.FlagAnswered}, true)))
		}
	}
	post.Replace(t, m.Address, f, changed)
}

// AfterReply plans what a reply brings about: a second mail, and the promises.
func AfterReply(t *state.Tx, w *writing, out *written, d draft) {
	args := w.args
	next := jobs.Args{Correspondent: args.Correspondent, Name: args.Name, Thread: out.sub.Mail.Thread, Occasion: args.Occasion, Round: args.Round}
	job := mailsim.Job{CaseID: w.caseID, MessageID: w.answers[0]}
	if args.Double != "" {
		job.Plan = w.p.Name + " writes again: something was forgotten"
		next.Count = 1
		jobs.Schedule(t, mailsim.JobKind(args.Double), w.p.Owner(), t.Now.Add(time.Duration(args.DoubleAfter)*time.Second), job, next)
	}
	for _, o := range d.owed {
		next.Count, next.What, next.Phrase, next.Promised, next.Keep = 0, o.what, o.phrase, &o.due, o.keep
		job.Plan = w.p.Name + " keeps the promise to " + args.Correspondent
		if !o.keep {
			job.Plan = w.p.Name + " forgets the promise to " + args.Correspondent
		}
		j := jobs.Schedule(t, mailsim.JobDeliver, w.p.Owner(), o.deliver, job, next)
		t.Emit(mailsim.PersonaPromised{PersonaID: w.p.ID, Persona: w.p.Name, To: args.Correspondent, What: o.what, Due: o.due, WillKeep: o.keep, JobID: j.ID})
	}
}

// runWrite sends a follow-up, a correction, or a first mail.
func runWrite(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	args := w.args
	parent := w.parent()
	d := draft{text: args.Text, subject: args.Subject, by: settings.TemplatesName}
	if b, ok := w.wanted(); ok {
		d = r.u.pen.write(r.ctx, w, b)
		d.subject = cmp.Or(args.Subject, d.subject)
	}
	if w.kind != mailsim.JobInitiate {
		d.subject = ""
	}
	to := []mimebuild.Address{answerTo(parent, args)}
	if w.kind == mailsim.JobInitiate {
		to = []mimebuild.Address{{Name: args.Name, Addr: args.Correspondent}}
		parent = nil
	}
	out := w.compose(d, to, nil, parent, false)
	return r.send(w, out, w.kind, func(*state.Tx) {})
}

// runDeliver keeps a promise, or lets it pass.
func runDeliver(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	args := w.args
	b, ok := w.wanted()
	if !ok {
		r.note = "the promise was not kept"
		return r.update(func(t *state.Tx) error {
			BreakPromise(t, w.p, args.Thread)
			return nil
		})
	}
	d := r.u.pen.write(r.ctx, w, b)
	d.subject = ""
	out := w.compose(d, []mimebuild.Address{answerTo(w.parent(), args)}, nil, w.parent(), false)
	return r.send(w, out, mailsim.JobDeliver, func(t *state.Tx) {
		people.ChangeTalk(t, w.p, out.sub.Mail.Thread, func(k *people.Thread) { k.Broken = false })
	})
}

// BreakPromise notes that a promise of a conversation was not kept.
func BreakPromise(t *state.Tx, p *people.Person, thread string) {
	people.ChangeTalk(t, p, thread, func(k *people.Thread) { k.Broken = true })
	insight.Note(t, insight.Fact{Kind: insight.Broken, Person: p.ID})
}

// runNudge reminds of what was promised, unless something came since.
func runNudge(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	args := w.args
	b, ok := w.wanted()
	if !ok {
		r.note = "not needed: they wrote meanwhile"
		return r.update(func(*state.Tx) error { return nil })
	}
	d := r.u.pen.write(r.ctx, w, b)
	d.subject = ""
	out := w.compose(d, []mimebuild.Address{answerTo(w.parent(), args)}, addresses(args.CC), w.parent(), false)
	return r.send(w, out, mailsim.JobNudge, func(*state.Tx) {})
}

// runForward passes a mail on.
func runForward(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	b, ok := w.wanted()
	if !ok {
		return fail.NoSuch("message")
	}
	d := r.u.pen.write(r.ctx, w, b)
	d.subject = ""
	to := []mimebuild.Address{{Addr: w.args.To[0]}}
	out := w.compose(d, to, nil, w.parent(), true, mimebuild.Field{Name: reading.ForwardedHeader, Value: "1"})
	return r.send(w, out, mailsim.JobForward, func(*state.Tx) {})
}

// runOOO sends an out-of-office reply to the return path.
func runOOO(r *jobRun) error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	m := w.parent()
	if m == nil {
		return fail.NoSuch("message")
	}
	sum := m.Parse().Sum
	text := w.args.Text
	if strings.TrimSpace(text) == "" {
		b := w.brief("ooo")
		b.Absence.From, b.Absence.To = w.args.What, w.args.Phrase
		text = r.u.pen.write(r.ctx, w, b).text
	}
	to := w.args.Correspondent
	raw := report.Absence(report.AbsenceOptions{
		Client: mua.Client(w.p.Style.Client), Rand: w.seedFor("ooo/1"), From: mimebuild.Address{Name: w.p.Name, Addr: w.p.Addresses[0]},
		To: mimebuild.Address{Addr: to}, Date: w.now.In(w.zone), Text: text, OriginalID: m.MessageID, References: sum.References,
		OriginalSubject: sum.Subject, Header: []mimebuild.Field{{Name: transit.SimulatedHeader, Value: "1"}},
	})
	env := &mailsim.Envelope{To: []string{to}, Proto: "person", Helo: addr.Domain(w.p.Addresses[0])}
	s := transit.NewSubmission(env, raw, transit.FromPerson)
	s.Person, s.CopyTo = w.p, w.p.Addresses[0]
	out := &written{sub: s, text: text, by: settings.TemplatesName}
	r.note = "sent " + s.Sum.MessageID
	return r.u.deliver.Submit(r.ctx, s, r.update, func(t *state.Tx) error {
		Sent(t, w, out, mailsim.JobOOO)
		return nil
	})
}

// askWords asks for the words of a job's mail.
func askWords(r *jobRun) func() {
	w, err := r.prepare()
	if err != nil || !r.u.pen.writesByAI(w.p) {
		return nil
	}
	b, ok := w.wanted()
	if !ok {
		return nil
	}
	brief := r.u.pen.aiBrief(r.ctx, w, b)
	return func() { r.u.pen.askDraft(r.ctx, w, brief) }
}
