// Package provider serves a universe, or a cell of several, as the HTTP APIs of mail providers:
// SendGrid, Postmark, Resend, Mailgun and Amazon SES. An application uses the provider's own
// SDK and changes only its base URL:
//
//	h := provider.New(u, provider.Options{Open: true})
//	go http.ListenAndServe("127.0.0.1:8026", h)
//
// Each provider is served at /provider/NAME/ (sendgrid, postmark, resend, mailgun, ses) and at
// its own paths; where providers share a path, the header that carries the credential decides
// which of them answers.
//
// # How a request becomes mail
//
// A request to send a mail is recorded as a ProviderSend. The mail is then treated as if it had
// come by SMTP: rules, faults, people, events and webhooks apply to it. The event mail.report, and
// webhooks in the provider's own format (mailsim.Webhook.Shape), report what became of the mail
// for each recipient. A hard bounce puts the address on the provider's suppression list; the door
// refuses a later send to it or drops it silently, as the real provider does. Answers and errors
// have the provider's own form and words.
package provider

import (
	"context"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
)

// Options set a handler up. The zero value asks every caller for an API key.
type Options struct {
	// Open accepts any credential for the one universe if the Host of the request is
	// localhost, host.docker.internal or an IP address. It is meant for tests and for
	// listeners that only this machine reaches. In a cell it does nothing.
	Open bool
	// Credentials are accepted as well as API keys. In a cell they do nothing.
	Credentials []string
	// MaxMail bounds a mail with its header, in bytes; default 32 MiB. The provider's own limit
	// holds too.
	MaxMail int64
	// Elsewhere answers requests for universes that another process serves; the body has not
	// been read yet, and the path is /provider/NAME/…. If Elsewhere is nil, or while it is not
	// known which process serves the universe, the answer is 503 with Retry-After.
	Elsewhere func(w http.ResponseWriter, r *http.Request, at *mailsim.Elsewhere)
	// Logger gets errors that are not the caller's; nil logs nothing.
	Logger *slog.Logger
}

// Names lists the providers.
func Names() []string { return slices.Clone(names) }

var names = []string{"mailgun", "postmark", "resend", "sendgrid", "ses"}

// Handler answers as the providers do. Make it with [New].
type Handler struct {
	host  mailsim.Host
	opts  Options
	doors map[string]*door
	turns chan struct{} // of large bodies
}

// New makes the handler of a universe or a cell.
func New(host mailsim.Host, o Options) *Handler {
	if o.MaxMail <= 0 {
		o.MaxMail = 32 << 20
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Handler{host: host, opts: o, doors: map[string]*door{}, turns: make(chan struct{}, largeBodies)}
	for _, d := range []*door{newMailgun(), newPostmark(), newResend(), newSendGrid(), newSES()} {
		h.doors[d.name] = d
		d.mux = sync.OnceValue(func() *http.ServeMux {
			mux := http.NewServeMux()
			for _, r := range d.routes {
				mux.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) { h.serve(d, r, w, req) })
			}
			return mux
		})
	}
	return h
}

// door is one provider.
type door struct {
	name   string
	routes []route
	limit  int64 // bytes of a body
	// key reads the credential of a request.
	key func(*http.Request) (key string, ok bool)
	// mine tells by its headers whether a request means this provider.
	mine func(*http.Request) bool
	// refuse writes an error in the provider's form.
	refuse func(c *call, err error)
	mux    func() *http.ServeMux // made for the first request: most programs serve no provider
}

// route is one row of a provider's table.
type route struct {
	pattern string // of http.ServeMux
	serve   func(*call) error
	free    bool // asks for no credential
}

// prefix leads the doors' paths on a server that has others.
const prefix = "/provider/"

// ServeHTTP answers at /provider/NAME/ and at the providers' own paths.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if rest, ok := strings.CutPrefix(r.URL.Path, prefix); ok {
		name, rest, _ := strings.Cut(rest, "/")
		d := h.doors[name]
		if d == nil {
			http.Error(w, "no such provider: "+strings.Join(names, ", "), http.StatusNotFound)
			return
		}
		inner := r.Clone(r.Context())
		inner.URL.Path, inner.URL.RawPath = "/"+rest, ""
		if _, raw, ok := strings.Cut(strings.TrimPrefix(r.URL.RawPath, prefix), "/"); ok {
			inner.URL.RawPath = "/" + raw
		}
		h.at(d, w, plainPath(inner))
		return
	}
	r = plainPath(r)
	h.at(h.find(r), w, r)
}

// plainPath is a request without a slash at the end of its path, and without two in a row
// at its beginning: SDKs join addresses and paths in either way.
func plainPath(r *http.Request) *http.Request {
	path := "/" + strings.Trim(r.URL.Path, "/")
	if path == r.URL.Path {
		return r
	}
	inner := r.Clone(r.Context())
	inner.URL.Path = path
	if inner.URL.RawPath != "" {
		inner.URL.RawPath = "/" + strings.Trim(inner.URL.RawPath, "/")
	}
	return inner
}

