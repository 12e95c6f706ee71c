package linkwalk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sitesOf maps names to handler functions.
func sitesOf(t testing.TB, byName map[string]http.HandlerFunc) Sites {
	t.Helper()
	var s Sites
	for name, h := range byName {
		var err error
		s, err = s.With(name, Site{Handler: h})
		require.NoError(t, err)
	}
	return s
}

func TestVisitHandler(t *testing.T) {
	t.Parallel()
	type key struct{}
	var got *http.Request
	var value any
	sites := sitesOf(t, map[string]http.HandlerFunc{"shop.test": func(w http.ResponseWriter, r *http.Request) {
		got, value = r, r.Context().Value(key{})
		io.WriteString(w, "<html><head><TITLE>\n Caf&eacute; &amp; more\t</TITLE></head>")
	}})
	p := open()
	p.UserAgent = "probe/2"
	ctx := context.WithValue(t.Context(), key{}, "carried")
	res, err := (&Walker{}).Visit(ctx, Visit{URL: "https://Shop.TEST:8443/a%20b?q=1#part", Policy: p, Sites: sites})
	require.NoError(t, err)
	assert.Equal(t, 200, res.Status)
	assert.Equal(t, "Café & more", res.Title)
	assert.Equal(t, "https://shop.test:8443/a%20b?q=1#part", res.FinalURL)
	assert.Equal(t, "text/html; charset=utf-8", res.ContentType)
	assert.Zero(t, res.Duration)
	assert.Equal(t, "carried", value)
	assert.Equal(t, "GET", got.Method)
	assert.Equal(t, "shop.test:8443", got.Host)
	assert.Equal(t, "/a b", got.URL.Path)
	assert.Equal(t, "/a%20b?q=1", got.RequestURI)
	assert.Empty(t, got.URL.Fragment)
	assert.NotNil(t, got.TLS)
	// spec: links.policy.user_agent
	assert.Equal(t, "probe/2", got.UserAgent())
	assert.Empty(t, got.Referer())
}

// spec: beyond.offline
func TestOfflineHostsDoNotExist(t *testing.T) {
	t.Parallel()
	for _, u := range []string{"http://example.com/", "https://8.8.8.8/", "http://[2606:4700::1]/"} {
		_, err := (&Walker{}).Visit(t.Context(), Visit{URL: u, Policy: open()})
		var dns *net.DNSError
		require.ErrorAs(t, err, &dns, u)
		assert.True(t, dns.IsNotFound)
		assert.ErrorContains(t, err, "no such host")
	}
}

// A link to the sender's own machine is left alone, or clicked and found broken.
func TestLocalLinks(t *testing.T) {
	t.Parallel()
	p := open()
	_, err := (&Walker{}).Visit(t.Context(), Visit{URL: "http://localhost:3000/", Policy: p})
	var refused *RefusedError
	require.ErrorAs(t, err, &refused)
	assert.Contains(t, refused.Why, `map "localhost:3000"`)
	p.ClickLocal = true
	_, err = (&Walker{Network: true}).Visit(t.Context(), Visit{URL: "http://localhost:3000/", Policy: p})
	assert.False(t, errors.As(err, &refused) || err == nil)
	assert.ErrorContains(t, err, "dial localhost:3000: connection refused")
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	sites := sitesOf(t, map[string]http.HandlerFunc{
		"shop.test": func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/chain":
				http.SetCookie(w, &http.Cookie{Name: "sid", Value: "1", HttpOnly: true})
				http.Redirect(w, r, "//other.test/next", http.StatusFound)
			case "/back":
				c, err := r.Cookie("sid")
				if err != nil || r.Header.Get("X-Extra") != "" {
					http.Error(w, "stranger", http.StatusForbidden)
					return
				}
				fmt.Fprint(w, "sid ", c.Value)
			case "/loop":
				http.Redirect(w, r, "/loop", http.StatusMovedPermanently)
			case "/nowhere":
				w.Header().Set("Location", "http://[bad")
				w.WriteHeader(http.StatusFound)
			case "/mail":
				w.Header().Set("Location", "http://shop.test:25/")
				w.WriteHeader(http.StatusFound)
			}
		},
		"other.test": func(w http.ResponseWriter, r *http.Request) {
			if len(r.Cookies()) > 0 {
				http.Error(w, "leaked", http.StatusTeapot)
				return
			}
			http.Redirect(w, r, "http://shop.test/back", http.StatusSeeOther)
		},
	})
	visit := func(u string) (Result, error) {
		return (&Walker{}).Visit(t.Context(), Visit{URL: u, Policy: open(), Sites: sites, Header: http.Header{"X-Extra": {"1"}}})
	}
	res, err := visit("http://shop.test/chain#x")
	require.NoError(t, err)
	assert.Equal(t, "sid 1", string(res.Body))
	assert.Equal(t, 2, res.Hops)
	assert.Equal(t, "http://shop.test/back#x", res.FinalURL)
	res, err = visit("http://shop.test/back")
	require.NoError(t, err)
	assert.Equal(t, 403, res.Status, "cookies do not outlive a visit")

	res, err = visit("http://shop.test/loop")
	require.ErrorContains(t, err, "more than 10 redirects")
	assert.Equal(t, 10, res.Hops)
	_, err = visit("http://shop.test/nowhere")
	require.ErrorContains(t, err, "not a URL")
	_, err = visit("http://shop.test/mail")
	require.ErrorContains(t, err, "redirected to http://shop.test:25/: port 25 is a mail port")
}

