package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/aiwriter/record"
)

var update = flag.Bool("mailsim.record", false, "record the answers below anew, and what the example prints")

// byHand holds the answers of the recordings.
type byHand struct{}

func (byHand) Name() string { return "by-hand" }

func (byHand) Judge(_ context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return mailsim.Answer{Yes: q.Lean, Why: "as ever"}, nil
}

func (byHand) Write(_ context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	serial := func(due string) []mailsim.DraftPromise {
		return []mailsim.DraftPromise{{What: "the serial number of the oven", Due: due}}
	}
	first, _, _ := strings.Cut(b.Person.Name, " ")
	return map[string]mailsim.Draft{
		"Ingrid reply": {
			Text:   "Hi Tom,\n\nthe old dragon gets its check-up, lovely. Wednesday after two, once the rush is over. I'll crawl behind it and send you the number tomorrow.\n\nIngrid",
			Stance: "warm", Promises: serial("tomorrow"),
		},
		"Ingrid deliver": {Text: "Hi Tom,\n\nas promised: the number on the plate is BX-20. Don't let it hear you call it old!\n\nIngrid", Stance: "warm"},
		"Konrad reply": {
			Text: "Dear Mr Baker,\n\nthank you for your message. Before I enter a date I need the number of our service contract and the price of the visit, " +
				"as both must appear on the order.\n\nI will send you the serial number by Friday.\n\nKind regards,\nKonrad Weiss",
			Stance: "neutral", Promises: serial("by Friday"),
		},
		"Konrad deliver": {Text: "Dear Mr Baker,\n\nfurther to my mail I confirm that the plate of the oven reads BX-20.\n\nKind regards,\nKonrad Weiss", Stance: "neutral"},
		"Pia reply":      {Text: "Tom,\n\nwho told you it is due? It was done in autumn. I bake until six, so don't come before noon, and talk to Ingrid first.\n\nPia", Stance: "annoyed"},
	}[first+" "+string(b.JobKind)], nil
}

func TestRunsFromRecordings(t *testing.T) {
	t.Parallel()
	golden := filepath.Join("testdata", "output.txt")
	if *update {
		rerecord(t, golden)
	}
	r := record.Test(t, "recordings", nil)
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), &out, r))
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String(), "with -mailsim.record the recordings are made anew")
}

func rerecord(t *testing.T, golden string) {
	old, err := filepath.Glob("recordings/*.json")
	require.NoError(t, err)
	for _, name := range old {
		require.NoError(t, os.Remove(name))
	}
	w, err := record.Open(record.Options{Dir: "recordings", Mode: record.Record, Writer: byHand{}})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), &out, w))
	require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
	require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o644))
}
