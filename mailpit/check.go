package mailpit

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/linkwalk"
)

// spamCheck answers with what the universe's spam filter makes of a message.
func (h *Handler) spamCheck(w http.ResponseWriter, r *http.Request) {
	e := h.entryOf(w, r, r.PathValue("id"))
	if e == nil {
		return
	}
	found, err := h.u.Inspect(r.Context(), e.messageID)
	if err != nil {
		answer(w, spamCheck{Error: plainError(err)})
		return
	}
	out := spamCheck{IsSpam: found.Action == "junk", Score: found.Score, Rules: []spamRule{}}
	for _, rule := range found.Rules {
		out.Rules = append(out.Rules, spamRule{rule.Score, rule.Name, rule.Text})
	}
	answer(w, out)
}

// Bounds of the link check.
const (
	maxLinks       = 100
	linksAtOnce    = 5
	linkWait       = 10 * time.Second
	linksWait      = 45 * time.Second // for all of them: servers end an answer after a minute
	maxRedirects   = 10
	blockedStatus  = 451
	blockedMessage = "Blocked private/reserved address"
)

// linkCheck asks for each link of a message by HEAD.
func (h *Handler) linkCheck(w http.ResponseWriter, r *http.Request) {
	_, l := h.letterOf(w, r)
	if l == nil {
		return
	}
	follow := r.URL.Query().Get("follow")
	links := l.links()
	out := linkCheck{Links: make([]linkState, len(links))}
	turns := make(chan struct{}, linksAtOnce)
	ctx, cancel := context.WithTimeout(r.Context(), linksWait)
	defer cancel()
	var all sync.WaitGroup
	for i, link := range links {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			out.Links[i] = h.ask(ctx, link, follow == "true" || follow == "1")
		})
	}
	all.Wait()
	for _, s := range out.Links {
		if s.StatusCode >= 400 || s.StatusCode == 0 {
			out.Errors++
		}
	}
	answer(w, out)
}

// textLinks are the links of a text.
var textLinks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`https?://[^\s<>"'\x60\x00-\x20]+`) })

// links lists the web addresses of a message, each once: of its HTML, then of its text.
func (l *letter) links() (list []string) {
	seen := map[string]bool{}
	add := func(link string) {
		if u, err := url.Parse(link); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !seen[link] && len(list) < maxLinks {
			seen[link] = true
			list = append(list, link)
		}
	}
	htmlmail.Walk(l.html, linkWalker(add))
	for _, link := range textLinks().FindAllString(l.text, 10*maxLinks) {
		add(strings.TrimRight(link, ".,;:!?)]}"))
	}
	return list
}

// linkWalker finds what a page leads to or loads.
type linkWalker func(link string)

func (f linkWalker) Open(e *htmlmail.Element) {
	switch {
	case e.Name == "a", e.Name == "link" && strings.Contains(strings.ToLower(e.Attr("rel")), "stylesheet"):
		f(strings.TrimSpace(e.Attr("href")))
	case e.Name == "img":
		f(strings.TrimSpace(e.Attr("src")))
	}
}

func (linkWalker) Close(string) {}
func (linkWalker) Text(string)  {}

var errRedirects = errors.New("too many redirects")

// ask asks for one link. What cannot be reached has no status code.
func (h *Handler) ask(ctx context.Context, link string, follow bool) linkState {
	ctx, cancel := context.WithTimeout(ctx, linkWait)
	defer cancel()
	c := http.Client{Transport: h.links(), CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		switch {
		case !follow:
			return http.ErrUseLastResponse
		case len(via) >= maxRedirects:
			return errRedirects
		}
		return nil
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, link, nil)
	if err != nil {
		return linkState{link, 0, err.Error()}
	}
	req.Header.Set("User-Agent", linkwalk.DefaultUserAgent)
	res, err := c.Do(req)
	var blocked *blockedError
	switch {
	case errors.As(err, &blocked):
		return linkState{link, blockedStatus, blockedMessage}
	case err != nil:
		return linkState{link, 0, bareError(err)}
	}
	res.Body.Close()
	return linkState{link, res.StatusCode, http.StatusText(res.StatusCode)}
}

// bareError is what went wrong, without the request that Mailpit's clients know.
func bareError(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return err.Error()
}
