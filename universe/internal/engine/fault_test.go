package engine

import (
	"context"
	"encoding/json"
	"fmt"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// client is one that talks to a universe as the SMTP server does.
type client struct {
	*testing.T
	u *Universe
	s *door.Session
}

func newDoor(t *testing.T, u *Universe) client {
	return client{t, u, u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.7"})}
}

// send walks through the stages of one mail; it returns the first effect that
// is no wait.
func (d client) send(from, to, subject string) (e mailsim.FaultEffect, accepted bool) {
	ctx := context.Background()
	for _, at := range []string{"connect", "ehlo", "mail", "rcpt", "data", "body"} {
		p := mailsim.FaultPoint{Where: "smtp", At: at}
		switch at {
		case "mail":
			p.From = from
		case "rcpt":
			p.From, p.To = from, to
		case "data", "body":
			p.From, p.Recipients, p.Subject = from, []string{to}, subject
		}
		if e, ok := d.s.Fault(ctx, p); ok && (e.Disconnect || e.Reply.Code != 0) {
			return e, false
		}
	}
	raw := "From: " + from + "\r\nTo: " + to + "\r\nSubject: " + subject + "\r\nX-Kind: test\r\nReferences: <a@x.test>\r\n\r\nGrüße: " + strings.Repeat("some words ", 20) + "\r\n"
	_, err := d.s.Submit(ctx, mailsim.Envelope{From: from, To: []string{to}}, raw)
	require.NoError(d.T, err)
	return mailsim.FaultEffect{}, true
}

func (d client) subjects(address string) (out []string) {
	list, err := d.u.Messages(address, mailsim.MessageFilter{})
	require.NoError(d.T, err)
	for _, m := range list {
		out = append(out, m.Subject)
	}
	return out
}

func setFaults(t *testing.T, u *Universe, rules ...mailsim.FaultRule) mailsim.Faults {
	f, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: rules})
	require.NoError(t, err)
	return f
}

func loadScenario(t *testing.T, u *Universe, name string) {
	f, err := u.SetFaults(context.Background(), mailsim.Faults{Scenario: name})
	require.NoError(t, err)
	assert.Equal(t, name, f.Scenario) // spec: d.faults.preset
	assert.Equal(t, name != mailsim.ScenarioCalm, len(f.Rules) > 0)
}

func eventsOf[T mailsim.EventData](u *Universe) (out []T) {
	for e := range u.Log(mailsim.EventFilter{}) {
		if d, ok := e.Data.(T); ok {
			out = append(out, d)
		}
	}
	return out
}

func TestFaultsGet(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	b, err := json.Marshal(u.Faults())
	require.NoError(t, err)
	var got struct {
		Rules     []any
		Scenario  *string
		Scenarios []mailsim.Scenario
	}
	require.NoError(t, json.Unmarshal(b, &got))
	assert.NotNil(t, got.Rules)
	assert.Len(t, got.Scenarios, 17)
	assert.Equal(t, "", *got.Scenario) // spec: d.faults.get

	f := setFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultTempfail}, mailsim.FaultRule{ID: "x", Where: "delivery", Kind: mailsim.FaultDelay, Delay: 90 * time.Second})
	assert.Equal(t, "f1", f.Rules[0].ID)
	assert.Equal(t, f, u.Faults())                                                                         // spec: d.faults.put
	assert.Equal(t, []mailsim.FaultsUpdated{{Rules: 2, Scenario: ""}}, eventsOf[mailsim.FaultsUpdated](u)) // spec: events.faults.updated

	b, err = json.Marshal(f)
	require.NoError(t, err)
	assert.Contains(t, string(b), `"delay":"90s"`)
	var back mailsim.Faults
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, f, back, "what GET answers can be PUT")
	require.Error(t, json.Unmarshal([]byte(`{"rules":[{"where":"smtp","speed":1}]}`), &back))
	require.NoError(t, json.Unmarshal([]byte(`{"rules":[{"where":"delivery","kind":"delay","delay":30}]}`), &back))
	assert.Equal(t, 30*time.Second, back.Rules[0].Delay)

	f = setFaults(t, u, mailsim.FaultRule{Where: "webhook", Kind: mailsim.FaultFail})
	assert.Len(t, f.Rules, 1, "the whole document is replaced")
}

