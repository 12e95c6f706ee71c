package work

// What a person does with a mail that came: read it, open its links, decide on an answer.

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// runRead opens links and looks the sender up, outside the lock, then records
// what was found.
func runRead(r *jobRun) error {
	if r.job.Args.Kind == jobs.MeetKind {
		return r.meet()
	}
	w, err := r.prepare()
	if err != nil {
		return err
	}
	m := w.Parent()
	if m == nil {
		r.note = "the mail is gone"
		return r.update(func(*state.Tx) error { return nil })
	}
	policy := r.u.settings.Settings().Links
	at := links.Reader{Person: w.Person, Mail: m, Now: w.Now}
	events, opened := r.openLinks(w, at, policy)
	var pages []string
	for _, e := range events {
		if e, ok := e.(mailsim.LinkOpened); ok && e.Title != "" {
			pages = append(pages, e.Title)
		}
	}
	var found *mailsim.LinkSender
	if r.job.Args.Lookup {
		e := r.u.links.LookUp(r.ctx, at, w.Args.Correspondent, policy)
		events = append(events, e)
		if e, ok := e.(mailsim.LinkSender); ok {
			found = &e
		}
	}
	verdict := r.u.pen.JudgeReply(r.ctx, w, m)
	if verdict == nil || verdict.Yes {
		if against := doubt(w, found); against != nil {
			verdict = against
		}
	}
	r.note = "opened " + strconv.Itoa(opened) + " links"
	return r.update(func(t *state.Tx) error {
		for _, e := range events {
			t.Emit(e)
		}
		if found != nil {
			people.LookedUp(t, w.Person, r.job.Args.Correspondent, *found)
		}
		r.settle(t, w, verdict)
		markSeen(t, r.job.Args, w.Mails)
		for _, id := range jobs.For(t.View, w.Person.ID, r.job.MessageID) {
			if j := jobs.Get(t.View, id); j != nil && j.State == mailsim.StatePending && j.Kind == mailsim.JobReply {
				jobs.Change(t, j, func(j *jobs.Record) {
					j.Args.Opened += opened
					j.Args.Pages = append(slices.Clip(j.Args.Pages), pages...)
				})
			}
		}
		return nil
	})
}

// meet fills a new person in. Event: persona.updated.
func (r *jobRun) meet() error {
	w, err := r.prepare()
	if err != nil {
		return err
	}
	filled, ok := r.u.pen.Introduce(r.ctx, w)
	r.note = "the templates' person stays"
	if ok {
		r.note = "filled in"
	}
	return r.update(func(t *state.Tx) error {
		old, err := people.Find(t.View, w.Person.ID)
		if err != nil || !ok {
			return err
		}
		next := &people.Person{Persona: pen.OrElse(old.Persona, filled)}
		people.Amend(t, old, next)
		t.Emit(mailsim.PersonaUpdated{PersonaID: next.ID, Name: next.Name})
		return nil
	})
}

// askReading asks who a stranger is, or whether a mail is answered.
func askReading(r *jobRun) func() {
	w, err := r.prepare()
	if err != nil || !r.u.pen.WritesByAI(w.Person) {
		return nil
	}
	switch m := w.Parent(); {
	case r.job.Args.Kind == jobs.MeetKind:
		return func() { r.u.pen.Introduce(r.ctx, w) }
	case m != nil && r.job.Args.Lean != "":
		return func() { r.u.pen.JudgeReply(r.ctx, w, m) }
	}
	return nil
}

// openLinks visits the links that a person chooses of a mail that they read.
func (r *jobRun) openLinks(w *pen.Writing, at links.Reader, policy mailsim.LinkPolicy) ([]mailsim.EventData, int) {
	habit, err := linkwalk.HabitOf(w.Person.Style.Links)
	if err != nil || len(w.Args.Links) == 0 {
		return nil, 0
	}
	urls, wp, sites := at.Links(), links.WalkPolicy(policy), r.u.links.Sites.Current()
	cands := links.Candidates(urls)
	choose := func(h linkwalk.Habit) []linkwalk.Choice {
		return linkwalk.Choose(h, w.Relation.Received > 1, cands, wp, sites, w.Draw("links/1"))
	}
	return r.u.links.OpenChosen(r.ctx, at, urls, r.u.pen.CloseClicks(r.ctx, w, at.Mail, urls, choose, habit), wp)
}

// doubted is how often who notices that a sender's site does not exist leaves the
// mail unanswered.
const doubted = 0.5

// doubt is the decision against an answer to a sender who names a site that does
// not exist, nil when there is none. A reply rate that is given is the chance itself.
func doubt(w *pen.Writing, found *mailsim.LinkSender) *mailsim.Answer {
	if found == nil || found.Quality != people.SiteMissing || w.Person.Timing.ReplyRate != nil || !w.Draw("missing-site/1").Chance(doubted) {
		return nil
	}
	return &mailsim.Answer{Why: "the sender's site " + found.Domain + " does not exist"}
}

// settle cancels the reply that a close call went against, unless it answers
// other mails too. Event: persona.ignored.
func (r *jobRun) settle(t *state.Tx, w *pen.Writing, a *mailsim.Answer) {
	if a == nil || a.Yes {
		return
	}
	for _, id := range jobs.For(t.View, w.Person.ID, r.job.MessageID) {
		j := jobs.Get(t.View, id)
		if j == nil || j.Kind != mailsim.JobReply || j.State != mailsim.StatePending || j.MessageID != r.job.MessageID || len(j.Args.Messages) > 0 {
			continue
		}
		why := cmp.Or(a.Why, "a close call that went against it")
		jobs.Cancel(t, j, why)
		t.Emit(mailsim.PersonaIgnored{PersonaID: w.Person.ID, Persona: w.Person.Name, CaseID: r.job.CaseID, Subject: w.Parent().Summary().Subject, MessageID: r.job.MessageID, Why: why})
	}
}

// markSeen sets \Seen on mails that a person has read.
func markSeen(t *state.Tx, args jobs.Args, mails []*post.Mail) {
	m := post.Mailbox(t.View, args.Address)
	if m == nil {
		return
	}
	f := m.Folder(post.Inbox)
	var changed []*post.Stored
	for _, uid := range args.UIDs {
		if s, ok := f.Get(uid); ok && s.Marks&mailsim.FlagSeen == 0 && slices.Contains(mails, s.Mail) {
			changed = append(changed, s.WithFlags(post.WithFlags(s.Flags(), mailsim.Flags{System: mailsim.FlagSeen}, true)))
		}
	}
	post.Replace(t, m.Address, f, changed)
}
