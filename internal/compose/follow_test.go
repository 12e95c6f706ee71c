package compose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// TestASecondYes: of two answers of yes the second one is said without it.
func TestASecondYes(t *testing.T) {
	t.Parallel()
	joined := 0
	for i := range 24 {
		b := Brief{Seed: rng.Seed(fmt.Sprint(i)), Voice: person("responsive", "x@acme.example"), Kind: Reply, Occasion: 1,
			Mails: []gist.Gist{gist.Read("", "Will you need the projector, and would you like a lift from the station?")}}
		text := Write(b).Text
		for _, twice := range []string{"Yes", "Yep", "Yeah", "No"} {
			assert.LessOrEqual(t, strings.Count(text, twice+","), 1, text)
		}
		if strings.Contains(text, "And I") {
			joined++
		}
	}
	assert.Positive(t, joined)
}

// TestAThirdYes: a third one begins with a capital, also where it says the question back.
func TestAThirdYes(t *testing.T) {
	t.Parallel()
	for i := range 24 {
		b := Brief{Seed: rng.Seed(fmt.Sprint(i)), Voice: person("responsive", "x@acme.example"), Kind: Reply, Occasion: 1,
			Mails: []gist.Gist{gist.Read("", "Hallo,\n\nhast du die Leitung schon entleert? Steht deine Regentonne noch da hinten? Brauchst du Hilfe beim Kippen?")}}
		b.Voice.Language = "de"
		text := Write(b).Text
		assert.NotRegexp(t, `[.!]\s+(ich|meine) `, text)
	}
}

// TestPleaseStandsBehindYes: what the sender is asked to do is not "please post it, yes", and
// "I am afraid" is no answer by itself.
func TestPleaseStandsBehindYes(t *testing.T) {
	t.Parallel()
	for i := range 24 {
		b := Brief{Seed: rng.Seed(fmt.Sprint(i)), Voice: person("responsive", "x@acme.example"), Kind: Reply, Occasion: 1,
			Mails: []gist.Gist{gist.Read("", "Shall we move you to the yearly plan? Would your brother? Did the ropes from Hull hold when it blew?")}}
		text := Write(b).Text
		assert.NotRegexp(t, "(?i)please move me to the yearly plan, yes", text)
		assert.NotRegexp(t, "And I( am|'m) afraid\\.", text)
	}
}
