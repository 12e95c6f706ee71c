package talkbench

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/gist"
)

// BenchmarkAnswer is a mail of the corpus read and answered.
func BenchmarkAnswer(b *testing.B) {
	var list []letter
	files, err := filepath.Glob("testdata/mails-*.txt")
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range files {
		more, err := readCorpus(f)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, more...)
	}
	now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	n := 0
	for b.Loop() {
		l := list[n%len(list)]
		who := readers[n%len(readers)]
		g := gist.Read(l.Subject, l.Text)
		d := compose.Write(compose.Brief{
			Seed: "cost", Kind: compose.Reply, Subject: l.Subject, Mails: []gist.Gist{g}, Occasion: 1, Now: now,
			Voice: compose.Voice{Name: who[1], Address: "reader@reader.test", Temperament: who[0], Length: "medium", Formality: "neutral", Knows: "some"},
			To:    compose.Correspondent{Name: "Kim Larsson", Address: "kim@writer.test"},
			Case:  compose.Case{Title: l.Subject, Facts: l.Facts},
		})
		if d.Text == "" {
			b.Fatal(l.ID)
		}
		n++
	}
}
