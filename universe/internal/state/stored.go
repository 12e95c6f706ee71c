package state

import (
	"sync"
	"sync/atomic"
)

// stored is how far a store has come with the commits of a book.
type stored struct {
	last, handed atomic.Uint64 // the last commit that is durable, and that was handed over
	mu           sync.Mutex
	next         chan struct{} // closed when more is; nil when nobody waits
}

// Stored hears that the commits up to one are durable, and what the log was then.
func (b *Book) Stored(serial uint64, log *Log) {
	b.log.Store(log)
	b.stored.reached(serial)
}

// behind notes a commit that is not durable yet.
func (s *stored) behind(serial uint64) { s.handed.Store(serial) }

// reached wakes those who wait for a commit up to one.
func (s *stored) reached(serial uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last.Store(serial)
	if s.next != nil {
		close(s.next)
		s.next = nil
	}
}

// await returns when a commit is durable, or the store has failed: then it has been
// undone. What was there before the store was joined is durable.
func (s *stored) await(serial uint64) {
	for serial > s.last.Load() && s.last.Load() < s.handed.Load() {
		s.mu.Lock()
		if serial <= s.last.Load() || s.last.Load() >= s.handed.Load() {
			s.mu.Unlock()
			return
		}
		if s.next == nil {
			s.next = make(chan struct{})
		}
		next := s.next
		s.mu.Unlock()
		<-next
	}
}