// find tells which provider a request means: the only one that has the path, else the one
// whose credential it carries.
func (h *Handler) find(r *http.Request) *door {
	var has []*door
	for _, name := range names {
		if d := h.doors[name]; d != nil {
			if _, pattern := d.mux().Handler(r); pattern != "" {
				has = append(has, d)
			}
		}
	}
	if len(has) == 1 {
		return has[0]
	}
	if len(has) == 0 {
		for _, name := range names {
			if d := h.doors[name]; d != nil {
				has = append(has, d)
			}
		}
	}
	for _, d := range has {
		if d.mine(r) {
			return d
		}
	}
	return has[0]
}

// at answers a request at a door.
func (h *Handler) at(d *door, w http.ResponseWriter, r *http.Request) {
	if !d.has(r, r.Method) {
		err := errNoRoute
		if slices.ContainsFunc([]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, func(m string) bool { return d.has(r, m) }) {
			err = errMethod
		}
		d.refuse(&call{w: w, r: r, h: h, door: d}, err)
		return
	}
	d.mux().ServeHTTP(w, r)
}

// has tells whether the door has a route for the request's path by a method.
func (d *door) has(r *http.Request, method string) bool {
	one := *r
	one.Method = method
	_, pattern := d.mux().Handler(&one)
	return pattern != ""
}

// The errors that every provider words in its own way.
var (
	errNoRoute = errors.New("there is no such route")
	errMethod  = errors.New("the route has no such method")
	errNoKey   = errors.New("a credential is missing")
	errBadKey  = errors.New("the credential is not valid")
	errLarge   = errors.New("the request is too large")
	errBody    = errors.New("the body cannot be read")
)

// call is a request on its way through a door.
type call struct {
	w    http.ResponseWriter
	r    *http.Request
	h    *Handler
	door *door
	u    *mailsim.Universe
	p    mailsim.Provider
	body []byte
	key  string
	name string // of an API key
}

func (c *call) ctx() context.Context { return c.r.Context() }

// serve runs one row.
func (h *Handler) serve(d *door, row route, w http.ResponseWriter, r *http.Request) {
	c := &call{w: w, r: r, h: h, door: d}
	err := c.run(row)
	var other *mailsim.Elsewhere
	switch {
	case err == nil:
	case errors.As(err, &other) && other.Owner != "" && h.opts.Elsewhere != nil:
		h.opts.Elsewhere(w, d.inner(r), other)
	default:
		d.refuse(c, err)
	}
}

// inner is a request of the door's own paths as one of a server that has others.
func (d *door) inner(r *http.Request) *http.Request {
	out := r.Clone(r.Context())
	out.URL.Path = prefix + d.name + r.URL.Path
	if r.URL.RawPath != "" {
		out.URL.RawPath = prefix + d.name + r.URL.RawPath
	}
	return out
}

func (c *call) run(row route) error {
	if !row.free {
		if err := c.admit(); err != nil {
			return err
		}
		c.p = c.u.Provider(c.door.name)
	}
	done, err := c.read()
	defer done()
	if err != nil {
		return err
	}
	if !row.free {
		if err := c.fault(); err != nil {
			return err
		}
	}
	return row.serve(c)
}

// admit finds out whose universe is meant.
func (c *call) admit() error {
	key, ok := c.door.key(c.r)
	if !ok || key == "" {
		return errNoKey
	}
	c.key = key
	single, _ := c.h.host.(*mailsim.Universe)
	if single != nil && c.h.listed(key) {
		c.u = single
		return nil
	}
	who, err := c.h.host.Authenticate(c.ctx(), mailsim.Credentials{Key: key, Remote: c.remote()})
	if err == nil && who.Universe() != nil && who.Role().Allows(mailsim.RoleMember) {
		if c.u = who.Universe(); who.Me().Key != nil {
			c.name = who.Me().Key.Name
		}
		return nil
	}
	if kind := mailsim.KindOf(err); kind == mailsim.ErrFenced || kind == mailsim.ErrUnavailable {
		return err
	}
	if single != nil && c.h.opts.Open && ownName(c.r.Host) {
		c.u = single
		return nil
	}
	return errBadKey
}

// listed tells whether a credential is one of the list, in a time that says nothing about
// those.
func (h *Handler) listed(key string) bool {
	found := 0
	for _, one := range h.opts.Credentials {
		found |= subtle.ConstantTimeCompare([]byte(one), []byte(key))
	}
	return found == 1
}

// ownName reports whether a Host is one that no foreign page can make a browser take for
// its own.
func ownName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	_, err := netip.ParseAddr(host)
	return err == nil || host == "localhost" || host == "host.docker.internal"
}

// remote is the IP that the request comes from.
func (c *call) remote() string {
	host, _, err := net.SplitHostPort(c.r.RemoteAddr)
	if err != nil {
		return ""
	}
	return host
}

// bearer reads a key from the header Authorization.
func bearer(r *http.Request) (string, bool) {
	scheme, key, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(key), ok && strings.EqualFold(scheme, "Bearer")
}
