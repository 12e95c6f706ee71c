package mailsimtest_test

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/smtp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
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
			"+oo in ben+oo@client.test decides nothing; was +ooo (a person who is out of office: one automatic reply to each sender) meant?",
			"+gohst in ben+gohst@client.test decides nothing; was +ghost (a person with the temperament ghost) meant?",
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
			sim.Person("carl+ghost@else.test", func(p *mailsim.Persona) { p.Temperament = "ghost" })
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

// TestStoryTellsOfPeopleWhoAreNotThere: only the story of a failed test, and only
// where someone may have been meant.
func TestStoryTellsOfPeopleWhoAreNotThere(t *testing.T) {
	t.Parallel()
	const nobody = "nobody is behind %, which got \"Offer\" from app@ours.test: its mailbox is read and answered by no one until sim.Person puts somebody there"
	for name, c := range map[string]struct {
		people, to, want []string
	}{
		"at a domain of people": {[]string{"anna@client.test"}, []string{"carl@client.test", "carl@client.test", "Carl@client.test"}, []string{"carl@client.test"}},
		"a slip before the @":   {[]string{"Anna Weber <Anna.Weber@client.test>"}, []string{"ana.weber@client.test"}, []string{"ana.weber@client.test; was Anna.Weber@client.test meant?"}},
		"a slip behind the @":   {[]string{"anna@client.test"}, []string{"anna@cleint.test"}, []string{"anna@cleint.test; was anna@client.test meant?"}},
		"a +tag":                {[]string{"anna@client.test"}, []string{"anna+news@client.test"}, []string{"anna+news@client.test; was anna@client.test meant?"}},
		"numbers":               {[]string{"user1@client.test"}, []string{"user2@client.test"}, []string{"user2@client.test"}},
		"elsewhere":             {[]string{"anna@client.test"}, []string{"carl@other.test", "anna@ours.test"}, nil},
		"without people":        {nil, []string{"carl@client.test", "anna@client.test"}, nil},
		"by a tag":              {[]string{"anna@client.test"}, []string{"carl+slow30m@client.test", "carl+full-dsn@client.test", "carl+ooo@client.test", "carl+complaint@client.test"}, nil},
		"the application's":     {[]string{"anna@ours.test"}, []string{"app@ours.test", "bot@ours.test", "desk@ours.test"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			passing := ""
			got := hintsOf(t, func(t mailsimtest.TB, sim *mailsimtest.Server) {
				sim.Login("bot@ours.test")
				sim.Box("desk@ours.test").Send("x@y.test", "Hello", "Text.")
				for _, p := range c.people {
					sim.Person(p)
				}
				for _, to := range c.to {
					sim.Box("app@ours.test").Send(to, "Offer", "Shall we?")
				}
				sim.Advance(time.Hour)
				passing = sim.Story()
			})
			assert.Empty(t, dashed(passing))
			var want []string
			for _, w := range c.want {
				address, meant, _ := strings.Cut(w, ";")
				if meant != "" {
					meant = ";" + meant
				}
				want = append(want, strings.Replace(nobody, "%", address, 1)+meant)
			}
			assert.Equal(t, want, got)
		})
	}
}

// TestHintsOfASharedWorld: each test has those about its own mail.
func TestHintsOfASharedWorld(t *testing.T) {
	t.Parallel()
	shared := mailsimtest.New(t)
	shared.Person("anna@client.test")
	shared.Box("app@ours.test").Send("before@client.test", "Offer", "Shall we?")
	beside := shared.For(&recorder{name: "beside"})
	r := record("first", func(t mailsimtest.TB) {
		sim := shared.For(t)
		sim.Box("carl@client.test")
		beside.Box("other@client.test")
		for _, to := range []string{"carl@client.test", "other@client.test", "x@client.test"} {
			shared.Box("app@ours.test").Send(to, "Offer", "Shall we?")
		}
		t.Fatalf("over")
	})
	got := dashed(r.logs[0])
	require.Len(t, got, 2)
	assert.Contains(t, got[0], "carl@client.test")
	assert.Contains(t, got[1], "x@client.test")
}

// TestManyWithNobodyBehind: a story stays short, and is there soon.
func TestManyWithNobodyBehind(t *testing.T) {
	t.Parallel()
	got := hintsOf(t, func(t mailsimtest.TB, sim *mailsimtest.Server) {
		sim.Person("anna@client.test")
		to := make([]string, 300)
		for i := range to {
			to[i] = fmt.Sprintf("r%d@client.test", i)
		}
		sim.Box("app@ours.test").SendMail(mailsim.Outgoing{To: to, Subject: "Offer", Text: "Shall we?"})
	})
	require.Len(t, got, 6)
	assert.Equal(t, "… and 295 more like that", got[5])
}

