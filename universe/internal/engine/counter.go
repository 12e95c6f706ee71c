package engine

import (
	"strconv"
	"strings"
	"time"
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
var forgettable = map[string]bool{
	"occasion": true, "write": true, "notice": true, "act": true, "away": true, "bounce": true, "delivered": true, "tempfail": true, "world-by": true, "inbound": true,
}

// count returns how often it was called before for these keys.
func (t *tx) count(kind string, keys ...string) int {
	key := tableKey(append([]string{kind}, keys...)...)
	n := counterTable.in(t.state).at(key)
	put(t, counterTable.in(t.state), key, n+1)
	if forgettable[kind] {
		t.noteUse(key)
	}
	return n
}

// useRec is when a counter was last used.
type useRec struct {
	Day int `json:"day"`
	N   int `json:"n,omitempty"` // of a tempfail, its place in their order
}

// dayOfUse is the day of an instant, counted from that of 1970-01-01 UTC.
func dayOfUse(at time.Time) int { return int(dayNumber(at.UnixMilli())) }

func dayBegin(n int) time.Time { return time.Unix(int64(n)*86_400, 0).UTC() }

// noteUse notes that a counter was used that can be forgotten.
func (t *tx) noteUse(key string) {
	t.wakeup = t.wakeup || useTable.in(t.state).len() == 0 // it will be forgotten some day
	use := useTable.in(t.state).at(key)
	use.Day = dayOfUse(t.now)
	put(t, useTable.in(t.state), key, use)
}

// roundCounter counts the prunes that forgot what mails were numbered by: the mail
// of a later round draws a Message-ID of its own.
const roundCounter = "round"

func (v view) round() int { return counterTable.in(v.state).at(roundCounter) }

// inRound adds a round to the keys of a draw; the first has none.
func inRound(keys []string, round int) []string {
	if round > 0 {
		keys = append(keys, "round "+strconv.Itoa(round))
	}
	return keys
}

// forgetCounters drops counters that were not used for long.
func (t *tx) forgetCounters(goes func(key string, day int) bool) {
	again := false
	for _, key := range useTable.in(t.state).keys() {
		if !goes(key, useTable.in(t.state).at(key).Day) {
			continue
		}
		drop(t, counterTable.in(t.state), key)
		drop(t, useTable.in(t.state), key)
		kind, _, _ := strings.Cut(key, "\x00")
		again = again || kind == "occasion" || kind == "write" || kind == "notice"
	}
	if again {
		put(t, counterTable.in(t.state), roundCounter, t.round()+1)
	}
}
