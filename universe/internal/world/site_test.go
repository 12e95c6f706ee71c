package world_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// newsletters sends issues of a stream, and counts by domain what an inbox holds.
func newsletters(t *testing.T, to ...string) (u *engine.Universe, send func(n int), got func(address string) map[string]int) {
	u = testkit.New(t, mailsim.Options{Seed: "letters"})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "n", Kind: "newsletter", PerDay: 1, NewPeople: 0.2, Enabled: new(true), To: to})
	send = func(n int) {
		for range n {
			_, err := u.SendStream(context.Background(), "n")
			require.NoError(t, err)
		}
	}
	got = func(address string) map[string]int {
		out := map[string]int{}
		for _, m := range testkit.Messages(t, u, address) {
			if m.Folder == "INBOX" {
				out[addr.Domain(m.From)]++
			}
		}
		return out
	}
	return u, send, got
}

// offer is what the first mail of an inbox offers by one click: the URL and who sent it.
func offer(t *testing.T, u *engine.Universe, address string) (link, domain string) {
	t.Helper()
	m := testkit.Messages(t, u, address)[0]
	raw := string(m.Bytes())
	assert.Contains(t, raw, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n")
	found := regexp.MustCompile(`<(https://[^>]+)>,\s+<mailto:`).FindStringSubmatch(raw)
	require.NotNil(t, found, raw)
	return found[1], addr.Domain(m.From)
}

var oneClick = url.Values{"List-Unsubscribe": {"One-Click"}}

// TestOneClick: the application unsubscribes an address by the POST that a newsletter
// offers (RFC 8058), at once; looking at the page, a wrong form and a wrong token change
// nothing, and the same POST again is fine.
func TestOneClick(t *testing.T) {
	t.Parallel()
	u, send, got := newsletters(t, "anna@ours.test")
	client := &http.Client{Transport: u.SiteTransport(nil)}
	send(8)
	link, left := offer(t, u, "anna@ours.test")
	status := func(res *http.Response, err error) (int, string) {
		t.Helper()
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(b)
	}
	goesOn := func() {
		t.Helper()
		before := got("anna@ours.test")[left]
		send(20)
		assert.Greater(t, got("anna@ours.test")[left], before)
	}
	code, page := status(client.Get(link))
	assert.Equal(t, 200, code)
	assert.Contains(t, page, `<form method="post">`)
	goesOn()
	for _, wrong := range []string{link + "x", link[:len(link)-1], link[:strings.LastIndex(link, "/")+1]} {
		code, _ = status(client.PostForm(wrong, oneClick))
		assert.Equal(t, 404, code, wrong)
	}
	code, _ = status(client.PostForm(link, url.Values{"List-Unsubscribe": {"No"}}))
	assert.Equal(t, 400, code)
	code, _ = status(client.Post(link, "application/x-www-form-urlencoded", strings.NewReader(strings.Repeat("a=b&", 1<<12)+oneClick.Encode())))
	assert.Equal(t, 400, code)
	put, err := http.NewRequest(http.MethodPut, link, nil)
	require.NoError(t, err)
	code, _ = status(client.Do(put))
	assert.Equal(t, 405, code)
	goesOn()

	code, _ = status(client.PostForm(link, oneClick))
	assert.Equal(t, 200, code)
	gone := got("anna@ours.test")
	send(40)
	assert.Equal(t, gone[left], got("anna@ours.test")[left], "it comes no more")
	assert.Greater(t, len(got("anna@ours.test")), 3, "others still write")
	code, _ = status(client.PostForm(link, oneClick))
	assert.Equal(t, 200, code, "a replay")
	testkit.Advance(t, u, 30*24*time.Hour)
	assert.Equal(t, gone[left], got("anna@ours.test")[left])
}

// TestOneClickOfAPerson: a person who unsubscribes leaves alone; of a mail to several, who
// else gets it goes on getting it, until somebody takes them all off.
func TestOneClickOfAPerson(t *testing.T) {
	t.Parallel()
	u, send, got := newsletters(t, "anna@ours.test", "ben@ours.test")
	anna := testkit.AddPerson(t, u, "anna@ours.test", nil)
	send(8)
	link, left := offer(t, u, "anna@ours.test")
	_, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActUnsubscribe, MessageID: testkit.Messages(t, u, "anna@ours.test")[0].MessageID})
	require.NoError(t, err)
	testkit.Advance(t, u, time.Second)
	opened := testkit.EventsOf[mailsim.LinkOpened](u)
	require.NotEmpty(t, opened)
	e := opened[len(opened)-1]
	assert.Equal(t, []any{anna.ID, link, 200, "Unsubscribe from " + left}, []any{e.PersonaID, e.URL, e.Status, e.Title})
	gone, ben := got("anna@ours.test")[left], got("ben@ours.test")[left]
	send(40)
	assert.Equal(t, gone, got("anna@ours.test")[left])
	assert.Greater(t, got("ben@ours.test")[left], ben)

	ben = got("ben@ours.test")[left]
	res, err := (&http.Client{Transport: u.SiteTransport(nil)}).PostForm(link, oneClick)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	assert.Equal(t, 200, res.StatusCode)
	send(40)
	assert.Equal(t, ben, got("ben@ours.test")[left])
}

// TestSitesOfNewsletters: only the pages of newsletters that have written are there, a
// site of the application comes before them, and nothing else is reached.
func TestSitesOfNewsletters(t *testing.T) {
	t.Parallel()
	u, send, _ := newsletters(t, "anna@ours.test")
	send(2)
	link, domain := offer(t, u, "anna@ours.test")
	assert.True(t, u.IsSite(link) && u.IsSite(strings.ToUpper(link[:len("https://")+len(domain)])+link[len("https://")+len(domain):]))
	for _, other := range []string{"https://" + domain + "/", "https://" + domain + "/2026/x", "https://" + domain + ":8443/unsubscribe/x", "https://www." + domain + "/unsubscribe/x", "https://ours.test/unsubscribe/x"} {
		assert.False(t, u.IsSite(other), other)
		_, err := (&http.Client{Transport: u.SiteTransport(nil)}).Get(other)
		assert.ErrorContains(t, err, "no such host", other)
	}
	v := &testkit.Visits{}
	u.SetSite(domain, v)
	res, err := (&http.Client{Transport: u.SiteTransport(nil)}).Get(link)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	assert.Len(t, v.List, 1)
}