// TestStoryTellsOfProgramsThatTheClockLeftBehind: those that read over IMAP in
// real time, whether or not they stay connected.
func TestStoryTellsOfProgramsThatTheClockLeftBehind(t *testing.T) {
	t.Parallel()
	const rest = ": the clock does not wait for a program that reads over IMAP by itself; give sim.Idle a function that returns when the program has done all it can"
	read := func(box *mailsimtest.Account) {
		c := box.IMAP()
		_, _ = unseen(c)
		_ = c.Close()
	}
	ask := func(sim *mailsimtest.Server, box *mailsimtest.Account, n int) {
		for range n {
			sim.Person("Anna Weber <anna@client.test>").Send(box.Address(), "A question", "Shall we?")
		}
	}
	for name, c := range map[string]struct {
		body func(sim *mailsimtest.Server, box *mailsimtest.Account)
		want []string
	}{
		"connected": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			box.IMAP()
			ask(sim, box, 1)
			sim.Advance(7 * 24 * time.Hour)
		}, want: []string{"a mail lay unread in the inbox of bot@ours.test since Mon 2026-01-05 09:00:00, when the clock had been moved to Mon 2026-01-12 09:00:00" + rest}},
		"read late": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			read(box)
			ask(sim, box, 2)
			sim.AdvanceTo(sim.Now().Add(time.Hour))
			ask(sim, box, 3)
			sim.Advance(time.Hour)
			read(box)
		}, want: []string{"2 mails lay unread in the inbox of bot@ours.test, the oldest since Mon 2026-01-05 09:00:00, when the clock had been moved to Mon 2026-01-05 10:00:00" + rest}},
		"logged in late": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			_, _ = sim.IMAPAddr(), box.Password()
			sim.AdvanceToReply(box.Send(sim.Person("anna@client.test").Address(), "Hello", "Shall we?"))
			sim.Advance(time.Hour)
			read(box)
		}, want: []string{"a mail lay unread in the inbox of bot@ours.test since Mon 2026-01-05 09:12:21, when the clock had been moved to Mon 2026-01-05 10:12:21" + rest}},
		"not logged in yet": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			_, _ = sim.IMAPPort(), box.Password()
			ask(sim, box, 1)
			mailsimtest.AdvanceUntil[mailsim.ClockChanged](sim, time.Minute, nil)
		}, want: []string{"a mail lay unread in the inbox of bot@ours.test since Mon 2026-01-05 09:00:00, when the clock had been moved to Mon 2026-01-05 09:01:00" + rest}},
		"a timer that leaves it": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			box.IMAP()
			sim.Every(time.Hour, func() {})
			ask(sim, box, 1)
			sim.Advance(7 * 24 * time.Hour)
		}, want: []string{"a mail lay unread in the inbox of bot@ours.test since Mon 2026-01-05 09:00:00, when the clock had been moved to Mon 2026-01-12 09:00:00" + rest}},
		"a timer that reads it": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			sim.Every(time.Hour, func() { read(box) })
			sim.Advance(90 * time.Minute)
			ask(sim, box, 1)
			sim.Advance(15 * time.Minute)
		}},
		"idle": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			box.IMAP()
			sim.Idle(func() {})
			ask(sim, box, 1)
			sim.Advance(time.Hour)
		}},
		"nobody reads": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			sim.IMAPAddr()
			ask(sim, box, 1)
			sim.Advance(time.Hour)
		}},
		"only a sender": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			sim.Login("other@ours.test").IMAP()
			_, _ = sim.SMTPAddr(), box.Auth()
			ask(sim, box, 1)
			sim.Advance(time.Hour)
		}},
		"all is read": {body: func(sim *mailsimtest.Server, box *mailsimtest.Account) {
			ask(sim, box, 1)
			read(box)
			sim.Advance(time.Hour)
			ask(sim, box, 1) // which has come now
			sim.Settle()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := hintsOf(t, func(_ mailsimtest.TB, sim *mailsimtest.Server) { c.body(sim, sim.Login("bot@ours.test")) }, mailsimtest.Timeout(5*time.Second))
			assert.Equal(t, c.want, got)
		})
	}
	synctest.Test(t, func(t *testing.T) { // where the clock waits for all
		assert.Empty(t, hintsOf(t, func(_ mailsimtest.TB, sim *mailsimtest.Server) {
			box := sim.Login("bot@ours.test")
			box.IMAP()
			ask(sim, box, 1)
			sim.Advance(time.Hour)
		}, mailsimtest.Bubble()))
	})
}

