package mailsim_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

func TestKindOf(t *testing.T) {
	t.Parallel()
	missing := &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "no such job"}
	for _, c := range []struct {
		err  error
		want mailsim.Kind
	}{
		{nil, ""},
		{io.EOF, mailsim.ErrInternal},
		{missing, mailsim.ErrNotFound},
		{mailsim.ErrConflict, mailsim.ErrConflict},
		{&mailsim.WaitError{Err: context.DeadlineExceeded}, mailsim.ErrTimeout},
		{&mailsim.DeclinedError{}, mailsim.ErrConflict},
		{fmt.Errorf("a job: %w", missing), mailsim.ErrNotFound},
		{errors.Join(missing, nil), mailsim.ErrNotFound},
		{fmt.Errorf("%w, and %w", io.EOF, missing), mailsim.ErrNotFound},
		{errors.Join(io.EOF, io.ErrClosedPipe), mailsim.ErrInternal},
	} {
		assert.Equal(t, c.want, mailsim.KindOf(c.err), "%v", c.err)
	}
}
