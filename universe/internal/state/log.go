package state

import (
	"iter"
	"slices"
	"sort"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// EventChunk is how many events stand together: what is copied to replace one. It is
// exported for tests.
const EventChunk = 1024

// Log is a version of the numbered log. Nobody changes one: what changes the log
// makes the next version, which shares the chunks that stay the same. So it is read
// without a lock, and a commit that logs nothing has nothing to make known.
//
// Versions that come after one another share the room behind the last event, so only
// the newest may grow; a fork grows on its own.
type Log struct {
	Full [][]*Event   // of EventChunk each; exported for tests
	tail []*Event     // fewer
	skip int          // of the first chunk, so many have been pruned
	Base int64        // the number of events before these: they have been pruned
	Cut  mailsim.Mark // the place of the last of them
}

// Len returns the number of events that are there.
func (l *Log) Len() int { return len(l.Full)*EventChunk + len(l.tail) - l.skip }

// Last returns the id of the last event, pruned or not.
func (l *Log) Last() int64 { return l.Base + int64(l.Len()) }

// Index returns the i-th event that is there.
func (l *Log) Index(i int) *Event {
	i += l.skip
	if c := i / EventChunk; c < len(l.Full) {
		return l.Full[c][i%EventChunk]
	}
	return l.tail[i-len(l.Full)*EventChunk]
}

// With returns the log with events at its end.
func (l *Log) With(es ...*Event) *Log {
	if len(es) == 0 {
		return l
	}
	next := *l
	for i, e := range es {
		if next.tail == nil && len(es)-i >= EventChunk {
			next.tail = make([]*Event, 0, EventChunk)
		}
		next.tail = append(next.tail, e)
		if len(next.tail) == EventChunk {
			next.Full, next.tail = append(next.Full, next.tail), nil
		}
	}
	return &next
}

// Fork returns the log of a copy, which grows on its own.
func (l *Log) Fork() *Log {
	return &Log{slices.Clip(l.Full), slices.Clip(l.tail), l.skip, l.Base, l.Cut}
}

// Without returns the log with its first n events pruned.
func (l *Log) Without(n int) *Log {
	skip := l.skip + n
	gone := min(skip/EventChunk, len(l.Full))
	return &Log{slices.Clone(l.Full[gone:]), l.tail, skip - gone*EventChunk, l.Base + int64(n), l.Index(n - 1).Seq}
}

// Replaced returns the log with events in the place of those of their ids. The
// chunks that they stand in are copied.
func (l *Log) Replaced(es []*Event) *Log {
	full, tail, own := slices.Clone(l.Full), slices.Clone(l.tail), map[int]bool{}
	for _, e := range es {
		i := int(e.ID-l.Base-1) + l.skip
		c := i / EventChunk
		if c == len(full) {
			tail[i-c*EventChunk] = e
			continue
		}
		if !own[c] {
			full[c], own[c] = slices.Clone(full[c]), true
		}
		full[c][i%EventChunk] = e
	}
	return &Log{full, tail, l.skip, l.Base, l.Cut}
}

// After returns the place of the first event with an id above one.
func (l *Log) After(id int64) int { return int(min(max(id-l.Base, 0), int64(l.Len()))) }

// From yields the events with an id above after.
func (l *Log) From(after int64) iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		for i, n := l.After(after), l.Len(); i < n; i++ {
			if !yield(l.Index(i)) {
				return
			}
		}
	}
}

// Has tells whether an event is of a type, or of a prefix ending in *.
func (l *Log) Has(t mailsim.EventType) bool {
	one := []mailsim.EventType{t}
	for e := range l.From(0) {
		if valid.Covers(one, e.Data.EventType()) {
			return true
		}
	}
	return false
}

// At returns the event of an id, nil when it is not there.
func (l *Log) At(id int64) *Event {
	if id <= l.Base || id > l.Last() {
		return nil
	}
	return l.Index(l.After(id - 1))
}

// UpTo counts the events that are not after an instant.
func (l *Log) UpTo(at Instant) int {
	return sort.Search(l.Len(), func(i int) bool { return at.Before(l.Index(i).At) })
}

// IDAt returns the id of the last event that a mark has behind it.
func (l *Log) IDAt(m mailsim.Mark) int64 {
	return l.Base + int64(sort.Search(l.Len(), func(i int) bool { return l.Index(i).Seq > m }))
}

// SinceMark yields the events after a mark.
func (l *Log) SinceMark(m mailsim.Mark) iter.Seq[*Event] { return l.From(l.IDAt(m)) }

// GoneAfter returns the last pruned event, when there were some after both an
// id and a mark; 0 when all that followed them is there.
func (l *Log) GoneAfter(id int64, m mailsim.Mark) int64 {
	if id >= l.Base || m > 0 && m >= l.Cut {
		return 0
	}
	return l.Base
}

// MarkOf returns the place of an event id, counting those not yet there as the end.
func (v View) MarkOf(id int64) mailsim.Mark {
	switch log := v.Events; {
	case id < log.Base:
		return 0
	case id == log.Base:
		return log.Cut
	case id > log.Last():
		return v.Seq
	default:
		return log.At(id).Seq
	}
}
