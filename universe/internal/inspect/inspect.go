// Package inspect reports on a mail: its spam score, authentication, links and how it
// looks. It owns no records: what was found is kept in a table of package mind, and the
// judging is done by internal/spam, internal/mailauth and internal/linkwalk.
package inspect

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/mailauth"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/spam"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Inspect reports on a mail: as the person sees it whose filter judged it
// first, else as a stranger with a normal filter. The first time its links are
// opened, as the link policy lets people. ErrInvalid without a Message-ID,
// ErrNotFound for one that is not here. Events: inspect.scored when no filter
// has scored the mail before, inspect.links when links were opened.
func (u *Part) Inspect(ctx context.Context, messageID string) (mailsim.Inspection, error) {
	if messageID == "" {
		return mailsim.Inspection{}, fail.Invalidf("message_id is required")
	}
	s, rec, err := u.findCopy(messageID)
	if err != nil {
		return mailsim.Inspection{}, err
	}
	in := u.report(s, rec)
	if err := u.checkLinks(ctx, s, rec, &in); err != nil {
		return mailsim.Inspection{}, err
	}
	advise(&in)
	err = u.Update(ctx, func(t *state.Tx) error {
		old := mind.InspectionOf(t.View, in.MessageID)
		if old == nil {
			t.Emit(mailsim.InspectScored{MessageID: in.MessageID, Subject: in.Subject, Score: in.Score, Engine: in.Engine, Action: in.Action})
			mind.SetInspection(t, in.MessageID, &mind.Inspection{})
		}
		return nil
	})
	return in, err
}

// findCopy returns the oldest copy of a mail, a delivered one if there is any.
func (u *Part) findCopy(messageID string) (best *post.Stored, rec *mind.Inspection, err error) {
	if !strings.HasPrefix(messageID, "<") {
		messageID = "<" + messageID + ">"
	}
	u.Read(func(v state.View) { rec = mind.InspectionOf(v, messageID) })
	for _, c := range u.post.CopiesOf(messageID) {
		if best == nil || earlier(c.Stored, best) {
			best = c.Stored
		}
	}
	if best == nil {
		return nil, nil, fail.NoSuch("message")
	}
	if rec == nil {
		rec = &mind.Inspection{}
	}
	return best, rec, nil
}

// earlier tells whether a copy is to be shown before another.
func earlier(a, b *post.Stored) bool {
	if a.Traced != b.Traced {
		return a.Traced
	}
	return a.Seq < b.Seq
}

// report is all of an inspection but the opening of links.
func (u *Part) report(s *post.Stored, rec *mind.Inspection) mailsim.Inspection {
	p := s.Mail.Parse()
	m := u.transit.SpamMail(s.Mail, s.Envelope(), s.Time())
	m.Known, m.InThread = rec.Known, rec.InThread
	r := spam.Score(m)
	threshold, filters := spam.Threshold(cmp.Or(rec.Filter, "normal"))
	if !filters {
		threshold = spam.Normal
	}
	html := spam.CheckHTML(p.Msg.HTML)
	in := mailsim.Inspection{
		MessageID: s.Mail.MessageID, Subject: p.Sum.Subject, From: p.Sum.From.Addr, At: s.Time(), Size: s.Size(), Engine: r.Engine,
		Score: r.Score, Threshold: threshold, Action: mind.FiledAs(r.Score >= threshold),
		Verdicts: mailsim.InspectVerdicts{Strict: mind.FiledAs(r.Junk("strict")), Normal: mind.FiledAs(r.Junk("normal")), Lenient: mind.FiledAs(r.Junk("lenient"))},
		Rules:    convert(r.Rules, func(r spam.Rule) mailsim.InspectRule { return mailsim.InspectRule(r) }),
		Links:    linksOf(p), Auth: authReport(u.transit.CheckAuth(s.Mail, s.Envelope(), s.Time())),
		HTML:    convert(html.Warnings, func(w spam.Warning) mailsim.InspectHTML { return mailsim.InspectHTML(w) }),
		Support: mailsim.InspectSupport{Bytes: html.Bytes, Clipped: html.Clipped, Supported: html.Supported, Partial: html.Partial, Unsupported: html.Unsupported},
		Access:  convert(spam.CheckAccess(p.Msg.HTML, p.Msg.Text), func(f spam.Finding) mailsim.InspectFinding { return mailsim.InspectFinding(f) }),
		Content: mailsim.InspectContent{TextPart: p.Msg.Text != "", HTMLPart: p.Msg.HTML != "", Words: len(strings.Fields(p.Text())), Attachments: len(p.Msg.Attachments)},
		Advice:  []string{},
	}
	var fields []spam.Header
	for _, f := range p.Msg.Header.Fields() {
		fields = append(fields, spam.Header{Name: f.Name, Value: f.Value})
	}
	in.Headers = convert(spam.CheckHeaders(fields, in.Content.TextPart, in.Content.HTMLPart), func(f spam.HeaderFinding) mailsim.InspectHeader { return mailsim.InspectHeader(f) })
	if offer := links.OfferOf(&p.Sum); offer != nil {
		in.Unsub = mailsim.InspectUnsubscribe{Header: true, OneClick: offer.OneClick}
	}
	in.Unsub.Header = in.Unsub.Header || p.Sum.ListUnsubscribe != ""
	return in
}