func TestFaultsInvalid(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	setFaults(t, u, mailsim.FaultRule{ID: "kept", Where: "smtp", At: "mail", Kind: mailsim.FaultSlow})
	before := len(storyOf(u))
	smtp := func(at string, k mailsim.FaultKind, edit func(r *mailsim.FaultRule)) mailsim.FaultRule {
		r := mailsim.FaultRule{Where: "smtp", At: at, Kind: k}
		if edit != nil {
			edit(&r)
		}
		return r
	}
	for _, tc := range []struct {
		rule mailsim.FaultRule
		want string
	}{
		{mailsim.FaultRule{Kind: mailsim.FaultSlow}, "where: unknown place"},
		{smtp("rcpt", "explode", nil), `unknown fault kind "explode"`},
		{smtp("lunch", mailsim.FaultSlow, nil), "at: unknown stage"},
		{smtp("", mailsim.FaultSlow, nil), "at: unknown stage"},
		{smtp("connect", mailsim.FaultGreylist, nil), "at: greylist cannot happen at connect"},
		{smtp("rcpt", mailsim.FaultDuplicate, nil), "duplicate cannot happen to smtp"},
		{mailsim.FaultRule{Where: "delivery", At: "rcpt", Kind: mailsim.FaultLose}, "at: delivery has no stages"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Code = 451 }), "from 500 to 599"},
		{smtp("rcpt", mailsim.FaultTempfail, func(r *mailsim.FaultRule) { r.Code = 550 }), "from 400 to 499"},
		{smtp("rcpt", mailsim.FaultTempfail, func(r *mailsim.FaultRule) { r.Code = 200 }), "code must be between 400 and 599"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Code = 450 }), "code: slow has none"},
		{mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultLateBounce, Code: 571}, "550, 552, 554"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Probability = new(1.5) }), "probability must be between 0 and 1"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Probability = new(-0.1) }), "probability must be between 0 and 1"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Times = -1 }), "times must be between"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Rate = 5 }), "rate: slow has none"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Delay = 2 * time.Hour }), "together at most 1h"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Delay = time.Second }), "delay: reject has none"},
		{smtp("rcpt", mailsim.FaultSlow, func(r *mailsim.FaultRule) { r.Delay = -time.Second }), "must not be negative"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Text = "a\r\nb" }), "text must be one line"},
		{smtp("rcpt", mailsim.FaultDisconnect, func(r *mailsim.FaultRule) { r.Text = "bye" }), "text: disconnect closes"},
		{smtp("mail", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Match.To = "a@x.test" }), "match.to is not known at smtp mail"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.Match.Subject = "x" }), "match.subject is not known"},
		{smtp("rcpt", mailsim.FaultReject, func(r *mailsim.FaultRule) { r.From, r.Until = new(config.DefaultStart), new(config.DefaultStart) }), "from must be before until"},
	} {
		_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{tc.rule}})
		require.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.ErrorContains(t, err, tc.want)
	}
	_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{smtp("rcpt", mailsim.FaultSlow, nil), smtp("rcpt", "x", nil)}})
	require.ErrorContains(t, err, "(rule 2 of 2")
	_, err = u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{ID: "a", Where: "api", Kind: mailsim.FaultStall}, {ID: "a", Where: "api", Kind: mailsim.FaultStall}}})
	require.ErrorContains(t, err, "another rule")
	_, err = u.SetFaults(context.Background(), mailsim.Faults{Scenario: "armageddon"})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Equal(t, "kept", u.Faults().Rules[0].ID) // spec: d.faults.preset.unknown, d.faults.rules.invalid
	assert.Len(t, storyOf(u), before)
}

func TestFaultsPlan(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{Plan: mailsim.Plan{Name: "basic", Features: []mailsim.Feature{mailsim.FeatureLinks}}})
	ctx := context.Background()
	_, err := u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "rcpt", Kind: mailsim.FaultSlow}}})
	require.ErrorIs(t, err, mailsim.ErrPlan) // spec: plans.feature.chaos
	_, err = u.SetFaults(ctx, mailsim.Faults{Scenario: "greylisting"})
	require.ErrorIs(t, err, mailsim.ErrPlan)
	_, err = u.SetFaults(ctx, mailsim.Faults{Scenario: mailsim.ScenarioCalm})
	require.NoError(t, err)
	_, err = u.SetFaults(ctx, mailsim.Faults{})
	require.NoError(t, err)
}

