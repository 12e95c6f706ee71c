package gist

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/lang"
)

// A sentence that was read before, by itself or in another place of another mail, reads
// as it did, also in several mails at once.
func TestKnownSentencesReadAlike(t *testing.T) {
	mails := []string{
		"Hello Anna,\n\nCould you send me the report by Friday? We sold 12 chairs on 3 May.\n\nKind regards\nPaul",
		"- We sold 12 chairs on 3 May.\n- Could you send me the report by Friday?",
		"1. Could you send me the report by Friday?\n2. Is it Tuesday or Wednesday?\n\nI am so sorry for your loss.",
		"I am so sorry for your loss. Is it Tuesday or Wednesday?",
	}
	first := make([]Gist, len(mails))
	for i, text := range mails {
		k := &english().known
		k.mu.Lock()
		k.now, k.old = nil, nil
		k.mu.Unlock()
		first[i] = Read("Chairs", text)
	}
	var wg sync.WaitGroup
	for i := range 4 * len(mails) {
		wg.Go(func() { require.Equal(t, first[i%len(mails)], Read("Chairs", mails[i%len(mails)])) })
	}
	wg.Wait()
}

func TestFewSentencesAreKnown(t *testing.T) {
	l, err := parseLexicon("en", lang.Read("en"))
	require.NoError(t, err)
	for i := range 3 * maxKnown {
		l.again(fmt.Sprintf("Order %d has left.", i))
		l.again("It comes again.")
		require.LessOrEqual(t, len(l.known.now)+len(l.known.old), 2*maxKnown)
	}
	// What comes again is found in what was kept.
	require.Same(t, l.again("It comes again.").known, l.again("It comes again.").known)
	require.Nil(t, l.again(fmt.Sprint(make([]byte, maxKnownText))).known, "long")
}
