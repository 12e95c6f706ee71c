package insight_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestInsightsMatchTheLog(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Sites: map[string]http.Handler{"shop.test": http.NotFoundHandler()}})
	edit := func(rate float64, median time.Duration) func(p *mailsim.Persona) {
		return func(p *mailsim.Persona) {
			p.Timing = mailsim.Timing{ReplyRate: &rate, Delay: &mailsim.Delay{Median: median, Spread: 1}, Hours: &mailsim.Hours{Days: "mon-sun", From: "00:00", To: "24:00"}}
			p.Behaviors.DoubleReply, p.Style.Links = new(0.0), "curious"
		}
	}
	quick := testkit.AddPerson(t, u, "quick@client.test", edit(1, 10*time.Minute))
	slow := testkit.AddPerson(t, u, "slow@client.test", edit(1, 50*time.Minute))
	mute := testkit.AddPerson(t, u, "mute@client.test", func(p *mailsim.Persona) { edit(0, time.Hour)(p); p.Temperament = "ghost" })
	testkit.SetWorld(t, u, mailsim.Stream{ID: "leads", Kind: "lead", NewPeople: 1, To: []string{"app@ours.test"}}, mailsim.Stream{ID: "news", Kind: "newsletter", To: []string{"app@ours.test"}})
	for range 3 {
		_, err := u.SendStream(ctx, "leads")
		require.NoError(t, err)
	}
	_, err := u.SendStream(ctx, "news")
	require.NoError(t, err)
	testkit.AskAll(t, u, quick, slow, mute)
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"gone+full-dsn@client.test"}, Subject: "x", Text: "y"})
	require.NoError(t, err)
	testkit.Advance(t, u, 20*testkit.Day)

	in := testkit.Insights(t, u, mailsim.InsightFilter{})
	count := map[mailsim.EventType]int{}
	for e := range u.Log(mailsim.EventFilter{}) {
		count[e.Type]++
	}
	assert.Equal(t, count[mailsim.EventMailDelivered], in.Mail.Accepted) // spec: d.insights.counts
	assert.Equal(t, count[mailsim.EventPersonaReceived], in.Mail.Received)
	assert.Equal(t, count[mailsim.EventPersonaBounced], in.Mail.Bounced)
	assert.Equal(t, count[mailsim.EventPersonaIgnored], in.Mail.Ignored)
	assert.Equal(t, count[mailsim.EventPersonaSent], in.Mail.Sent)
	assert.Equal(t, count[mailsim.EventLinkOpened], in.Links.Opened)
	assert.Equal(t, count[mailsim.EventPersonaPromised], in.Promises.Made)
	assert.Equal(t, count[mailsim.EventInspectScored], in.Spam.Scored)
	assert.Equal(t, map[string]int{"full": 1}, in.Mail.Bounces) // spec: d.insights.shape
	assert.Equal(t, 3, in.Mail.Received)
	assert.Equal(t, 2, in.Replies.Answered)
	assert.InDelta(t, 0.6667, in.Replies.Rate, 1e-9)
	assert.Equal(t, 1, in.Unanswered)
	assert.Equal(t, 1, in.Silent)
	assert.Equal(t, []mailsim.StreamInsight{{Stream: "leads", Kind: "lead", Sent: 3}, {Stream: "news", Kind: "newsletter", Sent: 1}}, in.Streams)
	assert.Len(t, in.Persons, 6)
	assert.Equal(t, 0, in.Replies.ByTemperament["ghost"].Answered)
	assert.NotEmpty(t, in.Days)
	assert.Equal(t, "2026-01-05", in.Days[0].Date)
	assert.Equal(t, 4, in.Days[0].World)
	boxes := 0
	for _, m := range u.Mailboxes() {
		for _, f := range []string{post.Inbox, post.Junk} {
			list, err := u.Messages(m.Address, mailsim.MessageFilter{Folder: f})
			require.NoError(t, err)
			boxes += len(list)
		}
	}
	assert.Equal(t, boxes, in.Mail.Delivered, "copies that reached a mailbox")

	one := testkit.Insights(t, u, mailsim.InsightFilter{PersonaID: quick.ID}) // spec: d.insights.persona
	assert.Equal(t, 1, one.Mail.Received)
	assert.Equal(t, 1.0, one.Replies.Rate)
	assert.Len(t, one.Persons, 1)
	assert.Zero(t, one.Mail.Accepted)
	took := testkit.Insights(t, u, mailsim.InsightFilter{PersonaID: slow.ID}).Replies.Median
	assert.Equal(t, one.Replies.Median, in.Replies.Median, "the lower of two is their median")
	assert.Equal(t, took, in.Replies.P90)
	assert.Less(t, one.Replies.Median, took)
	_, err = u.Insights(mailsim.InsightFilter{PersonaID: "p_nobody"})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}