// Two refusals of each sender with each recipient, then accepted, however many
// clients try at once.
func TestFaultAttemptExact(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	setFaults(t, u, mailsim.FaultRule{ID: "twice", Where: "smtp", At: "rcpt", Kind: mailsim.FaultTempfail, Code: 451, Attempt: 2})
	var wg sync.WaitGroup
	var refused, accepted atomic.Int32
	for i := range 50 {
		wg.Go(func() {
			to := fmt.Sprintf("r%d@x.test", i%10) // five clients each
			s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
			for {
				e, ok := s.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: "rcpt", From: "app@ours.test", To: to})
				if !ok {
					accepted.Add(1)
					return
				}
				assert.Equal(t, 451, e.Reply.Code)
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	assert.EqualValues(t, 20, refused.Load()) // spec: beyond.fault.nth
	assert.EqualValues(t, 50, accepted.Load())
	assert.Equal(t, 20, u.Faults().Rules[0].Hits)
	fired := eventsOf[mailsim.FaultFired](u)
	assert.Len(t, fired, 20)
	for _, f := range fired {
		assert.Equal(t, "twice", f.Rule) // spec: beyond.fault.event
	}
}

func TestFaultPerSecondExact(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	setFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "mail", Kind: mailsim.FaultTempfail, Code: 421, PerSecond: 5})
	for range 3 {
		var wg sync.WaitGroup
		var passed atomic.Int32
		for range 50 {
			wg.Go(func() {
				s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
				e, ok := s.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: "mail", From: "app@ours.test"})
				if !ok {
					passed.Add(1)
				} else {
					assert.Equal(t, 421, e.Reply.Code)
				}
			})
		}
		wg.Wait()
		assert.EqualValues(t, 5, passed.Load()) // spec: beyond.fault.rate
		_, err := u.Advance(context.Background(), time.Second)
		require.NoError(t, err)
	}
}

func TestFaultConditions(t *testing.T) {
	t.Parallel()
	rcpt := mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultReject}
	for _, tc := range []struct {
		name string
		edit func(r *mailsim.FaultRule)
		want string // of ten tries, the ones refused
	}{
		{"always", func(*mailsim.FaultRule) {}, "##########"},
		{"disabled", func(r *mailsim.FaultRule) { r.Enabled = new(false) }, ".........."},
		{"never", func(r *mailsim.FaultRule) { r.Probability = new(0.0) }, ".........."},
		{"times", func(r *mailsim.FaultRule) { r.Times = 3 }, "###......."},
		{"every", func(r *mailsim.FaultRule) { r.Every = 4 }, "...#...#.."},
		{"attempt", func(r *mailsim.FaultRule) { r.Attempt = 2 }, "##........"},
		{"every and times", func(r *mailsim.FaultRule) { r.Every, r.Times = 2, 2 }, ".#.#......"},
		{"later", func(r *mailsim.FaultRule) { r.From = new(config.DefaultStart.Add(time.Hour)) }, ".........."},
		{"over", func(r *mailsim.FaultRule) { r.Until = new(config.DefaultStart) }, ".........."},
		{"now", func(r *mailsim.FaultRule) {
			r.From, r.Until = new(config.DefaultStart), new(config.DefaultStart.Add(time.Second))
		}, "##########"},
		{"from", func(r *mailsim.FaultRule) { r.Match.From = "*@Ours.test" }, "##########"},
		{"other from", func(r *mailsim.FaultRule) { r.Match.From = "ours.test" }, ".........."},
		{"to", func(r *mailsim.FaultRule) { r.Match.To = "ANNA@x.test" }, "##########"},
		{"domain", func(r *mailsim.FaultRule) { r.Match.Domain = "x.test" }, "##########"},
		{"other domain", func(r *mailsim.FaultRule) { r.Match.Domain = "ours.test" }, ".........."},
	} {
		u := newTestUniverse(t, mailsim.Options{})
		r := rcpt
		tc.edit(&r)
		setFaults(t, u, r)
		got := ""
		for range 10 {
			_, ok := u.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: "rcpt", From: "app@ours.test", To: "anna@x.test"})
			got += map[bool]string{true: "#", false: "."}[ok]
		}
		assert.Equal(t, tc.want, got, tc.name)
	}
}

