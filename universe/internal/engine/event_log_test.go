package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestEventLog holds the log against a plain list through growth, pruning,
// replacement and forks; who has an older version still sees that.
func TestEventLog(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	log := new(eventLog)
	var plain []*eventRec // what is there
	type version struct {
		log  *eventLog
		want []*eventRec
	}
	var old []version
	check := func(v version) {
		require.Equal(t, len(v.want), v.log.len())
		require.True(t, slices.Equal(v.want, slices.Collect(v.log.from(0))))
	}
	for step := range 400 {
		switch n := len(plain); {
		case step%5 < 3 || n == 0:
			var es []*eventRec
			for range r.IntN(700) {
				id := log.last() + int64(len(es)) + 1
				es = append(es, &eventRec{id: id, seq: mailsim.Mark(2 * id), at: instant{sec: id / 3}})
			}
			log = log.with(es...)
			plain = append(slices.Clip(plain), es...)
		case step%5 == 3:
			var es []*eventRec
			next := slices.Clone(plain)
			for range r.IntN(5) {
				i := r.IntN(n)
				e := *plain[i]
				es, next[i] = append(es, &e), &e
			}
			log = log.replaced(es)
			plain = next
		default:
			gone := 1 + r.IntN(n)
			log = log.without(gone)
			assert.Equal(t, plain[gone-1].id, log.base)
			assert.Equal(t, plain[gone-1].seq, log.cut)
			plain = plain[gone:]
		}
		old = append(old, version{log, plain})
		if step%50 == 49 {
			other := log.fork().with(&eventRec{id: log.last() + 1, seq: 1e9})
			log = log.with(&eventRec{id: log.last() + 1, seq: 2e9})
			assert.NotEqual(t, other.index(other.len()-1), log.index(log.len()-1), "a fork grows on its own")
			plain = append(slices.Clip(plain), log.index(log.len()-1))
		}
		if len(plain) == 0 {
			assert.Nil(t, log.at(log.last()))
			continue
		}
		e := plain[r.IntN(len(plain))]
		assert.Same(t, e, log.at(e.id))
		assert.Equal(t, e.id, log.idAt(e.seq))
		assert.Equal(t, e.id-1, log.idAt(e.seq-1))
		later := slices.IndexFunc(plain, func(o *eventRec) bool { return e.at.before(o.at) })
		if later < 0 {
			later = len(plain)
		}
		assert.Equal(t, later, log.upTo(e.at))
		for after := range log.from(e.id) {
			assert.Equal(t, e.id+1, after.id)
			break
		}
		assert.Nil(t, log.at(log.base))
		assert.Nil(t, log.at(log.last()+1))
	}
	for _, v := range old {
		check(v)
	}
}

// TestReplacingCopiesOneChunk: a prune that cuts texts does not copy the log.
func TestReplacingCopiesOneChunk(t *testing.T) {
	t.Parallel()
	before := new(eventLog)
	for id := range int64(20 * eventChunk) {
		before = before.with(&eventRec{id: id + 1})
	}
	log := before.replaced([]*eventRec{{id: 3*eventChunk + 5}, {id: 3*eventChunk + 6}})
	for c := range before.full {
		assert.Equal(t, c != 3, &before.full[c][0] == &log.full[c][0], c)
	}
}
