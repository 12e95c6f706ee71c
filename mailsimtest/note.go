package mailsimtest

import (
	"slices"
	"sync"
	"time"
)

// notebook holds what a test wrote into the story, each after an event.
type notebook struct {
	mu    sync.Mutex
	notes []note
}

type note struct {
	at    time.Time
	after int64
	text  string
}

func (n *notebook) add(at time.Time, after int64, text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes = append(n.notes, note{at, after, text})
}

func (n *notebook) list() []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.notes)
}
