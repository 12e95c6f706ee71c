// Package release is the way out: mail that is handed to a relay, on request or because a
// rule says so. It owns the jobs that do it, with the mail that they carry. An attempt is
// made in real time by a goroutine of its own, never on the way in of a mail and without
// holding up the clock.
package release

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Part hands mail to the relay of one universe.
type Part struct {
	*state.Book
	post *post.Part

	mu      sync.Mutex
	queue   []string            // jobs to attempt
	todo    map[string]bool     // those in the queue and under way, with whether they go ahead of their time
	waits   map[string][]waiter // for the end of an attempt
	workers int
	idle    chan struct{} // closed when nothing is in the queue nor under way; nil while that is so
	closed  bool
	ended   sync.WaitGroup
	pauses  map[string]state.Stopper // of real time, until the next attempt
}

// New is the part for a universe.
func New(b *state.Book, post *post.Part) *Part {
	return &Part{Book: b, post: post, todo: map[string]bool{}, waits: map[string][]waiter{}, pauses: map[string]state.Stopper{}}
}

// Relay returns the rules, and whether there is a relay.
func (u *Part) Relay() mailsim.RelaySettings { return u.shown(u.rules()) }

func (u *Part) rules() (r mailsim.RelayRules) {
	u.Read(func(v state.View) { r = settings.Of(v).Relay })
	return r
}

func (u *Part) shown(r mailsim.RelayRules) mailsim.RelaySettings {
	s := mailsim.RelaySettings{Available: u.Opts.Relay != nil, RelayRules: clone(r)}
	if name, ok := u.Opts.Relay.(fmt.Stringer); ok {
		s.Server = name.String()
	}
	return s
}

func clone(r mailsim.RelayRules) mailsim.RelayRules {
	r.Match, r.Allow, r.Block = slices.Clone(r.Match), slices.Clone(r.Allow), slices.Clone(r.Block)
	r.Forward = slices.Clone(r.Forward)
	for i := range r.Forward {
		r.Forward[i].To = slices.Clone(r.Forward[i].To)
	}
	return r
}

// SetRelay replaces the rules for mail that comes from now on. ErrInvalid names the
// field that is wrong; ErrConflict when rules ask for mail to be sent and there is no
// relay (Options.Relay).
func (u *Part) SetRelay(ctx context.Context, r mailsim.RelayRules) (mailsim.RelaySettings, error) {
	err := u.Update(ctx, func(t *state.Tx) error { return Set(t, r) })
	if err != nil {
		return mailsim.RelaySettings{}, err
	}
	return u.shown(r), nil
}

// Set is SetRelay within a transaction.
func Set(t *state.Tx, r mailsim.RelayRules) error {
	if err := valid.RelayRules(r); err != nil {
		return err
	}
	if t.Env.Opts.Relay == nil && (r.All || len(r.Match) > 0 || len(r.Forward) > 0) {
		return errNoRelay
	}
	settings.Change(t, func(s *settings.Record) { s.Relay = clone(r) })
	return nil
}