// Chance is drawn by rule, sender, recipient and attempt: the same script, the
// same faults.
func TestFaultChance(t *testing.T) {
	t.Parallel()
	run := func(seed string) (hits string) {
		u := newTestUniverse(t, mailsim.Options{Seed: seed})
		setFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultReject, Probability: new(0.3)})
		for i := range 300 {
			_, ok := u.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: "rcpt", From: "app@ours.test", To: fmt.Sprintf("r%d@x.test", i%30)})
			hits += map[bool]string{true: "#", false: "."}[ok]
		}
		return hits
	}
	a := run("one")
	assert.Equal(t, a, run("one"))
	assert.NotEqual(t, a, run("two"))
	assert.InDelta(t, 90, strings.Count(a, "#"), 30)
}

func TestFaultReplies(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	for _, tc := range []struct {
		at   string
		rule mailsim.FaultRule
		want string
	}{
		{"rcpt", mailsim.FaultRule{Kind: mailsim.FaultGreylist}, "451 4.7.1 Greylisted, please try again later"},
		{"rcpt", mailsim.FaultRule{Kind: mailsim.FaultTempfail}, "451 4.3.0 Temporary failure, try again later"},
		{"rcpt", mailsim.FaultRule{Kind: mailsim.FaultTempfail, Code: 450}, "450 4.2.0 Mailbox temporarily unavailable"},
		{"connect", mailsim.FaultRule{Kind: mailsim.FaultTempfail}, "421 4.3.2 Service not available, try again later"},
		{"rcpt", mailsim.FaultRule{Kind: mailsim.FaultReject}, "550 5.7.1 Rejected"},
		{"connect", mailsim.FaultRule{Kind: mailsim.FaultReject}, "554 5.7.1 Rejected under policy"},
		{"body", mailsim.FaultRule{Kind: mailsim.FaultReject, Text: "5.6.0 No thanks"}, "550 5.6.0 No thanks"},
		{"body", mailsim.FaultRule{Kind: mailsim.FaultReject, Text: "No thanks"}, "550 5.7.1 No thanks"},
		{"body", mailsim.FaultRule{Kind: mailsim.FaultReject, Code: 571}, "571 5.0.0 Failed on purpose"},
		{"auth", mailsim.FaultRule{Kind: mailsim.FaultAuthFail}, "535 5.7.8 Authentication credentials invalid"},
		{"auth", mailsim.FaultRule{Kind: mailsim.FaultTempfail}, "454 4.7.0 Temporary authentication failure"},
		{"starttls", mailsim.FaultRule{Kind: mailsim.FaultStartTLSFail}, "454 4.7.0 TLS not available due to temporary reason"},
		{"data", mailsim.FaultRule{Kind: mailsim.FaultTooBig}, "552 5.3.4 Message too big for system"},
		{"mail", mailsim.FaultRule{Kind: mailsim.FaultThrottle, PerSecond: 0, Rate: 0}, ""},
	} {
		tc.rule.Where, tc.rule.At = "smtp", tc.at
		setFaults(t, u, tc.rule)
		e, ok := u.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: tc.at, From: "a@x.test", To: "b@x.test"})
		require.Equal(t, tc.want != "", ok, tc.rule.Kind)
		if ok {
			assert.Equal(t, tc.want, e.Reply.String())
		}
	}
}

func TestFaultCombines(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	setFaults(t, u,
		mailsim.FaultRule{ID: "slow", Where: "smtp", At: "rcpt", Kind: mailsim.FaultSlow, Delay: time.Second, Jitter: time.Second},
		mailsim.FaultRule{ID: "first", Where: "smtp", At: "rcpt", Kind: mailsim.FaultReject, Attempt: 1},
		mailsim.FaultRule{ID: "second", Where: "smtp", At: "rcpt", Kind: mailsim.FaultTempfail, Attempt: 2},
		mailsim.FaultRule{ID: "thin", Where: "smtp", At: "rcpt", Kind: mailsim.FaultTrickle, Rate: 7})
	var rules []string
	for range 3 {
		e, ok := u.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: "rcpt", From: "a@x.test", To: "b@x.test"})
		require.True(t, ok)
		assert.True(t, e.Delay >= time.Second && e.Delay <= 2*time.Second, e.Delay)
		assert.Equal(t, 7, e.BytesPerSecond)
		rules = append(rules, e.Rule)
	}
	assert.Equal(t, []string{"first", "second", "slow"}, rules)
	_, ok := u.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: "data", From: "a@x.test"})
	assert.False(t, ok, "another stage")
}