func TestInsightsRange(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.AskAll(t, u, anna)
	testkit.Advance(t, u, time.Hour)
	noon := u.Now()
	testkit.AskAll(t, u, anna)
	testkit.AskAll(t, u, anna)
	assert.Equal(t, 3, testkit.Insights(t, u, mailsim.InsightFilter{}).Mail.Accepted)
	assert.Equal(t, 2, testkit.Insights(t, u, mailsim.InsightFilter{Since: noon}).Mail.Accepted) // spec: d.insights.range
	assert.Equal(t, 1, testkit.Insights(t, u, mailsim.InsightFilter{Until: noon}).Mail.Accepted)
	assert.Equal(t, 0, testkit.Insights(t, u, mailsim.InsightFilter{Since: noon.Add(time.Second), Until: noon.Add(testkit.Day)}).Mail.Accepted)
	_, err := u.Insights(mailsim.InsightFilter{Since: noon, Until: noon.Add(-1)})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	var facts int
	u.Read(func(v state.View) { facts = v.Counter("facts") })
	for range 5 * insight.PerRecord {
		testkit.AskAll(t, u, anna)
	}
	u.Read(func(v state.View) {
		assert.Greater(t, v.Counter("facts"), facts+10*insight.PerRecord)
	})
	assert.Equal(t, 3+5*insight.PerRecord, testkit.Insights(t, u, mailsim.InsightFilter{}).Mail.Accepted)
}

// TestFactsOfOneInstant counts what is alike at one instant without keeping each.
func TestFactsOfOneInstant(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	send := func(n int) {
		for range n {
			_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"box@client.test"}, Subject: "x", Text: "y"})
			require.NoError(t, err)
		}
	}
	send(100)
	var facts int
	u.Read(func(v state.View) { facts = v.Counter("facts") })
	assert.Equal(t, 2, facts)
	testkit.Advance(t, u, time.Second)
	later := u.Now()
	send(1)
	for _, u := range []*engine.Universe{u, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())} {
		for since, want := range map[time.Time]int{{}: 101, later: 1} {
			in := testkit.Insights(t, u, mailsim.InsightFilter{Since: since})
			assert.Equal(t, [2]int{want, want}, [2]int{in.Mail.Accepted, in.Mail.Delivered})
		}
	}
}

func TestInsightsJSON(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	empty, err := json.Marshal(testkit.Insights(t, u, mailsim.InsightFilter{}))
	require.NoError(t, err)
	assert.JSONEq(t, `{"since":null,"until":null,
		"mail":{"accepted":0,"delivered":0,"received":0,"junked":0,"junk_rate":0,"bounced":0,"bounces":{},"ignored":0,"sent":0},
		"replies":{"answered":0,"rate":0,"median":null,"p90":null},"promises":{"made":0,"kept":0,"broken":0,"open":0},
		"links":{"opened":0,"failed":0,"skipped":0},"spam":{"scored":0,"mean":0,"worst":0},"unanswered":0,"silent":0,"persons":[],"streams":[],"days":[]}`, string(empty))
	in := mailsim.ReplyInsight{Answered: 2, Rate: 0.5, Median: 45 * time.Minute, P90: 2 * time.Hour, ByTemperament: map[string]mailsim.ReplyInsight{"busy": {Answered: 1, Median: time.Minute}}}
	b, err := json.Marshal(in)
	require.NoError(t, err)
	assert.Contains(t, string(b), `"median":"45m"`)
	var back mailsim.ReplyInsight
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, in, back)
}

func TestInsightsNeedThePlan(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Features: []mailsim.Feature{}}})
	_, err := u.Insights(mailsim.InsightFilter{})
	assert.ErrorIs(t, err, mailsim.ErrPlan)
}

