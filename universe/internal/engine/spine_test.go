package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestSpine(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	mark := u.Mark()
	id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Hello Anna,\n\nIs Tuesday at 10:00 fine for you?\n\nBest\nApp"})
	require.NoError(t, err)
	jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply})
	require.NoError(t, err)
	require.Len(t, jobs, 1, testkit.Story(u))
	t.Log(jobs[0].Plan)
	a, err := u.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	assert.Equal(t, 2, a.Ran, "reading and answering")
	for _, l := range testkit.Story(u) {
		t.Log(l)
	}
	got, err := u.WaitReply(ctx, mark, mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
	require.NoError(t, err)
	t.Log(string(got.Bytes()))
	assert.Equal(t, id, got.InReplyTo)
	assert.Equal(t, "app@ours.test", got.Address)
	list, err := u.Messages("app@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	require.NotEmpty(t, list)
}
