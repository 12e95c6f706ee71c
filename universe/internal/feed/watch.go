package feed

import (
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/turn"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// watchers are those who want to hear of changes. Its lock is taken under the
// universe's and holds nothing itself.
type watchers struct {
	Mu        sync.Mutex                       // exported for tests, as is the next
	Mailboxes map[string]map[*watcher]struct{} // by address
	latest    atomic.Pointer[nextEvents]       // nil when nobody follows
	kick      chan struct{}                    // to the relay; nil when there is none
	turns     *turn.Line                       // made with the first follower
	followers int
	closed    bool
}

// nextEvents is a channel that is closed when there are events which the log
// did not have when the channel was made.
type nextEvents struct{ there chan struct{} }

// watcher hears of changes of one mailbox.
type watcher struct{ wake func(folder string) }

// WatchMailbox calls wake, which must not block, after each commit that changed
// the mailbox, or any when the address is ""; folder is "" when its list of folders
// changed.
func (u *Part) WatchMailbox(address string, wake func(folder string)) (stop func()) {
	key, w := addr.Key(address), &watcher{wake}
	ws := &u.Watchers
	ws.Mu.Lock()
	defer ws.Mu.Unlock()
	if ws.Mailboxes == nil {
		ws.Mailboxes = map[string]map[*watcher]struct{}{}
	}
	if ws.Mailboxes[key] == nil {
		ws.Mailboxes[key] = map[*watcher]struct{}{}
	}
	ws.Mailboxes[key][w] = struct{}{}
	return func() {
		ws.Mu.Lock()
		defer ws.Mu.Unlock()
		delete(ws.Mailboxes[key], w)
		if len(ws.Mailboxes[key]) == 0 {
			delete(ws.Mailboxes, key)
		}
	}
}

// Changed tells who waits for what a transaction changed.
func (ws *watchers) Changed(t *state.Tx) {
	ws.Mu.Lock()
	defer ws.Mu.Unlock()
	if len(ws.Mailboxes) > 0 {
		for _, c := range *post.TouchedSlot.Of(t) {
			for w := range ws.Mailboxes[c.Address] {
				w.wake(c.Folder)
			}
			for w := range ws.Mailboxes[""] {
				w.wake(c.Folder)
			}
		}
	}
	if len(t.Events) > 0 && ws.kick != nil {
		select {
		case ws.kick <- struct{}{}:
		default:
		}
	}
}

// Join joins the followers of the event log. The relay wakes them all, so
// that a commit pays for one wake-up, whatever their number.
func (u *Part) Join() (leave func()) {
	ws := &u.Watchers
	ws.Mu.Lock()
	defer ws.Mu.Unlock()
	if ws.followers++; ws.followers == 1 {
		ws.latest.Store(&nextEvents{make(chan struct{})})
		if ws.turns == nil {
			ws.turns = turn.NewLine()
		}
		if !ws.closed {
			ws.kick = make(chan struct{}, 1)
			go u.relay(ws.kick)
		}
	}
	return func() {
		ws.Mu.Lock()
		defer ws.Mu.Unlock()
		if ws.followers--; ws.followers > 0 {
			return
		}
		ws.stopRelayLocked()
	}
}

// relay wakes the followers at each kick.
func (u *Part) relay(kick chan struct{}) {
	ws := &u.Watchers
	for range kick {
		close(ws.latest.Swap(&nextEvents{make(chan struct{})}).there)
	}
}

// Next returns a channel that is closed after the next events.
func (ws *watchers) Next() <-chan struct{} { return ws.latest.Load().there }

// Close ends the relay: nobody is woken any more.
func (ws *watchers) Close() {
	ws.Mu.Lock()
	defer ws.Mu.Unlock()
	ws.closed = true
	ws.stopRelayLocked()
}

// stopRelayLocked needs the lock.
func (ws *watchers) stopRelayLocked() {
	if ws.kick != nil {
		close(ws.kick)
		ws.kick = nil
	}
}
