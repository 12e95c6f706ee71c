package mailsimtest_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/smtp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mime"
)

// The applications under test.

// letter is a plain mail.
type letter struct {
	From, Subject, Text string
	To                  []string
	Header              [][2]string
}

// Bytes is the mail as it is sent.
func (l *letter) Bytes() []byte {
	var b strings.Builder
	for _, f := range append([][2]string{{"From", l.From}, {"To", strings.Join(l.To, ", ")}, {"Subject", l.Subject}}, l.Header...) {
		fmt.Fprintf(&b, "%s: %s\r\n", f[0], f[1])
	}
	b.WriteString("\r\n" + strings.ReplaceAll(l.Text, "\n", "\r\n") + "\r\n")
	return []byte(b.String())
}

func newMail(from, to, subject string) *letter {
	return &letter{From: from, To: []string{to}, Subject: subject, Text: "Hello,\n\nthis is " + subject + ".\n\nThe team"}
}

// shop lets people reset their password, and reads its bounces.
type shop struct {
	smtp    string
	mu      sync.Mutex
	tokens  map[string]time.Time
	Bounced []string
}

func newShop(smtpAddr string) *shop { return &shop{smtp: smtpAddr, tokens: map[string]time.Time{}} }

func (a *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch r.URL.Path {
	case "/forgot":
		token := fmt.Sprintf("t%dq8Zk3vPw", len(a.tokens)+1)
		a.tokens[token] = time.Time{}
		to := r.URL.Query().Get("email")
		text := "Hello,\n\nto choose a new password open this link within 60 minutes:\n\nhttp://shop.test/reset?token=" + token + "\n\nThe shop"
		m := &letter{From: "shop@shop.test", To: []string{to}, Subject: "Reset your password", Text: text}
		_ = smtp.SendMail(a.smtp, nil, m.From, m.To, m.Bytes())
	case "/reset":
		token := r.URL.Query().Get("token")
		if _, ok := a.tokens[token]; !ok {
			http.Error(w, "This link has expired.", http.StatusGone)
			return
		}
		delete(a.tokens, token)
		fmt.Fprint(w, "<title>New password</title><h1>Choose a new password</h1>")
	default:
		http.NotFound(w, r)
	}
}

// Mail sends a mail and notes a refusal.
func (a *shop) Mail(to string) error {
	m := newMail("bounces@ours.test", to, "News")
	err := smtp.SendMail(a.smtp, nil, m.From, m.To, m.Bytes())
	if err != nil {
		a.Bounced = append(a.Bounced, to)
	}
	return err
}

// ReadBounces notes whom the bounces in the inbox speak of.
func (a *shop) ReadBounces(c *imapclient.Client) error {
	list, err := unseen(c)
	for _, raw := range list {
		for line := range strings.SplitSeq(raw, "\r\n") {
			if who, ok := strings.CutPrefix(line, "Final-Recipient:"); ok {
				_, who, _ = strings.Cut(who, ";")
				a.Bounced = append(a.Bounced, strings.TrimSpace(who))
			}
		}
	}
	return err
}

