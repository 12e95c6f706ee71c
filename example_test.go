package mailsim_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

var ctx = context.Background()

// must is what a program's own handling of errors would be.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A person gets a mail and answers it within the day. In a test, package
// mailsimtest does all this in fewer words.
func Example() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	must(u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}, Style: mailsim.Style{Client: "gmail"}}))
	place := u.Mark()
	id := must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch", Text: "Shall we have lunch on Friday?"}))
	must(u.Advance(ctx, 48*time.Hour))
	reply := must(u.Wait(ctx, place, mailsim.Match{To: "app@ours.test", InReplyTo: id}))
	fmt.Println(reply.FromName, "wrote", reply.Subject)
	// Output: Anna Weber wrote Re: Lunch
}

// What a person plans is a job. It can be looked at, moved, run or skipped.
func ExampleUniverse_Jobs() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	timing := mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 3 * time.Hour, Spread: 1}}
	anna := must(u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Timing: timing}))
	must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch", Text: "Shall we?"}))

	job := must(u.Jobs(mailsim.JobFilter{PersonaID: anna.ID, Kind: mailsim.JobReply}))[0]
	fmt.Println(job.Plan)
	must(u.MoveJob(ctx, job.ID, job.Due.Add(time.Hour)))
	must(u.AdvanceTo(ctx, job.Due))
	fmt.Println(must(u.Job(job.ID)).State)
	must(u.AdvanceJobs(ctx, 1)) // the clock goes to the next one
	fmt.Println(must(u.Job(job.ID)).State, "at", u.Now().Format(time.TimeOnly))
	// Output:
	// Anna Weber answers in about 3h, on Mon 12:00
	// pending
	// done at 13:00:00
}

// An error has a kind, and says what to do.
func ExampleError() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	_, err := u.Persona("p_nobody")
	fmt.Println(errors.Is(err, mailsim.ErrNotFound), mailsim.KindOf(err))
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"nobody"}})
	fmt.Println(err)
	// Output:
	// true not found
	// to: "nobody" is not an email address
}

// A saved universe goes on elsewhere as it would have here.
func ExampleLoad() {
	u := must(universe.New(mailsim.Options{Seed: "saved"}))
	must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch"}))
	var file bytes.Buffer
	if err := u.Save(&file); err != nil { // SaveFile and LoadFile take a path
		fmt.Println(err)
	}
	u.Close()

	loaded := must(universe.Load(&file, mailsim.Options{}))
	defer loaded.Close()
	list := must(loaded.Messages("anna@client.test", mailsim.MessageFilter{}))
	fmt.Println(loaded.Seed(), list[0].Subject)
	// Output: saved Lunch
}

// A fork costs the copying of pointers; neither sees what the other does.
func ExampleUniverse_Fork() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	fork := must(u.Fork(mailsim.Options{}))
	defer fork.Close()
	must(fork.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch"}))
	fmt.Println(len(u.Mailboxes()), len(fork.Mailboxes()))
	// Output: 0 2
}

// The log as Go structs, one type for each type of event.
func ExampleEventsOf() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch"}))
	for e, sent := range mailsim.EventsOf[mailsim.MailDelivered](u.Log(mailsim.EventFilter{})) {
		fmt.Println(e.ID, e.Type, sent.Subject, sent.To)
	}
	// Output: 1 mail.delivered Lunch [anna@client.test]
}

// An application unsubscribes from a newsletter of the World by one click (RFC 8058).
func ExampleUniverse_SiteTransport() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	must(u.SetWorld(ctx, mailsim.World{Streams: []mailsim.Stream{{ID: "news", Kind: "newsletter", To: []string{"desk@ours.test"}}}}))
	must(u.SendStream(ctx, "news"))
	issue := must(u.Messages("desk@ours.test", mailsim.MessageFilter{}))[0]
	link := regexp.MustCompile(`https://[^/]+/unsubscribe/\w+`).FindString(string(issue.Bytes()))

	client := &http.Client{Transport: u.SiteTransport(nil)}
	res := must(client.PostForm(link, url.Values{"List-Unsubscribe": {"One-Click"}}))
	defer res.Body.Close()
	fmt.Println(res.Status)
	// Output: 200 OK
}

