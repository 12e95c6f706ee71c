package persist

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// play plays one group: those who come are behind already, or come as the steps say, 'x' for
// one who comes and '.' for a tick. It returns how many share the write.
func play(p *pace, behind int, steps string) (n int) {
	n = behind
	w := wait{}
	for want := p.want(); n < want; {
		if w.over() {
			p.missed(n)
			break
		}
		if steps == "" {
			steps = "."
		}
		if steps[0] == 'x' {
			w.came()
			n++
		} else {
			w.ticked()
		}
		steps = steps[1:]
	}
	return n
}

// TestPaceCountsSenders: whoever waited at once is expected again, and a group is closed
// when all who are expected have come, without a tick.
func TestPaceCountsSenders(t *testing.T) {
	t.Parallel()
	var p pace
	assert.Equal(t, 1, play(&p, 1, "xxx"), "nobody is expected yet")
	p.took(1, 7)
	assert.Equal(t, 8, p.senders)
	assert.Equal(t, 8, play(&p, 7, "xx"))
	p.took(8, 0)
	assert.Equal(t, 8, play(&p, 0, "x.x.x..x..x.xx..xxx"))
}

// TestPaceWaitsForTheLate: a sender who is late by less than the patience does not make the
// next groups smaller, however many ticks a group takes.
func TestPaceWaitsForTheLate(t *testing.T) {
	t.Parallel()
	p := pace{senders: 8}
	assert.Equal(t, 8, play(&p, 5, "..x..x..x"))
	assert.Equal(t, 8, p.senders)
}

// TestPaceGivesUp: of those who do not come half are given up by each group, so that
// nobody waits any more after a few groups.
func TestPaceGivesUp(t *testing.T) {
	t.Parallel()
	p := pace{senders: 64}
	var expected []int
	for p.want() > 1 {
		assert.Equal(t, 1, play(&p, 1, ""))
		expected = append(expected, p.senders)
	}
	assert.Equal(t, []int{32, 16, 8, 4, 2}, expected)

	p = pace{senders: 64}
	assert.Equal(t, 60, play(&p, 60, ""))
	assert.Equal(t, 62, p.senders, "some are late once")
	p.took(60, 4)
	assert.Equal(t, 64, p.senders, "and are counted when they come")
}

// TestPaceIsBounded: those who come one by one do not hold up the first for ever.
func TestPaceIsBounded(t *testing.T) {
	t.Parallel()
	p := pace{senders: 1000}
	steps := ""
	for range 1000 {
		steps += "x.."
	}
	assert.Equal(t, 1+maxGather/2, play(&p, 1, steps))
}

// TestPaceHalves: where a write is shorter than the senders' way back half of them are
// waited for, and all now and then, to count them.
func TestPaceHalves(t *testing.T) {
	t.Parallel()
	var p pace
	p.took(1, 63)
	var groups []int
	for range 2 * turns {
		n := play(&p, 0, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
		groups = append(groups, n)
		p.began, p.coming = time.Now(), 1<<62 // they took longer than the write
		p.took(n, 64-n)
	}
	all := 0
	for _, n := range groups {
		if n == 64 {
			all++
		} else {
			assert.Equal(t, 32, n)
		}
	}
	assert.Equal(t, 4, all, "%v", groups)
}
