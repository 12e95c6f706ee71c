// Package worldgen makes the mail that reaches a company from outside: who
// writes, and what they write, for each kind of stream. What a stream is about
// comes from its brief; the same generator gives the same mail.
//
// It is a leaf: it knows words, names and numbers, nothing of mailboxes, jobs
// or mail programs.
package worldgen

import (
	"cmp"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// The kinds of streams, in the order of the specification.
const (
	Lead       = "lead"
	Support    = "support"
	Vendor     = "vendor"
	Partner    = "partner"
	Customer   = "customer"
	Newsletter = "newsletter"
	Spam       = "spam"
	Phishing   = "phishing"
	Custom     = "custom"
)

// Kinds lists the kinds of streams.
func Kinds() []string {
	return []string{Lead, Support, Vendor, Partner, Customer, Newsletter, Spam, Phishing, Custom}
}

// Bulk tells whether the mails of a kind come from programs, not from people.
func Bulk(kind string) bool { return kind == Newsletter || kind == Spam || kind == Phishing }

// Truth is the label of a kind that is not what it seems, "" for honest mail.
func Truth(kind string) string {
	if kind == Spam || kind == Phishing {
		return kind
	}
	return ""
}

// Company is whom the mail is written to. Its name may be empty.
type Company struct{ Name, Domain string }

// Recipient is the first mailbox that a mail goes to. Its name may be empty.
type Recipient struct{ Name, Role, Address string }

// Order is all that a mail is made from.
type Order struct {
	Kind     string
	Brief    string // what the stream is about; "" takes a usual matter of the kind
	Language string // that people write in, one of Languages; any other is English
	Company  Company
	Sells    string // words that tell what the company sells, such as those of its mailboxes
	To       Recipient
	From     Sender
	Nth      int       // how many mails the sender has written before
	Date     time.Time // in the sender's zone

	Unsubscribe string // of newsletters: what their links for it tell the reader by; "" draws one
}

// Mail is what a sender writes. People's mails have a text alone, their mail
// program makes the rest; bulk mail comes with its HTML and header fields.
type Mail struct {
	Subject, Text string
	HTML          string
	ReplyTo       mimebuild.Address
	Header        []mimebuild.Field
	Attachments   []mimebuild.Attachment
	Topic         string // what it is about, as taken from the brief

	// Of people's mails: what the sender wants of the company, such as "support" or "quote";
	// how they feel, from -3, angry, to 3; and what they know and tell when asked, such as
	// "browser": "Firefox". What the text tells of it, it tells alike.
	Want   string
	Mood   int
	Hidden map[string]string
}

// Write writes the mail of an order. It never fails.
func Write(r *rng.Rand, o Order) Mail {
	t := pickTopic(o)
	w := newWriter(r, o, t)
	switch o.Kind {
	case Newsletter:
		return w.newsletter()
	case Spam:
		return w.spam()
	case Phishing:
		return w.phishing()
	}
	w.vars["end"] = endMark
	var m Mail
	if w.tabled() {
		m = w.fromTable()
	} else {
		m = w.fromGrammar()
	}
	if o.Kind == Vendor {
		m.Attachments = w.billPDF()
	}
	m.Hidden, m.Want = w.hidden(), cmp.Or(wants()[w.area], wants()[o.Kind])
	if o.Kind == Support {
		m.Mood = -1
	}
	if w.angry() {
		m.Mood = -2
	}
	return m
}

// tabled tells whether a mail is written by a table rather than by the grammars, which
// know a brief in English better.
func (w *writer) tabled() bool {
	switch o := w.order; {
	case o.Language != english && w.table != tableOf(english):
		return true
	case o.Kind == Vendor: // a bill has a topic
		return false
	default:
		return w.topic.text == ""
	}
}

// fromGrammar writes a mail by the grammar of its kind.
func (w *writer) fromGrammar() Mail {
	o, t := w.order, w.topic
	areas := areasOf(o)
	w.about(areaOf(o.Kind, t.text, areas[0]))
	w.matter = o.Nth
	w.rules = append(w.rules, peopleGrammar(o.Kind), common())
	if o.Kind == Vendor && o.Nth > 0 && w.r.Chance(0.15) {
		w.remind()
	}
	m := Mail{Topic: t.text, Subject: oneLine(w.rule("subject"))}
	body, also := w.rule("body"), ""
	if len(t.others) > 0 && w.r.Chance(0.6) {
		w.vars["other"] = rng.Pick(w.r, t.others)
		also = " " + w.rule("also")
	}
	m.Text = tidy(strings.Replace(body, "\n\n"+endMark, also+"\n\n"+w.goodbye(body)+"\n"+w.signedAs(), 1))
	return m
}

// endMark stands where a mail is signed off. No brief and no name holds it.
const endMark = "\x00"

// signedAs is the name under a mail: the first name where one is on first-name terms.
func (w *writer) signedAs() string {
	if w.order.From.Formality == "formal" || w.order.From.Given == "" {
		return w.order.From.Name
	}
	return w.order.From.Given
}

// tidy ends lines cleanly and lets no paragraph be empty.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	s = strings.Join(lines, "\n")
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(s)
}

// oneLine is a text fit for a header.
func oneLine(s string) string { return strings.Join(strings.Fields(mimebuild.Clean(s)), " ") }
