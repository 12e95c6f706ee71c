package mailsimtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
)

// Mail is one copy of a mail. Methods that begin with Has, and similar ones, fail the test
// unless the mail is as they say, and return it, so that calls chain:
//
//	anna.Wait().HasSubject("Welcome").HasText("confirm").HasNoText("{{")
//
// Texts match as substrings, without regard to case; any run of white space equals one
// space.
type Mail struct {
	mailsim.Message
	s      *Server
	parsed *mime.Message
}

func (s *Server) mail(m mailsim.Message) *Mail { return &Mail{Message: m, s: s} }

// For is the mail bound to another test, such as a subtest.
func (m *Mail) For(t TB) *Mail {
	c := *m
	c.s = &Server{Universe: m.s.Universe, core: m.s.core, t: t, part: m.s.part}
	return &c
}

// Raw is the whole message: trace headers and the sender's bytes.
func (m *Mail) Raw() []byte {
	m.s.t.Helper()
	if raw := m.Bytes(); len(raw) > 0 || m.Size == 0 {
		return raw
	}
	raw, err := m.s.world.Raw(context.Background(), m.Ref)
	m.s.must("raw mail", err)
	return raw
}

// parse reads the mail at first need.
func (m *Mail) parse() *mime.Message {
	m.s.t.Helper()
	if m.parsed == nil {
		m.parsed = mime.Parse(string(m.Raw()))
	}
	return m.parsed
}

// visible is what a reader sees: the text, else the words of the HTML.
func (m *Mail) visible() string {
	if strings.TrimSpace(m.Text) == "" && m.HTML != "" {
		return htmlmail.VisibleText(m.HTML)
	}
	return m.Text
}

// fail fails the test with what was expected, what is, and which mail it is.
func (m *Mail) fail(expected, is string) *Mail {
	m.s.t.Helper()
	text := indent(is)
	if why := m.s.whyJunk(m.Message); why != "" {
		text += "\n  it was " + why
	}
	m.s.fatalf("expected the mail %s\n  %s\n%s", title(m.Message), expected, text)
	return m
}

// String describes the mail in a line: subject, sender, folder, when it was filed and, for
// mail in Junk, why it is there.
func (m *Mail) String() string {
	if m.s == nil || m.Address == "" {
		return "no mail"
	}
	text := title(m.Message)
	if why := m.s.whyJunk(m.Message); why != "" {
		text += ", " + why
	}
	return text
}

// whyJunk says what put a mail into Junk, "" when it is elsewhere.
func (s *Server) whyJunk(m mailsim.Message) string {
	if !strings.EqualFold(m.Folder, "Junk") {
		return ""
	}
	for e := range s.world.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPersonaJunked, mailsim.EventFaultFired}}) {
		switch d := e.Data.(type) {
		case mailsim.PersonaJunked:
			if p, err := s.world.PersonaByAddress(m.Address); err == nil && p.ID == d.PersonaID && d.MessageID == m.MessageID {
				return fmt.Sprintf("filed as spam at %.1f of %.1f: %s", d.Score, d.Threshold, strings.TrimSuffix(d.Why, "."))
			}
		case mailsim.FaultFired:
			if d.Kind == string(mailsim.FaultJunk) && d.MessageID == m.MessageID && addr.Key(d.To) == addr.Key(m.Address) {
				return "filed as spam by the fault rule " + d.Rule
			}
		}
	}
	return "put into Junk"
}

// indent shows a text of at most 40 lines.
func indent(text string) string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	if more := len(lines) - 40; more > 0 {
		lines = append(lines[:40], fmt.Sprintf("… and %d lines more", more))
	}
	return "  | " + strings.Join(lines, "\n  | ")
}

// contains looks for a part, in any case, white space folded.
func contains(text, part string) bool {
	return strings.Contains(fold(text), fold(part))
}

func fold(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}

// HasSubject expects the subject to contain part.
func (m *Mail) HasSubject(part string) *Mail {
	m.s.t.Helper()
	if !contains(m.Subject, part) {
		return m.fail(fmt.Sprintf("to have the subject %q, which is", part), m.Subject)
	}
	return m
}

// HasFrom expects the sender's address or name to contain part.
func (m *Mail) HasFrom(part string) *Mail {
	m.s.t.Helper()
	if from := strings.TrimSpace(m.FromName + " <" + m.From + ">"); !contains(from, part) {
		return m.fail(fmt.Sprintf("to be from %q, and it is from", part), from)
	}
	return m
}

