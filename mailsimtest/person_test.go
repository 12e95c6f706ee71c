package mailsimtest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// A temperament that a test sets decides how often the person answers; who has
// none set answers always.
func TestTemperamentWinsOverTheUsualRate(t *testing.T) {
	t.Parallel()
	replies := func(person func(*mailsimtest.Server) *mailsimtest.Person) (n int) {
		for i := range 40 {
			sim := mailsimtest.New(t, mailsimtest.Seed(fmt.Sprint("seed ", i)))
			sim.Login("app@ours.test").Send(person(sim).Address(), "Offer", "Shall we go ahead with it?")
			sim.Advance(100 * 24 * time.Hour)
			n += len(mailsimtest.Events[mailsim.PersonaSent](sim))
		}
		return n
	}
	ghost := func(p *mailsim.Persona) { p.Temperament = "ghost" }
	always := func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) }
	assert.GreaterOrEqual(t, replies(func(s *mailsimtest.Server) *mailsimtest.Person { return s.Person("ben@client.test") }), 40)
	assert.Less(t, replies(func(s *mailsimtest.Server) *mailsimtest.Person { return s.Person("ben@client.test", ghost) }), 8)
	assert.GreaterOrEqual(t, replies(func(s *mailsimtest.Server) *mailsimtest.Person { return s.Person("ben@client.test", ghost, always) }), 40, "a rate that is set wins over both")

	rate := func(p *mailsimtest.Person) *float64 { return p.Persona().Timing.ReplyRate }
	for _, info := range mailsim.Temperaments() {
		sim := mailsimtest.New(t)
		set := func(p *mailsim.Persona) { p.Temperament = info.Name }
		assert.Nil(t, rate(sim.Person("new@client.test", set)), info.Name)
		assert.Equal(t, info.Name, sim.Person("new@client.test").Persona().Temperament)

		sim.Person("later@client.test")
		if info.Name != "responsive" { // which they have
			assert.Nil(t, rate(sim.Person("later@client.test", set)), info.Name)
			assert.Nil(t, rate(sim.Fork(t).Person("later@client.test")), info.Name)
		}
		sim.Person("other@client.test")
		fork := sim.Fork(t)
		assert.Equal(t, info.Name == "responsive", rate(fork.Person("other@client.test", set)) != nil, info.Name)

		sim.Person("given@client.test", always)
		assert.NotNil(t, rate(sim.Person("given@client.test", set)), "a rate that a test set stays")
	}
}

// Links are opened by the test alone, unless Links is set: a link that works once
// must not be used up before the test opens it.
// TestSecondName: a name that is not the person's is not dropped in silence.
func TestSecondName(t *testing.T) {
	t.Parallel()
	failed := record("second", func(t mailsimtest.TB) {
		sim := mailsimtest.New(t)
		sim.Person("Anna Weber <anna@client.test>")
		sim.Person("anna@client.test")
		sim.Person("anna weber <ANNA@client.test>")
		sim.Person("Bertha Braun <anna@client.test>")
	})
	assert.Equal(t, "person Bertha Braun <anna@client.test>: the address is that of Anna Weber: give that name or none, or change it by Edit", failed.fatal)
	sim := mailsimtest.New(t)
	sim.Person("Anna Weber <anna@client.test>")
	sim.Person("Anna Braun <anna@client.test>", func(p *mailsim.Persona) { p.Name = "Anna Braun" })
	assert.Equal(t, "Anna Braun", sim.Person("anna@client.test").Persona().Name)
}

// TestDeletedPerson: what is asked of a person who is gone says so.
func TestDeletedPerson(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(p *mailsimtest.Person, m *mailsimtest.Mail){
		"Reply": func(p *mailsimtest.Person, m *mailsimtest.Mail) { p.Reply(m, "x") }, "Persona": func(p *mailsimtest.Person, m *mailsimtest.Mail) { p.Persona() },
	} {
		failed := record(name, func(t mailsimtest.TB) {
			sim := mailsimtest.New(t)
			anna := sim.Person("Anna Weber <anna@client.test>")
			m := sim.Box("app@ours.test").Send(anna.Address(), "Lunch", "Today?")
			if err := sim.Universe.DeletePersona(context.Background(), anna.ID()); err != nil {
				t.Fatalf("%v", err)
			}
			ask(anna, m)
		})
		assert.Contains(t, failed.fatal, "nobody is behind anna@client.test any more: the person was deleted", name)
	}
}

func TestPeopleOpenLinksWhenTold(t *testing.T) {
	t.Parallel()
	for i := range 30 {
		sim := mailsimtest.New(t, mailsimtest.Seed(fmt.Sprint("seed ", i)))
		opened := map[string]int{}
		sim.Site("shop.test", func(w http.ResponseWriter, r *http.Request) {
			who, _ := mailsim.VisitOf(r.Context())
			if r.URL.Path == "/magic" {
				opened[who.Address]++
			}
		})
		const text = "Sign in to your account with this link, which works once:\n\nhttp://shop.test/magic?token=t1q8Zk3vPw\n"
		anna, eve := sim.Person("anna@client.test"), sim.Person("eve@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
		app := sim.Login("app@shop.test")
		m := app.Send(anna.Address(), "Sign in", text)
		app.Send(eve.Address(), "Sign in", text)
		sim.Advance(7 * 24 * time.Hour)
		require.Zero(t, opened[anna.Address()])
		require.Positive(t, opened[eve.Address()])
		anna.Open(m.MagicLink()).HasStatus(http.StatusOK)
		require.Equal(t, 1, opened[anna.Address()])
	}
}
