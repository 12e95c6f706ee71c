package gist

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sentenceFloors are the shares of sentences, in percent, of which the reader tells what
// they ask, want or say, by file.
var sentenceFloors = map[string]int{"de-plain": 57, "en-mails": 66, "en-plain": 61, "es-plain": 58, "fr-plain": 60}

// TestSentencesAreReadByTheirKind reads sentences by themselves, as no rule was made for
// them. What an answer does for counts as right: a date for an appointment.
//
//	go test ./internal/gist -run Sentences -v    every kind, with what it was taken for
func TestSentencesAreReadByTheirKind(t *testing.T) {
	t.Parallel()
	for name, floor := range sentenceFloors {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(filepath.Join("testdata", "sentences", name+".txt"))
			require.NoError(t, err)
			lex := lexiconOf(name[:2])
			kind, all, right := "", map[string]int{}, map[string]int{}
			taken := map[string]map[string]int{}
			for line := range strings.Lines(string(data)) {
				line = strings.TrimSpace(line)
				switch {
				case line == "" || line[0] == '#':
					continue
				case line[0] == '[':
					kind = strings.Trim(line, "[]")
					taken[kind] = map[string]int{}
					continue
				}
				all[kind]++
				if got := lex.kindsOf(line); slices.Contains(got, sameAs(kind)) {
					right[kind]++
				} else {
					taken[kind][got[0]]++
				}
			}
			sum, found := 0, 0
			for _, k := range slices.Sorted(maps.Keys(all)) {
				sum, found = sum+all[k], found+right[k]
				t.Logf("%-13s %4d of %4d; taken for %s", k, right[k], all[k], most(taken[k]))
			}
			t.Logf("%d of %d (%d %%)", found, sum, 100*found/sum)
			assert.GreaterOrEqual(t, 100*found/sum, floor)
		})
	}
}

// sameAs is the kind whose answer does for another one.
func sameAs(kind string) string {
	if k, ok := sameKind[Ask(kind)]; ok {
		return string(k)
	}
	return kind
}

// kindsOf tells what a sentence is taken for, what it asks first; "none" for nothing.
func (l *lexicon) kindsOf(text string) []string {
	m := mail{}
	for _, s := range splitSentences(l, text) {
		if one := l.sentence(s); len(one.tokens) > 0 {
			m.sentences = append(m.sentences, one)
		}
	}
	g := Gist{Language: l.code}
	if len(m.sentences) == 0 {
		return []string{"none"}
	}
	m.readSentences(l, &g)
	var out []string
	for _, q := range g.Questions {
		out = append(out, sameAs(string(q.Ask)))
	}
	if len(g.Requests) > 0 {
		out = append(out, "request")
	}
	m.readActs(l, &g, nil)
	for _, a := range g.Acts {
		if a.Kind != Informing || len(g.Acts) == 1 {
			out = append(out, string(a.Kind))
		}
	}
	if len(out) == 0 || slices.Equal(out, []string{string(Informing)}) {
		out = append(out, "none")
	}
	return out
}

// most lists the three most frequent of some counts.
func most(counts map[string]int) string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	var out []string
	for _, k := range keys[:min(len(keys), 3)] {
		out = append(out, fmt.Sprintf("%s %d", k, counts[k]))
	}
	return strings.Join(out, ", ")
}
