package engine

import (
	"github.com/mailsim/mailsim"
)

func conflictf(format string, args ...any) error { return errorf(mailsim.ErrConflict, format, args...) }

// noSuch is the error of spec 7 for an unknown thing.
func noSuch(thing string) error { return errorf(mailsim.ErrNotFound, "no such %s", thing) }
