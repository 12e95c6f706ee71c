package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

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

// Retention returns what holds: the setting, capped by the plan.
func (u *keepPart) Retention() mailsim.Retention {
	return retentionCapped(u.settings.currentSettings().Retention, planOf(u.env))
}

// SetRetention sets how long mail and events are kept, capped by the plan; 0
// under a plan's limit is the limit. Negative days are ErrInvalid.
func (u *keepPart) SetRetention(ctx context.Context, r mailsim.Retention) (mailsim.Retention, error) {
	if err := valid.Retention(r); err != nil {
		return mailsim.Retention{}, err
	}
	err := u.update(ctx, func(t *tx) error {
		r = SetRetention(t, r)
		return nil
	})
	return r, err
}

func SetRetention(t *tx, r mailsim.Retention) mailsim.Retention {
	r = retentionCapped(r, planOf(t.env))
	ChangeSettings(t, func(s *settings) { s.Retention = r })
	t.wakeup = true
	return r
}

// Prune applies the retention now: copies filed mail_days ago or earlier leave
// every folder; events of event_days ago or earlier leave the log, and with them
// the jobs whose end they tell. What people remember stays, but
// for what has not been used for memory_days. Event:
// retention.pruned, when something went.
func (u *keepPart) Prune(ctx context.Context) (mailsim.Pruned, error) { return u.prune(ctx) }

// Arrived notes, after a commit, that there is something again that grows old.
func Arrived(s *state, t *tx) {
	if s.swept.done && !s.swept.any && len(*touchedSlot.of(t)) > 0 && s.seq > s.swept.seq {
		s.swept.any, s.swept.oldest = true, instantOf(t.now)
		t.wakeup = true
	}
	if len(t.events) > 0 && s.events.len() == len(t.events) {
		t.wakeup = true
	}
}

// nextPruneLocked is the full hour at which something is old enough to go.
func (u *keepPart) nextPruneLocked() (due time.Time, ok bool) {
	set := settingsTable.in(&u.state).at("")
	if set == nil {
		return due, false
	}
	r := retentionCapped(set.Retention, *u.plan.Load())
	if s := &u.swept; r.MailDays > 0 && (s.any || !s.done) {
		due, ok = hourAfter(s.oldest.time(), r.MailDays), true
	}
	if log := u.events; r.EventDays > 0 && log.len() > 0 {
		if at := hourAfter(log.index(0).at.time(), r.EventDays); !ok || at.Before(due) {
			due, ok = at, true
		}
	}
	if at, is := NextForget(&u.book.state, r.MemoryDays); is && (!ok || at.Before(due)) {
		due, ok = at, true
	}
	return due, ok
}

// hourAfter is the first full hour at which what happened at t is so many days old.
func hourAfter(t time.Time, days int) time.Time {
	t = t.Add(time.Duration(days) * simtime.Day)
	if hour := t.Truncate(time.Hour); hour.Before(t) {
		return hour.Add(time.Hour)
	}
	return t
}

// pruning is what one prune will do. What goes is looked for outside the lock, and goes
// in several commits: others have their turn between two of them.
type pruning struct {
	mailsim.Retention
	mail, events instant // what is not after it goes
	gone         []oldMail
	texts        []*eventRec // as they will be without their mail
	seen         int64       // the last event looked at
	tell         bool        // something went of which the event is to tell
	out          mailsim.Pruned
	left         bool    // some mail stays
	oldest       instant // of it
	commits      uint64  // of the universe, up to which this holds
}

// oldMail are the copies of a folder that are to go.
type oldMail struct {
	address, folder string
	validity        uint32
	uids            []uint32
}

// pruneSlice bounds what one commit of a prune takes away or replaces.
const pruneSlice = 1000

func (u *keepPart) prune(ctx context.Context) (mailsim.Pruned, error) {
	p := u.planPrune()
	for more := true; more; {
		err := u.update(ctx, func(t *tx) error {
			more = !PruneSlice(t, p, u.commits.Load())
			return nil
		})
		if err != nil {
			return p.out, err
		}
	}
	return p.out, nil
}

