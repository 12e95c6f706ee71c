package engine

// wire ties parts to what they must act on, and which stands below them.
func (u *Universe) wire() {
	u.committed = []func(*tx){
		u.watch.changed, // sessions, waits and streams look again
		u.lookAtAccess,  // doors close sessions that have lost their key or login
		u.hooks.changed, // webhooks are sent the new events
		u.armIfWoken,    // the clock's next stop may be another
	}
}
