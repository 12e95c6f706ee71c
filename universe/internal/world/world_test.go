package world_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/world"
)

var updateGolden = flag.Bool("mailsim.update", false, "write testdata/world anew")

func worldMails(u *engine.Universe) (out []mailsim.WorldMail) {
	for _, m := range mailsim.EventsOf[mailsim.WorldMail](u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventWorldMail}})) {
		out = append(out, m)
	}
	return out
}

func TestWorldComesBackAsSent(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	assert.Equal(t, []mailsim.Stream{}, u.World().Streams, "spec: world.shape") // spec: world.shape
	assert.Equal(t, []mailsim.CompanyMailbox{}, u.World().Company.Mailboxes)    // spec: world.company.mailboxes
	in := mailsim.World{
		Company: mailsim.Company{Name: "Ours GmbH", Domain: "ours.test", TZ: "Europe/Berlin", Mailboxes: []mailsim.CompanyMailbox{{Address: "sales@ours.test", Name: "Jo Park", Role: "Sales"}}},
		Streams: []mailsim.Stream{
			{Kind: "lead", PerDay: 900, Brief: "olive oil", NewPeople: 7, Enabled: new(true), To: []string{"sales@ours.test"}, Sent: 99, Next: new(config.DefaultStart)},
			{ID: "mine", Kind: "spam", To: nil},
		},
	}
	out, err := u.SetWorld(ctx, in)
	require.NoError(t, err)
	assert.Equal(t, in.Company, out.Company)           // spec: world.company.texts
	assert.NotEmpty(t, out.Streams[0].ID)              // spec: world.stream.id
	assert.Equal(t, "mine", out.Streams[1].ID)         // spec: world.stream.id
	assert.Equal(t, 500.0, out.Streams[0].PerDay)      // spec: world.stream.per_day.cap, world.stream.per_day.cap
	assert.Equal(t, 1.0, out.Streams[0].NewPeople)     // spec: world.stream.new_people.cap
	assert.Equal(t, "olive oil", out.Streams[0].Brief) // spec: world.stream.brief
	assert.Equal(t, 0, out.Streams[0].Sent)            // spec: world.stream.sent
	require.NotNil(t, out.Streams[0].Next)
	assert.True(t, out.Streams[0].Next.After(u.Now())) // spec: world.stream.next
	assert.Nil(t, out.Streams[1].Next)                 // spec: world.stream.enabled
	assert.Equal(t, []string{}, out.Streams[1].To)
	assert.Empty(t, cmp.Diff(out, u.World()))                                                                                                        // spec: world.get, world.put
	assert.Equal(t, []string{"lead", "support", "vendor", "partner", "customer", "newsletter", "spam", "phishing", "custom"}, mailsim.StreamKinds()) // spec: world.get.kinds, world.stream.kind
	for _, e := range mailsim.EventsOf[mailsim.WorldUpdated](u.Log(mailsim.EventFilter{})) {
		assert.Equal(t, mailsim.WorldUpdated{Streams: 2, Enabled: 1}, e) // spec: events.world.updated
	}
	out.Streams[0].To[0] = "changed"
	out.Company.Mailboxes[0].Name = "changed"
	assert.NotEqual(t, "changed", u.World().Streams[0].To[0], "answers are copies")
	assert.NotEqual(t, "changed", u.World().Company.Mailboxes[0].Name)
	m, err := u.Mailbox("sales@ours.test")
	require.NoError(t, err)
	assert.Equal(t, "Jo Park", m.DisplayName)
}

func TestCompanyMailboxJSON(t *testing.T) {
	t.Parallel()
	var c mailsim.Company
	require.NoError(t, json.Unmarshal([]byte(`{"mailboxes":["a@ours.test",{"address":"b@ours.test","name":"B","role":"R"}]}`), &c))
	assert.Equal(t, []mailsim.CompanyMailbox{{Address: "a@ours.test", Name: "", Role: ""}, {Address: "b@ours.test", Name: "B", Role: "R"}}, c.Mailboxes)
	assert.ErrorIs(t, json.Unmarshal([]byte(`{"mailboxes":[{"adress":"x"}]}`), &c), mailsim.ErrInvalid)
	m := mailsim.CompanyMailbox{Address: "a@ours.test", Name: "A", Role: "R"}
	require.NoError(t, json.Unmarshal([]byte(`"b@ours.test"`), &m))
	assert.Equal(t, mailsim.CompanyMailbox{Address: "b@ours.test"}, m)
}

func TestWorldRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Limits: mailsim.Limits{Streams: 1}}})
	ok := mailsim.Stream{ID: "s1", Kind: "lead", PerDay: 5, Enabled: new(true), To: []string{"a@ours.test"}}
	edit := func(f func(*mailsim.Stream)) mailsim.World {
		s := ok
		f(&s)
		return mailsim.World{Streams: []mailsim.Stream{s}}
	}
	kept := testkit.SetWorld(t, u, ok)
	second := ok
	second.ID = "s2"
	for _, c := range []struct {
		w    mailsim.World
		want string
	}{
		{edit(func(s *mailsim.Stream) { s.Kind = "lunch" }), `unknown stream kind "lunch"`},                                 // spec: errors.world.kind
		{edit(func(s *mailsim.Stream) { s.PerDay = 0 }), `stream "s1" needs a rate and at least one mailbox`},               // spec: errors.world.rate
		{edit(func(s *mailsim.Stream) { s.To = nil }), `stream "s1" needs a rate and at least one mailbox`},                 // spec: errors.world.to
		{mailsim.World{Streams: []mailsim.Stream{ok, second}}, `the plan allows 1 inbound stream(s); upgrade for more`},     // spec: errors.world.plan, limits.plan.streams
		{edit(func(s *mailsim.Stream) { s.PerDay = -1 }), `per_day must not be negative`},                                   // spec: world.stream.per_day.negative
		{edit(func(s *mailsim.Stream) { s.PerDay = math.NaN() }), `per_day must not be negative`},                           //
		{edit(func(s *mailsim.Stream) { s.NewPeople = -0.1 }), `new_people must be between 0 and 1`},                        //
		{edit(func(s *mailsim.Stream) { s.To = []string{"nobody"} }), `to: "nobody" is not an email address`},               //
		{edit(func(s *mailsim.Stream) { s.ID = "a\x00b" }), `id must be at most 200 bytes without control characters`},      //
		{mailsim.World{Streams: []mailsim.Stream{ok, ok}}, `stream id "s1" is there twice`},                                 //
		{mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{}}}}, `company.mailboxes is required`}, //
		{mailsim.World{Company: mailsim.Company{Domain: "a b"}}, `company.domain: "a b" is not a domain`},                   //
		{mailsim.World{Company: mailsim.Company{Name: "a\nb"}}, `company.name must be one line of at most 300 bytes`},       //
	} {
		_, err := u.SetWorld(ctx, c.w)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.EqualError(t, err, c.want)
	}
	_, err := u.SetWorld(ctx, mailsim.World{Company: mailsim.Company{TZ: "Mars/Olympus"}})
	assert.ErrorIs(t, err, mailsim.ErrInvalid) // spec: world.company.tz
	_, err = u.SetWorld(ctx, mailsim.World{Company: mailsim.Company{TZ: "Local"}})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Empty(t, cmp.Diff(kept, u.World()), "nothing was changed")
	second.Enabled = new(false)
	_, err = u.SetWorld(ctx, mailsim.World{Streams: []mailsim.Stream{ok, second}})
	assert.NoError(t, err, "the plan counts enabled streams")
	_, err = u.SendStream(ctx, "nowhere")
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.EqualError(t, err, "that stream no longer exists") // spec: errors.world.send-unknown
}

