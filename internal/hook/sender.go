package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Timer runs f once after d, on a goroutine of its own or that of whoever
// moves the clock.
type Timer interface {
	After(d time.Duration, f func()) Stopper
}

// Stopper ends a timer; Stop need not tell whether it came in time.
type Stopper interface{ Stop() bool }

// RealTime is the Timer of real time.
type RealTime struct{}

// After is time.AfterFunc.
func (RealTime) After(d time.Duration, f func()) Stopper { return time.AfterFunc(d, f) }

// Outcome tells how a delivery ended.
type Outcome struct {
	Delivery
	Attempts int
	Err      error // of the last attempt; nil when delivered
}

// Config of a Sender. The zero value works.
type Config struct {
	// Transport answers the requests; nil is plain HTTP with the environment's
	// proxy and a connection for each request, so that none stays open.
	Transport http.RoundTripper
	// Timer waits between attempts; nil is RealTime.
	Timer Timer
	// Done hears how each delivery ended, outside of all locks, before it
	// stops being pending. It may call Send. nil hears nothing.
	Done func(Outcome)
	// PerURL is how many attempts at one URL run at once; default 4. With 1,
	// first attempts are made in the order of Send; a retry waits for its
	// pause without holding back what comes behind it.
	PerURL int
	// Limit is how many deliveries may be pending for one URL; default 10,000.
	Limit int
	// Total is how many may be pending for all URLs; default 100,000.
	Total int
	// Bytes is how much the bodies that are pending may have, one that goes to
	// several URLs counted once; default 64 MiB. A single body always has room.
	Bytes int
	// Wanted tells whether a delivery that failed is to be tried again; nil
	// wants all. It is called outside of all locks.
	Wanted func(Delivery) bool
}

// Errors of Send.
var (
	ErrFull    = errors.New("too many events are waiting for the webhook")
	ErrDropped = errors.New("the webhook is not wanted any more")
	ErrClosed  = errors.New("the webhook sender is closed")
)

// Sender is the outbox of all webhooks. Its methods are safe for concurrent
// use; only Idle, Drain and Close wait for attempts.
type Sender struct {
	conf    Config
	ctx     context.Context // of all attempts; done by Close
	cancel  context.CancelCauseFunc
	workers sync.WaitGroup

	mu       sync.Mutex
	lanes    map[string]*lane
	bodies   map[*byte]int      // how many pending deliveries share each body
	bytes    int                // of those bodies
	pending  map[*item]struct{} // accepted and not ended
	seq      int64
	counts   Counts // but Pending
	active   int    // queued or under way: all but what is in a pause
	draining int    // how many Drains wait: there are no pauses meanwhile
	closed   bool
	changed  chan struct{} // closed and renewed when active or pending has reached 0
}

// lane is the outbox of one URL. It exists while something is pending there.
type lane struct {
	queue   []*item
	workers int
	pending int
}

// item is a delivery and how far it has come.
type item struct {
	Delivery
	lane     *lane
	seq      int64                   // order of acceptance
	attempts int                     // begun so far
	cut      context.CancelCauseFunc // of the attempt under way
	over     bool                    // an attempt has ended, and its worker has not said what comes next
	paused   bool
	stop     Stopper // of the pause
}

// New returns a Sender. It holds no resources until Send.
func New(conf Config) *Sender {
	if conf.Transport == nil {
		conf.Transport = &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, MaxResponseHeaderBytes: maxAnswer}
	}
	if conf.Timer == nil {
		conf.Timer = RealTime{}
	}
	if conf.Done == nil {
		conf.Done = func(Outcome) {}
	}
	if conf.PerURL < 1 {
		conf.PerURL = 4
	}
	if conf.Limit < 1 {
		conf.Limit = 10_000
	}
	if conf.Total < 1 {
		conf.Total = 100_000
	}
	if conf.Bytes < 1 {
		conf.Bytes = 64 << 20
	}
	if conf.Wanted == nil {
		conf.Wanted = func(Delivery) bool { return true }
	}
	s := &Sender{conf: conf, lanes: map[string]*lane{}, bodies: map[*byte]int{}, pending: map[*item]struct{}{}, changed: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	return s
}

// Send accepts a delivery, at once. It fails with ErrFull at the limit of its
// URL or that of all, and with ErrClosed after Close, and then Done hears nothing of it. What
// was accepted is attempted until it ends, unless Clear or Close drops it.
func (s *Sender) Send(d Delivery) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	l := s.lanes[d.URL]
	if err := s.room(l, d); err != nil {
		s.counts.Dropped++
		return err
	}
	if l == nil {
		l = &lane{}
		s.lanes[d.URL] = l
	}
	if body := bodyID(d); body != nil {
		if s.bodies[body]++; s.bodies[body] == 1 {
			s.bytes += len(d.Body)
		}
	}
	s.seq++
	it := &item{Delivery: d, lane: l, seq: s.seq}
	s.pending[it] = struct{}{}
	l.pending++
	s.enqueue(it)
	return nil
}

