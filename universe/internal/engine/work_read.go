package engine

import (
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
)

// runRead opens links and looks the sender up, outside the lock, then records
// what was found.
func runRead(r *jobRun) error {
	if r.job.Args.Kind == meetKind {
		return r.meet()
	}
	w, err := r.prepare()
	if err != nil {
		return err
	}
	m := w.parent()
	if m == nil {
		r.note = "the mail is gone"
		return r.update(func(*tx) error { return nil })
	}
	policy := r.u.currentSettings().Links
	events, opened := w.openLinks(m, policy)
	var pages []string
	for _, e := range events {
		if e, ok := e.(mailsim.LinkOpened); ok && e.Title != "" {
			pages = append(pages, e.Title)
		}
	}
	var found *mailsim.LinkSender
	if w.job.Args.Lookup {
		e := w.lookUp(m, policy)
		events = append(events, e)
		if e, ok := e.(mailsim.LinkSender); ok {
			found = &e
		}
	}
	verdict := w.judgeReply(m)
	if verdict == nil || verdict.Yes {
		if doubt := w.doubt(found); doubt != nil {
			verdict = doubt
		}
	}
	r.note = "opened " + strconv.Itoa(opened) + " links"
	return r.update(func(t *tx) error {
		for _, e := range events {
			t.emit(e)
		}
		if found != nil {
			t.lookedUp(w.p, w.job.Args.Correspondent, *found)
		}
		t.settle(w, verdict)
		t.markSeen(w.p, w.job.Args, w.mails)
		for _, id := range t.jobsFor.at(tableKey(w.p.ID, w.job.MessageID)) {
			if j := t.jobs.at(id); j != nil && j.State == mailsim.StatePending && j.Kind == mailsim.JobReply {
				t.changeJob(j, func(j *jobRec) {
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
	filled, ok := w.introduce()
	r.note = "the templates' person stays"
	if ok {
		r.note = "filled in"
	}
	return r.update(func(t *tx) error {
		old, err := t.mustPersona(w.p.ID)
		if err != nil || !ok {
			return err
		}
		next := &personaRec{orElse(old.Persona, filled)}
		t.setPersona(old, next)
		t.emit(mailsim.PersonaUpdated{PersonaID: next.ID, Name: next.Name})
		return nil
	})
}

// askReading asks who a stranger is, or whether a mail is answered.
func askReading(r *jobRun) func() {
	w, err := r.prepare()
	if err != nil || !w.aiOn() {
		return nil
	}
	switch m := w.parent(); {
	case w.job.Args.Kind == meetKind:
		return func() { w.introduce() }
	case m != nil && w.job.Args.Lean != "":
		return func() { w.judgeReply(m) }
	}
	return nil
}
