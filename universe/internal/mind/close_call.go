package mind

import (
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The chance of an answer that makes it a close call.
const (
	closeFrom = 0.35
	closeTo   = 0.65
)

// What the rules lean to in a close call; a job keeps it.
const (
	LeanYes = "yes"
	leanNo  = "no"
)

// closeCall tells whether the writer is to settle if a mail is answered, when
// the person reads it. Until then the reply is planned, whatever the rules lean
// to. A rate that was given is the chance itself and settles it.
func closeCall(t *state.Tx, s decide.Situation, d decide.Decision) (_ decide.Decision, lean string) {
	if !settings.AIOn(t.View) || s.Person.RateGiven || d.Chance < closeFrom || d.Chance > closeTo || d.ReadAt.IsZero() {
		return d, ""
	}
	switch d.Act {
	case decide.Reply:
		lean = LeanYes
	case decide.Ignore:
		lean = leanNo
		s.Person.ReplyRate, s.Person.RateGiven = 1, true
		chance := d.Chance
		if d = decide.Decide(s); d.Act != decide.Reply {
			return d, ""
		}
		d.Chance = chance
	default:
		return d, ""
	}
	d.Plan += ", if they decide to on reading it"
	return d, lean
}
