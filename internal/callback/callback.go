// Package callback writes the webhooks of mail providers: what they post to an application
// about the mails that it sent and about the mail that it is sent, and their signatures.
//
// It is a leaf: it takes what happened and gives the requests. Bodies are made of that
// alone, so equal input gives equal bytes; what is signed with the time of an attempt is
// signed by Request.Sign.
package callback

import (
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mime"
)

// Shape names whose webhooks are written.
type Shape string

// The shapes; "" and Own are mailsim's.
const (
	Own      Shape = "mailsim"
	Mailpit  Shape = "mailpit"
	SES      Shape = "ses-sns"
	SendGrid Shape = "sendgrid"
	Postmark Shape = "postmark"
	Mailgun  Shape = "mailgun"
	Resend   Shape = "resend"
)

// Shapes lists them.
func Shapes() []string {
	return []string{string(Own), string(Mailpit), string(SES), string(SendGrid), string(Postmark), string(Mailgun), string(Resend)}
}

// doors are the names under which a provider's door sends.
var doors = map[Shape]string{SES: "ses", SendGrid: "sendgrid", Postmark: "postmark", Mailgun: "mailgun", Resend: "resend"}

// Provider tells whether the shape is that of a mail provider.
func (s Shape) Provider() bool { return doors[s] != "" }

// Reports tells whether the shape reports on mail that came by a provider's door: its own,
// and mail that came by none.
func (s Shape) Reports(provider string) bool { return provider == "" || provider == doors[s] }

// Target is where requests go, and what they are made with.
type Target struct {
	Secret   string
	Raw      bool   // inbound mail whole
	URL      string // of the webhook
	Base     string // where the doors of providers are reached, without a slash at the end
	Universe string // id
	Topic    string // name of the webhook
	EC       *ecdsa.PrivateKey
	RSA      *rsa.PrivateKey
}

// Request is one webhook to be posted.
type Request struct {
	ContentType string
	Body        []byte
	Header      http.Header                           // further fields, nil for none
	Sign        func(now time.Time, head http.Header) // adds what is signed with the time of the attempt; nil for nothing
}

// Notice is what became of a mail for one recipient.
type Notice struct {
	Event     int64  // its number
	Kind      string // accepted, delivered, deferred, bounced, dropped, complained, opened, clicked, unsubscribed, scheduled, canceled
	At        time.Time
	Recipient string
	MessageID string // with angle brackets
	From      string
	To        []string
	Subject   string
	SendID    string
	SentAt    time.Time
	Status    string // of a bounce: unknown, domain, full, disabled or blocked
	Reply     string // such as "550 5.1.1 User unknown"
	List      string // for which it was dropped
	URL       string
	UserAgent string
	Tags      []string
	Data      map[string]string
	Raw       string // the mail, "" when it is gone
}

// Mail is one that somebody wrote to the application.
type Mail struct {
	Event int64
	ID    string // by which Mailpit's API has it; "" has one made up
	At    time.Time
	From  string   // of the envelope
	To    []string // of the envelope: addresses of the application
	Raw   string
	Text  string // what the sender wrote, without what is quoted; "" has it read off the mail
	IP    string

	parsed *mime.Message
	sum    mime.Summary
}

// Notices are the requests that report on notices, which go together where the shape
// does that.
func (s Shape) Notices(list []Notice, t Target) []*Request {
	if s == SendGrid {
		return sendgridEvents(list, t)
	}
	var out []*Request
	for i := range list {
		var r *Request
		switch n := &list[i]; s {
		case Postmark:
			r = postmarkEvent(n)
			if change := postmarkSuppressed(n); change != nil {
				out, r = append(out, r), change
			}
		case Mailgun:
			r = mailgunEvent(n, t)
		case Resend:
			r = resendEvent(n, t)
		case SES:
			r = sesEvent(n, t)
		}
		if r != nil {
			out = append(out, r)
		}
	}
	return out
}

// Inbound are the requests that carry a mail to the application.
func (s Shape) Inbound(m *Mail, t Target) []*Request {
	m.parsed = mime.Parse(m.Raw)
	m.sum = mime.Summarize(m.Raw)
	switch s {
	case SendGrid:
		return one(sendgridInbound(m, t))
	case Postmark:
		return forEach(m, func(to string) *Request { return postmarkInbound(m, to, t) })
	case Mailgun:
		return forEach(m, func(to string) *Request { return mailgunInbound(m, to, t) })
	case Resend:
		return one(resendInbound(m, t))
	case SES:
		return one(sesInbound(m, t))
	case Mailpit:
		return one(mailpitSummary(m))
	}
	return nil
}

