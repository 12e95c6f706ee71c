package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// siteTable is where hosts lead. It belongs to the running universe, not to its
// state: a fork and a saved universe have none.
type siteTable struct {
	mu     sync.Mutex
	sites  linkwalk.Sites
	names  map[string]any
	walker *linkwalk.Walker
}

// SetSite lets people's links to a host reach a handler in this process, at the
// simulated instant of the click. The host is exact, host:port, or *.domain for
// every name below it; nil removes it. The link policy still applies. The
// request's context tells who visits: see VisitOf. It panics on a host that is
// none of these forms.
func (u *Universe) SetSite(host string, h http.Handler) {
	if h == nil {
		u.removeSite(host)
		return
	}
	if err := u.addSite(host, linkwalk.Site{Handler: h}); err != nil {
		panic("mailsim: " + err.Error())
	}
}

// SetSiteURL lets people's links to a host reach a server at a base URL, such as
// http://127.0.0.1:3000; the request keeps the public host. ErrInvalid when one
// of them is wrong.
func (u *Universe) SetSiteURL(host, base string) error {
	if err := u.addSite(host, linkwalk.Site{Base: base}); err != nil {
		return fail.Invalidf("site: %s", err)
	}
	return nil
}

// IsSite tells whether a URL leads to a site of this universe.
func (u *Universe) IsSite(url string) bool { return u.sites.current().Has(url) }

func (u *Universe) addSite(host string, s linkwalk.Site) error {
	t := &u.sites
	t.mu.Lock()
	defer t.mu.Unlock()
	next, err := t.sites.With(host, s)
	if err != nil {
		return err
	}
	t.sites = next
	if t.names == nil {
		t.names = map[string]any{}
	}
	t.names[host] = s
	return nil
}

func (u *Universe) removeSite(host string) {
	t := &u.sites
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.names, host)
	t.sites = linkwalk.Sites{}
	for h, s := range t.names {
		t.sites, _ = t.sites.With(h, s.(linkwalk.Site))
	}
}

func (t *siteTable) current() linkwalk.Sites {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sites
}

// walk returns the walker, made at first need.
func (u *Universe) walk() *linkwalk.Walker {
	t := &u.sites
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.walker == nil {
		t.walker = &linkwalk.Walker{Network: u.opts.Network, Now: u.wall.Now}
	}
	return t.walker
}

// walkPolicy resolves the link policy.
func linkPolicyWalkPolicy(p mailsim.LinkPolicy) linkwalk.Policy {
	return linkwalk.Policy{
		Enabled: p.Enabled, Allow: p.Allow, Deny: p.Deny, MaxLinks: p.MaxLinks, Unsubscribe: p.Unsubscribe,
		UserAgent: cmp.Or(p.UserAgent, mailsim.DefaultUserAgent), ClickLocal: p.LocalLinks == "click",
	}
}

// unsubscribeOffer is how a mail offers to unsubscribe (RFC 2369, 8058).
type unsubscribeOffer struct {
	url      string
	oneClick bool
}

// offersUnsubscribe reads List-Unsubscribe and List-Unsubscribe-Post.
func offersUnsubscribe(sum *mime.Summary) *unsubscribeOffer {
	for part := range strings.SplitSeq(sum.ListUnsubscribe, ",") {
		url := strings.Trim(strings.TrimSpace(part), "<>")
		if strings.HasPrefix(strings.ToLower(url), "http") {
			one := strings.EqualFold(strings.ReplaceAll(sum.ListUnsubscribePost, " ", ""), "List-Unsubscribe=One-Click")
			return &unsubscribeOffer{url, one}
		}
	}
	return nil
}

// planReading plans that a person opens links, looks a sender up or settles a
// close call, when they read the mail. What needs the outside is a job of its own.
func (t *tx) planReading(p *personaRec, s *submission, d decide.Decision, lean string, job mailsim.Job, args jobArgs) {
	policy := t.set().Links
	args.Lean = lean
	if policy.Enabled {
		t.planLinks(p, s, policy, &args)
	}
	if d.ReadAt.IsZero() || len(args.Links) == 0 && !args.Lookup && lean == "" {
		return
	}
	job.Plan = p.Name + " reads the mail"
	if len(args.Links) > 0 {
		job.Plan += " and may open its links"
	}
	if args.Lookup {
		job.Plan += " and looks the sender up"
	}
	if lean != "" {
		job.Plan += " and decides whether to answer"
	}
	t.schedule(mailsim.JobRead, p, d.ReadAt, job, args)
}

