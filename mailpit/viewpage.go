package mailpit

import (
	"bytes"
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"
)

// viewMessage serves /view/ID.html, /view/ID.txt and the page of a message.
func (h *Handler) viewMessage(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if id, ok := strings.CutSuffix(name, ".html"); ok {
		h.viewHTML(w, r, id)
		return
	}
	if id, ok := strings.CutSuffix(name, ".txt"); ok {
		h.viewText(w, r, id)
		return
	}
	if name == "latest" {
		h.viewLatest(w, r)
		return
	}
	h.index(w, r)
}

// shownAs reads the message of a page, which counts as read from then on.
func (h *Handler) shownAs(w http.ResponseWriter, r *http.Request, id string) (*entry, *letter) {
	var e *entry
	h.locked(func(v *view) {
		if e = v.named(r, id); e != nil {
			v.markRead([]*entry{e}, true)
		}
	})
	if e != nil {
		if l := h.view.letter(e); l != nil {
			return e, l
		}
	}
	text(w, http.StatusNotFound, "Message not found")
	return nil, nil
}

func (h *Handler) viewHTML(w http.ResponseWriter, r *http.Request, id string) {
	e, l := h.shownAs(w, r, id)
	if l == nil {
		return
	}
	if l.html == "" {
		text(w, http.StatusNotFound, "This message does not contain a HTML part")
		return
	}
	page := l.linked(h.opts.Root + "/api/v1/message/" + e.id + "/part/")
	if r.URL.Query().Get("embed") == "1" {
		page = newWindows(page)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, page)
}

func (h *Handler) viewText(w http.ResponseWriter, r *http.Request, id string) {
	if _, l := h.shownAs(w, r, id); l != nil {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, l.text)
	}
}

// viewLatest leads to the page of the latest message.
func (h *Handler) viewLatest(w http.ResponseWriter, r *http.Request) {
	var id string
	h.locked(func(v *view) {
		if e := v.named(r, "latest"); e != nil {
			id = e.id
		}
	})
	if id == "" {
		text(w, http.StatusNotFound, "Message not found")
		return
	}
	http.Redirect(w, r, h.opts.Root+"/view/"+id, http.StatusFound)
}

// linked is the HTML with its "cid:" links turned to where the parts are.
func (l *letter) linked(base string) string {
	ids := map[string]string{}
	for _, list := range [][]part{l.attachments, l.inline} {
		for _, p := range list {
			if id := p.contentID(); id != "" {
				ids[strings.ToLower(id)] = base + p.id
			}
		}
	}
	if len(ids) == 0 {
		return l.html
	}
	var b strings.Builder
	rest := l.html
	for {
		i := indexFold(rest, "cid:")
		if i < 0 {
			break
		}
		b.WriteString(rest[:i])
		rest = rest[i:]
		end := strings.IndexAny(rest, "\"' \t\r\n>;)")
		if end < 0 {
			break
		}
		name := rest[len("cid:"):end]
		if plain, err := url.PathUnescape(html.UnescapeString(name)); err == nil {
			name = plain
		}
		if to, ok := ids[strings.ToLower(name)]; ok {
			b.WriteString(to)
		} else {
			b.WriteString(rest[:end])
		}
		rest = rest[end:]
	}
	return b.String() + rest
}

// indexFold is strings.Index for a lower-case ASCII text, without regard to case.
func indexFold(s, lower string) int {
	for i := 0; i+len(lower) <= len(s); i++ {
		if (s[i]|0x20) == lower[0] && strings.EqualFold(s[i:i+len(lower)], lower) {
			return i
		}
	}
	return -1
}

// newWindows lets the links of a page open in windows of their own.
func newWindows(page string) string {
	doc, err := xhtml.Parse(strings.NewReader(page))
	if err != nil {
		return page
	}
	for n := range doc.Descendants() {
		if n.Type == xhtml.ElementNode && n.Data == "a" {
			setAttr(n, "target", "_blank")
			setAttr(n, "rel", "noreferrer noopener")
		}
	}
	var b bytes.Buffer
	if xhtml.Render(&b, doc) != nil {
		return page
	}
	return b.String()
}

func setAttr(n *xhtml.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, xhtml.Attribute{Key: key, Val: value})
}

// index is the page that harnesses wait for. It lists nothing: it is no mail program.
func (h *Handler) index(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>mailsim</title></head>\n"+
		"<body><p>mailsim serves the APIs of Mailpit and MailHog here.</p></body>\n</html>\n")
}
