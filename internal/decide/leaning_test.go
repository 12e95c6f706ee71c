package decide

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/rng"
)

// TestLeanings: of a hundred people of each temperament most write as it suggests.
func TestLeanings(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		temperament, field, value string
		from, to                  int
	}{
		{Busy, "length", "short", 65, 95}, {Procedural, "formality", "formal", 70, 97}, {Skeptical, "links", "wary", 65, 95},
		{Flaky, "formality", "casual", 60, 90}, {Flaky, "links", "curious", 30, 60}, {Difficult, "length", "long", 50, 80}, {Ghost, "links", "never", 35, 65}, {Responsive, "length", "", 100, 100},
	} {
		n := 0
		for i := range 100 {
			l := DrawLeaning(k.temperament, func(field string) *rng.Rand { return rng.Seed("s").Draw("style/1", fmt.Sprint(i), field) })
			if map[string]string{"length": l.Length, "formality": l.Formality, "links": l.Links}[k.field] == k.value {
				n++
			}
		}
		assert.True(t, n >= k.from && n <= k.to, "%v: %d", k, n)
	}
	for name, l := range leanings {
		assert.True(t, slices.Contains(TemperamentNames(), name))
		for _, o := range []odds{l.length, l.formality, l.links} {
			sum := 0
			for _, v := range o {
				sum += v.weight
			}
			assert.True(t, len(o) == 0 || sum == 100, name)
		}
	}
}
