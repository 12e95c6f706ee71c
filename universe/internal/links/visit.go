package links

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Reader is a person at the links of a mail.
type Reader struct {
	Person *people.Person
	Mail   *post.Mail
	Now    time.Time
}

// skipped is the event of a link that is not opened.
func (r Reader) skipped(url, why, domain string) mailsim.LinkSkipped {
	return mailsim.LinkSkipped{PersonaID: r.Person.ID, Persona: r.Person.Name, URL: url, MessageID: r.Mail.MessageID, Why: why, Domain: domain}
}

// visit is what a site hears of who comes.
func (r Reader) visit() mailsim.Visit {
	return mailsim.Visit{PersonaID: r.Person.ID, Persona: r.Person.Name, Address: r.Person.Addresses[0], MessageID: r.Mail.MessageID, At: r.Now}
}

// Links are those that the person's mail program shows.
func (r Reader) Links() []reading.Link {
	found := reading.LinksOf(r.Mail.Parse())
	return found.SeenBy(r.Person.Style.Client)
}

// Candidates are links as they are chosen from.
func Candidates(links []reading.Link) (list []linkwalk.Candidate) {
	for _, l := range links {
		list = append(list, linkwalk.Candidate{URL: l.URL, Text: l.Text, Unsubscribe: l.Kind == "unsubscribe", Action: isAction(l.Kind)})
	}
	return list
}

// OpenChosen visits the links that a person chose.
func (u *Part) OpenChosen(ctx context.Context, r Reader, links []reading.Link, choices []linkwalk.Choice, wp linkwalk.Policy) (events []mailsim.EventData, opened int) {
	for _, c := range choices {
		l := links[c.Index]
		if !c.Open {
			events = append(events, r.skipped(l.URL, c.Why, ""))
			continue
		}
		url, method, body := l.URL, http.MethodGet, ""
		if l.Kind == "unsubscribe" {
			url, method, body = oneClick(r.Mail, l.URL)
		}
		e, ok := u.OpenLink(ctx, r, url, l.Text, c.Why, method, body, wp)
		events = append(events, e)
		if ok {
			opened++
		}
	}
	return events, opened
}

// Unsubscribe takes the offer of a mail: the one-click POST (RFC 8058), else
// the link of the header, else that of the text. Event: link.opened, …
func (u *Part) Unsubscribe(ctx context.Context, r Reader, policy mailsim.LinkPolicy) mailsim.EventData {
	wp := WalkPolicy(policy)
	wp.Enabled, wp.Unsubscribe = true, true
	if offer := OfferOf(&r.Mail.Parse().Sum); offer != nil {
		url, method, body := oneClick(r.Mail, offer.URL)
		e, _ := u.OpenLink(ctx, r, url, "", "unsubscribes", method, body, wp)
		return e
	}
	for _, l := range r.Links() {
		if l.Kind == "unsubscribe" {
			e, _ := u.OpenLink(ctx, r, l.URL, l.Text, "unsubscribes", http.MethodGet, "", wp)
			return e
		}
	}
	return r.skipped("", "the mail offers no way to unsubscribe", "")
}

// oneClick is how a person follows a link that unsubscribes: by the POST that the
// mail offers (RFC 8058), else by the link.
func oneClick(m *post.Mail, link string) (url, method, body string) {
	if offer := OfferOf(&m.Parse().Sum); offer != nil && offer.OneClick {
		return offer.URL, http.MethodPost, "List-Unsubscribe=One-Click"
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

// OpenLink makes one visit. Event: link.opened, link.failed or link.skipped.
func (u *Part) OpenLink(ctx context.Context, r Reader, url, text, why, method, body string, wp linkwalk.Policy) (mailsim.EventData, bool) {
	v := linkwalk.Visit{URL: url, Policy: wp, Sites: u.Sites.Current(), Method: method, Body: []byte(body), At: r.Now}
	if body != "" { // the one-click POST (RFC 8058 section 3.2)
		v.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	}
	res, err := u.Visit(ctx, r.visit(), v)
	var refused *linkwalk.RefusedError
	switch {
	case errors.As(err, &refused):
		return r.skipped(url, refused.Why, ""), false
	case err != nil:
		return mailsim.LinkFailed{PersonaID: r.Person.ID, Persona: r.Person.Name, URL: url, Text: text, MessageID: r.Mail.MessageID, Why: why, Error: err.Error(), MS: res.Duration.Milliseconds()}, false
	}
	return mailsim.LinkOpened{PersonaID: r.Person.ID, Persona: r.Person.Name, URL: url, Text: text, MessageID: r.Mail.MessageID, Why: why, Status: res.Status, FinalURL: res.FinalURL, Title: res.Title, ContentType: res.ContentType, MS: res.Duration.Milliseconds()}, true
}

// LookUp visits the site of a sender that the person does not know. Event:
// link.sender, or link.skipped with the domain.
func (u *Part) LookUp(ctx context.Context, r Reader, sender string, policy mailsim.LinkPolicy) mailsim.EventData {
	domain := addr.Domain(sender)
	url := "http://" + domain + "/"
	reason := "a sender not known"
	wp := WalkPolicy(policy)
	res, err := u.Visit(ctx, r.visit(), linkwalk.Visit{URL: url, Policy: wp, Sites: u.Sites.Current(), At: r.Now})
	var refused *linkwalk.RefusedError
	switch {
	case errors.As(err, &refused):
		return r.skipped(url, refused.Why, domain)
	case err != nil:
		e := mailsim.LinkSender{PersonaID: r.Person.ID, Persona: r.Person.Name, Domain: domain, MessageID: r.Mail.MessageID, URL: url, Reason: reason, Error: err.Error()}
		e.Why, e.Quality = "the site does not exist", "missing"
		if policy.MissingSite == "imagine" {
			e.Why, e.Quality = "there is no site, and they imagine an ordinary one", "imagined"
		}
		return e
	}
	ms := res.Duration.Milliseconds()
	return mailsim.LinkSender{PersonaID: r.Person.ID, Persona: r.Person.Name, Domain: domain, MessageID: r.Mail.MessageID, URL: url, Reason: reason,
		Status: res.Status, FinalURL: res.FinalURL, Title: &res.Title, MS: &ms}
}

// Visit opens a URL for a person, outside every lock.
func (u *Part) Visit(ctx context.Context, who mailsim.Visit, v linkwalk.Visit) (linkwalk.Result, error) {
	who.UserAgent = v.Policy.UserAgent
	ctx = seam.WithVisit(u.EffectContext(ctx), who)
	walker := u.walk()
	if u.Opts.Fetcher != nil {
		walker = &linkwalk.Walker{Now: u.Wall.Now, Fetch: u.fetcher(who)}
	}
	return walker.Visit(ctx, v)
}

// fetcher lets the caller's Fetcher make the requests of a visit, which is still
// judged here. What it does not end in time is left behind, and its panic is an
// error.
func (u *Part) fetcher(who mailsim.Visit) func(ctx context.Context, method, url, body string) (*http.Response, error) {
	return func(ctx context.Context, method, url, body string) (*http.Response, error) {
		return state.Guarded(ctx, u.Book, "fetcher", func(ctx context.Context) (*http.Response, error) {
			res, err := u.Opts.Fetcher.Fetch(ctx, who, method, url, body)
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
