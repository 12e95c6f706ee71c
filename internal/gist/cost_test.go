package gist

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestCostIsLinear: no text makes reading cost more than its length does.
func TestCostIsLinear(t *testing.T) {
	for _, piece := range []string{
		"and when the ", "or the one or ", "how much how many of ", "can you tell me if and ", "Friday, 3 May at 10:00 or ", "no not if unless ", "1. a) ", "(((", "l'l'l' ",
		"the price of the price for ", "5 EUR 3 % 12,50 each ", "I will send you ", "- or?\n", "? ", "a or b, ", "ORDER 12 ", "from 1 to 5 ", "one two three ",
	} {
		cost := func(n int) time.Duration {
			text := strings.Repeat(piece, n/len(piece)) + "?"
			best := time.Hour
			for range 3 {
				start := time.Now()
				Read("", text)
				best = min(best, time.Since(start))
			}
			return best
		}
		// A busy machine may spoil a comparison, not twenty; what grows by the square
		// takes 64 times as long in each.
		assert.Condition(t, func() bool {
			for range 20 {
				if small := cost(MaxText / 8); cost(MaxText) < 40*small {
					return true
				}
			}
			return false
		}, "%q: 8 times the text takes over 40 times as long", piece)
	}
}
