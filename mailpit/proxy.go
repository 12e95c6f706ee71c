package mailpit

import (
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/linkwalk"
)

// Bounds of what is fetched for the pages of mails, and of what is remembered of it.
const (
	assetsAtOnce  = 8   // of linkwalk.MaxBody bytes each
	maxAssets     = 500 // links of a message, and again of its style sheets
	maxSheetMails = 100 // messages whose style sheets are remembered
	maxAssetURL   = 2 << 10
	maxAssetHops  = 3
	maxRewritten  = 4 << 20 // bytes of the links in a style sheet: a letter may stand for a long one
)

// assetTypes are what a page may load by way of the server: pictures, fonts and styles.
var assetTypes = []string{
	"font/otf", "font/ttf", "font/woff", "font/woff2", "image/apng", "image/avif", "image/bmp", "image/gif", "image/jpeg", "image/jpg", "image/png",
	"image/tiff", "image/svg+xml", "image/webp", "text/css",
}

// proxy fetches pictures, fonts and style sheets that a message links to, for clients that
// print one or make a picture of it: data is the base64 of ID:URL. It reaches what the link
// check reaches, and nothing that the message and its style sheets do not name.
func (h *Handler) proxy(w http.ResponseWriter, r *http.Request) {
	data := strings.TrimSpace(r.URL.Query().Get("data"))
	if data == "" {
		refuse(w, "Error: Data missing")
		return
	}
	decoded, err := base64.StdEncoding.DecodeString(data)
	id, link, ok := strings.Cut(string(decoded), ":")
	if err != nil || !ok || !h.names(id, link) {
		refuse(w, "Error: invalid request")
		return
	}
	if u, err := url.Parse(link); err != nil || u.Host == "" || u.User != nil {
		refuse(w, "Error: invalid URL")
		return
	}
	select {
	case h.assets.turns <- struct{}{}:
		defer func() { <-h.assets.turns }()
	case <-r.Context().Done():
		return
	}
	h.fetch(w, r, id, link)
}

// fetch answers with what a link of a message leads to.
func (h *Handler) fetch(w http.ResponseWriter, r *http.Request, id, link string) {
	c := http.Client{Transport: h.links(), Timeout: linkWait, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) >= maxAssetHops {
			return errRedirects
		}
		return nil
	}}
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, link, nil)
	if err != nil {
		refuse(w, "Error: invalid request")
		return
	}
	req.Header.Set("User-Agent", r.UserAgent())
	res, err := c.Do(req)
	if err != nil {
		refuse(w, "Error: invalid request")
		return
	}
	defer res.Body.Close()
	kind := strings.ToLower(res.Header.Get("Content-Type"))
	media, _, _ := strings.Cut(kind, ";")
	if res.StatusCode < 200 || res.StatusCode > 299 || !slices.Contains(assetTypes, strings.TrimSpace(media)) {
		refuse(w, "Error: invalid request")
		return
	}
	sheet := strings.HasPrefix(kind, "text/css")
	body, err := io.ReadAll(io.LimitReader(res.Body, linkwalk.MaxBody+1))
	switch {
	case len(body) > linkwalk.MaxBody:
		refuse(w, "Error: response too large")
		return
	case err != nil:
		refuse(w, "Error: invalid request")
		return
	}
	for _, name := range []string{"Last-Modified", "Cache-Control"} {
		if v := res.Header.Get(name); v != "" {
			w.Header().Set(name, v)
		}
	}
	if sheet {
		body = h.rewrite(body, id, res.Request.URL)
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(res.StatusCode)
	_, _ = w.Write(body)
}

// names tells whether a message or one of its style sheets loads a link.
func (h *Handler) names(id, link string) bool {
	var e *entry
	h.locked(func(v *view) { e = v.byID[id] })
	if e == nil || len(link) > maxAssetURL {
		return false
	}
	if h.assets.has(id, link) {
		return true
	}
	l := h.view.letter(e)
	return l != nil && slices.Contains(l.assets(), link)
}

// assets lists what the page of a message loads, each once.
func (l *letter) assets() (list []string) {
	add := func(link string) {
		lower := strings.ToLower(link[:min(len(link), 8)])
		if (strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")) && len(list) < maxAssets && !slices.Contains(list, link) {
			list = append(list, link)
		}
	}
	htmlmail.Walk(l.html, assetWalker(add))
	for _, found := range sheetLinks().FindAllStringSubmatch(l.html, 10*maxAssets) {
		add(found[2])
	}
	return list
}

// assetWalker finds what elements load.
type assetWalker func(link string)

func (f assetWalker) Open(e *htmlmail.Element) {
	switch e.Name {
	case "link":
		f(e.Attr("href"))
	case "img":
		f(e.Attr("src"))
	}
	if background := e.Attr("background"); background != "" {
		f(background)
	}
}

func (assetWalker) Close(string) {}
func (assetWalker) Text(string)  {}

// sheetLinks are the links of styles; groups 1 and 3 are the quotes.
var sheetLinks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)url\(\s*(['"]?)([^)'"\s]+)(['"]?)\s*\)`) })

// rewrite has the links of a style sheet lead by way of the server too, and remembers
// them for it.
func (h *Handler) rewrite(sheet []byte, id string, base *url.URL) []byte {
	room := maxRewritten
	return sheetLinks().ReplaceAllFunc(sheet, func(found []byte) []byte {
		if room < 0 {
			return []byte("url()")
		}
		part := sheetLinks().FindSubmatch(found)
		link, err := base.Parse(string(part[2]))
		if err != nil || link.Scheme != "http" && link.Scheme != "https" {
			return found
		}
		link.Fragment = ""
		if room -= 2 * len(link.String()); room < 0 || !h.assets.add(id, link.String()) {
			return []byte("url()")
		}
		data := base64.StdEncoding.EncodeToString([]byte(id + ":" + link.String()))
		return []byte("url(" + string(part[1]) + h.opts.Root + "/proxy?data=" + url.QueryEscape(data) + string(part[3]) + ")")
	})
}

// assets are what style sheets of messages load, of the last messages that were asked for.
type assets struct {
	turns chan struct{} // of fetches

	mu    sync.Mutex
	mails []string // ids, first met first
	links map[string]map[string]bool
}

func (a *assets) has(id, link string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.links[id][link]
}

// add remembers a link; false when there is no room for it.
func (a *assets) add(id, link string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := a.links[id]
	if of == nil {
		if len(a.mails) == maxSheetMails {
			delete(a.links, a.mails[0])
			a.mails = a.mails[1:]
		}
		of = map[string]bool{}
		a.links[id], a.mails = of, append(a.mails, id)
	}
	if len(link) > maxAssetURL || len(of) >= maxAssets && !of[link] {
		return false
	}
	of[link] = true
	return true
}
