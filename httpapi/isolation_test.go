package httpapi

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/selfcert"
)

// Two universes live through the same story with the same addresses, ids and
// names. Only a word differs, which stands in all that they hold: whoever shows
// the other's word has looked into the wrong universe.

// tenant is one of the two.
type tenant struct {
	key   mailsim.Role // of world.keys
	u     *mailsim.Universe
	word  string
	alien []string          // what must not be seen: the other's word, ids and secrets
	vars  map[string]string // caught from answers
	calls []string          // that its webhook got
	mu    sync.Mutex
}

// step is a request of the story. In it @ stands for the word and $name for what
// an earlier step has caught.
type step struct {
	method, path, body string
	catch              string // "name=path.in.answer", with commas
	shows              bool   // the answer holds the word
}

// story calls every route of the table.
var story = []step{
	{post, "/personas", `{"name": "Anna @", "addresses": ["anna@client.test"], "who": "@ who", "external_ids": {"crm": "@-1"}, "timing": {"reply_rate": 1}, "style": {"signature": "@ sign"}}`, "person=id", true},
	{get, "/personas", "", "", true},
	{get, "/personas/$person", "", "", true},
	{patch, "/personas/$person", `{"role": "@ role"}`, "", true},
	{put, "/personas/$person", `{"org": "@ org"}`, "", true},
	{get, "/temperaments", "", "", false},
	{put, "/cases/c1", `{"title": "@ order", "facts": {"carrier": "@"}, "addresses": ["anna@client.test"]}`, "", true},
	{get, "/cases", "", "", true},
	{get, "/cases/c1", "", "", true},
	{post, "/personas/$person/memory", `{"text": "@ note", "case_id": "c1"}`, "", true},
	{post, "/memory/by-external", `{"system": "crm", "id": "@-1", "text": "@ signed"}`, "", true},
	{get, "/personas/$person/memory", "", "", true},
	{post, "/accounts", `{"address": "desk@ours.test", "password": "@ password", "username": "desk", "note": "@ note"}`, "", true},
	{patch, "/accounts/desk@ours.test", `{"display_name": "@ desk"}`, "", true},
	{put, "/accounts/desk@ours.test", `{"note": "@ again"}`, "", true},
	{get, "/accounts", "", "", true},
	{post, "/accounts/desk@ours.test/check", `{"password": "@ password"}`, "", false},
	{put, "/accounts/desk@ours.test/signature", `{"signature": "@ team"}`, "", true},
	{get, "/accounts/desk@ours.test/signature", "", "", true},
	{put, "/webhooks", `[{"name": "@ hook", "url": "http://hooks.test/@", "secret": "@ secret"}]`, "", true},
	{get, "/webhooks", "", "", true},
	{put, "/recipients", `{"domains": {"@.test": {"create": false}}, "status": {"gone@@.test": "full"}, "seed": "@"}`, "", true},
	{get, "/recipients", "", "", true},
	{put, "/links", `{"deny": ["*.@.test"]}`, "", true},
	{get, "/links", "", "", true},
	{put, "/retention", `{"mail_days": 90, "event_days": 90}`, "", false},
	{get, "/retention", "", "", false},
	{put, "/world", `{"company": {"name": "@ Ltd", "domain": "ours.test"}, "streams": [{"id": "s1", "kind": "custom", "brief": "@ brief", "per_day": 2, "enabled": true, "to": ["desk@ours.test"]}]}`, "", true},
	{get, "/world", "", "", true},
	{put, "/faults", `{"rules": [{"name": "@ fault", "where": "smtp", "at": "rcpt", "kind": "tempfail", "text": "4.3.0 @"}]}`, "", true},
	{get, "/faults", "", "", true},
	{post, "/keys", `{"name": "@ key", "role": "viewer"}`, "secret=key,prefix=prefix", true},
	{get, "/keys", "", "", true},
	{post, "/send", `{"from": "desk@ours.test", "to": ["anna@client.test"], "subject": "@ question", "text": "@: is Tuesday fine?", "attachments": [{"filename": "@.txt", "content_type": "text/plain", "data": "YQ=="}]}`, "mid=message_id", false},
	{post, "/send", `{"from": "shop@ours.test", "to": ["anna@client.test"], "subject": "@ offer", "text": "@ and more"}`, "", false},
	{post, "/inject", `{"to": "desk@ours.test", "from": "old@client.test", "subject": "@ old", "text": "@ code 482913", "folder": "Box @"}`, "", true},
	{get, "/mailboxes", "", "", true},
	{get, "/mailboxes/desk@ours.test/folders", "", "", true},
	{get, "/mailboxes/anna@client.test/messages", "", "", true},
	{get, "/mailboxes/anna@client.test/messages/INBOX/1", "", "", true},
	{get, "/mailboxes/anna@client.test/messages/INBOX/1/raw", "", "", true},
	{get, "/mailboxes/anna@client.test/messages/INBOX/1/attachments/0", "", "", false}, // its header is checked too
	{patch, "/mailboxes/anna@client.test/messages/INBOX/2", `{"seen": true, "move_to": "Box @"}`, "", true},
	{put, "/mailboxes/anna@client.test/status", `{"status": "ok"}`, "", true},
	{get, "/threads?address=desk@ours.test", "", "", true},
	{get, "/search?q=question", "", "", true},
	{get, "/inspect?message_id=$mid", "", "", true},
	{post, "/shares", `{"address": "anna@client.test", "folder": "INBOX", "uid": 1}`, "share=id", false},
	{get, "/shares", "", "", false},
	{post, "/extract", `{"text": "@ code 482913"}`, "", true},
	{get, "/jobs?kind=reply", "", "job=0.id", false},
	{get, "/jobs/$job", "", "", false},
	{patch, "/jobs/$job", `{"due": "2026-01-05T10:00:00Z"}`, "", false},
	{post, "/jobs/$job/run", "", "", false},
	{get, "/wait/reply?from=anna@client.test&in_reply_to=$mid", "", "", true},
	{get, "/wait?to=desk@ours.test&folder=Box+@&existing=true", "", "", true},
	{get, "/jobs?kind=world&state=pending", "", "inbound=0.id", false},
	{post, "/jobs/$inbound/skip", "", "", false},
	{post, "/world/streams/s1/send", "", "", false},
	{post, "/personas/learn", `{"address": "shop@ours.test", "paused": true}`, "", false},
	{get, "/personas/$person/relations", "", "", false},
	{get, "/ai", "", "", false},
	{put, "/ai", `{"mode": "off"}`, "", false},
	{get, "/pace", "", "", false},
	{post, "/clock/freeze", `{}`, "", false},
	{post, "/clock/speed", `{"factor": 2}`, "", false},
	{post, "/clock/advance", `{"by": "3d"}`, "", false},
	{get, "/clock", "", "", false},
	{get, "/events?limit=1000", "", "", true},
	{get, "/insights", "", "", false},
	{get, "/status", "", "", false},
	{get, "/connection", "", "", false},
	{get, "/connection/cert", "", "", false},
	{get, "/me", "", "", false},
	{get, "/universes", "", "", false},
	{get, "/openapi.json", "", "", false},
	{put, "/pace", `{"factor": 7}`, "", false},
}