func TestWorldRate(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	streams := []mailsim.Stream{
		{ID: "few", Kind: "newsletter", PerDay: 3, Enabled: new(true), To: []string{"a@ours.test"}},
		{ID: "many", Kind: "spam", PerDay: 20, NewPeople: 1, Enabled: new(true), To: []string{"b@ours.test"}},
		{ID: "none", Kind: "lead", PerDay: 50, Enabled: new(false), To: []string{"c@ours.test"}},
	}
	for _, kind := range mailsim.StreamKinds() {
		streams = append(streams, mailsim.Stream{ID: kind, Kind: kind, PerDay: 6.5, NewPeople: 0.2, Enabled: new(true), To: []string{"d@ours.test"}})
	}
	testkit.SetWorld(t, u, streams...)
	testkit.Advance(t, u, 30*testkit.Day)
	count, stream := map[string]int{}, map[string]string{}
	for _, m := range worldMails(u) {
		count[m.Stream]++
		stream[m.MessageID] = m.Stream
	}
	again := map[string]int{} // who got no answer asks again: a mail of the stream as well
	jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobNudge})
	require.NoError(t, err)
	for _, j := range jobs {
		if strings.HasPrefix(j.Note, "sent") {
			again[stream[j.MessageID]]++
		}
	}
	for _, s := range u.World().Streams {
		assert.Equal(t, count[s.ID]+again[s.ID], s.Sent) // spec: world.stream.sent
		if *s.Enabled {
			mean := 30 * s.PerDay
			assert.InDelta(t, mean, s.Sent, 4*math.Sqrt(mean), "%s: four standard deviations of a Poisson count", s.ID) // spec: world.stream.per_day
			assert.True(t, s.Next.After(u.Now()))
		}
	}
	assert.Zero(t, count["none"]) // spec: world.stream.enabled
	list, err := u.Messages("a@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Positive(t, again["support"])
	assert.Len(t, list, count["few"]) // spec: world.stream.to
	gaps := map[bool]int{}
	for i := 1; i < len(list); i++ {
		gaps[list[i-1].Time.Sub(list[i].Time) < 8*time.Hour]++
	}
	assert.InDelta(t, 0.63, float64(gaps[true])/float64(len(list)-1), 0.17, "63 %% of the gaps of a Poisson process are below their mean")
}

func TestWorldBusinessHours(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Start: time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)}) // the clocks change on Sunday 29 March
	_, err := u.SetWorld(ctx, mailsim.World{Company: mailsim.Company{TZ: "Europe/Berlin"}, Streams: []mailsim.Stream{{Kind: "phishing", PerDay: 30, BusinessHours: true, Enabled: new(true), To: []string{"a@ours.test"}}}})
	require.NoError(t, err)
	zone, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	testkit.Advance(t, u, 28*testkit.Day)
	days := map[string]int{}
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventWorldMail}}) {
		at := e.At.In(zone)
		assert.NotContains(t, []time.Weekday{time.Saturday, time.Sunday}, at.Weekday(), at) // spec: world.stream.business_hours
		assert.GreaterOrEqual(t, at.Hour(), 9, at)
		assert.Less(t, at.Hour(), 18, at)
		days[at.Format(time.DateOnly)]++
	}
	assert.Len(t, days, 20)
	total := 0
	for _, n := range days {
		total += n
	}
	assert.InDelta(t, 600, total, 4*math.Sqrt(600), "per working day")
	u2 := testkit.New(t, mailsim.Options{})
	testkit.SetWorld(t, u2, mailsim.Stream{Kind: "spam", PerDay: 30, Enabled: new(true), To: []string{"a@ours.test"}})
	testkit.Advance(t, u2, 7*testkit.Day)
	night := 0
	for e := range u2.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventWorldMail}}) {
		if e.At.Hour() < 6 {
			night++
		}
	}
	assert.InDelta(t, 30*7/4, night, 30, "at any hour") // spec: world.stream.business_hours
}

