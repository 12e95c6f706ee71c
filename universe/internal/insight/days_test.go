package insight_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// slowInsights sums all facts up anew.
func slowInsights(u *engine.Universe, f mailsim.InsightFilter) (out mailsim.Insights) {
	u.Read(func(v state.View) {
		span := insight.Span{Since: f.Since.UnixMilli(), Until: f.Until.UnixMilli()}
		byDay := map[int64]*insight.Sums{}
		for i := range v.Counter("facts")/insight.PerRecord + 1 {
			for _, r := range insight.RecordAt(v, i) {
				if e := r.Fact(); (f.Since.IsZero() || span.Since <= e.At) && (f.Until.IsZero() || e.At < span.Until) {
					insight.Within(&byDay, state.DayNumber(e.At)).Add(&e)
				}
			}
		}
		in := &insight.Insight{}
		for day, s := range byDay {
			in.Add(insight.Day{Day: day, Sums: s}, f.PersonaID)
		}
		kinds := map[string]string{}
		for id, s := range world.Table.In(v.State).M {
			kinds[id] = s.Kind
		}
		out = in.Sum(people.Table.In(v.State).M, kinds)
	})
	out.Since, out.Until = insight.OptionalTime(f.Since), insight.OptionalTime(f.Until)
	return out
}

// TestInsightsByDayMatchAllFacts: what was summed up before gives what all facts
// give, whatever befalls them in between.
func TestInsightsByDayMatchAllFacts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	u := testkit.New(t, mailsim.Options{})
	start := u.Now()
	var people []string
	for i := range 4 {
		people = append(people, testkit.AddPerson(t, u, "p"+strconv.Itoa(i)+"@client.test", nil).ID)
	}
	note := func(u *engine.Universe, n int) {
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
			for range n {
				f := insight.Fact{Kind: insight.Kind(1 + r.IntN(int(insight.World))), Count: r.IntN(3), Value: float64(r.IntN(5000))}
				if f.Kind != insight.Scored && f.Kind != insight.Accepted {
					f.Person, f.Detail = people[r.IntN(len(people))], "d"+strconv.Itoa(r.IntN(3))
				}
				insight.Note(t, f)
			}
			return nil
		}))
	}
	check := func(u *engine.Universe, what string) {
		days := int(u.Now().Sub(start)/testkit.Day) + 2
		at := func() time.Time {
			if r.IntN(3) == 0 {
				return time.Time{}
			}
			base := start.AddDate(0, 0, r.IntN(days)-1)
			if r.IntN(2) == 0 {
				return base.Truncate(testkit.Day)
			}
			return base.Add(time.Duration(r.Int64N(int64(testkit.Day)))).Truncate(time.Millisecond)
		}
		for range 6 {
			f := mailsim.InsightFilter{Since: at(), Until: at()}
			if !f.Since.IsZero() && !f.Until.IsZero() && f.Until.Before(f.Since) {
				f.Since, f.Until = f.Until, f.Since
			}
			if r.IntN(2) == 0 {
				f.PersonaID = people[r.IntN(len(people))]
			}
			require.Equal(t, slowInsights(u, f), testkit.Insights(t, u, f), "%s %+v", what, f)
		}
	}
	check(u, "nothing")
	for step := range 150 {
		note(u, r.IntN(90))
		switch step % 10 {
		case 1, 4, 5, 8:
			testkit.Advance(t, u, time.Duration(r.Int64N(int64(2*testkit.Day))))
		case 2:
			check(u, "noted")
		case 3:
			f, err := u.Fork(mailsim.Options{})
			require.NoError(t, err)
			check(f, "fork")
			note(f, 50)
			testkit.Advance(t, f, time.Hour)
			note(f, 50)
			check(f, "fork goes on")
			check(u, "origin of a fork")
			require.NoError(t, f.Close())
		case 6:
			set, err := u.SetRetention(ctx, mailsim.Retention{EventDays: 1 + r.IntN(5)})
			require.NoError(t, err)
			_ = set
			_, err = u.Prune(ctx)
			require.NoError(t, err)
			check(u, "pruned")
			testkit.SetRetention(t, u, 0, 0)
		case 7:
			check(testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()), "loaded")
		case 9:
			if step%30 == 29 {
				_, err := u.Reset(ctx, mailsim.PartPersonas)
				require.NoError(t, err)
				if step%60 == 29 {
					note(u, 400) // as many records as were summed up before
				}
				check(u, "reset")
			}
		}
	}
}

// TestInsightsLookAtNewFactsAlone: an answer reads again only the record that still
// grows, and the days at the edges of the time asked for.
func TestInsightsLookAtNewFactsAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	start := u.Now()
	for range 10 {
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
			for n := range 1000 {
				insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p_" + strconv.Itoa(n)})
			}
			return nil
		}))
		testkit.Advance(t, u, testkit.Day)
	}
	reads := (*engine.Universe).FactsToRead
	all := insight.Span{Since: start.AddDate(-1, 0, 0).Truncate(testkit.Day).UnixMilli(), Until: start.AddDate(1, 0, 0).Truncate(testkit.Day).UnixMilli()}
	some := insight.Span{Since: start.AddDate(0, 0, 3).UnixMilli(), Until: start.AddDate(0, 0, 6).UnixMilli()}
	assert.Equal(t, 10_000, reads(u, all), "before the first answer")
	testkit.Insights(t, u, mailsim.InsightFilter{})
	assert.Less(t, reads(u, all), insight.PerRecord)
	assert.Less(t, reads(u, some), 2000+5*insight.PerRecord)
	f, err := u.Fork(mailsim.Options{})
	require.NoError(t, err)
	defer f.Close()
	assert.Less(t, reads(f, all), insight.PerRecord, "a fork goes on from there")
	testkit.SetRetention(t, u, 0, 5)
	_, err = u.Prune(ctx)
	require.NoError(t, err)
	assert.Less(t, reads(u, all), 1000+2*insight.PerRecord, "a prune costs the day that it cuts")
	assert.Len(t, testkit.Insights(t, u, mailsim.InsightFilter{}).Days, 5)
}
