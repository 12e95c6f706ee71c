package links_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestSitesOfOptionsAreChecked(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"a b", "Shop.test/", "", "*.", "*", "shop.test:99999", "shop..test", "shop\r\n.test"} {
		_, err := engine.New(mailsim.Options{Sites: map[string]http.Handler{host: http.NotFoundHandler(), "good.test": http.NotFoundHandler()}})
		require.ErrorIs(t, err, mailsim.ErrInvalid, host)
		assert.ErrorContains(t, err, "sites:", host)
	}
	u, err := engine.New(mailsim.Options{Sites: map[string]http.Handler{"shop.test": nil, "*.shop.test": http.NotFoundHandler(), "http://127.0.0.1:3000": http.NotFoundHandler()}})
	require.NoError(t, err)
	require.NoError(t, u.Close())
}

const linkMail = "Please confirm your address: http://shop.test/confirm?token=abc123def456\n\n" +
	"Our catalogue: http://www.shop.test/a http://www.shop.test/b http://blog.test/c\n" +
	"Our server: http://localhost:3000/x\nUnsubscribe: http://news.test/u?i=1\n"

// What each part of the link policy does to the visits and events of a person
// who clicks everything.
func TestLinkPolicyOfPeople(t *testing.T) {
	t.Parallel()
	const (
		confirm = "GET shop.test/confirm?token=abc123def456"
		a, b, c = "GET www.shop.test/a", "GET www.shop.test/b", "GET blog.test/c"
		local   = "http://localhost:3000/x"
		unsub   = "http://news.test/u?i=1"
	)
	for name, tt := range map[string]struct {
		policy  func(p *mailsim.LinkPolicy)
		header  bool // List-Unsubscribe with one click
		opened  []string
		skipped map[string]string // by URL, what the reason says
		failed  map[string]string
	}{
		"default": {opened: []string{confirm, a, b}, skipped: map[string]string{local: "local", unsub: "unsubscribes"}},
		"off":     {policy: func(p *mailsim.LinkPolicy) { p.Enabled = new(false) }},
		"allow": {
			policy: func(p *mailsim.LinkPolicy) { p.Allow = []string{"shop.test"} }, opened: []string{confirm},
			skipped: map[string]string{"http://www.shop.test/a": "allow list", "http://www.shop.test/b": "allow list", "http://blog.test/c": "allow list", local: "", unsub: ""},
		},
		"allow a pattern": {
			policy: func(p *mailsim.LinkPolicy) { p.Allow = []string{"*.shop.test"} }, opened: []string{a, b},
			skipped: map[string]string{"http://shop.test/confirm?token=abc123def456": "allow list", "http://blog.test/c": "allow list", local: "", unsub: ""},
		},
		"deny": {
			policy: func(p *mailsim.LinkPolicy) { p.Deny = []string{"*.shop.test"} }, opened: []string{confirm, c},
			skipped: map[string]string{"http://www.shop.test/a": "deny list", "http://www.shop.test/b": "deny list", local: "", unsub: ""},
		},
		"one link":  {policy: func(p *mailsim.LinkPolicy) { p.MaxLinks = new(1) }, opened: []string{confirm}, skipped: map[string]string{local: "", unsub: ""}},
		"no link":   {policy: func(p *mailsim.LinkPolicy) { p.MaxLinks = new(0) }, skipped: map[string]string{local: "", unsub: ""}},
		"ten links": {policy: func(p *mailsim.LinkPolicy) { p.MaxLinks = new(10) }, opened: []string{confirm, a, b, c}, skipped: map[string]string{local: "", unsub: ""}},
		"unsubscribe": {
			policy: func(p *mailsim.LinkPolicy) { p.MaxLinks, p.Unsubscribe = new(10), true }, opened: []string{confirm, a, b, c, "GET news.test/u?i=1"},
			skipped: map[string]string{local: ""},
		},
		"unsubscribe by one click": {
			policy: func(p *mailsim.LinkPolicy) { p.MaxLinks, p.Unsubscribe = new(10), true }, header: true,
			opened: []string{confirm, a, b, c, "POST news.test/one?i=1"}, skipped: map[string]string{local: ""},
		},
		"local links": {
			policy: func(p *mailsim.LinkPolicy) { p.MaxLinks, p.LocalLinks = new(10), "click" }, opened: []string{confirm, a, b, c},
			skipped: map[string]string{unsub: ""}, failed: map[string]string{local: ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			p := mailsim.DefaultLinkPolicy()
			p.SenderCheck, p.UserAgent = new(0.0), "Agent/9"
			if tt.policy != nil {
				tt.policy(&p)
			}
			_, err := u.SetLinks(context.Background(), p)
			require.NoError(t, err)
			v := &testkit.Visits{}
			for _, host := range []string{"shop.test", "*.shop.test", "blog.test", "news.test"} {
				u.SetSite(host, v)
			}
			anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links, p.Style.Filter = "curious", "none" })
			raw := "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Welcome\r\n"
			if tt.header {
				raw += "List-Unsubscribe: <mailto:u@news.test>, <http://news.test/one?i=1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
			}
			id, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: anna.Addresses}, raw+"\r\n"+strings.ReplaceAll(linkMail, "\n", "\r\n"))
			require.NoError(t, err)
			testkit.Advance(t, u, 7*testkit.Day)

			var want []string
			for _, o := range tt.opened {
				o += " Agent/9" // spec: links.policy.user_agent
				if strings.HasPrefix(o, "POST") {
					o += " List-Unsubscribe=One-Click"
				}
				want = append(want, o)
			}
			assert.Equal(t, want, v.List)
			opened := testkit.EventsOf[mailsim.LinkOpened](u)
			require.Len(t, opened, len(tt.opened))
			for i, e := range opened {
				assert.Contains(t, tt.opened[i], strings.TrimPrefix(e.URL, "http://"))
				assert.Equal(t, []any{anna.ID, "Anna", id, 200, e.URL, "Page", int64(0)}, []any{e.PersonaID, e.Persona, e.MessageID, e.Status, e.FinalURL, e.Title, e.MS})
				assert.True(t, e.Why != "" && strings.HasPrefix(e.ContentType, "text/html"), e)
			}
			skipped := map[string]string{}
			for _, e := range testkit.EventsOf[mailsim.LinkSkipped](u) {
				skipped[e.URL] = e.Why
				assert.Equal(t, []string{anna.ID, "Anna", id, ""}, []string{e.PersonaID, e.Persona, e.MessageID, e.Domain})
			}
			checkWhy(t, tt.skipped, skipped)
			failed := map[string]string{}
			for _, e := range testkit.EventsOf[mailsim.LinkFailed](u) {
				failed[e.URL] = e.Error
				assert.Equal(t, []string{anna.ID, "Anna", id}, []string{e.PersonaID, e.Persona, e.MessageID})
				assert.NotEmpty(t, e.Why)
			}
			checkWhy(t, tt.failed, failed)
		})
	}
}

