// Package httpapi serves a universe, or a cell of several, over HTTP: a page for the
// browser at /, the API under /api, the reference of the API at /docs and its
// OpenAPI description at /api/openapi.json.
//
//	h := httpapi.New(u, httpapi.Options{Anonymous: mailsim.RoleAdmin})
//	go http.ListenAndServe("127.0.0.1:8025", h)
//
// Almost every endpoint of the API calls one method of [mailsim.Universe]; the reference names
// the method. [Routes] lists the endpoints, except POST /api/mcp. To mount the handler below a
// path, wrap it in [http.StripPrefix].
//
// A failed request is answered with {"error": text} and the HTTP status of the error's kind:
// see [mailsim.Kind].
package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

// Options set a handler up. The zero value asks every caller for a key, limits
// requests, trusts no proxy and no other origin, and logs nothing.
type Options struct {
	// Elsewhere answers requests for universes that another process serves; the body has not
	// been read yet. If Elsewhere is nil, or while it is not known which process serves the
	// universe, the answer is 503 with Retry-After.
	Elsewhere func(w http.ResponseWriter, r *http.Request, at *mailsim.Elsewhere)
	// Anonymous is the role of requests without a key; "" refuses them. They are let in only
	// if they do not come from a page of another origin and their Host is localhost, an IP
	// address, a name without a dot, the host of BaseURL or one of Hosts.
	Anonymous mailsim.Role
	// Hosts are further names, such as mailsim.example, that requests without a key may
	// have as their Host. Do not list a name whose DNS others control.
	Hosts []string
	// Basic, if not nil, checks the user and password that a request carries by HTTP Basic.
	// Requests without a key are then let in, with the role that the field Anonymous gives,
	// only if Basic returns true for them; their Host does not matter. After ten wrong
	// passwords from one IP address, more attempts from there get 429 for some seconds, unless
	// NoLimit is set. Basic may be called by several goroutines at once. A key given as the
	// password of HTTP Basic, with any user, always counts as a key.
	Basic func(user, password string) bool
	// Authenticate is for a server that mounts the handler and has a sign-in of its own. If not
	// nil, it is called before keys and sessions are looked at, and decides who makes the request.
	// It may read any header, including Authorization with a scheme of its own. An error refuses
	// the request: with the status of its mailsim.Kind if it has one, else with 500. An Admission
	// without a role leaves the decision to keys, sessions and Anonymous. Pages of other origins
	// are refused, whatever Authenticate returns, unless Origins lists them. Authenticate may be
	// called by several goroutines at once. While a long request, such as a stream or a wait, is
	// being answered, Authenticate is called again whenever access may have changed (see
	// mailsim.Universe.WatchAccess), so that the request ends when the person is signed out.
	Authenticate func(*http.Request) (Admission, error)
	// BaseURL is the URL at which clients reach the handler, such as https://mail.test/sim.
	// Links in its answers begin with it; with "", they are paths.
	BaseURL string
	// Origins are other origins, such as https://app.test, whose pages may call the API.
	// An entry that is not just a scheme and a host is ignored, and New logs an error.
	Origins []string
	// TrustProxy are the addresses whose X-Forwarded-For, X-Forwarded-Proto and
	// X-Request-Id are believed.
	TrustProxy []netip.Prefix
	// MaxBody bounds the body of a request that carries mail (send, inject, and
	// tool calls of callers with at least the member role), in bytes; default 48
	// MiB. A body for an endpoint that needs no key may have 4 KiB, an archive to import
	// 16 GiB, and any other body 1 MiB; if MaxBody is lower than 4 KiB or 1 MiB, it
	// replaces that bound.
	MaxBody int64
	// MaxMail bounds each mail that is sent, injected or imported, with its header, in bytes;
	// default two thirds of MaxBody. With the default MaxBody that is 32 MiB, as in smtpd. A mail
	// above the bound gets ErrInvalid (400).
	MaxMail int64
	// Rate is how many requests per second one key or person may make on average; default 20.
	// Requests without either count by IP address. A burst may have five times as many.
	Rate float64
	// MaxStreams bounds how many long calls (such as streams, waits, advance, import, export
	// and MCP) are open at once, and MaxStreamsPerAddress how many of them come from one
	// address, or IPv6 /64 network; further ones get 503 with Retry-After. By default there
	// is no limit.
	MaxStreams, MaxStreamsPerAddress int
	// NoLimit turns off three limits: on request rates, on attempts to sign in, and on how many
	// costly requests, such as search, one caller may have under way at once. That last limit
	// is four; a fifth request waits for up to a second, then gets 503.
	NoLimit bool
	// ReadOnlyTools leaves out of /api/mcp every tool that may change something.
	ReadOnlyTools bool
	// NoPage turns the page off: the path / then redirects to the
	// reference.
	NoPage bool
	// Metrics serves /metrics to admins. See also Handler.Metrics.
	Metrics bool
	// Sessions has, for the metrics, a function for each protocol that counts the open
	// connections of its mail server: {"smtp": server.Sessions}.
	Sessions map[string]func() int
	// Cluster, if not nil, takes the id of a universe and returns which of several processes
	// serves it; GET /api/status shows it.
	Cluster func(universe string) *Cluster
	// MoreMetrics, if not nil, adds Prometheus text about the server at the end of the metrics.
	MoreMetrics func(w io.Writer)
	// Mount adds handlers. Each key is a pattern of http.ServeMux, such as "/provider/": the
	// handler gets the requests that match it, except those to the paths of the API itself. A
	// handler that is a Guarded gets only requests that the API would let in; any other has
	// to check its callers itself.
	Mount map[string]http.Handler
	// Logger gets a line for each request, without its query, and the stacks of
	// panics. nil logs nothing.
	Logger *slog.Logger
}

