package dialog

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestWhatIsWaitedFor: who waits for something hears that it is done, or when it will be.
func TestWhatIsWaitedFor(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Have you had a chance to look at the drawings?":                         `^answer\.waits\.(seen|not)$`,
		"Tom, did you get round to fixing the gutter?":                           `^answer\.waits\.(done|not)$`,
		"Have you sent the deposit of £50 yet?":                                  `^answer\.waits\.(sent|not)$`,
		"Just checking whether the rent has gone out.":                           `^answer\.waits\.(done|not)$`,
		"Have you been able to order the part?":                                  `^answer\.waits\.(done|not)$`,
		"Is the draft ready?":                                                    `^answer\.waits\.(state|not)$`,
		"Has the invoice been paid?":                                             `^answer\.waits\.(state|not)$`,
		"Did you manage to get hold of the roofer?":                              `^answer\.waits\.(done|not)$`,
		"Have you decided about the course?":                                     `^answer\.waits\.not\.think$`,
		"Have you ordered the skip? They rang and nothing has reached them":      `^answer\.waits\.(done|not)$`,
		"Did you get a chance to visit the museum?":                              `^answer\.(yes|no|status.*)$`,
		"Is the pump still the old one in the shed or did you have it replaced?": `^answer\.(choice|clause|yes|no|ready)`,
		"Have you ever painted a boat?":                                          `^answer\.(yes|no)$`,
		"Have you noticed the smell?":                                            `^answer\.(yes|no)`,
		"Hast du die Anzahlung schon überwiesen?":                                `^answer\.waits\.(done|not)$`,
		"Avez-vous rempli le formulaire ?":                                       `^answer\.waits\.(done|not)$`,
		"¿Has podido revisar el contrato?":                                       `^answer\.waits\.(seen|not)$`,
	} {
		for seed := range 8 {
			g := gist.Read("The matter", body)
			out := Plan(in(fmt.Sprint(seed), g))
			if assert.NotEmpty(t, out.Moves, body) {
				m := out.Moves[0]
				assert.Regexp(t, want, m.Slot, body)
				if m.Slot == "answer.waits.not" {
					assert.NotEmpty(t, m.Due, body)
				}
			}
		}
	}
}
