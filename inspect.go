package mailsim

// What a spam filter, mail clients and other servers would make of a mail
// (spec 6.5, design 4 "inspect").

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/mailauth"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/spam"
)

// Inspection is the report on one mail.
type Inspection struct {
	MessageID string    `json:"message_id"`
	Subject   string    `json:"subject"`
	From      string    `json:"from"`
	At        time.Time `json:"at"`   // when it was filed
	Size      int       `json:"size"` // bytes
	Engine    string    `json:"engine"`

	Score     float64            `json:"score"`     // the sum of Rules
	Threshold float64            `json:"threshold"` // of the reader's filter; normal where nobody reads it
	Action    string             `json:"action"`    // inbox or junk
	Verdicts  InspectVerdicts    `json:"verdicts"`
	Rules     []InspectRule      `json:"rules"`
	Links     []InspectLink      `json:"links"`
	Broken    int                `json:"broken"` // links that were opened and failed
	Auth      InspectAuth        `json:"auth"`
	HTML      []InspectHTML      `json:"html"`
	Support   InspectSupport     `json:"html_support"`
	Access    []InspectFinding   `json:"access"`
	Headers   []InspectHeader    `json:"headers"`
	Content   InspectContent     `json:"content"`
	Unsub     InspectUnsubscribe `json:"unsubscribe"`
	Advice    []string           `json:"advice"` // what to change, most important first
}

// InspectVerdicts say what each kind of filter does with the mail: inbox or junk.
type InspectVerdicts struct {
	Strict  string `json:"strict"`
	Normal  string `json:"normal"`
	Lenient string `json:"lenient"`
}

// InspectRule is a spam rule that holds for the mail. A score below 0 speaks for it.
type InspectRule struct {
	Name  string  `json:"name"`
	Score float64 `json:"score"`
	Text  string  `json:"text"` // what was found and what to change
}

// InspectLink is a link of the mail. Links are opened only as the link policy
// lets people, and once per mail.
type InspectLink struct {
	URL      string `json:"url"`
	Text     string `json:"text"`
	Kind     string `json:"kind"`   // web, unsubscribe, mail, tracking or image
	Status   int    `json:"status"` // HTTP status; 0 when it was not opened, or failed
	OK       bool   `json:"ok"`     // opened with a status below 400
	FinalURL string `json:"final_url,omitempty"`
	Error    string `json:"error"` // why it failed, or was not opened
	MS       int64  `json:"ms"`
}

// InspectAuth holds the results of authentication in the words of RFC 8601;
// none where the simulated DNS has nothing on file (see SetDNS).
type InspectAuth struct {
	SPF   InspectSPF    `json:"spf"`
	DKIM  []InspectDKIM `json:"dkim"` // one for each signature
	DMARC InspectDMARC  `json:"dmarc"`
}

// InspectSPF is the result for the envelope sender.
type InspectSPF struct {
	Result string `json:"result"`
	Domain string `json:"domain"`
	Text   string `json:"text,omitempty"` // why, when it did not pass
}

// InspectDKIM is the result of one signature.
type InspectDKIM struct {
	Result   string `json:"result"`
	Domain   string `json:"domain"`
	Selector string `json:"selector"`
	Text     string `json:"text,omitempty"`
}

// InspectDMARC is the result for the domain of the header From.
type InspectDMARC struct {
	Result string `json:"result"`
	Policy string `json:"policy"` // none, quarantine or reject; "" without a record
	Domain string `json:"domain"`
	Text   string `json:"text,omitempty"`
}

// InspectHTML is a feature of the HTML that not all mail clients show.
type InspectHTML struct {
	Feature string   `json:"feature"`
	Text    string   `json:"text"`
	Clients []string `json:"clients"` // those that do not show it, or only in part
	Count   int      `json:"count"`
	Partial bool     `json:"partial"` // no client leaves it out altogether
}

