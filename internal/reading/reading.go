// Package reading is a mail as the person who gets it sees it: what is new in its
// text, what it asks, which links stand in it, and whether a machine wrote it. It
// needs no universe, so that a decision about a mail can be a pure function.
package reading

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unsafe"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/extract"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/internal/simtime"
)

// Parsed is what a full parse of a mail found.
type Parsed struct {
	Sum mime.Summary
	Msg *mime.Message

	// Grown is called each time that a new text has been read, with how many bytes more are
	// kept; nil for nobody.
	Grown func(bytes int)

	plain understood  // as the text has it
	html  sync.Once   // for shown
	shown *understood // as the HTML beside it, nil where that says what the text says
	more  atomic.Int64
}

// understood is the new text of a mail, quotes cut off, and what it asks.
type understood struct {
	once sync.Once
	news string
	gist gist.Gist
}

// Parse parses the bytes of a mail. It is slow: never under a lock.
func Parse(raw string) *Parsed {
	return &Parsed{Sum: mime.Summarize(raw), Msg: mime.Parse(raw)}
}

// Cost is about what a parsed mail keeps in memory, in bytes: what was made of it,
// and, once that has been read, the new text and what it asks.
func (p *Parsed) Cost() int {
	return int(unsafe.Sizeof(*p)) + parsedSlack + p.Msg.Held() + p.Sum.Held(p.Msg.Raw()) + int(p.more.Load())
}

// parsedSlack is what the memory of a few small objects is rounded up by.
const parsedSlack = 256

// Text is the text part, else what the HTML says.
func (p *Parsed) Text() string {
	if p.Msg.Text == "" && p.Msg.HTML != "" {
		return htmlmail.Text(p.Msg.HTML)
	}
	return p.Msg.Text
}

// Understood returns the new text of the mail and what it asks, read at first need.
func (p *Parsed) Understood() (text string, g *gist.Gist) {
	p.plain.once.Do(func() { p.understand(&p.plain, p.Text()) })
	return p.plain.news, &p.plain.gist
}

// UnderstoodBy is Understood for the user of a mail program: where the mail has text and
// HTML that do not say the same, most programs show the HTML.
func (p *Parsed) UnderstoodBy(client string) (text string, g *gist.Gist) {
	if client == "plain" || p.Msg.HTML == "" || p.Msg.Text == "" || p.Msg.Beside != "" {
		return p.Understood()
	}
	p.html.Do(func() {
		if text := htmlmail.Text(p.Msg.HTML); !saysSame(text, p.Msg.Text) && !hardlyAWord(p.Msg.HTML) {
			p.shown = new(understood)
			p.understand(p.shown, text)
		}
	})
	if p.shown == nil {
		return p.Understood()
	}
	return p.shown.news, &p.shown.gist
}

// TextBy is Text for the user of a mail program.
func (p *Parsed) TextBy(client string) string {
	if _, g := p.UnderstoodBy(client); g != &p.plain.gist {
		return htmlmail.Text(p.Msg.HTML)
	}
	return p.Text()
}

// understand reads what is new in a text.
func (p *Parsed) understand(u *understood, text string) {
	u.news = mime.NewText(text)
	if i := strings.Index(p.Msg.Text, u.news); i >= 0 { // most often: kept once
		u.news = p.Msg.Text[i : i+len(u.news)]
	}
	u.gist = gist.Read(p.Sum.Subject, u.news)
	k := keeper{beside: []string{p.Msg.Raw(), p.Msg.Text, u.news, p.Sum.Subject}, starts: map[string]int{}}
	k.keep(reflect.ValueOf(&u.gist).Elem())
	n := k.bytes
	if !mime.Within(u.news, p.Msg.Text) {
		n += len(u.news)
	}
	if u != &p.plain {
		n += int(unsafe.Sizeof(*u))
	}
	p.more.Add(int64(n))
	if p.Grown != nil {
		p.Grown(n)
	}
}