// A rule acts on the stage it names and stops when taken away.
func TestFaultApplies(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	d := newDoor(t, u)
	setFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "body", Kind: mailsim.FaultReject, Match: mailsim.FaultMatch{Subject: "spam", To: "*@x.test"}})
	_, ok := d.send("a@ours.test", "b@x.test", "Buy SPAM now")
	assert.False(t, ok)
	_, ok = d.send("a@ours.test", "b@x.test", "Hello")
	assert.True(t, ok)
	setFaults(t, u)
	_, ok = d.send("a@ours.test", "b@x.test", "Buy SPAM now")
	assert.True(t, ok) // spec: d.faults.apply
}

func TestFaultDeliveries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const app, anna = "app@ours.test", "anna@x.test"
	for _, tc := range []struct {
		kind  mailsim.FaultKind
		check func(t *testing.T, u *Universe, d client)
	}{
		{mailsim.FaultLose, func(t *testing.T, u *Universe, d client) {
			_, err := u.Messages(anna, mailsim.MessageFilter{})
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
		}},
		{mailsim.FaultDelay, func(t *testing.T, u *Universe, d client) {
			_, err := u.Advance(ctx, 9*time.Minute)
			require.NoError(t, err)
			_, err = u.Mailbox(anna)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
			_, err = u.Advance(ctx, time.Minute)
			require.NoError(t, err)
			assert.Equal(t, []string{"one"}, d.subjects(anna))
		}},
		{mailsim.FaultDuplicate, func(t *testing.T, u *Universe, d client) {
			list, err := u.Messages(anna, mailsim.MessageFilter{})
			require.NoError(t, err)
			require.Len(t, list, 2)
			assert.Equal(t, list[0].MessageID, list[1].MessageID)
		}},
		{mailsim.FaultReorder, func(t *testing.T, u *Universe, d client) {
			_, ok := d.send(app, anna, "two")
			require.True(t, ok)
			assert.Equal(t, []string{"one", "two"}, d.subjects(anna), "the newest first")
			d.send(app, anna, "three")
			assert.Equal(t, []string{"one", "two"}, d.subjects(anna))
			_, err := u.Advance(ctx, time.Hour)
			require.NoError(t, err)
			assert.Equal(t, []string{"three", "one", "two"}, d.subjects(anna), "nobody came to overtake it")
		}},
		{mailsim.FaultLateBounce, func(t *testing.T, u *Universe, d client) {
			_, err := u.Mailbox(anna)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
			_, err = u.Advance(ctx, 5*time.Hour)
			require.NoError(t, err)
			assert.Len(t, d.subjects(app), 1)
			assert.Equal(t, anna, eventsOf[mailsim.PersonaBounced](u)[0].Address)
		}},
		{mailsim.FaultDelayedNotice, func(t *testing.T, u *Universe, d client) {
			_, err := u.Advance(ctx, 5*time.Hour)
			require.NoError(t, err)
			list, err := u.Messages(app, mailsim.MessageFilter{})
			require.NoError(t, err)
			require.Len(t, list, 1)
			assert.Contains(t, string(list[0].Bytes()), "Action: delayed")
			_, err = u.Mailbox(anna)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
			_, err = u.Advance(ctx, 3*time.Hour)
			require.NoError(t, err)
			assert.Equal(t, []string{"one"}, d.subjects(anna))
		}},
		{mailsim.FaultJunk, func(t *testing.T, u *Universe, d client) {
			list, err := u.Messages(anna, mailsim.MessageFilter{Folder: "Junk"})
			require.NoError(t, err)
			assert.Len(t, list, 1)
		}},
		{mailsim.FaultCorrupt, changedBytes}, {mailsim.FaultTruncate, changedBytes}, {mailsim.FaultMangle, changedBytes}, {mailsim.FaultRewrap, changedBytes},
		{mailsim.FaultLoseHeaders, func(t *testing.T, u *Universe, d client) {
			changedBytes(t, u, d)
			list, err := u.Messages(anna, mailsim.MessageFilter{})
			require.NoError(t, err)
			assert.Empty(t, list[0].References)
		}},
	} {
		t.Run(string(tc.kind), func(t *testing.T) {
			t.Parallel()
			u := newTestUniverse(t, mailsim.Options{})
			d := newDoor(t, u)
			setFaults(t, u, mailsim.FaultRule{ID: "it", Where: "delivery", Kind: tc.kind, Match: mailsim.FaultMatch{Header: "x-kind: TEST"}})
			_, ok := d.send(app, anna, "one")
			require.True(t, ok)
			tc.check(t, u, d)
			f := eventsOf[mailsim.FaultFired](u)[0]
			assert.Equal(t, "it", f.Rule)
			assert.Equal(t, string(tc.kind), f.Kind)
			assert.Equal(t, anna, f.To)
			assert.NotEmpty(t, f.MessageID)
		})
	}
}

