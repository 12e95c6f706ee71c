// Package engine makes a universe of its parts. Each package below it does one thing for
// a universe; this one assembles them, ties together what none may import, and starts,
// opens, copies and ends the whole. Its tests are those of the whole:
// what proves one part stands beside that part.
package engine

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/bubble"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/mails"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// Universe is one simulated mail world. Its methods are safe for concurrent
// use. Close it when done. It is made by New, Open, Load or Fork: methods of the
// zero Universe fail with ErrInvalid or, where they return no error, panic.
type Universe struct {
	*settingsPart
	*postPart
	*jobsPart
	*peoplePart
	*transitPart
	*rulesPart
	*insightPart
	*faultPart
	*linksPart
	*releasePart
	*deliverPart
	*providePart
	*aiPart
	*penPart
	*worldPart
	*workPart
	*feedPart
	*webhookPart
	*loginPart
	*webmailPart
	*mailsPart
	*searchPart
	*learnPart
	*transferPart
	*keepPart
	*runPart
	*waitPart
	*inspectPart
	*persistPart
	*configPart
	*resetPart
	*doorPart
	*storyPart
	*mailviewPart
	*cellPart

	*state.Book // one lock; see book.go

	closeOnce  sync.Once
	handleOnce sync.Once
	handle     any // see Handle
}

// Handle returns what stands for the universe outside of the engine: what create
// made when it was first asked.
func (u *Universe) Handle(create func() any) any {
	u.handleOnce.Do(func() { u.handle = create() })
	return u.handle
}

// Unmade is the zero Universe: its methods say that it was not made.
func Unmade() *Universe {
	u := &Universe{Book: state.Unmade()}
	u.assemble()
	u.Sums, u.Announced = new(insight.DaySums), &u.Doors
	u.Env.Plan.Store(new(mailsim.Plan))
	return u
}

// New makes a universe in memory. ErrInvalid names a wrong option.
func New(o mailsim.Options) (*Universe, error) { return begun(o, nil) }

// begun is New for who has something to do with a universe before it has content.
func begun(o mailsim.Options, before func(*Universe)) (*Universe, error) {
	u, err := newUniverse(o)
	if err != nil {
		return nil, err
	}
	if before != nil {
		before(u)
	}
	if err := u.Begin(o.Config); err != nil {
		u.Close()
		return nil, err
	}
	return u, nil
}

// NewCell makes an empty cell. ErrInvalid names a wrong option.
func NewCell(o mailsim.CellOptions) (*cell.Cell, error) {
	return cell.NewCell(o, func(ctx context.Context, s mailsim.Store, o mailsim.Options, moveIn func(*cellPart)) (cell.Life, error) {
		u, err := openFor(ctx, s, o, func(u *Universe) { moveIn(u.cellPart) })
		if err != nil {
			return nil, err
		}
		return u, nil
	})
}

// newUniverse makes an empty universe without settings.
func newUniverse(o mailsim.Options) (*Universe, error) {
	given := o.Bounds
	if o.Config != nil {
		o = config.Options(o.Config, o)
	}
	if err := config.Fill(&o); err != nil {
		return nil, err
	}
	u := &Universe{}
	u.Book = state.NewBook(&state.Env{Opts: o, Chance: rng.Seed(o.Seed), Logger: o.Logger, Wall: state.RealTime{}})
	if o.Writer != nil {
		u.Writer = o.Writer.Name()
	}
	u.Whole = u
	u.assemble()
	u.Sums, u.Bubble = &insight.DaySums{}, bubble.ID()
	u.Background, u.Stop = context.WithCancel(context.Background())
	mails.Own.Set(u.Env, u.mailsPart)
	post.OwnRoutes.Set(u.Env, new(post.Routes))
	post.OwnCache.Set(u.Env, &post.Cache{Limit: o.CacheBytes})
	u.State.Clock = state.Clock{Base: o.Start, Wall: u.Wall.Now(), Speed: o.Speed, Frozen: o.Frozen}
	u.Env.Plan.Store(&o.Plan)
	u.Given = given
	u.SetBounds(o.Bounds)
	u.Announced = &u.Doors
	u.Hooks = webhook.NewRunner(u.webhookPart, run.HookClock{Part: u.runPart}, u.Guarded)
	u.Hooks.Base = func() string { return u.Announced.Providers() }
	u.wire()
	for _, host := range slices.Sorted(maps.Keys(o.Sites)) {
		if h := o.Sites[host]; h != nil {
			if err := u.AddSite(host, linkwalk.Site{Handler: h}); err != nil {
				u.Close()
				return nil, fail.Invalidf("sites: %s", err)
			}
		}
	}
	return u, nil
}