// room tells whether one more delivery has a place. The caller holds the lock.
func (s *Sender) room(l *lane, d Delivery) error {
	switch body := bodyID(d); {
	case l != nil && l.pending >= s.conf.Limit:
		return fmt.Errorf("%w (%d)", ErrFull, l.pending)
	case len(s.pending) >= s.conf.Total:
		return fmt.Errorf("%w (%d for all webhooks)", ErrFull, len(s.pending))
	case body != nil && s.bodies[body] == 0 && s.bytes > 0 && s.bytes+len(d.Body) > s.conf.Bytes:
		return fmt.Errorf("%w (%d MiB for all webhooks)", ErrFull, s.conf.Bytes>>20)
	}
	return nil
}

// bodyID is what deliveries of one body have in common, nil for an empty one.
func bodyID(d Delivery) *byte {
	if len(d.Body) == 0 {
		return nil
	}
	return &d.Body[0]
}

// enqueue lines an item up for its next attempt. The caller holds the lock.
func (s *Sender) enqueue(it *item) {
	s.active++
	it.lane.queue = append(it.lane.queue, it)
	if it.lane.workers < s.conf.PerURL {
		it.lane.workers++
		s.workers.Go(func() { s.work(it.lane) })
	}
}

// work makes attempts until the lane's queue is empty.
func (s *Sender) work(l *lane) {
	for it, ctx := s.next(l); it != nil; it, ctx = s.next(l) {
		err := attempt(ctx, s.conf.Transport, it.Delivery)
		s.mu.Lock()
		it.cut(nil)
		it.cut, it.over = nil, true
		s.mu.Unlock()
		switch {
		case err == nil || it.attempts > len(pauses):
			s.end(it, err)
		case s.conf.Wanted(it.Delivery):
			s.pause(it)
		default:
			s.end(it, ErrDropped)
		}
	}
}

// next takes the first item of the queue; on nil the worker is signed off.
func (s *Sender) next(l *lane) (*item, context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(l.queue) == 0 {
		l.queue = nil
		l.workers--
		return nil, nil
	}
	it := l.queue[0]
	l.queue[0] = nil
	l.queue = l.queue[1:]
	it.attempts++
	s.counts.Attempts++
	ctx, cut := context.WithCancelCause(s.ctx)
	it.cut = cut
	return it, ctx
}

// end tells how a delivery ended, then forgets it.
func (s *Sender) end(it *item, err error) {
	s.mu.Lock()
	_, wanted := s.pending[it]
	s.mu.Unlock()
	if wanted {
		s.conf.Done(Outcome{it.Delivery, it.attempts, err})
	}
	s.mu.Lock()
	switch {
	case !wanted: // dropped meanwhile, and counted there
	case err == nil:
		s.counts.Delivered++
	case errors.Is(err, ErrDropped):
		s.counts.Dropped++
	default:
		s.counts.GivenUp++
	}
	s.forget(it)
	s.rest()
	s.mu.Unlock()
}

// forget makes an item no longer pending. The caller holds the lock.
func (s *Sender) forget(it *item) {
	if _, ok := s.pending[it]; !ok {
		return
	}
	delete(s.pending, it)
	if body := bodyID(it.Delivery); body != nil {
		if s.bodies[body]--; s.bodies[body] == 0 {
			delete(s.bodies, body)
			s.bytes -= len(it.Body)
		}
	}
	if it.lane.pending--; it.lane.pending == 0 {
		delete(s.lanes, it.URL)
	}
}

// rest counts one attempt less under way and wakes those who wait, if they
// might be content. The caller holds the lock.
func (s *Sender) rest() {
	s.active--
	if s.active == 0 || len(s.pending) == 0 {
		close(s.changed)
		s.changed = make(chan struct{})
	}
}

// pause sets an item aside until its next attempt. It counts as active until
// its timer is set: who waits for Idle and then moves the clock finds it.
func (s *Sender) pause(it *item) {
	s.mu.Lock()
	turn := it.attempts
	_, wanted := s.pending[it]
	hurry := s.draining > 0
	it.paused, it.over = wanted, false
	s.mu.Unlock()

	var stop Stopper
	switch {
	case hurry:
		s.resume(it, turn)
	case wanted:
		// Unlocked: a clock may hold a lock of its own, or run the function at once.
		stop = s.conf.Timer.After(pauses[turn-1], func() { s.resume(it, turn) })
	}

	s.mu.Lock()
	if it.paused && it.attempts == turn {
		it.stop, stop = stop, nil
	}
	s.rest()
	s.mu.Unlock()
	if stop != nil {
		stop.Stop() // resumed or dropped meanwhile
	}
}

// resume ends the pause after the attempt of that number, if it still lasts.
func (s *Sender) resume(it *item, turn int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.pending[it]; ok && it.paused && it.attempts == turn {
		it.paused, it.stop = false, nil
		s.enqueue(it)
	}
}

