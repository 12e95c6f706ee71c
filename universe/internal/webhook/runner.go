package webhook

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Runner follows the log for the webhooks. It runs a goroutine only while
// there are events to look at.
type Runner struct {
	u       *Part
	clock   hook.Timer  // the simulated one
	guarded func() bool // by its cell: no attempt reaches the network of the host

	Base func() string // where the doors of providers are reached; nil for nowhere

	mu     sync.Mutex
	at     int64          // the last event looked at
	idle   chan struct{}  // closed when run has ended; nil while it does not run
	out    *hook.Sender   // made with the first webhook
	sets   []listed       // the list that holds, after those that events not yet looked at go by
	gone   state.Stopper  // breaks off what goes on at webhooks taken off the list
	purged int64          // events up to it go to webhooks of the newest list alone
	late   hook.Overtaken // held back by fault rules
	fresh  []*Record      // of the shape ses-sns, new on the list

	waits []mailsim.WebhookWait // the latest that took long
	full  map[string]overflow   // events without room, by URL
	gaps  [2]int64              // the first and the last of the events that told of the last gap
}

// listed is a list of webhooks and the event after which it holds.
type listed struct {
	after int64
	list  []*Record
}

// wants tells whether a delivery goes to a webhook of the list, as it now is.
func (s listed) wants(d hook.Delivery) bool {
	return slices.ContainsFunc(s.list, func(w *Record) bool { return w.URL == d.URL && w.Secret == d.Secret })
}

// NewRunner makes the runner of a universe, by its clock and whether its cell guards the network.
func NewRunner(u *Part, clock hook.Timer, guarded func() bool) *Runner {
	return &Runner{u: u, clock: clock, guarded: guarded, full: map[string]overflow{}}
}

// SetLocked follows a change of the list of webhooks. Events up to an id go by
// the list before.
func (h *Runner) SetLocked(v state.View, after int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.anyLocked() && h.idle == nil {
		h.at = after
	}
	before := h.newestLocked().list
	h.sets = append(h.sets, listed{after, slices.Collect(state.Values(Table.In(v.State)))})
	h.fresh = append(h.fresh, newTopics(before, h.newestLocked().list)...)
	h.dropSetsLocked()
	if h.out != nil {
		h.revokeLocked()
	}
	if h.anyLocked() && h.out == nil {
		conf := hook.Config{Done: h.ended, Wanted: h.wanted, Total: h.u.Opts.WebhookQueue, Transport: transport{h}, Timer: hook.RealTime{}}
		if h.u.Opts.HooksOnClock {
			conf.Timer = h.clock
		}
		h.late.Timer = conf.Timer
		h.out = hook.New(conf)
	}
}

// dropSetsLocked forgets the lists by which no event goes any more.
func (h *Runner) dropSetsLocked() {
	for len(h.sets) > 1 && h.sets[1].after <= h.at {
		h.sets = h.sets[1:]
	}
}

// newestLocked is the list that holds.
func (h *Runner) newestLocked() listed {
	if len(h.sets) == 0 {
		return listed{}
	}
	return h.sets[len(h.sets)-1]
}

func (h *Runner) anyLocked() bool { return len(h.newestLocked().list) > 0 }

// wanted tells whether a delivery that failed is tried again.
func (h *Runner) wanted(d hook.Delivery) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.newestLocked().wants(d)
}

// inTime tells whether a first attempt may be made.
func (h *Runner) inTime(d hook.Delivery) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return d.Event > h.purged || h.newestLocked().wants(d)
}

// revokeWithin is how long, in real time, what has happened before a webhook was
// taken off the list may still take for its first attempt there.
const revokeWithin = time.Second / 2

// revokeLocked ends the retries at webhooks that are not on the list any more, or
// have another secret, and shortly after that their first attempts.
func (h *Runner) revokeLocked() {
	keep := h.newestLocked().wants
	h.out.Drop(keep, false)
	h.late.Drop(keep)
	if h.gone != nil {
		h.gone.Stop()
	}
	h.gone = h.u.Wall.AfterFunc(revokeWithin, func() {
		h.mu.Lock()
		set := h.newestLocked()
		h.purged = max(h.purged, set.after)
		h.mu.Unlock()
		h.out.Drop(set.wants, true)
	})
}

