package keep

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// MaxText is how many characters of a mail's text its events keep once it is gone.
const MaxText = 1000

// capped is the retention under a plan: no longer than it allows.
func capped(r mailsim.Retention, p mailsim.Plan) mailsim.Retention {
	limit := func(days int) int {
		if max := p.Limits.RetentionDays; max > 0 && (days == 0 || days > max) {
			return max
		}
		return days
	}
	return mailsim.Retention{MailDays: limit(r.MailDays), EventDays: limit(r.EventDays), MemoryDays: r.MemoryDays}
}

// Retention returns what holds: the setting, capped by the plan.
func (u *Part) Retention() mailsim.Retention {
	return capped(u.settings.Settings().Retention, settings.PlanOf(u.Env))
}

// SetRetention sets how long mail and events are kept, capped by the plan; 0
// under a plan's limit is the limit. Negative days are ErrInvalid.
func (u *Part) SetRetention(ctx context.Context, r mailsim.Retention) (mailsim.Retention, error) {
	if err := valid.Retention(r); err != nil {
		return mailsim.Retention{}, err
	}
	err := u.Update(ctx, func(t *state.Tx) error {
		r = SetRetention(t, r)
		return nil
	})
	return r, err
}

// SetRetention sets how long mail and events are kept, capped by the plan.
func SetRetention(t *state.Tx, r mailsim.Retention) mailsim.Retention {
	r = capped(r, settings.PlanOf(t.Env))
	settings.Change(t, func(s *settings.Record) { s.Retention = r })
	t.Wakeup = true
	return r
}

// Prune applies the retention now: copies filed mail_days ago or earlier leave
// every folder; events of event_days ago or earlier leave the log, and with them
// the jobs whose end they tell. What people remember stays, but
// for what has not been used for memory_days. Event:
// retention.pruned, when something went.
func (u *Part) Prune(ctx context.Context) (mailsim.Pruned, error) { return u.Sweep(ctx) }

// Arrived notes, after a commit, that there is something again that grows old.
func Arrived(s *state.State, t *state.Tx) {
	if s.Swept.Done && !s.Swept.Any && len(*post.TouchedSlot.Of(t)) > 0 && s.Seq > s.Swept.Seq {
		s.Swept.Any, s.Swept.Oldest = true, state.InstantOf(t.Now)
		t.Wakeup = true
	}
	if len(t.Events) > 0 && s.Events.Len() == len(t.Events) {
		t.Wakeup = true
	}
}

