package imapd_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// wire is a client that shows what the server says, line by line.
type wire struct {
	net.Conn
	r *bufio.Reader
}

func dialWire(t testing.TB, addr string) *wire {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { nc.Close() })
	require.NoError(t, nc.SetDeadline(time.Now().Add(10*time.Second)))
	w := &wire{nc, bufio.NewReader(nc)}
	_, err = w.r.ReadString('\n')
	require.NoError(t, err)
	return w
}

// ask sends a command and returns what comes up to its tagged reply, without the tag.
func (w *wire) ask(t testing.TB, command string) string {
	t.Helper()
	all, err := w.try(command)
	require.NoError(t, err, "%s: %s", command, all)
	return all
}

func (w *wire) try(command string) (all string, err error) {
	if _, err := io.WriteString(w, "a "+command+"\r\n"); err != nil {
		return "", err
	}
	for {
		line, err := w.r.ReadString('\n')
		if err != nil {
			return all, err
		}
		if rest, ok := strings.CutPrefix(line, "a "); ok {
			return all + rest, nil
		}
		all += line
	}
}

func (w *wire) login(t testing.TB) *wire {
	t.Helper()
	require.Contains(t, w.ask(t, "LOGIN app s3cret"), "OK")
	return w
}

func setRules(t testing.TB, u *mailsim.Universe, rules ...mailsim.FaultRule) {
	t.Helper()
	_, err := u.SetFaults(bg, mailsim.Faults{Rules: rules})
	require.NoError(t, err)
}

const shortMail = "From: a@b.test\r\nTo: app@ours.test\r\nSubject: Hi\r\n\r\nx\r\n"

func advance(t testing.TB, u *mailsim.Universe, d time.Duration) {
	t.Helper()
	_, err := u.Advance(bg, d)
	require.NoError(t, err)
}

func TestFaultStaleHidesNewMail(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	inject(t, u, "", shortMail)
	before := dialWire(t, addr).login(t)
	require.Contains(t, before.ask(t, "SELECT INBOX"), "* 1 EXISTS")
	_, err := u.SetFaults(bg, mailsim.Faults{Scenario: "imap_lag"})
	require.NoError(t, err)
	inject(t, u, "", shortMail)
	inject(t, u, "", shortMail)
	c := dialWire(t, addr).login(t)
	told := c.ask(t, "SELECT INBOX")
	assert.Contains(t, told, "* 1 EXISTS\r\n", "what a session has seen stays")
	assert.Contains(t, told, "[UIDNEXT 2]")
	assert.Contains(t, c.ask(t, "STATUS INBOX (MESSAGES UIDNEXT UNSEEN RECENT)"), "(MESSAGES 1 UIDNEXT 2 UNSEEN 1 RECENT 0)")
	assert.Contains(t, c.ask(t, "UID SEARCH ALL"), "* SEARCH 1\r\n")
	assert.NotContains(t, c.ask(t, "UID FETCH 1:* (FLAGS)"), "* 2 FETCH")
	assert.Contains(t, c.ask(t, "STORE 1 +FLAGS (\\Flagged)"), "* 1 FETCH (FLAGS (\\Flagged")
	assert.Equal(t, "OK NOOP completed\r\n", c.ask(t, "NOOP"), "a change is told once")
	advance(t, u, 29*time.Second)
	assert.NotContains(t, c.ask(t, "NOOP"), "EXISTS")
	advance(t, u, 91*time.Second)
	told = c.ask(t, "NOOP")
	assert.Contains(t, told, "* 3 EXISTS\r\n")
	assert.NotContains(t, told, "FETCH")
	assert.Contains(t, c.ask(t, "UID SEARCH ALL"), "* SEARCH 1 2 3\r\n")
	inject(t, u, "", shortMail)
	assert.Contains(t, dialWire(t, addr).login(t).ask(t, "EXAMINE INBOX"), "* 3 EXISTS\r\n")
	assert.NotContains(t, c.ask(t, "FETCH 1:* (UID)"), "* 4 ")
	setRules(t, u)
	assert.Contains(t, c.ask(t, "FETCH 1:* (UID)"), "* 4 FETCH (UID 4)", "without rules nothing lags")
}