func TestCookies(t *testing.T) {
	t.Parallel()
	at := time.Date(2031, 5, 1, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		set, to string
		sent    bool
	}{
		"simulated hour":   {"c=1; Path=/; Expires=" + at.Add(time.Hour).Format(http.TimeFormat), "http://a.shop.test/", true},
		"simulated past":   {"c=1; Path=/; Expires=" + at.Add(-time.Hour).Format(http.TimeFormat), "http://a.shop.test/", false},
		"deleted":          {"c=1; Path=/; Max-Age=0", "http://a.shop.test/", false},
		"same path":        {"c=1", "http://a.shop.test/dir/x", true},
		"other path":       {"c=1", "http://a.shop.test/directory", false},
		"domain":           {"c=1; Path=/; Domain=.shop.test", "http://b.shop.test/", true},
		"own domain":       {"c=1; Path=/; Domain=a.shop.test", "http://x.a.shop.test/", true},
		"host only":        {"c=1; Path=/", "http://b.shop.test/", false},
		"foreign domain":   {"c=1; Path=/; Domain=b.shop.test", "http://b.shop.test/", false},
		"top level":        {"c=1; Path=/; Domain=test", "http://b.shop.test/", false},
		"secure over http": {"c=1; Path=/; Secure", "https://a.shop.test/", false},
		"too long":         {"c=" + strings.Repeat("x", 5000), "http://a.shop.test/dir/x", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sites := sitesOf(t, map[string]http.HandlerFunc{"*.shop.test": func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/dir/set" {
					w.Header().Set("Set-Cookie", c.set)
					http.Redirect(w, r, c.to, http.StatusFound)
					return
				}
				fmt.Fprint(w, len(r.Cookies()))
			}})
			res, err := (&Walker{}).Visit(t.Context(), Visit{URL: "http://a.shop.test/dir/set", Policy: open(), Sites: sites, At: at})
			require.NoError(t, err)
			assert.Equal(t, c.sent, string(res.Body) == "1")
		})
	}
}

func TestBadHandlers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		h    http.HandlerFunc
		want string
	}{
		"panic":  {func(http.ResponseWriter, *http.Request) { panic("oh") }, "panicked: oh"},
		"abort":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "panicked"},
		"status": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(7) }, "invalid status 7"},
		"goexit": {func(http.ResponseWriter, *http.Request) { runtime.Goexit() }, "ended its goroutine"},
	} {
		_, err := (&Walker{}).Visit(t.Context(), Visit{URL: "http://shop.test", Policy: open(), Sites: sitesOf(t, map[string]http.HandlerFunc{"shop.test": c.h})})
		assert.ErrorContains(t, err, c.want, name)
	}
}

func TestHandlerAnswersAreBounded(t *testing.T) {
	t.Parallel()
	var writeErr error
	sites := sitesOf(t, map[string]http.HandlerFunc{
		"huge.test": func(w http.ResponseWriter, _ *http.Request) {
			for writeErr == nil {
				_, writeErr = w.Write(make([]byte, 32<<10))
			}
		},
		"none.test": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(http.StatusNoContent)
			_, err := w.Write([]byte("x"))
			assert.ErrorIs(t, err, http.ErrBodyNotAllowed)
			w.WriteHeader(500)
		},
	})
	res, err := (&Walker{}).Visit(t.Context(), Visit{URL: "http://huge.test", Policy: open(), Sites: sites})
	require.NoError(t, err)
	assert.Len(t, res.Body, 1<<20)
	assert.True(t, res.Truncated)
	assert.Error(t, writeErr)
	res, err = (&Walker{}).Visit(t.Context(), Visit{URL: "http://none.test", Policy: open(), Sites: sites})
	require.NoError(t, err)
	assert.Equal(t, 204, res.Status)
}

func TestHangingHandler(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		sites := sitesOf(t, map[string]http.HandlerFunc{"slow.test": func(w http.ResponseWriter, r *http.Request) {
			<-release // deaf to its context
			_, err := w.Write([]byte("late"))
			assert.Error(t, err)
		}})
		start := time.Now()
		_, err := (&Walker{}).Visit(t.Context(), Visit{URL: "http://slow.test", Policy: open(), Sites: sites})
		assert.ErrorContains(t, err, "no answer within 10 s")
		assert.Equal(t, 10*time.Second, time.Since(start))
		close(release)
		synctest.Wait()

		gone, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("shut down"))
		release = make(chan struct{})
		defer close(release)
		_, err = (&Walker{}).Visit(gone, Visit{URL: "http://slow.test", Policy: open(), Sites: sites})
		assert.ErrorContains(t, err, "shut down")
	})
}

