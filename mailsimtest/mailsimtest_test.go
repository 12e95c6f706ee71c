package mailsimtest_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// use asks something of each of the five servers.
func use(t *testing.T, sim *mailsimtest.Server) {
	t.Helper()
	box := sim.Login("app@ours.test")
	require.NoError(t, box.SMTP().Noop())
	require.NoError(t, box.IMAP().Noop().Wait())
	for _, address := range []string{sim.SMTPSAddr(), sim.IMAPSAddr()} {
		raw, err := sim.DialContext(context.Background(), "tcp", address)
		require.NoError(t, err)
		c := tls.Client(raw, sim.TLS())
		require.NoError(t, c.Handshake())
		hello := make([]byte, 4)
		_, err = io.ReadFull(c, hello)
		require.NoError(t, err)
		c.Close()
	}
	res, err := sim.Client().Get(sim.URL() + "/api/connection")
	require.NoError(t, err)
	defer res.Body.Close()
	var conn mailsim.Connection
	require.NoError(t, json.NewDecoder(res.Body).Decode(&conn))
	assert.Len(t, conn.Services, 4, "the API tells where all mail servers are")
	assert.True(t, conn.PlainAuthAllowed)
}

func TestServers(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]mailsimtest.Option{
		"loopback": nil, "memory": {mailsimtest.InMemory()}, "starttls": {mailsimtest.STARTTLS(), mailsimtest.RequireAuth()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			use(t, mailsimtest.New(t, opts...))
		})
	}
}

func TestBubbleServesAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := mailsimtest.New(t, mailsimtest.Bubble())
		use(t, sim)
		anna := sim.Person("anna@client.test")
		m := sim.Login("app@ours.test").Send(anna.Address(), "Offer", "Shall we?")
		sim.Box("app@ours.test").Wait().RepliesTo(m) // the bubble's time passes until she answers
		before := sim.Now()
		sim.Advance(time.Hour) // the world's time alone
		assert.Equal(t, before.Add(time.Hour), sim.Now())
		sim.Settle()
	})
}

func TestCloseLeavesNothing(t *testing.T) {
	for range 3 {
		sim, err := mailsimtest.Start()
		require.NoError(t, err)
		use(t, sim.For(t))
		require.NoError(t, sim.Close())
		require.NoError(t, sim.Close(), "twice")
		_, err = net.Dial("tcp", "127.0.0.1:1")
		require.Error(t, err)
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "world.yaml")
	require.NoError(t, os.WriteFile(file, []byte("seed: mine\nclock: {start: 2027-03-01T08:00:00Z}\nlogins: [{address: app@ours.test, password: known already}]\n"), 0o600))
	sim := mailsimtest.New(t, mailsimtest.File(file))
	assert.Equal(t, "mine", sim.Seed())
	assert.Equal(t, time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC), sim.Now())
	auth := smtp.PlainAuth("", "app@ours.test", "known already", sim.Host())
	body := []byte("From: app@ours.test\r\nSubject: Hi\r\n\r\nHi\r\n")
	box := sim.Login("app@ours.test")
	require.NoError(t, smtp.SendMail(sim.SMTPAddr(), auth, "app@ours.test", []string{"anna@client.test"}, body), "the file's password works")
	require.NoError(t, box.SMTP().Noop())
	require.Error(t, smtp.SendMail(sim.SMTPAddr(), auth, "app@ours.test", []string{"anna@client.test"}, body), "a client needed a new one")
	assert.Equal(t, "other", mailsimtest.New(t, mailsimtest.File(file), mailsimtest.Seed("other")).Seed())
}

func TestLiveClock(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t, mailsimtest.Live(1_000_000))
	m := sim.Login("app@ours.test").Send(sim.Person("anna@client.test").Address(), "Offer", "Shall we?")
	sim.Login("app@ours.test").Wait().RepliesTo(m)
}