func checkWhy(t *testing.T, want, got map[string]string) {
	t.Helper()
	assert.Len(t, got, len(want), got)
	for url, why := range want {
		assert.NotEmpty(t, got[url], url)
		assert.Contains(t, got[url], why, url)
	}
}

// What people make of a sender without a site.
func TestMissingSites(t *testing.T) {
	t.Parallel()
	for site, want := range map[string]string{"imagine": "imagined", "notice": "missing"} {
		u := testkit.New(t, mailsim.Options{})
		p := mailsim.DefaultLinkPolicy()
		p.SenderCheck, p.MissingSite = new(1.0), site
		_, err := u.SetLinks(context.Background(), p)
		require.NoError(t, err)
		anna := testkit.AddPerson(t, u, "anna@client.test", nil)
		id := testkit.SendTo(t, u, "anna@client.test", "Offer", "Are you interested?", func(o *mailsim.Outgoing) { o.From = "b@missing.test" })
		testkit.Advance(t, u, 7*testkit.Day)
		looked := testkit.EventsOf[mailsim.LinkSender](u)
		require.Len(t, looked, 1)
		e := looked[0]
		assert.Equal(t, []string{anna.ID, "Anna", "missing.test", id, "http://missing.test/", want}, []string{e.PersonaID, e.Persona, e.Domain, e.MessageID, e.URL, e.Quality})
		assert.True(t, e.Reason != "" && e.Why != "" && strings.Contains(e.Error, "no such host"), e)
	}
}