// planPrune looks for what is old.
func (u *keepPart) planPrune() *pruning {
	p := &pruning{}
	var old []*eventRec
	var boxes []row[*mailboxRec]
	u.read(func(v view) {
		p.Retention = retentionCapped(Set(v).Retention, planOf(u.env))
		p.mail, p.events = daysBefore(v.now, p.MailDays), daysBefore(v.now, p.EventDays)
		p.oldest, p.commits = instantOf(v.now), u.commits.Load()
		if p.MailDays > 0 {
			boxes = mailboxTable.in(v.state).rows("")
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
	for _, m := range inOrder(boxes) { // no map order reaches a watcher
		p.look(m)
	}
	return p
}

// look looks for old copies in a mailbox, and for the oldest that is left.
func (p *pruning) look(m *mailboxRec) {
	folders := slices.Clone(m.folders)
	slices.SortFunc(folders, func(a, b *folderRec) int { return strings.Compare(a.name, b.name) })
	for _, f := range folders {
		uids, oldest := f.filedUpTo(p.mail)
		if len(uids) > 0 {
			p.gone = append(p.gone, oldMail{m.address, f.name, f.UIDValidity, uids})
		}
		if len(uids) < f.Len() {
			p.left = true
			if oldest.before(p.oldest) {
				p.oldest = oldest
			}
		}
	}
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
func keptOf(text string) string { return strings.Clone(plain.Cut(text, keptText)) }

// shortForms are the events from an id on that are to be replaced when all mail is
// gone.
func shortForms(l *eventLog, after int64) (out []*eventRec) {
	for e := range l.from(after) {
		if data, changed := shortened(e.data); changed {
			out = append(out, &eventRec{e.id, e.seq, e.at, data})
		}
	}
	return out
}

// PruneSlice removes some of what is old, after so many commits of the universe; done
// is true when that was the last of it.
func PruneSlice(t *tx, p *pruning, commits uint64) (done bool) {
	others := commits != p.commits
	room := PruneMail(t, p, pruneSlice)
	if p.EventDays > 0 {
		room = PruneEvents(t, p, room)
	}
	left := len(p.gone) > 0 || p.EventDays > 0 && t.state.events.upTo(p.events) > 0
	if !left { // of a mail that is no more, the events do without it
		left = len(p.texts) > room
		KeepTexts(t, p, min(len(p.texts), room))
	}
	if left {
		if !others {
			p.commits++ // this one
		}
		return false
	}
	if p.EventDays > 0 {
		ForgetFacts(t, p.events.time())
	}
	Forget(t, p.MemoryDays)
	if p.tell || p.out.Messages > 0 {
		t.emit(mailsim.RetentionPruned(p.out))
	}
	if p.MailDays > 0 {
		t.swept.done, t.swept.any, t.swept.oldest, t.swept.seq, t.swept.kept = true, p.left, p.oldest, t.seq, p.seen
		if others { // they may have moved something old to where it had been looked
			t.swept.any, t.swept.oldest = true, instantOf(p.mail.time().Add(1))
		}
	}
	return true
}

// PruneMail takes copies out of their folders, as many as there is room for.
func PruneMail(t *tx, p *pruning, room int) int {
	for ; room > 0 && len(p.gone) > 0; p.gone = p.gone[1:] {
		o := &p.gone[0]
		n := min(room, len(o.uids))
		if m := Mailbox(t.view, o.address); m != nil {
			if f := m.folder(o.folder); f != nil && f.UIDValidity == o.validity {
				p.out.Messages += len(Remove(t, o.address, f, o.uids[:n]))
			}
		}
		room -= n
		if o.uids = o.uids[n:]; len(o.uids) > 0 {
			break
		}
	}
	return room
}

// KeepTexts replaces the next events whose mail is gone by ones that need none.
func KeepTexts(t *tx, p *pruning, n int) {
	log := t.state.events
	var redone []*eventRec
	for _, e := range p.texts[:n] {
		if log.at(e.id) == nil {
			continue
		}
		if mailTable.in(t.state).at(e.subject().MessageID) != nil {
			p.seen = min(p.seen, e.id-1) // it is to be looked at again
			continue
		}
		redone = append(redone, e)
	}
	p.texts = p.texts[n:]
	Redo(t, redone)
}

// Redo puts events in the place of those of their ids, where these are still there.
func Redo(t *tx, es []*eventRec) {
	log := t.state.events
	es = slices.DeleteFunc(es, func(e *eventRec) bool { return log.at(e.id) == nil })
	if len(es) > 0 {
		t.state.events = log.replaced(es)
		t.redone = append(t.redone, es...)
	}
}

// PruneEvents cuts the log at the front, as far as there is room, and drops the
// finished jobs of whose end the cut events tell. Notices of earlier prunes go
// without a new one.
func PruneEvents(t *tx, p *pruning, room int) int {
	log := t.state.events
	n := min(log.upTo(p.events), room)
	for i := range n {
		e := log.index(i)
		p.tell = p.tell || e.data.EventType() != mailsim.EventRetentionPruned
		if DropEnded(t, endedJob(e.data)) {
			p.out.Jobs++
		}
	}
	if n > 0 {
		t.state.events = log.without(n)
		p.out.Events += n
	}
	return room - n
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

// DropEnded removes a job that has ended.
func DropEnded(t *tx, id string) bool {
	j := jobTable.in(t.state).at(id)
	if j == nil || j.State == mailsim.StatePending || j.State == mailsim.StateRunning {
		return false
	}
	DropJob(t, id)
	for _, m := range append([]string{j.MessageID}, j.Args.Messages...) { // it is listed for each mail that it answers
		key := tableKey(j.PersonaID, m)
		rest := slices.DeleteFunc(slices.Clone(jobsForTable.in(t.state).at(key)), func(o string) bool { return o == id })
		if len(rest) > 0 {
			put(t, jobsForTable.in(t.state), key, rest)
		} else {
			drop(t, jobsForTable.in(t.state), key)
		}
	}
	return true
}
