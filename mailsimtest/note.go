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
	of    *part // whose story it belongs to; nil for all
	text  string
}

func (n *notebook) add(line note) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes = append(n.notes, line)
}

func (n *notebook) list() []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.notes)
}
