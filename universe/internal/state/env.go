package state

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/rng"
)

// Env is who a universe is, and what it was made with.
type Env struct {
	Chance     rng.Seed // of all that is drawn
	Opts       mailsim.Options
	Logger     *slog.Logger
	Wall       Wall
	Writer     string // the writer's name
	Plan       atomic.Pointer[mailsim.Plan]
	Bounds     atomic.Pointer[mailsim.Bounds]
	Background context.Context // ends when the universe is closed
	Stop       context.CancelFunc
	Asleep     atomic.Bool // it is closed to be opened again, here or by another process
	Whole      any         // the universe with all its parts, whose type no part can name
	book       *Book
	locals     []any
}

// ID returns the universe's id.
func (e *Env) ID() string { return e.Opts.ID }

// Name returns the universe's name.
func (e *Env) Name() string { return e.Opts.Name }

// Seed returns the seed of all chance.
func (e *Env) Seed() string { return string(e.Chance) }

// Domain returns the server's own domain.
func (e *Env) Domain() string { return e.Opts.Domain }
