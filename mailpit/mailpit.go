// Package mailpit serves a universe through the interfaces of Mailpit and MailHog:
// their HTTP APIs, their live streams and the pages at which a mail is viewed, so
// that test suites and tools made for them run against mailsim unchanged.
//
//	h := mailpit.New(u, mailpit.Options{})
//	go http.ListenAndServe("127.0.0.1:8025", h)
//
// These APIs show each mail that was accepted over SMTP, LMTP or mailsim's API as one message
// with all its recipients. They do not show mail that simulated people or the World send.
// Deleting a message deletes all its copies. Read marks, tags set by clients, and user names
// given to /api/v1/send are kept only in the handler's memory.
//
// Where both APIs have the same path (GET /api/v1/messages), mailpit answers as Mailpit would.
// The handler asks for no key: if others can reach it, guard it yourself, as mailsimd does. It
// refuses requests from pages of other origins.
package mailpit

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
)

// Version is the version of Mailpit whose API the handler serves.
const Version = "v1.30.5"

// Options set a handler up. The zero value serves at the root of a host.
type Options struct {
	// Root is the path below which the handler is mounted, such as "/mail"; links in its
	// answers begin with it. Strip it from requests (http.StripPrefix). Default none.
	Root string
	// Chaos lets clients make SMTP refuse mail (/api/v1/chaos, /api/v2/jim); it does so by
	// fault rules of the universe.
	Chaos bool
	// Network allows the link check and /proxy to open public addresses; Internal allows them
	// to open addresses of this machine and of private networks. Without them only the
	// universe's sites are reached.
	Network, Internal bool
	// MaxBytes bounds the body of /api/v1/send; default 50 MiB.
	MaxBytes int64
	// Label names the server to clients; default none.
	Label string
	// Filters give tags to new messages; default none.
	Filters Filters
}

const (
	maxBody        = 5 << 20 // of requests that send no mail
	defaultMaxSend = 50 << 20
)

// Handler answers for one universe. Make it with [New].
type Handler struct {
	u    *mailsim.Universe
	opts Options
	mux  *http.ServeMux
	view *view
	hub  hub

	sending   sync.Mutex // a mail is being made
	rules     sync.Mutex // fault rules are being replaced
	transport sync.Once
	client    http.RoundTripper
	assets    assets
	began     time.Time

	jimMu sync.Mutex
	jim   *jim // set by clients of MailHog; nil when off
}

// New makes the handler of a universe. It starts no goroutine before a client
// opens a live stream.
func New(u *mailsim.Universe, o Options) *Handler {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxSend
	}
	o.Root = strings.TrimRight(o.Root, "/")
	h := &Handler{u: u, opts: o, mux: http.NewServeMux(), view: newView(u), began: u.Now()}
	h.hub.h, h.view.filters = h, o.Filters.read()
	h.assets.links, h.assets.turns = map[string]map[string]bool{}, make(chan struct{}, assetsAtOnce)
	for _, r := range routes() {
		h.mux.HandleFunc(r.method+" "+r.path, func(w http.ResponseWriter, req *http.Request) { r.serve(h, w, req) })
	}
	h.mux.HandleFunc("OPTIONS /api/", func(w http.ResponseWriter, _ *http.Request) { text(w, http.StatusOK, "") })
	h.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { notFound(w) })
	return h
}

// Paths returns the patterns of http.ServeMux at which to mount the handler in a mux that it
// shares with others. Requests to GET /api/events that ask for a websocket must go to the
// handler too. Not listed are /, /search, /livez, /readyz, /proxy and /metrics, which it also
// answers; the last two are at /api/v1/proxy and /api/v1/metrics as well.
func Paths() []string { return []string{"/api/v1/", "/api/v2/", "/view/"} }

// route is one row of what is served.
type route struct {
	method, path string
	serve        func(*Handler, http.ResponseWriter, *http.Request)
	note         string // "" for what Mailpit does not describe
}

// policy is what a page of a mail may do: be shown, and load pictures and styles.
const policy = "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; img-src * data:; style-src 'unsafe-inline' *; font-src *"

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Date", h.u.Now().UTC().Format(http.TimeFormat)) // clients compare it with Created
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Content-Type-Options", "nosniff")
	if origin := r.Header.Get("Origin"); origin != "" {
		if !sameHost(origin, r.Host) {
			text(w, http.StatusForbidden, "Blocked due to CORS violation\n")
			return
		}
		head.Set("Access-Control-Allow-Origin", origin)
		head.Set("Access-Control-Allow-Methods", "GET, POST, DELETE, PUT, OPTIONS")
		head.Set("Access-Control-Allow-Headers", "*")
	}
	if r.Body != nil {
		most := int64(maxBody)
		if r.URL.Path == "/api/v1/send" {
			most = h.opts.MaxBytes
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
	}
	if w, done := compress(w, r); done != nil {
		defer done()
		h.mux.ServeHTTP(w, r)
		return
	}
	h.mux.ServeHTTP(w, r)
}

// sameHost tells whether an origin is the host that is asked.
func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}

// locked runs f on the messages as they are now.
func (h *Handler) locked(f func(v *view)) {
	h.view.mu.Lock()
	defer h.view.mu.Unlock()
	h.view.sync()
	f(h.view)
}

// entryOf returns the message that a request names: by its id, or the latest one, of those that a
// query finds. It answers itself when there is none.
func (h *Handler) entryOf(w http.ResponseWriter, r *http.Request, id string) (e *entry) {
	h.locked(func(v *view) { e = v.named(r, id) })
	switch {
	case e != nil:
	case id == "latest":
		text(w, http.StatusNotFound, "Message not found")
	default:
		notFound(w)
	}
	return e
}

// named returns the message of an id, or of "latest" as a request asks for it.
func (v *view) named(r *http.Request, id string) *entry {
	if id != "latest" {
		return v.find(id)
	}
	found := v.choose(parseQuery(r.URL.Query().Get("query"), r.URL.Query().Get("tz")), time.Time{})
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

// letterOf returns what a request names, read. It answers itself when there is none.
func (h *Handler) letterOf(w http.ResponseWriter, r *http.Request) (*entry, *letter) {
	e := h.entryOf(w, r, r.PathValue("id"))
	if e == nil {
		return nil, nil
	}
	l := h.view.letter(e)
	if l == nil {
		notFound(w)
	}
	return e, l
}

// remove deletes messages.
func (h *Handler) remove(ctx context.Context, list []*entry) error {
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.id
	}
	n, err := h.u.DeleteSubmissions(ctx, ids...)
	if err != nil {
		return err
	}
	h.view.deleted += uint64(n)
	return nil
}
