package mailsimtest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Source draws numbers: from the bytes of a fuzzer ([Bytes]), or from a
// generator of a property test, such as those of package rapidgen.
type Source interface {
	// Intn draws from 0 to n-1; n is above 0. 0 makes the simplest world.
	Intn(n int) int
}

// Bytes draws from the bytes that a fuzz test gets. When they are used up it draws 0, so
// that shorter inputs make simpler worlds.
func Bytes(data []byte) Source { return &bytesSource{data} }

type bytesSource struct{ data []byte }

// Intn takes one byte for small n, else four.
func (b *bytesSource) Intn(n int) int {
	switch {
	case n <= 1 || len(b.data) == 0:
		return 0
	case n <= 256:
		v := b.data[0]
		b.data = b.data[1:]
		return int(v) % n
	}
	var word [4]byte
	b.data = b.data[copy(word[:], b.data):]
	return int(uint64(binary.LittleEndian.Uint32(word[:])) % uint64(n))
}

// Gen makes random people, mails and whole conversations, for fuzz and property tests:
//
//	func FuzzDesk(f *testing.F) {
//		f.Add([]byte{0, 255, 7, 130, 9, 64, 3, 88, 200, 41, 5, 17})
//		f.Fuzz(func(t *testing.T, data []byte) {
//			sim, gen := mailsimtest.New(t), mailsimtest.NewGen(mailsimtest.Bytes(data))
//			gen.Conversation(sim)
//			sim.CheckInvariants()
//		})
//	}
//
// Run it with a bound on minimization:
//
//	go test -fuzz FuzzDesk -fuzzminimizetime 20x .
//
// A run is a whole world and takes milliseconds. By default the fuzzer spends up to a minute on
// shrinking each input that covers something new before it tries another. Seeds of ten to a
// hundred bytes serve best: each byte decides one thing, and once the bytes are used up, every
// choice is the simplest. Text is a poor seed, as its bytes are all alike. The first build
// compiles every package for coverage, which takes minutes of processor time, but only once. A
// failing input is kept in testdata/fuzz and runs with every go test from then on.
type Gen struct {
	src    Source
	people int
}

// NewGen makes a generator that draws from a source.
func NewGen(src Source) *Gen { return &Gen{src: src} }

func pick[T any](g *Gen, list ...T) T { return list[g.src.Intn(len(list))] }

// maybe is true about one time in n, and never where the source is used up.
func (g *Gen) maybe(n int) bool { return g.src.Intn(n) == n-1 }

// Person makes a person with an address of their own. The simplest person
// answers everything, within working hours in UTC.
func (g *Gen) Person() mailsim.Persona {
	g.people++
	first := pick(g, "Anna", "Ben", "Chloé", "Dmitri", "Eun-ji", "Fatima", "Gábor", "Hồng")
	p := mailsim.Persona{
		Name:        first + " " + pick(g, "Weber", "Miller", "Dubois", "Nowak", "Kim", "O'Neil"),
		Addresses:   []string{fmt.Sprintf("person%d@%s", g.people, pick(g, "client.test", "partner.test", "bücher.test"))},
		Role:        pick(g, "", "Buyer", "Office manager", "Director"),
		Temperament: "responsive",
		Knows:       pick(g, "", "all", "some", "little"),
		Style: mailsim.Style{
			Length: pick(g, "", "short", "medium", "long"), Formality: pick(g, "", "casual", "neutral", "formal"),
			Client: pick(g, "", "gmail", "outlook", "apple", "iphone", "android", "plain"), Links: pick(g, "", "usual", "curious", "wary", "never"),
			Filter: pick(g, "", "strict", "normal", "lenient", "none"), Signature: pick(g, "", "Best\nA.", "-- \nSent from a train"),
		},
		Timing: g.timing(),
	}
	if list := mailsim.Temperaments(); g.maybe(2) {
		p.Temperament = list[g.src.Intn(len(list))].Name
	}
	if g.maybe(8) {
		p.Paused = true
	}
	if g.maybe(4) {
		p.Behaviors = mailsim.Behaviors{DoubleReply: new(g.rate()), Bounce: new(g.rate()), CCSomeone: new(g.rate()), KeepPromises: new(g.rate())}
	}
	return p
}

func (g *Gen) rate() float64 { return float64(g.src.Intn(101)) / 100 }

func (g *Gen) timing() mailsim.Timing {
	t := mailsim.Timing{}
	if g.maybe(2) {
		t.ReplyRate = new(g.rate())
	}
	if g.maybe(2) {
		t.Delay = &mailsim.Delay{Median: time.Duration(1+g.src.Intn(72*60)) * time.Minute, Spread: 1 + float64(g.src.Intn(30))/10}
	}
	if g.maybe(2) {
		from := g.src.Intn(23)
		t.Hours = &mailsim.Hours{
			TZ: pick(g, "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"), Days: pick(g, "mon-fri", "mon-sun", "sat"),
			From: fmt.Sprintf("%02d:00", from), To: fmt.Sprintf("%02d:30", from+g.src.Intn(24-from)),
		}
	}
	if g.maybe(4) {
		day := start.AddDate(0, 0, g.src.Intn(20))
		t.OOO = []mailsim.Absence{{From: day.Format(time.DateOnly), To: day.AddDate(0, 0, g.src.Intn(10)).Format(time.DateOnly), Message: "Back soon."}}
	}
	return t
}

