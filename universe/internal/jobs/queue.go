package jobs

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// MaxChain bounds the ancestors of one job at one instant.
const MaxChain = 1000

// queue is a heap of what is due. Entries of jobs that were moved, skipped
// or dropped stay until they come to the top, or are as many as the others.
type queue struct {
	Heap  []Queued
	Room  int    // exported for tests: how long the heap may grow until it is cleared of them
	taken Queued // the last one taken to be run; its job may still be under way
}

// Queued is an entry of the queue: a job and when it is due. Those of one instant come
// in order of key.
type Queued struct {
	Due state.Instant
	Key string
	Seq int64
	ID  string
}

func (q Queued) compare(o Queued) int {
	switch {
	case q.Due.Before(o.Due):
		return -1
	case o.Due.Before(q.Due):
		return 1
	case q.Key != o.Key:
		return strings.Compare(q.Key, o.Key)
	}
	return cmp.Compare(q.Seq, o.Seq)
}

// TableName is "": the queue is a table that no store holds: it follows from the jobs.
func (q *queue) TableName() string { return "" }

// Decode has nothing to read.
func (q *queue) Decode(string, []byte) error { return nil }

// Record has none: no transaction journals the queue.
func (q *queue) Record(string) (any, bool) { return nil, false }

// Keys has none.
func (q *queue) Keys() []string { return nil }

// PutBack does nothing: entries of what was undone have no job behind them.
func (q *queue) PutBack(string, any, bool) {}

// Share makes the queue that of a fork.
func (q *queue) Share(with state.AnyTable) { *q = with.(*queue).fork() }

// fork returns the queue of a copy, in which the job under way is still to run.
func (q *queue) fork() (f queue) {
	f.Heap, f.Room = slices.Clone(q.Heap), q.Room
	if q.taken.ID != "" {
		f.Push(q.taken)
	}
	return f
}

// Push adds an entry.
func (q *queue) Push(e Queued) {
	q.Heap = append(q.Heap, e)
	i := len(q.Heap) - 1
	for i > 0 {
		up := (i - 1) / 4
		if q.Heap[up].compare(e) <= 0 {
			break
		}
		q.Heap[i] = q.Heap[up]
		i = up
	}
	q.Heap[i] = e
}

func (q *queue) pop() {
	last := len(q.Heap) - 1
	e := q.Heap[last]
	q.Heap[last] = Queued{}
	q.Heap = q.Heap[:last]
	if last == 0 {
		return
	}
	i := 0
	for {
		least, first := -1, 4*i+1
		for c := first; c < min(first+4, last); c++ {
			if least < 0 || q.Heap[c].compare(q.Heap[least]) < 0 {
				least = c
			}
		}
		if least < 0 || q.Heap[least].compare(e) >= 0 {
			break
		}
		q.Heap[i] = q.Heap[least]
		i = least
	}
	q.Heap[i] = e
}

// clear keeps the entries that live, each once: one may be there twice when a job
// was moved away and back.
func (q *queue) clear(live func(Queued) bool) {
	q.Heap = slices.DeleteFunc(q.Heap, func(e Queued) bool { return !live(e) })
	slices.SortFunc(q.Heap, Queued.compare) // in order is a heap too
	q.Heap = slices.Compact(q.Heap)
	q.Room = 2*len(q.Heap) + 64
}

// First returns entries from the top that are due by an instant, in order.
func (q *queue) First(limit int, by state.Instant) (out []Queued) {
	next := []int{0} // indexes of what may come next, least first
	for len(next) > 0 && len(out) < limit {
		i := next[0]
		next = next[1:]
		if i >= len(q.Heap) || by.Before(q.Heap[i].Due) {
			continue
		}
		out = append(out, q.Heap[i])
		for c := 4*i + 1; c <= min(4*i+4, len(q.Heap)-1); c++ {
			at, _ := slices.BinarySearchFunc(next, c, func(a, b int) int { return q.Heap[a].compare(q.Heap[b]) })
			next = slices.Insert(next, at, c)
		}
	}
	return out
}

// Pending yields the pending jobs, in no order, now and then one twice; of a universe
// whose store has failed all jobs.
func Pending(v state.View) iter.Seq[*Record] {
	if v.Broken() { // jobs of commits that were undone may have left the queue
		return maps.Values(Table.In(v.State).M)
	}
	return func(yield func(*Record) bool) {
		if j := Table.In(v.State).At(QueueTable.In(v.State).taken.ID); j != nil && j.State == mailsim.StatePending && !yield(j) { // it is under way
			return
		}
		for _, e := range QueueTable.In(v.State).Heap {
			if j := Table.In(v.State).At(e.ID); j != nil && j.State == mailsim.StatePending && state.InstantOf(j.Due) == e.Due && !yield(j) {
				return
			}
		}
	}
}

// InOrder sorts jobs by when they are due, then as planned, each once.
func InOrder(list []*Record) []*Record {
	slices.SortFunc(list, func(a, b *Record) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Seq, b.Seq)) })
	return slices.Compact(list)
}

// Tidy drops entries that no pending job stands behind: those at the top,
// and all when they may have become many.
func Tidy(s *state.State) {
	for len(QueueTable.In(s).Heap) > 0 && !live(s, QueueTable.In(s).Heap[0]) {
		QueueTable.In(s).pop()
	}
	if len(QueueTable.In(s).Heap) > QueueTable.In(s).Room {
		QueueTable.In(s).clear(func(e Queued) bool { return live(s, e) })
	}
}

// JoinQueue puts the jobs of a commit into the queue.
func JoinQueue(t *state.Tx) {
	for _, q := range *queuedSlot.Of(t) {
		QueueTable.In(t.State).Push(q)
	}
	Tidy(t.View.State)
}

// Again puts a pending job into the queue that has left it.
func Again(v state.View, j *Record) {
	QueueTable.In(v.State).Push(Queued{state.InstantOf(j.Due), j.Key, j.Seq, j.ID})
}

// Take takes the job that is due now or was due before, nil when none is. A job
// at the end of a chain that does not end stays where it is.
func Take(s *state.State, now time.Time) *Record {
	Tidy(s)
	h := QueueTable.In(s).Heap
	if len(h) == 0 || state.InstantOf(now).Before(h[0].Due) {
		return nil
	}
	j := Table.In(s).At(h[0].ID)
	if j.Depth <= MaxChain {
		QueueTable.In(s).taken = h[0]
		QueueTable.In(s).pop()
	}
	return j
}

// live tells whether a pending job stands behind an entry of the queue.
func live(s *state.State, e Queued) bool {
	j := Table.In(s).At(e.ID)
	return j != nil && j.State == mailsim.StatePending && state.InstantOf(j.Due) == e.Due
}
