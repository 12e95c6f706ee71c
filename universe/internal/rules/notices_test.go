package rules_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// submitNotify sends a mail with NOTIFY, "" for none.
func submitNotify(t *testing.T, u *engine.Universe, from, to, notify string) (id string) {
	t.Helper()
	env := mailsim.Envelope{From: from, To: []string{to}, EnvelopeID: "e 1"}
	if notify != "" {
		env.Notify = []mailsim.Recipient{{Address: to, Notify: strings.Split(notify, ","), Original: "rfc822;first@x.test"}}
	}
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	id, err := s.Submit(context.Background(), env, "From: app@ours.test\r\nTo: "+to+"\r\nSubject: Question\r\n\r\nx\r\n")
	require.NoError(t, err)
	return id
}

// notices lists the DSNs a mailbox got, oldest first: action, status, and when
// they came after the start.
func notices(t *testing.T, u *engine.Universe, address string) (out []string) {
	t.Helper()
	list := testkit.Inbox(t, u, address)
	for i := range list {
		m := list[len(list)-1-i]
		field := func(name string) string {
			_, rest, _ := strings.Cut(string(m.Bytes()), "\r\n"+name+": ")
			value, _, _ := strings.Cut(rest, "\r\n")
			return value
		}
		out = append(out, fmt.Sprintf("%s %s after %s", field("Action"), field("Status"), m.Time.Sub(config.DefaultStart).Truncate(time.Minute)))
	}
	return out
}

// Mail that is held back is told of when it is due: where NOTIFY asks for it, or
// a fault says so.
func TestNoticesOfDelay(t *testing.T) {
	t.Parallel()
	const app = "app@ours.test"
	held := func(k mailsim.FaultKind, d time.Duration) *mailsim.FaultRule {
		return &mailsim.FaultRule{Where: "delivery", Kind: k, Delay: d}
	}
	four, failed := []string{"delayed 4.4.1 after 4h0m0s"}, []string(nil)
	for _, tc := range []struct {
		name, to, notify string
		rule             *mailsim.FaultRule
		want             []string
	}{
		{"not asked for", "a+slow1d@x.test", "", nil, nil},
		{"failures alone", "a+slow1d@x.test", "FAILURE", nil, failed},
		{"never", "a+slow1d@x.test", "NEVER", nil, nil},
		{"asked for", "a+slow1d@x.test", "DELAY", nil, four},
		{"asked for among others", "a+slow5h@x.test", "FAILURE,DELAY", nil, four},
		{"too short", "a+slow30m@x.test", "DELAY", nil, nil},
		{"just as long", "a+slow4h@x.test", "DELAY", nil, nil},
		{"a fault", "a@x.test", "DELAY", held(mailsim.FaultDelay, 6*time.Hour), four},
		{"a short fault", "a@x.test", "DELAY", held(mailsim.FaultDelay, time.Hour), nil},
		{"a fault, not asked for", "a@x.test", "", held(mailsim.FaultDelay, 6*time.Hour), nil},
		{"waiting to be overtaken", "a@x.test", "DELAY", held(mailsim.FaultReorder, 6*time.Hour), four},
		{"the fault's own", "a@x.test", "", held(mailsim.FaultDelayedNotice, time.Hour), []string{"delayed 4.4.1 after 1h0m0s"}},
		{"the fault's own, once", "a@x.test", "DELAY", held(mailsim.FaultDelayedNotice, 6*time.Hour), []string{"delayed 4.4.1 after 6h0m0s"}},
		{"the fault's own, not wanted", "a@x.test", "FAILURE", held(mailsim.FaultDelayedNotice, 6*time.Hour), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			if tc.rule != nil {
				testkit.SetFaults(t, u, *tc.rule)
			}
			id := submitNotify(t, u, app, tc.to, tc.notify)
			testkit.Advance(t, u, 2*testkit.Day)
			assert.Equal(t, tc.want, notices(t, u, app))
			list := testkit.Inbox(t, u, tc.to)
			require.Len(t, list, 1, "it arrives in the end")
			assert.Equal(t, id, list[0].MessageID)
			assert.Empty(t, testkit.EventsOf[mailsim.PersonaBounced](u), "a delay is no bounce")
			for _, m := range testkit.Inbox(t, u, app) {
				raw := string(m.Bytes())
				assert.True(t, strings.HasPrefix(raw, "Return-Path: <>\r\n"))
				assert.Contains(t, raw, "Will-Retry-Until: Sat, 10 Jan 2026 09:00:00 +0000")
				assert.Contains(t, raw, "Arrival-Date: Mon, 5 Jan 2026 09:00:00 +0000")
				assert.Contains(t, raw, "Original-Envelope-Id: e 1")
				assert.Contains(t, raw, id)
			}
		})
	}
}