const (
	defaultMaxBody = 48 << 20
	defaultRate    = 20
	burstFactor    = 5
)

// Handler serves one [mailsim.Host]: a universe or a cell. Make it with
// [New].
type Handler struct {
	opts     Options
	host     mailsim.Host
	mux      func() *http.ServeMux // made at the first request: a program that is asked nothing makes none
	mcp      http.Handler          // mounted; nil for our own
	cross    *http.CrossOriginProtection
	origins  map[string]bool
	names    map[string]bool // Hosts that anonymous callers may use
	limits   *limits
	costly   *turns
	log      *slog.Logger
	stats    stats
	lists    lists
	idPrefix string
	requests atomic.Uint64
	patience time.Duration // how long a reader of the stream may take no byte

	described func() (document, error) // the OpenAPI document
	signIns   *limits
	streams   netserve.Crowd

	closing context.Context // ends when Shutdown begins
	close   context.CancelFunc
	mu      sync.Mutex
	busy    int           // requests being answered
	idle    chan struct{} // closed when the last one ends; nil while nobody waits for that
}

// New makes the handler of a universe or a cell. It starts no goroutine.
func New(host mailsim.Host, o Options) *Handler {
	if o.MaxBody <= 0 {
		o.MaxBody = defaultMaxBody
	}
	if o.MaxMail <= 0 {
		o.MaxMail = max(1, o.MaxBody/3*2)
	}
	if o.Rate <= 0 {
		o.Rate = defaultRate
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.BaseURL = strings.TrimRight(o.BaseURL, "/")
	h := &Handler{patience: writeTimeout, opts: o, host: host, log: o.Logger, limits: newLimits(o), costly: newTurns(o), origins: map[string]bool{}, names: map[string]bool{"localhost": true}}
	h.streams.Max, h.streams.PerAddress = o.MaxStreams, o.MaxStreamsPerAddress
	h.closing, h.close = context.WithCancel(context.Background())
	if base, err := url.Parse(o.BaseURL); err == nil && base.Host != "" {
		h.names[strings.ToLower(base.Hostname())] = true
	}
	for _, name := range o.Hosts {
		h.names[strings.ToLower(name)] = true
	}
	h.cross = http.NewCrossOriginProtection()
	for _, origin := range o.Origins {
		if err := h.cross.AddTrustedOrigin(origin); err != nil {
			h.log.Error("an origin is left out: it must be scheme and host alone, such as https://app.test", "origin", origin, "err", err)
			continue
		}
		h.origins[origin] = true
	}
	var b [4]byte
	rand.Read(b[:])
	h.idPrefix = hex.EncodeToString(b[:])
	h.described = sync.OnceValues(func() (document, error) { return json.Marshal(h.openAPI()) })
	if !o.NoLimit {
		h.signIns = newLimit(signInRate, signInBurst)
	}
	h.mux = sync.OnceValue(h.newMux)
	return h
}

// Shutdown ends all streams and waiting calls, and returns when no request is being
// answered any more, or when ctx ends. /readyz fails as soon as it begins.
func (h *Handler) Shutdown(ctx context.Context) error {
	h.close()
	select {
	case <-h.whenIdle():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// whenIdle returns a channel that is closed when no request is being answered.
func (h *Handler) whenIdle() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.idle == nil {
		h.idle = make(chan struct{})
	}
	idle := h.idle
	h.endIdle()
	return idle
}

// begin counts a request that runs until end.
func (h *Handler) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.busy++
}

func (h *Handler) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.busy--
	h.endIdle()
}

// endIdle tells who waits for the last request, if it was.
func (h *Handler) endIdle() {
	if h.busy == 0 && h.idle != nil {
		close(h.idle)
		h.idle = nil
	}
}

// closed reports whether Shutdown has begun.
func (h *Handler) closed() bool { return h.closing.Err() != nil }

// now is the real time: it serves rates, deadlines and the log alone.
func now() time.Time { return time.Now() }
