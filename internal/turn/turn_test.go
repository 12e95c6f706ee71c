package turn

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestFewAtOnce: short pieces of work run as many at once as there are places.
func TestFewAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, began := NewLine(), time.Now()
		var all sync.WaitGroup
		for range 25 * cap(l.places) {
			all.Go(func() {
				defer l.Take()()
				time.Sleep(lapse / 10)
			})
		}
		all.Wait()
		assert.Equal(t, 25*lapse/10, time.Since(began))
		assert.Empty(t, l.places)
	})
}

// TestSlowTurns: who is held up holds a place for a moment only, and gives it
// back once.
func TestSlowTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, began := NewLine(), time.Now()
		var ends []func()
		for range 3 * cap(l.places) {
			ends = append(ends, l.Take())
		}
		assert.Equal(t, 2*lapse, time.Since(began))
		for _, end := range ends {
			end()
		}
		synctest.Wait()
		assert.Empty(t, l.places)
		l.Take()()
		assert.Empty(t, l.places)
	})
}
