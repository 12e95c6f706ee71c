package insight

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

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
type counts [World + 1]int

func (n *counts) join(o *counts) {
	for k, c := range o {
		n[k] += c
	}
}

func (c *tallies) add(f *Fact) {
	if f.Kind > World {
		return
	}
	c.n[f.Kind] += max(1, f.Count)
	switch f.Kind {
	case Replied:
		c.times = append(c.times, f.Value)
	case Bounced:
		tally(&c.bounces, f.Detail, 1)
	case World:
		tally(&c.streams, f.Detail, 1)
	case Scored:
		if c.score += f.Value; c.n[Scored] == 1 || f.Value > c.worst {
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
	if o.n[Scored] > 0 && (c.n[Scored] == 0 || o.worst > c.worst) {
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
func (c *tallies) replies() mailsim.ReplyInsight {
	slices.Sort(c.times)
	return mailsim.ReplyInsight{Answered: c.n[Replied], Rate: ratio(c.n[Replied], c.n[Received]), Median: rank(c.times, 0.5), P90: rank(c.times, 0.9)}
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

// Insight is what an answer is made from.
type Insight struct {
	Sums
	days map[string]*counts
}

// Add takes in a day, or one person's part of it.
func (in *Insight) Add(d Day, person string) {
	if person == "" {
		in.join(d.Sums)
	} else if p := d.persons[person]; p != nil {
		in.tallies.join(p)
		Within(&in.persons, person).join(p)
	} else {
		return
	}
	n := &d.n
	if person != "" {
		n = &d.persons[person].n
	}
	Within(&in.days, d.date()).join(n)
}

// Between counts what happened. kindsOf are the kinds of the World's streams by id.
func (u *Part) Between(f mailsim.InsightFilter, kindsOf func(state.View) map[string]string) (mailsim.Insights, error) {
	if err := settings.NeedFeature(u.Env, mailsim.FeatureInsights); err != nil {
		return mailsim.Insights{}, err
	}
	if !f.Since.IsZero() && !f.Until.IsZero() && f.Until.Before(f.Since) {
		return mailsim.Insights{}, fail.Invalidf("until must not lie before since")
	}
	span := Span{math.MinInt64, math.MaxInt64}
	if !f.Since.IsZero() {
		span.Since = f.Since.UnixMilli()
	}
	if !f.Until.IsZero() {
		span.Until = f.Until.UnixMilli()
	}
	u.Sums.mu.Lock()
	defer u.Sums.mu.Unlock()
	var facts excerpt
	var persons map[string]*people.Person
	var kinds map[string]string
	u.Read(func(v state.View) {
		facts = u.Sums.read(v, span)
		persons = people.All(v)
		kinds = kindsOf(v)
	})
	u.Sums.follow(facts)
	in := &Insight{}
	for _, d := range u.Sums.between(span, facts) {
		in.Add(d, f.PersonaID)
	}
	if f.PersonaID != "" && persons[f.PersonaID] == nil && len(in.persons) == 0 {
		return mailsim.Insights{}, fail.NoSuch("persona")
	}
	out := in.Sum(persons, kinds)
	out.Since, out.Until = OptionalTime(f.Since), OptionalTime(f.Until)
	return out, nil
}

// notNil is a map that is written as {} when it is empty.
func notNil(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

// OptionalTime is an instant in UTC, nil for none.
func OptionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// Sum makes the answer of what was added.
func (in *Insight) Sum(people map[string]*people.Person, kinds map[string]string) mailsim.Insights {
	n := &in.n
	out := mailsim.Insights{
		Mail: mailsim.MailInsight{
			Accepted: n[Accepted], Delivered: n[Delivered], Received: n[Received], Junked: n[Junked],
			JunkRate: ratio(n[Junked], n[Received]+n[Junked]), Bounced: n[Bounced], Bounces: notNil(in.bounces), Ignored: n[Ignored], Sent: n[Sent],
		},
		Replies:    in.replies(),
		Promises:   mailsim.PromiseInsight{Made: n[Promised], Kept: n[Kept], Broken: n[Broken], Open: max(0, n[Promised]-n[Kept]-n[Broken])},
		Links:      mailsim.LinkInsight{Opened: n[Opened], Failed: n[Failed], Skipped: n[Skipped]},
		Spam:       mailsim.SpamInsight{Scored: n[Scored], Worst: in.worst},
		Unanswered: max(0, n[Received]-n[Replied]),
		Persons:    []mailsim.PersonInsight{}, Streams: []mailsim.StreamInsight{}, Days: []mailsim.DayInsight{},
	}
	if n[Scored] > 0 {
		out.Spam.Mean = math.Round(in.score/float64(n[Scored])*100) / 100
	}
	in.sumPersons(&out, people)
	for _, id := range slices.Sorted(maps.Keys(in.streams)) {
		out.Streams = append(out.Streams, mailsim.StreamInsight{Stream: id, Kind: kinds[id], Sent: in.streams[id]})
	}
	for _, date := range slices.Sorted(maps.Keys(in.days)) {
		d := in.days[date]
		out.Days = append(out.Days, mailsim.DayInsight{Date: date, Accepted: d[Accepted], Delivered: d[Delivered], Received: d[Received], Junked: d[Junked], Bounced: d[Bounced], Ignored: d[Ignored], Sent: d[Sent],
			Replied: d[Replied], Opened: d[Opened], World: d[World]})
	}
	return out
}

func (in *Insight) sumPersons(out *mailsim.Insights, people map[string]*people.Person) {
	var byTemper map[string]*tallies
	for id, c := range in.persons {
		p := mailsim.PersonInsight{
			PersonaID: id, Received: c.n[Received], Junked: c.n[Junked], Bounced: c.n[Bounced], Ignored: c.n[Ignored], Sent: c.n[Sent],
			Opened: c.n[Opened], Replies: c.replies(),
		}
		if rec := people[id]; rec != nil {
			p.Persona = rec.Name
			Within(&byTemper, rec.Temperament).join(c)
		}
		if p.Received > 0 && p.Replies.Answered == 0 {
			out.Silent++
		}
		out.Persons = append(out.Persons, p)
	}
	slices.SortFunc(out.Persons, func(a, b mailsim.PersonInsight) int {
		return cmp.Or(strings.Compare(a.Persona, b.Persona), strings.Compare(a.PersonaID, b.PersonaID))
	})
	out.Replies.ByTemperament = map[string]mailsim.ReplyInsight{}
	for name, c := range byTemper {
		out.Replies.ByTemperament[name] = c.replies()
	}
}