// changedBytes: one recipient's copy is spoilt, the sender's is as it was.
func changedBytes(t *testing.T, u *Universe, d client) {
	own, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	list, err := u.Messages("anna@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, own[0].MessageID, list[0].MessageID)
	body := func(m mailsim.Message) string { _, b := post.CopyOf(&m).Parts(); return b }
	assert.NotEqual(t, body(own[0]), body(list[0]))
	assert.Contains(t, string(own[0].Bytes()), "Grüße")
	_, err = netmail.ReadMessage(strings.NewReader(string(list[0].Bytes())))
	assert.NoError(t, err)
}

// People's own mail is delivered under the same rules; Send's is not.
func TestFaultOrigins(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	anna := addPerson(t, u, "anna@client.test", nil)
	setFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultLose})
	_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: anna.Addresses, Subject: "Meeting", Text: "Is Tuesday fine for you?"})
	require.NoError(t, err)
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, list, 1) // spec: send.no-faults
	_, err = u.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	assert.NotEmpty(t, eventsOf[mailsim.PersonaSent](u))
	list, err = u.Messages("app@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Empty(t, list, "her answer is lost")
}

// A person gets a spoilt, junked or doubled mail as any other.
func TestFaultPeople(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	addPerson(t, u, "anna@client.test", nil)
	d := newDoor(t, u)
	setFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultTruncate}, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultDuplicate})
	d.send("app@ours.test", "anna@client.test", "Can you help?")
	assert.Len(t, eventsOf[mailsim.PersonaReceived](u), 1)
	assert.Len(t, d.subjects("anna@client.test"), 2)
	setFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultJunk})
	d.send("app@ours.test", "anna@client.test", "Still there?")
	junked := eventsOf[mailsim.PersonaJunked](u)
	require.Len(t, junked, 1)
	assert.Contains(t, junked[0].Why, "fault rule")
}

func TestFaultIMAPAndOthers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	_, err := u.Inject(ctx, mailsim.Inject{To: "anna@x.test", From: "b@x.test", Subject: "x", Text: "y"})
	require.NoError(t, err)
	setFaults(t, u,
		mailsim.FaultRule{Where: "imap", At: "select", Kind: mailsim.FaultUIDValidity, Times: 1},
		mailsim.FaultRule{Where: "imap", At: "fetch", Kind: mailsim.FaultStale, Delay: 2 * time.Minute},
		mailsim.FaultRule{Where: "webhook", Kind: mailsim.FaultFail, Match: mailsim.FaultMatch{To: "http://hooks.test/*"}},
		mailsim.FaultRule{Where: "api", Kind: mailsim.FaultStall, Delay: time.Second})
	for _, want := range []uint32{2, 2} {
		u.Fault(ctx, mailsim.FaultPoint{Where: "imap", At: "select", Username: "anna@x.test", Folder: "INBOX"})
		list, err := u.Folders("anna@x.test")
		require.NoError(t, err)
		assert.Equal(t, want, list[0].UIDValidity)
	}
	e, ok := u.Fault(ctx, mailsim.FaultPoint{Where: "imap", At: "fetch", Username: "anna@x.test"})
	assert.True(t, ok)
	assert.Equal(t, 2*time.Minute, e.Stale)
	e, ok = u.Fault(ctx, mailsim.FaultPoint{Where: "webhook", To: "http://hooks.test/mail"})
	assert.True(t, ok)
	assert.Equal(t, 503, e.Status)
	e, ok = u.Fault(ctx, mailsim.FaultPoint{Where: "api", To: "/api/clock"})
	assert.True(t, ok && e.Disconnect)
	assert.Equal(t, time.Second, e.Delay)
}

