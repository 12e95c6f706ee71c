//go:build js || wasip1 || plan9

package bolt

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/mailsim/mailsim"
)

// Store keeps one universe in a directory; not on this system.
type Store struct{}

var errNone = errors.ErrUnsupported

// Open names the directory of a store. This system has none: Load says so.
func Open(string) *Store { return &Store{} }

// Load fails.
func (*Store) Load(context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) { yield(mailsim.Record{}, errNone) }
}

// Lend fails.
func (*Store) Lend(context.Context, func(iter.Seq2[mailsim.Record, error]) error) error {
	return errNone
}

// Commit fails.
func (*Store) Commit(context.Context, []mailsim.Batch) (int, error) { return 0, errNone }

// Body fails.
func (*Store) Body(context.Context, string) ([]byte, error) { return nil, errNone }

// Scratch fails.
func (*Store) Scratch() (mailsim.Scratch, error) { return nil, errNone }

// Close does nothing.
func (*Store) Close() error { return nil }

// Backup fails.
func (*Store) Backup(io.Writer) error { return errNone }

// Verify fails.
func (*Store) Verify(context.Context) error { return errNone }

// Restore fails.
func Restore(string, io.Reader) error { return errNone }
