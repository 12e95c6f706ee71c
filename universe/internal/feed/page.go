package feed

import (
	"cmp"
	"iter"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// matches tells whether a filter lets an event through.
func matches(f mailsim.EventFilter, e *state.Event) bool {
	if f.Before > 0 && e.ID >= f.Before || e.ID <= f.After || e.Seq <= f.Since {
		return false
	}
	if !valid.Covers(f.Types, e.Data.EventType()) {
		return false
	}
	if f.PersonaID == "" && f.CaseID == "" {
		return true
	}
	s := e.Subject()
	return (f.PersonaID == "" || s.PersonaID == f.PersonaID) && (f.CaseID == "" || s.CaseID == f.CaseID)
}

// checkFilter refuses bounds below 0, and a type or prefix that no event has: what is
// misspelt would be waited for in vain. The log may hold types of a later version.
func checkFilter(f mailsim.EventFilter, log *state.Log) error {
	switch {
	case f.Limit < 0:
		return fail.Invalidf("limit must not be negative")
	case f.After < 0:
		return fail.Invalidf("after must not be negative")
	case f.Before < 0:
		return fail.Invalidf("before must not be negative")
	}
	return valid.EventTypes(f.Types, log.Has)
}

// Bounds of a page of events.
const (
	DefaultLimit = 100
	maxLimit     = 1000
)

// Events returns a page of the log: oldest first when After is given, else
// newest first. Limit defaults to 100 and is at most 1,000. A negative bound
// or limit is ErrInvalid, and so is a type that no event has.
func (u *Part) Events(f mailsim.EventFilter) (mailsim.EventPage, error) {
	return u.eventPage(f, f.After > 0)
}

// EventsAfter is Events oldest first, also from the beginning (after 0).
func (u *Part) EventsAfter(f mailsim.EventFilter) (mailsim.EventPage, error) {
	return u.eventPage(f, true)
}

func (u *Part) eventPage(f mailsim.EventFilter, oldestFirst bool) (mailsim.EventPage, error) {
	log := u.Committed()
	if err := checkFilter(f, log); err != nil {
		return mailsim.EventPage{}, err
	}
	limit := min(cmp.Or(f.Limit, DefaultLimit), maxLimit)
	page := mailsim.EventPage{Events: []mailsim.Event{}, Last: log.Last(), Gone: log.Base}
	first, n := log.After(f.After), log.Len()
	for i := first; i < n; i++ {
		e := log.Index(i)
		if !oldestFirst {
			e = log.Index(n - 1 - (i - first))
		}
		if matches(f, e) {
			page.Events = append(page.Events, e.Event())
			if len(page.Events) >= limit {
				break
			}
		}
	}
	return page, nil
}

// Log yields the events that are there, oldest first. Limit 0 is no limit. A type
// that no event has yields none.
func (u *Part) Log(f mailsim.EventFilter) iter.Seq[mailsim.Event] {
	return func(yield func(mailsim.Event) bool) {
		n := 0
		for e := range u.Committed().From(f.After) {
			if !matches(f, e) {
				continue
			}
			if n++; !yield(e.Event()) || n == f.Limit {
				return
			}
		}
	}
}