// InspectSupport counts the features of the HTML by how clients show them.
type InspectSupport struct {
	Bytes       int  `json:"bytes"`
	Clipped     bool `json:"clipped"` // Gmail shows only the first 102 KB
	Supported   int  `json:"supported"`
	Partial     int  `json:"partial"`
	Unsupported int  `json:"unsupported"`
}

// InspectFinding is something that keeps readers from reading the mail.
type InspectFinding struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
	Text  string `json:"text"`
}

// InspectHeader is something about the header. Level is error, warning or info.
type InspectHeader struct {
	Name  string `json:"name"`
	Level string `json:"level"`
	Text  string `json:"text"`
}

// InspectContent says what the mail consists of.
type InspectContent struct {
	TextPart    bool `json:"text_part"`
	HTMLPart    bool `json:"html_part"`
	Words       int  `json:"words"`
	Attachments int  `json:"attachments"`
}

// InspectUnsubscribe says whether readers can unsubscribe by the header (RFC
// 2369), and with one click (RFC 8058).
type InspectUnsubscribe struct {
	Header   bool `json:"header"`
	OneClick bool `json:"one_click"`
}

// inspectRec is what is remembered of a mail's inspection.
type inspectRec struct {
	Filter   string        `json:"filter,omitempty"` // of the person it reached first
	Known    bool          `json:"known,omitempty"`
	InThread bool          `json:"in_thread,omitempty"`
	Checked  bool          `json:"checked,omitempty"` // its links have been opened
	Links    []InspectLink `json:"links,omitempty"`
}

// Inspect reports on a mail: as the person sees it whose filter judged it
// first, else as a stranger with a normal filter. The first time its links are
// opened, as the link policy lets people. ErrInvalid without a Message-ID,
// ErrNotFound for one that is not here. Events: inspect.scored when no filter
// has scored the mail before, inspect.links when links were opened.
func (u *Universe) Inspect(ctx context.Context, messageID string) (Inspection, error) {
	if messageID == "" {
		return Inspection{}, invalidf("message_id is required")
	}
	s, rec, err := u.findCopy(messageID)
	if err != nil {
		return Inspection{}, err
	}
	in := u.report(s, rec)
	if err := u.checkLinks(ctx, s, rec, &in); err != nil {
		return Inspection{}, err
	}
	in.advise()
	err = u.update(ctx, func(t *tx) error {
		old := t.inspected.at(in.MessageID)
		if old == nil {
			t.emit(InspectScored{in.MessageID, in.Subject, in.Score, in.Engine, in.Action})
			put(t, t.inspected, in.MessageID, &inspectRec{})
		}
		return nil
	})
	return in, err
}

// findCopy returns the oldest copy of a mail, a delivered one if there is any.
func (u *Universe) findCopy(messageID string) (best *Stored, rec *inspectRec, err error) {
	if !strings.HasPrefix(messageID, "<") {
		messageID = "<" + messageID + ">"
	}
	var folders []*folderRec
	u.read(func(v view) {
		if rec = v.inspected.at(messageID); v.mails.at(messageID) == nil {
			return
		}
		for _, m := range v.mailboxes.m {
			folders = append(folders, m.folders...)
		}
	})
	for _, f := range folders {
		for s := range f.Backward() {
			if s.mail.messageID == messageID && (best == nil || s.before(best)) {
				best = s
			}
		}
	}
	if best == nil {
		return nil, nil, noSuch("message")
	}
	if rec == nil {
		rec = &inspectRec{}
	}
	return best, rec, nil
}

func (s *Stored) before(o *Stored) bool {
	if s.traced != o.traced {
		return s.traced
	}
	return s.seq < o.seq
}

