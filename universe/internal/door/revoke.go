package door

import (
	"errors"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// AccessWatch tells those who stay. Its lock holds nothing itself.
type AccessWatch struct {
	mu    sync.Mutex
	list  map[*accessWatcher]struct{}
	again bool // something changed since the list was last called
	busy  bool // a goroutine calls it
}

type accessWatcher struct{ look func() }

// Add calls the function look at each change until stop.
func (a *AccessWatch) Add(look func()) (stop func()) {
	w := &accessWatcher{look}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.list == nil {
		a.list = map[*accessWatcher]struct{}{}
	}
	a.list[w] = struct{}{}
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.list, w)
	}
}

// Changed lets everybody look again, on a goroutine that ends with it: it may be
// called under the universe's lock.
func (a *AccessWatch) Changed() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.list) == 0 {
		return
	}
	a.again = true
	if !a.busy {
		a.busy = true
		go a.tell()
	}
}

func (a *AccessWatch) tell() {
	for {
		a.mu.Lock()
		if !a.again {
			a.busy = false
			a.mu.Unlock()
			return
		}
		a.again = false
		list := make([]*accessWatcher, 0, len(a.list))
		for w := range a.list {
			list = append(list, w)
		}
		a.mu.Unlock()
		for _, w := range list {
			w.look()
		}
	}
}

// WatchAccess calls the function look each time a change may have ended someone's access:
// of a key or a login, in a Cell also of a person, a session or an organization. The
// function must not block.
func (u *Part) WatchAccess(look func()) (stop func()) {
	u.MustBeMade()
	return u.AccessWatch.Add(look)
}

// LookAtAccess lets those who watch look again after a commit that may have ended access.
func (u *Part) LookAtAccess(t *state.Tx) {
	if login.Changed(t) {
		u.AccessChanged()
	}
}

// AccessChanged lets those who watch look again at once.
func (u *Part) AccessChanged() {
	u.AccessWatch.Changed()
	if u.Above != nil {
		u.Above.Changed()
	}
}

// OnRevoked calls end, at most once, when the login of the session stands no
// longer: it was disabled, deleted or given another password, may not use the
// protocol any more, or its organization was suspended. Why says which. Close ends
// the watch. end runs on a goroutine of its own and must not block.
func (s *Session) OnRevoked(end func(why string)) {
	if s.u == nil || s.login == "" {
		return
	}
	u, address, secret, proto := s.u, s.login, s.secret, s.proto()
	var once sync.Once
	look := func() {
		if why := u.refuses(proto, address, secret); why != "" {
			once.Do(func() { end(why) })
		}
	}
	s.unwatch()
	s.stop = u.WatchAccess(look)
	look() // what changed since the login
}

func (s *Session) unwatch() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

// refuses says why a login that was let in with a password would be no longer.
func (u *Part) refuses(proto, address string, secret *login.Secret) (why string) {
	l := u.login.Named(addr.Key(address))
	switch {
	case u.IsClosed() && u.Asleep.Load():
		return "the universe has been closed at this server, connect again"
	case u.IsClosed():
		return "the universe is gone"
	case errors.Is(u.Failure(), mailsim.ErrFenced):
		return "another process has taken over the universe, connect again"
	case u.login.Suspended():
		return "the organization is suspended"
	case l == nil:
		return "the login is gone"
	case l.Secret != nil && l.Secret != secret:
		return "the password was changed"
	}
	return l.Refuses(proto)
}
