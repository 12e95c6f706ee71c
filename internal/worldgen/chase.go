package worldgen

import "github.com/mailsim/mailsim/internal/rng"

// Chase writes what a sender writes whom nobody has answered, for the nth time, 1 or 2,
// about what is the matter with them: kindly first, and then no longer so.
func Chase(r *rng.Rand, o Order, symptom string, nth int) string {
	w := newWriter(r, o, topic{})
	w.rules = append(w.rules, w.table.scopes[""])
	w.vars["symptom"] = symptom
	body := w.rule("chase first")
	if nth > 1 {
		body = w.rule("chase second")
	}
	return single(w.vars["greet"] + "\n\n" + body + "\n\n" + w.goodbye(body) + "\n" + w.signedAs())
}
