package engine

import (
	"iter"
	"slices"
	"sort"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// eventChunk is how many events stand together: what is copied to replace one.
const eventChunk = 1024

// eventLog is a version of the numbered log. Nobody changes one: what changes the log
// makes the next version, which shares the chunks that stay the same. So it is read
// without a lock, and a commit that logs nothing has nothing to make known.
//
// Versions that come after one another share the room behind the last event, so only
// the newest may grow; a fork grows on its own.
type eventLog struct {
	full [][]*eventRec // of eventChunk each
	tail []*eventRec   // fewer
	skip int           // of the first chunk, so many have been pruned
	base int64         // the number of events before these: they have been pruned
	cut  mailsim.Mark  // the place of the last of them
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

// with returns the log with events at its end.
func (l *eventLog) with(es ...*eventRec) *eventLog {
	if len(es) == 0 {
		return l
	}
	next := *l
	for _, e := range es {
		next.tail = append(next.tail, e)
		if len(next.tail) == eventChunk {
			next.full, next.tail = append(next.full, next.tail), nil
		}
	}
	return &next
}

func (l *eventLog) fork() *eventLog {
	return &eventLog{slices.Clip(l.full), slices.Clip(l.tail), l.skip, l.base, l.cut}
}

// without returns the log with its first n events pruned.
func (l *eventLog) without(n int) *eventLog {
	skip := l.skip + n
	gone := min(skip/eventChunk, len(l.full))
	return &eventLog{slices.Clone(l.full[gone:]), l.tail, skip - gone*eventChunk, l.base + int64(n), l.index(n - 1).seq}
}

// replaced returns the log with events in the place of those of their ids. The
// chunks that they stand in are copied.
func (l *eventLog) replaced(es []*eventRec) *eventLog {
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
	return &eventLog{full, tail, l.skip, l.base, l.cut}
}

// sentEvent is persona.sent with what only waits for replies ask.
type sentEvent struct {
	mailsim.PersonaSent
	answered []string // all mails that it answers
	passedOn bool     // it forwards a mail
}

func (e sentEvent) resolve() mailsim.EventData { return e.PersonaSent }

// About says whom and which mail it is about.
func (e sentEvent) About() seam.Subject { return seam.AboutOf(e.PersonaSent) }

// sentOf returns a persona.sent.
func sentOf(data mailsim.EventData) (e sentEvent, ok bool) {
	switch d := data.(type) {
	case sentEvent:
		return d, true
	case mailsim.PersonaSent:
		return sentEvent{PersonaSent: d}, true
	}
	return sentEvent{}, false
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

// has tells whether an event is of a type, or of a prefix ending in *.
func (l *eventLog) has(t mailsim.EventType) bool {
	one := []mailsim.EventType{t}
	for e := range l.from(0) {
		if valid.Covers(one, e.data.EventType()) {
			return true
		}
	}
	return false
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
func (l *eventLog) idAt(m mailsim.Mark) int64 {
	return l.base + int64(sort.Search(l.len(), func(i int) bool { return l.index(i).seq > m }))
}

// sinceMark yields the events after a mark.
func (l *eventLog) sinceMark(m mailsim.Mark) iter.Seq[*eventRec] { return l.from(l.idAt(m)) }

// goneAfter returns the last pruned event, when there were some after both an
// id and a mark; 0 when all that followed them is there.
func (l *eventLog) goneAfter(id int64, m mailsim.Mark) int64 {
	if id >= l.base || m > 0 && m >= l.cut {
		return 0
	}
	return l.base
}

// markOf returns the place of an event id, counting those not yet there as the end.
func (v view) markOf(id int64) mailsim.Mark {
	switch log := v.events; {
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