// HasTo expects an address in To or Cc of the header.
func (m *Mail) HasTo(address string) *Mail {
	m.s.t.Helper()
	all := slices.Concat(m.To, m.CC)
	if !slices.ContainsFunc(all, func(a string) bool { return addr.Key(a) == addr.Key(address) }) {
		return m.fail(fmt.Sprintf("to be addressed to %q, and it is to", address), strings.Join(all, ", "))
	}
	return m
}

// HasText expects what a reader sees to contain part: the text or, if the mail has none,
// the words of the HTML.
func (m *Mail) HasText(part string) *Mail {
	m.s.t.Helper()
	if text := m.visible(); !contains(text, part) {
		return m.fail(fmt.Sprintf("to say %q, and it says", part), text)
	}
	return m
}

// HasNoText expects that neither text, HTML nor subject contains part.
func (m *Mail) HasNoText(part string) *Mail {
	m.s.t.Helper()
	for _, text := range []string{m.Subject, m.Text, m.HTML} {
		if contains(text, part) {
			return m.fail(fmt.Sprintf("not to say %q, and it says", part), text)
		}
	}
	return m
}

// HasHTML expects the HTML source to contain part.
func (m *Mail) HasHTML(part string) *Mail {
	m.s.t.Helper()
	if !contains(m.HTML, part) {
		return m.fail(fmt.Sprintf("to have %q in its HTML, which is", part), cmp.Or(m.HTML, "(no HTML)"))
	}
	return m
}

// HasHeader expects a header field of that name whose value contains part; with part "", any
// value will do.
func (m *Mail) HasHeader(name, part string) *Mail {
	m.s.t.Helper()
	values := m.parse().Header.Values(name)
	if !slices.ContainsFunc(values, func(v string) bool { return contains(mime.DecodeWords(v), part) }) {
		if len(values) == 0 {
			return m.fail(fmt.Sprintf("to have a header %s, and it has", name), strings.Join(m.fields(), ", "))
		}
		return m.fail(fmt.Sprintf("to have %q in its header %s, which is", part, name), strings.Join(values, "\n"))
	}
	return m
}

// HasNoHeader expects no field of that name.
func (m *Mail) HasNoHeader(name string) *Mail {
	m.s.t.Helper()
	if values := m.parse().Header.Values(name); len(values) > 0 {
		return m.fail("to have no header "+name+", which is", strings.Join(values, "\n"))
	}
	return m
}

