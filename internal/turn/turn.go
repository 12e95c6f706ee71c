// Package turn lets many goroutines that wake together work a few at a time.
// The Go scheduler is first come, first served: a sender who comes behind five
// hundred woken readers waits for them all.
package turn

import (
	"runtime"
	"time"
)

// lapse is how long a turn lasts at most, in real time: who is held up by a
// slow peer holds up nobody else.
const lapse = time.Millisecond

// Line is where goroutines wait for their turn, first come, first served.
type Line struct{ places chan struct{} }

// NewLine returns a line for work that keeps a processor busy: two turns for
// each processor at once.
func NewLine() *Line { return &Line{make(chan struct{}, 2*runtime.GOMAXPROCS(0))} }

// Take waits for a turn, which end gives back. When it takes long, the next one
// begins nevertheless, so that waiting ends soon whatever the others do.
func (l *Line) Take() (end func()) {
	l.places <- struct{}{}
	runtime.Gosched() // behind all others: a place handed on runs next, so that a line would keep the processor to itself
	lapsed := time.AfterFunc(lapse, l.leave)
	return func() {
		if lapsed.Stop() {
			l.leave()
		}
	}
}

func (l *Line) leave() { <-l.places }
