package likely

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/racing"
)

// TestHeldOut learns from four of five sentences and judges the fifth.
func TestHeldOut(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for code, floor := range map[string]int{"en": 60, "de": 60, "fr": 60, "es": 60} {
		var learn, held []Sentence
		names, _ := filepath.Glob("../gist/testdata/sentences/" + code + "-*.txt")
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			for i, s := range Read(string(text), Act) {
				if i%5 == 4 {
					held = append(held, s)
				} else {
					learn = append(learn, s)
				}
			}
		}
		m := Learn(learn)
		right, near := 0, 0
		var scores []int32
		for _, s := range held {
			scores = m.Scores(s.Text, scores)
			best := 0
			for i := range scores {
				if scores[i] > scores[best] {
					best = i
				}
			}
			if m.Labels[best] == s.Label {
				right++
			}
			if at := m.Label(s.Label); at >= 0 && scores[best]-scores[at] < 3*Scale {
				near++
			}
		}
		t.Logf("%s: %d of %d right (%d %%), %d %% within a factor of 20; %d bytes", code, right, len(held), 100*right/len(held), 100*near/len(held), len(m.Bytes()))
		assert.GreaterOrEqual(t, 100*right/len(held), floor, code)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	m := Learn([]Sentence{{Text: "thank you so much", Label: "thanks"}, {Text: "thank you for it", Label: "thanks"}, {Text: "my aunt died", Label: "death"}, {Text: "he died on Monday", Label: "death"}})
	data := m.Bytes()
	got, err := Parse(data)
	require.NoError(t, err)
	assert.Equal(t, m, got)
	s := got.Scores("they thank you", nil)
	assert.Greater(t, s[got.Label("thanks")], s[got.Label("death")])
	for i := range data {
		_, err := Parse(data[:i])
		assert.Error(t, err)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"you", "can't", "come", "at", "0", "0", "?"}, split("You can’t come at 10:30?"))
	assert.Empty(t, split("' '' -"))
	assert.LessOrEqual(t, len(split(strings.Repeat("a ", 9000))), maxWords)
}

// FuzzLikely: no text and no data make it panic.
func FuzzLikely(f *testing.F) {
	m := Learn([]Sentence{{Text: "thank you so much", Label: "thanks"}, {Text: "thank you for it", Label: "thanks"}, {Text: "my aunt died", Label: "death"}})
	f.Add("thank you", m.Bytes())
	f.Add("\xff'é’", []byte("likely1\n\x01"))
	f.Fuzz(func(t *testing.T, text string, data []byte) {
		m.Scores(text, nil)
		if got, err := Parse(data); err == nil {
			got.Scores(text, nil)
		}
	})
}
