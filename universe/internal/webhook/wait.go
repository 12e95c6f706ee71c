package webhook

import (
	"context"
	"slices"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// How long calls wait for webhooks, and how many deliveries may be pending.
const (
	DefaultWait = time.Second
	longWait    = time.Second / 2
	maxWaits    = 100

	DefaultQueue = 100_000
	MaxQueue     = 10_000_000
)

// WebhookWaits returns the latest waits for webhooks, at most 100, the oldest first. Waits shorter
// than half a second are not recorded. See Options.WebhookWait.
func (u *Part) WebhookWaits() []mailsim.WebhookWait {
	u.MustBeMade()
	u.Hooks.mu.Lock()
	defer u.Hooks.mu.Unlock()
	return slices.Clone(u.Hooks.waits)
}

// Patience is how much real time one call may yet wait for webhooks.
type Patience struct{ left time.Duration }

// Patience is nil, which has no end, where the attempts are part of the simulated
// time: it must not pass a retry.
func (u *Part) Patience() *Patience {
	if u.Opts.HooksOnClock {
		return nil
	}
	return &Patience{u.Opts.WebhookWait}
}

// Wait returns when every event has been looked at and no attempt is under way,
// or when the patience is used up. A nil patience has no end.
func (h *Runner) Wait(ctx context.Context, p *Patience) error {
	if p != nil && p.left <= 0 || h.rests() {
		return nil
	}
	start, waiting := h.u.Wall.Now(), ctx
	if p != nil {
		var cancel context.CancelFunc
		waiting, cancel = context.WithCancel(ctx)
		defer cancel()
		defer h.u.Wall.AfterFunc(p.left, cancel).Stop()
	}
	urls := make(chan []string, 1)
	late := h.u.Wall.AfterFunc(longWait, func() { urls <- h.underWay() })
	err := h.settled(waiting)
	late.Stop()
	took := h.u.Wall.Now().Sub(start)
	select {
	case list := <-urls:
		h.note(list, took, err != nil)
	default:
	}
	if p != nil {
		p.left -= took
	}
	if err != nil && ctx.Err() != nil {
		return fail.ContextError(ctx)
	}
	return nil
}

// rests tells whether there is nothing to wait for.
func (h *Runner) rests() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.idle == nil && (h.out == nil || h.out.Idling())
}

// settled returns when every event has been looked at and no attempt is under
// way, or with the context's error.
func (h *Runner) settled(ctx context.Context) error {
	if err := h.looked(ctx); err != nil {
		return err
	}
	h.mu.Lock()
	out := h.out
	h.mu.Unlock()
	if out == nil {
		return nil
	}
	return out.Idle(ctx)
}

// looked returns when every event has been looked at, or with the context's error.
func (h *Runner) looked(ctx context.Context) error {
	for {
		h.mu.Lock()
		idle := h.idle
		h.mu.Unlock()
		if idle == nil {
			return nil
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// underWay lists the URLs at which attempts are under way.
func (h *Runner) underWay() []string {
	h.mu.Lock()
	out := h.out
	h.mu.Unlock()
	if out == nil {
		return nil
	}
	return out.UnderWay()
}

// note keeps a wait that took long.
func (h *Runner) note(urls []string, took time.Duration, left bool) {
	if len(urls) == 0 {
		return
	}
	w := mailsim.WebhookWait{URL: urls[0], At: h.u.Now(), After: h.u.Committed().Last(), Took: took, Left: left}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.waits) >= maxWaits {
		h.waits = slices.Delete(h.waits, 0, 1)
	}
	h.waits = append(h.waits, w)
}
