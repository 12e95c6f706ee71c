package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

// hold asserts the owner and the number of the last batch, renews the lease and notes the
// new number. Where the row is not as it says, it divides by zero, and the transaction fails: so all of
// it goes in one round trip.
const hold = `WITH held AS (
		UPDATE mailsim_universe SET seq = $4, next_due = $5, committed = now(), lease_until = now() + $6::interval
		WHERE universe = $1 AND epoch = $2 AND seq = $3 RETURNING 1
	) SELECT 1 / count(*) FROM held`

// notHeld is the code of a division by zero.
const notHeld = "22012"

// groupBytes bounds what one transaction writes, unless a batch is larger: so a process
// that stops in the middle of one keeps the row from others for as short as can be.
const groupBytes = 4 << 20

// Commit stores batches in one transaction or, if they are larger than 4 MiB, in several of
// about that size. A batch is never split.
func (s *Store) Commit(ctx context.Context, batches []mailsim.Batch) (kept int, err error) {
	s.committing.Lock()
	defer s.committing.Unlock()
	if s.closed.Load() {
		return 0, errClosed
	}
	for kept < len(batches) {
		c, n := changes{now: map[name][]byte{}}, 0
		for seq := s.seq; kept+n < len(batches) && (n == 0 || c.bytes < groupBytes); n++ {
			b := batches[kept+n]
			if b.Seq <= seq {
				err = fmt.Errorf("universe %s: batch %d came after batch %d", s.universe, b.Seq, seq)
				break
			}
			if err = c.add(b); err != nil {
				break
			}
			seq = b.Seq
		}
		if err != nil && n == 0 {
			return kept, err
		}
		if failed := s.commit(ctx, &c, batches[kept+n-1]); failed != nil {
			return kept, failed
		}
		if kept += n; err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// commit stores changes whose last batch is given. A try whose answer was lost is tried
// again: had it been committed, the number of the last batch is another one.
func (s *Store) commit(ctx context.Context, c *changes, last mailsim.Batch) error {
	var due *time.Time
	if !last.NextDue.IsZero() {
		due = &last.NextDue
	}
	began := time.Now()
	err := again(ctx, s.opts.Patience, c.bytes, func(ctx context.Context) error {
		began = time.Now()
		return transact(ctx, s.pool, func(b *pgx.Batch) {
			b.Queue(hold, s.universe, s.epoch, s.seq, last.Seq, due, s.opts.Lease)
			c.queue(b, s.universe, s.long)
		})
	})
	if isCode(err, notHeld) {
		var at uint64
		if at, err = s.assert(ctx); err == nil && at != last.Seq {
			err = fmt.Errorf("universe %s is at batch %d, and at %d for its owner", s.universe, at, s.seq)
		}
	} else if err == nil {
		s.lease.renewed(began)
	}
	if err != nil {
		return failed("the database did not take a change", err)
	}
	s.seq = last.Seq
	c.remember(s.long)
	return nil
}
