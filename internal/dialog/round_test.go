package dialog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestWhatLooksLikeAQuestion: what is to be found out is found out, what only hangs on another
// question is none, and no answer contradicts the one before it.
func TestWhatLooksLikeAQuestion(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Could you check with Paul whether he can do the Mondays?":                                  `^do\.promise check with Paul and let you know$`,
		"Could you find out if the hall is free?":                                                   `^do\.promise find out and let you know$`,
		"And could you ask your mother if she has the key?":                                         `^do\.\S+ ask my mother`,
		"Please read the meter and send me the figure.":                                             `^do\.(yes|promise) read the meter( and send you the figure)?$`,
		"Could you tell us how much he weighs, if you have scales at home?":                         `^\S+ [^;]*$`,
		"And could you let the hens out in the mornings?":                                           `^do\.\S+ let the hens out`,
		"Would you ask Joan if she has the ladder?":                                                 `^do\.promise ask Joan and let you know$`,
		"Could you swap with me on the 9th? Or is that when you are away?":                          `^\S+ [^;]*$|^answer.no`,
		"Could you tell us whether anything will be kept back?":                                     `^answer\.ready `,
		"Would you be prepared to open the fair? Would that be possible?":                           `^\S+ [^;]*$`,
		"Please let me know if anybody in your party eats no meat.":                                 `(?i)nobody`,
		"Could you confirm the date you posted it?":                                                 `^answer\.date `,
		"Should I get you one or are you broke?":                                                    `^answer\.(yes|no) `,
		"Would you agree to share the cost?":                                                        `^do\.\S+ (share|agree to share|$)|^answer`,
		"Have you finished the slides? Are you still waiting for the figures?":                      `^answer\.waits\.(done|state|not) ?(; answer\.(no|yes) I am (no longer|still) waiting for the figures)?$`,
		"Would you kindly check the spelling and tell me whether you wish to name a second person?": `;`,
	} {
		for seed := range 6 {
			var all []string
			done := false
			for _, m := range Plan(in(fmt.Sprint(seed), gist.Read("The matter", body))).Moves {
				all = append(all, m.Slot+" "+m.Values["doing"]+m.Values["stated"]+m.Values["value"])
				done = done || m.Slot == "answer.waits.done"
			}
			said := strings.Join(all, "; ")
			assert.Regexp(t, want, said, body)
			assert.False(t, done && strings.Contains(said, "still waiting"), said)
		}
	}
}