func TestFaultStaleKeepsWhatAReaderHasSeen(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	c := dialWire(t, addr).login(t)
	inject(t, u, "", shortMail)
	require.Contains(t, c.ask(t, "EXAMINE INBOX"), "* 1 EXISTS\r\n") // claims nothing
	setRules(t, u, mailsim.FaultRule{Where: "imap", At: "fetch", Kind: mailsim.FaultStale, Delay: time.Hour})
	assert.Contains(t, c.ask(t, "FETCH 1:* (UID)"), "* 1 FETCH (UID 1)")
	inject(t, u, "", shortMail)
	assert.NotContains(t, c.ask(t, "NOOP"), "EXISTS")
	advance(t, u, time.Hour)
	assert.Contains(t, c.ask(t, "NOOP"), "* 2 EXISTS\r\n")
}

func TestFaultStaleWakesIdle(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	setRules(t, u, mailsim.FaultRule{Where: "imap", At: "idle", Kind: mailsim.FaultStale, Delay: time.Minute})
	told := make(chan uint32, 8)
	c := client(t, addr, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				told <- *d.NumMessages
			}
		},
	}})
	require.NoError(t, c.Login("app", "s3cret").Wait())
	_, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	idle, err := c.Idle()
	require.NoError(t, err)
	inject(t, u, "", shortMail)
	advance(t, u, 59*time.Second)
	select {
	case n := <-told:
		t.Fatalf("told of %d messages too early", n)
	default:
	}
	advance(t, u, time.Second)
	select {
	case n := <-told:
		assert.EqualValues(t, 1, n)
	case <-time.After(5 * time.Second):
		t.Fatal("the end of the lag woke nobody")
	}
	require.NoError(t, idle.Close())
}

// A look into another folder does not put off when new mail is shown in this one.
func TestFaultStaleKeepsTheSelectedFolder(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	setRules(t, u, mailsim.FaultRule{Where: "imap", At: "select", Kind: mailsim.FaultStale, Delay: 10 * time.Minute})
	c := dialWire(t, addr).login(t)
	require.Contains(t, c.ask(t, "SELECT INBOX"), "* 0 EXISTS")
	inject(t, u, "", shortMail)
	require.NotContains(t, c.ask(t, "NOOP"), "EXISTS")
	advance(t, u, 5*time.Minute)
	inject(t, u, "Archive", shortMail)
	require.Contains(t, c.ask(t, "APPEND Archive {1+}\r\nx"), "OK")
	advance(t, u, 5*time.Minute)
	assert.Contains(t, c.ask(t, "NOOP"), "* 1 EXISTS\r\n")
}

func TestFaultUIDValidity(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	inject(t, u, "Archive", shortMail)
	setRules(t, u, mailsim.FaultRule{Where: "imap", At: "select", Kind: mailsim.FaultUIDValidity, Times: 1})
	c := dialWire(t, addr).login(t)
	assert.Contains(t, c.ask(t, "SELECT Archive"), "[UIDVALIDITY 2]")
	assert.Contains(t, c.ask(t, "SELECT Archive"), "[UIDVALIDITY 2]", "only once")
	assert.Contains(t, c.ask(t, "STATUS INBOX (UIDVALIDITY)"), "(UIDVALIDITY 1)")
}

