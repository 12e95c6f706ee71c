package people_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// TestCaseOfPeopleWhoNamedIt: who names a case before it is there is on it from
// its beginning, so that people and case always agree.
func TestCaseOfPeopleWhoNamedIt(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.CaseIDs = []string{"C-9"} })
	ben := testkit.AddPerson(t, u, "ben@client.test", nil)
	_, err := u.UpdatePersona(context.Background(), ben.ID, mailsim.PersonaPatch{CaseIDs: []string{"C-8", "C-9"}})
	require.NoError(t, err)
	eve := testkit.AddPerson(t, u, "eve@client.test", nil)
	assert.Equal(t, []string{"C-9"}, anna.CaseIDs)
	c, err := u.PushCase(context.Background(), "C-9", mailsim.CasePatch{PersonaIDs: []string{eve.ID, anna.ID}})
	require.NoError(t, err)
	assert.Equal(t, []string{eve.ID, anna.ID, ben.ID}, c.PersonaIDs) // spec: d.cases.persona-link
	assert.Equal(t, mailsim.CaseUpdated{CaseID: "C-9", Title: "", New: true, Changed: []string{"persona_ids"}}, testkit.EventsOf[mailsim.CaseUpdated](u)[0])
	on := func(id string) []string {
		p, err := u.Persona(id)
		require.NoError(t, err)
		return p.CaseIDs
	}
	assert.Equal(t, []string{"C-8", "C-9"}, on(ben.ID))
	assert.Equal(t, []string{"C-9"}, on(eve.ID))

	c, err = u.PushCase(context.Background(), "C-9", mailsim.CasePatch{PersonaIDs: []string{anna.ID}})
	require.NoError(t, err)
	assert.Equal(t, []string{anna.ID}, c.PersonaIDs)
	assert.Equal(t, []string{"C-8"}, on(ben.ID)) // spec: d.cases.persona-link
	require.NoError(t, u.DeleteCase(context.Background(), "C-9"))
	assert.Empty(t, on(anna.ID))
}

func TestCaseRefuses(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	long, many := strings.Repeat("x", valid.MaxText+1), map[string]string{}
	for i := range 1001 {
		many[strconv.Itoa(i)] = "x"
	}
	_, err := u.PushCase(context.Background(), "", mailsim.CasePatch{})
	assert.EqualError(t, err, "id is required")
	for want, p := range map[string]mailsim.CasePatch{
		"title":        {Title: &long},
		"summary":      {Summary: &long},
		"facts":        {Facts: many},
		"external_ids": {ExternalIDs: map[string]string{"": "x"}},
		"a name must":  {Facts: map[string]string{"x": long}},
		"addresses":    {Addresses: []string{"nobody"}},
		"persona_ids":  {PersonaIDs: []string{"p_none"}},
		"status":       {Status: new(mailsim.CaseStatus("lost"))},
	} {
		_, err := u.PushCase(context.Background(), "C-1", p)
		assert.ErrorIs(t, err, mailsim.ErrInvalid, want)
		assert.ErrorContains(t, err, want)
	}
	assert.Empty(t, u.Cases())
	ok := long[1:]
	_, err = u.PushCase(context.Background(), "C-1", mailsim.CasePatch{Title: &ok, Summary: &ok, Facts: map[string]string{"x": ok}})
	assert.NoError(t, err)
}

// TestCaseChanges: each field that changes is named, alone, and one that does not
// is not.
func TestCaseChanges(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "desk@ours.test", Password: "a good password"})
	require.NoError(t, err)
	push := func(p mailsim.CasePatch) mailsim.Case {
		c, err := u.PushCase(context.Background(), "C-1", p)
		require.NoError(t, err)
		return c
	}
	made := push(mailsim.CasePatch{})
	for _, c := range []struct {
		want string
		p    mailsim.CasePatch
	}{
		{"title", mailsim.CasePatch{Title: new("A pump")}},
		{"summary", mailsim.CasePatch{Summary: new("It leaks")}},
		{"status", mailsim.CasePatch{Status: new(mailsim.CaseWaiting)}},
		{"facts", mailsim.CasePatch{Facts: map[string]string{"a": "b"}}},
		{"external_ids", mailsim.CasePatch{ExternalIDs: map[string]string{"crm": "9"}}},
		{"persona_ids", mailsim.CasePatch{PersonaIDs: []string{anna.ID}}},
		{"addresses", mailsim.CasePatch{Addresses: []string{"desk@ours.test"}}},
	} {
		testkit.Advance(t, u, time.Hour)
		events := len(testkit.EventsOf[mailsim.CaseUpdated](u))
		got := push(c.p)
		list := testkit.EventsOf[mailsim.CaseUpdated](u)
		require.Len(t, list, events+1, c.want)
		assert.Equal(t, mailsim.CaseUpdated{CaseID: "C-1", Title: got.Title, New: false, Changed: []string{c.want}}, list[events]) // spec: d.cases.event.new
		assert.Equal(t, u.Now(), got.Updated)
		assert.Equal(t, made.Created, got.Created)
		assert.Equal(t, got, push(c.p))
		assert.Len(t, testkit.EventsOf[mailsim.CaseUpdated](u), events+1, "%s: the same again is no change", c.want)
	}
	push(mailsim.CasePatch{Title: new("Pumps"), PersonaIDs: []string{}})
	push(mailsim.CasePatch{Title: new("A pump"), PersonaIDs: []string{anna.ID}})
	list := testkit.EventsOf[mailsim.CaseUpdated](u)
	assert.Equal(t, []string{"persona_ids", "title"}, list[len(list)-1].Changed)
	c, err := u.Case("C-1")
	require.NoError(t, err)
	assert.Equal(t, []any{"A pump", "It leaks", mailsim.CaseWaiting, "b", "9", []string{anna.ID}}, []any{c.Title, c.Summary, c.Status, c.Facts["a"], c.ExternalIDs["crm"], c.PersonaIDs})
	assert.Len(t, u.Personas(), 1, "a mailbox that is there gets nobody")
	push(mailsim.CasePatch{Addresses: []string{"new@client.test"}})
	assert.Equal(t, "named in case C-1", testkit.EventsOf[mailsim.PersonaCreated](u)[0].Why)
	require.NoError(t, u.DeleteCase(context.Background(), "C-1"))
	for _, p := range u.Personas() {
		assert.Empty(t, p.CaseIDs, p.Name) // spec: d.cases.persona-link
	}
}