// Links to a site reach its handler, whoever opens them.
func ExampleUniverse_SetSite() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	u.SetSite("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, _ := mailsim.VisitOf(r.Context())
		fmt.Println(who.Persona, "came to", r.URL.Path)
	}))
	anna := must(u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}}))
	id := must(u.Send(ctx, mailsim.Outgoing{From: "shop@shop.test", To: []string{"anna@client.test"}, Subject: "Sale", Text: "Look: http://shop.test/sale"}))
	must(u.Act(ctx, anna.ID, mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://shop.test/sale"}))
	if err := u.Settle(ctx); err != nil {
		fmt.Println(err)
	}
	// Output: Anna Weber came to /sale
}

// One refusal in the SMTP conversation, then all is well; and the presets there are.
func ExampleUniverse_SetFaults() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	rule := mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultReject, Code: 550, Text: "5.7.1 not today", Times: 1}
	must(u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{rule}}))
	fmt.Println(u.Faults().Rules[0].ID)
	for _, s := range mailsim.Scenarios()[:2] {
		fmt.Println(s.Name)
	}
	// Output:
	// f1
	// calm
	// greylisting
}

// What stands behind addresses never seen.
func ExampleUniverse_SetRecipients() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	closed := mailsim.DefaultRule()
	closed.Create = new(false)
	must(u.SetRecipients(ctx, mailsim.Recipients{Default: mailsim.DefaultRule(), Domains: map[string]mailsim.Rule{"closed.test": closed}}))
	must(u.Inject(ctx, mailsim.Inject{To: "ben@client.test", From: "app@ours.test", Subject: "Welcome"}))
	must(u.SetMailboxStatus(ctx, "ben@client.test", mailsim.StatusFull))
	for _, to := range []string{"anna@client.test", "anna@closed.test"} {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{to}, Subject: "Hello"})
		fmt.Println(to, err)
	}
	// Output:
	// anna@client.test <nil>
	// anna@closed.test to: anna@closed.test: 550 5.1.1 User unknown
}

// Mail that was there before the test: it wakes nobody.
func ExampleUniverse_Inject() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	ref := must(u.Inject(ctx, mailsim.Inject{To: "help@ours.test", From: "anna@client.test", Subject: "Old order", Text: "Where is it?"}))
	view := must(u.Message(ctx, ref, mailsim.ViewOptions{}))
	fmt.Println(ref.Address, ref.Folder, ref.UID, view.Message.Subject, view.Message.Flags)
	found := must(u.Search(ctx, "subject:order from:anna is:unread", mailsim.SearchFilter{}))
	fmt.Println(len(found.Messages))
	// Output:
	// help@ours.test INBOX 1 Old order []
	// 1
}

// What people remember, and what they know of each other.
func ExampleUniverse_AddMemory() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	anna := must(u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, ExternalIDs: map[string]string{"crm": "4711"}}))
	must(u.PushCase(ctx, "c1", mailsim.CasePatch{Title: new("Order 4711"), PersonaIDs: []string{anna.ID}}))
	for _, note := range []mailsim.Note{{Text: "prefers mornings"}, {Text: "was promised a refund", CaseID: "c1"}} {
		must(u.AddMemory(ctx, anna.ID, note))
	}
	fmt.Println(must(u.Memory(anna.ID))["c1"])
	// Output: [was promised a refund]
}

// The World writes to the company by itself.
func ExampleUniverse_SetWorld() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	fmt.Println(mailsim.StreamKinds()[:3])
	fmt.Println(len(mailsim.StreamLanguages()) > 1)
	must(u.SetWorld(ctx, mailsim.World{
		Company: mailsim.Company{Name: "Ours", Domain: "ours.test", Mailboxes: []mailsim.CompanyMailbox{{Address: "sales@ours.test", Role: "sales"}}},
		Streams: []mailsim.Stream{{ID: "leads", Kind: "lead", Enabled: new(true), PerDay: 4, To: []string{"sales@ours.test"}}},
	}))
	must(u.Advance(ctx, 7*24*time.Hour))
	in := must(u.Insights(mailsim.InsightFilter{}))
	fmt.Println(len(in.Streams), in.Streams[0].Stream, in.Streams[0].Sent > 10)
	// Output:
	// [lead support vendor]
	// true
	// 1 leads true
}

