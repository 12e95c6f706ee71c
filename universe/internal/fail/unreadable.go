package fail

import "github.com/mailsim/mailsim"

// Unreadable is what the bytes of a mail panic with if its store cannot be read: no answer
// can be made of it. Callers get it as an error, from [Unread], where a method returns one.
type Unreadable struct{ Err error }

// NewUnreadable is that for an error of the store. A universe that is closed says so itself.
func NewUnreadable(err error) *Unreadable {
	if own, is := err.(*mailsim.Error); is && (own == ErrClosed || own == ErrAsleep) {
		return &Unreadable{own}
	}
	kind := mailsim.ErrInternal
	if mailsim.KindOf(err) == mailsim.ErrUnavailable {
		kind = mailsim.ErrUnavailable
	}
	return &Unreadable{&mailsim.Error{Kind: kind, Message: "a mail cannot be read from the store", Err: err}}
}

// Error says so.
func (e *Unreadable) Error() string { return e.Err.Error() }

// Unwrap returns the error that callers get.
func (e *Unreadable) Unwrap() error { return e.Err }

// Unread is deferred by what returns an error: a mail that cannot be read from its store
// becomes that error.
func Unread(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Unreadable:
		*err = p.Err
	default:
		panic(p)
	}
}

// Readable runs f, and returns as an error that a mail cannot be read from its store.
func Readable(f func()) (err error) {
	defer Unread(&err)
	f()
	return nil
}
