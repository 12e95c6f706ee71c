package links_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// fetchFunc is a Fetcher of one function.
type fetchFunc func(ctx context.Context, v mailsim.Visit, method, url, body string) (*http.Response, error)

func (f fetchFunc) Fetch(ctx context.Context, v mailsim.Visit, method, url, body string) (*http.Response, error) {
	return f(ctx, v, method, url, body)
}

// page is an answer of a site.
func page(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

type brokenBody struct{ closed *bool }

func (b brokenBody) Read([]byte) (int, error) { return 0, errors.New("wire cut") }

func (b brokenBody) Close() error { *b.closed = true; return nil }

// TestFetcher: a visit that the application makes is judged and told as one that
// the universe makes.
func TestFetcher(t *testing.T) {
	t.Parallel()
	closed := false
	ended := func(at string, res *http.Response) *http.Response {
		end, err := url.Parse(at)
		require.NoError(t, err)
		res.Request = &http.Request{URL: end}
		return res
	}
	for name, tt := range map[string]struct {
		answer func(url string) (*http.Response, error)
		opened string // final URL, status, title
		failed string
		asked  []string
	}{
		"a page": {
			answer: func(string) (*http.Response, error) { return page(200, "<title>Wel&amp;come\n home</title>"), nil },
			opened: "http://shop.test/confirm?t=1 200 Wel&come home", asked: []string{"GET http://shop.test/confirm?t=1"},
		},
		"no HTML": {
			answer: func(string) (*http.Response, error) {
				return page(404, "<title>x</title>", "Content-Type", "text/plain"), nil
			},
			opened: "http://shop.test/confirm?t=1 404 ",
		},
		"no header at all": {
			answer: func(string) (*http.Response, error) { return &http.Response{StatusCode: 204, Body: http.NoBody}, nil },
			opened: "http://shop.test/confirm?t=1 204 ",
		},
		"a redirect": {
			answer: func(u string) (*http.Response, error) {
				if strings.HasSuffix(u, "/done") {
					return page(200, "<title>Done</title>"), nil
				}
				return page(302, "", "Location", "/done"), nil
			},
			opened: "http://shop.test/done 200 Done", asked: []string{"GET http://shop.test/confirm?t=1", "GET http://shop.test/done"},
		},
		"a redirect to a private host": {
			answer: func(string) (*http.Response, error) { return page(302, "", "Location", "http://10.0.0.7/admin"), nil },
			failed: "redirected to http://10.0.0.7/admin", asked: []string{"GET http://shop.test/confirm?t=1"},
		},
		"a redirect to a denied host": {
			answer: func(string) (*http.Response, error) { return page(302, "", "Location", "http://evil.test/"), nil },
			failed: "redirected to http://evil.test/", asked: []string{"GET http://shop.test/confirm?t=1"},
		},
		"redirects without end": {
			answer: func(string) (*http.Response, error) { return page(302, "", "Location", "/again"), nil },
			failed: "more than 10 redirects",
		},
		"redirects it followed": {
			answer: func(string) (*http.Response, error) {
				return ended("http://shop.test/home", page(200, "<title>Home</title>")), nil
			},
			opened: "http://shop.test/home 200 Home",
		},
		"redirects it followed to a private host": {
			answer: func(string) (*http.Response, error) {
				return ended("http://127.0.0.1:8080/", page(200, "<title>Secret</title>")), nil
			},
			failed: "redirected to http://127.0.0.1:8080/",
		},
		"redirects it followed to what is no site": {
			answer: func(string) (*http.Response, error) { return ended("file:///etc/passwd", page(200, "")), nil },
			failed: "redirected to file:///etc/passwd",
		},
		"an error":            {answer: func(string) (*http.Response, error) { return nil, errors.New("no route") }, failed: "no route"},
		"an error and a page": {answer: func(string) (*http.Response, error) { return page(200, ""), errors.New("no route") }, failed: "no route"},
		"nothing":             {answer: func(string) (*http.Response, error) { return nil, nil }, failed: "answered nothing"},
		"no body":             {answer: func(string) (*http.Response, error) { return &http.Response{StatusCode: 200}, nil }, failed: "without a body"},
		"a panic":             {answer: func(string) (*http.Response, error) { panic("oh") }, failed: "panicked: oh"},
		"a body that breaks": {answer: func(string) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: brokenBody{&closed}}, nil
		}, failed: "wire cut"},
		"a body without an end": {answer: func(string) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: io.NopCloser(endless{})}, nil
		}, opened: "http://shop.test/confirm?t=1 200 "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			u := testkit.New(t, mailsim.Options{Fetcher: fetchFunc(func(_ context.Context, v mailsim.Visit, method, url, body string) (*http.Response, error) {
				asked = append(asked, strings.TrimSpace(method+" "+url+" "+body))
				assert.Equal(t, "anna@client.test", v.Address)
				return tt.answer(url)
			})})
			policy := mailsim.DefaultLinkPolicy()
			policy.SenderCheck, policy.Deny = new(0.0), []string{"evil.test"}
			_, err := u.SetLinks(context.Background(), policy)
			require.NoError(t, err)
			testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
			testkit.SendTo(t, u, "anna@client.test", "Welcome", "Please confirm your address: http://shop.test/confirm?t=1")
			testkit.Advance(t, u, 7*24*time.Hour)
			var got []string
			for _, e := range testkit.EventsOf[mailsim.LinkOpened](u) {
				got = append(got, e.FinalURL+" "+strconv.Itoa(e.Status)+" "+e.Title)
			}
			if tt.opened != "" {
				assert.Equal(t, []string{tt.opened}, got)
				assert.Empty(t, testkit.EventsOf[mailsim.LinkFailed](u))
			} else {
				assert.Empty(t, got)
				require.Len(t, testkit.EventsOf[mailsim.LinkFailed](u), 1)
				assert.Contains(t, testkit.EventsOf[mailsim.LinkFailed](u)[0].Error, tt.failed)
			}
			if tt.asked != nil {
				assert.Equal(t, tt.asked, asked)
			}
			assert.Empty(t, testkit.EventsOf[mailsim.JobFailed](u))
		})
	}
	t.Cleanup(func() { assert.True(t, closed, "the body is closed") })
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestLookUpByFetcher: nothing, or a panic, of the look-up of a sender is an error too.
func TestLookUpByFetcher(t *testing.T) {
	t.Parallel()
	for _, res := range []*http.Response{nil, {StatusCode: 200}} {
		u := testkit.New(t, mailsim.Options{Fetcher: fetchFunc(func(context.Context, mailsim.Visit, string, string, string) (*http.Response, error) { return res, nil })})
		policy := mailsim.DefaultLinkPolicy()
		policy.SenderCheck = new(1.0)
		_, err := u.SetLinks(context.Background(), policy)
		require.NoError(t, err)
		testkit.AddPerson(t, u, "anna@client.test", nil)
		testkit.SendTo(t, u, "anna@client.test", "Hello", "Is Tuesday fine?")
		testkit.Advance(t, u, 7*24*time.Hour)
		require.Len(t, testkit.EventsOf[mailsim.LinkSender](u), 1)
		assert.Contains(t, testkit.EventsOf[mailsim.LinkSender](u)[0].Error, "the fetcher answered")
	}
}

// TestFetcherTakesTime: the real time of a visit is told, and a visit has 10 s.
func TestFetcherTakesTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Fetcher: fetchFunc(func(ctx context.Context, _ mailsim.Visit, _, url, _ string) (*http.Response, error) {
			if strings.Contains(url, "slow") {
				time.Sleep(time.Minute)
				return page(200, ""), nil
			}
			time.Sleep(300 * time.Millisecond)
			return page(200, ""), nil
		})})
		testkit.QuietLinks(t, u)
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
		testkit.SendTo(t, u, "anna@client.test", "Welcome", "Please look: http://shop.test/a or http://slow.test/b")
		testkit.Advance(t, u, 7*24*time.Hour)
		require.Len(t, testkit.EventsOf[mailsim.LinkOpened](u), 1)
		assert.EqualValues(t, 300, testkit.EventsOf[mailsim.LinkOpened](u)[0].MS)
		require.Len(t, testkit.EventsOf[mailsim.LinkFailed](u), 1)
		assert.Contains(t, testkit.EventsOf[mailsim.LinkFailed](u)[0].Error, "10 s")
		assert.EqualValues(t, 10_000, testkit.EventsOf[mailsim.LinkFailed](u)[0].MS)
		time.Sleep(time.Minute)
	})
}