// RunNow ends all pauses: what waits for its next attempt makes it now, in
// order of acceptance.
func (s *Sender) RunNow() {
	s.mu.Lock()
	var timers []Stopper
	for _, it := range s.inOrder() {
		if it.paused {
			timers = append(timers, it.unpause()...)
			s.enqueue(it)
		}
	}
	s.mu.Unlock()
	stopAll(timers)
}

// inOrder returns what is pending in order of acceptance. The caller holds the lock.
func (s *Sender) inOrder() []*item {
	return slices.SortedFunc(maps.Keys(s.pending), func(a, b *item) int { return cmp.Compare(a.seq, b.seq) })
}

// unpause ends a pause and returns its timer, if that was set, which is to be
// stopped without the lock that the caller holds.
func (it *item) unpause() []Stopper {
	it.paused = false
	stop := it.stop
	it.stop = nil
	if stop == nil {
		return nil
	}
	return []Stopper{stop}
}

func stopAll(timers []Stopper) {
	for _, t := range timers {
		t.Stop()
	}
}

// Pending returns how many deliveries were accepted and have not ended; those
// in a pause count.
func (s *Sender) Pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pending)
}

// Counts are what a Sender has done since New.
type Counts struct {
	Pending   int   // accepted and not ended; those in a pause count
	Attempts  int64 // begun
	Delivered int64
	GivenUp   int64 // after the last attempt
	Dropped   int64 // without all their attempts: no room, not wanted any more, or cleared
}

// Counts returns what was done so far.
func (s *Sender) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.counts
	c.Pending = len(s.pending)
	return c
}

// UnderWay returns the URLs at which attempts are queued or under way, the one
// that waits longest first.
func (s *Sender) UnderWay() (urls []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, it := range s.inOrder() {
		if !it.paused && !slices.Contains(urls, it.URL) {
			urls = append(urls, it.URL)
		}
	}
	return urls
}

// Idling tells whether Idle would return at once.
func (s *Sender) Idling() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.active == 0
}

// Idle waits until no attempt is queued or under way; deliveries in a pause
// may remain. Who moves a simulated clock waits for it after each step.
func (s *Sender) Idle(ctx context.Context) error {
	return s.wait(ctx, func() bool { return s.active == 0 })
}

// Drain waits until nothing is pending. While it waits there are no pauses
// between attempts, so that a delivery gets all four of them before a shutdown.
func (s *Sender) Drain(ctx context.Context) error {
	s.hurry(1)
	defer s.hurry(-1)
	s.RunNow()
	return s.wait(ctx, func() bool { return len(s.pending) == 0 && s.active == 0 })
}

func (s *Sender) hurry(n int) {
	s.mu.Lock()
	s.draining += n
	s.mu.Unlock()
}

// wait returns when met, which is called under the lock, is true.
func (s *Sender) wait(ctx context.Context, met func() bool) error {
	for {
		s.mu.Lock()
		content, changed := met(), s.changed
		s.mu.Unlock()
		if content {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Drop drops deliveries that are not kept and returns them in order of
// acceptance; Done hears nothing of them. All that were attempted go, but an
// attempt under way goes on; with all set those that never were go too, and
// attempts under way are broken off.
func (s *Sender) Drop(keep func(Delivery) bool, all bool) []Delivery {
	s.mu.Lock()
	var timers []Stopper
	var dropped []Delivery
	lanes := map[*lane]bool{}
	for _, it := range s.inOrder() {
		switch {
		case keep(it.Delivery), !all && (it.attempts == 0 || it.cut != nil || it.over):
			continue
		case it.cut != nil:
			it.cut(ErrDropped)
		case it.over: // its worker counts it
		case it.paused:
			timers = append(timers, it.unpause()...)
		default:
			s.active--
			lanes[it.lane] = true
		}
		dropped = append(dropped, it.Delivery)
		s.forget(it)
	}
	for l := range lanes {
		l.queue = slices.DeleteFunc(l.queue, func(it *item) bool { _, ok := s.pending[it]; return !ok })
	}
	s.counts.Dropped += int64(len(dropped))
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
	stopAll(timers)
	return dropped
}

// Clear drops what is pending and returns it in order of acceptance. An
// attempt under way goes on, but nobody hears how it ends.
func (s *Sender) Clear() []Delivery {
	s.mu.Lock()
	var timers []Stopper
	dropped := []Delivery{}
	for _, it := range s.inOrder() {
		dropped = append(dropped, it.Delivery)
		timers = append(timers, it.unpause()...)
		s.forget(it)
		s.active -= len(it.lane.queue)
		it.lane.queue = nil
	}
	s.counts.Dropped += int64(len(dropped))
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
	stopAll(timers)
	return dropped
}

// Close breaks off the attempts under way, waits for their end, and returns
// the deliveries that were still pending. It must not be called from Done.
// Call Drain before it to lose none.
func (s *Sender) Close() []Delivery {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	dropped := s.Clear()
	s.cancel(ErrClosed)
	s.workers.Wait()
	return dropped
}
