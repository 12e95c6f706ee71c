package state

import (
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// What is counted, by kind of counter, and when memory_days let it be forgotten:
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

// Count returns how often it was called before for these keys.
func (t *Tx) Count(kind string, keys ...string) int {
	key := Key(append([]string{kind}, keys...)...)
	n := CounterTable.In(t.State).At(key)
	Put(t, CounterTable.In(t.State), key, n+1)
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

func DayBegin(n int) time.Time { return time.Unix(int64(n)*86_400, 0).UTC() }

// noteUse notes that a counter was used that can be forgotten.
func (t *Tx) noteUse(key string) {
	t.Wakeup = t.Wakeup || UseTable.In(t.State).Len() == 0 // it will be forgotten some day
	use := UseTable.In(t.State).At(key)
	use.Day, use.Mark = DayOfUse(t.Now), t.Seq
	Put(t, UseTable.In(t.State), key, use)
}

// roundCounter counts the prunes that forgot what mails were numbered by: the mail
// of a later round draws a Message-ID of its own.
const roundCounter = "round"

func (v View) Round() int { return CounterTable.In(v.State).At(roundCounter) }

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
	for _, key := range UseTable.In(t.State).Keys() {
		if !goes(key, UseTable.In(t.State).At(key).Day) {
			continue
		}
		Drop(t, CounterTable.In(t.State), key)
		Drop(t, UseTable.In(t.State), key)
		kind, _, _ := strings.Cut(key, "\x00")
		again = again || kind == "occasion" || kind == "write" || kind == "notice"
	}
	if again {
		Put(t, CounterTable.In(t.State), roundCounter, t.Round()+1)
	}
}