// BenchmarkInsights reads the last day of 100 days of traffic, and all of them,
// and compares the day with that of a universe that has seen 1 day alone.
func BenchmarkInsights(b *testing.B) {
	ctx := context.Background()
	traffic := func(days int) *engine.Universe {
		u, err := engine.New(mailsim.Options{})
		require.NoError(b, err)
		b.Cleanup(func() { _ = u.Close() })
		for range days {
			require.NoError(b, u.Update(ctx, func(t *state.Tx) error {
				for n := range 10_000 {
					insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p_" + strconv.Itoa(n%50)})
				}
				return nil
			}))
			_, err := u.Advance(ctx, testkit.Day)
			require.NoError(b, err)
		}
		return u
	}
	short, long := traffic(1), traffic(100)
	var first, last, all []time.Duration
	read := func(u *engine.Universe, f mailsim.InsightFilter) time.Duration {
		start := time.Now()
		_, err := u.Insights(f)
		require.NoError(b, err)
		return time.Since(start)
	}
	for b.Loop() {
		first = append(first, read(short, mailsim.InsightFilter{}))
		last = append(last, read(long, mailsim.InsightFilter{Since: long.Now().Add(-testkit.Day)}))
		all = append(all, read(long, mailsim.InsightFilter{}))
	}
	median := func(list []time.Duration) float64 { slices.Sort(list); return float64(list[len(list)/2]) }
	b.ReportMetric(median(last)/median(first), "last-of-100-days/only-day")
	b.ReportMetric(median(all)/median(first), "100-days/1-day")
	b.ReportMetric(median(all)/1e6, "ns/fact")
}

