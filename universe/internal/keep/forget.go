package keep

import (
	"time"

	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// NextForget is when something will have been unused for so many days.
func NextForget(s *state.State, days int) (due time.Time, ok bool) {
	if days <= 0 || state.Uses.In(s).Len() == 0 && people.NoMemory(s) {
		return due, false
	}
	if !s.Swept.Counted {
		return due, true
	}
	return state.DayBegin(s.Swept.Memory + days + 1), true
}

// StillUsed name what is not forgotten, however long ago it was used.
var StillUsed []func(v state.View, use func(key string))

// Forgetters drop what was last used on a day on which it goes.
var Forgetters []func(t *state.Tx, goes func(key string, day int) bool)

// Forget drops counters, relations and conversations that were not used on the last
// so many days, but what a pending job goes by.
func Forget(t *state.Tx, days int) {
	due, ok := NextForget(t.View.State, days)
	if !ok || due.After(t.Now) {
		return
	}
	first, oldest, used := state.DayOfUse(t.Now)-days, state.DayOfUse(t.Now), map[string]bool{} // the first day from which all stays, that of what stays
	for _, by := range StillUsed {
		by(t.View, func(key string) { used[key] = true })
	}
	for _, drop := range Forgetters {
		drop(t, func(key string, day int) bool {
			if day < first && !used[key] {
				return true
			}
			oldest = min(oldest, max(day, first))
			return false
		})
	}
	t.Swept.Counted, t.Swept.Memory = true, oldest
}
