package linkwalk

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/rng"
)

var nothing = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})

func TestJudge(t *testing.T) {
	t.Parallel()
	sites := sitesOf(t, map[string]http.HandlerFunc{"localhost:3000": nothing, "127.0.0.1:4000": nothing, "10.0.0.5": nothing, "[::1]:5000": nothing, "*.dev.test": nothing})
	base := open()
	with := func(edit func(*Policy)) Policy { p := base; edit(&p); return p }
	allow := with(func(p *Policy) {
		p.Allow = []string{"ours.test", "*.CDN.test", "bücher.test", "93.184.216.34", "[2606:4700::1]"}
	})
	deny := with(func(p *Policy) { p.Deny = []string{"*.evil.test", "Evil.TEST.", "localhost"} })
	for _, c := range []struct {
		p   Policy
		url string
		why string // empty: may be opened
	}{
		{base, "http://shop.test/", ""}, {base, " https://shop.test:8443/x \n", ""}, {base, "HTTP://SHOP.TEST", ""}, {base, "http://8.8.8.8/", ""}, {base, "http://my_host.test/", ""},
		// spec: links.policy.enabled
		{Policy{MaxLinks: 3}, "http://shop.test/", "enabled is false"},
		// spec: links.open.http-only
		{base, "ftp://shop.test/", `"ftp"`}, {base, "mailto:a@shop.test", `"mailto"`}, {base, "javascript:alert(1)", `"javascript"`}, {base, "data:text/html,x", `"data"`}, {base, "file:///etc/passwd", `"file"`}, {base, "shop.test/x", `""`},
		// spec: links.open.mail-ports
		{base, "http://shop.test:25/", "mail port"}, {base, "http://shop.test:110/", "mail port"}, {base, "http://shop.test:143/", "mail port"}, {base, "http://shop.test:465/", "mail port"},
		{base, "http://shop.test:587/", "mail port"}, {base, "http://shop.test:993/", "mail port"}, {base, "http://shop.test:995/", "mail port"}, {base, "http://10.0.0.5:25/", "mail port"},
		{base, "http://u:p@shop.test/", "user name"}, {base, "http://@shop.test/", "user name"}, {base, "http://", "no host"}, {base, "http://" + strings.Repeat("a", 9000), "longer"},
		{base, "http://" + strings.Repeat("a.", 200) + "test", "not a host"}, {base, "http://a／b.test/", "not a host"}, {base, "http://xn--a.test/", "not a host"},
		{base, "http://localhost:3000/", ""}, {base, "http://localhost:3001/", `map "localhost:3001" to the application as a site`}, {base, "http://0x7f.1:4000/", ""}, {base, "http://127.0.0.1:4001/", "own machine"},
		{base, "http://10.0.0.5:99/", ""}, {base, "http://10.0.0.6/", "10.0.0.6 is a private address"}, {base, "http://[::1]:5000/", ""}, {base, "http://app.localhost/", "own machine"}, {base, "http://[::ffff:127.0.0.1]/", "own machine"},
		// spec: links.policy.local_links
		{with(func(p *Policy) { p.ClickLocal = true }), "http://localhost:3001/", ""}, {with(func(p *Policy) { p.ClickLocal = true }), "http://10.0.0.6/", "private"},
		// spec: links.policy.allow, links.policy.patterns
		{allow, "http://ours.test/", ""}, {allow, "http://OURS.test./", ""}, {allow, "http://www.ours.test/", "allow list"}, {allow, "http://yours.test/", "allow list"}, {allow, "http://a.b.cdn.test/", ""},
		{allow, "http://cdn.test/", "allow list"}, {allow, "http://xcdn.test/", "allow list"}, {allow, "http://BÜCHER.test/", ""}, {allow, "http://xn--bcher-kva.test/", ""}, {allow, "http://0x5db8d822/", ""}, {allow, "http://[2606:4700:0::1]/", ""},
		// spec: links.policy.deny
		{deny, "http://evil.test/", "deny list"}, {deny, "http://x.evil.test/", "deny list"}, {deny, "http://evil.test.good.test/", ""}, {deny, "http://notevil.test/", ""}, {deny, "http://localhost:3000/", "deny list"},
		// spec: links.policy.unsubscribe
		{base, "http://shop.test/unsubscribe?u=1", "unsubscribe"}, {base, "http://shop.test/m?action=opt-out", "unsubscribe"}, {with(func(p *Policy) { p.Unsubscribe = true }), "http://shop.test/unsubscribe", ""},
	} {
		ok, why := Judge(c.p, c.url, sites)
		assert.Equal(t, c.why == "", ok, "%.80q: %s", c.url, why)
		assert.Contains(t, why, c.why, "%.80q", c.url)
	}
}

func TestCheckPattern(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"a.test", "*.a.test", "*.test", "localhost", "1.2.3.4", "::1", "[::1]", "ä.test", "A.TEST."} {
		assert.NoError(t, CheckPattern(good), good)
	}
	for _, bad := range []string{"", "*", "*.", "a.*.test", "*a.test", "http://a.test", "a.test/x", "a.test:80", "*.1.2.3.4", "1.2.3.4.5", "a b"} {
		assert.Error(t, CheckPattern(bad), bad)
	}
}

