package persist

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// heldStore writes a group when it is told to.
type heldStore struct {
	mailsim.Store
	write chan error
	wrote [][]mailsim.Batch
}

func (s *heldStore) Commit(_ context.Context, b []mailsim.Batch) (int, error) {
	if err := <-s.write; err != nil {
		return 0, err
	}
	s.wrote = append(s.wrote, b)
	return len(b), nil
}

// unreadable is a record whose mail is gone from the store.
type unreadable struct{ carrier }

func (unreadable) Cargo() post.Cargo { panic(&fail.Unreadable{Err: errGone}) }

var errGone = errors.New("gone")

func held() (*Committer, *heldStore, func(changes ...recordChange) <-chan error) {
	s := &heldStore{write: make(chan error)}
	c := NewCommitter(s, func(_ error, _ time.Time, take func() []pending) []pending { return take() })
	c.stored = func(uint64, *state.Log) {}
	return c, s, func(changes ...recordChange) <-chan error {
		return c.enqueue(pending{delta: delta{changes: changes}, done: make(chan error, 1)})
	}
}

// TestEncodesWhileWriting: the commits that wait are ready for the store when those before
// them are written.
func TestEncodesWhileWriting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, commit := held()
		first := commit()
		synctest.Wait()
		second, third := commit(), commit()
		synctest.Wait()
		assert.Len(t, c.ready.batches, 2)
		s.write <- nil
		assert.NoError(t, <-first)
		s.write <- nil
		assert.NoError(t, <-second)
		assert.NoError(t, <-third)
		c.idle.Wait()
		assert.Len(t, s.wrote, 2)
		assert.Empty(t, c.ready.batches)
	})
}

// TestEncodesSoMuchAhead: no more is held in memory encoded than a group may have, and
// nothing of it is lost.
func TestEncodesSoMuchAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, commit := held()
		c.most = 1000
		big := recordChange{table: "thing", key: "k", now: make([]byte, c.most)}
		done := []<-chan error{commit()}
		synctest.Wait()
		for range 3 {
			done = append(done, commit(big))
		}
		synctest.Wait()
		assert.Len(t, c.ready.batches, 1)
		for _, d := range done {
			s.write <- nil
			assert.NoError(t, <-d)
		}
		c.idle.Wait()
		assert.Len(t, s.wrote, 4)
	})
}

// TestWhatCannotBeEncoded: those before it are kept, it and those behind it are lost, whether
// it comes alone, behind others, or while others are written.
func TestWhatCannotBeEncoded(t *testing.T) {
	t.Parallel()
	bad := recordChange{table: "thing", key: "k", now: unreadable{}}
	for before := range 3 {
		synctest.Test(t, func(t *testing.T) {
			c, s, commit := held()
			close(s.write)
			var good []<-chan error
			for i := range before {
				good = append(good, commit())
				if i == 0 {
					synctest.Wait()
				}
			}
			failed := []<-chan error{commit(bad), commit()}
			for _, d := range good {
				assert.NoError(t, <-d)
			}
			for _, d := range failed {
				assert.ErrorIs(t, <-d, errGone)
			}
			c.idle.Wait()
		})
	}
}

// TestStoreFailsWithOthersReady: what was encoded ahead is lost with what was written.
func TestStoreFailsWithOthersReady(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, commit := held()
		first := commit()
		synctest.Wait()
		second := commit()
		synctest.Wait()
		s.write <- errGone
		assert.ErrorIs(t, <-first, errGone)
		assert.ErrorIs(t, <-second, errGone)
		c.idle.Wait()
		assert.Empty(t, s.wrote)
		assert.Empty(t, c.ready.batches)
	})
}
