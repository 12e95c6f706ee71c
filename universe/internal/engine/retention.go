package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/simtime"
)

// maxRetention is 100 years.
const maxRetention = 36_500

// keptText is how much of a mail's text its events keep once it is gone.
const keptText = 1000

// capped is the retention under a plan: no longer than it allows.
func retentionCapped(r mailsim.Retention, p mailsim.Plan) mailsim.Retention {
	limit := func(days int) int {
		if max := p.Limits.RetentionDays; max > 0 && (days == 0 || days > max) {
			return max
		}
		return days
	}
	return mailsim.Retention{MailDays: limit(r.MailDays), EventDays: limit(r.EventDays), MemoryDays: r.MemoryDays}
}

func retentionCheck(r mailsim.Retention) error {
	for _, f := range []struct {
		name string
		days int
	}{{"mail_days", r.MailDays}, {"event_days", r.EventDays}, {"memory_days", r.MemoryDays}} {
		if f.days < 0 {
			return invalidf("%s must not be negative", f.name)
		}
		if f.days > maxRetention {
			return invalidf("%s must be at most %d", f.name, maxRetention)
		}
	}
	return nil
}

// Retention returns what holds: the setting, capped by the plan.
func (u *Universe) Retention() mailsim.Retention {
	return retentionCapped(u.currentSettings().Retention, u.Plan())
}

// SetRetention sets how long mail and events are kept, capped by the plan; 0
// under a plan's limit is the limit. Negative days are ErrInvalid.
func (u *Universe) SetRetention(ctx context.Context, r mailsim.Retention) (mailsim.Retention, error) {
	if err := retentionCheck(r); err != nil {
		return mailsim.Retention{}, err
	}
	err := u.update(ctx, func(t *tx) error {
		r = t.setRetention(r)
		return nil
	})
	return r, err
}

func (t *tx) setRetention(r mailsim.Retention) mailsim.Retention {
	r = retentionCapped(r, t.u.Plan())
	t.changeSettings(func(s *settings) { s.Retention = r })
	t.wakeup = true
	return r
}

// Prune applies the retention now: copies filed mail_days ago or earlier leave
// every folder; events of event_days ago or earlier leave the log, and with them
// the jobs whose end they tell. What people remember stays, but
// for what has not been used for memory_days. Event:
// retention.pruned, when something went.
func (u *Universe) Prune(ctx context.Context) (mailsim.Pruned, error) { return u.prune(ctx) }

// sweep is what the last prune found, so that the next one is known in constant time.
type sweep struct {
	done   bool         // there was one
	any    bool         // some mail was left, or has come since
	oldest instant      // no mail is older
	seq    mailsim.Mark // when it was
	kept   int64        // events up to this id need no mail any more

	counted bool // memory holds
	memory  int  // no day before it is the last on which something that can be forgotten was used
}

// arrived notes, after a commit, that there is something again that grows old.
func (s *state) arrived(t *tx) {
	if s.swept.done && !s.swept.any && len(t.touched) > 0 && s.seq > s.swept.seq {
		s.swept.any, s.swept.oldest = true, instantOf(t.now)
		t.wakeup = true
	}
	if len(t.events) > 0 && s.events.len() == len(t.events) {
		t.wakeup = true
	}
}

// nextPruneLocked is the full hour at which something is old enough to go.
func (u *Universe) nextPruneLocked() (due time.Time, ok bool) {
	set := u.w.settings.at("")
	if set == nil {
		return due, false
	}
	r := retentionCapped(set.Retention, *u.plan.Load())
	if s := &u.w.swept; r.MailDays > 0 && (s.any || !s.done) {
		due, ok = hourAfter(s.oldest.time(), r.MailDays), true
	}
	if log := u.w.events; r.EventDays > 0 && log.len() > 0 {
		if at := hourAfter(log.index(0).at.time(), r.EventDays); !ok || at.Before(due) {
			due, ok = at, true
		}
	}
	if at, is := u.w.nextForget(r.MemoryDays); is && (!ok || at.Before(due)) {
		due, ok = at, true
	}
	return due, ok
}