// unseen fetches the unread mails of the inbox and marks them read.
func unseen(c *imapclient.Client) (out []string, err error) {
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		return nil, err
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || len(found.AllUIDs()) == 0 {
		return nil, err
	}
	whole := &imap.FetchItemBodySection{}
	list, err := c.Fetch(imap.UIDSetNum(found.AllUIDs()...), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	for _, m := range list {
		out = append(out, string(m.FindBodySection(whole)))
	}
	return out, err
}

// drip sends a campaign: mails on the days 0, 3, 7, 14 and 30.
type drip struct {
	now  func() time.Time
	smtp string
	mu   sync.Mutex
	list map[string]*reader
}

type reader struct {
	since time.Time
	sent  int
}

func newDrip(now func() time.Time, smtpAddr string) *drip {
	return &drip{now: now, smtp: smtpAddr, list: map[string]*reader{}}
}

func (a *drip) Enrol(addresses ...string) {
	for _, to := range addresses {
		a.mu.Lock()
		a.list[to] = &reader{since: a.now()}
		a.mu.Unlock()
	}
	a.Tick()
}

// Tick sends what is due.
func (a *drip) Tick() {
	a.mu.Lock()
	defer a.mu.Unlock()
	days := []int{0, 3, 7, 14, 30}
	for to, r := range a.list {
		for r.sent < len(days) && a.now().Sub(r.since) >= time.Duration(days[r.sent])*24*time.Hour {
			r.sent++
			link := "http://news.test/unsubscribe?who=" + to
			m := newMail("news@ours.test", to, fmt.Sprintf("Tip %d", r.sent))
			m.Header = [][2]string{{"List-Unsubscribe", "<" + link + ">"}, {"List-Unsubscribe-Post", "List-Unsubscribe=One-Click"}}
			if err := smtp.SendMail(a.smtp, nil, m.From, m.To, m.Bytes()); err != nil {
				panic(err)
			}
		}
	}
}

func (a *drip) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.FormValue("List-Unsubscribe") != "One-Click" {
		http.Error(w, "one click", http.StatusMethodNotAllowed)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.list, r.URL.Query().Get("who"))
	fmt.Fprintln(w, "You are unsubscribed.")
}

// agent answers all its mail by itself, but no automatic mail.
type agent struct {
	env  map[string]string
	imap *imapclient.Client
	mu   sync.Mutex
	text func(from, subject, text string) string
	err  error
}

// startAgent connects an agent by the settings of an environment.
func startAgent(t *testing.T, env []string) *agent {
	a := &agent{env: map[string]string{}, text: func(_, _, _ string) string {
		return "Thank you for your mail. A colleague will answer it today.\n\nThe team"
	}}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		a.env[name] = value
	}
	c, err := imapclient.DialInsecure(net.JoinHostPort(a.env["IMAP_HOST"], a.env["IMAP_PORT"]), nil)
	require.NoError(t, err)
	require.NoError(t, c.Login(a.env["IMAP_USERNAME"], a.env["IMAP_PASSWORD"]).Wait())
	a.imap = c
	t.Cleanup(func() {
		c.Close()
		require.NoError(t, a.err)
	})
	return a
}

// Drain answers what is unread, until nothing is.
func (a *agent) Drain() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for {
		list, err := unseen(a.imap)
		if err != nil {
			a.err = errors.Join(a.err, err)
		}
		if len(list) == 0 {
			return
		}
		for _, raw := range list {
			a.err = errors.Join(a.err, a.answer(mime.Parse(raw)))
		}
	}
}

func (a *agent) answer(m *mime.Message) error {
	sum := m.Root.Summary()
	auto := sum.AutoSubmitted != "" && sum.AutoSubmitted != "no" || sum.HasList || sum.Precedence != "" || sum.ReturnPath == "<>"
	if auto || sum.From.Addr == "" || strings.EqualFold(sum.From.Addr, a.env["SMTP_FROM"]) {
		return nil
	}
	subject := "Re: " + strings.TrimPrefix(sum.Subject, "Re: ")
	reply := &letter{
		From: a.env["SMTP_FROM"], To: []string{sum.From.Addr}, Subject: subject, Text: a.text(sum.From.Addr, sum.Subject, m.Text),
		Header: [][2]string{{"In-Reply-To", sum.MessageID}, {"References", sum.MessageID}},
	}
	auth := smtp.PlainAuth("", a.env["SMTP_USERNAME"], a.env["SMTP_PASSWORD"], a.env["SMTP_HOST"])
	return smtp.SendMail(net.JoinHostPort(a.env["SMTP_HOST"], a.env["SMTP_PORT"]), auth, reply.From, reply.To, reply.Bytes())
}
