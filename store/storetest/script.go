package storetest

import (
	"context"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// script is what the tests do with a universe, step by step.
var script = []func(context.Context, *mailsim.Universe) error{
	func(ctx context.Context, u *mailsim.Universe) error {
		rate := 1.0
		_, err := u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: &rate}})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "a password"})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "bob@client.test"}, Subject: "Meeting", Text: "Hello Anna,\n\nis Tuesday fine?"})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
		env := mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test", "carl+unknown-dsn@client.test", "dora+slow30m@client.test"}, Helo: "app.ours.test"}
		_, err := s.Submit(ctx, env, "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: caf\xe9\r\n\r\nRaw bytes: \xff\x00\xfe\r\n")
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Inject(ctx, mailsim.Inject{To: "bob@client.test", Folder: "Old/Mail", Raw: "Subject: old\r\n\r\nHello", Flags: []string{`\Seen`, "$Label1"}})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Advance(ctx, 36*time.Hour)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("bob@client.test")
		if err != nil {
			return err
		}
		if err := a.CreateFolder(ctx, "Later", ""); err != nil {
			return err
		}
		_, err = a.Move(ctx, "INBOX", []uint32{1}, "Later")
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("bob@client.test")
		if err != nil {
			return err
		}
		return a.RenameFolder(ctx, "Old", "Older")
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("anna@client.test")
		if err != nil {
			return err
		}
		if _, err := a.StoreFlags(ctx, "INBOX", []uint32{1}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`, "$Work"}), nil); err != nil {
			return err
		}
		_, err = a.Expunge(ctx, "INBOX", nil)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error { // two mails of one name
		for _, text := range []string{"first", "second"} {
			if _, err := u.Inject(ctx, mailsim.Inject{To: "twice@client.test", Raw: "Message-ID: <twice@ours.test>\r\n\r\n" + text}); err != nil {
				return err
			}
		}
		return nil
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		a, err := u.Access("twice@client.test")
		if err != nil {
			return err
		}
		if _, err := a.StoreFlags(ctx, "INBOX", []uint32{1}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil); err != nil {
			return err
		}
		_, err = a.Expunge(ctx, "INBOX", nil)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.PushCase(ctx, "T-1", mailsim.CasePatch{Addresses: []string{"anna@client.test", "emil@client.test"}, Facts: map[string]string{"order": "7"}})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "emil@client.test"}, Subject: "T-1", Text: "Please send the contract by Friday."})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Advance(ctx, 10*24*time.Hour)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Minutes", Text: strings.Repeat("We spoke of it at length. ", 200)})
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error { // the events of the mail that goes keep a part of its text
		if _, err := u.SetRetention(ctx, mailsim.Retention{MailDays: 2}); err != nil {
			return err
		}
		_, err := u.Advance(ctx, 3*24*time.Hour)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		if _, err := u.SetRetention(ctx, mailsim.Retention{MailDays: 2, EventDays: 2}); err != nil {
			return err
		}
		_, err := u.Prune(ctx)
		return err
	},
	func(ctx context.Context, u *mailsim.Universe) error {
		if _, err := u.SetSpeed(ctx, 3); err != nil {
			return err
		}
		_, err := u.Reset(ctx, mailsim.PartPersonas, mailsim.PartEvents)
		return err
	},
}
