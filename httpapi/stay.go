package httpapi

import (
	"context"
	"errors"
	"time"

	"github.com/mailsim/mailsim"
)

// Calls that take long end when their caller may make them no longer: the key was
// deleted, the session ended, the organization was suspended.

// revokedError is the cause of a context that ended so.
type revokedError struct{ why error }

func (e *revokedError) Error() string { return e.why.Error() }

// stay ends the request when its caller may make it no longer, until leave.
func (c *call) stay() (leave func()) {
	ctx, cancel := context.WithCancelCause(c.r.Context())
	shown := *c
	look := func() {
		if err := shown.still(); err != nil {
			cancel(&revokedError{err})
		}
	}
	stop := c.h.host.WatchAccess(look)
	var expiry *time.Timer
	if until := c.who.Until(); !until.IsZero() {
		expiry = time.AfterFunc(time.Until(until)+time.Millisecond, look)
	}
	c.r = c.r.WithContext(ctx)
	look() // what changed since it was let in
	return func() {
		stop()
		if expiry != nil {
			expiry.Stop()
		}
		cancel(nil)
	}
}

// still says why the call would no longer be let in.
func (c *call) still() error {
	now := &call{h: c.h, w: c.w, r: c.r, row: c.row}
	if _, err := c.h.identify(now); err != nil {
		return err
	}
	switch {
	case now.u != c.u:
		return errorf(mailsim.ErrForbidden, "you cannot open this universe")
	case !c.row.anywhere && !now.who.Role().Allows(c.row.Role):
		return errorf(mailsim.ErrForbidden, "your role (%s) cannot do this", now.who.Role())
	}
	return nil
}

// revoked is why the request ended before its time, nil when it did not.
func (c *call) revoked() error {
	var gone *revokedError
	if errors.As(context.Cause(c.ctx()), &gone) {
		return gone.why
	}
	return nil
}
