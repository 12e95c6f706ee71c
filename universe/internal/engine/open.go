package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/respell"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Open makes a universe that a store keeps: the one that is in it, else a new
// one. The one in it keeps its clock, settings and content; of Options it takes
// what is no part of these, and its own seed, id, name and domain where Options
// names none. The universe closes the store when it is closed, and Open does
// when it fails.
//
// Each change returns when it is durable. When the store fails, the changes it
// did not take are undone and every later one is ErrInternal; what is read is
// then what the store holds. ErrInvalid: a wrong option, another seed than that
// of the store, or content that is damaged or of a later version.
func Open(ctx context.Context, s mailsim.Store, o mailsim.Options) (*Universe, error) {
	return openFor(ctx, s, o, nil)
}

// openFor is Open for who has something to do with a universe before anything happens in it.
func openFor(ctx context.Context, s mailsim.Store, o mailsim.Options, before func(*Universe)) (*Universe, error) {
	if s == nil {
		return begun(o, before)
	}
	u, err := open(ctx, s, o, before)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return u, nil
}

func open(ctx context.Context, s mailsim.Store, o mailsim.Options, before func(*Universe)) (*Universe, error) {
	l, err := readStore(ctx, s, false)
	if err != nil {
		return nil, err
	}
	if !l.Empty() {
		return revive(l, o, s, before)
	}
	u, err := newUniverse(o)
	if err != nil {
		return nil, err
	}
	if before != nil {
		before(u)
	}
	u.readBodies(s)
	u.KeepIn(persist.NewCommitter(s, u.Lose))
	if err := u.Begin(o.Config); err != nil {
		u.KeepIn(nil) // the caller closes it
		_ = u.Close()
		return nil, err
	}
	u.askFenced(s)
	return u, nil
}

// readStore reads the records of a store; whole, if all is to be looked at.
func readStore(ctx context.Context, s mailsim.Store, whole bool) (*persist.Loader, error) {
	l := persist.NewLoader()
	l.Bodies, _ = s.(mailsim.BodyStore)
	l.Whole = whole
	if err := l.From(ctx, s); err != nil {
		return nil, &mailsim.Error{Kind: mailsim.KindOf(err), Message: "the store cannot be read: " + err.Error(), Err: err}
	}
	return l, nil
}

// CheckStore reads a store as Open does, and every mail in it, and changes nothing.
// It closes the store. ErrInvalid: what it holds is damaged, or of a later version.
func CheckStore(ctx context.Context, s mailsim.Store) (err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	l, err := readStore(ctx, s, true)
	if err != nil || l.Empty() {
		return err
	}
	if err := l.Read(); err != nil {
		return err
	}
	return l.CheckBodies()
}

// LoadInto is Load of a universe that a store keeps from then on; the store must be
// empty, else it is ErrConflict. The store is closed as by Open.
func LoadInto(ctx context.Context, s mailsim.Store, r io.Reader, o mailsim.Options) (*Universe, error) {
	u, err := loadInto(ctx, s, r, o)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return u, nil
}

func loadInto(ctx context.Context, s mailsim.Store, r io.Reader, o mailsim.Options) (*Universe, error) {
	l, err := readStore(ctx, s, false)
	if err != nil {
		return nil, err
	}
	if !l.Empty() {
		return nil, fail.Conflictf("the store has a universe already")
	}
	if l, err = persist.ReadSaved(r); err != nil {
		return nil, err
	}
	return revive(l, o, s, nil)
}

// Load makes a universe of what Save wrote: it goes on where that one was, and
// the same script gives the same log. Options are as for Open. ErrInvalid for
// what is no such file, is damaged, ends too early, or is of a later version;
// then nothing has been made. Memory is in proportion to the size of the file,
// even if the file is damaged.
func Load(r io.Reader, o mailsim.Options) (*Universe, error) {
	l, err := persist.ReadSaved(r)
	if err != nil {
		return nil, err
	}
	return revive(l, o, nil, nil)
}

// LoadFile is Load of a file. ErrNotFound when there is none.
func LoadFile(path string, o mailsim.Options) (*Universe, error) {
	f, err := os.Open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "no such file: " + path, Err: err}
	case err != nil:
		return nil, &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the file cannot be read: " + err.Error(), Err: err}
	}
	defer func() { _ = f.Close() }()
	return Load(f, o)
}

