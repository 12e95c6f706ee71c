package engine

import (
	"fmt"

	"github.com/mailsim/mailsim"
)

func errorf(k mailsim.Kind, format string, args ...any) error {
	return &mailsim.Error{Kind: k, Message: fmt.Sprintf(format, args...)}
}

func invalidf(format string, args ...any) error {
	return errorf(mailsim.ErrInvalid, format, args...)
}