// Mail makes a mail, from plain to odd: questions, thanks, promises, links,
// HTML, attachments, long lines, other scripts.
func (g *Gen) Mail(from string, to ...string) mailsim.Outgoing {
	m := mailsim.Outgoing{From: from, To: to, Subject: g.subject(), Text: g.text()}
	if g.maybe(4) {
		m.HTML = "<p>" + strings.ReplaceAll(m.Text, "\n\n", "</p><p>") + "</p>" + pick(g, "", "<img src=\"http://shop.test/pixel.png\">", "<div style=\"display:none\">x</div>", "<table><tr><td>1")
	}
	if g.maybe(4) {
		m.Attachments = []mailsim.OutgoingFile{{
			Filename:    pick(g, "offer.pdf", "Übersicht.xlsx", "a b'c.txt", strings.Repeat("long", 40)+".doc"),
			ContentType: pick(g, "application/pdf", "text/plain", "application/octet-stream"), Data: []byte(strings.Repeat("data\n", g.src.Intn(200))),
		}}
	}
	return m
}

func (g *Gen) subject() string {
	return pick(g, "A question", "Offer", "Re: Offer", "AW: Angebot", "Urgent: please answer", "Invoice 4711", "", "会議について", "🎉 Thank you", strings.Repeat("a very long subject ", 20))
}

func (g *Gen) text() string {
	var parts []string
	for range 1 + g.src.Intn(4) {
		parts = append(parts, pick(g,
			"Shall we meet on Tuesday at 10:00?", "Could you send me the contract by Friday?", "I will send the report tomorrow.", "Thank you, that helped.",
			"Have a look: https://shop.test/start?id=7", "Your code is 482913.", "Können Sie mir das bis Montag schicken?", "お世話になっております。いつがよろしいですか。",
			"Just checking in: did you see my last mail?", "Please unsubscribe me.", "> quoted\n> twice\n\nYes.", strings.Repeat("word ", 400), "No reply needed.", "\u202egnp.exe", "a\x00b",
		))
	}
	return strings.Join(parts, "\n\n")
}

// Raw makes a whole message as strangers send them: correct, odd or broken.
func (g *Gen) Raw(from, to string) []byte {
	var b strings.Builder
	field := func(name string, values ...string) {
		if v := pick(g, values...); v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, v)
		}
	}
	field("From", from, "Anna <"+from+">", "=?utf-8?q?J=C3=BCrgen?= <"+from+">", "<>", "not an address", "")
	field("To", to, "undisclosed-recipients:;", "")
	field("Subject", "Hello", "=?utf-8?b?8J+OiQ==?=", "=?broken?", strings.Repeat("x", 2000), "")
	field("Message-ID", fmt.Sprintf("<%d@gen.test>", g.src.Intn(1<<30)), "no brackets", "")
	field("Date", "Mon, 05 Jan 2026 09:00:00 +0000", "yesterday", "")
	field("Auto-Submitted", "", "no", "auto-replied", "auto-generated; x")
	field("List-Id", "", "<dev.gen.test>")
	field("References", "", "<a@b> <c@d>", strings.Repeat("<a@b> ", 200))
	field("Content-Type", "", "text/plain; charset=utf-8", "text/html", "multipart/mixed; boundary=b", "multipart/mixed", "application/pdf", "text/plain; charset=no-such")
	b.WriteString("\r\n")
	b.WriteString(pick(g, "Hello?\r\n", "--b\r\n\r\nfirst\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>second\r\n--b--\r\n", "", "\xff\xfe\x00", strings.Repeat("--b\r\n", 300)))
	return []byte(b.String())
}

// Conversation makes a few people and an account write to each other over some simulated
// days, and returns the people.
func (g *Gen) Conversation(s *Server) []*Person {
	s.t.Helper()
	desk := s.Login("desk@ours.test")
	var people []*Person
	for range 1 + g.src.Intn(4) {
		p := g.Person()
		created := s.Person(p.Name+" <"+p.Addresses[0]+">", func(q *mailsim.Persona) { *q = p })
		people = append(people, created)
	}
	for range 1 + g.src.Intn(8) {
		p := people[g.src.Intn(len(people))]
		switch g.src.Intn(5) {
		case 0, 1:
			desk.send(g.Mail(desk.address, p.address))
		case 2:
			p.send(g.Mail(p.address, desk.address))
		case 3:
			p.send(g.Mail(p.address, people[g.src.Intn(len(people))].address, desk.address))
		case 4:
			_, _ = s.world.submit(s.moving(), desk.address, p.address, g.Raw(desk.address, p.address)) // may be refused
		}
		s.Advance(time.Duration(1+g.src.Intn(48*60)) * time.Minute)
	}
	s.Advance(14 * 24 * time.Hour)
	return people
}

// send sends what may go to nobody: who is paused or bounces keeps no copy.
func (b *Box) send(m mailsim.Outgoing) {
	if id, err := b.s.world.Send(b.s.moving(), m); err == nil {
		b.s.given.seen(id, "sent by a conversation")
	}
}
