package testkit

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// Client is one that talks to a universe as the SMTP server does.
type Client struct {
	*testing.T
	u       *engine.Universe
	Session *door.Session
}

// NewClient is a client that has connected.
func NewClient(t *testing.T, u *engine.Universe) Client {
	return Client{t, u, u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.7"})}
}

// Send walks through the stages of one mail; it returns the first effect that
// is no wait.
func (d Client) Send(from, to, subject string) (e mailsim.FaultEffect, accepted bool) {
	ctx := context.Background()
	for _, at := range []string{"connect", "ehlo", "mail", "rcpt", "data", "body"} {
		p := mailsim.FaultPoint{Where: "smtp", At: at}
		switch at {
		case "mail":
			p.From = from
		case "rcpt":
			p.From, p.To = from, to
		case "data", "body":
			p.From, p.Recipients, p.Subject = from, []string{to}, subject
		}
		if e, ok := d.Session.Fault(ctx, p); ok && (e.Disconnect || e.Reply.Code != 0) {
			return e, false
		}
	}
	raw := "From: " + from + "\r\nTo: " + to + "\r\nSubject: " + subject + "\r\nX-Kind: test\r\nReferences: <a@x.test>\r\n\r\nGrüße: " + strings.Repeat("some words ", 20) + "\r\n"
	_, err := d.Session.Submit(ctx, mailsim.Envelope{From: from, To: []string{to}}, raw)
	require.NoError(d.T, err)
	return mailsim.FaultEffect{}, true
}

// Subjects are those of the mail in an inbox.
func (d Client) Subjects(address string) (out []string) {
	list, err := d.u.Messages(address, mailsim.MessageFilter{})
	require.NoError(d.T, err)
	for _, m := range list {
		out = append(out, m.Subject)
	}
	return out
}
