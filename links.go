package mailsim

import (
	"context"
	"net/http"
	"time"

	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/seam"
)

// Links that people open: the policy, sites of the application, visits.

// LinkPolicy governs which links people open. A field left out takes its default,
// in Go as in JSON and YAML.
type LinkPolicy struct {
	Enabled      *bool    `json:"enabled"`       // default true
	AllowPrivate bool     `json:"allow_private"` // always false: it cannot be switched on
	Allow        []string `json:"allow"`         // if set, only these hosts: exact, or *.domain
	Deny         []string `json:"deny"`          // never these hosts
	MaxLinks     *int     `json:"max_links"`     // links opened per email; default 3
	Unsubscribe  bool     `json:"unsubscribe"`   // people may follow unsubscribe links, by POST where a mail offers one click (RFC 8058)
	UserAgent    string   `json:"user_agent"`    // "" is DefaultUserAgent
	SenderCheck  *float64 `json:"sender_check"`  // how often people look up a sender they do not know; default 0.35
	// MissingSite says what happens when a sender's site does not exist. With "imagine" (default),
	// nothing happens: people imagine an ordinary site. With "notice", people trust the sender
	// less, and half of them do not answer, unless their reply rate is given.
	MissingSite string `json:"missing_site"`
	// LocalLinks says what people do with links to the sender's own machine, such as localhost.
	// With "ignore" (default), they do not open them. With "click", they do, and find them broken.
	LocalLinks string `json:"local_links"`
}

// DefaultLinkPolicy is the policy with which a universe begins.
func DefaultLinkPolicy() LinkPolicy {
	return LinkPolicy{Enabled: new(true), Allow: []string{}, Deny: []string{}, MaxLinks: new(3), SenderCheck: new(0.35), MissingSite: "imagine", LocalLinks: "ignore"}
}

// LinkHabit describes one value of Style.Links.
type LinkHabit struct {
	Name string  `json:"name"`
	Text string  `json:"text"`
	Rate float64 `json:"rate"` // chance that they open what a mail asks them to open; other links they open less often
}

// LinkSettings is what GET /api/links returns.
type LinkSettings struct {
	Policy           LinkPolicy  `json:"policy"`
	Habits           []LinkHabit `json:"habits"`
	DefaultUserAgent string      `json:"default_user_agent"`
}

// DefaultUserAgent is the User-Agent of people's requests.
const DefaultUserAgent = linkwalk.DefaultUserAgent

// LinkHabits lists the values of style.links: the habits by which people decide which links to
// open.
func LinkHabits() []LinkHabit {
	var out []LinkHabit
	for _, h := range linkwalk.Habits {
		out = append(out, LinkHabit{h.Name, h.Text, h.Rate})
	}
	return out
}

// Visit says who opens a link, from which mail and when. The request's context carries it:
// see VisitOf.
type Visit struct {
	PersonaID string
	Persona   string
	Address   string
	MessageID string
	At        time.Time // simulated
	UserAgent string
}

// Fetcher opens URLs for people. The default reaches the sites in the
// process, and the network only if Options.Network is set.
//
// The link policy is applied before each call. A redirect in the response is checked and opened
// by another call; if a Fetcher follows redirects itself, the response's Request must name the
// last URL, which is checked afterwards. At most 1 MiB of the response body is read, for the
// title of an HTML page; then it is closed. A call may take 10 real seconds. An error, a panic,
// a nil response and one without a body fail the visit (link.failed). If the argument body is
// not empty, it is a form (application/x-www-form-urlencoded) to send by POST: the one-click
// unsubscribe.
type Fetcher interface {
	Fetch(ctx context.Context, v Visit, method, url, body string) (*http.Response, error)
}

// VisitOf returns who visits a site, from the context of the request.
func VisitOf(ctx context.Context) (Visit, bool) {
	v, ok := seam.VisitOf(ctx).(Visit)
	return v, ok
}

type linking interface {
	SetSite(host string, h http.Handler) error
	SetSiteURL(host string, base string) error
	IsSite(url string) bool
	SiteTransport(next http.RoundTripper) http.RoundTripper
	Links() LinkSettings
	SetLinks(ctx context.Context, p LinkPolicy) (LinkSettings, error)
}

// SetSite makes people's links to a host reach a handler in this process, at the simulated
// instant of the click. The host is a name, host:port, *.domain for every name below it, or a
// URL, which stands for its host and port (https://shop.test/ for shop.test:443). A nil handler
// removes the site. The link policy still applies. The request's context says who visits: see
// VisitOf. ErrInvalid, with nothing changed, for any other form of host.
func (u *Universe) SetSite(host string, h http.Handler) error { return u.live().SetSite(host, h) }

// SetSiteURL is SetSite for a server at a base URL, such as http://127.0.0.1:3000; the request
// keeps the public host. An empty base removes the site. ErrInvalid for a wrong host or base.
func (u *Universe) SetSiteURL(host string, base string) error { return u.live().SetSiteURL(host, base) }

// IsSite reports whether a URL leads to a site of this universe, or to a page of its own:
// see SiteTransport.
func (u *Universe) IsSite(url string) bool { return u.live().IsSite(url) }

// SiteTransport makes an HTTP client of the application reach the sites of this universe,
// as they are at each request, and the unsubscribe pages of the World's newsletters (RFC
// 8058). Requests to other hosts go to next; with a nil next they fail.
func (u *Universe) SiteTransport(next http.RoundTripper) http.RoundTripper {
	return u.live().SiteTransport(next)
}

// Links returns the link policy, the list of habits and the default user agent.
func (u *Universe) Links() LinkSettings { return u.live().Links() }

// SetLinks replaces the link policy. ErrPlan when the plan lacks the feature links.
func (u *Universe) SetLinks(ctx context.Context, p LinkPolicy) (LinkSettings, error) {
	return u.live().SetLinks(ctx, p)
}
