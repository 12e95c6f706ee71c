package mailsimtest_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

func FuzzConversation(f *testing.F) {
	for _, seed := range []string{"", "\x03\x01\x02\x07\x01\x04", "every conversation is different, and some are long", "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5\xf4\xf3\xf2\xf1\xf0"} {
		f.Add([]byte(seed))
		f.Add(bytes.Repeat([]byte(seed), 20))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sim := mailsimtest.New(t)
		mailsimtest.NewGen(mailsimtest.Bytes(data)).Conversation(sim)
		sim.CheckInvariants()
	})
}

func TestGeneratedWorldsAreTheSameTwice(t *testing.T) {
	t.Parallel()
	data := bytes.Repeat([]byte("the same bytes, the same world"), 10)
	story := func() string {
		sim := mailsimtest.New(t)
		mailsimtest.NewGen(mailsimtest.Bytes(data)).Conversation(sim)
		return sim.Story()
	}
	assert.Equal(t, story(), story())
}

func TestTheSimplestWorldIsPlain(t *testing.T) {
	t.Parallel()
	g := mailsimtest.NewGen(mailsimtest.Bytes(nil))
	p := g.Person()
	assert.Equal(t, "responsive", p.Temperament)
	assert.False(t, p.Paused)
	assert.Equal(t, "A question", g.Mail("a@b.test", "c@d.test").Subject)
	assert.Contains(t, string(g.Raw("a@b.test", "c@d.test")), "From: a@b.test")
}

// Each rule finds what breaks it.
func TestInvariantsFindWhatBreaksThem(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna := sim.Person("anna@client.test")
	app := sim.Login("app@ours.test")
	m := app.Send(anna.Address(), "Offer", "Shall we?")
	sim.AdvanceToReply(m)
	require.Empty(t, mailsimtest.Invariants(sim.Universe))

	access, err := sim.Universe.Access(anna.Address()) // a test, or a bug, loses the mail
	require.NoError(t, err)
	ctx := context.Background()
	_, err = access.StoreFlags(ctx, "INBOX", []uint32{m.UID}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil)
	require.NoError(t, err)
	_, err = access.Expunge(ctx, "INBOX", nil)
	require.NoError(t, err)
	list := mailsimtest.Invariants(sim.Universe)
	require.NotEmpty(t, list)
	assert.Equal(t, "lost", list[0].Rule)
	assert.Contains(t, list[0].String(), "Offer")
	r := record("invariants", func(t mailsimtest.TB) { sim.For(t).CheckInvariants() })
	assert.Contains(t, r.fatal, "lost:")
}

// BenchmarkFork compares a fork of a universe of 10,000 mails with delivering them.
func BenchmarkFork(b *testing.B) {
	sim := mailsimtest.New(b)
	const mails = 10_000
	began := time.Now()
	for range mails {
		_, err := sim.Universe.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Load", Text: "Load."})
		require.NoError(b, err)
	}
	delivered := time.Since(began)
	for b.Loop() {
		u, err := sim.Universe.Fork(mailsim.Options{})
		if err != nil {
			b.Fatal(err)
		}
		u.Close()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(delivered), "fork/delivery")
}