func TestFaultReplies(t *testing.T) {
	t.Parallel()
	rule := func(at string, kind mailsim.FaultKind, text string) mailsim.FaultRule {
		return mailsim.FaultRule{Where: "imap", At: at, Kind: kind, Text: text, Times: 1}
	}
	for _, tc := range []struct {
		name    string
		rule    mailsim.FaultRule
		before  []string
		command string
		want    string
	}{
		{"auth_fail", rule("login", mailsim.FaultAuthFail, ""), nil, "LOGIN app s3cret", "NO [AUTHENTICATIONFAILED] "},
		{"unavailable at login", rule("login", mailsim.FaultUnavailable, ""), nil, "LOGIN app s3cret", "NO [UNAVAILABLE] Temporarily unavailable"},
		{"unavailable at select", rule("select", mailsim.FaultUnavailable, "Be patient"), []string{"LOGIN app s3cret"}, "SELECT INBOX", "NO [UNAVAILABLE] Be patient"},
		{"ASCII", rule("select", mailsim.FaultUnavailable, "Später 🙂"), []string{"LOGIN app s3cret", "ENABLE CONDSTORE"}, "SELECT INBOX", "NO [UNAVAILABLE] Sp?ter ?\r\n"},
		{"UTF-8", rule("select", mailsim.FaultUnavailable, "Später"), []string{"LOGIN app s3cret", "ENABLE IMAP4rev2"}, "SELECT INBOX", "NO [UNAVAILABLE] Später\r\n"},
		{"unavailable at fetch", rule("fetch", mailsim.FaultUnavailable, ""), []string{"LOGIN app s3cret", "SELECT INBOX"}, "FETCH 1 (FLAGS)", "NO [UNAVAILABLE] "},
		{"no_idle", rule("idle", mailsim.FaultNoIdle, ""), []string{"LOGIN app s3cret", "SELECT INBOX"}, "IDLE", "NO [UNAVAILABLE] IDLE is not available"},
		{"a mailbox that the rule does not name", func() mailsim.FaultRule {
			r := rule("select", mailsim.FaultUnavailable, "")
			r.Match.Username = "other@*"
			return r
		}(), []string{"LOGIN app s3cret"}, "SELECT INBOX", "OK [READ-WRITE]"},
		{"a mailbox that the rule names", func() mailsim.FaultRule {
			r := rule("select", mailsim.FaultUnavailable, "")
			r.Match.Username = "app@ours.test"
			return r
		}(), []string{"LOGIN app s3cret"}, "SELECT INBOX", "NO [UNAVAILABLE]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			u, addr := serveHost(t)
			inject(t, u, "", shortMail)
			setRules(t, u, tc.rule)
			c := dialWire(t, addr)
			for _, command := range tc.before {
				require.Contains(t, c.ask(t, command), "OK")
			}
			got := c.ask(t, tc.command)
			last := got[strings.LastIndex(strings.TrimSuffix(got, "\r\n"), "\n")+1:]
			assert.True(t, strings.HasPrefix(last, tc.want), got)
			if strings.HasPrefix(tc.want, "NO") && tc.command != "IDLE" {
				assert.Contains(t, c.ask(t, tc.command), "OK", "the rule acts once")
			}
		})
	}
}

func TestFaultSlow(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	inject(t, u, "", shortMail)
	setRules(t, u, mailsim.FaultRule{Where: "imap", At: "fetch", Kind: mailsim.FaultSlow, Delay: 50 * time.Millisecond})
	c := dialWire(t, addr).login(t)
	c.ask(t, "SELECT INBOX")
	start := time.Now()
	c.ask(t, "FETCH 1 (FLAGS)")
	assert.GreaterOrEqual(t, time.Since(start), 50*time.Millisecond)
}

func TestFaultDisconnect(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want error
	}{{"", io.EOF}, {"reset", syscall.ECONNRESET}} {
		u, addr := serveHost(t)
		setRules(t, u, mailsim.FaultRule{Where: "imap", At: "append", Kind: mailsim.FaultDisconnect, Text: tc.text})
		c := dialWire(t, addr).login(t)
		told, err := c.try("APPEND INBOX {3}")
		assert.Empty(t, told)
		assert.True(t, errors.Is(err, tc.want), "%v", err)
		setRules(t, u)
		dialWire(t, addr).login(t)
	}
}

// A client of the protocol's own library tells the code of a refusal.
func TestFaultCodeReachesTheClient(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	setRules(t, u, mailsim.FaultRule{Where: "imap", At: "login", Kind: mailsim.FaultAuthFail})
	var no *imap.Error
	require.ErrorAs(t, client(t, addr, nil).Login("app", "s3cret").Wait(), &no)
	assert.Equal(t, imap.ResponseCodeAuthenticationFailed, no.Code)
}
