package release

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// maxMails is how many mails one call releases.
const maxMails = 1000

var errNoRelay = fail.Conflictf("there is no relay: set Options.Relay, or start mailsimd with -relay")

// Release hands a mail to the relay; see mailsim.Universe.
func (u *Part) Release(ctx context.Context, r mailsim.Release) (mailsim.Job, error) {
	if (r.MessageID == "") == (r.Ref == nil) {
		return mailsim.Job{}, fail.Invalidf("message_id or ref is required, and not both")
	}
	if err := valid.RelayTo("to", r.To); err != nil {
		return mailsim.Job{}, err
	}
	load, err := u.find(r)
	if err != nil {
		return mailsim.Job{}, err
	}
	if r.To != nil {
		load.To = addr.Distinct(r.To)
	}
	var job mailsim.Job
	err = u.Update(ctx, func(t *state.Tx) (err error) { job, err = plan(t, load); return err })
	if err != nil || !r.Wait {
		return job, err
	}
	return u.await(ctx, job.ID)
}

// find is the mail that is asked for, on its way to those it came for.
func (u *Part) find(r mailsim.Release) (*Load, error) {
	if r.Ref != nil {
		_, _, s, err := u.post.Stored(*r.Ref)
		if err != nil {
			return nil, err
		}
		return loadOf(s), nil
	}
	var m *post.Mail
	u.Read(func(v state.View) {
		if e := post.ByID(v, r.MessageID); e != nil {
			m = e.Mail
		}
	})
	if m == nil {
		return nil, fail.NoSuch("message")
	}
	for _, c := range u.post.CopiesOf(r.MessageID) {
		if c.Mail == m && c.Way != nil {
			return loadOf(c.Stored), nil
		}
	}
	return &Load{mail: m}, nil
}

// loadOf is a copy on its way to those that its mail came for.
func loadOf(s *post.Stored) *Load {
	l := &Load{mail: s.Mail, way: s.Way}
	if env := s.Way.Envelope(); env != nil {
		l.To, l.From, l.Traced = addr.Distinct(env.To), env.From, true
	}
	return l
}

// ReleaseMailbox is Release of each mail in a folder, oldest first, as one change: all
// or none.
func (u *Part) ReleaseMailbox(ctx context.Context, address string, r mailsim.MailboxRelease) ([]mailsim.Job, error) {
	if err := valid.RelayTo("to", r.To); err != nil {
		return nil, err
	}
	list := []mailsim.Job{}
	err := u.Update(ctx, func(t *state.Tx) error {
		box, folder, err := post.FolderOf(t.View, address, r.Folder)
		if err != nil {
			return err
		}
		if folder.Len() > maxMails {
			return fail.Invalidf("the folder has %d mails: at most %d are released at once", folder.Len(), maxMails)
		}
		to := addr.Distinct(r.To)
		if len(to) == 0 {
			to = []string{box.Address}
		}
		for s := range folder.All() {
			load := loadOf(s)
			load.To = to
			job, err := plan(t, load)
			if err != nil {
				return err
			}
			list = append(list, job)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// plan plans a release that somebody asks for. Event: job.scheduled.
func plan(t *state.Tx, l *Load) (mailsim.Job, error) {
	rules := &settings.Of(t.View).Relay
	switch {
	case t.Env.Opts.Relay == nil:
		return mailsim.Job{}, errNoRelay
	case len(l.To) == 0:
		return mailsim.Job{}, fail.Invalidf("to is required: nobody sent this mail to anyone")
	}
	for _, to := range l.To {
		if !allowed(rules, to) {
			return mailsim.Job{}, fail.Errorf(mailsim.ErrForbidden, "to: the rules of the relay do not let mail go to %s", to)
		}
	}
	return schedule(t, l).Job, nil
}

// begunSlot lists the jobs that a transaction has planned.
var begunSlot = state.NewListSlot[string]()

func schedule(t *state.Tx, l *Load) *jobs.Record {
	if l.way == nil {
		l.way = post.NewWay(t, &mailsim.Envelope{From: l.From, To: l.To, Proto: "system"}, "")
	}
	rules := &settings.Of(t.View).Relay
	l.From, l.Author, l.Fresh = cmp.Or(rules.ReturnPath, l.From), rules.From, rules.NewMessageID
	if l.Fresh {
		l.N, l.Round = t.Count("release", addr.Key(l.From)), t.Round()
	}
	job := mailsim.Job{MessageID: l.mail.MessageID, Plan: "handed to the relay for " + listed(l.To)}
	j := jobs.Schedule(t, mailsim.JobRelease, jobs.Owner{}, t.Now, job, jobs.Args{To: l.To, Load: l})
	begun := begunSlot.Of(t)
	*begun = append(*begun, j.ID)
	return j
}

// listed names recipients in a plan or note.
func listed(to []string) string {
	if len(to) == 1 {
		return to[0]
	}
	return to[0] + " and " + strconv.Itoa(len(to)-1) + " more"
}

// Submitted follows the acceptance of a mail: where the rules say so, it goes to
// recipients outside.
func Submitted(t *state.Tx, s *transit.Submission) {
	if t.Env.Opts.Relay == nil || s.Origin != transit.FromApp && s.Origin != transit.FromAPI {
		return
	}
	rules := &settings.Of(t.View).Relay
	if !rules.All && len(rules.Match) == 0 {
		return
	}
	var to []string
	for _, a := range addr.Distinct(s.Env.To) {
		if (rules.All || matches(rules.Match, a)) && allowed(rules, a) {
			to = append(to, a)
		}
	}
	pass(t, s, to)
}

// Arrived follows the arrival of a mail in a mailbox, whose mail may be passed on.
func Arrived(t *state.Tx, s *transit.Submission, mailbox string) {
	if t.Env.Opts.Relay == nil {
		return
	}
	rules := &settings.Of(t.View).Relay
	var to []string
	for _, f := range rules.Forward {
		if addr.Key(f.Mailbox) == addr.Key(mailbox) {
			to = append(to, f.To...)
		}
	}
	pass(t, s, slices.DeleteFunc(addr.Distinct(to), func(a string) bool { return !allowed(rules, a) }))
}

// pass plans a release by rule, unless the mail has left before.
func pass(t *state.Tx, s *transit.Submission, to []string) {
	if len(to) == 0 || left(s.Mail) {
		return
	}
	schedule(t, &Load{To: to, From: s.Env.From, Traced: true, mail: s.Mail, way: s.Way})
}
