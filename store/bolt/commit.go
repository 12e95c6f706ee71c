//go:build !js && !wasip1 && !plan9

package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/mailsim/mailsim"
)

// Commit stores batches in one transaction: all of them, or none when the disk fails. A
// batch out of order, and those after it, are not stored.
func (s *Store) Commit(ctx context.Context, batches []mailsim.Batch) (kept int, err error) {
	kept, err = s.commit(batches)
	if err == nil {
		s.shrink(whileServing)
	}
	return kept, err
}

func (s *Store) commit(batches []mailsim.Batch) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return 0, errClosed
	}
	good, seq := 0, s.seq
	for good < len(batches) && batches[good].Seq > seq {
		seq = batches[good].Seq
		good++
	}
	err := guard(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			w := writer{tx: tx, tables: map[string]*bbolt.Bucket{}}
			for _, b := range batches[:good] {
				if err := w.batch(b); err != nil {
					return err
				}
			}
			return tx.Bucket([]byte(metaName)).Put([]byte(seqKey), number(seq))
		})
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", s.path(), err)
	}
	s.seq = seq
	if good < len(batches) {
		return good, fmt.Errorf("%s: batch %d came after batch %d", s.path(), batches[good].Seq, seq)
	}
	return good, nil
}

// writer writes batches within a transaction.
type writer struct {
	tx     *bbolt.Tx
	tables map[string]*bbolt.Bucket
}

// fill is how full pages are left where rows come at the end.
const fill = 0.9

func (w *writer) table(name string) (*bbolt.Bucket, error) {
	if b := w.tables[name]; b != nil {
		return b, nil
	}
	b, err := w.tx.CreateBucketIfNotExists([]byte(tablePrefix + name))
	if err != nil {
		return nil, err
	}
	b.FillPercent = fill
	w.tables[name] = b
	return b, nil
}

func (w *writer) batch(batch mailsim.Batch) error {
	for _, r := range batch.Deletes {
		b, err := w.table(r.Table)
		if err != nil {
			return err
		}
		if err := b.Delete(rowKey(r.Key)); err != nil {
			return err
		}
	}
	for _, r := range batch.Puts {
		if len(r.Key) > maxKey {
			return fmt.Errorf("a key of table %s is %d bytes long", r.Table, len(r.Key))
		}
		b, err := w.table(r.Table)
		if err != nil {
			return err
		}
		if err := b.Put(rowKey(r.Key), seal(r.Value)); err != nil {
			return err
		}
	}
	return nil
}
