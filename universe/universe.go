// Package universe makes universes. Go tests use package mailsimtest instead; a server that
// mounts a universe, or any other program, starts with [New]:
//
//	u, err := universe.New(mailsim.Options{Seed: "demo-1"})
//
// [Open] keeps a universe in a durable store, [Load] and [LoadFile] read a saved one, and
// [NewCell] holds several universes of several organizations. [ParseConfig] reads a YAML
// file.
package universe

import (
	"context"
	"io"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

func init() {
	seam.NoUniverse = func() any { return life{engine.Unmade()} }
	seam.NoCell = func() any { return cells{new(cell.Cell)} }
}

// New makes a universe in memory. ErrInvalid names a wrong option.
func New(o mailsim.Options) (*mailsim.Universe, error) { return made(engine.New(o)) }

// Open opens the universe in a store, or makes a new one if the store is empty. An existing
// universe keeps its seed, clock, settings and content, and its id, name and domain unless
// Options sets them. Other Options apply. Closing the universe closes the store. If Open fails,
// it closes the store itself.
//
// A method that changes something returns when the store has kept the change. If the store
// fails, the changes that it has not kept are undone, and every later change fails with
// ErrInternal. Reading still works, and shows what the store has kept. Open fails with
// ErrInvalid for a wrong option, a seed that is not the store's, or content that is damaged or
// of a later version.
func Open(ctx context.Context, s mailsim.Store, o mailsim.Options) (*mailsim.Universe, error) {
	return made(engine.Open(ctx, s, o))
}

// CheckStore reads a store as [Open] does, and every mail in it too. It changes nothing, and
// closes the store. ErrInvalid if the content is damaged, or of a later version.
func CheckStore(ctx context.Context, s mailsim.Store) error { return engine.CheckStore(ctx, s) }

// LoadInto is [Load] into a store, which keeps the universe from then on. ErrConflict when the
// store is not empty. Closing the universe closes the store; if LoadInto fails, it closes the
// store itself.
func LoadInto(ctx context.Context, s mailsim.Store, r io.Reader, o mailsim.Options) (*mailsim.Universe, error) {
	return made(engine.LoadInto(ctx, s, r, o))
}

// Load makes a universe from what Save wrote. It goes on where the saved one was, so the same
// script gives the same log. Options are as for [Open]. ErrInvalid for a file that is not a
// saved universe, is damaged, ends too early, or is of a later version; then no universe is
// made. Load uses memory only in proportion to the size of the file, even if the file is
// damaged.
func Load(r io.Reader, o mailsim.Options) (*mailsim.Universe, error) { return made(engine.Load(r, o)) }

// LoadFile is Load of a file. ErrNotFound when there is none.
func LoadFile(path string, o mailsim.Options) (*mailsim.Universe, error) {
	return made(engine.LoadFile(path, o))
}

// NewCell makes a cell, with the organizations, people and universes of
// CellOptions.Config if that is set. ErrInvalid names a wrong option.
func NewCell(o mailsim.CellOptions) (*mailsim.Cell, error) {
	c, err := engine.NewCell(o)
	if err != nil {
		return nil, err
	}
	return seam.Cell(cells{c}).(*mailsim.Cell), nil
}

// ParseConfig reads a YAML file. Unknown keys, wrong values and impossible combinations are
// ErrInvalid naming file, line and key. An API key, a password or a secret that is exactly ${NAME}
// is taken from the environment variable of that name; a variable that is not set is an error too.
func ParseConfig(file string, data []byte) (*mailsim.Config, error) {
	return config.Parse(file, data)
}

// ConfigSchema is the JSON Schema (2020-12) of the YAML file, for editors.
func ConfigSchema() []byte { return yamlfile.Schema() }
