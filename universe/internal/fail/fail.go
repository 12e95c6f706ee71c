// Package fail makes the errors of a universe: each has a kind and says what to do.
package fail

import (
	"context"
	"fmt"

	"github.com/mailsim/mailsim"
)

// Errorf makes an error of a kind.
func Errorf(k mailsim.Kind, format string, args ...any) error {
	return &mailsim.Error{Kind: k, Message: fmt.Sprintf(format, args...)}
}

// Invalidf is the error for a wrong value.
func Invalidf(format string, args ...any) error {
	return Errorf(mailsim.ErrInvalid, format, args...)
}

// Conflictf is the error for what cannot be in this state.
func Conflictf(format string, args ...any) error { return Errorf(mailsim.ErrConflict, format, args...) }

// NoSuch is the error for an unknown thing.
func NoSuch(thing string) error { return Errorf(mailsim.ErrNotFound, "no such %s", thing) }

// Damagedf is the error for content that no universe has written.
func Damagedf(format string, args ...any) error {
	return Invalidf("the content is damaged: "+format, args...)
}

// ContextError says that the caller gave up.
func ContextError(ctx context.Context) error {
	return &mailsim.Error{Kind: mailsim.ErrTimeout, Message: "the caller gave up: " + context.Cause(ctx).Error(), Err: context.Cause(ctx)}
}

// IfNil refuses a nil context with one sentence, as package context does. What
// needs none of a context does not ask.
func IfNil(ctx context.Context) {
	if ctx == nil {
		panic("mailsim: nil Context")
	}
}

// What every call says of a universe that has ended, is closed by a cell that opens it again or
// lets another process do so, or was never made.
var (
	ErrClosed = &mailsim.Error{Kind: mailsim.ErrConflict, Message: "the universe is closed"}
	ErrAsleep = &mailsim.Error{Kind: mailsim.ErrFenced, Message: "the universe has been closed at this server: try again, and it is opened where it belongs"}
	ErrUnmade = &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the universe was not made: use New, Open, Load or Fork"}
)
