package engine

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

// maxChain bounds the ancestors of one job at one instant.
const maxChain = 1000

// jobQueue is a heap of what is due. Entries of jobs that were moved, skipped
// or dropped stay until they come to the top, or are as many as the others.
type jobQueue struct {
	heap  []queued
	room  int    // how long the heap may grow until it is cleared of them
	taken queued // the last one taken to be run; its job may still be under way
}

type queued struct {
	due state.Instant
	key string
	seq int64
	id  string
}

func (q queued) compare(o queued) int {
	switch {
	case q.due.Before(o.due):
		return -1
	case o.due.Before(q.due):
		return 1
	case q.key != o.key:
		return strings.Compare(q.key, o.key)
	}
	return cmp.Compare(q.seq, o.seq)
}

// The queue is a table that no store holds: it follows from the jobs.
func (q *jobQueue) TableName() string { return "" }

func (q *jobQueue) Decode(string, []byte) error { return nil }

func (q *jobQueue) Record(string) (any, bool) { return nil, false }

func (q *jobQueue) Keys() []string { return nil }

func (q *jobQueue) PutBack(string, any, bool) {}

func (q *jobQueue) Share(with state.AnyTable) { *q = with.(*jobQueue).fork() }

// fork returns the queue of a copy, in which the job under way is still to run.
func (q *jobQueue) fork() (f jobQueue) {
	f.heap, f.room = slices.Clone(q.heap), q.room
	if q.taken.id != "" {
		f.push(q.taken)
	}
	return f
}

func (q *jobQueue) push(e queued) {
	q.heap = append(q.heap, e)
	i := len(q.heap) - 1
	for i > 0 {
		up := (i - 1) / 4
		if q.heap[up].compare(e) <= 0 {
			break
		}
		q.heap[i] = q.heap[up]
		i = up
	}
	q.heap[i] = e
}

func (q *jobQueue) pop() {
	last := len(q.heap) - 1
	e := q.heap[last]
	q.heap[last] = queued{}
	q.heap = q.heap[:last]
	if last == 0 {
		return
	}
	i := 0
	for {
		least, first := -1, 4*i+1
		for c := first; c < min(first+4, last); c++ {
			if least < 0 || q.heap[c].compare(q.heap[least]) < 0 {
				least = c
			}
		}
		if least < 0 || q.heap[least].compare(e) >= 0 {
			break
		}
		q.heap[i] = q.heap[least]
		i = least
	}
	q.heap[i] = e
}

// clear keeps the entries that live, each once: one may be there twice when a job
// was moved away and back.
func (q *jobQueue) clear(live func(queued) bool) {
	q.heap = slices.DeleteFunc(q.heap, func(e queued) bool { return !live(e) })
	slices.SortFunc(q.heap, queued.compare) // in order is a heap too
	q.heap = slices.Compact(q.heap)
	q.room = 2*len(q.heap) + 64
}

// first returns entries from the top that are due by an instant, in order.
func (q *jobQueue) first(limit int, by state.Instant) (out []queued) {
	next := []int{0} // indexes of what may come next, least first
	for len(next) > 0 && len(out) < limit {
		i := next[0]
		next = next[1:]
		if i >= len(q.heap) || by.Before(q.heap[i].due) {
			continue
		}
		out = append(out, q.heap[i])
		for c := 4*i + 1; c <= min(4*i+4, len(q.heap)-1); c++ {
			at, _ := slices.BinarySearchFunc(next, c, func(a, b int) int { return q.heap[a].compare(q.heap[b]) })
			next = slices.Insert(next, at, c)
		}
	}
	return out
}

// Pending yields the pending jobs, in no order, now and then one twice; of a universe
// whose store has failed all jobs.
func Pending(v state.View) iter.Seq[*jobRec] {
	if v.Env.Book.Poisoned != nil { // jobs of commits that were undone may have left the queue
		return maps.Values(jobTable.In(v.State).M)
	}
	return func(yield func(*jobRec) bool) {
		if j := jobTable.In(v.State).At(queueTable.In(v.State).taken.id); j != nil && j.State == mailsim.StatePending && !yield(j) { // it is under way
			return
		}
		for _, e := range queueTable.In(v.State).heap {
			if j := jobTable.In(v.State).At(e.id); j != nil && j.State == mailsim.StatePending && state.InstantOf(j.Due) == e.due && !yield(j) {
				return
			}
		}
	}
}

// inOrderOfDue sorts jobs by when they are due, then as planned, each once.
func inOrderOfDue(list []*jobRec) []*jobRec {
	slices.SortFunc(list, func(a, b *jobRec) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Seq, b.Seq)) })
	return slices.Compact(list)
}

// TidyLocked drops entries that no pending job stands behind: those at the top,
// and all when they may have become many.
func TidyLocked(s *state.State) {
	for len(queueTable.In(s).heap) > 0 && !Live(s, queueTable.In(s).heap[0]) {
		queueTable.In(s).pop()
	}
	if len(queueTable.In(s).heap) > queueTable.In(s).room {
		queueTable.In(s).clear(func(e queued) bool { return Live(s, e) })
	}
}

// enqueue puts the jobs of a commit into the queue.
func QueueNew(t *state.Tx) {
	for _, q := range *queuedSlot.Of(t) {
		queueTable.In(t.State).push(q)
	}
	TidyLocked(t.View.State)
}

// TakeJob takes the job that is due now or was due before, nil when none is. A job
// at the end of a chain that does not end stays where it is.
func TakeJob(s *state.State, now time.Time) *jobRec {
	TidyLocked(s)
	h := queueTable.In(s).heap
	if len(h) == 0 || state.InstantOf(now).Before(h[0].due) {
		return nil
	}
	j := jobTable.In(s).At(h[0].id)
	if j.Depth <= maxChain {
		queueTable.In(s).taken = h[0]
		queueTable.In(s).pop()
	}
	return j
}

// Live tells whether a pending job stands behind an entry of the queue.
func Live(s *state.State, e queued) bool {
	j := jobTable.In(s).At(e.id)
	return j != nil && j.State == mailsim.StatePending && state.InstantOf(j.Due) == e.due
}
