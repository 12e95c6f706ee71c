// Package linkwalk opens the links of mail as people do, and keeps them from
// what they must not reach. It decides which links a person clicks, judges
// each address before and while it is opened, and makes the visit: at a site
// granted by the caller, or, only if asked for, in the public network.
//
// It is a leaf: it takes resolved values and knows nothing of universes.
package linkwalk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	// DefaultUserAgent is what visits say they are unless the policy names another.
	DefaultUserAgent = "Mozilla/5.0 (compatible; mailsim)"

	maxHops    = 10
	visitLimit = 10 * time.Second // real time, for all hops together
)

// Walker makes visits. The zero value reaches sites alone: every other host
// fails as "no such host". It is safe for concurrent use.
type Walker struct {
	// Network lets visits reach public addresses.
	Network bool
	// Resolver looks names up; nil is the system's.
	Resolver *net.Resolver
	// Now measures the real duration of visits to servers; nil leaves it 0.
	Now func() time.Time
	// Fetch makes each request instead of sites and network. An answer whose
	// Request names another URL was redirected there by Fetch itself.
	Fetch func(ctx context.Context, method, url, body string) (*http.Response, error)

	admit func(address string) error // for tests; nil is admit
}

// Visit is one link to open.
type Visit struct {
	URL    string
	Policy Policy
	Sites  Sites
	// Method is GET (the default) or POST. A POST is a one-click unsubscribe
	// (RFC 8058): it carries no cookies and follows no redirect.
	Method string
	Body   []byte
	Header http.Header // added to the request; it does not outlive the first host
	// At is the simulated instant, by which cookies expire.
	At time.Time
}

// Result is what a visit found.
type Result struct {
	Status      int
	FinalURL    string        // where the redirects led
	Title       string        // of an HTML page, at most 200 characters
	ContentType string        // at most 200 characters
	Body        []byte        // at most 1 MiB
	Truncated   bool          // the body was longer
	Duration    time.Duration // real time at servers; in-process sites take none
	Hops        int           // redirects followed
}

// RefusedError says that the link was not opened at all and why: the policy
// or its form forbids it.
type RefusedError struct{ Why string }

func (e *RefusedError) Error() string { return e.Why }

// Visit opens a link and follows at most 10 redirects, within 10 s of real
// time. The handler of an in-process site runs with a context derived from
// ctx. The error is a *RefusedError when nothing was opened; after any other
// error FinalURL, Hops and Duration of the result tell how far it went. A
// redirect to where a link may not lead is such an error.
func (w *Walker) Visit(ctx context.Context, v Visit) (Result, error) {
	t, err := judge(v.Policy, v.URL, v.Sites)
	if err != nil {
		return Result{}, &RefusedError{err.Error()}
	}
	if v.Method != "" && v.Method != http.MethodGet && v.Method != http.MethodPost {
		return Result{}, &RefusedError{fmt.Sprintf("method %q: links are opened by GET or POST", v.Method)}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, visitLimit, errors.New("no answer within 10 s"))
	defer cancel()
	walk := walk{Walker: w, Visit: v, jar: jar{at: v.At}}
	for {
		next, err := walk.hop(ctx, t)
		if err != nil || next == nil {
			return walk.result, deadlineCause(ctx, err)
		}
		if walk.result.Hops == maxHops {
			return walk.result, fmt.Errorf("more than %d redirects", maxHops)
		}
		walk.result.Hops++
		came := t
		if t, err = walk.redirected(next); err != nil {
			return walk.result, err
		}
		if t.host != came.host {
			walk.Header = nil
		}
	}
}