// planLinks says what a person may open of a mail.
func (t *tx) planLinks(p *personaRec, s *submission, policy mailsim.LinkPolicy, args *jobArgs) {
	corr := addr.Correspondent(s.from())
	known := t.relation(p, corr).Received > 1 || t.personaAt(s.from()) != nil || addr.Domain(s.from()) == addr.Domain(p.Addresses[0])
	r := t.u.seed.Draw("lookup/1", addr.Key(p.Addresses[0]), corr, strconv.Itoa(args.Occasion))
	args.Lookup = r.Chance(policy.SenderCheck) && !known && s.env.From != ""
	if p.Style.Links != "never" {
		for _, l := range s.read.Links.SeenBy(p.Style.Client) {
			args.Links = append(args.Links, l.URL)
		}
	}
}

// planUnsubscribe plans that a person unsubscribes, whatever the policy.
func (t *tx) planUnsubscribe(p *personaRec, s *submission) {
	args := jobArgs{Correspondent: s.from(), Thread: s.mail.thread, Kind: string(mailsim.ActUnsubscribe)}
	r := t.u.seed.Draw("unsubscribe/1", addr.Key(p.Addresses[0]), addr.Correspondent(s.from()))
	job := mailsim.Job{MessageID: s.mail.messageID, Plan: p.Name + " unsubscribes"}
	t.schedule(mailsim.JobAct, p, t.now.Add(time.Duration(r.Between(60, 1800))*time.Second), job, args)
}

// markSeen sets \Seen on mails that a person has read.
func (t *tx) markSeen(_ *personaRec, args jobArgs, mails []*mail) {
	m := t.mailbox(args.Address)
	if m == nil {
		return
	}
	f := m.folder(inbox)
	var changed []*Stored
	for _, uid := range args.UIDs {
		if s, ok := f.Get(uid); ok && s.flags&mailsim.FlagSeen == 0 && slices.Contains(mails, s.mail) {
			changed = append(changed, s.withFlags(flagsWith(s.Flags(), mailsim.Flags{System: mailsim.FlagSeen}, true)))
		}
	}
	t.replace(m.address, f, changed)
}

// linkReader is a person at the links of a mail.
type linkReader struct {
	p   *personaRec
	m   *mail
	now time.Time
}

// skipped is the event of a link that is not opened.
func (r linkReader) skipped(url, why, domain string) mailsim.LinkSkipped {
	return mailsim.LinkSkipped{PersonaID: r.p.ID, Persona: r.p.Name, URL: url, MessageID: r.m.messageID, Why: why, Domain: domain}
}

func (r linkReader) visit() mailsim.Visit {
	return mailsim.Visit{PersonaID: r.p.ID, Persona: r.p.Name, Address: r.p.Addresses[0], MessageID: r.m.messageID, At: r.now}
}

// links are those that the person's mail program shows.
func (r linkReader) links() []reading.Link {
	found := reading.LinksOf(r.m.parse())
	return found.SeenBy(r.p.Style.Client)
}

// candidates are links as they are chosen from.
func candidates(links []reading.Link) (list []linkwalk.Candidate) {
	for _, l := range links {
		list = append(list, linkwalk.Candidate{URL: l.URL, Text: l.Text, Unsubscribe: l.Kind == "unsubscribe", Action: isAction(l.Kind)})
	}
	return list
}

// openChosen visits the links that a person chose.
func (u *Universe) openChosen(ctx context.Context, r linkReader, links []reading.Link, choices []linkwalk.Choice, wp linkwalk.Policy) (events []mailsim.EventData, opened int) {
	for _, c := range choices {
		l := links[c.Index]
		if !c.Open {
			events = append(events, r.skipped(l.URL, c.Why, ""))
			continue
		}
		url, method, body := l.URL, http.MethodGet, ""
		if l.Kind == "unsubscribe" {
			url, method, body = oneClick(r.m, l.URL)
		}
		e, ok := u.openLink(ctx, r, url, l.Text, c.Why, method, body, wp)
		events = append(events, e)
		if ok {
			opened++
		}
	}
	return events, opened
}

// unsubscribe takes the offer of a mail: the one-click POST (RFC 8058), else
// the link of the header, else that of the text. Event: link.opened, …
func (u *Universe) unsubscribe(ctx context.Context, r linkReader, policy mailsim.LinkPolicy) mailsim.EventData {
	wp := linkPolicyWalkPolicy(policy)
	wp.Enabled, wp.Unsubscribe = true, true
	if offer := offersUnsubscribe(&r.m.parse().Sum); offer != nil {
		url, method, body := oneClick(r.m, offer.url)
		e, _ := u.openLink(ctx, r, url, "", "unsubscribes", method, body, wp)
		return e
	}
	for _, l := range r.links() {
		if l.Kind == "unsubscribe" {
			e, _ := u.openLink(ctx, r, l.URL, l.Text, "unsubscribes", http.MethodGet, "", wp)
			return e
		}
	}
	return r.skipped("", "the mail offers no way to unsubscribe", "")
}

