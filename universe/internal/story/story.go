// Package story tells in sentences what happened: all of it, or what concerns a case, a
// mail, a conversation or a person. It reads the log and owns nothing.
package story

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part tells of one universe.
type Part struct {
	*state.Book
	post *post.Part
}

// New makes the part.
func New(b *state.Book, post *post.Part) *Part { return &Part{b, post} }

// How many lines a part of a story has.
const (
	DefaultLimit = 200
	maxLimit     = 1000
)

// Story tells what happened. ErrInvalid for a negative bound or limit, ErrNotFound for
// an unknown case or person.
func (u *Part) Story(ctx context.Context, f mailsim.StoryFilter) (mailsim.Story, error) {
	fail.IfNil(ctx)
	if f.Limit < 0 || f.After < 0 || f.Before < 0 {
		return mailsim.Story{}, fail.Invalidf("after, before and limit must not be negative")
	}
	p, err := u.plot(f)
	if err != nil {
		return mailsim.Story{}, err
	}
	log, limit := u.Committed(), min(cmp.Or(f.Limit, DefaultLimit), maxLimit)
	out := mailsim.Story{Lines: []mailsim.StoryLine{}, Last: log.Last()}
	t := u.teller()
	first, end := log.After(f.After), log.Len()
	if f.Before > 0 {
		end = log.After(f.Before - 1)
	}
	for n := range max(end-first, 0) {
		i := first + n
		if !f.Onward {
			i = end - 1 - n
		}
		if n%1024 == 0 && ctx.Err() != nil {
			return mailsim.Story{}, fail.ContextError(ctx)
		}
		line, told := u.line(p, &t, log.Index(i))
		if !told {
			continue
		}
		if len(out.Lines) == limit {
			out.More = true
			break
		}
		out.Lines = append(out.Lines, line)
	}
	if !f.Onward {
		slices.Reverse(out.Lines)
	}
	return out, nil
}

// maxNote bounds a note, in bytes.
const maxNote = 10_000

// Note writes a line into the story, such as what a test is about to do or why it
// failed; at most 10,000 bytes. ErrInvalid for an empty or longer one. Event: note.
func (u *Part) Note(ctx context.Context, text string) error {
	if text == "" || len(text) > maxNote {
		return fail.Invalidf("text must have 1 to %d bytes", maxNote)
	}
	text = strings.ToValidUTF8(text, "\ufffd")
	return u.Update(ctx, func(t *state.Tx) error {
		t.Emit(mailsim.NoteWritten{Text: text})
		return nil
	})
}

// About tells what happened to a mail after an event.
func (u *Part) About(messageID string, after int64) []mailsim.StoryLine {
	p, t, lines := &plot{mails: map[string]bool{messageID: true}}, u.teller(), []mailsim.StoryLine{}
	for e := range u.Committed().From(after) {
		if line, told := u.line(p, &t, e); told {
			if lines = append(lines, line); len(lines) == maxLimit {
				break
			}
		}
	}
	return lines
}

// line tells of one event, if it belongs to the plot and says something.
func (u *Part) line(p *plot, t *mailsim.Teller, e *state.Event) (line mailsim.StoryLine, told bool) {
	job := u.jobOf(e.Data)
	if !p.tells(e, job) {
		return line, false
	}
	ev := e.Event()
	who, what := t.Tell(ev)
	line = mailsim.StoryLine{
		Event: ev.ID, At: ev.At, Type: ev.Type, Who: who, What: what, PersonaID: ev.PersonaID,
		CaseID: cmp.Or(ev.CaseID, job.CaseID), MessageID: cmp.Or(ev.MessageID, job.MessageID), JobID: job.ID,
	}
	return line, what != ""
}

// teller knows people by their names now.
func (u *Part) teller() mailsim.Teller {
	return mailsim.Teller{Name: func(id string) (name string) {
		u.Read(func(v state.View) {
			if p := people.Get(v, id); p != nil {
				name = p.Name
			}
		})
		return name
	}}
}

// plot says what a story is about. Its zero value is everything.
type plot struct {
	caseID, personID string
	mails            map[string]bool // nil for all
}

func (u *Part) plot(f mailsim.StoryFilter) (*plot, error) {
	p := &plot{personID: f.PersonaID}
	if f.MessageID == "" && f.Thread == "" { // else the case narrows those
		p.caseID = f.CaseID
	}
	var err error
	u.Read(func(v state.View) {
		switch {
		case f.CaseID != "" && people.CaseByID(v, f.CaseID) == nil:
			err = fail.NoSuch("case")
		case f.PersonaID != "" && people.Get(v, f.PersonaID) == nil:
			err = fail.NoSuch("persona")
		}
	})
	if err != nil {
		return nil, err
	}
	if f.MessageID != "" {
		p.mails = map[string]bool{f.MessageID: true}
	}
	if f.Thread != "" || f.CaseID != "" {
		p.mails = u.mailsOf(f, p.mails)
	}
	return p, nil
}

// mailsOf are the mails of a conversation or case, of those given where some are.
func (u *Part) mailsOf(f mailsim.StoryFilter, among map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, c := range u.post.CopiesWhere(func(s *post.Stored) bool {
		return (f.Thread == "" || s.Mail.Thread == f.Thread) && (f.CaseID == "" || s.Extras().CaseID == f.CaseID)
	}) {
		if id := c.Mail.MessageID; id != "" && (among == nil || among[id]) {
			out[id] = true
		}
	}
	return out
}

// tells reports whether an event belongs to the plot.
func (p *plot) tells(e *state.Event, job mailsim.Job) bool {
	s := e.Subject()
	if p.personID != "" && s.PersonaID != p.personID {
		return false
	}
	if p.caseID != "" && (s.CaseID == p.caseID || job.CaseID == p.caseID) {
		return true
	}
	return p.mails == nil || p.mails[s.MessageID] || p.mails[job.MessageID] || p.answers(e)
}

// answers tells whether an event is about an answer to a mail of the plot.
func (p *plot) answers(e *state.Event) bool {
	sent, is := state.SentOf(e.Data)
	return is && (p.mails[sent.InReplyTo] || slices.ContainsFunc(sent.Answered, func(id string) bool { return p.mails[id] }))
}

// jobOf is the job that an event is about, with its id alone where it is no longer
// known; the zero Job for none.
func (u *Part) jobOf(data mailsim.EventData) (job mailsim.Job) {
	id := jobID(data)
	if id == "" {
		return job
	}
	u.Read(func(v state.View) {
		if j := jobs.Get(v, id); j != nil {
			job = j.Job
		}
	})
	job.ID = id
	return job
}

func jobID(data mailsim.EventData) string {
	switch d := data.(type) {
	case mailsim.JobScheduled:
		return d.JobID
	case mailsim.JobDone:
		return d.JobID
	case mailsim.JobFailed:
		return d.JobID
	case mailsim.JobUpdated:
		return d.JobID
	case mailsim.PersonaPromised:
		return d.JobID
	case mailsim.PersonaWaiting:
		return d.JobID
	}
	return ""
}
