package postgres_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/universe"
)

// childEnv makes the test program another owner, with doors; its value is the DSN.
const childEnv = "MAILSIM_POSTGRES_CHILD"

// childDoors are where the child listens.
type childDoors struct{ SMTP, IMAP, HTTP, Key string }

const childLease = 400 * time.Millisecond

// child serves a universe until it is killed.
func child(dsn string) error {
	ctx := context.Background()
	pool, err := postgres.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	s, err := postgres.Open(ctx, pool, "paused", postgres.Options{Owner: "the first", Lease: childLease})
	if err != nil {
		return err
	}
	u, err := universe.Open(ctx, s, mailsim.Options{HashCost: 4, Seed: "postgres", Frozen: true})
	if err != nil {
		return err
	}
	if _, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "anna@client.test", Password: "secret"}); err != nil {
		return err
	}
	key, _, err := u.CreateKey(ctx, "test", mailsim.RoleAdmin)
	if err != nil {
		return err
	}
	var ls [2]net.Listener
	for i := range ls {
		if ls[i], err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return err
		}
	}
	go func() { _ = smtpd.New(u, smtpd.Options{}).Serve(ls[0]) }()
	go func() { _ = imapd.New(u, imapd.Options{}).Serve(ls[1]) }()
	api := httptest.NewServer(httpapi.New(u, httpapi.Options{NoLimit: true}))
	if err := json.NewEncoder(os.Stdout).Encode(childDoors{ls[0].Addr().String(), ls[1].Addr().String(), api.URL, key}); err != nil {
		return err
	}
	select {}
}

// dialog is a connection that speaks lines.
type dialog struct {
	t *testing.T
	*textproto.Conn
}

func dial(t *testing.T, addr string) dialog {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	check(t, err)
	check(t, c.SetDeadline(time.Now().Add(30*time.Second)))
	t.Cleanup(func() { _ = c.Close() })
	return dialog{t, textproto.NewConn(c)}
}

// say sends lines and returns what is read up to a line that begins so.
func (d dialog) say(until string, lines ...string) string {
	d.t.Helper()
	for _, l := range lines {
		check(d.t, d.PrintfLine("%s", l))
	}
	var all strings.Builder
	for {
		l, err := d.ReadLine()
		all.WriteString(l + "\n")
		if err != nil {
			d.t.Fatalf("no line begins with %q: %v\n%s", until, err, all.String())
		}
		if strings.HasPrefix(l, until) {
			return all.String()
		}
	}
}

const mail = "MAIL FROM:<bob@ours.test>\r\nRCPT TO:<anna@client.test>\r\nDATA\r\nSubject: %s\r\n\r\nHello\r\n."

// startChild starts another owner and returns where its doors are.
func startChild(t *testing.T, pool *pgxpool.Pool) (at childDoors, cmd *exec.Cmd) {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	cmd = exec.Command(self, "-test.run=^$")
	cmd.Env = append(os.Environ(), childEnv+"="+pool.Config().ConnString())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	check(t, json.NewDecoder(bufio.NewReader(out)).Decode(&at))
	return at, cmd
}

// get asks the API of a child.
func (at childDoors) get(t *testing.T, path string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", at.HTTP+path, nil)
	check(t, err)
	req.Header.Set("Authorization", "Bearer "+at.Key)
	answer, err := http.DefaultClient.Do(req)
	check(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// TestPausedOwner stops a process with sessions at all doors for longer than its lease,
// lets another take the universe over, and lets the first one go on: each of its sessions ends
// with a clear word, and nothing is stored.
func TestPausedOwner(t *testing.T) {
	t.Parallel()
	pool := database(t)
	at, cmd := startChild(t, pool)
	smtp, login := dial(t, at.SMTP), "AUTH PLAIN AGFubmFAY2xpZW50LnRlc3QAc2VjcmV0"
	smtp.say("220")
	smtp.say("250 ", "EHLO ours.test")
	smtp.say("250 2.0.0", fmt.Sprintf(mail, "acknowledged"))
	quiet := dial(t, at.SMTP) // logged in, and says nothing more
	quiet.say("220")
	quiet.say("250 ", "EHLO ours.test")
	quiet.say("235", login)
	busy, idle := dial(t, at.IMAP), dial(t, at.IMAP)
	for _, d := range []dialog{busy, idle} {
		d.say("* OK")
		d.say("a OK", "a LOGIN anna@client.test secret")
		d.say("b OK", "b SELECT INBOX")
	}
	idle.say("+", "c IDLE")
	stream := at.get(t, "/api/events/stream")
	if stream.StatusCode != 200 {
		t.Fatalf("the stream is %s", stream.Status)
	}

	check(t, cmd.Process.Signal(syscall.SIGSTOP))
	began := time.Now()
	second, s := open(t, pool, "paused", postgres.Options{Owner: "the second", Wait: 20 * time.Second})
	t.Logf("taken over after %v, a lease being %v", time.Since(began).Round(time.Millisecond), childLease)
	defer func() { check(t, second.Close()) }()
	if s.Epoch() != 2 {
		t.Errorf("the second owner has epoch %d", s.Epoch())
	}
	before := saved(t, second)
	check(t, smtp.PrintfLine(mail, "while it was stopped"))
	check(t, cmd.Process.Signal(syscall.SIGCONT))

	const word = "another process has taken over the universe"
	if got := smtp.say("421"); !strings.Contains(got, "421 4.3.2") || !strings.Contains(got, word) {
		t.Errorf("SMTP says\n%s", got)
	}
	if l, err := smtp.ReadLine(); err == nil {
		t.Errorf("SMTP goes on with %q", l)
	}
	if got := quiet.say("421"); !strings.Contains(got, word) {
		t.Errorf("a quiet session of SMTP ends with\n%s", got)
	}
	for _, d := range []dialog{busy, idle} {
		if got := d.say("* BYE"); !strings.Contains(got, word) {
			t.Errorf("IMAP ends with\n%s", got)
		}
	}
	if _, err := bufio.NewReader(stream.Body).ReadString(0); err == nil {
		t.Error("the stream goes on")
	}
	answer := at.get(t, "/api/status")
	if answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" {
		t.Errorf("HTTP answers %s, Retry-After %q", answer.Status, answer.Header.Get("Retry-After"))
	}
	if saved(t, second) != before {
		t.Error("the first owner has changed what the second one has")
	}
	list, err := second.Messages("anna@client.test", mailsim.MessageFilter{})
	check(t, err)
	if len(list) != 1 || list[0].Subject != "acknowledged" {
		t.Errorf("%d mails are there", len(list))
	}
	check(t, inject(second, "goes on"))
}