func TestSmallSetups(t *testing.T) {
	t.Parallel()
	start := time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)
	sim := mailsimtest.New(t, mailsimtest.At(start), mailsimtest.Seed("other"), mailsimtest.NoMagic(),
		mailsimtest.With(func(o *mailsim.Options) { o.Name = "mine" }), mailsimtest.Site("shop.test", http.NotFoundHandler()))
	assert.Equal(t, start, sim.Now())
	assert.Equal(t, "other", sim.Seed())
	assert.Equal(t, "mine", sim.Universe.Name())
	require.NoError(t, smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"a+unknown@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n")))
	_, err := mailsimtest.Start(mailsimtest.File("testdata/no-such.yaml"))
	require.Error(t, err)
	_, err = mailsimtest.Start(mailsimtest.Live(-1))
	require.ErrorIs(t, err, mailsim.ErrInvalid)
}

func TestRecipientsAndWebhooksAreKept(t *testing.T) {
	t.Parallel()
	rule := mailsim.DefaultRule()
	rule.Create = new(false)
	sim := mailsimtest.New(t, mailsimtest.Recipients(mailsim.Recipients{Default: mailsim.DefaultRule(), Domains: map[string]mailsim.Rule{"gone.test": rule}}))
	err := smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"a@gone.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n"))
	require.ErrorContains(t, err, "5.1.1")
	sim.Webhook("http://a.test/", "one", "persona.*")
	sim.Webhook("http://b.test/", "two")
	require.Len(t, sim.Universe.Webhooks(), 2)
}

// A mail that arrives between a mark and the wait from it is always found.
func TestMarkMissesNothing(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	send := func(n int) {
		_, err := sim.Universe.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: fmt.Sprint("Mail ", n)})
		assert.NoError(t, err)
	}
	for n := range 10_000 {
		mark := sim.Mark()
		var sent sync.WaitGroup
		if n%100 == 0 {
			sent.Go(func() { send(n) })
		} else {
			send(n)
		}
		got := mark.Wait(mailsim.Match{To: "anna@client.test"})
		require.Equal(t, fmt.Sprint("Mail ", n), got.Subject)
		sent.Wait()
	}
}

func TestWaitGivesEachOnceInOrder(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna := sim.Box("anna@client.test")
	for _, subject := range []string{"One", "Two", "Three", "Four"} {
		_, err := sim.Universe.Inject(context.Background(), mailsim.Inject{To: anna.Address(), From: "app@ours.test", Subject: subject, Text: "."})
		require.NoError(t, err)
	}
	anna.Wait(mailsim.Match{Subject: "three"}).HasSubject("Three")
	anna.Wait().HasSubject("One")
	anna.Wait().HasSubject("Two")
	anna.Wait().HasSubject("Four")
	anna.ExpectNone()
	assert.Len(t, anna.Inbox(), 4)
}

func TestAdvanceUntilStopsAtTheInstant(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna := sim.Person("anna@client.test")
	ticks := 0
	sim.Every(time.Minute, func() { ticks++ })
	m := sim.Login("app@ours.test").Send(anna.Address(), "Offer", "Shall we?")
	sent := mailsimtest.AdvanceUntil(sim, 72*time.Hour, func(e mailsim.PersonaSent) bool { return e.InReplyTo == m.MessageID })
	list := sim.Login("app@ours.test").Inbox()
	require.Len(t, list, 1)
	assert.Equal(t, list[0].Time, sim.Now())
	assert.Equal(t, sent.MessageID, list[0].MessageID)
	assert.Equal(t, int(sim.Now().Sub(m.Time)/time.Minute), ticks)
	assert.Len(t, mailsimtest.Events[mailsim.PersonaSent](sim), 1)
}

