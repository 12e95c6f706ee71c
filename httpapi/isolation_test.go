package httpapi

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/selfcert"
)

// Two universes live through the same story with the same addresses, ids and
// names. Only a word differs, which stands in all that they hold: whoever shows
// the other's word has looked into the wrong universe.

func certificate(t *testing.T) []byte {
	t.Helper()
	cert, err := selfcert.For("mail.test")
	require.NoError(t, err)
	return cert.Certificate[0]
}

// apart looks in a text for what belongs to the other.
func (n *teller) apart(where, text string) {
	n.t.Helper()
	for _, alien := range n.alien {
		assert.NotContains(n.t, text, alien, where)
	}
}

// live makes one step of the story and looks for what is not the teller's own.
func (n *teller) live(w *world, s step) {
	n.t.Helper()
	got := n.overHTTP(w, s)
	n.apart(s.rowName(), string(got.Body)+strings.Join(got.Header["Content-Disposition"], ""))
}

// twoTenants makes the two, with webhooks that tell what they get.
func twoTenants(t *testing.T) (*world, *mailsim.Cell, []*teller) {
	t.Helper()
	w, cell := newCell(t, mailsim.CellOptions{Trusted: true}, Options{NoLimit: true, Metrics: true})
	cell.AnnounceCertificate(certificate(t))
	words, names := []string{"qorvimex", "zyxwaal"}, []string{"one", "two"}
	var both []*teller
	for i, name := range names {
		u, err := cell.Universe("u_" + name)
		require.NoError(t, err)
		other := names[1-i]
		n := &teller{t: t, u: u, key: w.keys[mailsim.Role(name)], word: words[i], vars: map[string]string{},
			alien: []string{words[1-i], "u_" + other, w.keys[mailsim.Role(other)], `"` + other + `"`}}
		u.SetSite("hooks.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			n.mu.Lock()
			defer n.mu.Unlock()
			n.calls = append(n.calls, r.URL.Path+" "+string(body))
		}))
		both = append(both, n)
	}
	return w, cell, both
}

// TestIsolation lets two universes live through every endpoint.
func TestIsolation(t *testing.T) {
	t.Parallel()
	w, cell, both := twoTenants(t)
	s := w.server()
	streams := make([]*bufio.Scanner, len(both))
	for i, n := range both {
		r, err := http.NewRequestWithContext(t.Context(), get, s.URL+"/api/events/stream?token="+n.key, nil)
		require.NoError(t, err)
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		streams[i] = bufio.NewScanner(resp.Body)
		streams[i].Buffer(nil, 1<<20)
	}
	// spec: service.universe.isolation
	for _, s := range story {
		for _, n := range both {
			n.live(w, s)
		}
	}
	for i, n := range both {
		for streams[i].Scan() {
			n.apart("stream", streams[i].Text())
			if strings.Contains(streams[i].Text(), `"factor":7`) {
				break
			}
		}
		require.NoError(t, streams[i].Err())
		n.apart("metrics", string(n.as(w, get, "/metrics", "").ok().Body))
		require.NoError(t, n.u.Settle(t.Context()))
		n.mu.Lock()
		assert.Greater(t, len(n.calls), 5)
		for _, call := range n.calls {
			n.apart("webhook", call)
			assert.True(t, strings.HasPrefix(call, "/"+n.word+" "))
		}
		n.mu.Unlock()
		// nothing of the other is found, by whatever name
		for _, q := range []string{both[1-i].word, `"` + both[1-i].word + ` question"`} {
			assert.Empty(t, n.as(w, get, "/api/search?q="+url.QueryEscape(q), "").ok().at("messages"))
		}
		page := w.as("", get, "/share/"+n.vars["share"]+"?universe="+n.u.ID(), "").ok()
		assert.Contains(t, string(page.Body), n.word)
		assert.Equal(t, notFound, w.as("", get, "/share/"+n.vars["share"]+"?universe="+both[1-i].u.ID(), "").Status)
		r := w.request("", get, "/api/status", "")
		r.Header.Set("Authorization", "Bearer "+n.vars["secret"])
		r.Header.Set(universeHeader, both[1-i].u.ID())
		w.do(r).fails(forbidden, "another universe")
		assert.Equal(t, notFound, n.as(w, del, "/api/shares/"+both[1-i].vars["share"], "").Status)
		assert.Equal(t, notFound, n.as(w, del, "/api/keys/"+both[1-i].vars["prefix"], "").Status)
	}
	// one goes, the other stays as it was
	one, two := both[0], both[1]
	before := universeOf(w, two)
	for _, s := range ending {
		one.live(w, s)
	}
	assert.Equal(t, before, universeOf(w, two))
	one.apart("what is left", universeOf(w, one))
	require.NoError(t, cell.DeleteUniverse(t.Context(), one.u.ID()))
	assert.Equal(t, before, universeOf(w, two))
}

