package keep

// What people remember: relations, conversations, counters. It goes when it was not used
// for long, or with the mail that is given up.

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// nextForget is when something will have been unused for so many days.
func nextForget(s *state.State, days int) (due time.Time, ok bool) {
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
	due, ok := nextForget(t.View.State, days)
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

// LeastMemory is how many relations, how many conversations and how many counters of
// a kind stay in any case.
const LeastMemory = 10_000

// boundMemory lets what people remember go with the mail that is given up, the longest
// unused first: of each kind there is as much as there are copies of mails, so that
// what stands in a mail that is still there stays. So does what a pending job goes by.
// It waits until a tenth is to go, to be worth the sorting.
func boundMemory(t *state.Tx) {
	most, gone := max(t.Kept.Copies, LeastMemory), map[string]bool{}
	longestUnused(people.RelationTable.In(t.State).M, most, gone, func(r *people.Relation) mailsim.Mark { return r.Mark }, nil)
	longestUnused(people.TalkTable.In(t.State).M, most, gone, func(r *people.Talk) mailsim.Mark { return r.Mark }, nil)
	longestUnused(state.Uses.In(t.State).M, most, gone, func(u state.Use) mailsim.Mark { return u.Mark }, kindOf)
	if len(gone) == 0 {
		return
	}
	for _, by := range StillUsed {
		by(t.View, func(key string) { delete(gone, key) })
	}
	for _, drop := range Forgetters {
		drop(t, func(key string, _ int) bool { return gone[key] })
	}
}

// kindOf is the kind of a counter, "" for pairs that were deferred: they have a bound
// of their own.
func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, "\x00")
	if kind == "tempfail" {
		return ""
	}
	return kind
}

// longestUnused adds to gone what there is too much of, of each kind if there are
// several; of what was used at the same time, what comes first by its key.
func longestUnused[V any](all map[string]V, most int, gone map[string]bool, used func(V) mailsim.Mark, kindOf func(key string) string) {
	trigger := most + most/10
	if len(all) <= trigger {
		return
	}
	type record struct {
		used mailsim.Mark
		key  string
	}
	kinds := map[string][]record{}
	for key, v := range all {
		kind := "all"
		if kindOf != nil {
			kind = kindOf(key)
		}
		if kind != "" {
			kinds[kind] = append(kinds[kind], record{used(v), key})
		}
	}
	for _, list := range kinds {
		if len(list) <= trigger {
			continue
		}
		slices.SortFunc(list, func(a, b record) int { return cmp.Or(cmp.Compare(a.used, b.used), strings.Compare(a.key, b.key)) })
		for _, r := range list[:len(list)-most] {
			gone[r.key] = true
		}
	}
}
