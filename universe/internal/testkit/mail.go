package testkit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// SendHello sends a mail to which nobody needs to answer.
func SendHello(u *engine.Universe, to ...string) error {
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "me@app.test", To: to, Subject: "hello", Text: "words"})
	return err
}

// Deliver hands in the text of a mail as SMTP does; it returns its Message-ID.
func Deliver(t *testing.T, u *engine.Universe, env mailsim.Envelope, raw string) string {
	id, err := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"}).Submit(context.Background(), env, raw)
	require.NoError(t, err)
	return id
}

// File files the lines of a mail without delivering it.
func File(t *testing.T, u *engine.Universe, to, folder string, lines ...string) {
	t.Helper()
	_, err := u.Inject(context.Background(), mailsim.Inject{To: to, Folder: folder, Raw: strings.Join(lines, "\r\n")})
	require.NoError(t, err)
}

// SendTo sends a mail of the app; it returns its Message-ID.
func SendTo(t *testing.T, u *engine.Universe, to, subject, text string, edit ...func(*mailsim.Outgoing)) string {
	t.Helper()
	m := mailsim.Outgoing{From: "app@ours.test", To: []string{to}, Subject: subject, Text: text}
	for _, e := range edit {
		e(&m)
	}
	id, err := u.Send(context.Background(), m)
	require.NoError(t, err)
	return id
}

// SubmitRaw hands in the text of a mail of the app, with all recipients taken.
func SubmitRaw(t *testing.T, u *engine.Universe, raw string, to ...string) {
	t.Helper()
	s := transit.NewSubmission(&mailsim.Envelope{From: "app@ours.test", To: to, Proto: "smtp"}, raw, transit.FromApp)
	require.NoError(t, u.Submit(context.Background(), s, u.Updater(context.Background()), nil))
}

// SubmitTo sends a mail as SMTP does: RCPT for each recipient, then the data.
func SubmitTo(t *testing.T, u *engine.Universe, from string, to ...string) (refused map[string]mailsim.SMTPReply, messageID string) {
	t.Helper()
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	refused = map[string]mailsim.SMTPReply{}
	var taken []string
	for _, a := range to {
		if r, ok := s.Recipient(context.Background(), from, a); !ok {
			refused[a] = r
			continue
		}
		taken = append(taken, a)
	}
	if len(taken) == 0 {
		return refused, ""
	}
	raw := "From: " + from + "\r\nTo: " + strings.Join(to, ", ") + "\r\nSubject: Question\r\n\r\nCould you tell me the date of the delivery?\r\n"
	id, err := s.Submit(context.Background(), mailsim.Envelope{From: from, To: taken}, raw)
	require.NoError(t, err)
	return refused, id
}

// Inbox is the mail in an inbox, none where there is no mailbox.
func Inbox(t *testing.T, u *engine.Universe, address string) []mailsim.Message {
	t.Helper()
	list, err := u.Messages(address, mailsim.MessageFilter{})
	if errors.Is(err, mailsim.ErrNotFound) {
		return nil
	}
	require.NoError(t, err)
	return list
}

// Inject files a mail without delivering it.
func Inject(t *testing.T, u *engine.Universe, m mailsim.Inject) mailsim.Ref {
	ref, err := u.Inject(context.Background(), m)
	require.NoError(t, err)
	return ref
}

// Expunge removes one mail from a folder.
func Expunge(a *door.Access, folder string, uid uint32) error {
	if _, err := a.StoreFlags(context.Background(), folder, []uint32{uid}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil); err != nil {
		return err
	}
	_, err := a.Expunge(context.Background(), folder, []uint32{uid})
	return err
}

// Messages is the mail in the inbox of a mailbox that there must be.
func Messages(t *testing.T, u *engine.Universe, address string) []mailsim.Message {
	t.Helper()
	list, err := u.Messages(address, mailsim.MessageFilter{})
	require.NoError(t, err)
	return list
}