func one(r *Request) []*Request { return []*Request{r} }

// forEach makes a request for each recipient.
func forEach(m *Mail, f func(to string) *Request) (out []*Request) {
	for _, to := range m.To {
		out = append(out, f(to))
	}
	return out
}

// permanent tells whether after a bounce the address is dead.
func (n *Notice) permanent() bool { return n.Status != "full" && n.Status != "blocked" }

// code is that of the reply, 0 without one.
func (n *Notice) code() int {
	first, _, _ := strings.Cut(n.Reply, " ")
	code, _ := strconv.Atoi(first)
	return code
}

// enhanced is the reply's enhanced status, such as 5.1.1.
func (n *Notice) enhanced() string {
	if f := strings.Fields(n.Reply); len(f) > 1 && strings.Count(f[1], ".") == 2 {
		return f[1]
	}
	if n.code() >= 500 {
		return "5.0.0"
	}
	return "4.0.0"
}

// words are the reply without its codes.
func (n *Notice) words() string {
	f := strings.SplitN(n.Reply, " ", 3)
	if len(f) == 3 && strings.Count(f[1], ".") == 2 {
		return f[2]
	}
	return n.Reply
}

// id is the Message-ID without its brackets.
func (n *Notice) id() string { return strings.Trim(n.MessageID, "<>") }

// under returns the data whose keys begin with prefix, by the rest of the key.
func (n *Notice) under(prefix string) map[string]string {
	out := map[string]string{}
	for k, v := range n.Data {
		if rest, ok := strings.CutPrefix(k, prefix); ok {
			out[rest] = v
		}
	}
	return out
}

// unique is a text of hexadecimal digits for what is told of, up to 64.
func unique(n int, parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])[:n]
}

// uuid is unique in the form of a UUID.
func uuid(parts ...string) string {
	h := []byte(unique(32, parts...))
	h[12], h[16] = '4', "89ab"[h[16]%4]
	return string(h[:8]) + "-" + string(h[8:12]) + "-" + string(h[12:16]) + "-" + string(h[16:20]) + "-" + string(h[20:])
}

// key names a notice among all of a universe.
func (n *Notice) key() string {
	return strconv.FormatInt(n.Event, 10) + " " + n.SendID + " " + n.Recipient
}

// written is what the sender wrote, without what is quoted.
func (m *Mail) written() string {
	if m.Text != "" {
		return m.Text
	}
	return mime.NewText(m.parsed.Text)
}

// signature is what stands below the line "-- ".
func (m *Mail) signature() string {
	lines := strings.Split(m.parsed.Text, "\n")
	if i := slices.Index(lines, "-- "); i >= 0 {
		end := len(lines)
		for j := i; j < len(lines); j++ {
			if strings.HasPrefix(lines[j], ">") {
				end = j
				break
			}
		}
		return strings.TrimSpace(strings.Join(lines[i:end], "\n"))
	}
	return ""
}

// head are the fields of the header, decoded, in order.
func (m *Mail) head() [][2]string { return headOf(&m.parsed.Header) }

func headOf(h *mime.Header) (out [][2]string) {
	for _, f := range h.Fields() {
		out = append(out, [2]string{f.Name, mime.DecodeWords(unfold(f.Value))})
	}
	return out
}

func unfold(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\r\n", "", "\n", "").Replace(s))
}

// spell writes an address with its name.
func spell(a mime.Address) string {
	switch {
	case a.Name == "":
		return a.Addr
	case strings.ContainsAny(a.Name, `()<>[]:;@\,."`):
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a.Name) + `" <` + a.Addr + ">"
	}
	return a.Name + " <" + a.Addr + ">"
}

func spellAll(list []mime.Address) string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = spell(a)
	}
	return strings.Join(out, ", ")
}

// addresses are those of a list without the names; never nil.
func addresses(list []mime.Address) []string {
	out := []string{}
	for _, a := range list {
		out = append(out, a.Addr)
	}
	return out
}

// stamp writes an instant as most providers do.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// orEmpty is a list that is never null in JSON.
func orEmpty(list []string) []string { return append([]string{}, list...) }

func domainOf(address string) string {
	_, d, _ := strings.Cut(address, "@")
	return strings.ToLower(d)
}
