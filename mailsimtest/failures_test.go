package mailsimtest_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/smtp"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// rewrite is apart from -mailsim.update, which some of the failures are about.
var rewrite = flag.Bool("mailsim.rewrite", false, "rewrite what failures and stories look like")

// recorder is a test that may fail: what it would log is kept.
type recorder struct {
	testing.TB
	name     string
	fatal    string
	logs     []string
	cleanups []func()
}

// stop ends a recorded test.
type stop struct{}

func (r *recorder) Helper()                   {}
func (r *recorder) Name() string              { return r.name }
func (r *recorder) Logf(f string, a ...any)   { r.logs = append(r.logs, fmt.Sprintf(f, a...)) }
func (r *recorder) Failed() bool              { return r.fatal != "" }
func (r *recorder) Cleanup(f func())          { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Setenv(key, value string)  {}
func (r *recorder) ctx() context.Context      { return context.Background() }
func (r *recorder) Fatalf(f string, a ...any) { r.fatal = fmt.Sprintf(f, a...); panic(stop{}) }

// record runs a test body that is meant to fail.
func record(name string, body func(t mailsimtest.TB)) *recorder {
	r := &recorder{name: name}
	func() {
		defer func() {
			if p := recover(); p != nil && p != (stop{}) {
				panic(p)
			}
		}()
		body(r)
	}()
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
	return r
}

// scene is what most of the failures happen in: anna has a mail with a link, a
// code and a file, from the application.
func scene(t mailsimtest.TB, opts ...mailsimtest.Option) (*mailsimtest.Server, *mailsimtest.Person, *mailsimtest.Mail) {
	sim := mailsimtest.New(t, append([]mailsimtest.Option{mailsimtest.Timeout(time.Millisecond)}, opts...)...)
	anna := sim.Person("Anna Weber <anna@client.test>")
	sim.Site("shop.test", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			http.Error(w, "This page is gone.", http.StatusGone)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Shop</title><h1>Hello Anna</h1><script>x</script>")
	})
	app := sim.Login("shop@shop.test")
	m := app.SendMail(mailsim.Outgoing{
		To: []string{anna.Address()}, Subject: "Welcome to the shop", Text: "Hello Anna,\n\nthe code of your locker is 482913. Could you look around and tell me what you think? http://shop.test/start\n\nThe shop",
		Attachments: []mailsim.OutgoingFile{{Filename: "terms.txt", ContentType: "text/plain", Data: []byte("Be kind.")}},
	})
	return sim, anna, m
}

// sung is the data of no event.
type sung struct{}

func (sung) EventType() mailsim.EventType { return "persona.sung" }

