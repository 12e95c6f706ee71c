package fault_test

import (
	"context"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// A rule acts on the stage it names and stops when taken away.
func TestFaultApplies(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	d := testkit.NewClient(t, u)
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "smtp", At: "body", Kind: mailsim.FaultReject, Match: mailsim.FaultMatch{Subject: "spam", To: "*@x.test"}})
	_, ok := d.Send("a@ours.test", "b@x.test", "Buy SPAM now")
	assert.False(t, ok)
	_, ok = d.Send("a@ours.test", "b@x.test", "Hello")
	assert.True(t, ok)
	testkit.SetFaults(t, u)
	_, ok = d.Send("a@ours.test", "b@x.test", "Buy SPAM now")
	assert.True(t, ok) // spec: d.faults.apply
}

func TestFaultDeliveries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const app, anna = "app@ours.test", "anna@x.test"
	for _, tc := range []struct {
		kind  mailsim.FaultKind
		check func(t *testing.T, u *engine.Universe, d testkit.Client)
	}{
		{mailsim.FaultLose, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			_, err := u.Messages(anna, mailsim.MessageFilter{})
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
		}},
		{mailsim.FaultDelay, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			_, err := u.Advance(ctx, 9*time.Minute)
			require.NoError(t, err)
			_, err = u.Mailbox(anna)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
			_, err = u.Advance(ctx, time.Minute)
			require.NoError(t, err)
			assert.Equal(t, []string{"one"}, d.Subjects(anna))
		}},
		{mailsim.FaultDuplicate, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			list, err := u.Messages(anna, mailsim.MessageFilter{})
			require.NoError(t, err)
			require.Len(t, list, 2)
			assert.Equal(t, list[0].MessageID, list[1].MessageID)
		}},
		{mailsim.FaultReorder, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			_, ok := d.Send(app, anna, "two")
			require.True(t, ok)
			assert.Equal(t, []string{"one", "two"}, d.Subjects(anna), "the newest first")
			d.Send(app, anna, "three")
			assert.Equal(t, []string{"one", "two"}, d.Subjects(anna))
			_, err := u.Advance(ctx, time.Hour)
			require.NoError(t, err)
			assert.Equal(t, []string{"three", "one", "two"}, d.Subjects(anna), "nobody came to overtake it")
		}},
		{mailsim.FaultLateBounce, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			_, err := u.Mailbox(anna)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
			_, err = u.Advance(ctx, 5*time.Hour)
			require.NoError(t, err)
			assert.Len(t, d.Subjects(app), 1)
			assert.Equal(t, anna, testkit.EventsOf[mailsim.PersonaBounced](u)[0].Address)
		}},
		{mailsim.FaultDelayedNotice, func(t *testing.T, u *engine.Universe, d testkit.Client) {
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
			assert.Equal(t, []string{"one"}, d.Subjects(anna))
		}},
		{mailsim.FaultJunk, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			list, err := u.Messages(anna, mailsim.MessageFilter{Folder: "Junk"})
			require.NoError(t, err)
			assert.Len(t, list, 1)
		}},
		{mailsim.FaultCorrupt, changedBytes}, {mailsim.FaultTruncate, changedBytes}, {mailsim.FaultMangle, changedBytes}, {mailsim.FaultRewrap, changedBytes},
		{mailsim.FaultLoseHeaders, func(t *testing.T, u *engine.Universe, d testkit.Client) {
			changedBytes(t, u, d)
			list, err := u.Messages(anna, mailsim.MessageFilter{})
			require.NoError(t, err)
			assert.Empty(t, list[0].References)
		}},
	} {
		t.Run(string(tc.kind), func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			d := testkit.NewClient(t, u)
			testkit.SetFaults(t, u, mailsim.FaultRule{ID: "it", Where: "delivery", Kind: tc.kind, Match: mailsim.FaultMatch{Header: "x-kind: TEST"}})
			_, ok := d.Send(app, anna, "one")
			require.True(t, ok)
			tc.check(t, u, d)
			f := testkit.EventsOf[mailsim.FaultFired](u)[0]
			assert.Equal(t, "it", f.Rule)
			assert.Equal(t, string(tc.kind), f.Kind)
			assert.Equal(t, anna, f.To)
			assert.NotEmpty(t, f.MessageID)
		})
	}
}

// changedBytes: one recipient's copy is spoilt, the sender's is as it was.
func changedBytes(t *testing.T, u *engine.Universe, d testkit.Client) {
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

func TestFaultJunkedMailOvertakes(t *testing.T) {
	t.Parallel()
	ctx, anna := context.Background(), "anna@client.test"
	u := testkit.New(t, mailsim.Options{})
	testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultReorder, Times: 1},
		mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultJunk, Match: mailsim.FaultMatch{Subject: "two"}})
	d := testkit.NewClient(t, u)
	send := func(subject string) {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		_, err := d.Session.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{anna}}, "From: app@ours.test\r\nTo: "+anna+"\r\nSubject: "+subject+"\r\n\r\nHello\r\n")
		require.NoError(t, err)
	}
	send("one")
	send("two")
	assert.Equal(t, []string{"one"}, d.Subjects(anna), "it was held back, and is no spam")
	junked, err := u.Messages(anna, mailsim.MessageFilter{Folder: "Junk"})
	require.NoError(t, err)
	require.Len(t, junked, 1)
	assert.Equal(t, "two", junked[0].Subject)
}