// TestCaseIsNamedByWholeWords, and a closed one is not the only open one.
func TestCaseIsNamedByWholeWords(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	how := func(subject string) string {
		id := testkit.SendTo(t, u, "anna@client.test", subject, "Hello")
		for _, m := range testkit.Inbox(t, u, "anna@client.test") {
			if m.MessageID == id {
				v, err := u.Message(context.Background(), m.Ref, mailsim.ViewOptions{})
				require.NoError(t, err)
				if v.Case != nil {
					return v.Case.ID + " " + v.Case.How
				}
			}
		}
		return ""
	}
	for id, title := range map[string]string{"C-1": "The", "C-2": "Pump", "C-3": "closed one"} {
		_, err := u.PushCase(context.Background(), id, mailsim.CasePatch{Title: &title, PersonaIDs: []string{anna.ID}, ExternalIDs: map[string]string{"crm": "x" + id[2:]}})
		require.NoError(t, err)
	}
	for subject, want := range map[string]string{
		"pump, leaking": "C-2 subject", "my PUMP": "C-2 subject", "pumps": "", "apump": "", "pump2": "", "the matter": "", "about c-1.": "C-1 subject", "C-12": "", "XC-1": "",
		"number x3": "C-3 subject", "number x33": "", "pumps and pump": "C-2 subject",
	} {
		assert.Equal(t, want, how(subject), subject)
	}
	for _, id := range []string{"C-1", "C-2"} {
		_, err := u.PushCase(context.Background(), id, mailsim.CasePatch{Status: new(mailsim.CaseClosed)})
		require.NoError(t, err)
	}
	assert.Empty(t, how("Lunch"))
	assert.Equal(t, "C-3 only", how("The closed door"))
	c, err := u.Case("C-3")
	require.NoError(t, err)
	assert.Equal(t, 2, c.Messages)
	assert.Equal(t, u.Now(), *c.Last)
}

// TestOnlyCaseTakesWhatItShares: the one open case of a person is what a mail is about
// when they share a number, a word that tells, or who writes; not when it is about
// something else.
func TestOnlyCaseTakesWhatItShares(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	_, err := u.PushCase(context.Background(), "C-1", mailsim.CasePatch{
		Title: new("Order 4711"), Summary: new("Two pumps came broken."), PersonaIDs: []string{anna.ID}, Addresses: []string{"desk@shop.test"},
		Facts: map[string]string{"delivery date": "12 March", "address": "Hill Road 4, Leeds", "price": "EUR 1,850", "color": "moss green"},
	})
	require.NoError(t, err)
	taken := func(from, subject, text string) bool {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: from, To: []string{"anna@client.test"}, Subject: subject, Text: text})
		require.NoError(t, err)
		c, err := u.Case("C-1")
		require.NoError(t, err)
		require.NoError(t, u.DeleteCase(context.Background(), "C-1"))
		c.PersonaIDs, c.Addresses = []string{anna.ID}, []string{"desk@shop.test"}
		_, err = u.PushCase(context.Background(), "C-1", mailsim.CasePatch{Title: &c.Title, Summary: &c.Summary, PersonaIDs: c.PersonaIDs, Addresses: c.Addresses, Facts: c.Facts})
		require.NoError(t, err)
		return c.Messages > 0
	}
	for text, want := range map[string]bool{
		"When are the pumps coming?":                                   true,
		"Is 4711 on its way?":                                          true,
		"What is the price?\n\nBest regards\nWaltraud":                 true,
		"Hi Anna, when can you deliver?":                               true,
		"Which color is it?":                                           true,
		"Where shall we meet for lunch on Friday?":                     false,
		"Pizza or pasta at the party?":                                 false,
		"What date is the concert of the choir, and who sings?":        false,
		"I read your article on bees. Where did you learn beekeeping?": false,
		"How are you?":                                                 false,
		"":                                                             false,
	} {
		assert.Equal(t, want, taken("app"+strconv.Itoa(len(text))+"@ours.test", "Hello", text), text)
	}
	assert.True(t, taken("desk@shop.test", "Hello", "How are you?"), "who is on the case")
}
