package aiwriter

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Chain asks writers in turn until one answers; the draft's By names that one. Each writer
// after the first uses another credit. Each gets only a share of the time left, so that a
// silent one leaves time for the next.
func Chain(first mailsim.Writer, rest ...mailsim.Writer) mailsim.Writer {
	return chain(append([]mailsim.Writer{first}, rest...))
}

type chain []mailsim.Writer

// Name returns the names joined by "+".
func (c chain) Name() string {
	names := make([]string, len(c))
	for i, w := range c {
		names[i] = w.Name()
	}
	return strings.Join(names, "+")
}

// Write returns the first draft.
func (c chain) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	return inTurn(ctx, c, func(ctx context.Context, w mailsim.Writer) (mailsim.Draft, error) {
		d, err := w.Write(ctx, b)
		d.By = cmp.Or(d.By, w.Name())
		return d, err
	})
}

// Judge returns the first answer.
func (c chain) Judge(ctx context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return inTurn(ctx, c, func(ctx context.Context, w mailsim.Writer) (mailsim.Answer, error) { return w.Judge(ctx, q) })
}

func inTurn[T any](ctx context.Context, c chain, ask func(context.Context, mailsim.Writer) (T, error)) (out T, err error) {
	var all []error
	for i, w := range c {
		if i > 0 {
			if ctx.Err() != nil {
				break
			}
			if err := mailsim.TakeCredit(ctx); err != nil {
				all = append(all, err)
				break
			}
		}
		share, cancel := shareOf(ctx, len(c)-i)
		out, err = ask(share, w)
		cancel()
		if err == nil {
			return out, nil
		}
		all = append(all, err)
	}
	var none T
	return none, errors.Join(all...)
}

// shareOf is the context for one of n that are still to be asked.
func shareOf(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok || n < 2 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(n))
}
