package world_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// asked are the mails of a mailbox by who wrote them, the oldest first.
func asked(t *testing.T, u *engine.Universe, address string) map[string][]mailsim.Message {
	out := map[string][]mailsim.Message{}
	list := testkit.Messages(t, u, address)
	for i := range list {
		m := list[len(list)-1-i]
		if m.Folder == "INBOX" {
			out[m.From] = append(out[m.From], m)
		}
	}
	return out
}

// TestUnansweredAskAgain: people of the World whom nobody answers write again after days,
// at most twice, in the same conversation and less kindly, and then no more.
func TestUnansweredAskAgain(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "chase"})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "s", Kind: "support", PerDay: 0.001, NewPeople: 1, Enabled: new(true), To: []string{"desk@ours.test"}})
	for range 20 {
		_, err := u.SendStream(context.Background(), "s")
		require.NoError(t, err)
	}
	began := u.Now()
	testkit.Advance(t, u, 90*24*time.Hour)
	counts := map[int]int{}
	for _, thread := range asked(t, u, "desk@ours.test") {
		counts[len(thread)]++
		for i, m := range thread[1:] {
			assert.Equal(t, thread[0].From, m.From)
			assert.True(t, strings.HasPrefix(strings.ToLower(m.Subject), "re: "), m.Subject)
			assert.Greater(t, m.Time.Sub(thread[i].Time), 12*time.Hour)
			full, err := u.Message(context.Background(), m.Ref, mailsim.ViewOptions{})
			require.NoError(t, err)
			assert.NotContains(t, full.Message.Text, "{")
		}
		assert.Less(t, thread[len(thread)-1].Time.Sub(began), 30*24*time.Hour)
	}
	t.Log(counts)
	assert.Greater(t, counts[3], 2, "some ask twice")
	assert.Greater(t, counts[1]+counts[2], 2, "others do not")
	assert.Zero(t, counts[4])
	angry := 0
	for _, p := range u.Personas() {
		for _, talk := range openedBy(u, p.ID) {
			if talk.State.Turns == 3 {
				assert.Equal(t, -3, talk.State.Mood)
				angry++
			}
		}
	}
	assert.Equal(t, counts[3], angry)
}

// TestAnsweredAskNoMore: an answer, whatever it says, ends the asking.
func TestAnsweredAskNoMore(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "chase"})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "s", Kind: "support", PerDay: 0.001, NewPeople: 1, Enabled: new(true), To: []string{"desk@ours.test"}})
	for range 20 {
		_, err := u.SendStream(context.Background(), "s")
		require.NoError(t, err)
	}
	for _, m := range testkit.Messages(t, u, "desk@ours.test") {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "desk@ours.test", To: []string{m.From}, Subject: "Re: " + m.Subject, Text: "We have mended it.", InReplyTo: m.MessageID, References: []string{m.MessageID}})
		require.NoError(t, err)
	}
	testkit.Advance(t, u, 60*24*time.Hour)
	list, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobNudge})
	require.NoError(t, err)
	for _, j := range list {
		assert.NotContains(t, j.Note, "sent", j.Plan)
	}
}

// TestNobodyAsksAgainForAStreamThatIsOver: who wrote in a stream that was taken away or
// switched off sends nothing more.
func TestNobodyAsksAgainForAStreamThatIsOver(t *testing.T) {
	t.Parallel()
	for _, left := range [][]mailsim.Stream{nil, {{ID: "s", Kind: "support", PerDay: 1, Enabled: new(false), To: []string{"desk@ours.test"}}}} {
		u := testkit.New(t, mailsim.Options{Seed: "chase"})
		testkit.SetWorld(t, u, mailsim.Stream{ID: "s", Kind: "support", PerDay: 0.001, NewPeople: 1, Enabled: new(true), To: []string{"desk@ours.test"}})
		for range 20 {
			_, err := u.SendStream(context.Background(), "s")
			require.NoError(t, err)
		}
		testkit.SetWorld(t, u, left...)
		testkit.Advance(t, u, 60*24*time.Hour)
		assert.Len(t, testkit.Messages(t, u, "desk@ours.test"), 20)
	}
}
