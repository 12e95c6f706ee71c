package testkit

import (
	"context"
	"errors"
	"iter"

	"github.com/mailsim/mailsim"
)

// ErrDisk is the error of stores that fail on demand.
var ErrDisk = errors.New("the disk is full")

// RecordStore keeps its records; it refuses all commits once it is told to.
type RecordStore struct {
	records map[[2]string][]byte
	Full    bool
}

// Load gives what was committed.
func (s *RecordStore) Load(context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		for k, v := range s.records {
			if !yield(mailsim.Record{Table: k[0], Key: k[1], Value: v}, nil) {
				return
			}
		}
	}
}

// Commit keeps batches, or refuses them with ErrDisk.
func (s *RecordStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	if s.Full {
		return 0, ErrDisk
	}
	if s.records == nil {
		s.records = map[[2]string][]byte{}
	}
	for _, b := range batches {
		for _, r := range b.Deletes {
			delete(s.records, [2]string{r.Table, r.Key})
		}
		for _, r := range b.Puts {
			s.records[[2]string{r.Table, r.Key}] = r.Value
		}
	}
	return len(batches), nil
}

// Close does nothing: the records can be loaded again.
func (s *RecordStore) Close() error { return nil }
