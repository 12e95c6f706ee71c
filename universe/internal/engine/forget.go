package engine

import (
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
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

// useRec is when a counter was last used.
type useRec struct {
	Day int `json:"day"`
	N   int `json:"n,omitempty"` // of a tempfail, its place in their order
}

// dayOfUse is the day of an instant, counted from that of 1970-01-01 UTC.
func dayOfUse(at time.Time) int { return int(dayNumber(at.UnixMilli())) }

func dayBegin(n int) time.Time { return time.Unix(int64(n)*86_400, 0).UTC() }

// maxTempfails bounds how many pairs of sender and recipient are held as deferred
// once, where there are bounds: any stranger makes one by RCPT alone.
const maxTempfails = 10_000

// boundTempfails notes a new one and lets the oldest go.
func (t *tx) boundTempfails(key string) {
	if boundsNone(t.env.bounds.Load()) {
		return
	}
	n := t.counters.at("tempfails")
	first := t.counters.at("tempfails-first")
	put(t, t.tempfails, strconv.Itoa(n), key)
	put(t, t.counters, "tempfails", n+1)
	put(t, t.lastUse, key, useRec{dayOfUse(t.now), n})
	for ; n+1-first > maxTempfails; first++ {
		row := strconv.Itoa(first)
		if old := t.tempfails.at(row); t.lastUse.at(old).N == first {
			drop(t, t.counters, old)
			drop(t, t.lastUse, old)
		}
		drop(t, t.tempfails, row)
		put(t, t.counters, "tempfails-first", first+1)
	}
}

// nextForget is when something will have been unused for so many days.
func (s *state) nextForget(days int) (due time.Time, ok bool) {
	if days <= 0 || s.lastUse.len()+s.relations.len()+s.talks.len() == 0 {
		return due, false
	}
	if !s.swept.counted {
		return due, true
	}
	return dayBegin(s.swept.memory + days + 1), true
}

// forget drops counters, relations and conversations that were not used on the last
// so many days, but what a pending job goes by.
func (t *tx) forget(days int) {
	due, ok := t.nextForget(days)
	if !ok || due.After(t.now) {
		return
	}
	f := forgetting{tx: t, first: dayOfUse(t.now) - days, busy: map[string]bool{}}
	f.oldest = dayOfUse(t.now)
	for _, j := range t.jobs.m {
		if p := t.personas.at(j.PersonaID); p != nil && (j.State == mailsim.StatePending || j.State == mailsim.StateRunning) {
			corr := addr.Correspondent(j.Args.Correspondent)
			f.busy[tableKey(p.ID, corr)], f.busy[tableKey(p.ID, j.Args.Thread)] = true, true
			f.busy[tableKey("occasion", addr.Key(p.Addresses[0]), corr)] = true
		}
	}
	again := false
	for _, key := range t.lastUse.keys() {
		kind, rest, _ := strings.Cut(key, "\x00")
		if kind == "act" {
			if _, id, _ := strings.Cut(rest, "\x00"); t.mails.at(id) != nil {
				f.busy[key] = true
			}
		}
		if !f.goes(key, t.lastUse.at(key).Day) {
			continue
		}
		drop(t, t.counters, key)
		drop(t, t.lastUse, key)
		again = again || kind == "occasion" || kind == "write" || kind == "notice"
	}
	for _, key := range t.relations.keys() {
		r := t.relations.at(key)
		if f.goes(key, dayOfUse(later(r.Last, r.Updated))) {
			drop(t, t.relations, key)
		}
	}
	for _, key := range t.talks.keys() {
		if f.goes(key, t.talks.at(key).Used) {
			drop(t, t.talks, key)
		}
	}
	if again {
		put(t, t.counters, roundCounter, t.round()+1)
	}
	t.swept.counted, t.swept.memory = true, f.oldest
}

// forgetting is one look at all that can be forgotten.
type forgetting struct {
	*tx
	first  int             // a day from which on what was used stays
	oldest int             // the first day of which something stays
	busy   map[string]bool // what pending jobs go by
}

func (f *forgetting) goes(key string, day int) bool {
	if day < f.first && !f.busy[key] {
		return true
	}
	f.oldest = min(f.oldest, max(day, f.first))
	return false
}

// noteUse notes that a counter was used, when it is one that can be forgotten.
func (t *tx) noteUse(kind, key string) {
	if forgettable[kind] {
		t.wakeup = t.wakeup || t.lastUse.len() == 0 // it will be forgotten some day
		use := t.lastUse.at(key)
		use.Day = dayOfUse(t.now)
		put(t, t.lastUse, key, use)
	}
}
