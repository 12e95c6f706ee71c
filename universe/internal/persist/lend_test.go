//go:build linux

package persist_test

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/persist"
)

// lender is a store that lends records, and turns a fault while they are read into an error.
type lender struct {
	mailsim.BodyStore
	records []mailsim.Record
}

func (l lender) Lend(_ context.Context, read func(iter.Seq2[mailsim.Record, error]) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the disk is gone: %v", p)
		}
	}()
	return read(func(yield func(mailsim.Record, error) bool) {
		for _, r := range l.records {
			if !yield(r, nil) {
				return
			}
		}
	})
}

// TestLentMemoryIsGone: a disk that fails while records that a store has mapped are read is the
// store's error, whichever goroutine reads them, and not the end of the process.
func TestLentMemoryIsGone(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer func() { assert.NoError(t, f.Close()) }()
	size := os.Getpagesize()
	require.NoError(t, f.Truncate(int64(size)))
	mapped, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	require.NoError(t, err)
	defer func() { assert.NoError(t, syscall.Munmap(mapped)) }()
	require.NoError(t, f.Truncate(0)) // what is mapped cannot be read any more
	for _, table := range []string{persist.MailTable, persist.CopyTable, persist.EventTable, "persona"} {
		s := lender{records: []mailsim.Record{{Table: table, Key: "1", Value: mapped}}}
		l := persist.NewLoader()
		l.Bodies = s
		assert.ErrorContains(t, l.From(context.Background(), s), "the disk is gone", table)
	}
}
