package fault_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// Two refusals of each sender with each recipient, then accepted, however many
// clients try at once.
func TestFaultAttemptExact(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetFaults(t, u, mailsim.FaultRule{ID: "twice", Where: "smtp", At: "rcpt", Kind: mailsim.FaultTempfail, Code: 451, Attempt: 2})
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
	fired := testkit.EventsOf[mailsim.FaultFired](u)
	assert.Len(t, fired, 20)
	for _, f := range fired {
		assert.Equal(t, "twice", f.Rule) // spec: beyond.fault.event
	}
}

func TestFaultPerSecondExact(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "mail", Kind: mailsim.FaultTempfail, Code: 421, PerSecond: 5})
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
		u := testkit.New(t, mailsim.Options{})
		r := rcpt
		tc.edit(&r)
		testkit.SetFaults(t, u, r)
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
		u := testkit.New(t, mailsim.Options{Seed: seed})
		testkit.SetFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultReject, Probability: new(0.3)})
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
	u := testkit.New(t, mailsim.Options{})
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
		testkit.SetFaults(t, u, tc.rule)
		e, ok := u.Fault(context.Background(), mailsim.FaultPoint{Where: "smtp", At: tc.at, From: "a@x.test", To: "b@x.test"})
		require.Equal(t, tc.want != "", ok, tc.rule.Kind)
		if ok {
			assert.Equal(t, tc.want, e.Reply.String())
		}
	}
}

func TestFaultCombines(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetFaults(t, u,
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

// A person gets a spoilt, junked or doubled mail as any other.
func TestFaultPeople(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	d := testkit.NewClient(t, u)
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultTruncate}, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultDuplicate})
	d.Send("app@ours.test", "anna@client.test", "Can you help?")
	assert.Len(t, testkit.EventsOf[mailsim.PersonaReceived](u), 1)
	assert.Len(t, d.Subjects("anna@client.test"), 2)
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultJunk})
	d.Send("app@ours.test", "anna@client.test", "Still there?")
	junked := testkit.EventsOf[mailsim.PersonaJunked](u)
	require.Len(t, junked, 1)
	assert.Contains(t, junked[0].Why, "fault rule")
}

func TestFaultIMAPAndOthers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.Inject(ctx, mailsim.Inject{To: "anna@x.test", From: "b@x.test", Subject: "x", Text: "y"})
	require.NoError(t, err)
	testkit.SetFaults(t, u,
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
