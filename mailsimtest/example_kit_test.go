package mailsimtest_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// Options change what a world begins with.
func ExampleNew_options() {
	sim, err := mailsimtest.Start( // or New(t, …)
		mailsimtest.At(time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)), // where the clock stands; Live(60) lets it run
		mailsimtest.Seed("another"),                                 // other chances
		mailsimtest.RequireAuth(),                                   // SMTP takes mail after a login alone
		mailsimtest.InMemory(),                                      // pipes instead of sockets
		mailsimtest.NoMagic(),                                       // +tags mean nothing
		mailsimtest.Timeout(time.Second),                            // of a wait, in real time
		mailsimtest.Recipients(mailsim.Recipients{Default: mailsim.DefaultRule()}),
		mailsimtest.With(func(o *mailsim.Options) { o.Name = "Ours" }), // whatever a universe takes
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	fmt.Println(sim.Now().Format(time.DateTime), sim.Seed(), sim.Universe.Name())
	// Output: 2027-03-01 08:00:00 another Ours
}

// A world that was prepared and saved once is where many tests begin.
func ExampleSaved() {
	prepared, _ := mailsimtest.Start()
	prepared.Login("app@ours.test").Send("anna@client.test", "Offer", "Shall we?")
	file := filepath.Join(os.TempDir(), fmt.Sprintf("prepared-%d.mailsim", os.Getpid()))
	defer os.Remove(file)
	if err := prepared.Universe.SaveFile(file); err != nil {
		fmt.Println(err)
	}
	prepared.Close()

	sim, err := mailsimtest.Start(mailsimtest.Saved(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	fmt.Println(sim.Box("anna@client.test").Inbox()[0].Subject)
	// Output: Offer
}

// What a mail says and holds is looked at in a chain.
func ExampleMail() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	anna := sim.Person("Anna Weber <anna@client.test>")
	m := sim.Login("shop@shop.test").SendMail(mailsim.Outgoing{
		To: []string{anna.Address()}, Subject: "Your order", Text: "Your code is 482913.", HTML: "<p>Your code is <b>482913</b>.</p>",
		Attachments: []mailsim.OutgoingFile{{Filename: "terms.txt", ContentType: "text/plain", Data: []byte("Be kind.")}},
		Header:      []mailsim.HeaderField{{Name: "List-Unsubscribe", Value: "<http://shop.test/leave>"}},
	})
	m.HasFrom("shop").HasTo("anna@client.test").HasHTML("<b>482913</b>").HasAttachment("terms.txt").
		HasHeader("List-Unsubscribe", "/leave").HasNoHeader("Auto-Submitted").InFolder("INBOX")
	fmt.Println(m.Code(), string(m.Attachment("terms.txt")), len(m.Raw()) > 500)
	fmt.Println(mailsimtest.Diff(m, anna.Inbox()[0]) == "") // as people see them
	fmt.Println(mailsimtest.Normalize([]byte("Date: today\nMessage-ID: <7@x.test>\n\nText\n")))
	// m.MatchesGolden("order.eml") compares it with testdata/order.eml; -mailsim.update writes that.

	// Output:
	// 482913 Be kind. true
	// true
	// Date: (date)
	// Message-ID: <id-1>
	//
	// Text
}

// A person does by themselves what people do, and what the test tells them.
func ExamplePerson() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	app, anna := sim.Login("app@ours.test"), sim.Person("Anna Weber <anna@client.test>")
	sim.Site("ours.test", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<title>Ours</title>Welcome") })

	offer := app.Send(anna.Address(), "Offer", "Shall we? http://ours.test/offer")
	anna.Open("http://ours.test/offer").HasURL("/offer").HasTitle("Ours").HasText("Welcome")
	answer := anna.Reply(offer, "With pleasure.")
	answer.RepliesTo(offer).HasText("with pleasure")

	again := app.Send(anna.Address(), "Offer", "And now?")
	anna.Ignore(again)
	anna.ExpectDeclined(again)
	anna.Complain(again) // a report (RFC 5965) comes some minutes later
	sim.Advance(time.Hour)
	fmt.Println(app.Wait().HasHeader("Content-Type", "feedback-report").From)

	fmt.Println(len(anna.Inbox()), "in the inbox,", len(anna.Junk()), "in Junk")
	// Output:
	// feedbackloop@client.test
	// 2 in the inbox, 0 in Junk
}

// A bounce as a struct.
func ExampleMail_Bounce() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	app := sim.Login("app@ours.test")
	sim.Submit(app.Address(), "gone+full-dsn@client.test", []byte("From: app@ours.test\r\nSubject: News\r\n\r\nNews.\r\n"))
	sim.AdvanceTo(sim.Now().Add(time.Hour))
	b := app.Wait().Bounce()
	fmt.Println(b.Recipient, b.Action, b.Status)
	// Output: gone+full-dsn@client.test failed 5.2.2
}