func TestWorldPut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	a := mailsim.Stream{ID: "a", Kind: "spam", PerDay: 40, Enabled: new(true), To: []string{"a@ours.test"}}
	b := mailsim.Stream{ID: "b", Kind: "spam", PerDay: 40, Enabled: new(true), To: []string{"b@ours.test"}}
	testkit.SetWorld(t, u, a, b)
	testkit.Advance(t, u, 2*testkit.Day)
	before := u.World().Streams
	testkit.Advance(t, u, time.Minute)
	after := testkit.SetWorld(t, u, a).Streams
	require.Len(t, after, 1)
	assert.Equal(t, before[0].Sent, after[0].Sent) // spec: world.stream.id.keeps-sent
	assert.True(t, after[0].Next.After(u.Now()))   // spec: world.put.reschedules
	assert.NotEqual(t, before[0].Next, after[0].Next)
	n := len(worldMails(u))
	pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobWorld})
	require.NoError(t, err)
	assert.Len(t, pending, 1)
	testkit.Advance(t, u, 2*testkit.Day)
	for _, m := range worldMails(u)[n:] {
		assert.Equal(t, "a", m.Stream) // spec: world.put.replaces
	}
	assert.Greater(t, len(worldMails(u)), n)

	next := *u.World().Streams[0].Next
	sent := u.World().Streams[0].Sent
	id, err := u.SendStream(ctx, "a")
	require.NoError(t, err)
	assert.Equal(t, sent+1, u.World().Streams[0].Sent) // spec: world.send.counts
	assert.Equal(t, next, *u.World().Streams[0].Next)  // spec: world.send.schedule-unchanged
	list, err := u.Messages("a@ours.test", mailsim.MessageFilter{Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, id, list[0].MessageID) // spec: world.send
	assert.Equal(t, u.Now(), list[0].Time)
	assert.Equal(t, "spam", list[0].Truth)
	assert.NotContains(t, strings.ToLower(string(list[0].Bytes()[:strings.Index(string(list[0].Bytes()), "\r\n\r\n")])), "truth")

	_, err = u.SkipJob(ctx, mustPending(t, u).ID)
	require.NoError(t, err)
	testkit.Advance(t, u, testkit.Day)
	assert.Greater(t, u.World().Streams[0].Sent, sent+1, "a stream goes on after a skipped job")
	_, err = u.RunJob(ctx, mustPending(t, u).ID)
	require.NoError(t, err)
	assert.True(t, u.World().Streams[0].Next.After(u.Now()))
}

func mustPending(t *testing.T, u *engine.Universe) mailsim.Job {
	t.Helper()
	jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobWorld})
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	return jobs[0]
}

func TestWorldPeople(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetWorld(t, u,
		mailsim.Stream{ID: "new", Kind: "lead", NewPeople: 1, To: []string{"a@ours.test"}},
		mailsim.Stream{ID: "known", Kind: "customer", To: []string{"b@ours.test"}},
		mailsim.Stream{ID: "mixed", Kind: "support", NewPeople: 0.5, Brief: "Questions about solar panels", To: []string{"c@ours.test", "d@ours.test"}},
		mailsim.Stream{ID: "news", Kind: "newsletter", NewPeople: 0, To: []string{"e@ours.test"}})
	senders := map[string]map[string]bool{}
	for range 20 {
		for _, s := range u.World().Streams {
			_, err := u.SendStream(ctx, s.ID)
			require.NoError(t, err)
		}
	}
	for e, m := range mailsim.EventsOf[mailsim.WorldMail](u.Log(mailsim.EventFilter{})) {
		if senders[m.Stream] == nil {
			senders[m.Stream] = map[string]bool{}
		}
		senders[m.Stream][m.PersonaID+m.From] = true
		if m.Kind == "newsletter" {
			assert.NotEmpty(t, m.From)
			assert.Empty(t, m.PersonaID)
			continue
		}
		p, err := u.Persona(m.PersonaID) // spec: events.world.mail
		require.NoError(t, err)
		assert.Equal(t, people.ProviderWorld, p.Provider)
		assert.Equal(t, p.Name, m.Persona)
		assert.NotEmpty(t, m.Subject)
		assert.NotEmpty(t, u.FindMessage(m.MessageID))
		sent := slices.Collect(u.Log(mailsim.EventFilter{After: e.ID, Limit: 1}))[0].Data.(mailsim.PersonaSent)
		assert.Equal(t, m.MessageID, sent.MessageID)
		assert.Equal(t, "initiate", sent.Kind)
		if m.Stream == "mixed" {
			assert.Equal(t, []string{"c@ours.test", "d@ours.test"}, m.To)
			assert.Contains(t, strings.ToLower(sent.Subject+sent.Text), "solar panels") // spec: world.stream.brief
		}
	}
	assert.Len(t, senders["new"], 20)  // spec: world.stream.new_people
	assert.Len(t, senders["known"], 1) // spec: world.stream.new_people
	assert.Len(t, senders["news"], 1)
	assert.InDelta(t, 10, len(senders["mixed"]), 6)
	made := 0
	for _, p := range mailsim.EventsOf[mailsim.PersonaCreated](u.Log(mailsim.EventFilter{})) {
		assert.NotEmpty(t, p.Why)
		made++
	}
	assert.Equal(t, len(u.Personas()), made)
	for _, a := range []string{"c@ours.test", "d@ours.test"} {
		list, err := u.Messages(a, mailsim.MessageFilter{})
		require.NoError(t, err)
		assert.Len(t, list, 20) // spec: world.stream.to
	}
	for _, m := range u.Mailboxes() {
		assert.True(t, m.PersonaID != "" || strings.HasSuffix(m.Address, "@ours.test"), "no mailbox is behind bulk mail: %s", m.Address)
	}
}

