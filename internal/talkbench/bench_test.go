// Package talkbench measures how people answer: a corpus of mails, conversations and
// World mails, each with what a good answer must have, goes through a universe, and a
// table tells how many answers have it. The test fails when a row falls below
// testdata/floors.txt.
//
//	go test ./internal/talkbench -v                        the table
//	go test ./internal/talkbench -v -talk.show=missed      with every mail whose answer misses something; all: every mail
//	go test ./internal/talkbench -talk.floors              makes the shares of now the floors
//	go test ./internal/talkbench -run Talk -talk.in DIR -talk.out FILE   answers the mails of *.jsonl
package talkbench

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/langdetect"
	"github.com/mailsim/mailsim/mailsimtest"
)

var (
	showFlag   = flag.String("talk.show", "", "print mails with their answers: missed, all, or a part of an id")
	topFlag    = flag.Bool("talk.top", false, "print the 100 most frequent sentences")
	floorsFlag = flag.Bool("talk.floors", false, "make the shares of now the floors")
)

// bench is one run.
type bench struct {
	*town
	table   *table
	replies []string
	natural bool // who gets a cold pitch answers as often as their temperament does
}

func TestBench(t *testing.T) {
	t.Parallel()
	b := &bench{town: newTown(t, mailsimtest.Seed("talk")), table: newTable()}
	b.letters()
	b.machines()
	b.talks()
	b.streams()
	top := b.table.countSharing(b.replies)
	t.Logf("\n%s", b.table)
	if *topFlag {
		t.Logf("\n%s", strings.Join(top, "\n"))
	}
	if *floorsFlag {
		require.NoError(t, b.table.write())
	}
	b.table.hold(t)
}

// posted is a letter on its way.
type posted struct {
	letter
	reader mailsim.Persona
	id     string
}

// letters sends the mails of people and judges what comes back.
func (b *bench) letters() {
	files, err := filepath.Glob("testdata/mails-*.txt")
	require.NoError(b.t, err)
	var list []letter
	for _, f := range files {
		more, err := readCorpus(f)
		require.NoError(b.t, err)
		list = append(list, more...)
	}
	sent := b.post(list)
	answers := b.answers()
	for _, p := range sent {
		b.judge(p, answers[p.id])
	}
}

// post sends letters, some each hour, and lets weeks pass.
func (b *bench) post(list []letter) (out []posted) {
	for i, l := range list {
		p := b.reader(l.To, i)
		if len(l.Facts) > 0 {
			p = b.newcomer(l, p)
		}
		if b.natural && strings.HasPrefix(l.ID, "cold-") {
			p = b.undecided(l, p)
		}
		out = append(out, posted{l, p, b.send(l, p, "")})
		if i%8 == 7 {
			b.sim.Advance(time.Hour)
		}
	}
	b.pass(45)
	return out
}

func (b *bench) judge(p posted, h *heard) {
	if h == nil {
		h = &heard{Why: "nothing came"}
	}
	b.table.count("personal mail answered", h.Text != "")
	var verdicts []string
	missing := false
	for _, w := range p.Wants {
		got := w.judge(h.Text)
		if w.asks() {
			b.table.count("put off", got == putOff)
		}
		if got != putOff {
			b.table.count(w.row(), got == met)
		}
		if got != met {
			missing = missing || got == missed
			verdicts = append(verdicts, map[verdict]string{missed: "MISSED ", putOff: "PUT OFF "}[got]+w.String())
		}
	}
	if h.Text != "" {
		b.replies = append(b.replies, h.Text)
		cracks := broken.FindAllString(h.Text, -1)
		b.table.count("no broken sentence", len(cracks) == 0)
		if len(cracks) > 0 {
			missing, verdicts = true, append(verdicts, fmt.Sprintf("BROKEN %q", cracks))
		}
	}
	if lang := p.Language; lang != "" {
		good := looksLike(lang, h.Text)
		b.table.count("in its language: "+lang, good)
		if !good {
			missing, verdicts = true, append(verdicts, "MISSED language "+lang)
		}
	}
	if b.shows(p.ID, missing || h.Text == "") {
		fmt.Println(show(p.letter, p.reader, h, verdicts))
	}
}

// machines sends what nobody answers, three times.
func (b *bench) machines() {
	list, err := readCorpus("testdata/machines.txt")
	require.NoError(b.t, err)
	b.natural = true
	defer func() { b.natural = false }()
	sent := b.post(slices.Concat(list, list, list))
	answers := b.answers()
	for _, p := range sent {
		h := answers[p.id]
		if h == nil {
			h = &heard{}
		}
		row := "automatic and dangerous mail answered"
		if strings.HasPrefix(p.ID, "cold-") {
			row = "cold pitches answered"
		}
		b.table.count(row, h.Text != "")
		if b.shows(p.ID, h.Text != "") {
			fmt.Println(show(p.letter, p.reader, h, nil))
		}
	}
}

// looksLike tells whether an answer is in a language, as package langdetect tells it: by
// trigrams, so that "A las 9:00, más o menos." has a language though it has no word that only
// serves grammar.
func looksLike(lang, text string) bool {
	if len(strings.Fields(text)) < 4 {
		return text != "" // "Glückwunsch. Iris"
	}
	code, _ := langdetect.Detect(text)
	return code == lang
}
