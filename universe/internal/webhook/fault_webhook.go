// Package webhook hands events to the application: settings, the outbox, and the faults that
// strike there.
package webhook

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// answerLimit is how long an attempt at a webhook waits for its answer (spec 8).
const answerLimit = 10 * time.Second

// overtakenWithin is how long a delivery waits for the next one to overtake it.
const overtakenWithin = time.Minute

var errNoAnswer = errors.New("the webhook did not answer in time (a fault rule)")

// overtaken holds deliveries until the next one to their URL has ended: two that
// are under way at once may arrive in any order.
type overtaken struct {
	mu     sync.Mutex
	timer  hook.Timer
	held   map[string]*hook.Delivery     // by the URL, as long as no other has come
	behind map[overtaker][]hook.Delivery // then by the one that goes first
}

// overtaker is a delivery that goes before another; of the same event there can be
// several, sent again.
type overtaker struct {
	url   string
	event int64
}

// take returns what waits for the next delivery to a URL.
func (o *overtaken) take(url string) (d hook.Delivery, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	h := o.held[url]
	if h == nil {
		return d, false
	}
	delete(o.held, url)
	return *h, true
}

// hold keeps a delivery for the next one to overtake. It returns nil when another
// one waits there already, else what takes this very one, should it wait still.
func (o *overtaken) hold(d hook.Delivery) (takeBack func() bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held[d.URL] != nil {
		return nil
	}
	if o.held == nil {
		o.held = map[string]*hook.Delivery{}
	}
	h := &d
	o.held[d.URL] = h
	return func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.held[d.URL] != h {
			return false
		}
		delete(o.held, d.URL)
		return true
	}
}

// takeAll returns all that waits for a next delivery, in order of their events.
func (o *overtaken) takeAll() (list []hook.Delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, h := range o.held {
		list = append(list, *h)
	}
	clear(o.held)
	slices.SortFunc(list, func(a, b hook.Delivery) int {
		return cmp.Or(cmp.Compare(a.Event, b.Event), strings.Compare(a.URL, b.URL))
	})
	return list
}

// follow lets a delivery wait for the end of the one that overtakes it.
func (o *overtaken) follow(first, held hook.Delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.behind == nil {
		o.behind = map[overtaker][]hook.Delivery{}
	}
	key := overtaker{first.URL, first.Event}
	o.behind[key] = append(o.behind[key], held)
}

// next returns what waited for the end of a delivery.
func (o *overtaken) next(first hook.Delivery) (d hook.Delivery, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := overtaker{first.URL, first.Event}
	switch list := o.behind[key]; len(list) {
	case 0:
		return d, false
	case 1:
		delete(o.behind, key)
		return list[0], true
	default:
		o.behind[key] = list[1:]
		return list[0], true
	}
}

// drop forgets what is not kept.
func (o *overtaken) drop(keep func(hook.Delivery) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for url, d := range o.held {
		if !keep(*d) {
			delete(o.held, url)
		}
	}
	for first, list := range o.behind {
		if list = slices.DeleteFunc(list, func(d hook.Delivery) bool { return !keep(d) }); len(list) == 0 {
			delete(o.behind, first)
		} else {
			o.behind[first] = list
		}
	}
}

// clear forgets all that waits.
func (o *overtaken) clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held, o.behind = nil, nil
}

// sendFaulty hands a delivery to the outbox, or holds it back until the next
// one to its URL has overtaken it.
func (h *Runner) sendFaulty(d hook.Delivery, e *state.Event) {
	first, waits := h.late.take(d.URL)
	if !waits && !exempt(e.Data) {
		_, acts := h.u.fault.FaultOf(h.u.Background, mailsim.FaultPoint{Where: "webhook", To: d.URL}, func(k mailsim.FaultKind) bool { return k == mailsim.FaultReorder })
		if acts && h.hold(d) {
			return
		}
		first, waits = h.late.take(d.URL) // another sender's, meanwhile
	}
	if waits {
		h.late.follow(d, first)
	}
	h.deliver(d)
}

// hold holds a delivery back, for a minute at most.
func (h *Runner) hold(d hook.Delivery) bool {
	takeBack := h.late.hold(d)
	if takeBack == nil {
		return false
	}
	h.late.timer.After(overtakenWithin, func() {
		if takeBack() {
			h.deliver(d)
		}
	})
	return true
}

// exempt tells whether an event is the report of a fault at a webhook: no rule
// acts on its delivery, since that would be reported too, without end.
func exempt(d mailsim.EventData) bool {
	f, ok := d.(mailsim.FaultFired)
	return ok && f.Where == "webhook"
}

// attemptFaulty makes one attempt at a webhook as the fault rules let it.
func (u *Part) attemptFaulty(r *http.Request, send func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	if !u.fault.Faulty.Load() || exemptRequest(r) {
		return send(r)
	}
	e, acts := u.fault.FaultOf(r.Context(), mailsim.FaultPoint{Where: "webhook", To: r.URL.String()}, func(k mailsim.FaultKind) bool { return k != mailsim.FaultReorder })
	if !acts {
		return send(r)
	}
	if err := u.waitAttempt(r, e.Delay); err != nil {
		return nil, err
	}
	switch e.Kind {
	case mailsim.FaultTimeout:
		return nil, errNoAnswer
	case mailsim.FaultFail:
		return &http.Response{
			StatusCode: e.Status, Status: strconv.Itoa(e.Status) + " " + http.StatusText(e.Status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{}, Body: io.NopCloser(strings.NewReader(e.Text)), Request: r,
		}, nil
	case mailsim.FaultDuplicate:
		twin := r.Clone(r.Context())
		if body, err := r.GetBody(); err == nil {
			twin.Body = body
			if res, err := send(twin); err == nil {
				res.Body.Close()
			}
		}
	}
	return send(r)
}

// waitAttempt lets a slow attempt take its time. On the simulated clock, which
// stands while an attempt is under way, only its timing out shows.
func (u *Part) waitAttempt(r *http.Request, d time.Duration) error {
	switch {
	case d >= answerLimit:
		return errNoAnswer
	case d == 0 || u.Opts.HooksOnClock:
		return nil
	}
	done := make(chan struct{})
	stop := u.Wall.AfterFunc(d, func() { close(done) })
	defer stop.Stop()
	select {
	case <-done:
		return nil
	case <-r.Context().Done():
		return r.Context().Err()
	}
}

// exemptRequest tells whether a request carries an event that is exempt.
func exemptRequest(r *http.Request) bool {
	if r.GetBody == nil {
		return false
	}
	body, err := r.GetBody()
	if err != nil {
		return false
	}
	defer body.Close()
	var e struct {
		Type mailsim.EventType
		Data struct{ Where string }
	}
	return json.NewDecoder(body).Decode(&e) == nil && e.Type == mailsim.EventFaultFired && e.Data.Where == "webhook"
}