// as makes a request with the teller's key.
func (n *teller) as(w *world, method, path, body string) *reply {
	n.t.Helper()
	r := w.request("", method, path, body)
	r.Header.Set("Authorization", "Bearer "+n.key)
	return w.do(r)
}

// universeOf is all that a tenant's API shows.
func universeOf(w *world, n *teller) string {
	var b strings.Builder
	for _, path := range []string{"personas", "mailboxes", "jobs", "events", "accounts", "recipients", "links", "pace", "ai", "webhooks", "cases", "keys", "clock", "shares", "world", "faults", "status", "retention",
		"insights", "mailboxes/anna@client.test/messages"} {
		r := n.as(w, get, "/api/"+path, "")
		if r.Status == http.StatusOK && path == "clock" {
			r.Body = []byte(r.at("now").(string))
		}
		b.Write(r.Body)
	}
	return b.String()
}

// TestApart: time, waits, faults and logins of one do nothing to the other.
func TestApart(t *testing.T) {
	t.Parallel()
	w, cell, both := twoTenants(t)
	one, two := both[0], both[1]
	for _, n := range both {
		n.as(w, post, "/api/accounts", n.fill(`{"address": "desk@ours.test", "password": "@ password", "username": "desk"}`)).ok()
		n.as(w, post, "/api/clock/freeze", "{}").ok()
	}
	// logins: the same name opens the universe whose password it is
	for _, n := range both {
		for _, name := range []string{"desk", "desk@ours.test"} {
			session := cell.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: "192.0.2.1"})
			require.NoError(t, session.Authenticate(t.Context(), name, n.word+" password"))
			assert.Same(t, n.u, session.Universe())
		}
	}
	// one that was logged in before its organization was suspended sends no more
	sending := cell.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	require.NoError(t, sending.Authenticate(t.Context(), "desk", one.word+" password"))
	require.NoError(t, sending.MailAllowed())
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "one", Suspended: true}))
	require.ErrorIs(t, sending.MailAllowed(), mailsim.ErrForbidden)
	require.Error(t, cell.NewSession(mailsim.SessionInfo{Proto: "imap"}).Authenticate(t.Context(), "desk", one.word+" password"))
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "one"}))
	session := cell.NewSession(mailsim.SessionInfo{Proto: "imap"})
	require.Error(t, session.Authenticate(t.Context(), "desk", "no such password"))

	// clocks
	before := two.u.Now()
	w.as("one", post, "/api/clock/advance", `{"by": "30d"}`).ok()
	assert.Equal(t, before, two.u.Now())

	// waits: mail to the same address elsewhere is not awaited mail
	mark := w.as("two", get, "/api/events?limit=1", "").ok().at("last").(float64)
	w.as("one", post, "/api/send", `{"from": "app@ours.test", "to": ["desk@ours.test"], "text": "Hello"}`).ok()
	got := w.as("two", get, "/api/wait?timeout=1&to=desk@ours.test&after="+toJSON(mark), "")
	assert.Equal(t, http.StatusRequestTimeout, got.Status, string(got.Body))
	two.apart("wait", string(got.Body))
	w.as("one", get, "/api/wait?timeout=1&to=desk@ours.test&existing=true", "").ok()

	// faults
	w.as("one", put, "/api/faults", `{"rules": [{"where": "api", "kind": "fail", "code": 503}]}`).ok()
	assert.Equal(t, http.StatusServiceUnavailable, w.as("one", get, "/api/status", "").Status)
	w.as("two", get, "/api/status", "").ok()
	assert.Empty(t, w.as("two", get, "/api/faults", "").ok().at("rules"))
}

// TestListsForget: a universe that is gone is held by no page of its mail.
func TestListsForget(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true})
	for range 3 {
		u, err := cell.CreateUniverse(t.Context(), "one", mailsim.Options{ID: "u_short", HashCost: 4, Real: start})
		require.NoError(t, err)
		secret, _, err := u.CreateKey(t.Context(), "", admin)
		require.NoError(t, err)
		w.keys["short"] = secret
		w.as("short", post, "/api/inject", `{"to": "desk@ours.test", "from": "old@client.test", "text": "x"}`).ok()
		for range 2 {
			w.as("short", get, "/api/mailboxes/desk@ours.test/messages", "").ok()
		}
		require.NoError(t, cell.DeleteUniverse(t.Context(), "u_short"))
	}
	w.as("one", post, "/api/inject", `{"to": "desk@ours.test", "from": "old@client.test", "text": "x"}`).ok()
	w.as("one", get, "/api/mailboxes/desk@ours.test/messages", "").ok()
	one, err := cell.Universe("u_one")
	require.NoError(t, err)
	assert.Equal(t, map[*mailsim.Universe]bool{one: true}, w.h.lists.of)
	assert.Len(t, w.h.lists.byKey, 1)
	for k, page := range w.h.lists.byKey {
		assert.Same(t, one, k.u)
		assert.Equal(t, len(page.json), w.h.lists.bytes)
	}
}