// oneClick is how a person follows a link that unsubscribes: by the POST that the
// mail offers (RFC 8058), else by the link.
func oneClick(m *mail, link string) (url, method, body string) {
	if offer := offersUnsubscribe(&m.parse().Sum); offer != nil && offer.oneClick {
		return offer.url, http.MethodPost, "List-Unsubscribe=One-Click"
	}
	return link, http.MethodGet, ""
}

func isAction(kind string) bool {
	switch kind {
	case "signin", "verify", "confirm", "reset", "invite", "unlock":
		return true
	}
	return false
}

// openLink makes one visit. Event: link.opened, link.failed or link.skipped.
func (u *Universe) openLink(ctx context.Context, r linkReader, url, text, why, method, body string, wp linkwalk.Policy) (mailsim.EventData, bool) {
	v := linkwalk.Visit{URL: url, Policy: wp, Sites: u.sites.current(), Method: method, Body: []byte(body), At: r.now}
	if body != "" { // the one-click POST (RFC 8058 section 3.2)
		v.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	}
	res, err := u.visit(ctx, r.visit(), v)
	var refused *linkwalk.RefusedError
	switch {
	case errors.As(err, &refused):
		return r.skipped(url, refused.Why, ""), false
	case err != nil:
		return mailsim.LinkFailed{PersonaID: r.p.ID, Persona: r.p.Name, URL: url, Text: text, MessageID: r.m.messageID, Why: why, Error: err.Error(), MS: res.Duration.Milliseconds()}, false
	}
	return mailsim.LinkOpened{PersonaID: r.p.ID, Persona: r.p.Name, URL: url, Text: text, MessageID: r.m.messageID, Why: why, Status: res.Status, FinalURL: res.FinalURL, Title: res.Title, ContentType: res.ContentType, MS: res.Duration.Milliseconds()}, true
}

// visit opens a URL for a person, outside every lock.
func (u *Universe) visit(ctx context.Context, who mailsim.Visit, v linkwalk.Visit) (linkwalk.Result, error) {
	who.UserAgent = v.Policy.UserAgent
	ctx = seam.WithVisit(u.effectContext(ctx), who)
	walker := u.walk()
	if u.opts.Fetcher != nil {
		walker = &linkwalk.Walker{Now: u.wall.Now, Fetch: u.fetcher(who)}
	}
	return walker.Visit(ctx, v)
}

// fetcher lets the caller's Fetcher make the requests of a visit, which is still
// judged here. What it does not end in time is left behind, and its panic is an
// error.
func (u *Universe) fetcher(who mailsim.Visit) func(ctx context.Context, method, url, body string) (*http.Response, error) {
	return func(ctx context.Context, method, url, body string) (*http.Response, error) {
		return guarded(ctx, u, "fetcher", func(ctx context.Context) (*http.Response, error) {
			res, err := u.opts.Fetcher.Fetch(ctx, who, method, url, body)
			if err != nil || res == nil || res.Body == nil {
				return res, err
			}
			defer res.Body.Close()
			page, err := io.ReadAll(io.LimitReader(res.Body, linkwalk.MaxBody+1))
			read := *res
			read.Body = io.NopCloser(bytes.NewReader(page))
			return &read, err
		})
	}
}

// lookUp visits the site of a sender that the person does not know. Event:
// link.sender, or link.skipped with the domain.
func (u *Universe) lookUp(ctx context.Context, r linkReader, sender string, policy mailsim.LinkPolicy) mailsim.EventData {
	domain := addr.Domain(sender)
	url := "http://" + domain + "/"
	reason := "a sender not known"
	wp := linkPolicyWalkPolicy(policy)
	res, err := u.visit(ctx, r.visit(), linkwalk.Visit{URL: url, Policy: wp, Sites: u.sites.current(), At: r.now})
	var refused *linkwalk.RefusedError
	switch {
	case errors.As(err, &refused):
		return r.skipped(url, refused.Why, domain)
	case err != nil:
		e := mailsim.LinkSender{PersonaID: r.p.ID, Persona: r.p.Name, Domain: domain, MessageID: r.m.messageID, URL: url, Reason: reason, Error: err.Error()}
		e.Why, e.Quality = "the site does not exist", "missing"
		if policy.MissingSite == "imagine" {
			e.Why, e.Quality = "there is no site, and they imagine an ordinary one", "imagined"
		}
		return e
	}
	ms := res.Duration.Milliseconds()
	return mailsim.LinkSender{PersonaID: r.p.ID, Persona: r.p.Name, Domain: domain, MessageID: r.m.messageID, URL: url, Reason: reason,
		Status: res.Status, FinalURL: res.FinalURL, Title: &res.Title, MS: &ms}
}

// imageMail tells whether HTML shows images and hardly any text.
func imageMail(html string) bool {
	return strings.Contains(strings.ToLower(html), "<img") && len(strings.TrimSpace(htmlmail.VisibleText(html))) < 40
}
