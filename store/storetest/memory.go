package storetest

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/mailsim/mailsim"
)

// Memory is storage that lives as long as the value: what one store opened on
// it has committed, the next one loads. Its zero value is empty.
type Memory struct {
	mu      sync.Mutex
	records map[recordID][]byte
	seq     uint64
}

type recordID struct{ table, key string }

// Open opens a store on the storage. Several may follow each other.
func (m *Memory) Open() mailsim.Store { return &memoryStore{m: m} }

// Records counts the records of a table.
func (m *Memory) Records(table string) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id := range m.records {
		if id.table == table {
			n++
		}
	}
	return n
}

// memoryStore is one use of the storage.
type memoryStore struct {
	m      *Memory
	closed bool
}

var errClosed = errors.New("the store is closed")

// Load yields every record.
func (s *memoryStore) Load(ctx context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		s.m.mu.Lock()
		defer s.m.mu.Unlock()
		if s.closed {
			yield(mailsim.Record{}, errClosed)
			return
		}
		for id, value := range s.m.records {
			if ctx.Err() != nil {
				yield(mailsim.Record{}, ctx.Err())
				return
			}
			if !yield(mailsim.Record{Table: id.table, Key: id.key, Value: slices.Clone(value)}, nil) {
				return
			}
		}
	}
}

// Commit stores a batch.
func (s *memoryStore) Commit(_ context.Context, b mailsim.Batch) error {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	switch {
	case s.closed:
		return errClosed
	case b.Seq <= s.m.seq:
		return errors.New("a batch came out of order")
	case s.m.records == nil:
		s.m.records = map[recordID][]byte{}
	}
	s.m.seq = b.Seq
	for _, r := range b.Deletes {
		delete(s.m.records, recordID{r.Table, r.Key})
	}
	for _, r := range b.Puts {
		s.m.records[recordID{r.Table, r.Key}] = slices.Clone(r.Value)
	}
	return nil
}

// Close ends the use of the storage.
func (s *memoryStore) Close() error {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.closed = true
	return nil
}