func TestActs(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	m := app.Send(anna.Address(), "Offer", "Shall we?")
	anna.Reply(m, "Yes, with pleasure.").RepliesTo(m).HasText("with pleasure")
	other := app.Send(anna.Address(), "Another offer", "Shall we again?")
	anna.Ignore(other)
	anna.ExpectDeclined(other)
	anna.Complain(other)
	sim.Advance(24 * time.Hour)
	app.Wait().HasHeader("Content-Type", "feedback-report")
	app.Answer(m, "Thank you.").RepliesTo(m)
}

// TestShowImages: what is remote is asked for once, in order; what the mail brings
// along, and what is no image, is not.
func TestShowImages(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna := sim.Person("anna@client.test")
	var asked []string
	sim.Site("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked = append(asked, r.URL.String()) }))
	m := sim.Submit("app@ours.test", anna.Address(), []byte("From: app@ours.test\r\nSubject: Sale\r\nDate: Mon, 5 Jan 2026 09:00:00 +0000\r\nContent-Type: text/html\r\n\r\n"+
		"<p>All that you need for the garden is cheaper until Friday, tools and seeds and pots.</p>"+
		`<a href="http://shop.test/sale"><img src=" http://shop.test/logo.png?a=1&amp;b=2 " alt="Shop"></a><img src="cid:a"><img src="data:image/gif;base64,R0lGOD">`+
		`<img src="HTTP://shop.test/seen" width=1 height=1><img src="http://shop.test/logo.png?a=1&amp;b=2"><img src="http://gone.test/x"><img>`+"\r\n"))
	pages := anna.ShowImages(m)
	require.Len(t, pages, 3)
	pages[0].HasStatus(200)
	pages[1].HasStatus(200)
	pages[2].Failed()
	assert.Equal(t, []string{"/logo.png?a=1&b=2", "/seen"}, asked)
	assert.Len(t, mailsimtest.Events[mailsim.LinkOpened](sim), 2)
	sim.Advance(7 * 24 * time.Hour)
	assert.NotContains(t, asked[2:], "/seen", "nobody loads them untold")
}

func TestSitesByURL(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<title>%s</title>", r.Host)
	}))
	defer srv.Close()
	sim := mailsimtest.New(t)
	sim.Site("shop.test", srv.URL)
	anna := sim.Person("anna@client.test")
	sim.Login("app@ours.test").Send(anna.Address(), "Sale", "http://shop.test/sale")
	anna.Open("http://shop.test/sale").HasStatus(200).HasTitle("shop.test")
}

func TestForEachSubtest(t *testing.T) {
	t.Parallel()
	base := mailsimtest.New(t)
	base.Person("anna@client.test")
	t.Run("first", func(t *testing.T) {
		sim := base.For(t)
		sim.Box("app@ours.test").Send("anna@client.test", "First", "?")
		sim.Person("anna@client.test").WaitReply().HasSubject("Re: First")
	})
	base.Box("anna@client.test").ExpectInbox(1)
}

func TestEnvironmentOfPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	sim := mailsimtest.New(t)
	box := sim.Login("app@ours.test")
	box.Setenv()
	assert.Equal(t, sim.URL(), os.Getenv("SERVICE_URL"))
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), box.Env()...)
	require.NoError(t, cmd.Run())
	c, err := imapclient.DialInsecure(net.JoinHostPort(os.Getenv("IMAP_HOST"), os.Getenv("IMAP_PORT")), nil)
	require.NoError(t, err)
	require.NoError(t, c.Login(os.Getenv("IMAP_USERNAME"), os.Getenv("IMAP_PASSWORD")).Wait())
	require.NoError(t, c.Close())
	pem, err := os.ReadFile(sim.CertFile())
	require.NoError(t, err)
	assert.Contains(t, string(pem), "BEGIN CERTIFICATE")
}

