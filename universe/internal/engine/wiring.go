package engine

// wire ties parts to what they must act on, and which stands below them. The
// order is that in which they act.
func (u *Universe) wire() {
	u.now = u.nowLocked
	u.signature = SignatureAt
	u.emitted = []func(*tx, *eventRec){
		func(t *tx, e *eventRec) { NoteReach(t, e) },
		func(t *tx, e *eventRec) { TallyEvent(t, e.data) },
	}
	u.check = []func(*tx, *point) error{
		KeepBounds,
		func(t *tx, _ *point) error { WriteFacts(t); return nil },
	}
	u.done = []func(*tx, *point){
		func(t *tx, _ *point) { u.faulty.Store(faultTable.in(t.state).len() > 0) },
		func(t *tx, _ *point) {
			if t.changed(personaTable.in(t.state)) {
				u.bodies.people.Add(1)
			}
		},
		func(t *tx, before *point) {
			if t.changed(webhookTable.in(t.state)) {
				u.hooks.setLocked(t.view, before.events.last())
			}
		},
		func(t *tx, _ *point) { QueueNew(t) },
		func(t *tx, _ *point) { BoundEvents(t) },
		func(t *tx, _ *point) { Arrived(&u.book.state, t) },
	}
	u.replaced = []func(view){
		func(v view) { u.faulty.Store(faultTable.in(v.state).len() > 0) },
		func(v view) { u.hooks.setLocked(v, v.events.last()) },
	}
	u.wake = []func(*tx){
		u.watch.changed, // sessions, waits and streams look again
		u.lookAtAccess,  // doors close sessions that have lost their key or login
		u.hooks.changed, // webhooks are sent the new events
		u.armIfWoken,    // the clock's next stop may be another
	}
	u.refused = []func(error){u.tellIfFull}
}

func init() {
	carries("delivery", func() payload { return new(heldMail) })
	carries("bounce", func() payload { return new(bounceArg) })
	onForgotten = append(onForgotten, forgetInspection) // nobody can ask about the mail any more
	stillUsed = append(stillUsed, UsedByJobs, UsedByActs)
	forgetters = append(forgetters, (*tx).forgetCounters, ForgetMemory)
}
