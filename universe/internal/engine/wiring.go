package engine

// wire ties parts to what they must act on, and which stands below them. The
// order is that in which they act.
func (u *Universe) wire() {
	u.now = u.nowLocked
	u.signature = view.signatureAt
	u.emitted = []func(*tx, *eventRec){
		func(t *tx, e *eventRec) { t.noteReach(e) },
		func(t *tx, e *eventRec) { t.tallyEvent(e.data) },
	}
	u.check = []func(*tx, *point) error{
		(*tx).keepBounds,
		func(t *tx, _ *point) error { t.writeFacts(); return nil },
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
		func(t *tx, _ *point) { t.queueNew() },
		func(t *tx, _ *point) { t.boundEvents() },
		func(t *tx, _ *point) { u.arrived(t) },
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
	stillUsed = append(stillUsed, view.usedByJobs, view.usedByActs)
	forgetters = append(forgetters, (*tx).forgetCounters, (*tx).forgetMemory)
}