// end takes all that the story made away again.
var end = []step{
	{post, "/retention/prune", "", "", false},
	{del, "/shares/$share", "", "", false},
	{del, "/keys/$prefix", "", "", false},
	{del, "/personas/$person/memory", "", "", false},
	{del, "/personas/$person/relations", "", "", false},
	{del, "/cases/c1", "", "", false},
	{del, "/personas/$person", "", "", false},
	{del, "/accounts/desk@ours.test", "", "", false},
	{post, "/reset", "", "", false},
}

func (n *tenant) fill(text string) string {
	// the word before a dot or quote, the sign of an address elsewhere
	text = strings.NewReplacer("@client", "\x00client", "@ours", "\x00ours", "gone@", "gone\x00").Replace(text)
	text = strings.ReplaceAll(text, "@", n.word)
	for name, value := range n.vars {
		text = strings.ReplaceAll(text, "$"+name, url.PathEscape(value))
	}
	return strings.ReplaceAll(text, "\x00", "@")
}

// live makes one step of a tenant's story and looks for what is not its own.
func (n *tenant) live(w *world, s step) {
	w.t.Helper()
	got := w.as(n.key, s.method, "/api"+n.fill(s.path), n.fill(s.body)).ok()
	n.apart(w.t, s.method+" "+s.path, string(got.Body)+strings.Join(got.Header["Content-Disposition"], ""))
	if s.shows {
		assert.Contains(w.t, string(got.Body), n.word, "%s %s", s.method, s.path)
	}
	for _, name := range list(s.catch) {
		name, path, _ := strings.Cut(name, "=")
		n.vars[name], _ = got.at(path).(string)
	}
}

// apart looks in a text for what belongs to the other.
func (n *tenant) apart(t *testing.T, where, text string) {
	t.Helper()
	for _, alien := range n.alien {
		assert.NotContains(t, text, alien, where)
	}
}