// failures break each assertion on purpose.
var failures = []struct {
	name string
	body func(t mailsimtest.TB)
}{
	{"HasSubject", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasSubject("Goodbye") }},
	{"HasFrom", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasFrom("ben@client.test") }},
	{"HasTo", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasTo("ben@client.test") }},
	{"HasText", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasText("Hello Ben") }},
	{"HasNoText", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasNoText("locker is 482913") }},
	{"HasHTML", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasHTML("<b>") }},
	{"HasHeader missing", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasHeader("List-Unsubscribe", "") }},
	{"HasHeader other", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasHeader("From", "ben") }},
	{"HasCC", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasCC("boss@client.test") }},
	{"HasNoLink", func(t mailsimtest.TB) {
		sim, anna, _ := scene(t)
		sim.Box("shop@shop.test").Send(anna.Address(), "Sale", "Look: https://shop.test/sale").HasNoLink("sale")
	}},
	{"Last", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Box("nobody@client.test").Last() }},
	{"WaitAll", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.WaitAll(2) }},
	{"Forward of a mail to others", func(t mailsimtest.TB) {
		sim, _, m := scene(t)
		sim.Person("ben@client.test").Forward(m, "cara@client.test", "")
	}},
	{"HasNoHeader", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasNoHeader("Subject") }},
	{"HasAttachment", func(t mailsimtest.TB) { _, _, m := scene(t); m.HasAttachment("invoice.pdf") }},
	{"InFolder", func(t mailsimtest.TB) { _, _, m := scene(t); m.InFolder("Junk") }},
	{"InFolder of spam", func(t mailsimtest.TB) {
		sim, anna, _ := scene(t)
		sim.Submit("app@ours.test", anna.Address(), []byte("Subject: Hi\r\n\r\nHi\r\n")).InFolder("INBOX")
	}},
	{"HasText of spam by a fault", func(t mailsimtest.TB) {
		sim, _, _ := scene(t, mailsimtest.Faults(mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "delivery", Kind: mailsim.FaultJunk}}}))
		sim.Submit("app@ours.test", "desk@ours.test", []byte("From: app@ours.test\r\nSubject: Hello\r\n\r\nText.\r\n")).HasText("Dear")
	}},
	{"HasText of what was moved to Junk", func(t mailsimtest.TB) {
		sim, anna, m := scene(t)
		access, _ := sim.Universe.Access(anna.Address())
		_, _ = access.Move(t.(*recorder).ctx(), "INBOX", []uint32{m.UID}, "Junk")
		anna.Junk()[0].HasText("Dear")
	}},
	{"RepliesTo", func(t mailsimtest.TB) {
		sim, anna, m := scene(t)
		m.RepliesTo(anna.Send("shop@shop.test", "A question", "Hello?"))
		_ = sim
	}},
	{"ArrivedWithin", func(t mailsimtest.TB) {
		sim, _, m := scene(t)
		sim.AdvanceToReply(m).ArrivedWithin(time.Second, m)
	}},
	{"Attachment", func(t mailsimtest.TB) { _, _, m := scene(t); m.Attachment("invoice.pdf") }},
	{"Bounce", func(t mailsimtest.TB) { _, _, m := scene(t); m.Bounce() }},
	{"IsBounceOf", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		app := sim.Login("app@ours.test")
		sim.Submit(app.Address(), "gone+full-dsn@client.test", []byte("From: app@ours.test\r\nMessage-ID: <m1@ours.test>\r\nSubject: News\r\n\r\nNews.\r\n"))
		sim.Advance(time.Hour)
		app.Wait().IsBounceOf("gone+full-dsn@client.test", mailsim.StatusUnknown)
	}},
	{"Code", func(t mailsimtest.TB) {
		sim, anna, _ := scene(t)
		sim.Login("shop@shop.test").Send(anna.Address(), "No code", "There is none here.").Code()
	}},
	{"MagicLink", func(t mailsimtest.TB) { _, _, m := scene(t); m.MagicLink() }},
	{"Link", func(t mailsimtest.TB) { _, _, m := scene(t); m.Link("unsubscribe") }},
	{"MatchesGolden missing", func(t mailsimtest.TB) { _, _, m := scene(t); m.MatchesGolden("no-such-file.eml") }},
	{"MatchesGolden replaces nothing", func(t mailsimtest.TB) {
		_, _, m := scene(t)
		m.MatchesGolden("other.eml", mailsimtest.Replace(`code of your locker`, "locker's code"), mailsimtest.Replace(`token=\w+`, "token"))
	}},
	{"MatchesGolden of no pattern", func(t mailsimtest.TB) {
		_, _, m := scene(t)
		m.MatchesGolden("other.eml", mailsimtest.Replace(`token=(\w+`, "token"))
	}},
	{"MatchesGolden other", func(t mailsimtest.TB) { _, _, m := scene(t); m.MatchesGolden("other.eml") }},
	{"Wait nothing", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Box("ben@client.test").Wait() }},
	{"Wait near miss", func(t mailsimtest.TB) {
		sim, anna, m := scene(t)
		anna.Send("shop@shop.test", "Hello", "A question.")
		anna.Reply(m, "Thanks.")
		sim.Submit("x@y.test", "desk@ours.test", []byte("From: x@y.test\r\nMessage-ID: <m2@y.test>\r\nSubject: Given\r\n\r\nText.\r\n"))
		sim.Universe.Inject(t.(*recorder).ctx(), mailsim.Inject{To: "desk@ours.test", From: "ben@client.test", Subject: "An old offer", Text: "Text."})
		sim.Box("desk@ours.test").Wait(mailsim.Match{Subject: "new"})
	}},
	{"Wait twice", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Universe.Inject(t.(*recorder).ctx(), mailsim.Inject{To: "desk@ours.test", From: "ben@client.test", Subject: "Offer", Text: "Text."})
		sim.Box("desk@ours.test").Wait()
		sim.Box("desk@ours.test").Wait()
	}},
	{"Wait elsewhere", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		_ = smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"ann@client.test"}, []byte("Subject: Your code\r\n\r\n482913\r\n"))
		sim.Box("anna@client.test").Wait(mailsim.Match{Subject: "code", Func: func(m mailsim.Message) bool { return m.From == "app@ours.test" }})
	}},
	{"Wait elsewhere again", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		for _, to := range []string{"anna@client.test", "carl@client.test", "ann@client.test"} {
			_ = smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{to}, []byte("Subject: Your code\r\n\r\n482913\r\n"))
		}
		sim.Box("carl@client.test").Wait()
		sim.Box("anna@client.test").Wait(mailsim.Match{Subject: "code"})
		sim.Box("anna@client.test").Wait(mailsim.Match{Subject: "code"})
	}},
	{"Mark.Wait", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Mark().Wait(mailsim.Match{To: "anna@client.test"})
	}},
	{"Wait without To", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Wait(mailsim.Match{Subject: "code"}) }},
	{"Wait planned", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Login("shop@shop.test").Wait() }},
	{"ExpectNone", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Universe.Inject(t.(*recorder).ctx(), mailsim.Inject{To: "desk@ours.test", From: "ben@client.test", Subject: "Offer", Text: "Text."})
		sim.Box("desk@ours.test").ExpectNone()
	}},
	{"Mark.ExpectNone", func(t mailsimtest.TB) {
		sim, anna, _ := scene(t)
		mark := sim.Mark()
		sim.Universe.Inject(t.(*recorder).ctx(), mailsim.Inject{To: anna.Address(), From: "ben@client.test", Subject: "Offer", Text: "Text."})
		mark.ExpectNone(mailsim.Match{To: anna.Address()})
	}},
	{"ExpectInbox", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.ExpectInbox(0) }},
	{"Box with another To", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Wait(mailsim.Match{To: "ben@client.test"}) }},
	{"WaitReply declined", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		ben := sim.Person("Ben Miller <ben@client.test>", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
		sim.WaitReply(sim.Login("shop@shop.test").Send(ben.Address(), "Offer", "Shall we?"))
	}},
	{"WaitReply nobody", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.WaitReply(sim.Login("shop@shop.test").Send("carl@client.test", "Offer", "Shall we?"))
	}},
	{"AdvanceToReply declined", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		ben := sim.Person("Ben Miller <ben@client.test>", func(p *mailsim.Persona) { p.Paused = true })
		sim.AdvanceToReply(sim.Login("shop@shop.test").Send(ben.Address(), "Offer", "Shall we?"))
	}},
	{"Person.WaitReply", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Person("ben@client.test").WaitReply()
	}},
	{"ExpectDeclined", func(t mailsimtest.TB) { _, anna, m := scene(t); anna.ExpectDeclined(m) }},
	{"AdvanceUntil", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		mailsimtest.AdvanceUntil[mailsim.PersonaBounced](sim, time.Hour, nil)
	}},
	{"WaitEvent", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		mailsimtest.WaitEvent(sim, func(e mailsim.PersonaReceived) bool { return e.Persona == "Ben" })
	}},
	{"WaitEvent of no type", func(t mailsimtest.TB) { sim, _, _ := scene(t); mailsimtest.WaitEvent[sung](sim, nil) }},
	{"Page.HasStatus", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Open("http://shop.test/gone").HasStatus(200) }},
	{"Page.HasText", func(t mailsimtest.TB) {
		_, anna, _ := scene(t)
		anna.Open("http://shop.test/start").HasText("Hello Ben")
	}},
	{"Page.HasTitle", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Open("http://shop.test/start").HasTitle("Cart") }},
	{"Page.HasURL", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Open("http://shop.test/start").HasURL("/end") }},
	{"Page.HasHeader", func(t mailsimtest.TB) {
		_, anna, _ := scene(t)
		anna.Open("http://shop.test/start").HasHeader("Set-Cookie", "session")
	}},
	{"Page.Failed", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Open("http://shop.test/start").Failed() }},
	{"Page without site", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Open("http://no.test/").HasStatus(200) }},
	{"Open without mail", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Person("ben@client.test").Open("http://shop.test/")
	}},
	{"Unsubscribe without an offer", func(t mailsimtest.TB) { _, anna, m := scene(t); anna.Unsubscribe(m).HasStatus(200) }},
	{"ShowImages without any", func(t mailsimtest.TB) { _, anna, m := scene(t); anna.ShowImages(m) }},
	{"Reply to another's mail", func(t mailsimtest.TB) {
		sim, _, m := scene(t)
		sim.Person("ben@client.test").Reply(m, "Thanks.")
	}},
	{"Reply to their own mail", func(t mailsimtest.TB) {
		_, anna, _ := scene(t)
		anna.Reply(anna.Send("shop@shop.test", "Hi", "."), "Thanks.")
	}},
	{"Reply to nil", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Reply(nil, "Thanks.") }},
	{"Ignore nil", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Ignore(nil) }},
	{"Complain about another's mail", func(t mailsimtest.TB) { sim, _, m := scene(t); sim.Person("ben@client.test").Complain(m) }},
	{"Complain about nil", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Complain(nil) }},
	{"Unsubscribe nil", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Unsubscribe(nil) }},
	{"ShowImages of nil", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.ShowImages(nil) }},
	{"ShowImages of another's mail", func(t mailsimtest.TB) { sim, _, m := scene(t); sim.Person("ben@client.test").ShowImages(m) }},
	{"ExpectDeclined nil", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.ExpectDeclined(nil) }},
	{"ExpectDeclined of another's mail", func(t mailsimtest.TB) { sim, _, m := scene(t); sim.Person("ben@client.test").ExpectDeclined(m) }},
	{"WaitReply to nil", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.WaitReply(nil) }},
	{"AdvanceToReply to nil", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.AdvanceToReply(nil) }},
	{"Answer to nil", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Login("shop@shop.test").Answer(nil, "Hi.") }},
	{"Answer to an empty mail", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Login("shop@shop.test").Answer(&mailsimtest.Mail{}, "Hi.")
	}},
	{"RepliesTo nil", func(t mailsimtest.TB) { _, _, m := scene(t); m.RepliesTo(nil) }},
	{"ArrivedWithin nil", func(t mailsimtest.TB) { _, _, m := scene(t); m.ArrivedWithin(time.Hour, nil) }},
	{"Scorecard of nil", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Scorecard(nil) }},
	{"Scorecard.Attack by nil", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Scorecard(sim.Login("bot@ours.test")).Attack(mailsimtest.Attack{}, nil)
	}},
	{"Scorecard.Answered nil", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Scorecard(sim.Login("bot@ours.test")).Answered(nil, 1)
	}},
	{"Scorecard.Unsubscribed nil", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Scorecard(sim.Login("bot@ours.test")).Unsubscribed(nil)
	}},
	{"Idle restless", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Idle(func() { sim.Box("bot@ours.test").Send("ben@client.test", "Once more", "Text.") })
		sim.Advance(time.Hour)
	}},
	{"Every ends itself", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Every(time.Hour, runtime.Goexit) // as t.FailNow does
		sim.Advance(24 * time.Hour)
	}},
	{"Every 0", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Every(0, func() {}) }},
	{"Advance", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Advance(-time.Hour) }},
	{"AdvanceTo", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.AdvanceTo(sim.Now().Add(-time.Hour)) }},
	{"Site", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Site("shop.test", 7) }},
	{"Faults", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Faults(mailsim.Faults{Scenario: "rain"}) }},
	{"Recipients", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Recipients(mailsim.Recipients{Default: mailsim.Rule{BadRate: 2}})
	}},
	{"Wait without a match", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Wait(mailsim.Match{}) }},
	{"Webhook of no event", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Webhook("http://hooks.test/", "s3cret", "persona.*", "link.opened", "link.open")
	}},
	{"Webhook to the network", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Webhook("https://example.com/x", "s3cret") }},
	{"Webhook", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Webhook("no url", "s3cret") }},
	{"Login", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Login("no address") }},
	{"Submit", func(t mailsimtest.TB) {
		sim, _, _ := scene(t)
		sim.Submit("app@ours.test", "gone+unknown@client.test", []byte("Subject: Hi\r\n\r\nHi\r\n"))
	}},
	{"CheckInvariants", func(t mailsimtest.TB) {
		sim, anna, m := scene(t)
		access, _ := sim.Universe.Access(anna.Address())
		_, _ = access.StoreFlags(t.(*recorder).ctx(), "INBOX", []uint32{m.UID}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil)
		_, _ = access.Expunge(t.(*recorder).ctx(), "INBOX", nil)
		sim.CheckInvariants()
	}},
	{"Send", func(t mailsimtest.TB) { _, anna, _ := scene(t); anna.Send("no address", "Hello", "Text.") }},
	{"Person", func(t mailsimtest.TB) { sim, _, _ := scene(t); sim.Person("no address") }},
	{"Scorecard", func(t mailsimtest.TB) {
		sim, anna, _ := scene(t)
		bot := sim.Login("bot@ours.test")
		card := sim.Scorecard(bot, mailsimtest.Canary("CANARY-7731"), mailsimtest.MostToOne(2))
		for a := range mailsimtest.Attacks() {
			if a.Name == "tool-call" {
				m := card.Attack(a, sim.Person("mallory@evil.test"))
				bot.Send("drop@evil.test", "inbox", a.Marker)
				bot.Answer(m, "Our key is C A N A R Y 7 7 3 1.")
				bot.Answer(m, "In base64: Q0FOQVJZLTc3MzE=")
			}
			if a.Name == "out-of-office" {
				bot.Answer(card.Attack(a, sim.Person("mallory@evil.test")), "Thank you.")
			}
		}
		bot.Send("mallory@evil.test", "RE: AW: Appointment", "Once more.")
		q := anna.Send(bot.Address(), "Hours", "Are you open?")
		card.Answered(q, time.Hour)
		card.Passed()
	}},
}