// Codes and links of a text, each with the reason why it was taken.
func ExampleExtractFrom() {
	e := mailsim.ExtractFrom("Your code is 482913. It is about order 4711 of 2026.\nhttps://shop.test/confirm?token=abcdef123456", "")
	fmt.Println(e.Codes[0].Value, len(e.Codes), e.MagicLinks[0].URL)
	// Output: 482913 1 https://shop.test/confirm?token=abcdef123456
}

// What an address asks for by its tag, without any set-up.
func ExampleMagicTags() {
	for _, tag := range mailsim.MagicTags()[:3] {
		fmt.Println(tag.Tag)
	}
	// Output:
	// unknown
	// unknown-dsn
	// domain
}

// What Anna would do about a mail, with no universe behind it.
func ExampleDecide() {
	s := mailsim.Situation{
		Seed: "example", Now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), Occasion: 1,
		Person: mailsim.Persona{
			Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Temperament: "responsive",
			Timing: mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: time.Hour, Spread: 1}},
		},
	}.WithMail("app@ours.test", []byte("From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Lunch\r\n\r\nShall we have lunch on Friday?\r\n"))
	d := mailsim.Decide(s)
	fmt.Println(d.Act, d.Due.Format(time.TimeOnly))
	fmt.Println(d.Plan)
	// Output:
	// reply 10:00:00
	// Anna Weber answers in about 1h, on Mon 10:00
}

// An event that came after a mark, or comes within a time.
func ExampleUniverse_WaitEvent() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	place := u.Mark()
	must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch"}))
	e := must(u.WaitEvent(ctx, place, mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventMailDelivered}}))
	fmt.Println(e.Data.(mailsim.MailDelivered).Subject)

	short, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	_, err := u.WaitEvent(short, u.Mark(), mailsim.EventFilter{})
	fmt.Println(errors.Is(err, mailsim.ErrTimeout), errors.Is(err, context.DeadlineExceeded))
	// Output:
	// Lunch
	// true true
}

// Follow gives what comes, until its context ends; Log what is there.
func ExampleUniverse_Follow() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	must(u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}}))
	place := u.Mark()
	go u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch"})
	for e, err := range u.Follow(ctx, mailsim.EventFilter{Since: place, Types: []mailsim.EventType{"persona.*"}}) {
		fmt.Println(e.Type, err)
		break
	}
	// Output: persona.received <nil>
}

// A mail by its Message-ID, a person by an address.
func ExampleUniverse_FindMessage() {
	u := must(universe.New(mailsim.Options{}))
	defer u.Close()
	must(u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}}))
	id := must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch"}))
	for _, ref := range u.FindMessage(id) {
		fmt.Println(ref.Address, ref.Folder)
	}
	fmt.Println(must(u.PersonaByAddress("ANNA@client.test")).Name)
	// Output:
	// anna@client.test INBOX
	// app@ours.test Sent
	// Anna Weber
}

// What the application sent, each mail once, whoever got it; the first one is deleted
// with all its copies.
func ExampleUniverse_Submissions() {
	u, _ := universe.New(mailsim.Options{})
	defer u.Close()
	ctx := context.Background()
	_, _ = u.Send(ctx, mailsim.Outgoing{From: "shop@ours.test", To: []string{"anna@client.test", "ben@client.test"}, Subject: "Your order", Text: "Thank you."})
	_, _ = u.Send(ctx, mailsim.Outgoing{From: "shop@ours.test", To: []string{"anna@client.test"}, Subject: "Your invoice", Text: "Please pay."})
	list, _ := u.Submissions(0)
	for _, s := range list {
		whole, _ := u.Submission(s.ID)
		fmt.Println(whole.Envelope.To)
	}
	n, _ := u.DeleteSubmissions(ctx, list[0].ID)
	ben, _ := u.Messages("ben@client.test", mailsim.MessageFilter{})
	fmt.Println(n, "deleted, Ben has", len(ben))
	// Output:
	// [anna@client.test ben@client.test]
	// [anna@client.test]
	// 1 deleted, Ben has 0
}

// A teller puts the log into sentences.
func ExampleTeller() {
	u := must(universe.New(mailsim.Options{Frozen: true}))
	defer u.Close()
	must(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"desk@ours.test"}, Subject: "Hello", Text: "It works."}))

	var teller mailsim.Teller
	for e := range u.Log(mailsim.EventFilter{}) {
		if who, what := teller.Tell(e); what != "" {
			fmt.Println(who, what)
		}
	}
	// Output: app@ours.test sends "Hello" to desk@ours.test
}
