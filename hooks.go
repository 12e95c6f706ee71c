package mailsim

// The outbox of the webhooks (spec 6.2): it follows the log and sends what each
// webhook asks for.

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/internal/linkwalk"
)

// hookRunner follows the log for the webhooks. It runs a goroutine only while
// there are events to look at.
type hookRunner struct {
	u    *Universe
	mu   sync.Mutex
	at   int64 // the last event looked at
	busy bool
	done *sync.Cond
	out  *hook.Sender // made with the first webhook
	sets []hookSet    // the list that holds, after those that events not yet looked at go by
	late overtaken    // held back by fault rules
}

// hookSet is a list of webhooks and the event after which it holds.
type hookSet struct {
	after int64
	list  []*webhookRec
}

func newHookRunner(u *Universe) *hookRunner {
	h := &hookRunner{u: u}
	h.done = sync.NewCond(&h.mu)
	return h
}

// setLocked follows a change of the list of webhooks. Events up to an id go by
// the list before.
func (h *hookRunner) setLocked(v view, after int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.anyLocked() && !h.busy {
		h.at = after
	}
	h.sets = append(h.sets, hookSet{after, slices.Collect(values(v.webhooks))})
	h.dropSetsLocked()
	if h.anyLocked() && h.out == nil {
		conf := hook.Config{Done: h.ended, Transport: hookTransport{h.u}, Timer: hook.RealTime{}}
		if h.u.opts.HooksOnClock {
			conf.Timer = clockTimer{h.u}
		}
		h.late.timer = conf.Timer
		h.out = hook.New(conf)
	}
}

// dropSetsLocked forgets the lists by which no event goes any more.
func (h *hookRunner) dropSetsLocked() {
	for len(h.sets) > 1 && h.sets[1].after <= h.at {
		h.sets = h.sets[1:]
	}
}

func (h *hookRunner) anyLocked() bool {
	return len(h.sets) > 0 && len(h.sets[len(h.sets)-1].list) > 0
}

// kickLocked starts looking at new events.
func (h *hookRunner) kickLocked() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.anyLocked() && !h.busy && !h.u.isClosed() {
		h.busy = true
		go h.run()
	}
}

func (h *hookRunner) run() {
	for {
		log := h.u.log()
		h.mu.Lock()
		list := log.from(h.at)
		if h.at >= log.last() {
			h.busy = false
			h.done.Broadcast()
			h.mu.Unlock()
			return
		}
		h.at = log.last()
		sets := h.sets
		h.dropSetsLocked()
		h.mu.Unlock()
		for e := range list {
			for len(sets) > 1 && sets[1].after < e.id {
				sets = sets[1:]
			}
			h.send(sets[0].list, e)
		}
	}
}

// send hands an event to each webhook that asks for it.
func (h *hookRunner) send(hooks []*webhookRec, e *eventRec) {
	var body []byte
	for _, w := range hooks {
		if !w.wants(e) {
			continue
		}
		if body == nil {
			var err error
			if body, err = h.u.body(e); err != nil {
				return
			}
		}
		h.sendFaulty(hook.Delivery{URL: w.URL, Secret: w.Secret, Body: body, Event: e.id}, e)
	}
}

// deliver hands a delivery to the outbox.
func (h *hookRunner) deliver(d hook.Delivery) {
	if err := h.out.Send(d); err != nil {
		h.ended(hook.Outcome{Delivery: d, Err: err})
	}
}

// ended lets go what the delivery has overtaken, and records a webhook that gave
// up; a failed notice of a failure ends there.
func (h *hookRunner) ended(o hook.Outcome) {
	if held, ok := h.late.next(o.Delivery); ok {
		h.deliver(held)
	}
	if o.Err == nil || h.u.isClosed() {
		return
	}
	if e := h.u.log().at(o.Event); e != nil && e.data.EventType() == EventWebhookFailed {
		return
	}
	_ = h.u.update(h.u.background, func(t *tx) error {
		t.emit(WebhookFailed{o.URL, o.Err.Error(), o.Event})
		return nil
	})
}

// wait returns when every event has been looked at and no attempt is under way.
func (h *hookRunner) wait(ctx context.Context) error {
	h.mu.Lock()
	for h.busy {
		h.done.Wait()
	}
	out := h.out
	h.mu.Unlock()
	if out == nil {
		return nil
	}
	if err := out.Idle(ctx); err != nil {
		return contextError(ctx)
	}
	return nil
}

// flush makes what waits for its next attempt make it now; more is true when
// there was something.
func (h *hookRunner) flush(ctx context.Context) (more bool, err error) {
	if err := h.wait(ctx); err != nil {
		return false, err
	}
	h.mu.Lock()
	out := h.out
	h.mu.Unlock()
	if out == nil {
		return false, nil
	}
	for _, d := range h.late.takeAll() { // nobody will overtake them
		h.deliver(d)
	}
	if out.Pending() == 0 {
		return false, nil
	}
	out.RunNow()
	return true, h.wait(ctx)
}

// Outbox says how far the webhooks are (spec 6.2). Its counts begin with the
// universe and go on over a Reset; a fork and a loaded universe begin anew.
type Outbox struct {
	Pending   int   // deliveries on their way, those that wait for their next attempt among them
	Attempts  int64 // requests made
	Delivered int64 // deliveries that were answered with success
	GivenUp   int64 // deliveries that failed for good
}

// Outbox returns how many deliveries of webhooks are on their way and what
// became of the others. An event has its place there shortly after it happened.
func (u *Universe) Outbox() Outbox {
	u.mustBeMade()
	u.hooks.mu.Lock()
	out := u.hooks.out
	u.hooks.mu.Unlock()
	if out == nil {
		return Outbox{}
	}
	return Outbox(out.Counts())
}

func (h *hookRunner) close() {
	h.mu.Lock()
	for h.busy {
		h.done.Wait()
	}
	out := h.out
	h.mu.Unlock()
	if out != nil {
		out.Close()
	}
}

// clockTimer lets the pauses between attempts pass on the simulated clock.
type clockTimer struct{ u *Universe }

func (c clockTimer) After(d time.Duration, f func()) hook.Stopper { return c.u.AfterFunc(d, f) }

// hookTransport sends to sites in the process, else to the network.
type hookTransport struct{ u *Universe }

func (t hookTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	return t.u.attemptFaulty(r, t.send)
}

func (t hookTransport) send(r *http.Request) (*http.Response, error) {
	next := http.RoundTripper(directTransport)
	if t.u.guarded() {
		next = linkwalk.Transport(nil)
		return next.RoundTrip(r)
	}
	return t.u.sites.current().Transport(next).RoundTrip(r.WithContext(t.u.effectContext(r.Context())))
}

// directTransport keeps no connections, so that none outlives its request.
var directTransport = &http.Transport{DisableKeepAlives: true, Proxy: nil}