// TestInsightsOfGivenFacts holds every number of an answer against what was told.
func TestInsightsOfGivenFacts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	zoe := testkit.AddPerson(t, u, "a@client.test", func(p *mailsim.Persona) { p.Name, p.Temperament = "Zoe", "busy" })
	amy := testkit.AddPerson(t, u, "z@client.test", func(p *mailsim.Persona) { p.Name, p.Temperament = "Amy", "flaky" })
	tell := func(list ...mailsim.EventData) {
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
			for _, e := range list {
				t.Emit(e)
			}
			return nil
		}))
	}
	reply := func(p string, seconds float64, mails int) {
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
			for range mails {
				insight.Note(t, insight.Fact{Kind: insight.Received, Person: p})
			}
			insight.Note(t, insight.Fact{Kind: insight.Replied, Person: p, Count: mails, Value: seconds})
			return nil
		}))
	}
	tell(mailsim.PersonaJunked{PersonaID: zoe.ID}, mailsim.PersonaIgnored{PersonaID: zoe.ID}, mailsim.PersonaBounced{PersonaID: zoe.ID, Kind: "full"}, mailsim.PersonaBounced{Kind: "full"}, mailsim.PersonaBounced{Kind: "unknown"},
		mailsim.PersonaPromised{PersonaID: zoe.ID}, mailsim.PersonaPromised{PersonaID: zoe.ID}, mailsim.PersonaPromised{PersonaID: amy.ID}, mailsim.PersonaPromised{PersonaID: amy.ID}, mailsim.PersonaSent{PersonaID: zoe.ID, Kind: "deliver"},
		mailsim.LinkOpened{PersonaID: zoe.ID}, mailsim.LinkOpened{PersonaID: amy.ID}, mailsim.LinkOpened{PersonaID: amy.ID}, mailsim.LinkFailed{PersonaID: zoe.ID}, mailsim.LinkFailed{PersonaID: zoe.ID}, mailsim.LinkSkipped{PersonaID: zoe.ID},
		mailsim.InspectScored{Score: 2}, mailsim.InspectScored{Score: -1}, mailsim.InspectScored{Score: 7.333}, mailsim.WorldMail{Stream: "s2"}, mailsim.WorldMail{Stream: "s1", PersonaID: amy.ID}, mailsim.WorldMail{Stream: "s2"})
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
		insight.Note(t, insight.Fact{Kind: insight.Broken, Person: amy.ID})
		return nil
	}))
	testkit.Advance(t, u, testkit.Day)
	for n := 1; n <= 9; n++ {
		reply(zoe.ID, float64(60*n), 1)
	}
	reply(amy.ID, 6000, 3)
	tell(mailsim.PersonaSent{PersonaID: amy.ID, Kind: "reply"})
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
		insight.Note(t, insight.Fact{Kind: insight.Received, Person: "p_gone"})
		return nil
	}))

	in := testkit.Insights(t, u, mailsim.InsightFilter{})
	assert.Equal(t, mailsim.MailInsight{Received: 13, Junked: 1, JunkRate: 0.0714, Bounced: 3, Bounces: map[string]int{"full": 2, "unknown": 1}, Ignored: 1, Sent: 2}, in.Mail)
	assert.Equal(t, mailsim.PromiseInsight{Made: 4, Kept: 1, Broken: 1, Open: 2}, in.Promises)
	assert.Equal(t, mailsim.LinkInsight{Opened: 3, Failed: 2, Skipped: 1}, in.Links)
	assert.Equal(t, mailsim.SpamInsight{Scored: 3, Mean: 2.78, Worst: 7.333}, in.Spam)
	assert.Equal(t, []int{1, 1}, []int{in.Unanswered, in.Silent})
	assert.Equal(t, []mailsim.StreamInsight{{Stream: "s1", Kind: "", Sent: 1}, {Stream: "s2", Kind: "", Sent: 2}}, in.Streams)
	replies := func(n int, rate float64, median, p90 time.Duration) mailsim.ReplyInsight {
		return mailsim.ReplyInsight{Answered: n, Rate: rate, Median: median, P90: p90}
	}
	ofZoe, ofAmy := replies(9, 1, 5*time.Minute, 9*time.Minute), replies(3, 1, 100*time.Minute, 100*time.Minute)
	assert.Equal(t, []mailsim.PersonInsight{
		{PersonaID: "p_gone", Received: 1},
		{PersonaID: amy.ID, Persona: "Amy", Received: 3, Sent: 1, Opened: 2, Replies: ofAmy},
		{PersonaID: zoe.ID, Persona: "Zoe", Received: 9, Junked: 1, Bounced: 1, Ignored: 1, Sent: 1, Opened: 1, Replies: ofZoe},
	}, in.Persons)
	all := replies(12, 0.9231, 5*time.Minute, 9*time.Minute)
	all.ByTemperament = map[string]mailsim.ReplyInsight{"busy": ofZoe, "flaky": ofAmy}
	assert.Equal(t, all, in.Replies)
	assert.Equal(t, []mailsim.DayInsight{
		{Date: "2026-01-05", Junked: 1, Bounced: 3, Ignored: 1, Sent: 1, Opened: 3, World: 3},
		{Date: "2026-01-06", Received: 13, Sent: 1, Replied: 12},
	}, in.Days)
	one := testkit.Insights(t, u, mailsim.InsightFilter{PersonaID: zoe.ID})
	assert.Equal(t, map[string]int{"full": 1}, one.Mail.Bounces)
	assert.Equal(t, []mailsim.StreamInsight{}, one.Streams)
	assert.Zero(t, one.Spam.Scored)
}

// TestReplyTimes are those from the arrival of the first mail that a reply answers.
func TestReplyTimes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Timing = mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 2 * time.Hour, Spread: 1}, Hours: &mailsim.Hours{Days: "mon-sun", From: "00:00", To: "24:00"}}
		p.Behaviors.DoubleReply = new(0.0)
	})
	first := testkit.SendTo(t, u, "anna@client.test", "Meeting", "Is Tuesday fine?")
	testkit.Advance(t, u, 30*time.Minute)
	testkit.SendTo(t, u, "anna@client.test", "Re: Meeting", "Or Wednesday?", func(o *mailsim.Outgoing) { o.InReplyTo = first })
	require.Len(t, testkit.EventsOf[mailsim.PersonaBatched](u), 1)
	testkit.Advance(t, u, 5*time.Hour)
	in := testkit.Insights(t, u, mailsim.InsightFilter{PersonaID: anna.ID})
	assert.Equal(t, []any{2, 1.0, 2 * time.Hour}, []any{in.Replies.Answered, in.Replies.Rate, in.Replies.Median})
}
