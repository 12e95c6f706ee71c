package gist

import (
	"strings"
	"sync"
	"sync/atomic"
)

// Programs write the same sentences in mail after mail. Those read last are kept taken
// apart: two generations of them for each language, so that what comes again stays.
const (
	maxKnown     = 512 // sentences of a generation
	maxKnownText = 240 // bytes of one
)

// known are the sentences of a language that were read last.
type known struct {
	mu       sync.Mutex
	now, old map[string]*knownSentence
}

// knownSentence is a sentence that nothing changes any more.
type knownSentence struct {
	sentence
	scored atomic.Pointer[[]int32] // by the language's model, reckoned at first need
}

// again returns what sentence does, as it was found before if it was.
func (l *lexicon) again(s string) sentence {
	if len(s) > maxKnownText {
		return l.sentence(s)
	}
	l.known.mu.Lock()
	e := l.known.now[s]
	if e == nil {
		if e = l.known.old[s]; e != nil {
			l.known.put(e)
		}
	}
	l.known.mu.Unlock()
	if e == nil {
		e = &knownSentence{sentence: l.sentence(strings.Clone(s))} // not the text that it stands in
		e.known = e
		l.dates(&e.sentence)
		l.phrases(&e.sentence)
		l.known.mu.Lock()
		l.known.put(e)
		l.known.mu.Unlock()
	}
	out := e.sentence
	out.text = s // what is cut from it keeps nothing but the mail
	return out
}

func (k *known) put(e *knownSentence) {
	if k.now == nil || len(k.now) >= maxKnown {
		k.now, k.old = make(map[string]*knownSentence, maxKnown), k.now
	}
	k.now[e.text] = e
}