// What a failed test keeps: the story, each mail, each transcript.
func TestArtifacts(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("MAILSIM_ARTIFACTS", dir)
	r := record("TestArtifacts", func(t mailsimtest.TB) {
		sim, _, _ := scene(t, mailsimtest.Seed("its own seed"))
		sim.Advance(6 * time.Hour)
		require.NoError(t.(*recorder).TB, smtp.SendMail(sim.SMTPAddr(), sim.Login("app@ours.test").Auth(), "app@ours.test", []string{"anna@client.test"}, []byte("Subject: A/b\r\n\r\nHi\r\n")))
		t.Fatalf("over")
	})
	require.Contains(t, r.logs[0], dir)
	var names []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	}))
	all := strings.Join(names, "\n")
	// spec: beyond.story.failure
	for _, want := range []string{
		`seed "its own seed", the clock at Mon 2026-01-05 15:00:00`,
		"Mon 2026-01-05\n  09:00:00  shop@shop.test sends \"Welcome to the shop\" to anna@client.test\n  09:00:00  Anna Weber gets",
		`  Anna Weber sends "Re: Welcome to the shop" to shop@shop.test (reply)`,
		"\n  15:00:00  the clock is moved to Mon 2026-01-05 15:00:00\n",
		"\n  15:00:00  app@ours.test sends \"A/b\" to anna@client.test\n",
	} {
		assert.Contains(t, r.logs[0], want)
	}
	// spec: beyond.story.failure
	for _, want := range []string{"TestArtifacts/story.txt", "mail/anna@client.test/INBOX/001-Welcome_to_the_shop.eml", "001-A_b.eml", "transcripts/smtp-"} {
		assert.Contains(t, all, want)
	}
	text, err := os.ReadFile(filepath.Join(dir, "TestArtifacts", "transcripts", "smtp-1.txt"))
	require.NoError(t, err)
	assert.NotContains(t, string(text), "AUTH PLAIN A", "the password is masked")
}

func TestGolden(t *testing.T) {
	t.Parallel()
	_, _, m := scene(t)
	m.MatchesGolden("welcome.eml")
	assert.Equal(t, mailsimtest.Normalize(m.Raw()), mailsimtest.Normalize(bytes.ReplaceAll(m.Raw(), []byte("\r\n"), []byte("\n"))))
	_, _, same := scene(t)
	assert.Empty(t, mailsimtest.Diff(m, same))
}

// TestGoldenReplacements: what differs from run to run is replaced as the test says, wherever
// quoted-printable has cut it.
func TestGoldenReplacements(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app := sim.Login("app@ours.test")
	send := func(token string) *mailsimtest.Mail {
		link := "https://shop.example/a/rather/long/path/to/the/page?lang=de&token=" + token + "&next=home"
		return app.SendMail(mailsim.Outgoing{
			To: []string{"anna@client.test"}, Subject: "Order " + token[:4],
			Text: "Grüße! Please confirm your address, which takes less than a minute: " + link + " and then come back to us.\n\nThe shop",
			HTML: `<p>Grüße! <a href="` + link + `">Confirm</a></p>`,
		})
	}
	replace := []mailsimtest.Replacement{mailsimtest.Replace(`token=\w+`, "token=(token)"), mailsimtest.Replace(`^(Subject: Order) \w+$`, "$1 (number)")}
	first, second := send("Ab3dEf6hIj9kLmN2pQrStUv"), send("7xYzW")
	require.Contains(t, string(first.Raw()), "=\r\n", "quoted-printable has cut it")
	first.MatchesGolden("token.eml", replace...)
	second.MatchesGolden("token.eml", replace...)
}