func TestFailuresExplainThemselves(t *testing.T) {
	t.Parallel()
	if flag.Lookup("mailsim.update").Value.String() == "true" {
		t.Skip("some of the failures are golden files that are missing or differ: they are not to be written")
	}
	const path = "testdata/failures.golden"
	var got strings.Builder
	for _, f := range failures {
		r := record(f.name, f.body)
		require.NotEmpty(t, r.fatal, "%s did not fail", f.name)
		assert.Contains(t, strings.Join(r.logs, "\n"), "the story of this test's mail", f.name)
		fmt.Fprintf(&got, "=== %s\n%s\n\n", f.name, steady(r.fatal))
	}
	if *rewrite {
		require.NoError(t, os.WriteFile(path, []byte(got.String()), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(string(want), got.String()))
}

// No assertion is left whole: what fails a test by its own judgement is broken
// above.
func TestEveryAssertionIsBroken(t *testing.T) {
	t.Parallel()
	broken := map[string]bool{}
	for _, f := range failures {
		name, _, _ := strings.Cut(f.name, " ")
		broken[name] = true
	}
	asserts := regexp.MustCompile(`^(Has|Expect|Is|In[A-Z]|Replies|Arrived|Matches|Wait|Failed|AdvanceTo|Check|Code|Link|MagicLink|Bounce|Attachment|Site|Faults|Recipients|Login|Webhook)`)
	passing := map[string]bool{"Codes": true, "Links": true, "Idle": true, "Inbox": true, "IMAPAddr": true, "IMAPPort": true, "IMAPSAddr": true, "IMAPSPort": true}
	for _, of := range []reflect.Type{
		reflect.TypeFor[*mailsimtest.Mail](), reflect.TypeFor[*mailsimtest.Page](), reflect.TypeFor[*mailsimtest.Box](),
		reflect.TypeFor[*mailsimtest.Person](), reflect.TypeFor[mailsimtest.Mark](), reflect.TypeFor[*mailsimtest.Server](),
	} {
		for i := range of.NumMethod() {
			name := of.Method(i).Name
			if _, inherited := reflect.TypeFor[mailsim.Message]().MethodByName(name); inherited || passing[name] || !asserts.MatchString(name) {
				continue
			}
			full := strings.TrimPrefix(of.String(), "*")
			full = full[strings.LastIndexByte(full, '.')+1:] + "." + name
			assert.True(t, broken[name] || broken[full], "nothing breaks %s", full)
		}
	}
}

// lines of this file, which move.
var lines = regexp.MustCompile(`_test\.go:\d+`)

func steady(text string) string { return lines.ReplaceAllString(text, "_test.go:0") }

func TestStory(t *testing.T) {
	t.Parallel()
	r := record("TestStory", func(t mailsimtest.TB) {
		sim, anna, _ := scene(t)
		sim.Note("%s looks around", "the test")
		anna.Open("http://shop.test/start")
		sim.Advance(24 * time.Hour)
		t.Fatalf("over")
	})
	require.Len(t, r.logs, 1)
	if *rewrite {
		require.NoError(t, os.WriteFile("testdata/story.golden", []byte(r.logs[0]), 0o666))
	}
	want, err := os.ReadFile("testdata/story.golden")
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(string(want), r.logs[0]))
}

// TestWaitSaysWhenItGivesJunk: in the log at once, also of a test that passes.
func TestWaitSaysWhenItGivesJunk(t *testing.T) {
	t.Parallel()
	const spam = `"Hi" from nobody, in Junk of anna@client.test since Mon 2026-01-05 09:00:00, filed as spam at 6.0 of 5.0: ` +
		"There is no Date header: set one (RFC 5322 section 3.6.1). There is no usable From address: send from a full address. There is no Message-ID header: give each mail one of its own"
	raw := []byte("Subject: Hi\r\n\r\nHi\r\n")
	var given, sent *mailsimtest.Mail
	r := record("junk", func(t mailsimtest.TB) {
		sim := mailsimtest.New(t)
		anna, mark := sim.Person("Anna Weber <anna@client.test>"), sim.Mark()
		for range 2 {
			assert.NoError(t.(*recorder), smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{anna.Address()}, raw))
		}
		anna.Wait(mailsim.Match{Folder: "Junk"}) // as it was asked for
		given = mark.Wait(mailsim.Match{To: anna.Address()})
		sent = anna.Send("app@ours.test", "Hello", "Text.")
		sim.Faults(mailsim.Faults{Rules: []mailsim.FaultRule{{ID: "all-junk", Where: "delivery", Kind: mailsim.FaultJunk}}})
		sim.AdvanceToReply(sim.Login("app@ours.test").Send(sim.Person("ben@client.test").Address(), "Offer", "Shall we?"))
	})
	const says = `given from Junk, where its reader may not see it (mailsim.Match{Folder: "INBOX"} leaves such mail out): `
	require.NotEmpty(t, r.logs)
	assert.Equal(t, says+spam, r.logs[0])
	assert.Equal(t, spam, given.String())
	assert.Equal(t, `"Hello" from anna@client.test, in INBOX of app@ours.test since Mon 2026-01-05 09:00:00`, sent.String())
	assert.Equal(t, "no mail", (&mailsimtest.Mail{}).String())
	require.Len(t, r.logs, 2)
	assert.Equal(t, says+`"Re: Offer" from ben@client.test, in Junk of app@ours.test since Mon 2026-01-05 09:32:55, filed as spam by the fault rule all-junk`, r.logs[1])
}

