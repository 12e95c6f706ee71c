package mailsim

// Insights: what the mail of a universe came to (design 4).

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/simtime"
)

// InsightFilter narrows insights; its zero value takes all.
type InsightFilter struct {
	Since     time.Time // inclusive, to the millisecond; zero is the beginning
	Until     time.Time // exclusive; zero is now
	PersonaID string    // what concerns one person
}

// Insights are counts of what happened in a time. All lists are in a fixed
// order and never nil.
type Insights struct {
	Since      *time.Time      `json:"since"` // as asked for
	Until      *time.Time      `json:"until"`
	Mail       MailInsight     `json:"mail"`
	Replies    ReplyInsight    `json:"replies"`
	Promises   PromiseInsight  `json:"promises"`
	Links      LinkInsight     `json:"links"`
	Spam       SpamInsight     `json:"spam"`
	Unanswered int             `json:"unanswered"` // mails in people's inboxes that have no reply
	Silent     int             `json:"silent"`     // people who got mail and replied to none
	Persons    []PersonInsight `json:"persons"`    // by name, then id
	Streams    []StreamInsight `json:"streams"`    // by id
	Days       []DayInsight    `json:"days"`       // the calendar's (UTC), those on which something happened
}

// MailInsight counts mail.
type MailInsight struct {
	Accepted  int            `json:"accepted"`  // mails of the application
	Delivered int            `json:"delivered"` // copies that reached a mailbox
	Received  int            `json:"received"`  // copies in people's inboxes
	Junked    int            `json:"junked"`
	JunkRate  float64        `json:"junk_rate"` // of all copies for people
	Bounced   int            `json:"bounced"`
	Bounces   map[string]int `json:"bounces"` // by kind
	Ignored   int            `json:"ignored"`
	Sent      int            `json:"sent"` // mails that people sent
}

// ReplyInsight tells how people reply. Rate is the share of the mails received
// that a reply answers; Median and P90 are times from arrival to reply, 0 when
// there is none.
type ReplyInsight struct {
	Answered      int
	Rate          float64
	Median, P90   time.Duration
	ByTemperament map[string]ReplyInsight // nil within itself
}

type replyJSON struct {
	Answered      int                     `json:"answered"`
	Rate          float64                 `json:"rate"`
	Median        *string                 `json:"median"` // such as 45m; null without a reply
	P90           *string                 `json:"p90"`
	ByTemperament map[string]ReplyInsight `json:"by_temperament,omitempty"`
}

