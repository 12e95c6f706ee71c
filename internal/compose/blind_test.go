package compose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/rng"
)

// bag counts the words and marks of mails, names and numbers left out: what a
// reader has who knows neither the tables nor who wrote.
func bag(drafts []Draft) map[string]float64 {
	out := map[string]float64{}
	for _, d := range drafts {
		for _, word := range strings.FieldsFunc(strings.ToLower(d.Text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '?' && r != '!' }) {
			for _, mark := range []string{"?", "!"} {
				if strings.HasSuffix(word, mark) {
					out[mark]++
					word = strings.TrimRight(word, "?!")
				}
			}
			if word != "" && word != "ann" && word != "bea" && word != "lee" && word != "novak" {
				out[word]++
			}
		}
	}
	return unit(out)
}

// unit damps the counts and makes the bag one of length 1.
func unit(counts map[string]float64) map[string]float64 {
	sum := 0.0
	keys := make([]string, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.Sort(keys) // sums of floats depend on their order
	for _, k := range keys {
		counts[k] = math.Sqrt(counts[k])
		sum += counts[k] * counts[k]
	}
	for _, k := range keys {
		counts[k] /= math.Sqrt(sum)
	}
	return counts
}

func alike(a, b map[string]float64) float64 {
	keys := make([]string, 0, len(b))
	for k := range b {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	sum := 0.0
	for _, k := range keys {
		sum += a[k] * b[k]
	}
	return sum
}

// TestTemperamentsAreToldApart: a reader who has seen the mails of some people
// tells the temperament of others from ten mails each, whatever their length and
// formality.
func TestTemperamentsAreToldApart(t *testing.T) {
	t.Parallel()
	mails := func(temperament string, n int) map[string]float64 {
		r := rng.Seed("blind").Draw("test", rng.N(n))
		v := person(temperament, fmt.Sprintf("p%d@acme.example", n))
		v.Length, v.Formality = lengths[r.IntN(3)], formalities[r.IntN(3)]
		_, drafts := converse(v, nil)
		return bag(drafts)
	}
	const known, unknown = 12, 12
	centres := map[string]map[string]float64{}
	for _, temperament := range temperaments {
		centre := map[string]float64{}
		for n := range known {
			for word, x := range mails(temperament, n) {
				centre[word] += x / known
			}
		}
		centres[temperament] = unit(centre)
	}
	right := 0
	taken := map[string]string{}
	for _, temperament := range temperaments {
		for n := range unknown {
			m := mails(temperament, known+n)
			guess := slices.MaxFunc(temperaments, func(a, b string) int {
				return cmp.Compare(alike(centres[a], m), alike(centres[b], m))
			})
			if guess == temperament {
				right++
			} else {
				taken[temperament] += " " + guess
			}
		}
	}
	share := float64(right) / float64(unknown*len(temperaments))
	t.Logf("%.2f told right; taken for others: %v", share, taken)
	assert.GreaterOrEqual(t, share, 0.85)
}

// slipsOf counts the kinds of slips that a person makes in typing a text.
func slipsOf(t *testing.T, v Voice, text string, occasion int) (kinds [slipKinds]float64) {
	t.Helper()
	w := newWriter(Brief{Seed: "seed", Voice: v, Kind: Reply, To: Correspondent{Name: "Ann Lee", Address: "ann@client.example"}, Occasion: occasion})
	a, b := strings.Fields(text), strings.Fields(w.slips(text, countWords(text)))
	require.Len(t, b, len(a))
	for i := range a {
		if a[i] != b[i] {
			kinds[slipKind(a[i], b[i])]++
		}
	}
	return kinds
}

// slipKind tells how b came from a.
func slipKind(a, b string) int {
	switch {
	case len(b) < len(a):
		return slipDrop
	case len(b) > len(a):
		return slipDouble
	}
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	if slices.Equal(x, y) {
		return slipSwap
	}
	return slipNeighbour
}

// TestMistakesTellNobodyApart: of two busy people, nobody can say who made
// which mistakes. A reader who has the slips of 40 mails of each guesses who
// made those of others as a coin would.
func TestMistakesTellNobodyApart(t *testing.T) {
	t.Parallel()
	_, drafts := converse(person("busy", "text@acme.example"), nil)
	var typed strings.Builder
	for _, d := range drafts {
		typed.WriteString(d.Text + "\n")
	}
	right, all := 0, 0
	for pair := range 100 {
		sample := func(who, half int) (sum [slipKinds]float64) {
			v := person("busy", fmt.Sprintf("p%d.%d@acme.example", pair, who))
			v.Typos = 1
			for i := range 40 {
				for k, n := range slipsOf(t, v, typed.String(), 100*half+i) {
					sum[k] += n
				}
			}
			return shares(sum)
		}
		known := [2][slipKinds]float64{sample(0, 0), sample(1, 0)}
		for who := range 2 {
			m := sample(who, 1)
			guess := 0
			if distance(m, known[1]) < distance(m, known[0]) {
				guess = 1
			}
			if all++; guess == who {
				right++
			}
		}
	}
	// A coin is right in 100 of 200, and within 22 of that but once in 500 tries.
	assert.InDelta(t, all/2, right, 22, "told apart in %d of %d", right, all)
}

func shares(counts [slipKinds]float64) [slipKinds]float64 {
	sum := 0.0
	for _, n := range counts {
		sum += n
	}
	for k := range counts {
		counts[k] /= sum
	}
	return counts
}

func distance(a, b [slipKinds]float64) (sum float64) {
	for k := range a {
		sum += (a[k] - b[k]) * (a[k] - b[k])
	}
	return sum
}
