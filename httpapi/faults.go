package httpapi

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// faultless reports whether fault rules pass a route over: those that set the
// rules, and that which nobody's universe is known for.
func (r *Route) faultless() bool {
	return strings.HasPrefix(r.Path, "/faults") || r.Path == "/reset" || r.Role == nobody
}

// fault lets the fault rules of the universe act on a request. It reports whether
// the request was answered.
func (c *call) fault(row *Route) (answered bool) {
	if c.u == nil || row.faultless() {
		return false
	}
	e, acts := c.u.Fault(c.ctx(), mailsim.FaultPoint{Where: "api", To: c.r.URL.Path, Username: c.name()})
	if !acts {
		return false
	}
	if e.Delay > 0 {
		select {
		case <-time.After(e.Delay):
		case <-c.ctx().Done():
		case <-c.h.closing.Done():
		}
	}
	if e.Disconnect {
		panic(http.ErrAbortHandler) // ends the connection without an answer
	}
	if e.Status != 0 {
		writeError(c.w, e.Status, cmp.Or(e.Text, "a fault rule answers this"))
		return true
	}
	return false
}

// name is what the caller's key is called, or the person's address.
func (c *call) name() string {
	switch me := c.who.Me(); {
	case me.Key != nil:
		return me.Key.Name
	case me.User != nil:
		return me.User.Email
	}
	return ""
}
