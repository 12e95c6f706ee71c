package mind_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestDecideIsPure(t *testing.T) {
	t.Parallel()
	s := mailsim.Situation{
		Now: config.DefaultStart, Person: mailsim.Persona{Addresses: []string{"anna@client.test"}, Temperament: "busy"},
		Mail: mailsim.MailTraits{From: "app@ours.test", InTo: true, Recipients: 1, Questions: 1}, Occasion: 1,
	}
	// spec: beyond.decide.pure
	assert.Equal(t, mailsim.Decide(s), mailsim.Decide(s))
	for i := range 200 {
		s.Occasion = i
		d := mailsim.Decide(s)
		assert.False(t, !d.Due.IsZero() && d.Due.Before(s.Now))
	}
	mailsim.Decide(mailsim.Situation{})
}

// A universe does with a mail what Decide says.
func TestDecideIsWhatAUniverseDoes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "decide"})
	testkit.QuietLinks(t, u)
	acts := map[mailsim.DecisionAct]int{}
	for i, temperament := range []string{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"} {
		for n := range 6 {
			p := testkit.AddPerson(t, u, fmt.Sprintf("p%d.%d@client.test", i, n), func(p *mailsim.Persona) { p.Temperament, p.Timing.ReplyRate = temperament, nil })
			raw := fmt.Sprintf("From: app@ours.test\r\nTo: %s\r\nSubject: Plan\r\nMessage-ID: <%d.%d@ours.test>\r\n\r\nIs Tuesday fine?\r\n", p.Addresses[0], i, n)
			s := mailsim.Situation{Seed: u.Seed(), Now: u.Now(), Person: p, Pace: u.Pace(), Occasion: 1}.WithMail("app@ours.test", []byte(raw))
			d := mailsim.Decide(s)
			acts[d.Act]++
			c := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
			_, err := c.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: p.Addresses, Proto: "smtp", Remote: "127.0.0.1"}, raw)
			require.NoError(t, err)
			c.Close()
			jobs, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobReply, PersonaID: p.ID})
			require.NoError(t, err)
			if d.Act != mailsim.DecideReply {
				assert.Empty(t, jobs, "%s %d", temperament, n)
				continue
			}
			require.Len(t, jobs, 1, "%s %d", temperament, n)
			assert.Equal(t, d.Due, jobs[0].Due)
			assert.Equal(t, d.Plan, jobs[0].Plan)
		}
	}
	assert.NotZero(t, acts[mailsim.DecideReply])
	assert.NotZero(t, acts[mailsim.DecideIgnore])
}

func TestSituationReadsMail(t *testing.T) {
	t.Parallel()
	read := func(sender, raw string) mailsim.MailTraits {
		s := mailsim.Situation{Now: config.DefaultStart, Person: mailsim.Persona{Addresses: []string{"anna@client.test"}}}
		return s.WithMail(sender, []byte(raw)).Mail
	}
	m := read("app@ours.test", "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Report\r\n\r\nCould you send me the contract? I will send you the report tomorrow.\r\n")
	assert.True(t, m.InTo && m.Wants && m.From == "app@ours.test", "%+v", m)
	require.NotNil(t, m.Promise)
	assert.True(t, m.Promise.Due.After(config.DefaultStart))
	m = read("", "From: app@ours.test\r\nTo: anna@client.test\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\n")
	assert.True(t, m.NullSender)
	assert.NotEmpty(t, m.Automatic)
	assert.Equal(t, mailsim.MailTraits{}.Questions, read("x@y.test", "").Questions)
}
