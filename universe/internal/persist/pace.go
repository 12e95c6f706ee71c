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
	timer   *time.Timer
}

// Bounds of the wait for others, in real time. Whoever has gone is waited for once: the
// next group expects as many as came. The Go runtime measures no shorter time on an idle machine,
// and on one with more to do than it has cores those who come are late by as much.
const (
	quiet     = time.Millisecond
	maxGather = 20 * time.Millisecond
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
	begin := time.Now()
	defer func() {
		p.began = time.Now()
		p.coming = p.began.Sub(p.wrote)
	}()
	n := waiting()
	if n == 0 || p.senders < 3 {
		return
	}
	want := p.senders
	if p.turn >= 2 {
		want = (want + 1) / 2
	}
	if n >= want {
		return
	}
	if p.timer == nil {
		p.timer = time.NewTimer(quiet)
	}
	for ; n < want; n = waiting() {
		p.timer.Reset(quiet)
		if time.Since(begin) < maxGather {
			select {
			case <-more:
				continue
			case <-p.timer.C:
			}
		}
		p.senders, p.turn = waiting(), 0
		return
	}
	p.timer.Stop()
}
