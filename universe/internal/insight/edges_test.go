package insight_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestInsightsAtMidnight: a fact of the first instant of a day is that day's, before
// 1970 too; of a time asked for the beginning is in it and the end is not.
func TestInsightsAtMidnight(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]time.Time{
		"today":       time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		"before 1970": time.Date(1969, 12, 30, 12, 0, 0, 0, time.UTC),
		"leap day":    time.Date(2028, 2, 28, 12, 0, 0, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{Start: start})
			note := func(n int) {
				require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
					for i := range n {
						insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p" + strconv.Itoa(i)}) // each is a fact of its own
					}
					return nil
				}))
			}
			one, two := start.Truncate(testkit.Day).Add(testkit.Day), start.Truncate(testkit.Day).Add(2*testkit.Day)
			note(1)
			for _, step := range []time.Duration{12*time.Hour - time.Millisecond, time.Millisecond, time.Millisecond, testkit.Day - 2*time.Millisecond, time.Millisecond} {
				testkit.Advance(t, u, step) // to the last instant of a day, and over it
				note(2 * insight.PerRecord)
			}
			const n = 2 * insight.PerRecord
			check := func(u *engine.Universe) {
				t.Helper()
				received := func(since, until time.Time) int {
					in := testkit.Insights(t, u, mailsim.InsightFilter{Since: since, Until: until})
					assert.Equal(t, slowInsights(u, mailsim.InsightFilter{Since: since, Until: until}), in)
					return in.Mail.Received
				}
				var never time.Time
				days := []int{}
				for _, d := range testkit.Insights(t, u, mailsim.InsightFilter{}).Days {
					days = append(days, d.Received)
				}
				assert.Equal(t, []int{1 + n, 3 * n, n}, days)
				assert.Equal(t, one.AddDate(0, 0, -1).Format(time.DateOnly), testkit.Insights(t, u, mailsim.InsightFilter{}).Days[0].Date)
				assert.Equal(t, 3*n, received(one, two), "a day")
				assert.Equal(t, n, received(two, never), "from its first instant")
				assert.Equal(t, 1+n, received(never, one), "up to it")
				assert.Equal(t, n, received(one, one.Add(time.Millisecond)), "an instant")
				assert.Equal(t, 2*n, received(one.Add(time.Millisecond), two))
				assert.Equal(t, n, received(one.Add(-time.Millisecond), one))
				assert.Equal(t, 0, received(one, one), "no time")
				assert.Equal(t, 0, received(u.Now().Add(time.Hour), u.Now().Add(time.Hour)))
				assert.Equal(t, 0, received(u.Now().Add(testkit.Day), u.Now().Add(9*testkit.Day)), "what is to come")
				assert.Equal(t, 5*n+1, received(never, u.Now().Add(99*testkit.Day)))
			}
			check(u)
			check(u) // what was summed up, asked again
			check(testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()))
		})
	}
}

// TestInsightsOfWhoIsGone: a person's part stays while there are facts of it.
func TestInsightsOfWhoIsGone(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	ben := testkit.AddPerson(t, u, "ben@client.test", nil)
	testkit.AskAll(t, u, anna)
	assert.Zero(t, testkit.Insights(t, u, mailsim.InsightFilter{PersonaID: ben.ID}).Mail.Received, "nothing has reached them yet")
	require.NoError(t, u.DeletePersona(context.Background(), anna.ID))
	require.NoError(t, u.DeletePersona(context.Background(), ben.ID))
	in := testkit.Insights(t, u, mailsim.InsightFilter{PersonaID: anna.ID})
	assert.Equal(t, 1, in.Mail.Received)
	assert.Empty(t, in.Persons[0].Persona)
	_, err := u.Insights(mailsim.InsightFilter{PersonaID: ben.ID})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	_, err = u.Insights(mailsim.InsightFilter{PersonaID: anna.ID, Since: u.Now().Add(time.Hour)})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}

// TestWorstScore: the highest is the worst, also where all are good.
func TestWorstScore(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, scores := range [][]float64{{-3}, {-2, -1.5}, {-4}} {
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			for _, s := range scores {
				insight.Note(t, insight.Fact{Kind: insight.Scored, Value: s})
			}
			for i := range insight.PerRecord {
				insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p" + strconv.Itoa(i)})
			}
			return nil
		}))
		testkit.Advance(t, u, testkit.Day)
	}
	assert.Equal(t, mailsim.SpamInsight{Scored: 4, Mean: -2.63, Worst: -1.5}, testkit.Insights(t, u, mailsim.InsightFilter{}).Spam)
	assert.Equal(t, -3.0, testkit.Insights(t, u, mailsim.InsightFilter{Until: u.Now().Add(-2*testkit.Day - time.Hour)}).Spam.Worst)
	assert.Zero(t, testkit.Insights(t, u, mailsim.InsightFilter{Since: u.Now()}).Spam.Worst)
}