// TestWorldAnswers lets the company answer: the person goes on with the thread.
func TestWorldAnswers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "leads", Kind: "lead", NewPeople: 1, To: []string{"sales@ours.test"}})
	answered := 0
	for range 12 {
		id, err := u.SendStream(ctx, "leads")
		require.NoError(t, err)
		mail := worldMails(u)[len(worldMails(u))-1]
		p, err := u.Persona(mail.PersonaID)
		require.NoError(t, err)
		reply, err := u.Send(ctx, mailsim.Outgoing{From: "sales@ours.test", To: p.Addresses, Subject: "Re: " + mail.Subject, InReplyTo: id, Text: "Gladly. Would Thursday at 10:00 suit you for a call?"})
		require.NoError(t, err)
		if got, err := u.WaitReply(ctx, u.Mark(), mailsim.ReplyMatch{From: p.ID, InReplyTo: reply}); err == nil {
			answered++
			assert.Equal(t, reply, got.InReplyTo)
			assert.Contains(t, got.References, id)
		} else {
			require.ErrorIs(t, err, mailsim.ErrConflict)
		}
	}
	assert.Greater(t, answered, 5)
}

func TestWorldPlanLimits(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Name: "Free", Limits: mailsim.Limits{InboundPerDay: 3, Personas: 2}}})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "a", Kind: "lead", NewPeople: 1, PerDay: 100, Enabled: new(true), To: []string{"a@ours.test"}})
	testkit.Advance(t, u, 3*testkit.Day)
	perDay := map[string]int{}
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventWorldMail}}) {
		perDay[world.DayOf(e.At)]++
	}
	for d, n := range perDay {
		assert.Equal(t, 3, n, d) // spec: limits.plan.inbound_per_day
	}
	assert.GreaterOrEqual(t, len(perDay), 3)
	assert.Len(t, u.Personas(), 2)
	_, err := u.SendStream(ctx, "a")
	if err == nil { // the day is young
		for err == nil {
			_, err = u.SendStream(ctx, "a")
		}
	}
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.EqualError(t, err, "the plan Free allows 3 inbound mails a day; upgrade for more")
}

func TestWorldRepeats(t *testing.T) {
	t.Parallel()
	run := func(others ...mailsim.Stream) ([]string, []string) {
		u := testkit.New(t, mailsim.Options{})
		streams := []mailsim.Stream{}
		for _, kind := range mailsim.StreamKinds() {
			streams = append(streams, mailsim.Stream{ID: kind, Kind: kind, PerDay: 2, NewPeople: 0.5, Enabled: new(true), To: []string{"a@ours.test"}})
		}
		testkit.SetWorld(t, u, append(streams, others...)...)
		testkit.Advance(t, u, 10*testkit.Day)
		list, err := u.Messages("a@ours.test", mailsim.MessageFilter{})
		require.NoError(t, err)
		var mails []string
		for _, m := range list {
			mails = append(mails, string(m.Bytes()))
		}
		return testkit.Story(u), mails
	}
	log1, mails1 := run()
	log2, mails2 := run()
	assert.Equal(t, log1, log2)
	assert.Equal(t, mails1, mails2)
	_, mails3 := run(mailsim.Stream{ID: "b", Kind: "vendor", PerDay: 9, NewPeople: 1, Enabled: new(true), To: []string{"b@ours.test"}})
	assert.Equal(t, mails1, mails3, "another stream changes nothing of this one")
}

