package httpapi

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
)

// Calls that read whole mails, or all mail: one may take a second of the
// processor and many times the mail's size in memory. A caller has a few at once.
const (
	costlyAtOnce   = 4
	costlyPatience = time.Second // that a further one waits for its turn
)

// errBusy answers a caller who has as many costly calls under way as one may.
var errBusy = errorf(mailsim.ErrTooMany, "too many costly requests at once: at most %d of one caller are worked on", costlyAtOnce)

// turns are the costly calls of each caller. nil bounds nobody.
type turns struct {
	mu     sync.Mutex
	byName map[string]*turnsOf
}

type turnsOf struct {
	slots chan struct{} // holds one for each call under way
	users int           // calls under way or waiting
}

func newTurns(o Options) *turns {
	if o.NoLimit {
		return nil
	}
	return &turns{byName: map[string]*turnsOf{}}
}

// begin waits for a turn of a caller, until end.
func (t *turns) begin(ctx context.Context, name string) (end func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	of := t.enter(name)
	select {
	case of.slots <- struct{}{}:
		return func() { <-of.slots; t.leave(name, of) }, nil
	default:
	}
	patience := time.NewTimer(costlyPatience)
	defer patience.Stop()
	select {
	case of.slots <- struct{}{}:
		return func() { <-of.slots; t.leave(name, of) }, nil
	case <-patience.C:
		err = errBusy
	case <-ctx.Done():
		err = ctx.Err()
	}
	t.leave(name, of)
	return nil, err
}

func (t *turns) enter(name string) *turnsOf {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.byName[name]
	if of == nil {
		of = &turnsOf{slots: make(chan struct{}, costlyAtOnce)}
		t.byName[name] = of
	}
	of.users++
	return of
}

func (t *turns) leave(name string, of *turnsOf) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if of.users--; of.users == 0 {
		delete(t.byName, name)
	}
}

// errStreams refuses a stream or wait beyond Options.MaxStreams.
var errStreams = errors.New("too many streams and waits are open: try again later")

// failBusy answers a call that got no turn.
func (h *Handler) failBusy(w http.ResponseWriter, r *http.Request, err error) {
	if err != errBusy && err != errStreams {
		h.fail(w, r, err)
		return
	}
	setRetryAfter(w, costlyPatience)
	writeError(w, http.StatusServiceUnavailable, err.Error())
}