// MarshalJSON writes the times as text, such as 45m, null without a reply.
func (r ReplyInsight) MarshalJSON() ([]byte, error) {
	out := replyJSON{Answered: r.Answered, Rate: r.Rate, ByTemperament: r.ByTemperament}
	if r.Answered > 0 {
		out.Median, out.P90 = new(simtime.FormatDuration(r.Median)), new(simtime.FormatDuration(r.P90))
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *ReplyInsight) UnmarshalJSON(b []byte) error {
	var in replyJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*r = ReplyInsight{Answered: in.Answered, Rate: in.Rate, ByTemperament: in.ByTemperament}
	for from, to := range map[*string]*time.Duration{in.Median: &r.Median, in.P90: &r.P90} {
		if from == nil {
			continue
		}
		d, err := ParseDuration(*from)
		if err != nil {
			return err
		}
		*to = d
	}
	return nil
}

// PromiseInsight counts promises.
type PromiseInsight struct {
	Made   int `json:"made"`
	Kept   int `json:"kept"`
	Broken int `json:"broken"`
	Open   int `json:"open"` // made and neither kept nor broken
}

// LinkInsight counts links in mail.
type LinkInsight struct {
	Opened  int `json:"opened"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// SpamInsight sums up spam scores.
type SpamInsight struct {
	Scored int     `json:"scored"`
	Mean   float64 `json:"mean"`
	Worst  float64 `json:"worst"`
}

// PersonInsight is one person's part.
type PersonInsight struct {
	PersonaID string       `json:"persona_id"`
	Persona   string       `json:"persona"` // "" for one who is gone
	Received  int          `json:"received"`
	Junked    int          `json:"junked"`
	Bounced   int          `json:"bounced"`
	Ignored   int          `json:"ignored"`
	Sent      int          `json:"sent"`
	Opened    int          `json:"opened"` // links
	Replies   ReplyInsight `json:"replies"`
}

// StreamInsight is one stream of the World.
type StreamInsight struct {
	Stream string `json:"stream"`
	Kind   string `json:"kind"` // "" for one that is gone
	Sent   int    `json:"sent"`
}

// DayInsight is one day.
type DayInsight struct {
	Date      string `json:"date"` // 2026-01-05
	Accepted  int    `json:"accepted"`
	Delivered int    `json:"delivered"`
	Received  int    `json:"received"`
	Junked    int    `json:"junked"`
	Bounced   int    `json:"bounced"`
	Ignored   int    `json:"ignored"`
	Sent      int    `json:"sent"`
	Replied   int    `json:"replied"` // mails answered
	Opened    int    `json:"opened"`  // links
	World     int    `json:"world"`   // mails of the World
}

// tallies are facts summed up, by kind.
type tallies struct {
	n       counts
	times   []float64      // of replies, in seconds
	bounces map[string]int // by kind
	streams map[string]int // mails of the World
	score   float64        // of all mails together
	worst   float64
}

// counts are numbers of facts by kind.
type counts [factWorld + 1]int

func (n *counts) join(o *counts) {
	for k, c := range o {
		n[k] += c
	}
}

func (c *tallies) add(f *fact) {
	if f.Kind > factWorld {
		return
	}
	c.n[f.Kind] += max(1, f.Count)
	switch f.Kind {
	case factReplied:
		c.times = append(c.times, f.Value)
	case factBounced:
		tally(&c.bounces, f.Detail, 1)
	case factWorld:
		tally(&c.streams, f.Detail, 1)
	case factScored:
		if c.score += f.Value; c.n[factScored] == 1 || f.Value > c.worst {
			c.worst = f.Value
		}
	}
}

func tally(m *map[string]int, key string, n int) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key] += n
}

func (c *tallies) join(o *tallies) {
	if o.n[factScored] > 0 && (c.n[factScored] == 0 || o.worst > c.worst) {
		c.worst = o.worst
	}
	c.n.join(&o.n)
	c.times = append(c.times, o.times...)
	c.score += o.score
	for kind, n := range o.bounces {
		tally(&c.bounces, kind, n)
	}
	for id, n := range o.streams {
		tally(&c.streams, id, n)
	}
}

// replies sums up how one, or some, replied.
func (c *tallies) replies() ReplyInsight {
	slices.Sort(c.times)
	return ReplyInsight{Answered: c.n[factReplied], Rate: ratio(c.n[factReplied], c.n[factReceived]), Median: rank(c.times, 0.5), P90: rank(c.times, 0.9)}
}

// ratio is part of whole, rounded to four digits; 0 of nothing.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return math.Round(float64(part)/float64(whole)*1e4) / 1e4
}

// rank is the nearest-rank quantile of sorted seconds.
func rank(sorted []float64, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	i := max(int(math.Ceil(q*float64(len(sorted))))-1, 0)
	return time.Duration(math.Round(sorted[i])) * time.Second
}

// insight is what an answer is made from.
type insight struct {
	sums
	days map[string]*counts
}

// add takes in a day, or one person's part of it.
func (in *insight) add(d datedSums, person string) {
	if person == "" {
		in.join(d.sums)
	} else if p := d.persons[person]; p != nil {
		in.tallies.join(p)
		within(&in.persons, person).join(p)
	} else {
		return
	}
	n := &d.n
	if person != "" {
		n = &d.persons[person].n
	}
	within(&in.days, d.date()).join(n)
}

// Insights counts what happened, and reads no mail: it costs by the days of the
// time asked for, the people of each, and the replies, whose times are sorted. ErrPlan when the plan lacks insights, ErrInvalid when until is before
// since, ErrNotFound for a person of whom there is nothing.
func (u *Universe) Insights(f InsightFilter) (Insights, error) {
	if err := u.needFeature(FeatureInsights); err != nil {
		return Insights{}, err
	}
	if !f.Since.IsZero() && !f.Until.IsZero() && f.Until.Before(f.Since) {
		return Insights{}, invalidf("until must not lie before since")
	}
	span := factRange{math.MinInt64, math.MaxInt64}
	if !f.Since.IsZero() {
		span.since = f.Since.UnixMilli()
	}
	if !f.Until.IsZero() {
		span.until = f.Until.UnixMilli()
	}
	u.sums.mu.Lock()
	defer u.sums.mu.Unlock()
	var facts factsRead
	people, kinds := map[string]*personaRec{}, map[string]string{}
	u.read(func(v view) {
		facts = u.sums.read(v, span)
		people = maps.Clone(v.personas.m)
		for id, s := range v.streams.m {
			kinds[id] = s.Kind
		}
	})
	u.sums.follow(facts)
	in := &insight{}
	for _, d := range u.sums.between(span, facts) {
		in.add(d, f.PersonaID)
	}
	if f.PersonaID != "" && people[f.PersonaID] == nil && len(in.persons) == 0 {
		return Insights{}, noSuch("persona")
	}
	out := in.sum(people, kinds)
	out.Since, out.Until = optionalTime(f.Since), optionalTime(f.Until)
	return out, nil
}

func notNil(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// sum makes the answer.
func (in *insight) sum(people map[string]*personaRec, kinds map[string]string) Insights {
	n := &in.n
	out := Insights{
		Mail: MailInsight{
			Accepted: n[factAccepted], Delivered: n[factDelivered], Received: n[factReceived], Junked: n[factJunked],
			JunkRate: ratio(n[factJunked], n[factReceived]+n[factJunked]), Bounced: n[factBounced], Bounces: notNil(in.bounces), Ignored: n[factIgnored], Sent: n[factSent],
		},
		Replies:    in.replies(),
		Promises:   PromiseInsight{n[factPromised], n[factKept], n[factBroken], max(0, n[factPromised]-n[factKept]-n[factBroken])},
		Links:      LinkInsight{n[factOpened], n[factFailed], n[factSkipped]},
		Spam:       SpamInsight{Scored: n[factScored], Worst: in.worst},
		Unanswered: max(0, n[factReceived]-n[factReplied]),
		Persons:    []PersonInsight{}, Streams: []StreamInsight{}, Days: []DayInsight{},
	}
	if n[factScored] > 0 {
		out.Spam.Mean = math.Round(in.score/float64(n[factScored])*100) / 100
	}
	in.sumPersons(&out, people)
	for _, id := range slices.Sorted(maps.Keys(in.streams)) {
		out.Streams = append(out.Streams, StreamInsight{id, kinds[id], in.streams[id]})
	}
	for _, date := range slices.Sorted(maps.Keys(in.days)) {
		d := in.days[date]
		out.Days = append(out.Days, DayInsight{date, d[factAccepted], d[factDelivered], d[factReceived], d[factJunked], d[factBounced], d[factIgnored], d[factSent],
			d[factReplied], d[factOpened], d[factWorld]})
	}
	return out
}

func (in *insight) sumPersons(out *Insights, people map[string]*personaRec) {
	var byTemper map[string]*tallies
	for id, c := range in.persons {
		p := PersonInsight{
			PersonaID: id, Received: c.n[factReceived], Junked: c.n[factJunked], Bounced: c.n[factBounced], Ignored: c.n[factIgnored], Sent: c.n[factSent],
			Opened: c.n[factOpened], Replies: c.replies(),
		}
		if rec := people[id]; rec != nil {
			p.Persona = rec.Name
			within(&byTemper, rec.Temperament).join(c)
		}
		if p.Received > 0 && p.Replies.Answered == 0 {
			out.Silent++
		}
		out.Persons = append(out.Persons, p)
	}
	slices.SortFunc(out.Persons, func(a, b PersonInsight) int {
		return cmp.Or(strings.Compare(a.Persona, b.Persona), strings.Compare(a.PersonaID, b.PersonaID))
	})
	out.Replies.ByTemperament = map[string]ReplyInsight{}
	for name, c := range byTemper {
		out.Replies.ByTemperament[name] = c.replies()
	}
}
