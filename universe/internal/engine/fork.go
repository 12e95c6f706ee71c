package engine

import (
	"cmp"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Fork returns an independent copy of the universe at this instant: the same
// people, mail, jobs, log, settings, clock and future. It takes the time of
// copying pointers, whatever the universe holds, and may be called from many
// goroutines, also while the universe moves its clock: what is under way then
// is still to be done in the copy.
//
// The copy is in memory. It carries state alone: sites, timers, waiters, doors
// and webhook deliveries under way stay with the origin. Options that are zero
// are the origin's, but for Sites; Start, Speed, Frozen and Config do not apply.
// Another Seed gives another future. ErrInvalid: a wrong option. Close the copy
// when done.
func (u *Universe) Fork(o mailsim.Options) (*Universe, error) {
	if !u.made() {
		return nil, fail.ErrUnmade
	}
	s := u.snapshot()
	o = optionsInherit(o, u)
	o.Start, o.Speed, o.Frozen = s.clock.base, s.clock.speed, s.clock.frozen
	f, err := newUniverse(o)
	if err != nil {
		return nil, err
	}
	f.adopt(s)
	f.sums = u.sums.fork()
	f.file.now.Store(u.file.now.Load()) // a reset goes back to it
	return f, nil
}

// inherit fills what is left out with what a universe was made with.
func optionsInherit(o mailsim.Options, u *Universe) mailsim.Options {
	p := u.opts
	o.ID, o.Name, o.Seed, o.Domain = cmp.Or(o.ID, p.ID), cmp.Or(o.Name, p.Name), cmp.Or(o.Seed, p.Seed), cmp.Or(o.Domain, p.Domain)
	o.Config = nil
	o.Network, o.NoMagic, o.HooksOnClock = o.Network || p.Network, o.NoMagic || p.NoMagic, o.HooksOnClock || p.HooksOnClock
	o.HashCost, o.CacheBytes, o.Transcripts = cmp.Or(o.HashCost, p.HashCost), cmp.Or(o.CacheBytes, p.CacheBytes), cmp.Or(o.Transcripts, p.Transcripts)
	o.WriterCalls = cmp.Or(o.WriterCalls, p.WriterCalls)
	o.WebhookWait, o.WebhookQueue = cmp.Or(o.WebhookWait, p.WebhookWait), cmp.Or(o.WebhookQueue, p.WebhookQueue)
	if o.Writer == nil {
		o.Writer = p.Writer
	}
	if o.FileText == nil {
		o.FileText = p.FileText
	}
	if o.Fetcher == nil {
		o.Fetcher = p.Fetcher
	}
	o.Bounds = o.Bounds.Or(p.Bounds)
	if planIsZero(o.Plan) {
		o.Plan = planOf(u.env)
	}
	if o.Real.IsZero() {
		o.Real = p.Real
	}
	o.Logger = cmp.Or(o.Logger, p.Logger)
	return o
}

func planIsZero(p mailsim.Plan) bool {
	return p.Name == "" && p.Limits == mailsim.Limits{} && p.Features == nil
}

// snapshot returns the state as it now is, sharing every record, its clock
// anchored at the present instant.
func (u *Universe) snapshot() (s state) {
	u.locked(func(v view) {
		s = v.state.forked()
		s.clock = clockState{base: v.now, speed: s.clock.speed, frozen: s.clock.frozen}
	})
	return s
}