// report is all of an inspection but the opening of links.
func (u *Universe) report(s *Stored, rec *inspectRec) Inspection {
	p := s.mail.parse()
	m := u.spamMail(s.mail, s.Envelope(), s.Time())
	m.Known, m.InThread = rec.Known, rec.InThread
	r := spam.Score(m)
	threshold, filters := spam.Threshold(cmp.Or(rec.Filter, "normal"))
	if !filters {
		threshold = spam.Normal
	}
	html := spam.CheckHTML(p.Msg.HTML)
	in := Inspection{
		MessageID: s.mail.messageID, Subject: p.Sum.Subject, From: p.Sum.From.Addr, At: s.Time(), Size: s.Size(), Engine: r.Engine,
		Score: r.Score, Threshold: threshold, Action: filed(r.Score >= threshold),
		Verdicts: InspectVerdicts{filed(r.Junk("strict")), filed(r.Junk("normal")), filed(r.Junk("lenient"))},
		Rules:    convert(r.Rules, func(r spam.Rule) InspectRule { return InspectRule(r) }),
		Links:    inspectLinks(p), Auth: inspectAuth(u.authenticate(s.mail, s.Envelope(), s.Time())),
		HTML:    convert(html.Warnings, func(w spam.Warning) InspectHTML { return InspectHTML(w) }),
		Support: InspectSupport{html.Bytes, html.Clipped, html.Supported, html.Partial, html.Unsupported},
		Access:  convert(spam.CheckAccess(p.Msg.HTML, p.Msg.Text), func(f spam.Finding) InspectFinding { return InspectFinding(f) }),
		Content: InspectContent{p.Msg.Text != "", p.Msg.HTML != "", len(strings.Fields(p.Text())), len(p.Msg.Attachments)},
		Advice:  []string{},
	}
	var fields []spam.Header
	for _, f := range p.Msg.Header.Fields() {
		fields = append(fields, spam.Header{Name: f.Name, Value: f.Value})
	}
	in.Headers = convert(spam.CheckHeaders(fields, in.Content.TextPart, in.Content.HTMLPart), func(f spam.HeaderFinding) InspectHeader { return InspectHeader(f) })
	if offer := offersUnsubscribe(&p.Sum); offer != nil {
		in.Unsub = InspectUnsubscribe{true, offer.oneClick}
	}
	in.Unsub.Header = in.Unsub.Header || p.Sum.ListUnsubscribe != ""
	return in
}

func filed(junked bool) string {
	if junked {
		return "junk"
	}
	return "inbox"
}

