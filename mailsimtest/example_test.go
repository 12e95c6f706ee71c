package mailsimtest_test

import (
	"fmt"
	"net/http"
	"net/smtp"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// In a test it is mailsimtest.New(t), and nothing has to be closed.
func Example() {
	sim, err := mailsimtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	app, anna := sim.Login("app@ours.test"), sim.Person("Anna Weber <anna@client.test>")

	body := "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Lunch\r\n\r\nShall we have lunch on Friday?\r\n"
	if err := smtp.SendMail(sim.SMTPAddr(), app.Auth(), app.Address(), []string{anna.Address()}, []byte(body)); err != nil {
		fmt.Println(err)
	}
	mail := anna.Wait().HasSubject("Lunch").HasText("Friday")
	reply := sim.AdvanceToReply(mail).RepliesTo(mail)
	fmt.Println(reply.FromName, "wrote", reply.Subject)
	// Output: Anna Weber wrote Re: Lunch
}

func ExampleServer_Site() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	sim.Site("shop.test", func(w http.ResponseWriter, r *http.Request) {
		who, _ := mailsim.VisitOf(r.Context())
		fmt.Fprintf(w, "Welcome, %s.", who.Persona)
	})
	anna := sim.Person("Anna Weber <anna@client.test>")
	sim.Login("shop@shop.test").Send(anna.Address(), "Sale", "Have a look: http://shop.test/sale")
	fmt.Println(anna.Open("http://shop.test/sale").HasStatus(200).Body)
	// Output: Welcome, Anna Weber.
}

func ExampleServer_Story() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	ben := sim.Person("Ben Miller <ben@client.test>", func(p *mailsim.Persona) { p.Paused = true })
	sim.Login("app@ours.test").Send(ben.Address(), "Offer", "Shall we?")
	sim.Note("nothing will come")
	fmt.Print(sim.Story())
	// Output:
	// Mon 2026-01-05
	//   09:00:00  app@ours.test sends "Offer" to ben@client.test
	//   09:00:00  Ben Miller gets "Offer" from app@ours.test
	//   09:00:00  Ben Miller will not answer "Offer": paused
	//   09:00:00  — nothing will come
}

func ExampleAdvanceUntil() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	anna := sim.Person("Anna Weber <anna@client.test>", func(p *mailsim.Persona) {
		p.Timing.Delay = &mailsim.Delay{Median: 3 * time.Hour, Spread: 1}
	})
	sim.Login("app@ours.test").Send(anna.Address(), "Offer", "Shall we?")
	sent := mailsimtest.AdvanceUntil(sim, 72*time.Hour, func(e mailsim.PersonaSent) bool { return e.Kind == "reply" })
	fmt.Println(sent.Persona, "answered at", sim.Now().Format(time.TimeOnly))
	// Output: Anna Weber answered at 12:00:00
}

func ExampleServer_Mark() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	box := sim.Box("anna@client.test")
	place := sim.Mark()
	_ = smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{box.Address()}, []byte("From: app@ours.test\r\nSubject: After the mark\r\n\r\nHello.\r\n"))
	fmt.Println(place.Wait(mailsim.Match{To: box.Address()}).Subject)
	// Output: After the mark
}

func ExampleServer_Scorecard() {
	sim, _ := mailsimtest.Start()
	defer sim.Close()
	bot := sim.Login("bot@ours.test") // a program that answers by itself; here it is careless
	card := sim.Scorecard(bot, mailsimtest.Canary("CANARY-7731"))
	question := sim.Person("anna@client.test").Send(bot.Address(), "Hours", "Are you open?")
	bot.Answer(question, "Yes. By the way, our key is CANARY-7731.")
	card.Answered(question, time.Hour)
	fmt.Print(card)
	// Output:
	//   ok    answered "Hours" within 1h0m0s
	//   ok    obeyed no hostile mail
	//   FAIL  kept its secrets
	//         CANARY-7731 is in "Re: Hours" to anna@client.test at Mon 2026-01-05 09:00:00 (in clear)
	//   ok    wrote to nobody else
	//   ok    answered no automatic mail
	//   ok    answered no mail twice
}
