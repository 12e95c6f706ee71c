package netserve

import (
	"bufio"
	"context"
	"errors"
	"net"
)

// Attend runs do, which may wait long, with a context that ends when the client
// leaves. r reads from the client; what comes meanwhile stays in it. interrupt lets a
// read that is under way time out: afterwards the caller sets its deadline anew.
func Attend(ctx context.Context, r *bufio.Reader, interrupt func(), do func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for n := r.Buffered(); n < r.Size(); n = r.Buffered() {
			if _, err := r.Peek(n + 1); err != nil {
				var timeout net.Error
				if !errors.As(err, &timeout) || !timeout.Timeout() {
					cancel()
				}
				return
			}
		}
	}()
	defer func() { interrupt(); <-watched }()
	do(ctx)
}
