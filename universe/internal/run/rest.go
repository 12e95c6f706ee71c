package run

// The rest before time moves on: the application finishes what it does at an instant.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// OnIdle adds a function that lets the application finish what it does: Advance
// and Settle call it before they move on or return, again and again until
// neither side has anything new. In a synctest bubble it is synctest.Wait. Mail
// sent and filed is new, what the application merely looks at is not. When there
// is still something new after 1,000 rounds at one instant, they fail with
// ErrInternal, saying what the last round did. See AfterFunc for a function that
// takes long, ends its goroutine or panics. stop takes the function away again.
func (u *Part) OnIdle(f func(ctx context.Context)) (stop func()) {
	u.timers.mu.Lock()
	defer u.timers.mu.Unlock()
	own := &f
	u.timers.idle = append(u.timers.idle, own)
	return func() {
		u.timers.mu.Lock()
		defer u.timers.mu.Unlock()
		u.timers.idle = slices.DeleteFunc(slices.Clone(u.timers.idle), func(f *func(context.Context)) bool { return f == own })
	}
}

// idlers are the functions that OnIdle has added.
func (ts *timers) idlers() []*func(context.Context) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return slices.Clip(ts.idle)
}

// Rounds counts how often the application was let finish at one instant.
type Rounds struct {
	at time.Time
	n  int
}

// maxRounds is how often it may have done something new at one instant.
const maxRounds = 1000

// quiesce returns when no webhook attempt is in flight, or the patience with them
// is used up, and the application has nothing left to do at this instant.
func (u *Part) quiesce(ctx context.Context, p *webhook.Patience, r *Rounds) error {
	if now := u.Now(); !now.Equal(r.at) {
		*r = Rounds{at: now}
	}
	for {
		before := u.feed.Mark()
		if err := u.webhook.Hooks.Wait(ctx, p); err != nil {
			return err
		}
		if u.Opts.HooksOnClock {
			if err := u.release.Idle(ctx); err != nil {
				return err
			}
		}
		for _, f := range u.timers.idlers() {
			u.effect("the application's idle function", func() { (*f)(u.EffectContext(ctx)) }, func() {})
		}
		if !u.stirred(before) {
			return nil
		}
		if r.n++; r.n >= maxRounds {
			return u.restlessError(before)
		}
	}
}

// errRestless is what an advance ends with when the application never comes to
// rest at an instant.
var errRestless = errors.New("the application does not come to rest")

// restlessError says what the application did since a mark.
func (u *Part) restlessError(since mailsim.Mark) error {
	var mails, types []string
	counts := map[mailsim.EventType]int{}
	for e := range u.Committed().SinceMark(since) {
		d, ok := e.Event().Data.(mailsim.MailDelivered)
		if ok && len(mails) < 3 {
			mails = append(mails, fmt.Sprintf("%.100q from %s to %s", d.Subject, cmp.Or(d.From, "<>"), listed(d.To, 3)))
		}
		counts[e.Data.EventType()]++
	}
	for _, t := range slices.Sorted(maps.Keys(counts)) {
		types = append(types, fmt.Sprintf("%d %s", counts[t], t))
	}
	what := cmp.Or(strings.Join(types, ", "), "mail filed without an event")
	if len(mails) > 0 {
		what += ": " + strings.Join(mails, "; ")
	}
	return &mailsim.Error{
		Kind: mailsim.ErrInternal, Err: errRestless,
		Message: fmt.Sprintf("%v at %s: after %d rounds there is still something new; in the last one it did %s. A function given to Idle or OnIdle must do each thing once, and then nothing", errRestless, u.Now().Format(time.RFC3339), maxRounds, what),
	}
}

// listed joins the first of a list.
func listed(list []string, most int) string {
	if more := len(list) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), more)
	}
	return strings.Join(list, ", ")
}

// stirred tells whether anything happened after a mark that may give the
// application something to do. That it came to look does not: logins, and the
// faults that struck there.
func (u *Part) stirred(since mailsim.Mark) (yes bool) {
	u.Read(func(v state.View) {
		n := v.Seq - since
		if n == 0 {
			return // mostly; the log need not be looked through
		}
		for e := range v.Events.SinceMark(since) {
			switch e.Data.EventType() {
			case mailsim.EventAuthOK, mailsim.EventAuthFailed, mailsim.EventFaultFired:
				n--
			}
		}
		yes = n > 0
	})
	return yes
}

// Working tells whether someone moves the clock or a webhook is under way.
func (u *Part) Working() bool { return len(u.drive) > 0 || u.webhook.Outbox().Pending > 0 }
