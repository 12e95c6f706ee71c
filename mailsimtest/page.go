package mailsimtest

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/mailsim/mailsim/internal/htmlmail"
)

// Page is what a person saw when they opened a link, after all redirects. Its methods that
// begin with Has fail the test unless the page is as they say, and return it, so that calls
// chain.
type Page struct {
	URL         string // the last one
	Status      int    // 0 when the visit failed
	Title       string
	ContentType string
	Header      http.Header // of a Site; nil elsewhere
	Body        string      // of a Site, its first MiB
	Problem     string      // why there is no page

	s    *Server
	what string
}

func (p *Page) fail(expected, but, is string) *Page {
	p.s.t.Helper()
	if p.Problem != "" {
		p.s.fatalf("%s and expected %s, but it failed\n%s%s", p.what, expected, indent(p.Problem), p.hint())
		return p
	}
	p.s.fatalf("%s and expected %s, %s\n%s", p.what, expected, but, indent(is))
	return p
}

// hint says how to make a host that nobody serves.
func (p *Page) hint() string {
	u, err := url.Parse(p.URL)
	if err != nil || !strings.Contains(p.Problem, "no such host") {
		return ""
	}
	return fmt.Sprintf("\n  people reach sites alone: sim.Site(%q, handler)", u.Hostname())
}

// HasStatus expects the HTTP status.
func (p *Page) HasStatus(code int) *Page {
	p.s.t.Helper()
	if p.Status != code || p.Problem != "" {
		return p.fail(fmt.Sprintf("status %d", code), "and it is", fmt.Sprintf("%d %s\n%s", p.Status, http.StatusText(p.Status), p.text()))
	}
	return p
}

// HasText expects what a reader sees to contain part.
func (p *Page) HasText(part string) *Page {
	p.s.t.Helper()
	if text := p.text(); !contains(text, part) || p.Problem != "" {
		return p.fail(fmt.Sprintf("to read %q", part), "and it says", cmp.Or(text, "(nothing)"))
	}
	return p
}

// HasURL expects the URL at which the visit ended to contain part.
func (p *Page) HasURL(part string) *Page {
	p.s.t.Helper()
	if !contains(p.URL, part) || p.Problem != "" {
		return p.fail(fmt.Sprintf("to end at %q", part), "and it ended at", p.URL)
	}
	return p
}

// HasTitle expects the title to contain part.
func (p *Page) HasTitle(part string) *Page {
	p.s.t.Helper()
	if !contains(p.Title, part) || p.Problem != "" {
		return p.fail(fmt.Sprintf("the title %q", part), "which is", cmp.Or(p.Title, "(none)"))
	}
	return p
}

// HasHeader expects a header of that name whose value contains part.
func (p *Page) HasHeader(name, part string) *Page {
	p.s.t.Helper()
	if v := strings.Join(p.Header.Values(name), "\n"); p.Header.Values(name) == nil || !contains(v, part) || p.Problem != "" {
		return p.fail(fmt.Sprintf("%q in the header %s", part, name), "which is", cmp.Or(v, "(not there)"))
	}
	return p
}

// Failed expects that no page was loaded: the host is unknown, the policy forbids it, or
// the site did not answer.
func (p *Page) Failed() *Page {
	p.s.t.Helper()
	if p.Problem == "" {
		p.s.fatalf("%s and expected a failure, and it is\n%s", p.what, indent(fmt.Sprintf("%d %s", p.Status, http.StatusText(p.Status))))
	}
	return p
}

// text is what a reader sees of the body.
func (p *Page) text() string {
	if strings.Contains(p.ContentType, "html") || strings.HasPrefix(strings.TrimSpace(p.Body), "<") {
		return htmlmail.VisibleText(p.Body)
	}
	return p.Body
}