// TestAddressesThatNothingDials: a dialer of the network is refused by servers in
// memory, and knows no better than to say so.
func TestAddressesThatNothingDials(t *testing.T) {
	t.Parallel()
	letter := []byte("Subject: Hi\r\n\r\nHi\r\n")
	const why = ", which nothing has dialed through sim: with the option InMemory the servers are in memory, and net/smtp or any other dialer of the network gets \"connection refused\"; use %, or give the program sim.DialContext"
	for name, c := range map[string]struct {
		body func(sim *mailsimtest.Server) error
		want string // which doors, and what to use
	}{
		"net/smtp": {func(sim *mailsimtest.Server) error {
			return smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"anna@client.test"}, letter)
		}, "SMTP at 127.0.0.1:1; sim.SendMail"},
		"net/smtp, after a helper": {func(sim *mailsimtest.Server) error {
			sim.Login("app@ours.test").SMTP()
			return smtp.SendMail(net.JoinHostPort(sim.Host(), strconv.Itoa(sim.SMTPPort())), nil, "app@ours.test", []string{"anna@client.test"}, letter)
		}, "SMTP at 127.0.0.1:1; sim.SendMail"},
		"tls": {func(sim *mailsimtest.Server) error {
			_, err := tls.Dial("tcp", sim.SMTPSAddr(), sim.TLS())
			return err
		}, "SMTPS at 127.0.0.1:2; sim.SendMail"},
		"IMAP and SMTP": {func(sim *mailsimtest.Server) error {
			_, _ = imapclient.DialTLS(sim.IMAPSAddr(), nil)
			_, err := smtp.Dial(sim.SMTPAddr())
			return err
		}, "SMTP at 127.0.0.1:1, IMAPS at 127.0.0.1:4; sim.SendMail, Account.IMAP"},
		"net/http": {func(sim *mailsimtest.Server) error {
			_, err := http.Get(sim.URL() + "/api/status")
			return err
		}, "HTTP at 127.0.0.1:5; sim.Client"},
		"another process": {func(sim *mailsimtest.Server) error {
			_ = sim.Login("app@ours.test").Env()
			return nil
		}, "SMTP at 127.0.0.1:1, SMTPS at 127.0.0.1:2, IMAP at 127.0.0.1:3, IMAPS at 127.0.0.1:4, HTTP at 127.0.0.1:5; sim.SendMail, Account.IMAP, sim.Client"},
		"sim.SendMail": {func(sim *mailsimtest.Server) error {
			_ = sim.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"anna+unknown@client.test"}, letter)
			return nil
		}, ""},
		"sim.SendMail, by the variables": {func(sim *mailsimtest.Server) error {
			_ = sim.Login("app@ours.test").Env()
			_ = sim.SendMail("127.0.0.1:1", nil, "app@ours.test", []string{"anna+unknown@client.test"}, letter)
			return nil
		}, ""},
		"sim.Client": {func(sim *mailsimtest.Server) error {
			res, err := sim.Client().Get(sim.URL() + "/api/status")
			if err == nil {
				res.Body.Close()
			}
			return nil
		}, ""},
		"nothing asked": {func(sim *mailsimtest.Server) error {
			sim.Login("app@ours.test").IMAP()
			return nil
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := hintsOf(t, func(_ mailsimtest.TB, sim *mailsimtest.Server) {
				if err := c.body(sim); err != nil {
					assert.ErrorContains(t, err, "refused")
				}
			}, mailsimtest.InMemory())
			var want []string
			if doors, instead, ok := strings.Cut(c.want, "; "); ok {
				want = []string{"the test asked for " + doors + strings.Replace(why, "%", instead, 1)}
			}
			assert.Equal(t, want, got)
		})
	}
}

// TestNetSMTPInABubble: what fails for want of the mail says it too.
func TestNetSMTPInABubble(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(sim *mailsimtest.Server, box *mailsimtest.Box){
		"Wait":        func(_ *mailsimtest.Server, box *mailsimtest.Box) { box.Wait() },
		"ExpectInbox": func(_ *mailsimtest.Server, box *mailsimtest.Box) { box.ExpectInbox(1) },
		"WaitEvent": func(sim *mailsimtest.Server, _ *mailsimtest.Box) {
			mailsimtest.WaitEvent[mailsim.PersonaReceived](sim, nil)
		},
		"AdvanceUntil": func(sim *mailsimtest.Server, _ *mailsimtest.Box) {
			mailsimtest.AdvanceUntil[mailsim.PersonaReceived](sim, time.Hour, nil)
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			shared := mailsimtest.New(t, mailsimtest.Timeout(time.Millisecond), mailsimtest.Bubble())
			r := record(name, func(t mailsimtest.TB) {
				sim := shared.For(t)
				_ = smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{"anna@client.test"}, []byte("Subject: Hi\r\n\r\nHi\r\n"))
				look(sim, sim.Box("anna@client.test"))
			})
			const want = "the test asked for SMTP at 127.0.0.1:1, which nothing has dialed through sim: in a synctest bubble the servers are in memory"
			assert.Contains(t, r.fatal, want, name)
			assert.Contains(t, r.logs[0], want, name)
			r = record(name, func(t mailsimtest.TB) {
				sim := shared.For(t)
				look(sim, sim.Box("anna@client.test"))
			})
			assert.NotContains(t, r.fatal+r.logs[0], "asked for", "%s: another test asked", name)
		})
	}
}
