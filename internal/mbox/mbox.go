package mbox

import (
	"iter"
	"slices"
	"sort"
)

// maxExpunged bounds the expunge log. A client that resynchronises from
// before the log learns the UIDs that are left instead (RFC 7162 section 3.2.5.2).
const maxExpunged = 10000

type expunged struct {
	uid uint32
	mod uint64
}

// State is one version of a folder's messages: the list and what a client
// needs to follow it. It is a value; a change returns the next version.
//
// State and List have no methods: each package that mentions an instance of a generic type
// compiles all its methods, but only those functions that it calls.
type State[E Entry] struct {
	List[E]
	UIDValidity uint32
	UIDNext     uint32 // the UID of the next message; 1 at first, never falls
	ModSeq      uint64 // the highest mod-sequence given out; 1 at first
	log         []expunged
	logFloor    uint64 // expunges at or below it are no longer in the log
}

// New returns an empty folder.
func New[E Entry](uidValidity uint32) State[E] {
	return State[E]{UIDValidity: uidValidity, UIDNext: 1, ModSeq: 1}
}

// Add appends an entry that carries UIDNext and the mod-sequence ModSeq+1.
func Add[E Entry](s State[E], o *Owner, e E) State[E] {
	s.List = Append(s.List, o, e)
	s.UIDNext = e.UID() + 1
	s.ModSeq = max(s.ModSeq, e.ModSeq())
	return s
}

// Change puts entries with higher mod-sequences in the place of those with
// their UIDs; es is sorted by UID.
func Change[E Entry](s State[E], o *Owner, es []E) State[E] {
	s.List = Replace(s.List, o, es)
	for _, e := range es {
		s.ModSeq = max(s.ModSeq, e.ModSeq())
	}
	return s
}

// Expunge removes the sorted UIDs and logs them under the next mod-sequence.
func Expunge[E Entry](s State[E], o *Owner, uids []uint32) State[E] {
	before := Len(s.List)
	if s.List = Remove(s.List, o, uids); Len(s.List) == before {
		return s
	}
	s.ModSeq++
	log := slices.Clip(s.log)
	for _, uid := range uids {
		log = append(log, expunged{uid, s.ModSeq})
	}
	if over := len(log) - maxExpunged; over > 0 {
		s.logFloor = log[over-1].mod
		log = slices.Clone(log[over:])
	}
	s.log = log
	return s
}

// ExpungedSince returns the UIDs expunged after mod, sorted. It is not
// complete when the log does not reach back to mod.
func ExpungedSince[E Entry](s State[E], mod uint64) (uids []uint32, complete bool) {
	i := sort.Search(len(s.log), func(i int) bool { return s.log[i].mod > mod })
	for _, x := range s.log[i:] {
		uids = append(uids, x.uid)
	}
	slices.Sort(uids)
	return uids, mod >= s.logFloor
}

// SameLog reports whether the expunge log is that of another version of the
// folder: it only grows at its end and is cut at its front.
func SameLog[E Entry](s State[E], o State[E]) bool {
	n := len(s.log)
	return n == len(o.log) && s.logFloor == o.logFloor && (n == 0 || s.log[n-1] == o.log[n-1])
}

// Expunges yields the expunge log in order, for saving.
func Expunges[E Entry](s State[E]) iter.Seq2[uint32, uint64] {
	return func(yield func(uint32, uint64) bool) {
		for _, x := range s.log {
			if !yield(x.uid, x.mod) {
				return
			}
		}
	}
}

// Restore sets the expunge log, when a folder is loaded.
func Restore[E Entry](s State[E], log iter.Seq2[uint32, uint64], floor uint64) State[E] {
	s.logFloor = floor
	for uid, mod := range log {
		s.log = append(s.log, expunged{uid, mod})
	}
	return s
}

// LogFloor is the mod-sequence before which the expunge log is not complete.
func LogFloor[E Entry](s State[E]) uint64 { return s.logFloor }