// rearm lets a running clock look again at what is due.
func (u *Universe) rearm() {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	u.armLocked()
}

// hourAfter is the first full hour at which what happened at t is so many days old.
func hourAfter(t time.Time, days int) time.Time {
	t = t.Add(time.Duration(days) * simtime.Day)
	if hour := t.Truncate(time.Hour); hour.Before(t) {
		return hour.Add(time.Hour)
	}
	return t
}

// pruning is what one prune will do. Texts that events keep are read outside the lock.
type pruning struct {
	mailsim.Retention
	mail, events instant // what is not after it goes
	texts        []*eventRec
	seen         int64 // the last event looked at
}

func (u *Universe) prune(ctx context.Context) (mailsim.Pruned, error) {
	var p pruning
	var old []*eventRec
	u.read(func(v view) {
		p.Retention = retentionCapped(v.set().Retention, u.Plan())
		p.mail, p.events = daysBefore(v.now, p.MailDays), daysBefore(v.now, p.EventDays)
		if p.MailDays > 0 {
			log, n := v.events, v.events.upTo(p.mail)
			for i := log.after(v.swept.kept); i < n; i++ {
				old = append(old, log.index(i))
			}
			if p.seen = v.swept.kept; len(old) > 0 {
				p.seen = old[len(old)-1].id
			}
		}
	})
	for _, e := range old {
		if p.EventDays > 0 && !p.events.before(e.at) {
			continue // it goes itself
		}
		if data, changed := shortened(e.data); changed {
			p.texts = append(p.texts, &eventRec{e.id, e.seq, e.at, data})
		}
	}
	var out mailsim.Pruned
	err := u.update(ctx, func(t *tx) error {
		out = t.prune(&p)
		return nil
	})
	return out, err
}

func daysBefore(now time.Time, days int) instant {
	return instantOf(now.Add(-time.Duration(days) * simtime.Day))
}

// shortened is the data of an event without its mail: its text cut.
func shortened(data mailsim.EventData) (mailsim.EventData, bool) {
	if sent, ok := data.(sentEvent); ok {
		changed := len(sent.Text) > keptText
		sent.Text = keptOf(sent.Text)
		return sent, changed
	}
	lazy, changed := data.(lazyData)
	if changed {
		data = lazy.resolve()
	}
	switch d := data.(type) {
	case mailsim.MailDelivered:
		d.From, d.Subject = strings.Clone(d.From), strings.Clone(d.Subject) // not to hold on to the mail
		return d, changed
	case mailsim.PersonaReceived:
		changed = changed || len(d.Text) > keptText
		d.From, d.FromName, d.Subject = strings.Clone(d.From), strings.Clone(d.FromName), strings.Clone(d.Subject)
		d.Text = keptOf(d.Text)
		return d, changed
	case mailsim.PersonaSent:
		changed = len(d.Text) > keptText
		d.Text = keptOf(d.Text)
		return d, changed
	}
	return data, changed
}

// keptOf is what an event keeps of a text.
func keptOf(text string) string { return strings.Clone(cut(text, keptText)) }

// shortForms are the events from an id on that are to be replaced when all mail is
// gone.
func (l *eventLog) shortForms(after int64) (out []*eventRec) {
	for e := range l.from(after) {
		if data, changed := shortened(e.data); changed {
			out = append(out, &eventRec{e.id, e.seq, e.at, data})
		}
	}
	return out
}

// prune removes what is old.
func (t *tx) prune(p *pruning) (out mailsim.Pruned) {
	tell := false
	if p.MailDays > 0 {
		out.Messages = t.pruneMail(p.mail)
		t.keepTexts(p)
	}
	if p.EventDays > 0 {
		out.Events, out.Jobs, tell = t.pruneEvents(p.events)
		t.forgetFacts(p.events.time())
	}
	t.forget(p.MemoryDays)
	if tell || out.Messages > 0 {
		t.emit(mailsim.RetentionPruned(out))
	}
	t.swept.done, t.swept.seq = true, t.seq
	return out
}

