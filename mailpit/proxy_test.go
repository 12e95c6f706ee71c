package mailpit_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailpit"
)

// proxied asks for a link of a message by way of the server.
func (w *world) proxied(id, link string) *httptest.ResponseRecorder {
	w.Helper()
	return w.do("GET", "/proxy?data="+url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(id+":"+link))), "", "User-Agent", "printer/1")
}

func TestProxy(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{Root: "/mail"})
	inner := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "image/png") }))
	defer inner.Close()
	w.u.SetSite("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "printer/1", r.UserAgent())
		kind := map[string]string{"/a.png": "image/png", "/page": "text/html", "/big.png": "image/png", "/s.css": "text/css; charset=utf-8", "/f.woff2": "font/woff2"}[r.URL.Path]
		if strings.HasSuffix(r.URL.Path, ".css") {
			kind = "text/css"
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Set-Cookie", "a=b")
		switch r.URL.Path {
		case "/in.png":
			http.Redirect(w, r, inner.URL, http.StatusFound)
		case "/round.png":
			http.Redirect(w, r, "/round.png", http.StatusFound)
		case "/big.png":
			for range 11 {
				_, _ = w.Write(make([]byte, 1<<20))
			}
		case "/" + strings.Repeat("x", 1900) + "/long.css":
			fmt.Fprint(w, strings.Repeat("url(a)", 1<<20/6))
		case "/s.css":
			fmt.Fprint(w, `@import url("/more.css"); a { src: url(f.woff2#x) } b { background: url('data:image/png;base64,xx') } c { background: url(file:///etc/passwd) }`)
		default:
			fmt.Fprint(w, "bytes")
		}
	}))
	w.smtp("shop@ours.test", "From: shop@ours.test\nTo: anna@client.test\nSubject: pictures\nMessage-ID: <pic@ours.test>\nContent-Type: text/html\n\n"+
		"<link rel=stylesheet href='https://shop.test/"+strings.Repeat("x", 1900)+"/long.css'><link rel=stylesheet href='https://shop.test/s.css'><a href='https://shop.test/linked.png'>x</a><img src='https://shop.test/a.png'><img src='https://shop.test/page'>"+
		"<table background='https://shop.test/big.png'></table><div style=\"background:url('https://shop.test/gone.png')\"></div>"+
		"<img src='https://shop.test/in.png'><img src='https://shop.test/round.png'><img src='"+inner.URL+"/x.png'><img src='http://127.0.0.1:25/x.png'><img src='ftp://shop.test/x'>\n", "anna@client.test")
	var m struct{ ID string }
	w.get("/api/v1/message/latest", &m)

	out := w.proxied(m.ID, "https://shop.test/a.png")
	assert.Equal(t, 200, out.Code, out.Body)
	assert.Equal(t, "image/png bytes", out.Header().Get("Content-Type")+" "+out.Body.String())
	assert.Empty(t, out.Header().Get("Set-Cookie"))
	for link, why := range map[string]string{
		"https://shop.test/linked.png": "Error: invalid request", // an anchor loads nothing
		"https://shop.test/f.woff2":    "Error: invalid request", // the style sheet has not been seen yet
		"https://shop.test/other.png":  "Error: invalid request",
		"https://shop.test/page":       "Error: invalid request", // HTML
		"https://shop.test/gone.png":   "Error: invalid request", // no such type
		"https://shop.test/in.png":     "Error: invalid request", // leads to this machine
		"https://shop.test/round.png":  "Error: invalid request",
		"https://shop.test/big.png":    "Error: response too large",
		inner.URL + "/x.png":           "Error: invalid request",
		"http://127.0.0.1:25/x.png":    "Error: invalid request",
		"ftp://shop.test/x":            "Error: invalid request",
		"":                             "Error: invalid request",
	} {
		out := w.proxied(m.ID, link)
		assert.Equal(t, "400 "+why, fmt.Sprintf("%d %.60s", out.Code, out.Body), "%s: %d bytes", link, out.Body.Len())
	}
	assert.Equal(t, 400, w.proxied("none", "https://shop.test/a.png").Code)
	w.says(400, "Error: Data missing", "GET", "/proxy", "")
	w.says(400, "Error: invalid request", "GET", "/proxy?data=%21", "")

	out = w.proxied(m.ID, "https://shop.test/s.css")
	require.Equal(t, 200, out.Code)
	sheet := out.Body.String()
	assert.Contains(t, sheet, "url('data:image/png;base64,xx')")
	assert.Contains(t, sheet, "url(file:///etc/passwd)")
	links := regexp.MustCompile(`url\(["']?(/mail/proxy\?data=[^"')]+)`).FindAllStringSubmatch(sheet, -1)
	require.Len(t, links, 2, sheet)
	out = w.do("GET", strings.TrimPrefix(links[1][1], "/mail"), "", "User-Agent", "printer/1")
	assert.Equal(t, "200 bytes", fmt.Sprintf("%d %s", out.Code, out.Body))

	out = w.proxied(m.ID, "https://shop.test/"+strings.Repeat("x", 1900)+"/long.css")
	assert.Equal(t, 200, out.Code)
	assert.Less(t, out.Body.Len(), 8<<20)

	policy := mailsim.DefaultLinkPolicy()
	policy.Deny = []string{"shop.test"}
	_, err := w.u.SetLinks(t.Context(), policy)
	require.NoError(t, err)
	assert.Equal(t, 400, w.proxied(m.ID, "https://shop.test/a.png").Code)
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.mail("one", "<1@ours.test>", "x")
	w.smtp("a@ours.test", "From: a@ours.test\nTo: b@client.test\nX-Tags: news\nSubject: two\n\nx\n", "b@client.test")
	out := w.do("GET", "/metrics", "")
	assert.Equal(t, "text/plain; version=0.0.4; charset=utf-8", out.Header().Get("Content-Type"))
	for _, line := range []string{"mailpit_messages 2", "mailpit_messages_unread 2", "mailpit_smtp_accepted_total 2", `mailpit_tag_messages{tag="news"} 1`, "# TYPE mailpit_smtp_rejected_total counter"} {
		assert.Contains(t, out.Body.String(), line+"\n")
	}
	assert.NotContains(t, out.Body.String(), "%!")
}
