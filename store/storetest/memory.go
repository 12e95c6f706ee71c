package storetest

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/mailsim/mailsim"
)

// Memory is storage in memory. A store that is opened on it loads what earlier ones have
// committed. Opening a store fences the store opened before. The zero value of Memory is empty
// storage.
type Memory struct {
	Bodies bool // Open returns a BodyStore

	mu      sync.Mutex
	records map[recordID][]byte
	seq     uint64
	owner   *memoryStore
}

type recordID struct{ table, key string }

// Open opens a store on the storage.
func (m *Memory) Open() mailsim.Store {
	s := &memoryStore{m: m}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.owner = s
	if m.Bodies {
		return memoryBodies{s}
	}
	return s
}

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
			if s.m.Bodies && id.table == mailsim.BodyTable {
				continue
			}
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

// Commit stores batches.
func (s *memoryStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	switch {
	case s.closed:
		return 0, errClosed
	case s.m.owner != s:
		return 0, &mailsim.Error{Kind: mailsim.ErrFenced, Message: "the storage was opened anew"}
	case s.m.records == nil:
		s.m.records = map[recordID][]byte{}
	}
	for i, b := range batches {
		if b.Seq <= s.m.seq {
			return i, errors.New("a batch came out of order")
		}
		s.m.seq = b.Seq
		for _, r := range b.Deletes {
			delete(s.m.records, recordID{r.Table, r.Key})
		}
		for _, r := range b.Puts {
			s.m.records[recordID{r.Table, r.Key}] = slices.Clone(r.Value)
		}
	}
	return len(batches), nil
}

// memoryBodies is a store that reads bodies one by one.
type memoryBodies struct{ *memoryStore }

// Body returns a body.
func (s memoryBodies) Body(_ context.Context, key string) ([]byte, error) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	value, ok := s.m.records[recordID{mailsim.BodyTable, key}]
	if !ok {
		return nil, &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "no such body"}
	}
	return slices.Clone(value), nil
}

// Close ends the use of the storage.
func (s *memoryStore) Close() error {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.closed = true
	return nil
}
