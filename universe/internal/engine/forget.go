package engine

import (
	"time"
)

// NextForget is when something will have been unused for so many days.
func NextForget(s *state, days int) (due time.Time, ok bool) {
	if days <= 0 || useTable.in(s).len() == 0 && NoMemory(s) {
		return due, false
	}
	if !s.swept.counted {
		return due, true
	}
	return dayBegin(s.swept.memory + days + 1), true
}

// stillUsed name what is not forgotten, however long ago it was used.
var stillUsed []func(v view, use func(key string))

// forgetters drop what was last used on a day on which it goes.
var forgetters []func(t *tx, goes func(key string, day int) bool)

// Forget drops counters, relations and conversations that were not used on the last
// so many days, but what a pending job goes by.
func Forget(t *tx, days int) {
	due, ok := NextForget(t.view.state, days)
	if !ok || due.After(t.now) {
		return
	}
	first, oldest, used := dayOfUse(t.now)-days, dayOfUse(t.now), map[string]bool{} // the first day from which all stays, that of what stays
	for _, by := range stillUsed {
		by(t.view, func(key string) { used[key] = true })
	}
	for _, drop := range forgetters {
		drop(t, func(key string, day int) bool {
			if day < first && !used[key] {
				return true
			}
			oldest = min(oldest, max(day, first))
			return false
		})
	}
	t.swept.counted, t.swept.memory = true, oldest
}
