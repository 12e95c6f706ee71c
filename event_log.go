package mailsim

import (
	"iter"
	"slices"
	"sort"
)

// eventChunk is how many events stand together: what is copied to replace one.
const eventChunk = 1024

// eventLog is the numbered log. Its chunks only grow at the end and are dropped at
// the front, and a chunk in which an event takes another form is a new one: so a
// reader keeps a version of the log without a lock.
type eventLog struct {
	full [][]*eventRec // of eventChunk each
	tail []*eventRec   // fewer
	skip int           // of the first chunk, so many have been pruned
	base int64         // the number of events before these: they have been pruned
	cut  Mark          // the place of the last of them
}

func (l *eventLog) len() int { return len(l.full)*eventChunk + len(l.tail) - l.skip }

func (l *eventLog) last() int64 { return l.base + int64(l.len()) }

// index returns the i-th event that is there.
func (l *eventLog) index(i int) *eventRec {
	i += l.skip
	if c := i / eventChunk; c < len(l.full) {
		return l.full[c][i%eventChunk]
	}
	return l.tail[i-len(l.full)*eventChunk]
}

func (l *eventLog) append(es ...*eventRec) {
	for _, e := range es {
		l.tail = append(l.tail, e)
		if len(l.tail) == eventChunk {
			l.full, l.tail = append(l.full, l.tail), nil
		}
	}
}

func (l *eventLog) fork() eventLog {
	return eventLog{slices.Clip(l.full), slices.Clip(l.tail), l.skip, l.base, l.cut}
}

// drop prunes the first n events.
func (l *eventLog) drop(n int) {
	l.cut = l.index(n - 1).seq
	l.base += int64(n)
	l.skip += n
	gone := min(l.skip/eventChunk, len(l.full))
	l.full, l.skip = slices.Clone(l.full[gone:]), l.skip-gone*eventChunk
}

// replace puts events in the place of those of their ids. The chunks that they
// stand in are copied, since readers keep their version.
func (l *eventLog) replace(es []*eventRec) {
	full, tail, own := slices.Clone(l.full), slices.Clone(l.tail), map[int]bool{}
	for _, e := range es {
		i := int(e.id-l.base-1) + l.skip
		c := i / eventChunk
		if c == len(full) {
			tail[i-c*eventChunk] = e
			continue
		}
		if !own[c] {
			full[c], own[c] = slices.Clone(full[c]), true
		}
		full[c][i%eventChunk] = e
	}
	l.full, l.tail = full, tail
}

// after returns the place of the first event with an id above one.
func (l *eventLog) after(id int64) int { return int(min(max(id-l.base, 0), int64(l.len()))) }

// from yields the events with an id above after.
func (l *eventLog) from(after int64) iter.Seq[*eventRec] {
	return func(yield func(*eventRec) bool) {
		for i, n := l.after(after), l.len(); i < n; i++ {
			if !yield(l.index(i)) {
				return
			}
		}
	}
}

// at returns the event of an id, nil when it is not there.
func (l *eventLog) at(id int64) *eventRec {
	if id <= l.base || id > l.last() {
		return nil
	}
	return l.index(l.after(id - 1))
}

// upTo counts the events that are not after an instant.
func (l *eventLog) upTo(at instant) int {
	return sort.Search(l.len(), func(i int) bool { return at.before(l.index(i).at) })
}

// idAt returns the id of the last event that a mark has behind it.
func (l *eventLog) idAt(m Mark) int64 {
	return l.base + int64(sort.Search(l.len(), func(i int) bool { return l.index(i).seq > m }))
}

// sinceMark yields the events after a mark.
func (l *eventLog) sinceMark(m Mark) iter.Seq[*eventRec] { return l.from(l.idAt(m)) }

// goneAfter returns the last pruned event, when there were some after both an
// id and a mark; 0 when all that followed them is there.
func (l *eventLog) goneAfter(id int64, m Mark) int64 {
	if id >= l.base || m > 0 && m >= l.cut {
		return 0
	}
	return l.base
}

// markOf returns the place of an event id, counting those not yet there as the end.
func (v view) markOf(id int64) Mark {
	switch log := &v.events; {
	case id < log.base:
		return 0
	case id == log.base:
		return log.cut
	case id > log.last():
		return v.seq
	default:
		return log.at(id).seq
	}
}
