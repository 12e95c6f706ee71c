package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// talk sends lines to a server all at once, and returns what it answers until it hangs up.
func talk(t *testing.T, address string, lines ...string) string {
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprint(c, strings.Join(lines, "\r\n")+"\r\n")
	text, _ := io.ReadAll(c)
	return string(text)
}

// TestDatabaseAway: while no database answers, every protocol says to try again, and nobody
// outside hears where it is.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	if server == nil {
		t.Skip("PostgreSQL is not installed")
	}
	ctx := context.Background()
	dsn := database(t)
	way := pgtest.NewProxy(t, server.Addr())
	a := start(t, strings.Replace(dsn, server.Addr(), way.Addr(), 1), "a")
	check(t, a.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	u, err := a.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: "u_away", HashCost: 4})
	check(t, err)
	box(t, u, "one")
	key, _, err := u.CreateKey(ctx, "ci", mailsim.RoleAdmin)
	check(t, err)
	want(t, 200, a, key, "", "GET", "/api/mailboxes", "")

	inside, err := net.Dial("tcp", a.SMTP)
	check(t, err)
	defer inside.Close()
	_ = inside.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprint(inside, "EHLO client.test\r\nAUTH PLAIN AG9uZQBzZWNyZXQgb2Ygb25l\r\nMAIL FROM:<one@ours.test>\r\nRCPT TO:<one@ours.test>\r\nDATA\r\n")
	replies := bufio.NewScanner(inside)
	for replies.Scan() && !strings.HasPrefix(replies.Text(), "354 ") {
	}

	way.To("127.0.0.1:1")
	way.Cut()
	began := time.Now()
	var all sync.WaitGroup
	all.Go(func() { // who is logged in
		fmt.Fprint(inside, "Subject: x\r\n\r\nx\r\n.\r\n")
		text := ""
		for replies.Scan() {
			text += replies.Text() + "\n"
		}
		if !strings.HasPrefix(text, "4") || strings.Contains(text, "127.0.0.1") || strings.Contains(text, "mailsim") {
			t.Errorf("SMTP, logged in: %q", text)
		}
		t.Logf("who was logged in was told %q", text)
	})
	for _, who := range []string{key, adminKey} {
		all.Go(func() {
			status, text, head := call(a, who, "", "GET", "/api/mailboxes", "")
			var body struct{ Error string }
			if err := json.Unmarshal([]byte(text), &body); err != nil || status != 503 || head.Get("Retry-After") != "1" || !strings.Contains(body.Error, "try again") || strings.Contains(text, "127.0.0.1") {
				t.Errorf("HTTP: %d %s %v", status, text, head)
			}
		})
	}
	all.Go(func() {
		r, err := http.NewRequest("POST", a.Provider+"/v3/mail/send", strings.NewReader(`{"personalizations":[{"to":[{"email":"one@ours.test"}]}],"from":{"email":"one@ours.test"},"subject":"x","content":[{"type":"text/plain","value":"x"}]}`))
		check(t, err)
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			return
		}
		answer.Body.Close()
		if answer.StatusCode != 503 || answer.Header.Get("Retry-After") != "1" {
			t.Errorf("provider: %d %v", answer.StatusCode, answer.Header)
		}
	})
	all.Go(func() {
		if text := talk(t, a.SMTP, "EHLO client.test", "AUTH PLAIN AG9uZQBzZWNyZXQgb2Ygb25l", "QUIT"); !strings.Contains(text, "\n454 4.7.0") {
			t.Errorf("SMTP: %s", text)
		}
	})
	all.Go(func() {
		if text := talk(t, a.IMAP, `1 LOGIN one "secret of one"`, "2 LOGOUT"); !strings.Contains(text, "\n1 NO [UNAVAILABLE]") {
			t.Errorf("IMAP: %s", text)
		}
	})
	all.Go(func() {
		if text := talk(t, a.POP3, "USER one", "PASS secret of one", "QUIT"); !strings.Contains(text, "\n-ERR [SYS/TEMP]") {
			t.Errorf("POP3: %s", text)
		}
	})
	all.Wait()
	t.Logf("all were told after %.1f s", time.Since(began).Seconds())
	way.To(server.Addr())
	eventually(t, "it is served again", func() bool { got, _, _ := call(a, key, "", "GET", "/api/mailboxes", ""); return got == 200 })
	if err := send(a.SMTP, "one", "secret of one", "one@ours.test", "one@ours.test", "again"); err != nil {
		t.Error(err)
	}
}
