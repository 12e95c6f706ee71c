package talkbench

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/racing"
)

// TestPiecesOfMails: mail that is cut off, joined and strewn with small words is read and
// answered without a panic. Random bytes do not come near what looks like a sentence.
func TestPiecesOfMails(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	files, err := filepath.Glob("testdata/mails-*.txt")
	require.NoError(t, err)
	var lines [][]string
	for _, f := range files {
		letters, err := readCorpus(f)
		require.NoError(t, err)
		for _, l := range letters {
			for line := range strings.Lines(l.Text) {
				if words := strings.Fields(line); len(words) > 1 {
					lines = append(lines, words)
				}
			}
		}
	}
	small := strings.Fields("or and , . ? : which what who the a £90 5 it one other please do not you I we to if - 1. either both with that oder und ob bitte ou et si y o que")
	ends := []string{"", "?", ".", ":", ",", "\n", "\n-", "?\n\n1."}
	r := rand.New(rand.NewPCG(1, 2))
	mail := func() string {
		var words []string
		for range 1 + r.IntN(4) {
			line := lines[r.IntN(len(lines))]
			from := r.IntN(len(line))
			words = append(words, line[from:from+1+r.IntN(len(line)-from)]...)
			for range r.IntN(3) {
				at := r.IntN(len(words)) + 1
				words = append(words[:at:at], append([]string{small[r.IntN(len(small))]}, words[at:]...)...)
			}
			words[len(words)-1] += ends[r.IntN(len(ends))]
		}
		return strings.Join(words, " ")
	}
	for range 10_000 {
		text := mail()
		require.NotPanics(t, func() {
			compose.Write(compose.Brief{
				Seed: "pieces", Kind: compose.Reply, Subject: "A matter", Mails: []gist.Gist{gist.Read("A matter", text)}, Occasion: 1,
				Now:   time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC),
				Voice: compose.Voice{Name: "Kim Larsson", Address: "reader@reader.test", Temperament: "responsive", Length: "medium", Formality: "neutral", Knows: "all"},
				To:    compose.Correspondent{Name: "Ann Roe", Address: "ann@writer.test"},
				Case:  compose.Case{Title: "A matter", Facts: map[string]string{"delivery": "left in April", "ramp": "yes, gate 3"}},
			})
		}, text)
	}
}