// saysSame tells whether two texts have the same letters and figures in the same order. The
// addresses of links do not count, as HTML shows none.
func saysSame(a, b string) bool { return letters(a) == letters(b) }

func letters(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for word := range strings.FieldsSeq(text) {
		if strings.Contains(word, "://") || strings.Contains(word, "mailto:") {
			continue
		}
		for _, r := range word {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	return b.String()
}

// hardlyAWord tells whether HTML shows next to no text.
func hardlyAWord(html string) bool { return len(htmlmail.VisibleText(html)) < 20 }

// Mail is a mail as people see it.
type Mail struct {
	*Parsed
	Text        string     // the new text
	Gist        *gist.Gist // what it asks
	Automatic   string     // why no answer is due to it, "" for personal mail
	NoAutoReply bool       // it asks for no automatic answers
	Links       Links
	ImagesOnly  bool // the HTML shows images and hardly a word

	shown *Mail // as those read it whose program shows HTML, nil where that says the same
}

// For is the mail as the user of a mail program reads it.
func (m *Mail) For(client string) *Mail {
	if client == "plain" || m.shown == nil {
		return m
	}
	return m.shown
}

// Read reads a parsed mail; sender is the envelope's, "" the null sender.
func Read(p *Parsed, sender string) *Mail {
	m := &Mail{Parsed: p, NoAutoReply: suppressesAutoReply(p.Sum.XAutoResponseSuppress), Links: LinksOf(p)}
	m.Text, m.Gist = p.Understood()
	m.Automatic = Automatic(p, sender)
	m.ImagesOnly = p.Msg.HTML != "" && strings.Contains(strings.ToLower(p.Msg.HTML), "<img") && hardlyAWord(p.Msg.HTML)
	if text, g := p.UnderstoodBy(""); g != m.Gist {
		shown := *m
		shown.Text, shown.Gist = text, g
		m.shown = &shown
	}
	return m
}

// Automatic says why no answer is due to a mail (RFC 3834, lists, bounces), ""
// for personal mail; sender is the envelope's.
func Automatic(p *Parsed, sender string) string {
	fields := func(yield func(name, value string) bool) {
		for _, f := range p.Msg.Header.Fields() {
			if !yield(f.Name, f.Value) {
				return
			}
		}
	}
	why, _ := report.IsAutomatic(fields, p.Sum.From.Addr, sender)
	return why
}

// suppressesAutoReply reads X-Auto-Response-Suppress (MS-OXCMAIL 2.2.3.2.14).
func suppressesAutoReply(value string) bool {
	for part := range strings.SplitSeq(strings.ToLower(value), ",") {
		switch strings.TrimSpace(part) {
		case "all", "oof", "autoreply":
			return true
		}
	}
	return false
}

// From is whom a mail is from: the header's address, else the envelope's.
func From(sum *mime.Summary, sender string) string {
	if addr.Valid(sum.From.Addr) {
		return sum.From.Addr
	}
	return sender
}

// ForwardedHeader marks what a simulated person passed on.
const ForwardedHeader = "X-Service-Forwarded"

// Traits are what a decision goes by, for a reader with these addresses; sender
// is the envelope's.
func (m *Mail) Traits(addresses []string, sender string) decide.Mail {
	own := func(list []mime.Address) bool {
		return slices.ContainsFunc(list, func(a mime.Address) bool {
			return slices.ContainsFunc(addresses, func(mine string) bool { return addr.Key(mine) == addr.Key(a.Addr) })
		})
	}
	g, sum := m.Gist, &m.Sum
	out := decide.Mail{
		From: From(sum, sender), InTo: own(sum.To), InCc: own(sum.Cc), Recipients: len(sum.To),
		Automatic: m.Automatic, Machine: m.machine(), NullSender: sender == "", NoAutoReply: m.NoAutoReply,
		Questions: len(g.Questions), Thanks: g.Thanks || g.Closing, Urgent: g.Urgent, Cold: m.cold(), Pitch: m.Gist.Machine == gist.MachineCold, Closing: g.Closing, Words: g.Words,
		Attachments: len(m.Msg.Attachments), Forwarded: sum.Service[strings.ToLower(ForwardedHeader)] != "",
	}
	for _, k := range g.Kinds {
		switch k {
		case gist.Requesting, gist.Scheduling, gist.Document, gist.Complaint:
			out.Asks = true
		}
		if k == gist.Document || k == gist.Requesting {
			out.Wants = true
		}
	}
	for _, a := range g.Acts {
		out.Asks = out.Asks || slices.Contains(awaiting, a.Kind)
	}
	if !out.InTo && !out.InCc { // a blind copy is to them, but no machine answers it (RFC 3834 section 2)
		out.InTo, out.NoAutoReply = true, true
	}
	return out
}

// awaiting are the acts to which a word is due, though they ask nothing.
var awaiting = []gist.ActKind{
	gist.Condolence, gist.Illness, gist.BadNews, gist.Inviting, gist.WantsDecision, gist.WantsApproval, gist.Complaining, gist.Changing,
	gist.NoAttachment, gist.Contradicting, gist.WrongName, gist.WrongPerson,
}

// machine is what the words tell that the mail is, "" for personal mail. A cold pitch
// is for a person to weigh.
func (m *Mail) machine() string {
	if m.Gist.Machine == gist.MachineCold {
		return ""
	}
	return string(m.Gist.Machine)
}

// cold is how far a cold pitch has come, 0 for none.
func (m *Mail) cold() int {
	if m.Gist.Machine == gist.MachineCold {
		return max(m.Gist.ColdStep, 1)
	}
	return m.Gist.ColdStep
}

// Unasked tells that nobody asked for the mail: bulk mail, a cold pitch, a fraud.
func (m *Mail) Unasked() bool {
	switch m.Gist.Machine {
	case gist.MachineNews, gist.MachinePhishing, gist.MachineCold:
		return true
	}
	return m.Automatic != "" || m.Gist.ColdStep > 0
}

// Promise is what the sender promises at an instant to a person with these
// hours, nil when nothing.
func (m *Mail) Promise(hours simtime.Hours, now time.Time) *decide.Promise {
	if len(m.Gist.Promises) == 0 || m.Automatic != "" || m.machine() != "" || m.Gist.Grave() {
		return nil
	}
	in := m.Gist.Promises[0]
	due, _ := hours.ParseDue(in.Due, now)
	return &decide.Promise{What: in.What, Due: due}
}

// Link is a link that a person may open.
type Link struct{ URL, Text, Kind string }

// Links are the links of a mail as mail programs show it.
type Links struct {
	HTML  []Link // of the HTML and the text beside it
	Plain []Link // of the text where there is one, as a plain text reader shows
}

// SeenBy is what the user of a mail program could open.
func (l *Links) SeenBy(client string) []Link {
	if client == "plain" {
		return l.Plain
	}
	return l.HTML
}

// LinksOf finds what people could open. Who is shown the HTML of a
// multipart/alternative sees no link of its text.
func LinksOf(p *Parsed) Links {
	l := Links{HTML: linksIn(p.Msg.Beside, p.Msg.HTML)}
	if l.Plain = l.HTML; p.Msg.HTML != "" && p.Msg.Text != "" {
		l.Plain = linksIn(p.Msg.Text, "")
	}
	return l
}

// linksIn lists the links in order, each URL once.
func linksIn(text, html string) []Link {
	found := extract.Links(text, html)
	if len(found) == 0 {
		return nil
	}
	var out []Link
	seen := make(map[string]bool, len(found))
	for _, l := range found {
		if l.Kind == "image" || l.Kind == "tracking" || seen[l.URL] {
			continue
		}
		seen[l.URL] = true
		out = append(out, Link{l.URL, l.Text, l.Kind})
	}
	return out
}
