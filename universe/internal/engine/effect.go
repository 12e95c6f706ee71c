package engine

import (
	"context"
	"time"
)

// effectLimit is how long, in real time, a function of the application may take
// that a universe runs itself.
const effectLimit = 10 * time.Second

// inEffect marks the context of what a universe runs itself.
type inEffect struct{}

// effectContext is the context that sites, writers and fetchers get.
func (u *Universe) effectContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, inEffect{}, u)
}

// runs tells whether a call comes from a function that the universe runs.
func (u *Universe) runs(ctx context.Context) bool { return ctx.Value(inEffect{}) == u }