// Each preset does what its text says.
func TestScenarios(t *testing.T) {
	t.Parallel()
	const app, anna = "app@ours.test", "anna@x.test"
	ctx := context.Background()
	tests := map[string]func(t *testing.T, u *Universe, d client){
		"calm": func(t *testing.T, u *Universe, d client) {
			_, ok := d.send(app, anna, "one")
			assert.True(t, ok)
			assert.Empty(t, eventsOf[mailsim.FaultFired](u))
		},
		"greylisting": func(t *testing.T, u *Universe, d client) {
			for _, wait := range []time.Duration{0, 4 * time.Minute} {
				_, err := u.Advance(ctx, wait+1)
				require.NoError(t, err)
				e, ok := d.send(app, anna, "one")
				assert.False(t, ok)
				assert.Equal(t, "451 4.7.1 Greylisted, please try again later", e.Reply.String())
			}
			_, err := u.Advance(ctx, time.Minute)
			require.NoError(t, err)
			for range 2 {
				_, ok := d.send(app, anna, "one")
				assert.True(t, ok)
			}
		},
		"slow_server": func(t *testing.T, u *Universe, d client) {
			for _, at := range []string{"connect", "ehlo", "auth", "mail", "rcpt", "data", "body", "quit"} {
				e, ok := d.s.Fault(ctx, mailsim.FaultPoint{Where: "smtp", At: at})
				assert.True(t, ok && e.Delay >= 2*time.Second && e.Delay <= 20*time.Second, "%s %s", at, e.Delay)
			}
		},
		"flaky_network": func(t *testing.T, u *Universe, d client) {
			reset := share(400, func(i int) bool { e, ok := d.send(app, fmt.Sprint(i, anna), "x"); return !ok && e.Reset })
			assert.InDelta(t, 0.05, reset, 0.03)
		},
		"provider_outage": func(t *testing.T, u *Universe, d client) {
			e, ok := d.send(app, anna, "one")
			assert.False(t, ok)
			assert.Equal(t, 421, e.Reply.Code)
			_, err := u.Advance(ctx, 30*time.Minute)
			require.NoError(t, err)
			_, ok = d.send(app, anna, "one")
			assert.True(t, ok)
		},
		"rate_limited": func(t *testing.T, u *Universe, d client) {
			assert.Equal(t, 0.5, share(10, func(i int) bool { e, ok := d.send(app, anna, "x"); return !ok && e.Reply.Enhanced == "4.7.0" }))
		},
		"blocklisted": func(t *testing.T, u *Universe, d client) {
			e, ok := d.s.Fault(ctx, mailsim.FaultPoint{Where: "smtp", At: "connect"})
			assert.True(t, ok)
			assert.Contains(t, e.Reply.String(), "554 5.7.1 ")
		},
		"full_mailboxes": func(t *testing.T, u *Universe, d client) {
			full := share(500, func(i int) bool {
				e, ok := d.send(app, fmt.Sprint(i, anna), "x")
				return !ok && (e.Reply.Code == 452 || e.Reply.Code == 552)
			})
			assert.InDelta(t, 0.2, full, 0.06)
		},
		"late_bounces": func(t *testing.T, u *Universe, d client) {
			d.send(app, anna, "x")
			_, err := u.Advance(ctx, 2*time.Hour)
			require.NoError(t, err)
			assert.Empty(t, d.subjects(app))
			_, err = u.Advance(ctx, 6*time.Hour)
			require.NoError(t, err)
			assert.Len(t, d.subjects(app), 1)
		},
		"duplicates": func(t *testing.T, u *Universe, d client) {
			two := share(400, func(i int) bool { to := fmt.Sprint(i, anna); d.send(app, to, "x"); return len(d.subjects(to)) == 2 })
			assert.InDelta(t, 0.1, two, 0.05)
		},
		"out_of_order": func(t *testing.T, u *Universe, d client) {
			for i := range 6 {
				d.send(app, anna, fmt.Sprint(i))
			}
			assert.Equal(t, []string{"4", "5", "2", "3", "0", "1"}, d.subjects(anna))
		},
		"lost_mail": func(t *testing.T, u *Universe, d client) {
			lost := share(800, func(i int) bool {
				to := fmt.Sprint(i, anna)
				d.send(app, to, "x")
				_, err := u.Mailbox(to)
				return err != nil
			})
			assert.InDelta(t, 0.03, lost, 0.02)
		},
		"mangled": func(t *testing.T, u *Universe, d client) {
			spoilt := share(400, func(i int) bool {
				to := fmt.Sprint(i, anna)
				d.send(app, to, "x")
				list, err := u.Messages(to, mailsim.MessageFilter{})
				require.NoError(t, err)
				return !strings.HasSuffix(string(list[0].Bytes()), "\r\n\r\nGrüße: "+strings.Repeat("some words ", 20)+"\r\n") ||
					strings.Contains(string(list[0].Bytes()), "charset=windows-1251")
			})
			assert.InDelta(t, 0.12, spoilt, 0.05)
		},
		"no_threading": func(t *testing.T, u *Universe, d client) {
			d.send(app, anna, "x")
			list, err := u.Messages(anna, mailsim.MessageFilter{})
			require.NoError(t, err)
			assert.Empty(t, list[0].References)
		},
		"imap_lag": func(t *testing.T, u *Universe, d client) {
			for _, at := range []string{"select", "fetch", "idle"} {
				e, ok := d.s.Fault(ctx, mailsim.FaultPoint{Where: "imap", At: at, Username: anna})
				assert.True(t, ok && e.Stale >= 30*time.Second && e.Stale <= 2*time.Minute, "%s %s", at, e.Stale)
			}
		},
		"webhooks_down": func(t *testing.T, u *Universe, d client) {
			e, ok := u.Fault(ctx, mailsim.FaultPoint{Where: "webhook", To: "http://hooks.test"})
			assert.True(t, ok)
			assert.Equal(t, 503, e.Status)
			_, err := u.Advance(ctx, 10*time.Minute)
			require.NoError(t, err)
			_, ok = u.Fault(ctx, mailsim.FaultPoint{Where: "webhook", To: "http://hooks.test"})
			assert.False(t, ok)
		},
		"bad_monday": func(t *testing.T, u *Universe, d client) {
			share(200, func(i int) bool { _, ok := d.send(app, fmt.Sprint(i, anna), "x"); return ok })
			kinds := map[string]bool{}
			for _, f := range eventsOf[mailsim.FaultFired](u) {
				kinds[f.Kind] = true
			}
			assert.True(t, kinds["greylist"] && kinds["delay"] && kinds["duplicate"], kinds)
		},
	}
	require.Len(t, tests, len(mailsim.Scenarios()))
	for _, s := range mailsim.Scenarios() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			u := newTestUniverse(t, mailsim.Options{})
			loadScenario(t, u, s.Name)
			require.NotNil(t, tests[s.Name])
			tests[s.Name](t, u, newDoor(t, u))
		})
	}
}

func share(n int, f func(i int) bool) float64 {
	hits := 0
	for i := range n {
		if f(i) {
			hits++
		}
	}
	return float64(hits) / float64(n)
}

func TestFaultJunkedMailOvertakes(t *testing.T) {
	t.Parallel()
	ctx, anna := context.Background(), "anna@client.test"
	u := newTestUniverse(t, mailsim.Options{})
	setFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultReorder, Times: 1},
		mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultJunk, Match: mailsim.FaultMatch{Subject: "two"}})
	d := newDoor(t, u)
	send := func(subject string) {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		_, err := d.s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{anna}}, "From: app@ours.test\r\nTo: "+anna+"\r\nSubject: "+subject+"\r\n\r\nHello\r\n")
		require.NoError(t, err)
	}
	send("one")
	send("two")
	assert.Equal(t, []string{"one"}, d.subjects(anna), "it was held back, and is no spam")
	junked, err := u.Messages(anna, mailsim.MessageFilter{Folder: "Junk"})
	require.NoError(t, err)
	require.Len(t, junked, 1)
	assert.Equal(t, "two", junked[0].Subject)
}