// pruneMail takes copies out of all folders and finds the oldest that is left.
func (t *tx) pruneMail(until instant) (n int) {
	t.swept.any, t.swept.oldest = false, instantOf(t.now)
	type old struct {
		address, folder string
		uids            []uint32
	}
	var gone []old
	for address, m := range t.mailboxes.m {
		for _, f := range m.folders {
			uids, oldest := f.filedUpTo(until)
			if len(uids) > 0 {
				gone = append(gone, old{address, f.name, uids})
			}
			if len(uids) < f.Len() {
				t.swept.any = true
				if oldest.before(t.swept.oldest) {
					t.swept.oldest = oldest
				}
			}
		}
	}
	slices.SortFunc(gone, func(a, b old) int { // no map order reaches a watcher
		return cmp.Or(strings.Compare(a.address, b.address), strings.Compare(a.folder, b.folder))
	})
	for _, o := range gone {
		n += len(t.remove(o.address, t.mailbox(o.address).folder(o.folder), o.uids))
	}
	return n
}

// filedUpTo lists the copies filed by an instant, and when the oldest of the
// others was filed.
func (f *folderRec) filedUpTo(until instant) (uids []uint32, oldest instant) {
	first := true
	for s := range f.All() {
		if !until.before(s.filed) {
			uids = append(uids, s.uid)
			continue
		}
		if first || s.filed.before(oldest) {
			oldest, first = s.filed, false
		}
		if !f.mixed { // in order of arrival: the others are younger
			break
		}
	}
	return uids, oldest
}

// keepTexts replaces the events whose mail is gone by ones that need none.
func (t *tx) keepTexts(p *pruning) {
	log := t.state.events
	var redone []*eventRec
	seen := p.seen
	for _, e := range p.texts {
		if log.at(e.id) == nil {
			continue
		}
		if t.mails.at(e.subject().MessageID) != nil {
			seen = min(seen, e.id-1) // it is to be looked at again
			continue
		}
		redone = append(redone, e)
	}
	t.swept.kept = seen
	t.redo(redone)
}

// redo puts events in the place of those of their ids, where these are still there.
func (t *tx) redo(es []*eventRec) {
	log := t.state.events
	es = slices.DeleteFunc(es, func(e *eventRec) bool { return log.at(e.id) == nil })
	if len(es) > 0 {
		t.state.events = log.replaced(es)
		t.redone = append(t.redone, es...)
	}
}

// pruneEvents cuts the log at the front, and drops the finished jobs of whose
// end the cut events tell. Notices of earlier prunes go without a new one.
func (t *tx) pruneEvents(until instant) (events, jobs int, tell bool) {
	log := t.state.events
	events = log.upTo(until)
	for i := range events {
		e := log.index(i)
		tell = tell || e.data.EventType() != mailsim.EventRetentionPruned
		if t.dropEnded(endedJob(e.data)) {
			jobs++
		}
	}
	if events > 0 {
		t.state.events = log.without(events)
	}
	return events, jobs, tell
}

// endedJob is the job of whose end an event tells, "" for others.
func endedJob(data mailsim.EventData) string {
	switch d := data.(type) {
	case mailsim.JobDone:
		return d.JobID
	case mailsim.JobFailed:
		return d.JobID
	case mailsim.JobUpdated:
		return d.JobID
	}
	return ""
}

// dropEnded removes a job that has ended.
func (t *tx) dropEnded(id string) bool {
	j := t.jobs.at(id)
	if j == nil || j.State == mailsim.StatePending || j.State == mailsim.StateRunning {
		return false
	}
	t.dropJob(id)
	for _, m := range append([]string{j.MessageID}, j.Args.Messages...) { // it is listed for each mail that it answers
		key := tableKey(j.PersonaID, m)
		rest := slices.DeleteFunc(slices.Clone(t.jobsFor.at(key)), func(o string) bool { return o == id })
		if len(rest) > 0 {
			put(t, t.jobsFor, key, rest)
		} else {
			drop(t, t.jobsFor, key)
		}
	}
	return true
}