// Changed starts looking at the events of a commit.
func (h *Runner) Changed(t *state.Tx) {
	if len(t.Events) > 0 || h.greets() {
		h.kick()
	}
}

// kick starts run, unless it goes on or nobody wants events.
func (h *Runner) kick() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.anyLocked() && h.idle == nil && !h.u.IsClosed() {
		h.idle = make(chan struct{})
		go h.run()
	}
}

// run hands out the events until it has come to the end of the log.
func (h *Runner) run() {
	for {
		log := h.u.Committed()
		h.mu.Lock()
		list := log.From(h.at)
		if h.at >= log.Last() && len(h.fresh) == 0 || h.u.IsClosed() {
			close(h.idle)
			h.idle = nil
			h.mu.Unlock()
			return
		}
		after, sets := h.at, h.sets
		fresh := h.fresh
		h.fresh = nil
		h.at = log.Last()
		h.dropSetsLocked()
		h.mu.Unlock()
		if log.Base > after {
			h.tellGap(sets, after+1, log.Base)
		}
		h.subscribe(fresh, after)
		var together batch
		for e := range list {
			for len(sets) > 1 && sets[1].after < e.ID {
				sets = sets[1:]
			}
			if h.u.IsClosed() {
				break
			}
			if err := fail.Readable(func() { h.send(sets[0].list, e, &together) }); err != nil {
				h.u.Logger.Error("an event was not sent to the webhooks", "event", e.ID, "error", err)
			}
		}
		h.flush(&together)
	}
}

// send hands an event to each webhook that asks for it, those of another shape in the
// batch.
func (h *Runner) send(hooks []*Record, e *state.Event, b *batch) {
	var body []byte
	for _, w := range hooks {
		if !w.wants(e) {
			continue
		}
		if w.shaped() {
			h.shape(w, e, b)
			continue
		}
		if body == nil {
			var err error
			if body, err = h.u.feed.Body(e); err != nil {
				return
			}
		}
		if d := (hook.Delivery{URL: w.URL, Secret: w.Secret, Body: body, Event: e.ID}); h.inTime(d) {
			h.sendFaulty(d, e)
		}
	}
}

// deliver hands a delivery to the outbox.
func (h *Runner) deliver(d hook.Delivery) {
	switch err := h.out.Send(d); {
	case err == nil:
		h.flowsAgain(d)
	case errors.Is(err, hook.ErrFull):
		h.letGo(d)
		h.overflows(d, err)
	default:
		h.letGo(d)
	}
}

// letGo lets go what a delivery has overtaken.
func (h *Runner) letGo(d hook.Delivery) {
	if held, ok := h.late.Next(d); ok {
		h.deliver(held)
	}
}

// ended lets go what the delivery has overtaken, and records a webhook that gave up.
func (h *Runner) ended(o hook.Outcome) {
	h.letGo(o.Delivery)
	if o.Err != nil && !errors.Is(o.Err, hook.ErrDropped) {
		h.Failed(o.URL, o.Err.Error(), o.Event)
	}
}

// Failed records a webhook that gave up; a failed notice of a failure ends there.
func (h *Runner) Failed(url, why string, event int64) {
	if h.u.IsClosed() {
		return
	}
	if e := h.u.Committed().At(event); e != nil && e.Data.EventType() == mailsim.EventWebhookFailed {
		return
	}
	err := h.u.Update(h.u.Background, func(t *state.Tx) error {
		t.Emit(mailsim.WebhookFailed{URL: url, Error: why, EventID: event})
		return nil
	})
	if err != nil && !h.u.IsClosed() {
		h.u.Logger.Error("a webhook that gave up was not recorded", "url", url, "why", why, "event", event, "error", err)
	}
}

