package compose

import (
	"fmt"
	"testing"

	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/stretchr/testify/assert"
)

// TestTailsOfWhatIsSaidAgain: what marks an answer as given before follows it behind one comma.
func TestTailsOfWhatIsSaidAgain(t *testing.T) {
	t.Parallel()
	for _, code := range lang.Codes() {
		for n := range 40 {
			w := newWriter(Brief{Seed: rng.Seed(fmt.Sprint(n)), Kind: Reply, Voice: Voice{Address: "b@acme.example", Language: code, Temperament: "responsive"}})
			assert.Regexp(t, `^Xyz, \p{Ll}[\p{L}' ]+\.$`, w.again("Xyz."), code)
		}
	}
}
