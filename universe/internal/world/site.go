package world

// The pages at which newsletters of the World are unsubscribed (RFC 8058).

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// maxForm bounds what is read of a form, in bytes.
const maxForm = 4 << 10

// SiteOf is the page behind a link with which a newsletter of the World is unsubscribed,
// nil for any other URL.
func (u *Part) SiteOf(link *url.URL) http.Handler {
	if link.Port() != "" || !strings.HasPrefix(link.Path, worldgen.UnsubscribePath) {
		return nil
	}
	domain, found := addr.DomainKey(link.Hostname()), false
	u.Peek(func(v state.View) { found = publishes(v, domain) })
	if !found {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u.unsubscribe(w, r, domain, strings.TrimPrefix(r.URL.Path, worldgen.UnsubscribePath))
	})
}

// unsubscribe answers a request for a newsletter's page: a POST of the form that its
// mails offer is heeded at once, however often it comes; a GET shows the form and
// changes nothing. A token that no reader has is 404.
func (u *Part) unsubscribe(w http.ResponseWriter, r *http.Request, domain, token string) {
	var readers []string
	u.Peek(func(v state.View) { readers = subscribed(v, domain, token) })
	if len(readers) == 0 {
		http.NotFound(w, r)
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		page(w, domain, `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`)
		return
	case http.MethodPost:
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "only GET, HEAD and POST", http.StatusMethodNotAllowed)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if r.PostFormValue("List-Unsubscribe") != "One-Click" {
		http.Error(w, "the form must say List-Unsubscribe=One-Click", http.StatusBadRequest)
		return
	}
	visit, _ := mailsim.VisitOf(r.Context())
	err := u.Update(r.Context(), func(t *state.Tx) error {
		for _, a := range visitors(t.View, visit, readers) {
			leave(t, domain, a)
		}
		return nil
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	page(w, domain, "<p>You will get no more of our mail.</p>")
}

// page is an answer of a newsletter's site.
func page(w http.ResponseWriter, domain, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, `<!DOCTYPE html><html lang="en"><title>Unsubscribe from `+html.EscapeString(domain)+`</title>`+body+"</html>")
}

// visitors are those of the readers of a mail who leave: the person who comes, where it
// is one of them, else all.
func visitors(v state.View, visit mailsim.Visit, readers []string) []string {
	p := people.Get(v, visit.PersonaID)
	if p == nil {
		return readers
	}
	own := slices.DeleteFunc(slices.Clone(readers), func(a string) bool {
		return !slices.ContainsFunc(p.Addresses, func(b string) bool { return addr.Key(a) == addr.Key(b) })
	})
	if len(own) == 0 {
		return readers
	}
	return own
}

// subscription is the token that a newsletter's mail has in its links: of its one reader,
// else of all to whom the stream is written.
func (m *Mail) subscription() string {
	domain := addr.Domain(m.order.From.Address)
	if len(m.to) == 1 {
		return tokenOf(m.u.Chance, domain, m.to)
	}
	return tokenOf(m.u.Chance, domain, m.stream.To)
}

// subscribed are those whose subscription to what a domain publishes a token stands for.
func subscribed(v state.View, domain, token string) []string {
	for _, s := range published(v, domain) {
		if token == tokenOf(v.Env.Chance, domain, s.To) {
			return s.To
		}
		for i := range s.To {
			if one := s.To[i : i+1]; token == tokenOf(v.Env.Chance, domain, one) {
				return one
			}
		}
	}
	return nil
}

// tokenOf is a token that who has not seen it cannot guess.
func tokenOf(chance rng.Seed, domain string, readers []string) string {
	keys := []string{domain}
	for _, a := range readers {
		keys = append(keys, addr.Key(a))
	}
	return chance.Draw("unsubscribe-token/1", keys...).Text(rng.Mixed, 16)
}