// Nobody is told of a delay that is over, nor is a null sender of anything.
func TestNoticesThatFallAway(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	submitNotify(t, u, "app@ours.test", "a+slow1d@x.test", "DELAY")
	jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobDelivery})
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	_, err = u.RunJob(context.Background(), jobs[0].ID)
	require.NoError(t, err)
	submitNotify(t, u, "", "a+slow1d@x.test", "DELAY,SUCCESS")
	testkit.Advance(t, u, 2*testkit.Day)
	assert.Empty(t, notices(t, u, "app@ours.test"))
	assert.Len(t, testkit.Inbox(t, u, "a+slow1d@x.test"), 2)
	bounces, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobBounce})
	require.NoError(t, err)
	require.Len(t, bounces, 1)
	assert.Equal(t, "not sent: the mail is no longer held back", bounces[0].Note)
}

// NOTIFY=SUCCESS is answered once the mail is in the mailbox (RFC 3461 section 4.1).
func TestNoticesOfSuccess(t *testing.T) {
	t.Parallel()
	const app = "app@ours.test"
	for notify, want := range map[string]map[string][]string{
		"SUCCESS":         {"a@x.test": {"delivered 2.1.5 after 0s"}, "a+slow1d@x.test": {"delivered 2.1.5 after 24h0m0s"}, "a+full-dsn@x.test": nil},
		"SUCCESS,FAILURE": {"a@x.test": {"delivered 2.1.5 after 0s"}, "a+full-dsn@x.test": {"failed 5.2.2 after"}},
		"FAILURE":         {"a@x.test": nil},
		"":                {"a@x.test": nil},
		"SUCCESS,DELAY":   {"a+slow1d@x.test": {"delayed 4.4.1 after 4h0m0s", "delivered 2.1.5 after 24h0m0s"}},
	} {
		for to, list := range want {
			u := testkit.New(t, mailsim.Options{})
			submitNotify(t, u, app, to, notify)
			testkit.Advance(t, u, 2*testkit.Day)
			got := notices(t, u, app)
			require.Len(t, got, len(list), "%s %s", notify, to)
			for i := range got {
				assert.Contains(t, got[i], list[i])
			}
		}
	}
	u := testkit.New(t, mailsim.Options{})
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultDuplicate})
	submitNotify(t, u, app, "a@x.test", "SUCCESS")
	testkit.Advance(t, u, time.Hour)
	assert.Len(t, notices(t, u, app), 1, "once for a mail that comes twice")
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultLose})
	submitNotify(t, u, app, "a@x.test", "SUCCESS")
	testkit.Advance(t, u, time.Hour)
	assert.Len(t, notices(t, u, app), 1, "none for a mail that is lost")
}

// Notices about mails of one instant are mails of their own.
func TestNoticesDiffer(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	const n = 20
	for i := range n {
		submitNotify(t, u, "app@ours.test", fmt.Sprintf("gone%d+unknown-dsn@x%d.test", i%2, i%4), "")
	}
	testkit.Advance(t, u, time.Hour)
	ids := map[string]bool{}
	for _, m := range testkit.Inbox(t, u, "app@ours.test") {
		ids[m.MessageID] = true
	}
	assert.Len(t, ids, n)
}

// Pending notices of every action come back from a saved universe.
func TestNoticesAreSaved(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	submitNotify(t, u, "app@ours.test", "a+unknown-dsn@x.test", "")
	submitNotify(t, u, "app@ours.test", "a+slow1d@x.test", "DELAY,SUCCESS")
	submitNotify(t, u, "app@ours.test", "b@x.test", "SUCCESS")
	mine := testkit.SendTo(t, u, "anna@client.test", "News", "Buy now.")
	_, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActComplain, MessageID: mine})
	require.NoError(t, err)
	require.NoError(t, u.Settle(context.Background()))
	var file bytes.Buffer
	require.NoError(t, u.Save(&file))
	v, err := engine.Load(&file, testkit.LoadOptions())
	require.NoError(t, err)
	defer v.Close()
	testkit.Advance(t, u, 2*testkit.Day)
	testkit.Advance(t, v, 2*testkit.Day)
	require.Len(t, testkit.Inbox(t, u, "app@ours.test"), 5)
	testkit.AssertSame(t, u, v)
}