// No event tells of a command that a server refused; the story does.
func TestStoryTellsOfRefusals(t *testing.T) {
	t.Parallel()
	r := record("refusals", func(t mailsimtest.TB) {
		sim, _, _ := scene(t, mailsimtest.STARTTLS())
		box := sim.Login("app@ours.test")
		_, _ = box.IMAP().Select("No such", nil).Wait()
		_ = sim.SendMail(sim.SMTPAddr(), nil, box.Address(), []string{"gone+unknown@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n"))
		_ = sim.SendMail(sim.SMTPAddr(), smtp.PlainAuth("", box.Address(), "wrong", sim.Host()), box.Address(), []string{"anna@client.test"}, nil)
		_ = smtp.SendMail(sim.SMTPAddr(), nil, box.Address(), []string{"anna@client.test"}, nil) // which does not trust the certificate
		t.Fatalf("over")
	})
	_, story, ok := strings.Cut(r.logs[0], "what the servers refused:\n")
	require.True(t, ok)
	story, _, _ = strings.Cut(story, "to keep its mail")
	assert.Equal(t, `  09:00:00  imap-1: SELECT "No such": NO [NONEXISTENT] no such folder
  09:00:00  smtp-3: RCPT TO:<gone+unknown@client.test>: 550 5.1.1 User unknown
  09:00:00  smtp-5: AUTH PLAIN ****: 535 5.7.8 Error: authentication failed
  09:00:00  smtp-6: STARTTLS: the client broke off; it may not trust the certificate, see Server.TLS and Server.SendMail
`, story)
}

// TestStoryTellsOfSlowWebhooks: a test that stands still for a webhook says for which.
func TestStoryTellsOfSlowWebhooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sim := mailsimtest.New(t)
		sim.Site("hooks.test", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/hangs" {
				<-r.Context().Done()
			}
		})
		sim.Webhook("http://hooks.test/quick", "")
		sim.Webhook("http://hooks.test/hangs", "", "pace")
		sim.Person("Anna Weber <anna@client.test>").Send("shop@shop.test", "A question", "Hello?")
		sim.Settle()
		assert.NotContains(t, sim.Story(), "real time")
		_, err := sim.Universe.SetPace(t.Context(), mailsim.Pace{Factor: 2})
		require.NoError(t, err)
		sim.Advance(time.Second)
		story := sim.Story()
		assert.Contains(t, story, "the clock waited 10s of real time for the webhook http://hooks.test/hangs, until it answered or failed")
		assert.NotContains(t, story, "webhook http://hooks.test/quick")
	})
}
