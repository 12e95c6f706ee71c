package engine

import (
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/mails"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/provide"
	"github.com/mailsim/mailsim/universe/internal/release"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/work"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// wire ties parts to what they must act on, and which stands below them. The
// order is that in which they act.
func (u *Universe) wire() {
	u.Time = u.NowLocked
	u.persistPart.Due, u.persistPart.Taken = u.WakeLocked, u.AccessChanged
	u.SignatureOf = login.SignatureAt
	u.Sites.More = u.worldPart.SiteOf
	u.OnEmit = []func(*state.Tx, *state.Event){
		func(t *state.Tx, e *state.Event) { people.NoteReach(t, e) },
		func(t *state.Tx, e *state.Event) { insight.NoteEvent(t, e.Data) },
		world.HeedUnsubscribe,
		provide.Observe,
	}
	u.OnEnd = []func(*state.Tx, *state.Point) error{
		keep.Enforce,
		func(t *state.Tx, _ *state.Point) error { insight.Write(t); return nil },
	}
	u.OnCommit = []func(*state.Tx, *state.Point){
		func(t *state.Tx, _ *state.Point) { u.LookAtRules(t.View) },
		func(t *state.Tx, _ *state.Point) {
			if state.Changed(t, people.Table.In(t.State)) {
				u.Bodies.People.Add(1)
			}
		},
		func(t *state.Tx, before *state.Point) {
			if state.Changed(t, webhook.Table.In(t.State)) {
				u.Hooks.SetLocked(t.View, before.Events.Last())
			}
		},
		func(t *state.Tx, _ *state.Point) { jobs.JoinQueue(t) },
		func(t *state.Tx, _ *state.Point) { keep.BoundEvents(t) },
		func(t *state.Tx, _ *state.Point) { keep.Arrived(&u.Book.State, t) },
		func(t *state.Tx, _ *state.Point) { u.mailsPart.Commit(t) },
	}
	u.OnReplace = []func(state.View){
		u.LookAtRules,
		func(v state.View) { u.Hooks.SetLocked(v, v.Events.Last()) },
		u.mailsPart.Replaced,
	}
	u.OnDurable = []func(*state.Tx){
		u.Watchers.Changed, // sessions, waits and streams look again
		u.LookAtAccess,     // doors close sessions that have lost their key or login
		u.BeginPlanned,     // mail is handed to the relay
		u.Hooks.Changed,    // webhooks are sent the new events
		u.ArmIfWoken,       // the clock's next stop may be another
	}
	u.OnRefuse = []func(error){u.TellIfFull}
}

func init() {
	jobs.Carry("delivery", func() jobs.Payload { return new(transit.Held) })
	jobs.Carry("release", func() jobs.Payload { return new(release.Load) })
	jobs.Carry("send", func() jobs.Payload { return new(provide.Scheduled) })
	jobs.Carry("bounce", func() jobs.Payload { return new(rules.Notice) })
	post.OnCopy = append(post.OnCopy, mails.NoteCopy)
	post.OnForgotten = append(post.OnForgotten, mind.ForgetInspection, provide.Forget) // nobody can ask about the mail any more
	deliver.OnArrive = append(deliver.OnArrive, provide.Delivered)
	provide.Followed = append(provide.Followed, webhook.AnyShaped)
	keep.StillUsed = append(keep.StillUsed, people.UsedByJobs, work.UsedByActs)
	keep.Forgetters = append(keep.Forgetters, (*state.Tx).ForgetCounters, people.ForgetMemory)
}
