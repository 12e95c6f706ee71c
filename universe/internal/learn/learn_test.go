package learn_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// spec: personas.learn.by
func TestLearnPersonaByAI(t *testing.T) {
	t.Parallel()
	p := &testkit.Quill{Writes: func(_ context.Context, b mailsim.Brief) (mailsim.Draft, error) {
		return mailsim.Draft{Person: &mailsim.Persona{Role: "not asked", Who: "buys for Werk", Character: "exact", Timing: mailsim.Timing{ReplyRate: new(0.0)}}}, nil
	}}
	u := testkit.WithWriter(t, p, mailsim.Options{})
	testkit.Petra(t, u)
	got, err := u.LearnPersona(context.Background(), "petra@werk.test", false)
	require.NoError(t, err)
	assert.Equal(t, "ai", got.By)
	assert.Equal(t, "Head of Purchasing", got.Persona.Role, "what the mail says stays")
	assert.Equal(t, "buys for Werk", got.Persona.Who)
	assert.Nil(t, got.Persona.Timing.ReplyRate)
	require.Len(t, p.Briefs, 1)
	assert.Equal(t, mailsim.BriefPersona, p.Briefs[0].Kind)
	assert.Len(t, p.Briefs[0].Mails, 10)
	assert.Contains(t, p.Briefs[0].Mails[0].Text, "Please find the date")
	assert.Equal(t, []mailsim.PersonaUpdated{{PersonaID: got.Persona.ID, Name: "Petra Vogel"}}, testkit.EventsOf[mailsim.PersonaUpdated](u))
}

// spec: d.learn.rules personas.learn personas.learn.by personas.learn.people personas.provider.mail
func TestLearnPersonaByRules(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.Petra(t, u)
	got, err := u.LearnPersona(ctx, "Petra@werk.test", false)
	require.NoError(t, err)
	p := got.Persona
	assert.Equal(t, "rules", got.By)
	assert.Equal(t, 2, got.People, "Max and Ludwig, not the newsletter")
	assert.Equal(t, "mail", p.Provider)
	assert.Equal(t, "Petra Vogel", p.Name)
	assert.Equal(t, "Head of Purchasing", p.Role)
	assert.Equal(t, "Werk GmbH", p.Org)
	assert.Equal(t, []string{"petra@werk.test"}, p.Addresses)
	assert.Equal(t, mailsim.Style{Length: "short", Formality: "formal", Client: "apple", Signature: "Petra Vogel\nHead of Purchasing | Werk GmbH\n+49 30 1234567"}, p.Style)
	require.NotNil(t, p.Timing.Hours)
	assert.Equal(t, mailsim.Hours{TZ: "Europe/Berlin", Days: "mon-fri", From: "08:00", To: "15:00"}, *p.Timing.Hours)
	require.NotNil(t, p.Timing.Delay)
	assert.Equal(t, 40*time.Minute, p.Timing.Delay.Median)
	assert.InDelta(t, 1.6, p.Timing.Delay.Spread, 0.11)
	assert.False(t, p.Paused)

	rel, err := u.Relations(p.ID)
	require.NoError(t, err)
	require.Len(t, rel.Relations, 2)
	assert.Equal(t, "ludwig@werk.test", rel.Relations[0].Address)
	assert.Equal(t, 5, rel.Relations[0].Sent)
	assert.Equal(t, "Max Shop", rel.Relations[1].Name)
	assert.Equal(t, "well", rel.Relations[1].Knows)

	created := testkit.EventsOf[mailsim.PersonaCreated](u)
	require.Len(t, created, 1)
	assert.Equal(t, "learned from 5 mails that they sent and 5 mails that they got", created[0].Why)
	assert.Equal(t, p.ID, created[0].PersonaID)

	_, err = u.LearnPersona(ctx, "petra@werk.test", false)
	assert.ErrorIs(t, err, mailsim.ErrConflict) // spec: personas.learn.unknown
	_, err = u.LearnPersona(ctx, "nobody@werk.test", false)
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	_, err = u.LearnPersona(ctx, "nobody", false)
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Len(t, u.Personas(), 1, "an error leaves no one behind")
}

// eventsOf lists what events of one kind said.
// spec: personas.learn.paused limits.plan.learned_per_month
func TestLearnPersonaPausedAndLimited(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{LearnedPerMonth: 1}}})
	for _, who := range []string{"a", "b"} {
		testkit.File(t, u, who+"@x.test", "", "From: z@y.test", "To: "+who+"@x.test", "Subject: Hi", "", "Hello")
	}
	got, err := u.LearnPersona(ctx, "a@x.test", true)
	require.NoError(t, err)
	assert.True(t, got.Persona.Paused)
	assert.Equal(t, 1, got.People)
	_, err = u.LearnPersona(ctx, "a@x.test", true)
	require.ErrorIs(t, err, mailsim.ErrConflict, "asked first: not the limit")
	_, err = u.LearnPersona(ctx, "b@x.test", true)
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.EqualError(t, err, "the plan small allows 1 person learned from mail a month; upgrade for more")
	_, err = u.Advance(ctx, 31*24*time.Hour)
	require.NoError(t, err)
	_, err = u.LearnPersona(ctx, "b@x.test", false)
	assert.NoError(t, err, "a new month")
}

