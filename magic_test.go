package mailsim_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// The page about addresses has the tables that the code has.
func TestAddressesPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/addresses.md")
	require.NoError(t, err)
	var tags, kinds strings.Builder
	for _, tag := range mailsim.MagicTags() {
		fmt.Fprintf(&tags, "| `+%s` | %s |\n", tag.Tag, tag.Text)
	}
	for _, k := range []mailsim.MailboxStatus{"unknown", "domain", "full", "disabled", "blocked"} {
		fmt.Fprintf(&kinds, "| `%s` | `%s` |\n", k, k.Reply())
	}
	has := func(part, what string) {
		t.Helper()
		assert.True(t, strings.Contains(string(page), part), "docs/addresses.md: %s:\n%s", what, part)
	}
	has("| --- | --- |\n"+tags.String()+"\n", "the magic addresses are")
	has("| --- | --- |\n"+kinds.String()+"\n", "the replies are")
	for _, s := range mailsim.Scenarios() {
		has(fmt.Sprintf("| `%s` | %s |\n", s.Name, s.Text), "a scenario is")
	}
}

// rcpt names a recipient in a conversation of its own and, where it is taken,
// sends the mail. It returns the reply to RCPT.
func (w *world) rcpt(t testing.TB, to string, header ...string) string {
	t.Helper()
	c := dial(t, w.smtp)
	_, err := c.reply()
	require.NoError(t, err)
	for _, line := range []string{"EHLO me.test", "MAIL FROM:<" + sender + ">"} {
		_, err = c.say(line)
		require.NoError(t, err)
	}
	answer, err := c.say("RCPT TO:<" + to + ">")
	require.NoError(t, err)
	if answer[0] == '2' {
		_, err = c.say("DATA")
		require.NoError(t, err)
		got, err := c.say(strings.Join(header, "") + letter(to, "Could you help?"))
		require.NoError(t, err)
		require.Equal(t, "250", got[:3])
	}
	return strings.TrimSpace(answer)
}

// Every magic address of the table does over SMTP what its text says, with every
// mail.
func TestMagicTable(t *testing.T) {
	t.Parallel()
	bad := func(kind mailsim.MailboxStatus) func(t *testing.T, w *world, to string) {
		return func(t *testing.T, w *world, to string) {
			for range 2 {
				assert.Equal(t, kind.Reply().String(), w.rcpt(t, to))
			}
			w.later(t, time.Hour)
			assert.Zero(t, w.has(t, sender))
		}
	}
	bounces := func(kind mailsim.MailboxStatus) func(t *testing.T, w *world, to string) {
		return func(t *testing.T, w *world, to string) {
			for i := range 2 {
				assert.Equal(t, "250 2.1.5 Ok", w.rcpt(t, to))
				w.later(t, time.Hour)
				list := w.inbox(t, sender)
				require.Len(t, list, i+1)
				assert.Regexp(t, "Diagnostic-Code: smtp; ?"+kind.Reply().String()+"\r\n", list[i])
				assert.Regexp(t, "Status: "+kind.Reply().Enhanced+"\r\n", list[i])
				assert.Regexp(t, "Final-Recipient: rfc822; ?"+strings.ReplaceAll(to, "+", `\+`)+"\r\n", list[i])
			}
			_, err := w.u.Mailbox(to)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
		}
	}
	tests := map[string]func(t *testing.T, w *world, to string){
		"tempfail": func(t *testing.T, w *world, to string) {
			assert.Equal(t, "451", w.rcpt(t, to)[:3])
			for range 2 {
				assert.Equal(t, "250", w.rcpt(t, to)[:3])
			}
			assert.Equal(t, 2, w.has(t, to))
		},
		"slow30m": func(t *testing.T, w *world, to string) {
			for i := range 2 {
				w.rcpt(t, to)
				w.later(t, 30*time.Minute-time.Second)
				assert.Equal(t, i, w.has(t, to))
				w.later(t, time.Second)
				assert.Equal(t, i+1, w.has(t, to))
			}
		},
		"ooo": func(t *testing.T, w *world, to string) {
			for range 2 {
				w.rcpt(t, to)
				w.later(t, time.Hour)
			}
			replied := 0
			for _, raw := range w.inbox(t, sender) {
				if strings.Contains(raw, "Auto-Submitted: auto-") {
					replied++
				}
			}
			assert.Equal(t, 1, replied, "once for each sender")
		},
		"complaint": func(t *testing.T, w *world, to string) {
			w.rcpt(t, to)
			w.later(t, time.Hour)
			require.Equal(t, 1, w.has(t, sender))
			assert.Contains(t, w.inbox(t, sender)[0], "report-type=feedback-report")
			assert.Equal(t, 1, w.has(t, to), "it was accepted")
		},
		"unsubscribe": func(t *testing.T, w *world, to string) {
			var got []string
			w.u.SetSite("news.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				got = append(got, r.Method+" "+r.URL.Path+" "+string(body))
			}))
			for range 2 {
				w.rcpt(t, to, "List-Unsubscribe: <http://news.test/u>\r\n", "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n")
				w.later(t, time.Hour)
			}
			assert.Equal(t, slices.Repeat([]string{"POST /u List-Unsubscribe=One-Click"}, 2), got)
		},
	}
	for _, kind := range []mailsim.MailboxStatus{"unknown", "domain", "full", "disabled", "blocked"} {
		tests[string(kind)], tests[string(kind)+"-dsn"] = bad(kind), bounces(kind)
	}
	for _, e := range mailsim.Temperaments() {
		tests[e.Name] = func(t *testing.T, w *world, to string) {
			w.rcpt(t, to)
			p, err := w.u.PersonaByAddress(to)
			require.NoError(t, err)
			assert.Equal(t, e.Name, p.Temperament)
		}
	}
	assert.Len(t, mailsim.MagicTags(), len(tests))
	for _, tag := range mailsim.MagicTags() {
		t.Run(tag.Tag, func(t *testing.T) {
			t.Parallel()
			require.NotNil(t, tests[tag.Tag])
			tests[tag.Tag](t, openWorld(t), "someone+"+tag.Tag+"@client.test")
			// One switch turns them off, and a domain rule wins.
			off := openWorld(t)
			r := off.u.Recipients()
			r.Domains["client.test"] = mailsim.DefaultRule()
			_, err := off.u.SetRecipients(context.Background(), r)
			require.NoError(t, err)
			assert.Equal(t, "250", off.rcpt(t, "someone+"+tag.Tag+"@client.test")[:3])
			assert.Equal(t, 1, off.has(t, "someone+"+tag.Tag+"@client.test"))
		})
	}
}
