package pen_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestReplyThreadsAndMarks(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", nil)
	first := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	testkit.Advance(t, u, 5*24*time.Hour)
	r1 := testkit.Inbox(t, u, "app@ours.test")[0]
	second := testkit.SendTo(t, u, "anna@client.test", "Re: Plan", "And who joins?", func(o *mailsim.Outgoing) { o.InReplyTo = r1.MessageID })
	testkit.Advance(t, u, 5*24*time.Hour)
	r2 := testkit.Inbox(t, u, "app@ours.test")[0]
	// spec: people.thread
	assert.Equal(t, second, r2.InReplyTo)
	assert.Equal(t, []string{first, r1.MessageID, second}, r2.References)
	for _, m := range testkit.Inbox(t, u, "anna@client.test") {
		assert.Equal(t, []string{`\Seen`, `\Answered`}, m.Flags)
	}
	threads, err := u.Threads("app@ours.test")
	require.NoError(t, err)
	require.Len(t, threads, 1)
	assert.Len(t, threads[0].Messages, 4)
	assert.Equal(t, first, threads[0].Root)
	rel, err := u.Relations(post.CopyOf(&r2).Way.Route.From)
	assert.Error(t, err)
	p, err := u.PersonaByAddress("anna@client.test")
	require.NoError(t, err)
	rel, err = u.Relations(p.ID)
	require.NoError(t, err)
	require.Len(t, rel.Relations, 1)
	assert.Equal(t, 2, rel.Relations[0].Sent)
	assert.Equal(t, 2, rel.Relations[0].Received)
}

func TestSignatureShows(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Signature, p.Style.Client = "Anna Weber\nHead of Pumps", "gmail" })
	testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	testkit.Advance(t, u, 5*24*time.Hour)
	// spec: personas.field.style.signature
	v, err := u.Message(context.Background(), testkit.Inbox(t, u, "app@ours.test")[0].Ref, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Contains(t, v.Message.Text, "Head of Pumps")
	assert.NotContains(t, testkit.EventsOf[mailsim.PersonaSent](u)[0].Text, "Head of Pumps")
}

// TestQuoteOfMailWithoutDate: a mail that names no day is quoted with the day it came.
func TestQuoteOfMailWithoutDate(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"gmail", "outlook", "apple", "iphone", "android", "plain"} {
		u := testkit.New(t, mailsim.Options{})
		testkit.QuietLinks(t, u)
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Client = client })
		_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}},
			"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Plan\r\n\r\nIs Tuesday fine?\r\n")
		require.NoError(t, err)
		testkit.Advance(t, u, 3*24*time.Hour)
		raw := string(testkit.Inbox(t, u, "app@ours.test")[0].Bytes())
		assert.NotContains(t, raw, "0001", client)
		assert.Contains(t, raw, "2026", client)
	}
}

// A promise kept days later still quotes the day on which the mail came.
func TestQuoteOfMailWithoutDateInALaterMail(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Style.Client, p.Knows, p.Behaviors.KeepPromises = "outlook", "little", new(1.0)
	})
	for i := range 8 {
		_, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}},
			"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: List "+strconv.Itoa(i)+"\r\n\r\nPlease send me the price list number "+strconv.Itoa(i)+".\r\n")
		require.NoError(t, err)
	}
	testkit.Advance(t, u, 14*24*time.Hour)
	kinds := map[string]int{}
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
		kinds[s.Kind]++
	}
	require.Positive(t, kinds["deliver"])
	for _, m := range testkit.Inbox(t, u, "app@ours.test") {
		assert.Contains(t, string(m.Bytes()), "Sent: Monday, January 5, 2026 9:00 AM", m.Subject)
	}
}
