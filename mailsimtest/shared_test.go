package mailsimtest_test

import (
	"context"
	"fmt"
	"net/smtp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// Tests that share a world may ask for the same person and login at once.
func TestSharedWorldInParallel(t *testing.T) {
	t.Parallel()
	shared, err := mailsimtest.Start()
	require.NoError(t, err)
	t.Cleanup(func() { shared.Close() })
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			sim := shared.For(t)
			box, to := sim.Login("app@ours.test"), fmt.Sprintf("x%d@client.test", i)
			sim.Person("anna@client.test", func(p *mailsim.Persona) {
				p.Behaviors.ForwardTo = sim.Person("ben@client.test").Address() // a helper within a helper
			})
			require.NoError(t, smtp.SendMail(sim.SMTPAddr(), box.Auth(), box.Address(), []string{to}, []byte("Subject: Hi\r\n\r\nHi\r\n")))
			sim.Box(to).Wait().HasSubject("Hi")
		})
	}
}

// A test that binds a world twice, or its own world once more, tells its story
// once.
func TestStoryIsToldOnce(t *testing.T) {
	t.Parallel()
	shared := mailsimtest.New(t)
	r := record("twice", func(t mailsimtest.TB) {
		shared.For(t)
		shared.For(t).For(t).Box("anna@client.test")
		t.Fatalf("over")
	})
	assert.Len(t, r.logs, 1)
	r = record("own", func(t mailsimtest.TB) {
		sim := mailsimtest.New(t)
		sim.For(t).Note("the same test")
		t.Fatalf("over")
	})
	require.Len(t, r.logs, 1)
	assert.Contains(t, r.logs[0], "the same test")
	again := func(t mailsimtest.TB) { shared.For(t); t.Fatalf("over") }
	assert.Len(t, record("again", again).logs, 1)
	assert.Len(t, record("again", again).logs, 1)
}

// Each of the tests that share a world is told its own part.
func TestEachTestHasItsOwnPart(t *testing.T) {
	t.Parallel()
	shared, err := mailsimtest.Start()
	require.NoError(t, err)
	t.Cleanup(func() { shared.Close() })
	shared.Person("Cara <cara@client.test>").Send("app@ours.test", "Before all", "?")
	app := shared.Login("app@ours.test")
	outer := &recorder{name: "outer"}
	beside := shared.For(outer) // runs beside the others until it ends
	beside.Person("Ben <ben@client.test>")
	beside.Login("app@ours.test")
	post := func(to, subject string) {
		body := []byte("From: app@ours.test\r\nTo: " + to + "\r\nSubject: " + subject + "\r\n\r\nHi\r\n")
		assert.NoError(t, smtp.SendMail(shared.SMTPAddr(), app.Auth(), app.Address(), []string{to}, body))
	}
	first := record("first", func(t mailsimtest.TB) {
		sim := shared.For(t)
		sim.Login("app@ours.test")
		sim.Person("Anna <anna@client.test>")
		post("anna@client.test", "For anna")
		post("ben@client.test", "For ben")
		post("else@client.test", "For nobody")
		beside.Note("a note of another")
		sim.Note("a note of this one")
		_ = smtp.SendMail(shared.SMTPAddr(), nil, "app@ours.test", []string{"ben@client.test", "x+unknown@client.test"}, nil)
		_ = smtp.SendMail(shared.SMTPAddr(), nil, "app@ours.test", []string{"anna@client.test", "y+unknown@client.test"}, nil)
		t.Fatalf("over")
	})
	second := record("second", func(t mailsimtest.TB) {
		shared.For(t).Box("app@ours.test")
		post("anna@client.test", "Anna again") // whom a test names that has ended
		t.Fatalf("over")
	})
	outer.fatal = "over"
	for _, f := range outer.cleanups {
		f()
	}
	require.Len(t, first.logs, 1)
	for _, want := range []string{"For anna", `Anna plans`, "For nobody", "a note of this one", "lines of before this test, or of tests beside it, left out", "y+unknown"} {
		assert.Contains(t, first.logs[0], want)
	}
	for _, other := range []string{"Before all", "For ben", "Ben plans", "a note of another", "x+unknown"} {
		assert.NotContains(t, first.logs[0], other)
	}
	require.Len(t, second.logs, 1)
	assert.Contains(t, second.logs[0], "Anna again")
	assert.NotContains(t, second.logs[0], "For anna")
	require.Len(t, outer.logs, 1)
	assert.Contains(t, outer.logs[0], "For ben")
	assert.NotContains(t, outer.logs[0], "For anna")
	assert.NotContains(t, outer.logs[0], "Before all")
	assert.Contains(t, shared.Story(), "Before all")
}

