package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
)

func newTestUniverse(t *testing.T, o mailsim.Options) *Universe {
	t.Helper()
	if o.HashCost == 0 {
		o.HashCost = 4
	}
	o.HooksOnClock = true
	if o.Real.IsZero() {
		o.Real = config.DefaultStart
	}
	u, err := New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	return u
}

func addPerson(t *testing.T, u *Universe, address string, edit func(*mailsim.Persona)) mailsim.Persona {
	t.Helper()
	p := mailsim.Persona{Addresses: []string{address}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: new(1.0)}}
	if edit != nil {
		edit(&p)
	}
	out, err := u.CreatePersona(context.Background(), p)
	require.NoError(t, err)
	return out
}

func storyOf(u *Universe) (out []string) {
	for e := range u.Log(mailsim.EventFilter{}) {
		b, _ := u.EventBody(e)
		out = append(out, string(b))
	}
	return out
}

func TestSpine(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, mailsim.Options{})
	anna := addPerson(t, u, "anna@client.test", nil)
	mark := u.Mark()
	id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Hello Anna,\n\nIs Tuesday at 10:00 fine for you?\n\nBest\nApp"})
	require.NoError(t, err)
	jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobReply})
	require.NoError(t, err)
	require.Len(t, jobs, 1, storyOf(u))
	t.Log(jobs[0].Plan)
	a, err := u.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	assert.Equal(t, 2, a.Ran, "reading and answering")
	for _, l := range storyOf(u) {
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