// convert maps a list; the result is never nil.
func convert[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

func authReport(r mailauth.Results) mailsim.InspectAuth {
	return mailsim.InspectAuth{
		SPF: mailsim.InspectSPF(r.SPF), DKIM: convert(r.DKIM, func(d mailauth.DKIM) mailsim.InspectDKIM { return mailsim.InspectDKIM(d) }),
		DMARC: mailsim.InspectDMARC{Result: r.DMARC.Result, Policy: r.DMARC.Policy, Domain: r.DMARC.Domain, Text: r.DMARC.Text},
	}
}

// maxLinks bounds the links of a report.
const maxLinks = 200

// linksOf lists the links of a mail, each URL once.
func linksOf(p *reading.Parsed) []mailsim.InspectLink {
	out := []mailsim.InspectLink{}
	for _, l := range mailsim.ExtractFrom(p.Msg.Text, p.Msg.HTML).Links {
		if len(out) == maxLinks || slices.ContainsFunc(out, func(o mailsim.InspectLink) bool { return o.URL == l.URL }) {
			continue
		}
		kind := "web"
		switch {
		case l.Kind == "unsubscribe", l.Kind == "tracking", l.Kind == "image":
			kind = l.Kind
		case strings.HasPrefix(strings.ToLower(l.URL), "mailto:"):
			kind = "mail"
		}
		out = append(out, mailsim.InspectLink{URL: l.URL, Text: l.Text, Kind: kind})
	}
	return out
}

// checkLinks opens the links, or repeats what was found when they were.
func (u *Part) checkLinks(ctx context.Context, s *post.Stored, rec *mind.Inspection, in *mailsim.Inspection) error {
	todo := u.judgeLinks(in.Links)
	if rec.Checked {
		in.Links = slices.Clone(rec.Links)
	} else if len(todo) > 0 {
		release, err := u.run.TakeDrive(ctx) // a visit runs the application: time stands still meanwhile
		if err != nil {
			return err
		}
		defer release()
		u.run.Hold()
		defer u.run.LetGo()
		if err := u.openAll(ctx, s, in, todo); err != nil {
			return err
		}
	}
	for _, l := range in.Links {
		if failed(l) {
			in.Broken++
		}
	}
	return nil
}

// failed tells whether the link was opened and failed.
func failed(l mailsim.InspectLink) bool {
	return !l.OK && (l.Status > 0 || strings.HasPrefix(l.Error, failedPrefix))
}

const failedPrefix = "failed: "

// judgeLinks says why a link is not to be opened, and lists those that are.
func (u *Part) judgeLinks(urls []mailsim.InspectLink) (todo []int) {
	policy, sites := u.settings.Settings().Links, u.links.Sites.Current()
	wp := links.WalkPolicy(policy)
	for i := range urls {
		l := &urls[i]
		ok, why := linkwalk.Judge(wp, l.URL, sites)
		switch {
		case l.Kind == "mail":
			why = "it writes a mail"
		case l.Kind == "tracking":
			why = "it only tells the sender that the mail was opened"
		case l.Kind == "unsubscribe" && !policy.Unsubscribe:
			why = "people follow no unsubscribe links (links.unsubscribe is false)"
		case ok && len(todo) == *policy.MaxLinks:
			why = "people open at most " + strconv.Itoa(*policy.MaxLinks) + " links of a mail (links.max_links)"
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
func (u *Part) openAll(ctx context.Context, s *post.Stored, in *mailsim.Inspection, todo []int) error {
	var done *mind.Inspection
	u.Read(func(v state.View) { done = mind.InspectionOf(v, in.MessageID) })
	if done != nil && done.Checked {
		in.Links = slices.Clone(done.Links)
		return nil
	}
	policy := links.WalkPolicy(u.settings.Settings().Links)
	broken := 0
	for _, i := range todo {
		l := &in.Links[i]
		res, err := u.links.Visit(ctx, mailsim.Visit{MessageID: in.MessageID, At: u.Now()}, linkwalk.Visit{URL: l.URL, Policy: policy, Sites: u.links.Sites.Current(), At: u.Now()})
		var refused *linkwalk.RefusedError
		switch {
		case errors.As(err, &refused):
			l.Error = "not opened: " + refused.Why
		case err != nil:
			l.Error, l.FinalURL = failedPrefix+err.Error(), res.FinalURL
		default:
			l.Status, l.OK, l.FinalURL, l.MS = res.Status, res.Status < 400, res.FinalURL, res.Duration.Milliseconds()
		}
		if failed(*l) {
			broken++
		}
	}
	return u.Update(ctx, func(t *state.Tx) error {
		next := mind.Inspection{}
		if old := mind.InspectionOf(t.View, in.MessageID); old != nil {
			next = *old
		} else {
			t.Emit(mailsim.InspectScored{MessageID: in.MessageID, Subject: in.Subject, Score: in.Score, Engine: in.Engine, Action: in.Action})
		}
		next.Checked, next.Links = true, slices.Clone(in.Links)
		mind.SetInspection(t, in.MessageID, &next)
		t.Emit(mailsim.InspectLinks{MessageID: in.MessageID, Subject: in.Subject, Links: len(todo), Broken: broken})
		return nil
	})
}

// advise lists what to change: what costs most with filters first.
func advise(in *mailsim.Inspection) {
	for _, r := range in.Rules {
		if r.Score > 0 {
			in.Advice = append(in.Advice, r.Text)
		}
	}
	for _, l := range in.Links {
		if failed(l) {
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