// Events of one type, as structs.
func ExampleWaitEvent() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	place := sim.Mark()
	sim.Login("app@ours.test").Send("anna@client.test", "Offer", "Shall we?")
	sent := mailsimtest.WaitEvent(sim, func(e mailsim.MailDelivered) bool { return e.Subject == "Offer" })
	fmt.Println(sent.From, len(mailsimtest.Events[mailsim.MailDelivered](sim)), len(place.All(mailsim.Match{To: "anna@client.test"})))
	// Output: app@ours.test 1 1
}

// What a program is told: in its environment, or in the test's own.
func ExampleAccount_Env() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	app := sim.Login("app@ours.test")
	for _, v := range app.Env()[:3] { // for exec.Cmd.Env; in a test app.Setenv() sets them until it ends
		name, _, _ := strings.Cut(v, "=")
		fmt.Println(name)
	}
	fmt.Println(sim.IMAPPort() != 0, sim.IMAPSPort() != 0)
	fmt.Println(sim.IMAPSAddr() != "", sim.CertFile() != "") // SSL_CERT_FILE= for programs that shall trust it
	// Output:
	// SMTP_HOST
	// SMTP_PORT
	// SMTPS_PORT
	// true true
	// true true
}

// The helpers on a universe that a running mailsimd holds.
func ExampleConnect() {
	held, _ := mailsimtest.Start() // here it is one of our own
	defer held.Close()
	sim := mailsimtest.Connect(&ginkgoish{}, held.URL(), held.Key())
	defer sim.Close()
	sim.Recipients(mailsim.Recipients{Default: mailsim.DefaultRule()})
	sim.World(mailsim.World{Company: mailsim.Company{Name: "Ours"}})
	sim.Login("app@ours.test").Send("anna@client.test", "Hello", "Hello Anna.")
	sim.Box("anna@client.test").ExpectInbox(1)
	fmt.Println(held.Box("anna@client.test").ExpectInbox(1)[0].Subject)
	// Output: Hello
}

// Conversations out of a fuzzer's bytes, and what must hold after any of them.
func ExampleNewGen() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	gen := mailsimtest.NewGen(mailsimtest.Bytes([]byte("of a fuzz test")))
	people := gen.Conversation(sim)
	_, _ = sim.Universe.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(context.Background(),
		mailsim.Envelope{From: "a@b.test", To: []string{people[0].Address()}}, string(gen.Raw("a@b.test", people[0].Address())))
	fmt.Println(len(mailsimtest.Invariants(sim.Universe)))
	// Output: 0
}

// An agent that is asked to stop writes once more at most.
func ExampleScorecard_Unsubscribed() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	bot := sim.Login("bot@ours.test")
	card := sim.Scorecard(bot, mailsimtest.MostToOne(20))
	stop := sim.Person("anna@client.test").Send(bot.Address(), "Stop", "Please unsubscribe me.")
	bot.Answer(stop, "You will not hear from us again.")
	bot.Send("anna@client.test", "News", "Yet here we are.")
	fmt.Println(card.Unsubscribed(stop))
	// Output: false
}

// The verbs of mailboxes and people that a longer test needs.
func ExampleServer_Mails() {
	var t mailsimtest.TB // of the test
	sim := mailsimtest.New(t)
	app := sim.Login("Our App <app@ours.test>")
	anna := sim.Person("Anna Weber <anna@client.test>").Edit(func(p *mailsim.Persona) { p.Role = "Buyer" })

	sim.ExpectNone(mailsim.Match{}) // the application has mailed nobody yet
	app.Send(anna.Address(), "Your code", "Your code is 482913.")
	anna.Last().HasNoLink("").Codes() // 482913
	anna.Forward(anna.Last(), "ben@client.test", "Is this yours?")
	for _, m := range sim.Mails() {
		fmt.Println(m.Address, m.Inspect().Score)
	}
	for _, m := range sim.Box("ben@client.test").WaitAll(1) {
		m.HasSubject("Fwd").HasCC("anna@client.test")
	}
	anna.Clear()
	sim.Reset(mailsim.PartPersonas)
}

// The World writes to a company at a rate. A stream that is not enabled sends only when asked.
func ExampleServer_World() {
	sim, err := mailsimtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	sim.World(mailsim.World{
		Company: mailsim.Company{Name: "Ours", Domain: "ours.test"},
		Streams: []mailsim.Stream{
			{ID: "support", Kind: "support", PerDay: 4, BusinessHours: true, To: []string{"help@ours.test"}},
			{ID: "news", Kind: "newsletter", PerDay: 1, Enabled: new(false), To: []string{"help@ours.test"}},
		},
	})
	if _, err := sim.Universe.SendStream(context.Background(), "news"); err != nil {
		fmt.Println(err)
	}
	sim.Advance(7 * 24 * time.Hour)
	for _, s := range sim.Universe.World().Streams {
		fmt.Println(s.ID, *s.Enabled, s.Sent > 10, s.Sent == 1)
	}
	// Output:
	// support true true false
	// news false false true
}
