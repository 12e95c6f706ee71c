package state

import (
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Forgettable are the kinds of counters that memory_days let be forgotten. All kinds,
// and why:
//
//	occasion   mails of a correspondent to a person: forgotten; the round keeps Message-IDs apart
//	write      first mails that a person was told to write: as occasion
//	notice     notices about an address to a sender: as occasion
//	act        acts about one mail: forgotten once the mail is gone
//	away       automatic replies of an absence: forgotten, another may go out
//	bounce     delays drawn: forgotten, nothing but a delay is drawn again
//	delivered  as bounce
//	tempfail   first tries that were deferred: forgotten, deferred once more
//	world-by   mails of a World stream by one sender: forgotten, the wording begins anew
//	inbound    mails of a day: forgotten, the day is past
//	folder, persona, stream, job                 never: UIDVALIDITY and ids come from them
//	world, arrival                               never: one for each stream, Message-IDs come from them
//	sent, learned, credits, facts, facts-first   never: one for a month, or one in all
//	round, tempfails, tempfails-first            never: what forgetting itself goes by
var Forgettable = map[string]bool{
	"occasion": true, "write": true, "notice": true, "act": true, "away": true, "bounce": true, "delivered": true, "tempfail": true, "world-by": true, "inbound": true,
}

// Counters are what is counted, by kind and keys, and Uses when those that can be
// forgotten were last used. Reset, keep and persist go through them.
var (
	Counters = NewTable[int]("counter")
	Uses     = NewTable[Use]("used")
)

// Counter returns what a counter stands at.
func (v View) Counter(key string) int { return Counters.In(v.State).At(key) }

// CounterOf is Counter of a key that is made of parts, which it need not keep.
func (v View) CounterOf(parts ...string) int {
	return AtKey(Counters.In(v.State), parts...)
}

// SetCounter sets a counter that is never forgotten.
func (t *Tx) SetCounter(key string, n int) { Put(t, Counters.In(t.State), key, n) }

// Count returns how often it was called before for these keys.
func (t *Tx) Count(kind string, keys ...string) int {
	key := Key(append([]string{kind}, keys...)...)
	n := t.Counter(key)
	t.SetCounter(key, n+1)
	if Forgettable[kind] {
		t.noteUse(key)
	}
	return n
}

// Use is when a counter was last used.
type Use struct {
	Day int `json:"day"`
	N   int `json:"n,omitempty"` // of a tempfail, its place in their order

	Mark mailsim.Mark `json:"mark,omitempty"` // when that was, in the order of arrivals
}

// DayOfUse is the day of an instant, counted from that of 1970-01-01 UTC.
func DayOfUse(at time.Time) int { return int(DayNumber(at.UnixMilli())) }

// DayBegin is the instant at which a day of use begins.
func DayBegin(n int) time.Time { return time.Unix(int64(n)*86_400, 0).UTC() }

// noteUse notes that a counter was used that can be forgotten.
func (t *Tx) noteUse(key string) {
	t.Wakeup = t.Wakeup || Uses.In(t.State).Len() == 0 // it will be forgotten some day
	use := Uses.In(t.State).At(key)
	use.Day, use.Mark = DayOfUse(t.Now), t.Seq
	Put(t, Uses.In(t.State), key, use)
}

// roundCounter counts the prunes that forgot what mails were numbered by: the mail
// of a later round draws a Message-ID of its own.
const roundCounter = "round"

// Round is how many such prunes there were.
func (v View) Round() int { return v.Counter(roundCounter) }

// InRound adds a round to the keys of a draw; the first has none.
func InRound(keys []string, round int) []string {
	if round > 0 {
		keys = append(keys, "round "+strconv.Itoa(round))
	}
	return keys
}

// ForgetCounters drops counters that were not used for long.
func (t *Tx) ForgetCounters(goes func(key string, day int) bool) {
	again := false
	for _, key := range Keys(Uses.In(t.State)) {
		if !goes(key, Uses.In(t.State).At(key).Day) {
			continue
		}
		Drop(t, Counters.In(t.State), key)
		Drop(t, Uses.In(t.State), key)
		kind, _, _ := strings.Cut(key, "\x00")
		again = again || kind == "occasion" || kind == "write" || kind == "notice"
	}
	if again {
		t.SetCounter(roundCounter, t.Round()+1)
	}
}