// revive makes the universe of loaded records, which a store keeps on; nil is
// memory. Its clock may run at once.
func revive(l *persist.Loader, o mailsim.Options, s mailsim.Store, before func(*Universe)) (*Universe, error) {
	if err := l.Read(); err != nil {
		return nil, err
	}
	o, err := l.Options(o)
	if err != nil {
		return nil, err
	}
	if of, is := s.(interface{ Slept() time.Duration }); is && before != nil && !o.Frozen { // in a cell time goes on
		c := state.Clock{Base: o.Start, Speed: o.Speed}
		o.Start = c.Elapsed(time.Time{}.Add(of.Slept()))
	}
	u, err := newUniverse(o)
	if err != nil {
		return nil, err
	}
	if before != nil {
		before(u)
	}
	u.readBodies(s)
	l.Join(u.Book)
	switch {
	case s == nil:
	case l.Filed: // the store does not have it yet
		u.Replace(l.State)
		c := persist.NewCommitter(s, u.Lose)
		if err := c.Whole(context.Background(), u.persistPart); err != nil {
			_ = u.Close()
			return nil, err
		}
		u.KeepIn(c)
	default:
		u.KeepIn(l.Committer(s, u.Lose))
	}
	if err := u.adopt(l.State); err != nil {
		u.KeepIn(nil) // the caller closes it
		_ = u.Close()
		return nil, err
	}
	u.Resume()
	u.askFenced(s)
	return u, nil
}

// askFenced makes a commit when the store knows that another process has the universe: it
// fails, and the doors tell who is connected.
func (u *Universe) askFenced(s mailsim.Store) {
	f, ok := s.(mailsim.FencedStore)
	if !ok {
		return
	}
	go func() {
		select {
		case <-f.Fenced():
			_ = u.Update(context.Background(), func(*state.Tx) error { return nil })
		case <-u.Closed:
		}
	}()
}

// readBodies lets the bytes of mails be read from a store that gives them one by one,
// and what can be made anew lie beside it where there is room.
func (u *Universe) readBodies(s mailsim.Store) {
	if b, ok := s.(mailsim.BodyStore); ok {
		post.OwnCache.Of(u.Env).Source = func(key string) ([]byte, error) {
			raw, err := b.Body(context.Background(), key)
			if err != nil && u.IsClosed() { // and the store with it
				err = u.ErrClosed()
			}
			return raw, err
		}
	}
	if r, ok := s.(mailsim.ScratchStore); ok {
		u.searchPart.Scratch(r.Scratch)
	}
}

// adopt lets a new universe live on with a state, its clock from where it stands.
func (u *Universe) adopt(s state.State) error {
	jobs.Tidy(&s)
	u.Replace(s)
	if err := respell.All(u.Book); err != nil {
		return err
	}
	u.Locked(func(state.View) { u.ArmLocked() })
	return nil
}

// Fork returns an independent copy of the universe at this instant: the same
// people, mail, jobs, log, settings, clock and future. It takes the time of
// copying pointers, whatever the universe holds, and may be called from many
// goroutines, also while the universe moves its clock: what is under way then
// is still to be done in the copy.
//
// The copy is in memory; of a universe on a store that takes the time and the memory
// of reading all its mail. It carries state alone: sites, timers, waiters, doors
// and webhook deliveries under way stay with the origin. Options that are zero
// are the origin's, but for Sites and Relay; Start, Speed, Frozen and Config do not apply.
// Another Seed gives another future. ErrInvalid: a wrong option. Close the copy
// when done.
func (u *Universe) Fork(o mailsim.Options) (*Universe, error) {
	if !u.Made() {
		return nil, fail.ErrUnmade
	}
	s := u.Snapshot()
	o = u.inherit(o)
	o.Start, o.Speed, o.Frozen = s.Clock.Base, s.Clock.Speed, s.Clock.Frozen
	f, err := newUniverse(o)
	if err != nil {
		return nil, err
	}
	if u.Store != nil { // its mails are the store's: the copy has its own
		l, err := persist.Copied(s, u.Env)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		l.Join(f.Book)
		s = l.State
	}
	if err := f.adopt(s); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	f.Requeue()
	f.Sums = u.Sums.Fork()
	f.File.Now.Store(u.File.Now.Load()) // a reset goes back to it
	return f, nil
}

// inherit fills what options leave out with what the universe was made with.
func (u *Universe) inherit(o mailsim.Options) mailsim.Options {
	p := u.Opts
	o.ID, o.Name, o.Seed, o.Domain = cmp.Or(o.ID, p.ID), cmp.Or(o.Name, p.Name), cmp.Or(o.Seed, p.Seed), cmp.Or(o.Domain, p.Domain)
	o.Config = nil
	o.Network, o.NoMagic, o.HooksOnClock = o.Network || p.Network, o.NoMagic || p.NoMagic, o.HooksOnClock || p.HooksOnClock
	o.Unmarked = o.Unmarked || p.Unmarked
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
		o.Plan = settings.PlanOf(u.Env)
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