// twoTenants makes the two, with webhooks that tell what they get.
func twoTenants(t *testing.T) (*world, *mailsim.Cell, []*tenant) {
	t.Helper()
	w, cell := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true, Metrics: true})
	cert, err := selfcert.For("mail.test")
	require.NoError(t, err)
	cell.AnnounceCertificate(cert.Certificate[0])
	words := []string{"qorvimex", "zyxwaal"}
	var both []*tenant
	for i, key := range []mailsim.Role{"one", "two"} {
		u, err := cell.Universe("u_" + string(key))
		require.NoError(t, err)
		other := []string{"two", "one"}[i]
		n := &tenant{key: key, u: u, word: words[i], alien: []string{words[1-i], "u_" + other, w.keys[mailsim.Role(other)], `"` + other + `"`}, vars: map[string]string{}}
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
		r, err := http.NewRequestWithContext(t.Context(), get, s.URL+"/api/events/stream?token="+w.keys[n.key], nil)
		require.NoError(t, err)
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		streams[i] = bufio.NewScanner(resp.Body)
		streams[i].Buffer(nil, 1<<20)
	}
	// spec: service.universe.isolation
	lived := map[string]bool{get + " /events/stream": true}
	for _, s := range story {
		for _, n := range both {
			n.live(w, s)
		}
		lived[rowName(s)] = true
	}
	for i, n := range both {
		for streams[i].Scan() {
			n.apart(t, "stream", streams[i].Text())
			if strings.Contains(streams[i].Text(), `"factor":7`) {
				break
			}
		}
		require.NoError(t, streams[i].Err())
		n.apart(t, "metrics", string(w.as(n.key, get, "/metrics", "").ok().Body))
		require.NoError(t, n.u.Settle(t.Context()))
		n.mu.Lock()
		assert.Greater(t, len(n.calls), 5)
		for _, call := range n.calls {
			n.apart(t, "webhook", call)
			assert.True(t, strings.HasPrefix(call, "/"+n.word+" "))
		}
		n.mu.Unlock()
		// nothing of the other is found, by whatever name
		for _, q := range []string{both[1-i].word, `"` + both[1-i].word + ` question"`} {
			assert.Empty(t, w.as(n.key, get, "/api/search?q="+url.QueryEscape(q), "").ok().at("messages"))
		}
		page := w.as("", get, "/share/"+n.vars["share"]+"?universe="+n.u.ID(), "").ok()
		assert.Contains(t, string(page.Body), n.word)
		assert.Equal(t, notFound, w.as("", get, "/share/"+n.vars["share"]+"?universe="+both[1-i].u.ID(), "").Status)
		r := w.request("", get, "/api/status", "")
		r.Header.Set("Authorization", "Bearer "+n.vars["secret"])
		r.Header.Set(universeHeader, both[1-i].u.ID())
		w.do(r).fails(forbidden, "another universe")
		assert.Equal(t, notFound, w.as(n.key, del, "/api/shares/"+both[1-i].vars["share"], "").Status)
		assert.Equal(t, notFound, w.as(n.key, del, "/api/keys/"+both[1-i].vars["prefix"], "").Status)
	}
	// one goes, the other stays as it was
	one, two := both[0], both[1]
	before := universeOf(w, two)
	for _, s := range end {
		one.live(w, s)
		lived[rowName(s)] = true
	}
	assert.Equal(t, before, universeOf(w, two))
	one.apart(t, "what is left", universeOf(w, one))
	require.NoError(t, cell.DeleteUniverse(t.Context(), one.u.ID()))
	assert.Equal(t, before, universeOf(w, two))

	for _, r := range table() {
		if r.Role == nobody || r.Path == "/signout" || r.Path == "/pass" {
			continue // people's: see TestCell
		}
		assert.True(t, lived[r.Method+" "+r.Path], "the story never calls %s %s", r.Method, r.Path)
	}
}

// rowName names the row that answers a step.
func rowName(s step) string {
	path, _, _ := strings.Cut(s.path, "?")
	row := rowOf(s.method, "/api"+path)
	return row.Method + " " + row.Path
}

// universeOf is all that a tenant's API shows.
func universeOf(w *world, n *tenant) string {
	var b strings.Builder
	for _, path := range []string{"personas", "mailboxes", "jobs", "events", "accounts", "recipients", "links", "pace", "ai", "webhooks", "cases", "keys", "clock", "shares", "world", "faults", "status", "retention",
		"insights", "mailboxes/anna@client.test/messages"} {
		r := w.as(n.key, get, "/api/"+path, "")
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
	two := both[1]
	for _, n := range both {
		w.as(n.key, post, "/api/accounts", n.fill(`{"address": "desk@ours.test", "password": "@ password", "username": "desk"}`)).ok()
		w.as(n.key, post, "/api/clock/freeze", "{}").ok()
	}
	// logins: the same name opens the universe whose password it is
	for _, n := range both {
		for _, name := range []string{"desk", "desk@ours.test"} {
			session := cell.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: "192.0.2.1"})
			require.NoError(t, session.Authenticate(t.Context(), name, n.word+" password"))
			assert.Same(t, n.u, session.Universe())
		}
	}
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
	two.apart(t, "wait", string(got.Body))
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
