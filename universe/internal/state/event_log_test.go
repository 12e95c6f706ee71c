package state_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TestEventLog holds the log against a plain list through growth, pruning,
// replacement and forks; who has an older version still sees that.
func TestEventLog(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	log := new(state.Log)
	var plain []*state.Event // what is there
	type version struct {
		log  *state.Log
		want []*state.Event
	}
	var old []version
	check := func(v version) {
		require.Equal(t, len(v.want), v.log.Len())
		require.True(t, slices.Equal(v.want, slices.Collect(v.log.From(0))))
	}
	for step := range 400 {
		switch n := len(plain); {
		case step%5 < 3 || n == 0:
			var es []*state.Event
			for range r.IntN(700) {
				id := log.Last() + int64(len(es)) + 1
				es = append(es, &state.Event{ID: id, Seq: mailsim.Mark(2 * id), At: state.Instant{Sec: id / 3}})
			}
			log = log.With(es...)
			plain = append(slices.Clip(plain), es...)
		case step%5 == 3:
			var es []*state.Event
			next := slices.Clone(plain)
			for range r.IntN(5) {
				i := r.IntN(n)
				e := *plain[i]
				es, next[i] = append(es, &e), &e
			}
			log = log.Replaced(es)
			plain = next
		default:
			gone := 1 + r.IntN(n)
			log = log.Without(gone)
			assert.Equal(t, plain[gone-1].ID, log.Base)
			assert.Equal(t, plain[gone-1].Seq, log.Cut)
			plain = plain[gone:]
		}
		old = append(old, version{log, plain})
		if step%50 == 49 {
			other := log.Fork().With(&state.Event{ID: log.Last() + 1, Seq: 1e9})
			log = log.With(&state.Event{ID: log.Last() + 1, Seq: 2e9})
			assert.NotEqual(t, other.Index(other.Len()-1), log.Index(log.Len()-1), "a fork grows on its own")
			plain = append(slices.Clip(plain), log.Index(log.Len()-1))
		}
		if len(plain) == 0 {
			assert.Nil(t, log.At(log.Last()))
			continue
		}
		e := plain[r.IntN(len(plain))]
		assert.Same(t, e, log.At(e.ID))
		assert.Equal(t, e.ID, log.IDAt(e.Seq))
		assert.Equal(t, e.ID-1, log.IDAt(e.Seq-1))
		later := slices.IndexFunc(plain, func(o *state.Event) bool { return e.At.Before(o.At) })
		if later < 0 {
			later = len(plain)
		}
		assert.Equal(t, later, log.UpTo(e.At))
		for after := range log.From(e.ID) {
			assert.Equal(t, e.ID+1, after.ID)
			break
		}
		assert.Nil(t, log.At(log.Base))
		assert.Nil(t, log.At(log.Last()+1))
	}
	for _, v := range old {
		check(v)
	}
}

// TestReplacingCopiesOneChunk: a prune that cuts texts does not copy the log.
func TestReplacingCopiesOneChunk(t *testing.T) {
	t.Parallel()
	before := new(state.Log)
	for id := range int64(20 * state.EventChunk) {
		before = before.With(&state.Event{ID: id + 1})
	}
	log := before.Replaced([]*state.Event{{ID: 3*state.EventChunk + 5}, {ID: 3*state.EventChunk + 6}})
	for c := range before.Full {
		assert.Equal(t, c != 3, &before.Full[c][0] == &log.Full[c][0], c)
	}
}
