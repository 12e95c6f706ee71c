package persist

import "time"

// pace lets commits share a write to the disk where many come: whoever was answered
// a moment ago is about to come again, and would just miss the next write. One
// who is alone, or two by turns, never wait.
//
// How many are waited for follows from what is measured. Where a write takes longer than
// all of them take to come again, waiting for all pays. Where it is shorter, half
// of them do their work while the other half is written.
type pace struct {
	senders int           // who send: as many as have waited at once
	turn    int           // of groups; all are waited for in the first two
	half    bool          // of them are waited for in the others
	wrote   time.Time     // when the last group was written
	began   time.Time     // when its write began
	coming  time.Duration // how long all took to come again
	ticker  *time.Ticker
}

// Bounds of the wait for others. They count ticks, not time: of a process that the system
// did not let run for a while only one tick is late, and those who were about to
// come, which are often in the same plight, keep their turn. The Go runtime measures no shorter
// time than a tick on an idle machine.
const (
	tick      = time.Millisecond
	patience  = 3  // ticks without anybody coming
	maxGather = 20 // ticks in all
)

// turns are the groups from one to the next at which all are waited for, to count them.
const turns = 32

// took notes a write of a group, and how many wait behind it.
func (p *pace) took(group, behind int) {
	p.wrote = time.Now()
	all := group + behind
	switch p.turn++; {
	case all > p.senders:
		p.senders, p.turn = all, 0
	case p.turn == 2:
		p.half = p.wrote.Sub(p.began) < p.coming
	}
	switch {
	case p.turn == turns:
		p.turn = 0
	case p.turn == 2 && !p.half:
		p.turn = 1
	}
}

// gather waits until as many commits wait as are wanted, until none has come for a
// while, or for as long as some writes take, whichever is first.
func (p *pace) gather(more <-chan struct{}, waiting func() int) {
	defer func() {
		p.began = time.Now()
		p.coming = p.began.Sub(p.wrote)
	}()
	n, want := waiting(), p.want()
	if n == 0 || n >= want {
		return
	}
	if p.ticker == nil {
		p.ticker = time.NewTicker(tick)
	} else {
		p.ticker.Reset(tick)
	}
	defer p.ticker.Stop()
	for w := (wait{}); n < want; n = waiting() {
		if w.over() {
			p.missed(n)
			return
		}
		select {
		case <-more:
			w.came()
		case <-p.ticker.C:
			w.ticked()
		}
	}
}

// want is how many commits share the next write, if they come.
func (p *pace) want() int {
	switch {
	case p.senders < 3:
		return 1
	case p.turn >= 2:
		return (p.senders + 1) / 2
	}
	return p.senders
}

// missed notes that only n came. Half of the others are not expected again: all who
// have gone are given up after a few groups, and some who are late once are not.
func (p *pace) missed(n int) { p.senders, p.turn = n+(p.senders-n)/2, 0 }

// wait counts ticks.
type wait struct{ quiet, all int }

func (w *wait) came() { w.quiet = 0 }

func (w *wait) ticked() { w.quiet, w.all = w.quiet+1, w.all+1 }

func (w *wait) over() bool { return w.quiet >= patience || w.all >= maxGather }
