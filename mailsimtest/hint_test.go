package mailsimtest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// hintsOf are the lines at the end of a failed test's story that the body brings
// about.
func hintsOf(t *testing.T, body func(t mailsimtest.TB, sim *mailsimtest.Server), opts ...mailsimtest.Option) []string {
	t.Helper()
	r := record("hints", func(t mailsimtest.TB) {
		body(t, mailsimtest.New(t, append([]mailsimtest.Option{mailsimtest.Timeout(time.Millisecond)}, opts...)...))
		t.Fatalf("over")
	})
	require.Equal(t, "over", r.fatal)
	return dashed(r.logs[len(r.logs)-1])
}

// dashed are the lines of a story that no event made.
func dashed(story string) (out []string) {
	for line := range strings.Lines(story) {
		if _, text, ok := strings.Cut(strings.TrimSpace(line), "  — "); ok {
			out = append(out, text)
		}
	}
	return out
}

// TestStoryTellsOfTagsThatDecideNothing: a tag came too late, or is none.
func TestStoryTellsOfTagsThatDecideNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body func(t mailsimtest.TB, sim *mailsimtest.Server)
		opts []mailsimtest.Option
		want []string
	}{
		"sent first": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			sim.Box("ben+ooo@client.test").Send("app@ours.test", "Hello", "Text.")
			sim.Box("app@ours.test").Send("ben+ooo@client.test", "Hello", "Text.")
		}, want: []string{"the tag of ben+ooo@client.test decides nothing: it sent a mail before it got one, and a tag counts only for an address that is not known yet; let mail come to it first"}},
		"sent first, to be slow": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			sim.Submit("x@y.test", "ann@client.test", []byte("From: ben+slow2h@client.test\r\nSubject: Hi\r\n\r\nHi\r\n"))
			sim.Box("ben+slow2h@client.test").Send("app@ours.test", "Hello", "Text.")
		}, want: []string{"the tag of ben+slow2h@client.test decides nothing: it sent a mail before it got one, and a tag counts only for an address that is not known yet; let mail come to it first"}},
		"a person who fails": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) { sim.Person("carl+unknown@client.test") },
			want: []string{"the tag of carl+unknown@client.test decides nothing: Carl was put behind it before, and a tag counts only for an address that is not known yet; mailsim.Recipients.Status makes a known address fail"}},
		"a person who is absent": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) { sim.Person("carl+ooo@client.test") },
			want: []string{"the tag of carl+ooo@client.test decides nothing: Carl was put behind it before, and a tag counts only for an address that is not known yet; Timing.OOO of a mailsim.Persona makes a known person absent"}},
		"a person of a temperament": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) { sim.Person("carl+ghost@client.test") },
			want: []string{"the tag of carl+ghost@client.test decides nothing: Carl was put behind it before, and a tag counts only for an address that is not known yet; an edit of Temperament makes a known person ghost"}},
		"a login": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) { sim.Login("app+tempfail@ours.test") },
			want: []string{"the tag of app+tempfail@ours.test decides nothing: it has a login, and a tag counts only for an address that is not known yet; let mail come to it first"}},
		"the rule of a domain": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			rules := sim.Universe.Recipients()
			rules.Domains = map[string]mailsim.Rule{"client.test": mailsim.DefaultRule()}
			sim.Recipients(rules)
			sim.Box("app@ours.test").Send("ben+ooo@client.test", "Hello", "Text.")
		}, want: []string{"the tag of ben+ooo@client.test decides nothing: the rule of its domain comes first"}},
		"misspelt": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			for _, tag := range []string{"unkown", "bounce", "oo", "gohst", "slow30"} {
				sim.Box("app@ours.test").Send("ben+"+tag+"@client.test", "Hello", "Text.")
			}
		}, want: []string{
			"+unkown in ben+unkown@client.test decides nothing; was +unknown (refused at RCPT with 550 5.1.1 User unknown) meant?",
			"+bounce in ben+bounce@client.test decides nothing; was +unknown-dsn (accepted, then bounced with 550 5.1.1 User unknown) meant?",
			"+oo in ben+oo@client.test decides nothing; was +ooo (a person who is out of office answers once per sender) meant?",
			"+gohst in ben+gohst@client.test decides nothing; was +ghost (a ghost person is behind the address) meant?",
			"+slow30 in ben+slow30@client.test decides nothing; was +slow30m (accepted, delivered 30 minutes later; any duration works (slow2h, slow1d)) meant?",
		}},
		"a misspelt person": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) { sim.Person("ben+Disable@client.test") },
			want: []string{"+disable in ben+Disable@client.test decides nothing; was +disabled (refused at RCPT with 550 5.2.1 Mailbox disabled) meant?"}},
		"an earlier one": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			sim.Box("app@ours.test").Send("ben+ooo+2@client.test", "Hello", "Text.")
		}, want: []string{"the tag +ooo of ben+ooo+2@client.test decides nothing: only the last one counts"}},
		"many": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			for _, a := range "abcdefg" {
				sim.Person(string(a) + "+full@client.test")
			}
		}, want: []string{"", "", "", "", "", "… and 2 more like that"}},
		"none of it": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			app := sim.Login("app@ours.test")
			for _, tag := range []string{"ooo", "full-dsn", "slow2h", "complaint", "unsubscribe", "ghost", "news", "foo", "test", "1", "shop", "main", "orders", "fall", "bus2"} {
				app.Send("ben+"+tag+"@client.test", "Hello", "Text.")
			}
			sim.Box("ben+ooo@client.test").Send(app.Address(), "Hello", "Text.")
			sim.Person("ben+ghost@client.test")
			sim.Person("carl+ghost@client.test", func(p *mailsim.Persona) { p.Temperament = "ghost" })
			for range 2 {
				_ = sim.SendMail(sim.SMTPAddr(), nil, app.Address(), []string{"ben+tempfail@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n"))
				_ = sim.SendMail(sim.SMTPAddr(), nil, app.Address(), []string{"ben+unknown@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n"))
			}
			sim.Advance(24 * time.Hour)
		}},
		"no magic": {body: func(t mailsimtest.TB, sim *mailsimtest.Server) {
			sim.Person("carl+unknown@client.test")
			sim.Person("carl+unkown@client.test")
		}, opts: []mailsimtest.Option{mailsimtest.NoMagic()}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := hintsOf(t, c.body, c.opts...)
			require.Len(t, got, len(c.want), "%q", got)
			for i, want := range c.want {
				if want != "" {
					assert.Equal(t, want, got[i])
				}
			}
		})
	}
}