// In a bubble New fits itself in: with sockets, a wait in vain would never end.
func TestNewKnowsTheBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := mailsimtest.New(t)
		start := time.Now()
		assert.Equal(t, start.UTC(), sim.Now())
		require.NoError(t, sim.SendMail(sim.SMTPAddr(), sim.Login("app@ours.test").Auth(), "app@ours.test", []string{"anna@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n")))
		sim.Box("anna@client.test").Wait().HasSubject("Hi")
		time.Sleep(time.Hour)
		assert.Equal(t, start.Add(time.Hour).UTC(), sim.Now())
		_, err := sim.Client().Get(sim.URL() + "/api/status") // nobody closes the body, and the bubble ends all the same
		require.NoError(t, err)
	})
}

func TestForkInABubble(t *testing.T) {
	base := mailsimtest.New(t)
	anna := base.Person("anna@client.test")
	synctest.Test(t, func(t *testing.T) {
		sim := base.Fork(t)
		app := sim.Login("app@ours.test")
		require.NoError(t, app.IMAP().Noop().Wait())
		sim.AdvanceToReply(app.Send(anna.Address(), "Hello", "Shall we?"))
		began := time.Now()
		r := record("in vain", func(t mailsimtest.TB) { sim.For(t).Box("ben@client.test").Wait() })
		assert.Contains(t, r.fatal, "no mail to ben@client.test")
		assert.Positive(t, time.Since(began), "the bubble's time passed")
	})
}

func TestSendMailIsThatOfNetSMTP(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]mailsimtest.Option{
		"memory": {mailsimtest.InMemory()}, "starttls": {mailsimtest.STARTTLS()}, "loopback": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sim := mailsimtest.New(t, opts...)
			box := sim.Login("app@ours.test")
			send := smtp.SendMail
			require.NotNil(t, send)
			send = sim.SendMail // the same type
			body := []byte("Subject: Hi\r\n\r\nHi\r\n")
			require.NoError(t, send(sim.SMTPAddr(), box.Auth(), box.Address(), []string{"a@client.test", "b@client.test"}, body))
			sim.Box("b@client.test").Wait().HasSubject("Hi")
			require.ErrorContains(t, send(sim.SMTPAddr(), nil, box.Address(), []string{"a+unknown@client.test"}, body), "5.1.1")
			require.ErrorContains(t, send(sim.SMTPAddr(), smtp.PlainAuth("", "app@ours.test", "wrong", sim.Host()), box.Address(), []string{"a@client.test"}, body), "5.7.8")
		})
	}
}

// Who dials servers in memory by the network meets nobody.
func TestMemoryAddressesAreNobodys(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t, mailsimtest.InMemory())
	require.Error(t, smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"anna@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n")))
}

func TestHelpersAfterTheEndSayWhy(t *testing.T) {
	t.Parallel()
	sim, err := mailsimtest.Start()
	require.NoError(t, err)
	require.NoError(t, sim.Close())
	r := record("late", func(t mailsimtest.TB) { _ = sim.For(t).SMTPAddr() })
	assert.Contains(t, r.fatal, "has ended with its test")
}

// The kinds of tests that a world can be part of.
func BenchmarkWorld(b *testing.B) {
	sim := mailsimtest.New(b)
	for b.Loop() {
		require.NoError(b, smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"anna@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n")))
	}
}

func FuzzMail(f *testing.F) {
	base := mailsimtest.New(f)
	base.Person("anna@client.test")
	f.Add([]byte("Subject: Hi\r\n\r\nCould you send it?\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		sim := base.Fork(t)
		sim.Submit("app@ours.test", "anna@client.test", raw)
		sim.Advance(48 * time.Hour)
		sim.CheckInvariants()
	})
}

// ginkgoish has no more than a framework like Ginkgo gives.
type ginkgoish struct {
	cleanups []func()
	log      strings.Builder
}

func (g *ginkgoish) Helper()                           {}
func (g *ginkgoish) Name() string                      { return "a spec" }
func (g *ginkgoish) Logf(format string, args ...any)   { fmt.Fprintf(&g.log, format, args...) }
func (g *ginkgoish) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (g *ginkgoish) Failed() bool                      { return false }
func (g *ginkgoish) Cleanup(f func())                  { g.cleanups = append(g.cleanups, f) }
func (g *ginkgoish) Setenv(key, value string)          {}

func TestSmallInterface(t *testing.T) {
	t.Parallel()
	g := &ginkgoish{}
	sim := mailsimtest.New(g)
	_, err := sim.Universe.Inject(context.Background(), mailsim.Inject{To: "anna@client.test", From: "app@ours.test", Subject: "Hi", Text: "."})
	require.NoError(t, err)
	sim.Box("anna@client.test").Wait().HasSubject("Hi")
	for _, f := range g.cleanups {
		f()
	}
	assert.Panics(t, func() { sim.SMTPAddr() }, "it has ended")
}
