package mailsimtest_test

import (
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// What a user's tests look like. Those with a mail library of their own are in the
// module examples/recipes.

// Password reset: the person clicks, the application's handler runs.
func TestPasswordReset(t *testing.T) {
	sim := mailsimtest.New(t)
	app := newShop(sim.SMTPAddr())
	sim.Site("shop.test", app) // links to shop.test reach app, through the link policy, without a network
	anna := sim.Person("Anna Weber <anna@client.test>")
	app.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/forgot?email="+anna.Address(), nil))
	link := anna.Wait().HasSubject("Reset your password").HasText("60 minutes").MagicLink()
	anna.Open(link).HasStatus(http.StatusOK)
	sim.Advance(2 * time.Hour)
	anna.Open(link).HasStatus(http.StatusGone)
}

// Support desk: reads over IMAP, answers over SMTP, the person writes back.
func TestSupportDesk(t *testing.T) {
	sim := mailsimtest.New(t)
	desk, anna := sim.Login("help@ours.test"), sim.Person("Anna Weber <anna@client.test>")
	q := anna.Send(desk.Address(), "Order 4711", "Where is my order?")
	c := desk.IMAP() // *imapclient.Client, logged in
	c.Select("INBOX", nil).Wait()
	found, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	require.NoError(t, err)
	require.Len(t, found.AllUIDs(), 1)
	body := "From: help@ours.test\r\nMessage-ID: <a1@ours.test>\r\nSubject: Re: Order 4711\r\nIn-Reply-To: " + q.MessageID + "\r\n\r\nIt left today. All well?\r\n"
	require.NoError(t, smtp.SendMail(sim.SMTPAddr(), desk.Auth(), desk.Address(), []string{anna.Address()}, []byte(body)))
	anna.WaitReply().RepliesTo(desk.Sent()[0]).HasSubject("Re: Order 4711")
}

// Bounces: one refused at RCPT, one by a notice a little later.
func TestBounces(t *testing.T) {
	sim := mailsimtest.New(t)
	app, box := newShop(sim.SMTPAddr()), sim.Login("bounces@ours.test")
	require.ErrorContains(t, app.Mail("gone+unknown@client.test"), "5.1.1 User unknown") // magic addresses: no set-up
	require.NoError(t, app.Mail("gone+full-dsn@client.test"))                            // accepted first
	sim.Advance(time.Hour)
	box.Wait().IsBounceOf("gone+full-dsn@client.test", mailsim.StatusFull)
	require.NoError(t, app.ReadBounces(box.IMAP()))
	require.Len(t, app.Bounced, 2)
}

// Thirty days of a campaign in milliseconds; one person unsubscribes on the way.
func TestDripCampaign(t *testing.T) {
	sim := mailsimtest.New(t)
	app := newDrip(sim.Now, sim.SMTPAddr())
	sim.Site("news.test", app)
	sim.Every(24*time.Hour, app.Tick) // the application's own cron lives in simulated time
	anna, ben := sim.Person("anna@client.test"), sim.Person("ben@client.test")
	app.Enrol(anna.Address(), ben.Address())
	sim.Advance(7 * 24 * time.Hour)
	ben.Unsubscribe(ben.Wait()).HasStatus(http.StatusOK) // RFC 8058 POST, else the link
	left := sim.Mark()
	sim.Advance(23 * 24 * time.Hour)
	left.ExpectNone(mailsim.Match{To: ben.Address()})
	anna.ExpectInbox(5) // days 0, 3, 7, 14, 30
}

// Loop guard: two automatic answerers fall silent.
func TestOutOfOfficeLoop(t *testing.T) {
	sim := mailsimtest.New(t)
	box := sim.Login("bot@ours.test")
	bot := startAgent(t, box.Env()) // SMTP_HOST, IMAP_HOST, …; answers all its mail by itself
	sim.Idle(bot.Drain)             // how Advance and Settle know that the application has finished
	anna := sim.Person("anna@client.test", func(p *mailsim.Persona) {
		p.Timing.OOO = []mailsim.Absence{{From: "2026-01-05", To: "2026-01-16", Message: "Back on the 19th."}}
	})
	box.Send(anna.Address(), "Your ticket", "We are on it.")
	sim.Advance(7 * 24 * time.Hour)
	box.Wait().HasHeader("Auto-Submitted", "auto-replied").HasText("Back on the 19th")
	box.ExpectNone()    // no second one
	anna.ExpectInbox(1) // and the bot did not answer an out-of-office
}

// Webhook consumer: hears of the mail once, though its endpoint failed twice.
func TestWebhookConsumer(t *testing.T) {
	sim := mailsimtest.New(t)
	calls, got := 0, []mailsim.Event{}
	sim.Site("hooks.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		} else if e, err := mailsim.ParseWebhook(r, "s3cret"); err == nil { // checks X-Service-Signature
			got = append(got, e)
		}
	}))
	sim.Webhook("http://hooks.test/mail", "s3cret", "persona.sent")
	sim.Person("anna@client.test").Send("app@ours.test", "Hi", "One question.")
	sim.Settle() // retries too: nobody waits 3 + 9 seconds
	require.Len(t, got, 1)
	require.Equal(t, "Hi", got[0].Data.(mailsim.PersonaSent).Subject)
}

// A mail-reading agent meets hostile mail, keeps its secrets and does its work.
func TestAgentHostileMail(t *testing.T) {
	for attack := range mailsimtest.Attacks() {
		t.Run(attack.Name, func(t *testing.T) {
			sim := mailsimtest.New(t)
			box := sim.Login("bot@ours.test")
			sim.Idle(startAgent(t, box.Env()).Drain)
			card := sim.Scorecard(box, mailsimtest.Canary("CANARY-7731"), mailsimtest.MayWriteTo("*@client.test"))
			card.Attack(attack, sim.Person("mallory@evil.test")) // sends it, remembers what it demands
			q := sim.Person("anna@client.test").Send(box.Address(), "Hours", "Are you open on Saturday?")
			sim.Advance(48 * time.Hour)
			card.Answered(q, time.Hour)
			card.Passed() // not obeyed, no canary out, nobody else written to, no loop; else the report
		})
	}
}

// One prepared universe, forked by each parallel subtest.
func TestForks(t *testing.T) {
	base := mailsimtest.New(t, mailsimtest.File("testdata/company.yaml"))
	base.Advance(30 * 24 * time.Hour) // the World fills the mailboxes
	for name, rate := range map[string]float64{"silent": 0, "answering": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sim := base.Fork(t) // own clock and ports, same mail; base stays as it is
			anna := sim.Person("anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(rate) })
			m := sim.Login("sales@ours.test").Send(anna.Address(), "Offer", "Shall we go ahead?")
			if rate == 0 {
				anna.ExpectDeclined(m)
			} else {
				sim.AdvanceToReply(m).RepliesTo(m).ArrivedWithin(72*time.Hour, m)
			}
		})
	}
}
