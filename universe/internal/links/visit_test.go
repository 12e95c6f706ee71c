package links_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestSiteIsOpenedAtTheInstantOfTheClick(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	var at time.Time
	var who mailsim.Visit
	u.SetSite("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at = u.Now()
		who, _ = mailsim.VisitOf(r.Context())
		if _, err := u.Advance(r.Context(), time.Hour); err == nil {
			t.Error("a handler moved the clock it runs on")
		}
		fmt.Fprint(w, "<title>Thanks</title>")
	}))
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
	id := testkit.SendTo(t, u, "anna@client.test", "Confirm your address", "Please confirm: http://shop.test/confirm?token=abc123def456\n\nElsewhere: https://nowhere.example/x and http://localhost:3000/y")
	testkit.Advance(t, u, 7*24*time.Hour)
	opened := testkit.EventsOf[mailsim.LinkOpened](u)
	require.Len(t, opened, 1, testkit.Story(u))
	// spec: beyond.site.handler events.link.opened
	assert.False(t, at.IsZero())
	assert.Equal(t, anna.ID, who.PersonaID)
	assert.Equal(t, at, who.At)
	assert.Equal(t, mailsim.LinkOpened{PersonaID: anna.ID, Persona: "Anna", URL: "http://shop.test/confirm?token=abc123def456", Text: opened[0].Text, MessageID: id, Why: opened[0].Why, Status: 200,
		FinalURL: "http://shop.test/confirm?token=abc123def456", Title: "Thanks", ContentType: opened[0].ContentType, MS: 0}, opened[0])
	// spec: events.link.failed beyond.offline
	failed := testkit.EventsOf[mailsim.LinkFailed](u)
	require.Len(t, failed, 1)
	assert.Equal(t, "https://nowhere.example/x", failed[0].URL)
	assert.Contains(t, failed[0].Error, "no such host")
	// spec: events.link.skipped
	skipped := testkit.EventsOf[mailsim.LinkSkipped](u)
	require.Len(t, skipped, 1)
	assert.Equal(t, "http://localhost:3000/y", skipped[0].URL)
	assert.NotEmpty(t, skipped[0].Why)
}

func TestSenderLookUp(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := mailsim.DefaultLinkPolicy()
	p.SenderCheck = new(1.0)
	_, err := u.SetLinks(context.Background(), p)
	require.NoError(t, err)
	u.SetSite("real.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<title>Real Ltd</title>") }))
	testkit.AddPerson(t, u, "anna@client.test", nil)
	for _, from := range []string{"a@real.test", "b@missing.test"} {
		testkit.SendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = from })
	}
	testkit.Advance(t, u, 7*24*time.Hour)
	// spec: links.policy.sender_check.effect events.link.sender.loaded events.link.sender.missing
	looked := testkit.EventsOf[mailsim.LinkSender](u)
	require.Len(t, looked, 2)
	byDomain := map[string]mailsim.LinkSender{looked[0].Domain: looked[0], looked[1].Domain: looked[1]}
	real, missing := byDomain["real.test"], byDomain["missing.test"]
	assert.Equal(t, 200, real.Status)
	assert.Equal(t, "Real Ltd", *real.Title)
	assert.NotEmpty(t, real.FinalURL)
	assert.Empty(t, real.Error)
	assert.NotEmpty(t, missing.Why)
	assert.NotEmpty(t, missing.Quality)
	assert.NotEmpty(t, missing.Error)
	p.SenderCheck, p.Deny = new(1.0), []string{"denied.test"}
	_, err = u.SetLinks(context.Background(), p)
	require.NoError(t, err)
	testkit.SendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = "c@denied.test" })
	testkit.Advance(t, u, 7*24*time.Hour)
	// spec: events.link.skipped.domain
	skipped := testkit.EventsOf[mailsim.LinkSkipped](u)
	require.NotEmpty(t, skipped)
	assert.Equal(t, "denied.test", skipped[len(skipped)-1].Domain)
	p.SenderCheck = new(0.0)
	_, err = u.SetLinks(context.Background(), p)
	require.NoError(t, err)
	testkit.SendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = "d@fourth.test" })
	testkit.Advance(t, u, 7*24*time.Hour)
	assert.Len(t, testkit.EventsOf[mailsim.LinkSender](u), 2)
}