// A person who wrote all their mail here is learned as what they were.
func TestLearnPersonaAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, style := range []mailsim.Style{
		{Length: "short", Formality: "casual", Client: "gmail"},
		{Length: "medium", Formality: "formal", Client: "outlook", Signature: "Carla Ruiz\nSenior Buyer, Nordwind Ltd"},
		{Length: "long", Formality: "formal", Client: "plain"},
		{Length: "medium", Formality: "casual", Client: "iphone"},
	} {
		t.Run(style.Formality+" "+style.Client, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			p := testkit.AddPerson(t, u, "carla@nordwind.test", func(p *mailsim.Persona) {
				p.Name, p.Style = "Carla Ruiz", style
				p.Timing.Hours = &mailsim.Hours{TZ: "Asia/Tokyo"}
				p.Timing.Delay = &mailsim.Delay{Median: 30 * time.Minute, Spread: 1}
			})
			for i := range 12 {
				_, err := u.Send(ctx, mailsim.Outgoing{From: fmt.Sprintf("ben%d@ours.test", i), To: []string{p.Addresses[0]}, Subject: fmt.Sprintf("Delivery %d", i+1),
					Text: fmt.Sprintf("Hello Carla,\n\nplease send the delivery note for order %d. When do the goods leave the warehouse?\n\nBen", 4711+i)})
				require.NoError(t, err)
				_, err = u.Advance(ctx, 31*time.Hour)
				require.NoError(t, err)
			}
			_, err := u.Advance(ctx, 7*24*time.Hour)
			require.NoError(t, err)
			require.NoError(t, u.DeletePersona(ctx, p.ID))
			got, err := u.LearnPersona(ctx, p.Addresses[0], false)
			require.NoError(t, err)
			q := got.Persona
			assert.Equal(t, "Carla Ruiz", q.Name)
			assert.Equal(t, 12, got.People)
			assert.Equal(t, style.Client, q.Style.Client)
			assert.Equal(t, style.Formality, q.Style.Formality)
			assert.Equal(t, style.Signature, q.Style.Signature)
			zone := "Asia/Tokyo"
			if style.Client == "outlook" {
				zone = "UTC" // its dates are
			}
			assert.Equal(t, zone, q.Timing.Hours.TZ)
			if style.Signature != "" {
				assert.Equal(t, "Senior Buyer", q.Role)
				assert.Equal(t, "Nordwind Ltd", q.Org)
			}
		})
	}
}

// TestLearnNamesBySignature: where no header names a person, what they sign with does.
func TestLearnNamesBySignature(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, end, want string }{
		{"pv@werk.test", "Kind regards,\n\n-- \nPetra Vogel\nHead of Purchasing | Werk GmbH\n+49 30 1234567", "Petra Vogel"},
		{"einkauf@werk.test", "-- \nPetra Vogel, Head of Purchasing\nWerk GmbH", "Petra Vogel"},
		{"petra@werk.test", "-- \nWerk GmbH\nPetra Vogel (she/her)\nBerlin", "Petra Vogel"},
		{"pv@werk.test", "Best regards,\nPetra van der Vogel\nBuyer", "Petra van der Vogel"},
		{"pv@werk.test", "Cheers,\nPetra Vogel", "Petra Vogel"},
		{"pv@werk.test", "Cheers,\nPetra", "Petra"},
		{"petra.vogel@werk.test", "Cheers,\nPetra", "Petra Vogel"},
		{"jo@werk.test", "-- \nDr. Jean-Luc O'Neil\nWerk", "Dr. Jean-Luc O'Neil"},
		{"office@werk.test", "-- \n山田太郎\n営業部", "山田太郎"},
		{"support@werk.test", "-- \nCustomer Support\nWerk GmbH", "Support"},
		{"pv@werk.test", "-- \nSent from my iPhone", "Pv"},
		{"pv@werk.test", "-- \nHead of Purchasing\nWerk GmbH", "Pv"},
		{"pv@werk.test", "-- \nwww.werk.test\n+49 30 1234567", "Pv"},
	} {
		u := testkit.New(t, mailsim.Options{})
		for i := range 4 {
			testkit.File(t, u, c.address, post.Sent, "From: "+c.address, "To: Max Shop <max@shop.test>", "Subject: Order "+strconv.Itoa(i), fmt.Sprintf("Message-ID: <a%d@werk.test>", i),
				"Date: Mon, 12 Jan 2026 10:00:00 +0100", "Content-Type: text/plain; charset=utf-8", "", "Hello Max,", "", "It comes on Friday.", "", strings.ReplaceAll(c.end, "\n", "\r\n"))
		}
		got, err := u.LearnPersona(context.Background(), c.address, false)
		require.NoError(t, err)
		assert.Equal(t, c.want, got.Persona.Name, "%q", c.end)
	}
}