func TestSites(t *testing.T) {
	t.Parallel()
	var s Sites
	for name, base := range map[string]string{"shop.test": "http://h1", "shop.test:81": "http://h2", "*.test": "http://h3", "*.shop.test": "http://h4", "http://127.0.0.1:9": "http://h5", "::1": "http://h6", "[::1]:7": "http://h7"} {
		var err error
		s, err = s.With(name, Site{Base: base})
		require.NoError(t, err, name)
	}
	assert.Equal(t, 7, s.Len())
	for u, want := range map[string]string{"http://shop.test": "h1", "http://shop.test:81": "h2", "http://shop.test:80": "h1", "http://a.test": "h3", "http://x.y.shop.test": "h4",
		"http://127.0.0.1:9": "h5", "http://127.0.0.1": "", "http://[::1]:8": "h6", "http://[::1]:7": "h7", "http://test": "", "http://1.2.3.4": ""} {
		tt, err := parseTarget(u)
		require.NoError(t, err)
		host := ""
		if g := s.find(tt); g.granted() {
			host = g.base.Host
		}
		assert.Equal(t, want, host, u)
	}
	before := s
	_, err := s.With("new.test", Site{Handler: nothing})
	require.NoError(t, err)
	assert.Equal(t, before.Len(), s.Len(), "With leaves its receiver alone")
	for _, c := range []struct {
		name string
		site Site
	}{
		{"", Site{Handler: nothing}}, {"a b", Site{Handler: nothing}}, {"ftp://a.test", Site{Handler: nothing}}, {"a.test:x", Site{Handler: nothing}}, {"a.test:0", Site{Handler: nothing}}, {"*", Site{Handler: nothing}},
		{"a.test", Site{}}, {"a.test", Site{Handler: nothing, Base: "http://x"}}, {"a.test", Site{Base: "x:1"}}, {"a.test", Site{Base: "http://u:secret@h"}}, {"a.test", Site{Base: "http://h/app"}}, {"a.test", Site{Base: "http://h?x"}},
	} {
		_, err := s.With(c.name, c.site)
		require.Error(t, err, "%v", c)
		assert.NotContains(t, err.Error(), "secret")
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	links := []Candidate{
		{URL: "http://shop.test/logo"}, {URL: "http://shop.test/confirm", Action: true}, {URL: "http://shop.test/confirm#again"}, {URL: "http://shop.test/help"},
		{URL: "http://shop.test/leave", Unsubscribe: true}, {URL: "http://localhost:3000/dev"}, {URL: "mailto:a@shop.test"}, {URL: "http://shop.test/more"}, {URL: "http://shop.test/last"},
	}
	habit := func(name string) Habit {
		h, err := HabitOf(name)
		require.NoError(t, err)
		return h
	}
	choose := func(name string, known bool, p Policy, n int) []Choice {
		return Choose(habit(name), known, links, p, Sites{}, rng.Seed("s").Draw("links/1", rng.N(n)))
	}
	var opened, skipped []int
	for _, c := range choose("curious", false, open(), 0) {
		assert.NotEmpty(t, c.Why)
		if c.Open {
			opened = append(opened, c.Index)
		} else {
			skipped = append(skipped, c.Index)
		}
	}
	// spec: links.policy.max_links
	assert.Equal(t, []int{1, 0, 3}, opened, "what is asked for first, no address twice, at most three")
	assert.Equal(t, []int{4, 5, 6}, skipped)

	// spec: people.links.never
	total := map[string]int{}
	for _, h := range Habits {
		for n := range 400 {
			for _, c := range choose(h.Name, true, open(), n) {
				if c.Open {
					total[h.Name]++
				}
			}
		}
	}
	assert.Zero(t, total["never"])
	assert.Equal(t, 1200, total["curious"])
	assert.Greater(t, total["usual"], 2*total["wary"])
	assert.Positive(t, total["wary"])

	for n := range 200 {
		for _, c := range choose("wary", false, open(), n) {
			assert.False(t, c.Open, "the wary open nothing of a stranger")
		}
		local := 0
		for _, c := range choose("usual", true, open(), n) {
			if c.Index == 5 {
				local++
				assert.Contains(t, c.Why, `"localhost:3000"`)
			}
		}
		assert.Equal(t, 1, local, "an ignored local link is always told")
	}
	p := open()
	p.MaxLinks = 0
	for _, c := range choose("curious", true, p, 0) {
		assert.False(t, c.Open)
	}
	assert.Empty(t, choose("curious", true, Policy{MaxLinks: 3}, 0))
	_, err := HabitOf("often")
	require.Error(t, err)
	assert.Equal(t, "usual", habit("").Name)

	// Without a mark the first link is what the mail is about.
	first := 0
	for n := range 1000 {
		for _, c := range Choose(habit("usual"), true, []Candidate{{URL: "http://a.test/1"}, {URL: "http://a.test/2"}}, open(), Sites{}, rng.Seed("s").Draw("x/1", rng.N(n))) {
			if c.Index == 0 {
				first++
			}
		}
	}
	assert.InDelta(t, 600, first, 60)
}

func FuzzJudge(f *testing.F) {
	for _, u := range ssrf {
		f.Add(u)
	}
	f.Add("https://bücher.test:8443/a?b#c")
	f.Add("http://shop.test/" + strings.Repeat("#", 3000)) // escaped, it is longer than a URL may be
	f.Fuzz(func(t *testing.T, raw string) {
		p := open()
		if ok, _ := Judge(p, raw, Sites{}); !ok {
			return
		}
		// What passes has one spelling that passes again and stays as it is.
		first, err := judge(p, raw, Sites{})
		require.NoError(t, err)
		again, err := judge(p, first.url.String(), Sites{})
		require.NoError(t, err, "%q became %q", raw, first.url)
		require.Equal(t, first.host, again.host)
		require.Equal(t, first.url.String(), again.url.String())
		require.False(t, first.local())
		require.True(t, first.url.Scheme == "http" || first.url.Scheme == "https")
	})
}