// deadlineCause says in words that the visit took too long, whatever layer
// noticed it.
func deadlineCause(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// walk is a visit under way.
type walk struct {
	*Walker
	Visit
	jar    jar
	result Result
}

// hop makes one request. It returns where a redirect leads, or nil when the
// visit has arrived and the result is complete.
func (w *walk) hop(ctx context.Context, t target) (*url.URL, error) {
	w.result.FinalURL = t.url.String()
	req, err := w.request(ctx, t)
	if err != nil {
		return nil, err
	}
	site := w.Sites.find(t)
	if site.base != nil || w.Fetch != nil || w.Network && !site.granted() {
		defer w.measure()()
	}
	res, err := w.send(t, site, req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if w.Fetch != nil {
		if t, err = w.followed(t, res); err != nil {
			return nil, err
		}
	}
	w.jar.keep(t, res)
	if w.Method != http.MethodPost {
		if next, err := redirect(t.url, res); next != nil || err != nil {
			return next, err
		}
	}
	return nil, w.arrive(res)
}

func (w *walk) request(ctx context.Context, t target) (*http.Request, error) {
	method := w.Method
	if method == "" {
		method = http.MethodGet
	}
	u := *t.url
	u.Fragment, u.RawFragment = "", ""
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(w.Body))
	if err != nil {
		return nil, err
	}
	if w.Header != nil {
		req.Header = w.Header.Clone()
	}
	agent := w.Policy.UserAgent
	if agent == "" {
		agent = DefaultUserAgent
	}
	req.Header.Set("User-Agent", agent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	w.jar.add(t, req)
	return req, nil
}

// send makes the request where its host leads.
func (w *walk) send(t target, site grant, req *http.Request) (*http.Response, error) {
	switch {
	case w.Fetch == nil && site.granted():
		return site.roundTrip(req)
	case t.local() && !site.granted():
		// As a person finds it whose own machine runs no such server; no connection is made.
		return nil, fmt.Errorf("dial %s: connection refused", portKey(t))
	case w.Fetch != nil:
		return w.fetched(req.Context(), req.Method, t.url.String())
	case !w.Network:
		return offline{}.RoundTrip(req)
	case w.admit != nil:
		return guarded(w.Resolver, w.admit).RoundTrip(req)
	}
	return Transport(w.Resolver).RoundTrip(req)
}

// fetched lets Fetch make a request.
func (w *walk) fetched(ctx context.Context, method, url string) (*http.Response, error) {
	res, err := w.Fetch(ctx, method, url, string(w.Body))
	switch {
	case err != nil:
		if res != nil && res.Body != nil {
			res.Body.Close()
		}
		return nil, err
	case res == nil:
		return nil, errors.New("the fetcher answered nothing")
	case res.Body == nil:
		return nil, errors.New("the fetcher answered a response without a body")
	}
	return res, nil
}

// followed returns where Fetch has ended when it followed redirects itself. Where
// it may not have gone is an error, as any such redirect.
func (w *walk) followed(t target, res *http.Response) (target, error) {
	if res.Request == nil || res.Request.URL == nil || res.Request.URL.String() == t.url.String() {
		return t, nil
	}
	end, err := w.redirected(res.Request.URL)
	if err != nil {
		return t, err
	}
	if end.url.Fragment == "" {
		end.url.Fragment, end.url.RawFragment = t.url.Fragment, t.url.RawFragment
	}
	if end.url.String() != t.url.String() {
		w.result.Hops++
		w.result.FinalURL = end.url.String()
	}
	return end, nil
}

// redirected judges where a redirect leads.
func (w *walk) redirected(next *url.URL) (target, error) {
	t, err := newTarget(next)
	if err == nil {
		err = t.permitted(w.Policy, w.Sites)
	}
	if err != nil {
		err = fmt.Errorf("redirected to %s: %w", oneLine(next.Redacted(), 200), err)
	}
	return t, err
}

// measure adds the time until the returned function is called.
func (w *walk) measure() (stop func()) {
	if w.Now == nil {
		return func() {}
	}
	start := w.Now()
	return func() { w.result.Duration += w.Now().Sub(start) }
}

// redirect returns where an answer sends its reader, nil when it does not. A
// fragment is inherited (RFC 9110 section 10.2.2).
func redirect(from *url.URL, res *http.Response) (*url.URL, error) {
	switch res.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	location := res.Header.Get("Location")
	if location == "" {
		return nil, nil
	}
	next, err := from.Parse(location)
	if err != nil || len(location) > maxURL {
		return nil, errors.New("redirected to what is not a URL")
	}
	if next.Fragment == "" {
		next.Fragment, next.RawFragment = from.Fragment, from.RawFragment
	}
	return next, nil
}

// arrive reads the final answer.
func (w *walk) arrive(res *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(res.Body, MaxBody+1))
	if err != nil {
		return fmt.Errorf("the answer broke off: %w", err)
	}
	if len(body) > MaxBody {
		body, w.result.Truncated = body[:MaxBody], true
	}
	w.result.Status = res.StatusCode
	w.result.ContentType = oneLine(res.Header.Get("Content-Type"), 200)
	w.result.Title = titleOf(w.result.ContentType, body)
	w.result.Body = body
	return nil
}