func TestVisitServer(t *testing.T) {
	t.Parallel()
	app := func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/host":
			fmt.Fprint(w, r.Host)
		case "/huge":
			for range 40 {
				w.Write(make([]byte, 64<<10))
			}
		case "/cut":
			w.Header().Set("Content-Length", "10")
			w.Write([]byte("x"))
		case "/header":
			w.Header().Set("X-Big", strings.Repeat("x", 100<<10))
		}
	}
	plain, secure := httptest.NewServer(http.HandlerFunc(app)), httptest.NewTLSServer(http.HandlerFunc(app))
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	sites, err := Sites{}.With(plain.URL, Site{Base: plain.URL})
	require.NoError(t, err)
	sites, err = sites.With("shop.test", Site{Base: plain.URL + "/"})
	require.NoError(t, err)
	sites, err = sites.With("secure.test:443", Site{Base: secure.URL})
	require.NoError(t, err)
	var now time.Time
	w := &Walker{Now: func() time.Time { now = now.Add(time.Millisecond); return now }}
	visit := func(u string) (Result, error) {
		return w.Visit(t.Context(), Visit{URL: u, Policy: open(), Sites: sites})
	}
	for u, host := range map[string]string{
		plain.URL + "/host": strings.TrimPrefix(plain.URL, "http://"), "http://shop.test/host": "shop.test",
		"https://shop.test:444/host": "shop.test:444", "https://secure.test/host": "secure.test",
	} {
		res, err := visit(u)
		require.NoError(t, err, u)
		assert.Equal(t, host, string(res.Body))
		assert.Equal(t, time.Millisecond, res.Duration)
	}
	res, err := visit("http://shop.test/huge")
	require.NoError(t, err)
	assert.Len(t, res.Body, 1<<20)
	assert.True(t, res.Truncated)
	_, err = visit("http://shop.test/cut")
	require.ErrorContains(t, err, "broke off")
	_, err = visit("http://shop.test/header")
	require.Error(t, err)
	_, err = visit("http://secure.test:8080/host")
	require.ErrorContains(t, err, "no such host")
}

// RFC 8058 section 3.2: one-click carries no cookies and follows no redirect.
func TestPost(t *testing.T) {
	t.Parallel()
	sites := sitesOf(t, map[string]http.HandlerFunc{"list.test": func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		assert.Equal(t, "List-Unsubscribe=One-Click", string(body))
		assert.Equal(t, "application/x-www-form-urlencoded", r.Header.Get("Content-Type"))
		assert.EqualValues(t, len(body), r.ContentLength)
		http.Redirect(w, r, "/done", http.StatusFound)
	}})
	v := Visit{URL: "http://list.test/unsubscribe?u=1", Policy: open(), Sites: sites, Method: "POST",
		Body: []byte("List-Unsubscribe=One-Click"), Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}}
	_, err := (&Walker{}).Visit(t.Context(), v)
	var refused *RefusedError
	require.ErrorAs(t, err, &refused)
	v.Policy.Unsubscribe = true
	res, err := (&Walker{}).Visit(t.Context(), v)
	require.NoError(t, err)
	assert.Equal(t, 302, res.Status)
	v.Method = "DELETE"
	_, err = (&Walker{}).Visit(t.Context(), v)
	require.ErrorAs(t, err, &refused)
}

func TestSitesTransport(t *testing.T) {
	t.Parallel()
	sites := sitesOf(t, map[string]http.HandlerFunc{"hooks.test": func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(202)
		w.Write(body)
	}})
	client := &http.Client{Transport: sites.Transport(offline{})}
	res, err := client.Post("http://hooks.test/in", "text/plain", strings.NewReader("body"))
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	assert.Equal(t, "202 body", fmt.Sprint(res.StatusCode, " ", string(body)))
	_, err = client.Get("http://elsewhere.test/")
	require.ErrorContains(t, err, "no such host")
}

func TestTitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, page, want string }{
		{"text/html", "<title>a</title>", "a"},
		{"text/html", "<title></title>", ""},
		{"text/html", "<title>a<b>c</title>", "a<b>c"},
		{"text/html", "<script>'<title>no</title>'</script><title>yes</title>", "yes"},
		{"text/html", "<body><svg><title>icon</title></svg>", ""},
		{"text/html", "<title>unclosed", "unclosed"},
		{"text/html; charset=iso-8859-1", "<title>caf\xe9</title>", "café"},
		{"text/html", "<meta charset=shift_jis><title>\x93\xfa\x96{</title>", "日本"},
		{"text/html; charset=utf-8", "<title>a\xffb\x00\x1b[31m</title>", "a\uFFFDb\uFFFD[31m"},
		{"text/plain", "<title>a</title>", ""},
		{"", "<title>a</title>", ""},
		{"text/html", "<title>" + strings.Repeat("é ", 300) + "</title>", strings.TrimSpace(strings.Repeat("é ", 100))},
		{"text/html", strings.Repeat("<p>", 200<<10) + "<title>far</title>", ""},
	} {
		assert.Equal(t, c.want, titleOf(c.kind, []byte(c.page)), "%.60q", c.page)
	}
}
