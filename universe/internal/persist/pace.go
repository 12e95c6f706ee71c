package persist

import "time"

// pace lets commits share a write to the disk where many come: whoever was answered
// a moment ago is about to come again, and would just miss the next write. One
// who is alone, or two by turns, never wait.
type pace struct {
	expected int // who may come: those of the last group and who waited behind it
	timer    *time.Timer
}

// Bounds of the wait for others, in real time. Whoever has gone is waited for once: the
// next group expects as many as came. On a machine with more to do than it has cores
// those who come are late by hundreds of microseconds, however fast the disk is.
const (
	quiet     = time.Millisecond
	maxGather = 20 * time.Millisecond
)

// took notes a write of a group, and how many wait behind it.
func (p *pace) took(group, behind int) {
	p.expected = group + behind
	if p.expected < 3 {
		p.expected = 0
	}
}

// gather waits until as many commits wait as are expected, until none has come for a
// while, or for as long as some writes take, whichever is first.
func (p *pace) gather(more <-chan struct{}, waiting func() int) {
	if p.expected == 0 || waiting() == 0 {
		return
	}
	if p.timer == nil {
		p.timer = time.NewTimer(quiet)
	}
	for end := time.Now().Add(maxGather); waiting() < p.expected && time.Now().Before(end); {
		p.timer.Reset(quiet)
		select {
		case <-more:
		case <-p.timer.C:
			return
		}
	}
	p.timer.Stop()
}