// convert maps a list; the result is never nil.
func convert[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

func inspectAuth(r mailauth.Results) InspectAuth {
	return InspectAuth{
		InspectSPF(r.SPF), convert(r.DKIM, func(d mailauth.DKIM) InspectDKIM { return InspectDKIM(d) }),
		InspectDMARC{r.DMARC.Result, r.DMARC.Policy, r.DMARC.Domain, r.DMARC.Text},
	}
}

// maxInspectLinks bounds the links of a report.
const maxInspectLinks = 200

// inspectLinks lists the links of a mail, each URL once.
func inspectLinks(p *reading.Parsed) []InspectLink {
	out := []InspectLink{}
	for _, l := range ExtractFrom(p.Msg.Text, p.Msg.HTML).Links {
		if len(out) == maxInspectLinks || slices.ContainsFunc(out, func(o InspectLink) bool { return o.URL == l.URL }) {
			continue
		}
		kind := "web"
		switch {
		case l.Kind == "unsubscribe", l.Kind == "tracking", l.Kind == "image":
			kind = l.Kind
		case strings.HasPrefix(strings.ToLower(l.URL), "mailto:"):
			kind = "mail"
		}
		out = append(out, InspectLink{URL: l.URL, Text: l.Text, Kind: kind})
	}
	return out
}

// checkLinks opens the links, or repeats what was found when they were.
func (u *Universe) checkLinks(ctx context.Context, s *Stored, rec *inspectRec, in *Inspection) error {
	todo := u.judgeLinks(in.Links)
	if rec.Checked {
		in.Links = slices.Clone(rec.Links)
	} else if len(todo) > 0 {
		release, err := u.takeDrive(ctx) // a visit runs the application: time stands still meanwhile
		if err != nil {
			return err
		}
		defer release()
		u.hold()
		defer u.letGo()
		if err := u.openAll(ctx, s, in, todo); err != nil {
			return err
		}
	}
	for _, l := range in.Links {
		if l.broken() {
			in.Broken++
		}
	}
	return nil
}

// broken tells whether the link was opened and failed.
func (l InspectLink) broken() bool {
	return !l.OK && (l.Status > 0 || strings.HasPrefix(l.Error, failedPrefix))
}

const failedPrefix = "failed: "

// judgeLinks says why a link is not to be opened, and lists those that are.
func (u *Universe) judgeLinks(links []InspectLink) (todo []int) {
	policy, sites := u.currentSettings().Links, u.sites.current()
	wp := policy.walkPolicy()
	for i := range links {
		l := &links[i]
		ok, why := linkwalk.Judge(wp, l.URL, sites)
		switch {
		case l.Kind == "mail":
			why = "it writes a mail"
		case l.Kind == "tracking":
			why = "it only tells the sender that the mail was opened"
		case l.Kind == "unsubscribe" && !policy.Unsubscribe:
			why = "people follow no unsubscribe links (links.unsubscribe is false)"
		case ok && len(todo) == policy.MaxLinks:
			why = "people open at most " + strconv.Itoa(policy.MaxLinks) + " links of a mail (links.max_links)"
		case ok:
			todo = append(todo, i)
			continue
		}
		l.Error = "not opened: " + why
	}
	return todo
}

// openAll opens links, unless another inspection has just done so. Event:
// inspect.links.
func (u *Universe) openAll(ctx context.Context, s *Stored, in *Inspection, todo []int) error {
	var done *inspectRec
	u.read(func(v view) { done = v.inspected.at(in.MessageID) })
	if done != nil && done.Checked {
		in.Links = slices.Clone(done.Links)
		return nil
	}
	policy := u.currentSettings().Links.walkPolicy()
	broken := 0
	for _, i := range todo {
		l := &in.Links[i]
		res, err := u.visit(ctx, Visit{MessageID: in.MessageID, At: u.Now()}, linkwalk.Visit{URL: l.URL, Policy: policy, Sites: u.sites.current(), At: u.Now()})
		var refused *linkwalk.RefusedError
		switch {
		case errors.As(err, &refused):
			l.Error = "not opened: " + refused.Why
		case err != nil:
			l.Error, l.FinalURL = failedPrefix+err.Error(), res.FinalURL
		default:
			l.Status, l.OK, l.FinalURL, l.MS = res.Status, res.Status < 400, res.FinalURL, res.Duration.Milliseconds()
		}
		if l.broken() {
			broken++
		}
	}
	return u.update(ctx, func(t *tx) error {
		next := inspectRec{}
		if old := t.inspected.at(in.MessageID); old != nil {
			next = *old
		} else {
			t.emit(InspectScored{in.MessageID, in.Subject, in.Score, in.Engine, in.Action})
		}
		next.Checked, next.Links = true, slices.Clone(in.Links)
		put(t, t.inspected, in.MessageID, &next)
		t.emit(InspectLinks{in.MessageID, in.Subject, len(todo), broken})
		return nil
	})
}

// advise lists what to change: what costs most with filters first.
func (in *Inspection) advise() {
	for _, r := range in.Rules {
		if r.Score > 0 {
			in.Advice = append(in.Advice, r.Text)
		}
	}
	for _, l := range in.Links {
		if l.broken() {
			in.Advice = append(in.Advice, "The link "+l.URL+" does not work: "+cmp.Or(strings.TrimPrefix(l.Error, failedPrefix), "status "+strconv.Itoa(l.Status))+".")
		}
	}
	for _, h := range in.Headers {
		if h.Level != spam.LevelInfo && !slices.Contains(in.Advice, h.Text) {
			in.Advice = append(in.Advice, h.Text)
		}
	}
	for _, a := range in.Access {
		in.Advice = append(in.Advice, a.Text)
	}
}