// The four habits, over many people: who opens how much of the same mail.
func TestLinkHabits(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	v := &testkit.Visits{}
	u.SetSite("*.shop.test", v)
	u.SetSite("shop.test", v)
	u.SetSite("blog.test", v)
	const people = 60
	for _, style := range []string{"never", "wary", "usual", "curious"} {
		for i := range people {
			to := style + strconv.Itoa(i) + "@client.test"
			testkit.AddPerson(t, u, to, func(p *mailsim.Persona) {
				p.Style.Links, p.Style.Filter, p.Behaviors.CCSomeone = style, "none", new(0.0)
			})
			for range 2 { // they know the sender of the second
				testkit.SendTo(t, u, to, "Welcome", linkMail)
				testkit.Advance(t, u, 3*testkit.Day)
			}
		}
	}
	opened, each := map[string]int{}, map[[2]string]int{}
	byID := map[string]string{}
	for _, p := range u.Personas() {
		byID[p.ID] = p.Style.Links
	}
	for _, e := range testkit.EventsOf[mailsim.LinkOpened](u) {
		opened[byID[e.PersonaID]]++
		each[[2]string{e.PersonaID, e.MessageID}]++
	}
	// spec: people.links.never
	assert.Zero(t, opened["never"])
	for k, n := range each {
		assert.True(t, n == 3 || byID[k[0]] != "curious" && n < 3, "the curious open what the policy allows, three a mail")
	}
	assert.GreaterOrEqual(t, opened["curious"], people*2*3)
	order := []int{opened["never"], opened["wary"], opened["usual"], opened["curious"]}
	asked := map[string]float64{} // who opened what the mail asks for, of those who know the sender or open what strangers sent
	for _, e := range testkit.EventsOf[mailsim.LinkOpened](u) {
		if strings.Contains(e.URL, "confirm") {
			asked[byID[e.PersonaID]]++
		}
	}
	for _, h := range mailsim.LinkHabits() {
		mails := 2.0 * people
		if h.Name == "wary" {
			mails = people
		}
		assert.InDelta(t, h.Rate, asked[h.Name]/mails, 0.12, h.Name) // GET /links tells what decides
	}
	assert.True(t, slices.IsSorted(order) && opened["wary"] > 0 && opened["usual"] > 2*opened["wary"], opened)
}

// Mail programs show one rendering of a multipart/alternative, and the text
// that stands beside it.
func TestPeopleOpenWhatTheirProgramShows(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	v := &testkit.Visits{}
	u.SetSite("shop.test", v)
	raw := strings.ReplaceAll(`From: app@ours.test
Subject: Lamps
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain

Our lamps: http://shop.test/text
--a
Content-Type: text/html

<p>Our <a href="http://shop.test/html">lamps</a></p>
--a--
--m
Content-Type: text/plain

The list: http://shop.test/footer
--m--
`, "\n", "\r\n")
	want := map[string]bool{}
	for client, paths := range map[string][]string{"gmail": {"html", "footer"}, "iphone": {"html", "footer"}, "plain": {"text", "footer"}} {
		p := testkit.AddPerson(t, u, client+"@client.test", func(p *mailsim.Persona) { p.Style.Links, p.Style.Client = "curious", client })
		testkit.Deliver(t, u, mailsim.Envelope{From: "app@ours.test", To: p.Addresses}, raw)
		for _, path := range paths {
			want[p.ID+" http://shop.test/"+path] = true
		}
	}
	testkit.Advance(t, u, 7*testkit.Day)
	got := map[string]bool{}
	for _, e := range testkit.EventsOf[mailsim.LinkOpened](u) {
		got[e.PersonaID+" "+e.URL] = true
	}
	assert.Equal(t, want, got)
}

// TestNobodyLooksServersUp: what comes without an envelope sender, as bounces do,
// is by no one whose site could be looked at.
func TestNobodyLooksServersUp(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := mailsim.DefaultLinkPolicy()
	p.SenderCheck = new(1.0)
	_, err := u.SetLinks(context.Background(), p)
	require.NoError(t, err)
	v := &testkit.Visits{}
	u.SetSite("gone.test", v)
	u.SetSite("people.test", v)
	_, err = u.SetRecipients(context.Background(), mailsim.Recipients{Default: mailsim.DefaultRule(), Status: map[string]mailsim.MailboxStatus{"x@gone.test": mailsim.StatusUnknown}})
	require.NoError(t, err)
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err = u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "x@gone.test", Text: "Hello"})
	require.NoError(t, err)
	testkit.Advance(t, u, testkit.Day)
	require.Len(t, testkit.EventsOf[mailsim.PersonaBounced](u), 1)
	testkit.Deliver(t, u, mailsim.Envelope{To: []string{"anna@client.test"}}, "From: ben@people.test\r\nTo: anna@client.test\r\nSubject: Hello\r\n\r\nIs Tuesday fine?\r\n")
	testkit.Advance(t, u, 7*testkit.Day)
	assert.Empty(t, v.List)
	testkit.Deliver(t, u, mailsim.Envelope{From: "cat@people.test", To: []string{"anna@client.test"}}, "From: cat@people.test\r\nTo: anna@client.test\r\nSubject: Hello\r\n\r\nIs Tuesday fine?\r\n")
	testkit.Advance(t, u, 7*testkit.Day)
	assert.NotEmpty(t, v.List)
}