// The same helpers over HTTP.
func TestConnect(t *testing.T) {
	t.Parallel()
	held := mailsimtest.New(t)
	sim := mailsimtest.Connect(t, held.URL(), held.Key())
	app, anna := sim.Login("app@ours.test"), sim.Person("Anna Weber <anna@client.test>")
	m := newMail(app.Address(), anna.Address(), "Offer")
	require.NoError(t, smtp.SendMail(sim.SMTPAddr(), app.Auth(), m.From, m.To, m.Bytes()))
	got := anna.Wait().HasSubject("Offer").HasText("this is offer")
	sim.AdvanceToReply(got).RepliesTo(got)
	app.ExpectNone() // the reply was given
	anna.ExpectNone()
	anna.ExpectInbox(1)
	mark := sim.Mark()
	q := app.Send(anna.Address(), "Another", "And now?")
	sim.WaitReply(q).RepliesTo(q)
	assert.Len(t, mark.All(mailsim.Match{To: anna.Address()}), 1)
	_ = mailsimtest.WaitEvent[mailsim.PersonaSent](sim, nil)
	ben := sim.Person("ben@client.test", func(p *mailsim.Persona) { p.Paused = true })
	ben.ExpectDeclined(app.Send(ben.Address(), "Offer", "Shall we?"))
	require.NoError(t, app.IMAP().Noop().Wait())
	before := sim.Now()
	sim.Advance(90 * time.Minute)
	assert.Equal(t, before.Add(90*time.Minute), held.Now())
	assert.Contains(t, sim.Story(), "Anna Weber sends")
	r := record("remote", func(t mailsimtest.TB) {
		mailsimtest.Connect(t, held.URL(), held.Key()).Site("shop.test", http.NotFoundHandler())
	})
	assert.Contains(t, r.fatal, "only with a universe in the process")
	r = record("remote", func(t mailsimtest.TB) { mailsimtest.Connect(t, held.URL(), "wrong") })
	assert.NotEmpty(t, r.fatal)
}

func TestManyInParallel(t *testing.T) {
	t.Parallel()
	for i := range 200 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			sim := mailsimtest.New(t)
			anna := sim.Person("anna@client.test")
			m := newMail("app@ours.test", anna.Address(), "Offer")
			require.NoError(t, smtp.SendMail(sim.SMTPAddr(), nil, m.From, m.To, m.Bytes()))
			sim.AdvanceToReply(anna.Wait()).HasSubject("Re: Offer")
		})
	}
}

// BenchmarkNew compares a world with a server of net/http/httptest, with no
// listener and with all five. The three take turns, and medians are compared, so
// that what else the machine does falls on all alike.
func BenchmarkNew(b *testing.B) {
	world := func(all bool) func() {
		return func() {
			sim, err := mailsimtest.Start()
			if err != nil {
				b.Fatal(err)
			}
			if all {
				_ = sim.URL()
			}
			sim.Close()
		}
	}
	what := []func(){func() { httptest.NewServer(http.NotFoundHandler()).Close() }, world(false), world(true)}
	took := make([][]time.Duration, len(what))
	for b.Loop() {
		for i, f := range what {
			began := time.Now()
			f()
			took[i] = append(took[i], time.Since(began))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2])
	}
	b.ReportMetric(median(1)/median(0), "none/httptest")
	b.ReportMetric(median(2)/median(0), "five/httptest")
	b.ReportMetric(testing.AllocsPerRun(100, what[2]), "allocs-five")
	b.ReportMetric(testing.AllocsPerRun(100, what[1]), "allocs-none")
}

// smtp.SendMail asks for SMTPUTF8 wherever it is offered, and Postfix then
// returns the mail as message/global (RFC 6533 section 5).
func TestBounceNamesTheMailThatFailed(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app := sim.Login("app@ours.test")
	for _, to := range []string{"a+full-dsn@full.test", "b+full-dsn@disabled.test"} { // Postfix, Exchange
		body := "From: app@ours.test\r\nTo: " + to + "\r\nSubject: Hi\r\nMessage-ID: <for-" + to + ">\r\n\r\nHello.\r\n"
		require.NoError(t, smtp.SendMail(sim.SMTPAddr(), app.Auth(), app.Address(), []string{to}, []byte(body)))
		sim.Advance(time.Hour)
		require.Equal(t, "<for-"+to+">", app.Wait().IsBounceOf(to, mailsim.StatusFull).Bounce().MessageID)
	}
}