// Begin puts the first settings and the file's content into an empty universe.
func (u *Universe) Begin(c *mailsim.Config) error {
	if c == nil {
		return u.Update(context.Background(), func(t *state.Tx) error { beginEmpty(t); return nil })
	}
	if c.Orgs != nil {
		return yamlfile.At(&c.UniverseConfig).Key("orgs").Errorf("this is one universe: a cell takes orgs")
	}
	f, err := u.Prepare(&c.UniverseConfig)
	if err != nil {
		return err
	}
	return u.WithConfig(f, func() error {
		return u.Update(context.Background(), func(t *state.Tx) error {
			beginEmpty(t)
			return config.Apply(t, f, &config.File{}, nil)
		})
	})
}

func beginEmpty(t *state.Tx) {
	settings.Begin(t)
	t.Wakeup = true
}

// Close stops the clock, ends waits and streams, and returns when nothing of
// the universe runs any more. Webhook deliveries not yet made are dropped; use
// Settle before it to keep them. What was there can still be read, forked and
// saved; a change is ErrConflict.
//
// A function that the universe itself runs, such as a site's handler or a timer, gets
// ErrConflict while the clock is moved or webhooks are sent, and nothing is closed: Close
// would wait for the function that called it.
func (u *Universe) Close() error {
	if !u.Made() {
		return fail.ErrUnmade
	}
	if !u.IsClosed() && u.Working() && run.CalledByEffect() {
		return fail.Conflictf("the universe cannot be closed by a function that it runs: close it when Advance has returned")
	}
	var err error
	u.closeOnce.Do(func() {
		close(u.Closed)
		u.Stop()
		u.Halt()
		u.releasePart.Close()
		u.Hooks.Close()
		u.Watchers.Close()
		if u.Store != nil {
			err = u.Store.Close()
		}
	})
	return err
}

// Settle runs what is due now, waits for what is in flight, and empties the
// outbox of the webhooks, their pauses skipped. The clock does not move by it.
// Unless HooksOnClock is set, other calls may move it while webhooks are waited for.
func (u *Universe) Settle(ctx context.Context) error {
	for {
		more, err := u.settleOnce(ctx)
		if err == nil {
			err = u.releasePart.Idle(ctx)
		}
		if err == nil && !u.Opts.HooksOnClock {
			if more, err = u.Hooks.Flush(ctx); u.IsClosed() {
				err = u.ErrClosed()
			}
		}
		if err != nil || !more {
			return err
		}
	}
}

// settleOnce runs what is due now, and on the simulated clock what is in the outbox.
func (u *Universe) settleOnce(ctx context.Context) (more bool, err error) {
	release, err := u.TakeDrive(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	now := u.Hold()
	defer u.LetGo()
	if err := u.Driver(ctx, now).Run(); err != nil || !u.Opts.HooksOnClock {
		return false, err
	}
	return u.Hooks.Flush(ctx)
}

// Of is the universe that a part belongs to, nil for nil.
func Of(p *cellPart) *Universe {
	if p == nil {
		return nil
	}
	return p.Whole.(*Universe)
}

// UniverseOf is the universe of a session, nil in a Cell before the login.
func UniverseOf(s *door.Session) *Universe {
	u, _ := s.Home().(*Universe)
	return u
}
