package persist

// What an older version did not write.

import (
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// olderUses completes what a version wrote that did not note when counters and
// conversations were used (format 1): they count as used on the day on which the
// clock stands, so that memory_days, if it is ever set, does not forget at once whom
// people wrote to yesterday. Of a store it is so at each load, until they are used.
func olderUses(s *state.State, today int) {
	for _, key := range state.Keys(state.Counters.In(s)) {
		kind, _, _ := strings.Cut(key, "\x00")
		if _, noted := state.Uses.In(s).M[key]; state.Forgettable[kind] && !noted {
			state.Uses.In(s).Own()[key] = state.Use{Day: today}
		}
	}
	for key, r := range people.TalkTable.In(s).M {
		if r.Used == 0 {
			next := *r
			next.Used = today
			people.TalkTable.In(s).Own()[key] = &next
		}
	}
}

// olderRules are the recipient rules by the keys of today. Earlier versions told A-labels
// from U-labels.
func olderRules(r, now mailsim.Recipients) mailsim.Recipients {
	for key := range r.Status {
		if addr.Key(key) != key {
			r.Status = now.Status
			break
		}
	}
	for key := range r.Domains {
		if addr.DomainKey(key) != key {
			r.Domains = now.Domains
			break
		}
	}
	return r
}

// olderAddresses leaves one of two spellings of an address of a person.
func olderAddresses(list []string) []string {
	if now := addr.Distinct(list); len(now) < len(list) {
		return now
	}
	return list
}
