package mbox

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type entry struct {
	uid  uint32
	mod  uint64
	text int
}

func (e *entry) UID() uint32    { return e.uid }
func (e *entry) ModSeq() uint64 { return e.mod }

type box = State[*entry]

func add(s box, o *Owner, text int) box {
	return Add(s, o, &entry{s.UIDNext, s.ModSeq + 1, text})
}

func contents(s box) []entry {
	out := []entry{}
	for e := range All(s.List) {
		out = append(out, *e)
	}
	return out
}

// TestAgainstModel compares random changes with a plain slice, and every
// snapshot taken on the way with what it was.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	o := new(Owner)
	s := New[*entry](1)
	var model []entry
	type snap struct {
		s    box
		want []entry
	}
	var snaps []snap
	for step := range 3000 {
		switch k := r.IntN(10); {
		case k < 6:
			s = add(s, o, step)
			model = append(model, entry{s.UIDNext - 1, s.ModSeq, step})
		case k < 8 && len(model) > 0:
			var es []*entry
			mod := s.ModSeq + 1
			for _, i := range pick(r, len(model)) {
				model[i].mod, model[i].text = mod, -step
				e := model[i]
				es = append(es, &e)
			}
			s = Change(s, o, es)
		case len(model) > 0:
			var uids []uint32
			for _, i := range slices.Backward(pick(r, len(model))) {
				uids = append(uids, model[i].uid)
				model = slices.Delete(model, i, i+1)
			}
			slices.Sort(uids)
			s = Expunge(s, o, uids)
		}
		require.Equal(t, len(model), Len(s.List))
		checkRuns(t, r, s)
		if step%50 == 0 {
			snaps = append(snaps, snap{s, slices.Clone(model)})
			if step%100 == 0 {
				f := s // a fork shares all, even the room behind the lists
				other := new(Owner)
				for range 200 {
					f = add(f, other, 1)
					checkRuns(t, r, f)
				}
			}
		}
	}
	for _, sn := range snaps {
		require.Equal(t, append([]entry{}, sn.want...), contents(sn.s))
		for i, e := range sn.want {
			assert.Equal(t, e, *At(sn.s.List, i))
			at, ok := IndexOf(sn.s.List, e.uid)
			assert.True(t, ok)
			assert.Equal(t, i, at)
			got, ok := Get(sn.s.List, e.uid)
			assert.True(t, ok)
			assert.Equal(t, e, *got)
		}
		checkSince(t, sn.s, s)
		checkRuns(t, r, sn.s)
	}
}

// checkRuns compares the runs between two positions with the list, and what was noted of
// each with its entries.
func checkRuns(t *testing.T, r *rand.Rand, s box) {
	t.Helper()
	from := r.IntN(Len(s.List) + 1)
	to := from + r.IntN(Len(s.List)-from+1)
	at := from
	for run := range Runs(s.List, from, to) {
		require.LessOrEqual(t, run.Start, at)
		var now []*entry
		for i, e := range run.Entries {
			now = append(now, e)
			if run.Start+i == at && at < to {
				require.Same(t, At(s.List, at), e)
				at++
			}
		}
		if noted := Note(run); noted != nil {
			require.True(t, slices.Equal(now, noted.([]*entry)))
		} else if r.IntN(2) == 0 {
			SetNote(run, now)
		}
	}
	require.Equal(t, to, at)
}

// checkSince follows old to now by the change log alone.
func checkSince(t *testing.T, old, now box) {
	t.Helper()
	have := map[uint32]entry{}
	for e := range All(old.List) {
		have[e.uid] = *e
	}
	gone, complete := ExpungedSince(now, old.ModSeq)
	require.True(t, complete)
	for _, uid := range gone {
		delete(have, uid)
	}
	for e := range ChangedSince(now.List, old.ModSeq) {
		have[e.uid] = *e
	}
	want := map[uint32]entry{}
	for e := range All(now.List) {
		want[e.uid] = *e
	}
	assert.Equal(t, want, have)
}

func pick(r *rand.Rand, n int) []int {
	out := r.Perm(n)[:1+r.IntN(min(n, 5))]
	slices.Sort(out)
	return out
}

func TestExpungeLogIsBounded(t *testing.T) {
	t.Parallel()
	o, s := new(Owner), New[*entry](7)
	for i := range maxExpunged + 50 {
		s = add(s, o, i)
	}
	early := s.ModSeq
	for uid := range uint32(maxExpunged + 50) {
		s = Expunge(s, o, []uint32{uid + 1})
	}
	uids, complete := ExpungedSince(s, early)
	assert.Len(t, uids, maxExpunged)
	assert.False(t, complete)
	_, complete = ExpungedSince(s, early+60)
	assert.True(t, complete)
	assert.EqualValues(t, maxExpunged+51, s.UIDNext, "UIDs are never used again")
}

// TestReadersAndForksShareNothingThatMoves is for the race detector.
func TestReadersAndForksShareNothingThatMoves(t *testing.T) {
	t.Parallel()
	o, s := new(Owner), New[*entry](1)
	var wg sync.WaitGroup
	for i := range 600 {
		s = add(s, o, i)
		if i%97 == 0 {
			snap, fork := s, s
			wg.Go(func() {
				n := 0
				for range ChangedSince(snap.List, 0) {
					n++
				}
				assert.Equal(t, i+1, n)
			})
			wg.Go(func() {
				mine := new(Owner)
				for k := range 300 {
					fork = add(fork, mine, k)
				}
				assert.Equal(t, i+301, Len(fork.List))
			})
		}
	}
	wg.Wait()
	assert.Equal(t, 600, Len(s.List))
}

// TestForksDoNotShareRoom: two owners of one list append where a run is full.
func TestForksDoNotShareRoom(t *testing.T) {
	t.Parallel()
	a, b, s := new(Owner), new(Owner), New[*entry](1)
	for i := range 5 * chunkSize {
		s = add(s, a, i)
	}
	fork := s
	for i := range 3 * chunkSize {
		s, fork = add(s, a, i), add(fork, b, -i)
	}
	for i := range 3 * chunkSize {
		assert.Equal(t, i, At(s.List, 5*chunkSize+i).text)
		assert.Equal(t, -i, At(fork.List, 5*chunkSize+i).text)
	}
}

// TestRemovedRunIsNotFilled: what a reader sees in the middle never changes.
func TestRemovedRunIsNotFilled(t *testing.T) {
	t.Parallel()
	o, s := new(Owner), New[*entry](1)
	for i := range 3 * chunkSize {
		s = add(s, o, i)
	}
	s = Expunge(s, o, []uint32{chunkSize + 5})
	snap := s
	var last []uint32
	for uid := range uint32(chunkSize) {
		last = append(last, 2*chunkSize+1+uid)
	}
	s = Expunge(s, o, last)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range ChangedSince(snap.List, 1) {
		}
	})
	for i := range 10 {
		s = add(s, o, i)
	}
	wg.Wait()
	assert.Equal(t, 3*chunkSize-1, Len(snap.List))
	assert.Equal(t, 2*chunkSize-1+10, Len(s.List))
}
