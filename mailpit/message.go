package mailpit

import (
	"net/http"
	"net/mail"
	"net/textproto"
	"net/url"
	"strings"
	"time"
)

// message answers with a whole message, which counts as read from then on.
func (h *Handler) message(w http.ResponseWriter, r *http.Request) {
	e, l := h.letterOf(w, r)
	if l == nil {
		return
	}
	var out message
	h.locked(func(v *view) {
		out = message{
			ID: e.id, MessageID: l.messageID(), From: l.from(), To: addresses(l.sum.To), Cc: addresses(l.sum.Cc), Bcc: addresses(l.sum.Bcc), ReplyTo: addresses(l.sum.ReplyTo),
			ReturnPath: strings.Trim(l.msg.Header.Get("Return-Path"), "<>"), Subject: l.msg.Header.Text("Subject"), ListUnsubscribe: l.unsubscribe(),
			Date: l.date(e.at), Tags: v.spelled(e.tags), Username: e.user, Text: l.text, HTML: l.html, Size: len(l.raw),
		}
		v.markRead([]*entry{e}, true)
	})
	if out.ReturnPath == "" {
		out.ReturnPath = out.From.Address
	}
	out.Inline, out.Attachments = listed(l.inline), listed(l.attachments)
	answer(w, out)
}

// date is that of the header, else when the mail came.
func (l *letter) date(came time.Time) time.Time {
	if l.sum.Date.IsZero() || l.sum.Date.Year() < 0 || l.sum.Date.Year() > 9999 {
		return came
	}
	return l.sum.Date
}

// headers answers with the fields of a header by name, as net/mail reads them.
func (h *Handler) headers(w http.ResponseWriter, r *http.Request) {
	_, l := h.letterOf(w, r)
	if l == nil {
		return
	}
	if m, err := mail.ReadMessage(strings.NewReader(l.raw)); err == nil {
		answer(w, m.Header)
		return
	}
	fields := map[string][]string{} // net/mail takes no header that is broken
	for _, f := range l.msg.Header.Fields() {
		name := textproto.CanonicalMIMEHeaderKey(f.Name)
		fields[name] = append(fields[name], strings.Join(strings.Fields(f.Value), " "))
	}
	answer(w, fields)
}

func (h *Handler) raw(w http.ResponseWriter, r *http.Request) {
	e, l := h.letterOf(w, r)
	if l == nil {
		return
	}
	if r.FormValue("dl") == "1" {
		w.Header().Set("Content-Disposition", `attachment; filename="`+e.id+`.eml"`)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(l.raw))
}

func (h *Handler) part(w http.ResponseWriter, r *http.Request) {
	_, l := h.letterOf(w, r)
	if l == nil {
		return
	}
	p, found := l.find(r.PathValue("part"))
	if !found {
		notFound(w)
		return
	}
	w.Header().Set("Content-Type", contentType(p.Type))
	w.Header().Set("Content-Disposition", `inline; filename="`+url.PathEscape(p.name())+`"`)
	_, _ = w.Write(p.Decode())
}

// contentType is a media type as a header can hold it.
func contentType(s string) string {
	if strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
		return "application/octet-stream"
	}
	return s
}

// unsubscribe reads List-Unsubscribe (RFC 2369) as strictly as Mailpit.
func (l *letter) unsubscribe() listUnsubscribe {
	u := listUnsubscribe{Header: l.msg.Header.Text("List-Unsubscribe"), Links: []string{}}
	if u.Header == "" {
		return u
	}
	u.HeaderPost = l.msg.Header.Text("List-Unsubscribe-Post")
	u.Links, u.Errors = unsubscribeLinks(u.Header)
	return u
}

// unsubscribeLinks returns the links of a List-Unsubscribe field, and what is wrong with it.
func unsubscribeLinks(v string) (links []string, wrong string) {
	links = []string{}
	v = strings.TrimSpace(dropComments(v))
	inside, ok := strings.CutPrefix(v, "<")
	inside, ends := strings.CutSuffix(inside, ">")
	switch {
	case !strings.Contains(v, "<") || !strings.Contains(v, ">"):
		return links, `"` + v + `" no valid unsubscribe links found`
	case !ok || !ends:
		return links, `"` + v + `" should be enclosed in <>`
	}
	var list, errs []string
	for rest := inside; ; {
		link, more, found := strings.Cut(rest, ">")
		list = append(list, link)
		if !found {
			break
		}
		between, next, _ := strings.Cut(more, "<")
		if strings.TrimSpace(between) != "," {
			return links, `"` + v + `" <> should be split with a comma and optional spaces`
		}
		rest = next
	}
	if len(list) > 2 {
		return links, `"` + v + `" should include a maximum of one email and one HTTP link`
	}
	seen := map[string]bool{}
	for _, link := range list {
		kind, why := linkKind(link)
		if why == "" && seen[kind] {
			why = `should only contain one ` + kind
		}
		if why != "" {
			errs = append(errs, `"`+link+`" `+why)
			continue
		}
		seen[kind] = true
		if _, err := url.ParseRequestURI(link); err != nil {
			errs = append(errs, err.Error())
			continue
		}
		links = append(links, link)
	}
	return links, strings.Join(errs, ", ")
}

func linkKind(link string) (kind, wrong string) {
	scheme, rest, _ := strings.Cut(link, ":")
	switch {
	case strings.ContainsAny(link, " \t\r\n"):
		return "", "should not contain spaces"
	case scheme == "mailto" && rest != "":
		return "mailto:", ""
	case (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) && strings.HasPrefix(rest, "//") && len(rest) > 2:
		return "HTTP link", ""
	}
	return "", "should start with either http(s):// or mailto:"
}

// dropComments leaves out what stands in parentheses.
func dropComments(s string) string {
	var b strings.Builder
	depth := 0
	for _, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}