// tellGap records for each webhook that events left the log before they were sent.
// That these records themselves were among them is not told again: there may be more
// webhooks than the log has room.
func (h *Runner) tellGap(sets []listed, from, to int64) {
	if from >= h.gaps[0] && to <= h.gaps[1] {
		return
	}
	for len(sets) > 1 && sets[1].after < from {
		sets = sets[1:]
	}
	which := fmt.Sprintf("events %d to %d were", from, to)
	if from == to {
		which = fmt.Sprintf("event %d was", from)
	}
	err := h.u.Update(h.u.Background, func(t *state.Tx) error {
		h.gaps = [2]int64{t.State.Events.Last() + 1, t.State.Events.Last()}
		told := map[string]bool{}
		for _, w := range sets[0].list {
			if !told[w.URL] {
				told[w.URL] = true
				h.gaps[1] = t.Emit(mailsim.WebhookFailed{URL: w.URL, Error: which + " gone from the log before being sent: raise the bound of events, or keep them for longer", EventID: to}).ID
			}
		}
		return nil
	})
	if err != nil && !h.u.IsClosed() {
		h.u.Logger.Error("a gap in what webhooks are sent was not recorded", "from", from, "to", to, "error", err)
	}
}

// overflow counts the events that found no room on their way to a URL.
type overflow struct {
	n, told int
	last    int64
}

// overflows records that an event found no room: the first one at once, then each
// time that their number has doubled, since each record is an event too.
func (h *Runner) overflows(d hook.Delivery, why error) {
	h.mu.Lock()
	o := h.full[d.URL]
	o.n++
	o.last = d.Event
	tell := o.n >= 2*o.told
	if tell {
		o.told = o.n
	}
	h.full[d.URL] = o
	h.mu.Unlock()
	if tell {
		h.Failed(d.URL, fmt.Sprintf("%s: %s", why, droppedEvents(o.n)), d.Event)
	}
}

// flowsAgain records how many events found no room in all, once there is some.
func (h *Runner) flowsAgain(d hook.Delivery) {
	h.mu.Lock()
	o := h.full[d.URL]
	delete(h.full, d.URL)
	h.mu.Unlock()
	if o.n > o.told {
		h.Failed(d.URL, fmt.Sprintf("there is room again: %s", droppedEvents(o.n)), o.last)
	}
}

func droppedEvents(n int) string {
	if n == 1 {
		return "this event is dropped"
	}
	return fmt.Sprintf("%d events are dropped, this one the last", n)
}

// Flush makes what waits for its next attempt make it now; more is true when
// there was something.
func (h *Runner) Flush(ctx context.Context) (more bool, err error) {
	if err := h.Wait(ctx, nil); err != nil {
		return false, err
	}
	h.mu.Lock()
	out := h.out
	h.mu.Unlock()
	if out == nil {
		return false, nil
	}
	for _, d := range h.late.TakeAll() { // nobody will overtake them
		h.deliver(d)
	}
	if out.Pending() == 0 {
		return false, nil
	}
	out.RunNow()
	return true, h.Wait(ctx, nil)
}

// Outbox returns how many deliveries of webhooks are on their way and what
// became of the others. An event has its place there shortly after it happened.
func (u *Part) Outbox() mailsim.Outbox {
	u.MustBeMade()
	u.Hooks.mu.Lock()
	out := u.Hooks.out
	u.Hooks.mu.Unlock()
	if out == nil {
		return mailsim.Outbox{}
	}
	return mailsim.Outbox(out.Counts())
}

// Fullness is how full the bound of pending deliveries is.
func (h *Runner) Fullness() mailsim.Usage {
	return mailsim.Usage{Used: int64(h.u.Outbox().Pending), Max: int64(h.u.Opts.WebhookQueue)}
}

// Close ends all attempts, once every event has been looked at.
func (h *Runner) Close() {
	_ = h.looked(context.Background())
	h.mu.Lock()
	out := h.out
	if h.gone != nil {
		h.gone.Stop()
	}
	h.mu.Unlock()
	if out != nil {
		out.Close()
	}
}

// Forget drops the deliveries that wait, and the events up to an id.
func (h *Runner) Forget(last int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = max(h.at, last)
	if h.out != nil {
		h.out.Clear()
		h.late.Clear()
	}
}