// TestWorldWeek holds a week of World mail against testdata/world/week.txt,
// which is there to be read.
func TestWorldWeek(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "week"})
	var streams []mailsim.Stream
	for _, kind := range mailsim.StreamKinds() {
		streams = append(streams, mailsim.Stream{ID: kind, Kind: kind, PerDay: 1, NewPeople: 0.7, BusinessHours: kind != "spam", Enabled: new(true), To: []string{"hello@ours.test"}})
	}
	streams[0].Brief = "Wholesale buyers asking for samples of olive oil, delivery times, private labels"
	streams[1].Brief = "Customers whose order arrived late or damaged"
	streams[8].Brief = "Journalists who want to interview the founder"
	testkit.SetWorld(t, u, streams...)
	testkit.Advance(t, u, 7*testkit.Day)
	list, err := u.Messages("hello@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	var b strings.Builder
	for _, m := range slices.Backward(list) {
		full, err := u.Message(context.Background(), m.Ref, mailsim.ViewOptions{})
		require.NoError(t, err)
		fmt.Fprintf(&b, "==== %s\nFrom: %s <%s>\nSubject: %s\n", m.Time.Format("Mon 15:04"), m.FromName, m.From, m.Subject)
		if m.Truth != "" {
			b.WriteString("Truth: " + m.Truth + "\n")
		}
		for _, a := range m.Attachments {
			fmt.Fprintf(&b, "Attached: %s, %d bytes\n", a.Filename, a.Size)
		}
		b.WriteString("\n" + strings.ReplaceAll(full.Message.Text, "\r\n", "\n") + "\n")
	}
	file := filepath.Join("testdata", "world", "week.txt")
	if *updateGolden {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")))
}

// BenchmarkWorldYear advances one year of nine streams at 50 mails a day.
func BenchmarkWorldYear(b *testing.B) {
	total := 0
	for b.Loop() {
		u, err := engine.New(mailsim.Options{})
		if err != nil {
			b.Fatal(err)
		}
		var streams []mailsim.Stream
		for _, kind := range mailsim.StreamKinds() {
			streams = append(streams, mailsim.Stream{Kind: kind, PerDay: 50, NewPeople: 0.3, Enabled: new(true), To: []string{kind + "@ours.test"}})
		}
		if _, err := u.SetWorld(context.Background(), mailsim.World{Streams: streams}); err != nil {
			b.Fatal(err)
		}
		if _, err := u.Advance(context.Background(), 365*testkit.Day); err != nil {
			b.Fatal(err)
		}
		for _, s := range u.World().Streams {
			total += s.Sent
		}
		u.Close()
	}
	b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "mails/s")
}

// TestNewslettersOfAStream write about different things, as long as there are themes.
func TestNewslettersOfAStream(t *testing.T) {
	t.Parallel()
	for seed := range 5 {
		u := testkit.New(t, mailsim.Options{Seed: strconv.Itoa(seed)})
		testkit.SetWorld(t, u, mailsim.Stream{ID: "news", Kind: "newsletter", PerDay: 1, Enabled: new(true), To: []string{"a@b.test"}, NewPeople: 1})
		stories := map[string]string{}
		for range 6 {
			_, err := u.SendStream(context.Background(), "news")
			require.NoError(t, err)
		}
		issue := regexp.MustCompile(`\n\n([^\n]+)\n[^\n]+\n[^\n]+: https`)
		for _, m := range testkit.Inbox(t, u, "a@b.test") {
			for _, found := range issue.FindAllStringSubmatch(m.Text, -1) {
				if other := stories[found[1]]; other != "" {
					assert.Equal(t, m.From, other, found[1])
				}
				stories[found[1]] = m.From
			}
		}
		assert.Greater(t, len(stories), 3)
	}
}
