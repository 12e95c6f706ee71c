package mailsimtest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"

	"github.com/mailsim/mailsim"
)

// clock writes an instant as a person would say it.
func clock(t time.Time) string { return t.UTC().Format("Mon 2006-01-02 15:04:05") }

// Now is the simulated time, in UTC. Pass it as the application's clock, a func() time.Time.
func (s *Server) Now() time.Time { return s.world.Now() }

// Advance moves the clock. Everything that falls due on the way, the application's timers
// included, happens at its own instant. Advance returns when nothing is left to do. Advance(0)
// is [Server.Settle]. See also [Server.Idle].
func (s *Server) Advance(d time.Duration) {
	s.t.Helper()
	if d == 0 {
		s.Settle()
		return
	}
	if d < 0 {
		s.fatalf("advance by %s: time does not go back", d)
	}
	defer s.moves()()
	_, err := s.world.Advance(s.moving(), d)
	s.must("advance", err)
}

// AdvanceTo moves the clock to an instant.
func (s *Server) AdvanceTo(t time.Time) {
	s.t.Helper()
	defer s.moves()()
	_, err := s.world.AdvanceTo(s.moving(), t)
	s.must("advance to "+clock(t), err)
}

// Settle finishes what is due now and in flight, webhooks with their retries included. The
// clock does not move.
func (s *Server) Settle() {
	s.t.Helper()
	s.must("settle", s.world.Settle(s.moving()))
}

// Every runs f each d of simulated time, as the application's cron would. A d that is not
// above 0 fails the test.
func (s *Server) Every(d time.Duration, f func()) *mailsim.Timer {
	s.t.Helper()
	if d <= 0 {
		s.fatalf("Every: the interval is %s: give one above 0", d)
		return nil
	}
	if s.Universe == nil {
		s.fatalf("Every: %v", errNotRemote)
		return nil
	}
	s.haste.timer(d)
	return s.Universe.Every(d, f)
}

// AfterFunc runs f once, d of simulated time from now.
func (s *Server) AfterFunc(d time.Duration, f func()) *mailsim.Timer {
	s.t.Helper()
	if s.Universe == nil {
		s.fatalf("AfterFunc: %v", errNotRemote)
		return nil
	}
	s.haste.timer(d)
	return s.Universe.AfterFunc(d, f)
}

// Idle sets a function that returns when the application has nothing left to do. Advance and
// Settle call it at each instant, until neither the application nor the world has anything new.
// Without Idle the clock runs ahead of a program that works by itself in real time, such as one
// that polls a mailbox; the story of a failed test then names the mail that it left unread.
func (s *Server) Idle(f func()) {
	s.haste.waits()
	_ = s.world.OnIdle(func(context.Context) { f() })
}

// movedHere marks the context of a clock that a helper moves.
type movedHere struct{}

func (s *Server) moving() context.Context {
	s.t.Helper()
	s.here("move the clock")
	return context.WithValue(context.Background(), movedHere{}, true)
}

// joinBubble lets Advance and Settle wait for the bubble's other goroutines. The
// running clock needs no such wait: a bubble's time moves only when all rest.
func (c *core) joinBubble(u *mailsim.Universe) {
	u.OnIdle(func(ctx context.Context) {
		if ctx.Value(movedHere{}) != nil {
			synctest.Wait()
		}
	})
}

// condition ends an advance at the instant at which it holds.
type condition struct {
	mu    sync.Mutex
	once  sync.Once
	holds atomic.Pointer[func() bool]
}

// advanceUntil moves the clock until holds answers true, at most by limit. It
// stops at that very instant.
func (s *Server) advanceUntil(limit time.Duration, holds func() bool) (bool, error) {
	u := s.Universe
	if u == nil {
		return s.world.(*remote).advanceUntil(limit, holds)
	}
	defer s.moves()()
	s.until.mu.Lock()
	defer s.until.mu.Unlock()
	if holds() {
		return true, nil
	}
	ctx, cancel := context.WithCancel(s.moving())
	defer cancel()
	found := false
	check := func() bool {
		if !found && holds() {
			found = true
			cancel()
		}
		return found
	}
	s.until.once.Do(func() {
		u.OnIdle(func(context.Context) {
			if f := s.until.holds.Load(); f != nil && (*f)() {
				u.AfterFunc(0, func() {}) // due at this instant, so that time does not move on before the context is seen
			}
		})
	})
	s.until.holds.Store(&check)
	defer s.until.holds.Store(nil)
	_, err := u.Advance(ctx, limit)
	if found || holds() {
		return true, nil
	}
	return false, err
}

// AdvanceUntil moves the clock until an event of type T happens for which accept returns
// true (nil accepts all), and stops at that instant. It fails when limit, in simulated
// time, passes without one. Events before the call do not count.
//
//	mailsimtest.AdvanceUntil(sim, 72*time.Hour, func(e mailsim.LinkOpened) bool { return e.Status == 200 })
func AdvanceUntil[T mailsim.EventData](s *Server, limit time.Duration, accept func(T) bool) T {
	s.t.Helper()
	f := filterOf[T](s)
	f.Since = s.world.Mark()
	var found T
	var others []string
	ok, err := s.advanceUntil(limit, func() bool {
		for e, data := range mailsim.EventsOf[T](s.world.Log(f)) {
			f.After = e.ID
			if accept == nil || accept(data) {
				found = data
				return true
			}
			others = append(others, refused(e, data))
		}
		return false
	})
	s.must("advance", err)
	if !ok {
		s.fatalf("no event %s that the test accepts\n%s%s  advanced %s, to %s", found.EventType(), lastOf(others), s.undialedLine(), limit, clock(s.world.Now()))
	}
	return found
}

// replyLimit is how long AdvanceToReply goes on.
const replyLimit = 100 * 24 * time.Hour

// AdvanceToReply moves the clock to the instant at which a person answers a mail and
// returns the answer. It fails if they decide not to answer, or have not answered after 100
// days.
func (s *Server) AdvanceToReply(m *Mail) *Mail {
	s.t.Helper()
	if !s.need("AdvanceToReply", m) {
		return &Mail{s: s}
	}
	p, err := s.recipientOf(m)
	s.must("advance to a reply", err)
	how := givenHere()
	var got mailsim.Arrival
	var why error
	_, err = s.advanceUntil(replyLimit, func() bool {
		got, why = s.world.WaitReply(now, s.began, mailsim.ReplyMatch{From: p.ID, InReplyTo: m.MessageID, AsPlanned: true})
		return mailsim.KindOf(why) != mailsim.ErrTimeout
	})
	s.must("advance to a reply", err)
	if why != nil {
		s.fatalf("%s", s.explainReply(why, p, m))
		return &Mail{s: s}
	}
	s.given.seen(got.MessageID, how)
	s.logJunk(got.Message)
	return s.mail(got.Message)
}
