package webhook

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// answerLimit is how long an attempt at a webhook waits for its answer.
const answerLimit = 10 * time.Second

// overtakenWithin is how long a delivery waits for the next one to overtake it.
const overtakenWithin = time.Minute

var errNoAnswer = errors.New("the webhook did not answer in time (a fault rule)")

// sendFaulty hands a delivery to the outbox, or holds it back until the next
// one to its URL has overtaken it.
func (h *Runner) sendFaulty(d hook.Delivery, e *state.Event) {
	first, waits := h.late.Take(d.URL)
	if !waits && !exempt(e.Data) {
		_, acts := h.u.fault.FaultOf(h.u.Background, mailsim.FaultPoint{Where: "webhook", To: d.URL}, func(k mailsim.FaultKind) bool { return k == mailsim.FaultReorder })
		if acts && h.hold(d) {
			return
		}
		first, waits = h.late.Take(d.URL) // another sender's, meanwhile
	}
	if waits {
		h.late.Follow(d, first)
	}
	h.deliver(d)
}

// hold holds a delivery back, for a minute at most.
func (h *Runner) hold(d hook.Delivery) bool {
	takeBack := h.late.Hold(d)
	if takeBack == nil {
		return false
	}
	h.late.Timer.After(overtakenWithin, func() {
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
	if !u.fault.Faulty() || exemptRequest(r) {
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