// NextPruneLocked is the full hour at which something is old enough to go.
func (u *Part) NextPruneLocked() (due time.Time, ok bool) {
	set := settings.Table.In(&u.State).At("")
	if set == nil {
		return due, false
	}
	r := capped(set.Retention, *u.Plan.Load())
	if s := &u.Swept; r.MailDays > 0 && (s.Any || !s.Done) {
		due, ok = hourAfter(s.Oldest.Time(), r.MailDays), true
	}
	if log := u.Events; r.EventDays > 0 && log.Len() > 0 {
		if at := hourAfter(log.Index(0).At.Time(), r.EventDays); !ok || at.Before(due) {
			due, ok = at, true
		}
	}
	if at, is := nextForget(&u.Book.State, r.MemoryDays); is && (!ok || at.Before(due)) {
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

// Pruning is what one prune will do. What goes is looked for outside the lock, and goes
// in several commits: others have their turn between two of them.
type Pruning struct {
	mailsim.Retention
	mail, events state.Instant // what is not after it goes
	gone         []oldMail
	texts        []*state.Event // as they will be without their mail
	seen         int64          // the last event looked at
	tell         bool           // something went of which the event is to tell
	Out          mailsim.Pruned
	left         bool          // some mail stays
	oldest       state.Instant // of it
	commits      uint64        // of the universe, up to which this holds
}

// oldMail are the copies of a folder that are to go.
type oldMail struct {
	address, folder string
	validity        uint32
	uids            []uint32
}

// SliceSize bounds what one commit of a prune takes away or replaces.
const SliceSize = 1000

// Sweep prunes in several commits, each of some of what is old.
func (u *Part) Sweep(ctx context.Context) (mailsim.Pruned, error) {
	p := u.PlanPrune()
	for more := true; more; {
		err := u.Update(ctx, func(t *state.Tx) error {
			more = !PruneSome(t, p, u.Serial.Load())
			return nil
		})
		if err != nil {
			return p.Out, err
		}
	}
	return p.Out, nil
}

// PlanPrune looks for what is old.
func (u *Part) PlanPrune() *Pruning {
	p := &Pruning{}
	var old []*state.Event
	var boxes []state.Row[*post.Box]
	u.Read(func(v state.View) {
		p.Retention = capped(settings.Of(v).Retention, settings.PlanOf(u.Env))
		p.mail, p.events = daysBefore(v.Now, p.MailDays), daysBefore(v.Now, p.EventDays)
		p.oldest, p.commits = state.InstantOf(v.Now), u.Serial.Load()
		if p.MailDays > 0 {
			boxes = state.Rows(post.Boxes.In(v.State), "")
			log, n := v.Events, v.Events.UpTo(p.mail)
			for i := log.After(v.Swept.Kept); i < n; i++ {
				old = append(old, log.Index(i))
			}
			if p.seen = v.Swept.Kept; len(old) > 0 {
				p.seen = old[len(old)-1].ID
			}
		}
	})
	for _, e := range old {
		if p.EventDays > 0 && !p.events.Before(e.At) {
			continue // it goes itself
		}
		if data, changed := shortened(e.Data); changed {
			p.texts = append(p.texts, &state.Event{ID: e.ID, Seq: e.Seq, At: e.At, Data: data})
		}
	}
	for _, m := range state.InOrder(boxes) { // no map order reaches a watcher
		p.look(m)
	}
	return p
}

// look looks for old copies in a mailbox, and for the oldest that is left.
func (p *Pruning) look(m *post.Box) {
	folders := slices.Clone(m.Folders)
	slices.SortFunc(folders, func(a, b *post.Folder) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range folders {
		uids, oldest := f.FiledUpTo(p.mail)
		if len(uids) > 0 {
			p.gone = append(p.gone, oldMail{m.Address, f.Name, f.UIDValidity, uids})
		}
		if len(uids) < f.Len() {
			p.left = true
			if oldest.Before(p.oldest) {
				p.oldest = oldest
			}
		}
	}
}

func daysBefore(now time.Time, days int) state.Instant {
	return state.InstantOf(now.Add(-time.Duration(days) * simtime.Day))
}

// shortened is the data of an event without its mail: its text cut.
func shortened(data mailsim.EventData) (mailsim.EventData, bool) {
	if sent, ok := data.(state.Sent); ok {
		changed := len(sent.Text) > MaxText
		sent.Text = keptOf(sent.Text)
		return sent, changed
	}
	lazy, changed := data.(state.Lazy)
	if changed {
		data = lazy.Resolve()
	}
	switch d := data.(type) {
	case mailsim.MailDelivered:
		d.From, d.Subject = strings.Clone(d.From), strings.Clone(d.Subject) // not to hold on to the mail
		return d, changed
	case mailsim.PersonaReceived:
		changed = changed || len(d.Text) > MaxText
		d.From, d.FromName, d.Subject = strings.Clone(d.From), strings.Clone(d.FromName), strings.Clone(d.Subject)
		d.Text = keptOf(d.Text)
		return d, changed
	case mailsim.PersonaSent:
		changed = len(d.Text) > MaxText
		d.Text = keptOf(d.Text)
		return d, changed
	}
	return data, changed
}

// keptOf is what an event keeps of a text.
func keptOf(text string) string { return strings.Clone(plain.Cut(text, MaxText)) }

// ShortForms are the events from an id on that are to be replaced when all mail is
// gone.
func ShortForms(l *state.Log, after int64) (out []*state.Event) {
	for e := range l.From(after) {
		if data, changed := shortened(e.Data); changed {
			out = append(out, &state.Event{ID: e.ID, Seq: e.Seq, At: e.At, Data: data})
		}
	}
	return out
}

// PruneSome removes some of what is old, after so many commits of the universe; done
// is true when that was the last of it.
func PruneSome(t *state.Tx, p *Pruning, commits uint64) (done bool) {
	others := commits != p.commits
	room := pruneMail(t, p, SliceSize)
	if p.EventDays > 0 {
		room = pruneEvents(t, p, room)
	}
	left := len(p.gone) > 0 || p.EventDays > 0 && t.State.Events.UpTo(p.events) > 0
	if !left { // of a mail that is no more, the events do without it
		left = len(p.texts) > room
		shortenTexts(t, p, min(len(p.texts), room))
	}
	if left {
		if !others {
			p.commits++ // this one
		}
		return false
	}
	if p.EventDays > 0 {
		insight.Forget(t, p.events.Time())
	}
	Forget(t, p.MemoryDays)
	if p.tell || p.Out.Messages > 0 {
		t.Emit(mailsim.RetentionPruned(p.Out))
	}
	if p.MailDays > 0 {
		t.Swept.Done, t.Swept.Any, t.Swept.Oldest, t.Swept.Seq, t.Swept.Kept = true, p.left, p.oldest, t.Seq, p.seen
		if others { // they may have moved something old to where it had been looked
			t.Swept.Any, t.Swept.Oldest = true, state.InstantOf(p.mail.Time().Add(1))
		}
	}
	return true
}

// pruneMail takes copies out of their folders, as many as there is room for.
func pruneMail(t *state.Tx, p *Pruning, room int) int {
	for ; room > 0 && len(p.gone) > 0; p.gone = p.gone[1:] {
		o := &p.gone[0]
		n := min(room, len(o.uids))
		if m := post.Mailbox(t.View, o.address); m != nil {
			if f := m.Folder(o.folder); f != nil && f.UIDValidity == o.validity {
				p.Out.Messages += len(post.Remove(t, o.address, f, o.uids[:n]))
			}
		}
		room -= n
		if o.uids = o.uids[n:]; len(o.uids) > 0 {
			break
		}
	}
	return room
}

// shortenTexts replaces the next events whose mail is gone by ones that need none.
func shortenTexts(t *state.Tx, p *Pruning, n int) {
	log := t.State.Events
	var redone []*state.Event
	for _, e := range p.texts[:n] {
		if log.At(e.ID) == nil {
			continue
		}
		if post.ByID(t.View, e.Subject().MessageID) != nil {
			p.seen = min(p.seen, e.ID-1) // it is to be looked at again
			continue
		}
		redone = append(redone, e)
	}
	p.texts = p.texts[n:]
	Redo(t, redone)
}

// Redo puts events in the place of those of their ids, where these are still there.
func Redo(t *state.Tx, es []*state.Event) {
	log := t.State.Events
	es = slices.DeleteFunc(es, func(e *state.Event) bool { return log.At(e.ID) == nil })
	if len(es) > 0 {
		t.State.Events = log.Replaced(es)
		t.Redone = append(t.Redone, es...)
	}
}

// pruneEvents cuts the log at the front, as far as there is room, and drops the
// finished jobs of whose end the cut events tell. Notices of earlier prunes go
// without a new one.
func pruneEvents(t *state.Tx, p *Pruning, room int) int {
	log := t.State.Events
	n := min(log.UpTo(p.events), room)
	for i := range n {
		e := log.Index(i)
		p.tell = p.tell || e.Data.EventType() != mailsim.EventRetentionPruned
		if dropEnded(t, endedJob(e.Data)) {
			p.Out.Jobs++
		}
	}
	if n > 0 {
		t.State.Events = log.Without(n)
		p.Out.Events += n
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

// dropEnded removes a job that has ended.
func dropEnded(t *state.Tx, id string) bool {
	j := jobs.Get(t.View, id)
	if j == nil || j.State == mailsim.StatePending || j.State == mailsim.StateRunning {
		return false
	}
	jobs.Drop(t, id)
	for _, m := range append([]string{j.MessageID}, j.Args.Messages...) { // it is listed for each mail that it answers
		key := state.Key(j.PersonaID, m)
		rest := slices.DeleteFunc(slices.Clone(jobs.ForTable.In(t.State).At(key)), func(o string) bool { return o == id })
		if len(rest) > 0 {
			state.Put(t, jobs.ForTable.In(t.State), key, rest)
		} else {
			state.Drop(t, jobs.ForTable.In(t.State), key)
		}
	}
	return true
}
