package mailsim

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDecideIsPure(t *testing.T) {
	t.Parallel()
	s := Situation{
		Now: defaultStart, Person: Persona{Addresses: []string{"anna@client.test"}, Temperament: "busy"},
		Mail: MailTraits{From: "app@ours.test", InTo: true, Recipients: 1, Questions: 1}, Occasion: 1,
	}
	// spec: beyond.decide.pure
	assert.Equal(t, Decide(s), Decide(s))
	for i := range 200 {
		s.Occasion = i
		d := Decide(s)
		assert.False(t, !d.Due.IsZero() && d.Due.Before(s.Now))
	}
	Decide(Situation{})
}

// A universe does with a mail what Decide says.
func TestDecideIsWhatAUniverseDoes(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{Seed: "decide"})
	quietLinks(t, u)
	acts := map[DecisionAct]int{}
	for i, temperament := range []string{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"} {
		for n := range 6 {
			p := addPerson(t, u, fmt.Sprintf("p%d.%d@client.test", i, n), func(p *Persona) { p.Temperament, p.Timing.ReplyRate = temperament, nil })
			raw := fmt.Sprintf("From: app@ours.test\r\nTo: %s\r\nSubject: Plan\r\nMessage-ID: <%d.%d@ours.test>\r\n\r\nIs Tuesday fine?\r\n", p.Addresses[0], i, n)
			s := Situation{Seed: u.Seed(), Now: u.Now(), Person: p, Pace: u.Pace(), Occasion: 1}.WithMail("app@ours.test", []byte(raw))
			d := Decide(s)
			acts[d.Act]++
			c := u.NewSession(SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
			_, err := c.Submit(bg, Envelope{From: "app@ours.test", To: p.Addresses, Proto: "smtp", Remote: "127.0.0.1"}, raw)
			require.NoError(t, err)
			c.Close()
			jobs, err := u.Jobs(JobFilter{Kind: JobReply, PersonaID: p.ID})
			require.NoError(t, err)
			if d.Act != DecideReply {
				assert.Empty(t, jobs, "%s %d", temperament, n)
				continue
			}
			require.Len(t, jobs, 1, "%s %d", temperament, n)
			assert.Equal(t, d.Due, jobs[0].Due)
			assert.Equal(t, d.Plan, jobs[0].Plan)
		}
	}
	assert.NotZero(t, acts[DecideReply])
	assert.NotZero(t, acts[DecideIgnore])
}

func TestSituationReadsMail(t *testing.T) {
	t.Parallel()
	read := func(sender, raw string) MailTraits {
		s := Situation{Now: defaultStart, Person: Persona{Addresses: []string{"anna@client.test"}}}
		return s.WithMail(sender, []byte(raw)).Mail
	}
	m := read("app@ours.test", "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Report\r\n\r\nCould you send me the contract? I will send you the report tomorrow.\r\n")
	assert.True(t, m.InTo && m.Wants && m.From == "app@ours.test", "%+v", m)
	require.NotNil(t, m.Promise)
	assert.True(t, m.Promise.Due.After(defaultStart))
	m = read("", "From: app@ours.test\r\nTo: anna@client.test\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\n")
	assert.True(t, m.NullSender)
	assert.NotEmpty(t, m.Automatic)
	assert.Equal(t, MailTraits{}.Questions, read("x@y.test", "").Questions)
}
