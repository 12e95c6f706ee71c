package mailsim

// One feed tells waiters, IMAP sessions, the live stream and webhooks what
// changed. A commit wakes them after it; a slow one delays nobody.

import (
	"context"
	"iter"
	"sync"
)

// watchers are those who want to hear of changes. Its lock is taken under the
// universe's and holds nothing itself.
type watchers struct {
	mu        sync.Mutex
	mailboxes map[string]map[*watcher]struct{} // by address
	feed      chan struct{}                    // closed at the next event; nil when nobody follows
	kick      chan struct{}                    // to the relay; nil when there is none
	followers int
	closed    bool
}

// watcher hears of changes of one mailbox.
type watcher struct{ wake func(folder string) }

// watchMailbox calls wake, which must not block, after each commit that changed
// the mailbox; folder is "" when its list of folders changed.
func (u *Universe) watchMailbox(address string, wake func(folder string)) (stop func()) {
	key, w := addressKey(address), &watcher{wake}
	ws := &u.watch
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.mailboxes == nil {
		ws.mailboxes = map[string]map[*watcher]struct{}{}
	}
	if ws.mailboxes[key] == nil {
		ws.mailboxes[key] = map[*watcher]struct{}{}
	}
	ws.mailboxes[key][w] = struct{}{}
	return func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		delete(ws.mailboxes[key], w)
		if len(ws.mailboxes[key]) == 0 {
			delete(ws.mailboxes, key)
		}
	}
}

// wakeLocked tells who waits for what a transaction changed.
func (u *Universe) wakeLocked(t *tx) {
	ws := &u.watch
	ws.mu.Lock()
	if len(ws.mailboxes) > 0 {
		for _, c := range t.touched {
			for w := range ws.mailboxes[c.address] {
				w.wake(c.folder)
			}
		}
	}
	if len(t.events) > 0 && ws.kick != nil {
		select {
		case ws.kick <- struct{}{}:
		default:
		}
	}
	ws.mu.Unlock()
	if len(t.events) > 0 {
		u.hooks.kickLocked()
	}
	if t.wakeup {
		u.armLocked()
	}
}

// follow joins the followers of the event log. The relay wakes them all, so
// that a commit pays for one wake-up, whatever their number.
func (ws *watchers) follow() (leave func()) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.followers++; ws.followers == 1 && !ws.closed {
		kick := make(chan struct{}, 1)
		ws.kick, ws.feed = kick, make(chan struct{})
		go ws.relay(kick)
	}
	return func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		if ws.followers--; ws.followers == 0 && ws.kick != nil {
			close(ws.kick)
			ws.kick = nil
		}
	}
}

func (ws *watchers) relay(kick chan struct{}) {
	for range kick {
		ws.mu.Lock()
		if ws.kick == kick {
			close(ws.feed)
			ws.feed = make(chan struct{})
		}
		ws.mu.Unlock()
	}
}

// next returns a channel that is closed after the next events.
func (ws *watchers) next() <-chan struct{} {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return ws.feed
}

func (ws *watchers) close() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.closed = true
	if ws.kick != nil {
		close(ws.kick)
		ws.kick = nil
	}
}

// Follow yields the events after f.After (or f.Since), first those that are
// there, then each as it happens, without gap or double. It ends with an error:
// the context's, ErrConflict when the universe is closed, or ErrNotFound when
// what was asked for has been pruned; then the id of the first event left is
// in the message and following may begin there.
func (u *Universe) Follow(ctx context.Context, f EventFilter) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		leave := u.watch.follow()
		defer leave()
		after, n := f.After, 0
		for {
			wake := u.watch.next()
			log := u.log()
			if after > 0 && after < log.base {
				yield(Event{}, errorf(ErrNotFound, "events %d to %d have been pruned", after+1, log.base))
				return
			}
			for _, e := range log.from(after) {
				after = e.id
				if !f.matches(e) {
					continue
				}
				if n++; !yield(e.event(), nil) || n == f.Limit {
					return
				}
			}
			select {
			case <-wake:
			case <-ctx.Done():
				yield(Event{}, contextError(ctx))
				return
			case <-u.closed:
				yield(Event{}, errClosed)
				return
			}
		}
	}
}

// Mark returns the present place in all that happens. A wait from a mark sees
// all that came after it, whenever the wait begins.
func (u *Universe) Mark() (m Mark) {
	u.read(func(v view) { m = v.seq })
	return m
}

// MarkOf returns the place of an event.
func (u *Universe) MarkOf(eventID int64) (m Mark) {
	u.read(func(v view) { m = v.markOf(eventID) })
	return m
}
