package mailsimd

import (
	"context"
	"flag"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/mailpit"
)

// compat serves the APIs of Mailpit and MailHog beside that of mailsim: of the universe
// that the caller's key belongs to.
type compat struct {
	opts mailpit.Options

	mu       sync.Mutex
	handlers map[*mailsim.Universe]*mailpit.Handler
}

// compatOptions are its flags.
type compatOptions struct {
	chaos, internal bool
	label, webhook  string
	tags            mailpit.Filters
}

func (c *compatOptions) define(fs *flag.FlagSet) {
	fs.BoolVar(&c.chaos, "chaos", false, "let clients of the Mailpit and MailHog APIs make SMTP fail (/api/v1/chaos, /api/v2/jim)")
	fs.BoolVar(&c.internal, "allow-internal", false, "let the link check and the proxy of Mailpit's API open private addresses; public ones need -network")
	fs.StringVar(&c.webhook, "webhook", "", "`URL` to post each mail to, in the form of Mailpit's webhook; the file can set others")
	fs.StringVar(&c.label, "label", "", "`name` of this server for clients of Mailpit's API")
	fs.Var(&c.tags, "tag", "`TAG=SEARCH`: messages that this Mailpit search finds get the tag; separate several with spaces, and quote any that contains spaces")
}

func (o *options) newCompat() *compat {
	return &compat{
		opts:     mailpit.Options{Root: o.webroot, Chaos: o.chaos, Network: o.network, Internal: o.internal, MaxBytes: int64(o.maxSize) * 3 / 2, Label: o.label, Filters: o.tags},
		handlers: map[*mailsim.Universe]*mailpit.Handler{},
	}
}

// mounted are the handlers for httpapi.Options.Mount.
func (c *compat) mounted() map[string]http.Handler {
	out := map[string]http.Handler{}
	for _, path := range mailpit.Paths() {
		out[path] = &httpapi.Guarded{Handler: c, Role: compatRole, Refuse: refuseCompat}
	}
	return out
}

// mailpitWebhook is the name of that of -webhook.
const mailpitWebhook = "mailpit"

// withWebhook is a list of webhooks with that of -webhook.
func (o *options) withWebhook(list []mailsim.Webhook) []mailsim.Webhook {
	if o.webhook == "" {
		return list
	}
	list = slices.DeleteFunc(slices.Clone(list), func(w mailsim.Webhook) bool { return w.Name == mailpitWebhook })
	return append(list, mailsim.Webhook{Name: mailpitWebhook, URL: o.webhook, Events: []mailsim.EventType{mailsim.EventMailDelivered}, Shape: "mailpit"})
}

// compatRole is the least role of a request: to look is a viewer's.
func compatRole(r *http.Request) mailsim.Role {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return mailsim.RoleViewer
	}
	return mailsim.RoleMember
}

// refuseCompat answers who is not let in, in Mailpit's words.
func refuseCompat(w http.ResponseWriter, _ *http.Request, status int, err error) {
	text := err.Error()
	switch status {
	case http.StatusUnauthorized:
		text = "Unauthorized.\n"
	case http.StatusForbidden:
		text = "Blocked due to CORS violation\n" + text + "\n"
	}
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// ServeHTTP serves the universe of who asks, until the server stops.
func (c *compat) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	guest := httpapi.GuestOf(r.Context())
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(guest.Closing, cancel)()
	c.of(guest.Caller.Universe()).ServeHTTP(w, r.WithContext(ctx))
}

// maxCompat bounds the universes whose handlers are kept at once.
const maxCompat = 1000

func (c *compat) of(u *mailsim.Universe) *mailpit.Handler {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.handlers[u]
	if h == nil {
		if len(c.handlers) >= maxCompat {
			clear(c.handlers)
		}
		h = mailpit.New(u, c.opts)
		c.handlers[u] = h
	}
	return h
}

// compatPaths leads paths of Mailpit's that the API has too, or does not take, to where they
// are mounted: the websocket, what the proxy fetches, pages with the second slash that
// cypress-mailpit writes, and the metrics, where those who show no key get Mailpit's.
func (o *options) compatPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		switch {
		case path == "/proxy":
			path = "/api/v1/proxy"
		case path == "/metrics" && o.metrics && o.open != "" && !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer "):
			path = "/api/v1/metrics"
		case path == "/api/events" && strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
			path = "/api/v1/websocket"
		case strings.HasPrefix(path, "//view/"):
			path = path[1:]
		}
		if path != r.URL.Path {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = path, ""
		}
		next.ServeHTTP(w, r)
	})
}