// fields lists the names of the header.
func (m *Mail) fields() (names []string) {
	for _, f := range m.parse().Header.Fields() {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// HasAttachment expects a file of that name.
func (m *Mail) HasAttachment(filename string) *Mail {
	m.s.t.Helper()
	names := []string{}
	for _, a := range m.Attachments {
		if a.Filename == filename {
			return m
		}
		names = append(names, fmt.Sprintf("%s (%s, %d bytes)", a.Filename, a.ContentType, a.Size))
	}
	return m.fail(fmt.Sprintf("to have the attachment %q, and it has", filename), cmp.Or(strings.Join(names, "\n"), "(none)"))
}

// Attachment is the content of a file of that name.
func (m *Mail) Attachment(filename string) []byte {
	m.s.t.Helper()
	m.HasAttachment(filename)
	for i, a := range m.parse().Attachments {
		if a.Filename == filename {
			return m.parsed.Attachments[i].Bytes()
		}
	}
	return nil
}

// InFolder expects the mail to be in that folder, such as Junk.
func (m *Mail) InFolder(name string) *Mail {
	m.s.t.Helper()
	if !strings.EqualFold(m.Folder, name) {
		return m.fail("to lie in the folder "+name+", and it lies in", m.Folder)
	}
	return m
}

// RepliesTo expects the mail to answer another: In-Reply-To or References name
// it.
func (m *Mail) RepliesTo(other *Mail) *Mail {
	m.s.t.Helper()
	if !m.s.need("RepliesTo", other) {
		return m
	}
	if m.InReplyTo != other.MessageID && !slices.Contains(m.References, other.MessageID) {
		return m.fail(fmt.Sprintf("to reply to %q %s, and it names", other.Subject, other.MessageID),
			fmt.Sprintf("In-Reply-To: %s\nReferences: %s", m.InReplyTo, strings.Join(m.References, " ")))
	}
	return m
}

// ArrivedWithin expects the mail to have arrived at most d after another, in simulated
// time.
func (m *Mail) ArrivedWithin(d time.Duration, other *Mail) *Mail {
	m.s.t.Helper()
	if !m.s.need("ArrivedWithin", other) {
		return m
	}
	if took := m.Time.Sub(other.Time); took < 0 || took > d {
		return m.fail(fmt.Sprintf("within %s of %q at %s, and it took", d, other.Subject, clock(other.Time)), took.String())
	}
	return m
}

// Bounce is what a bounce says about one recipient (RFC 3464).
type Bounce struct {
	Recipient  string // the address that failed
	Action     string // failed, delayed, delivered …
	Status     string // such as 5.2.2
	Diagnostic string // what the other server said
	MessageID  string // of the mail that failed, "" when the bounce does not hold it
}

// Bounce returns what a bounce says about its first recipient. It fails if the mail is not a
// bounce.
func (m *Mail) Bounce() Bounce {
	m.s.t.Helper()
	b, ok := readBounce(m.parse())
	if !ok {
		m.fail("to be a bounce: a multipart/report with a message/delivery-status", m.visible())
	}
	return b
}

// IsBounceOf expects a bounce that reports the address with the status.
func (m *Mail) IsBounceOf(address string, status mailsim.MailboxStatus) *Mail {
	m.s.t.Helper()
	b, want := m.Bounce(), status.Reply().Enhanced
	if addr.Key(b.Recipient) != addr.Key(address) || b.Status != want {
		return m.fail(fmt.Sprintf("to be a bounce of %s with status %s (%s), and it is of", address, want, status),
			fmt.Sprintf("%s: %s %s: %s", b.Recipient, b.Action, b.Status, b.Diagnostic))
	}
	return m
}

func readBounce(msg *mime.Message) (b Bounce, ok bool) {
	var walk func(p *mime.Part)
	walk = func(p *mime.Part) {
		switch p.Type {
		case "message/delivery-status", "message/global-delivery-status":
			b.read(string(p.Decode()))
			ok = ok || b.Recipient != ""
		case "message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global", "message/global-headers":
			if b.MessageID == "" {
				b.MessageID = mime.Summarize(string(p.Decode())).MessageID
			}
			return
		}
		for _, c := range p.Children {
			walk(c)
		}
	}
	walk(msg.Root)
	return b, ok
}

// read takes the first group of fields that names a recipient.
func (b *Bounce) read(text string) {
	for group := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		h := mime.ScanHeader(strings.TrimLeft(group, "\n") + "\n\n")
		if !h.Has("Final-Recipient") && !h.Has("Original-Recipient") {
			continue
		}
		b.Recipient = afterType(cmp.Or(h.Get("Original-Recipient"), h.Get("Final-Recipient")))
		b.Action, b.Status = strings.ToLower(h.Get("Action")), h.Get("Status")
		b.Diagnostic = afterType(h.Get("Diagnostic-Code"))
		return
	}
}

// afterType cuts "rfc822;" and "smtp;" off.
func afterType(value string) string {
	if _, v, ok := strings.Cut(value, ";"); ok {
		return strings.TrimSpace(v)
	}
	return value
}

// Code is the one-time code of the mail. It fails if there is none.
func (m *Mail) Code() string {
	m.s.t.Helper()
	codes := m.Extract().Codes
	if len(codes) == 0 {
		m.fail("to hold a code, and it says", m.visible())
		return ""
	}
	return codes[0].Value
}

// MagicLink is the link to sign in, confirm, reset or join. It fails if there is
// none.
func (m *Mail) MagicLink() string {
	m.s.t.Helper()
	links := m.Extract().MagicLinks
	if len(links) == 0 {
		m.fail("to hold a magic link, and its links are", m.links())
		return ""
	}
	return links[0].URL
}

// Link is the first link whose text or URL contains part. It fails if there is none.
func (m *Mail) Link(part string) string {
	m.s.t.Helper()
	for _, l := range m.Extract().Links {
		if contains(l.Text, part) || contains(l.URL, part) {
			return l.URL
		}
	}
	m.fail(fmt.Sprintf("to have a link with %q, and its links are", part), m.links())
	return ""
}

func (m *Mail) links() string {
	var out []string
	for _, l := range m.Extract().Links {
		out = append(out, fmt.Sprintf("%q %s", l.Text, l.URL))
	}
	return cmp.Or(strings.Join(out, "\n"), "(none)")
}

// NewText is what the sender wrote, without quotes and signature.
func (m *Mail) NewText() string { return mime.NewText(m.visible()) }

// Header is the first field of that name, decoded; "" when there is none.
func (m *Mail) Header(name string) string {
	m.s.t.Helper()
	h := m.parse().Header
	return h.Text(name)
}
