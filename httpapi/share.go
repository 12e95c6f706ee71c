package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Shares: one message, made safe, on a page that needs no key.

func (c *call) shares() []mailsim.Share {
	list := c.u.Shares()
	for i := range list {
		list[i].URL = c.shareURL(list[i])
	}
	return list
}

func (c *call) createShare(in newShare) (mailsim.Share, error) {
	var expires time.Duration
	if in.Body.Expires != "" {
		var err error
		if expires, err = mailsim.ParseDuration(in.Body.Expires); err != nil || expires == 0 {
			return mailsim.Share{}, invalidf("expires must be a duration such as 3d, not %.100q", in.Body.Expires)
		}
	}
	s, err := c.u.CreateShare(c.ctx(), mailsim.Ref{Address: in.Body.Address, Folder: in.Body.Folder, UID: in.Body.UID}, expires)
	s.URL = c.shareURL(s)
	return s, err
}

// shareURL is where a share is opened. In a cell it names the universe.
func (c *call) shareURL(s mailsim.Share) string {
	address := c.h.opts.BaseURL + s.URL
	if _, inCell := c.h.host.(*mailsim.Cell); inCell {
		address += "?universe=" + url.QueryEscape(c.u.ID())
	}
	return address
}

// sharePage shows a message.
func sharePage(view mailsim.View) []byte {
	msg := view.Message
	var m markup
	m.writef(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>%s</title>
<style>
`, msg.Subject)
	m.WriteString(`:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #202124; background: #fff; max-width: 48rem; margin: 0 auto; padding: 1rem; }
header { border-bottom: 1px solid #8884; margin-bottom: 1rem; padding-bottom: .5rem; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: 0; overflow-wrap: anywhere; }
main { overflow-x: auto; }
main img { max-width: 100%; height: auto; }
@media (max-width: 40rem) { main table { width: auto !important; min-width: 0 !important; max-width: 100% !important; } }
pre { white-space: pre-wrap; font: inherit; overflow-wrap: anywhere; }
</style>
</head>
<body>
<header>
`)
	m.writef("<h1>%s</h1>\n<p>From: ", msg.Subject)
	if msg.FromName != "" {
		m.writef("%s ", msg.FromName)
	}
	m.writef("&lt;%s&gt;</p>\n<p>To: %s</p>\n", msg.From, strings.Join(msg.To, ", "))
	if len(msg.CC) > 0 {
		m.writef("<p>Cc: %s</p>\n", strings.Join(msg.CC, ", "))
	}
	m.writef("<p>%s</p>\n", msg.Time.Format("Mon, 2 Jan 2006 15:04 MST"))
	for _, a := range msg.Attachments {
		m.writef("<p>Attached: %s (%v bytes)</p>\n", a.Filename, a.Size)
	}
	m.WriteString("</header>\n<main>")
	m.writeMail(safe(view.Safe.HTML), msg.Text) // made safe by the universe
	m.WriteString("</main>\n</body>\n</html>\n")
	return m.Bytes()
}

// sharePolicy lets the page of a stranger's mail do nothing but be read.
const sharePolicy = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"

func (h *Handler) serveShare(w http.ResponseWriter, r *http.Request) {
	if wait, ok := h.limits.take("from " + h.remote(r)); !ok {
		h.fail(w, r, tooMany(w, wait))
		return
	}
	end, err := h.costly.begin(r.Context(), "from "+h.remote(r))
	if err != nil {
		h.failBusy(w, r, err)
		return
	}
	defer end()
	view, err := h.openShare(r.Context(), r.PathValue("id"), r.URL.Query().Get("universe"))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	writePage(w, sharePolicy, sharePage(view))
}

func (h *Handler) openShare(ctx context.Context, id, universe string) (mailsim.View, error) {
	var u *mailsim.Universe
	switch host := h.host.(type) {
	case *mailsim.Universe:
		u = host
	case *mailsim.Cell:
		u, _ = host.Universe(universe)
	}
	if u == nil {
		return mailsim.View{}, errorf(mailsim.ErrNotFound, "no such share")
	}
	return u.OpenShare(ctx, id)
}
