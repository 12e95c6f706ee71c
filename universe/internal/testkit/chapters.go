package testkit

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// ChapterOne leaves something of everything: people in conversation, mail held
// back, bounces on their way, cases, folders, faults, streams and secrets.
func ChapterOne(t testing.TB, u *engine.Universe) {
	t.Helper()
	ctx := context.Background()
	ok := func(_ any, err error) { t.Helper(); require.NoError(t, err) }
	for _, p := range []mailsim.Persona{
		{Name: "Anna Weber", Addresses: []string{"anna@client.test", "a.weber@client.test"}, Temperament: "responsive", Timing: mailsim.Timing{
			ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 90 * time.Minute, Spread: 1.5}, Hours: &mailsim.Hours{TZ: "Europe/Berlin"}, OOO: []mailsim.Absence{{From: "2026-02-01", To: "2026-02-07", Message: "Away."}},
		}},
		{Name: "Bert Ohm", Addresses: []string{"bert@client.test"}, Temperament: "flaky", Behaviors: mailsim.Behaviors{ForwardTo: "anna@client.test", CCSomeone: new(0.5)}},
		{Name: "Cleo Rey", Addresses: []string{"cleo@other.test"}, Style: mailsim.Style{Links: "curious", Client: "outlook"}, ExternalIDs: map[string]string{"crm": "7"}},
	} {
		ok(u.CreatePersona(ctx, p))
	}
	ok(u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "correct horse", Username: "app", DisplayName: "App"}))
	ok(u.AddKey(ctx, "a-given-key-0123456789", "ci", mailsim.RoleMember))
	ok(u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "w", URL: "http://hooks.test/in", Events: []mailsim.EventType{"note"}, Secret: "hush"}}))
	ok(u.PushCase(ctx, "T-1", mailsim.CasePatch{Addresses: []string{"anna@client.test"}, Facts: map[string]string{"order": "7"}}))
	ok(u.AddMemory(ctx, u.Personas()[0].ID, mailsim.Note{Text: "likes tea", CaseID: "T-1"}))
	ok(u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "delivery", Kind: mailsim.FaultDuplicate, Delay: time.Hour, Every: 3}}}))
	ok(u.SetWorld(ctx, mailsim.World{
		Company: mailsim.Company{Name: "Ours", Domain: "ours.test", Mailboxes: []mailsim.CompanyMailbox{{Address: "info@ours.test", Name: "Info"}}},
		Streams: []mailsim.Stream{{Kind: "newsletter", PerDay: 4, Enabled: new(true), To: []string{"info@ours.test"}}},
	}))
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	require.NoError(t, s.Authenticate(ctx, "app", "correct horse"))
	for i, to := range [][]string{
		{"anna@client.test"}, {"bert@client.test", "cleo@other.test"}, {"none+unknown-dsn@client.test"}, {"late+slow2d@client.test", "plain@client.test"},
	} {
		raw := fmt.Sprintf("From: App <app@ours.test>\r\nTo: %s\r\nSubject: T-1 meeting %d\r\nMessage-ID: <m%d@ours.test>\r\n\r\nHello,\r\n\r\ncould you send the contract by Friday? caf\xe9\r\n", to[0], i, i)
		_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: to, Helo: "app.ours.test", TLS: "TLS 1.3", EnvelopeID: "e", Notify: []mailsim.Recipient{{Address: to[0], Notify: []string{"FAILURE"}, Original: ""}}}, raw)
		require.NoError(t, err)
	}
	ok(u.Inject(ctx, mailsim.Inject{To: "plain@client.test", Folder: "Old/Mail", Raw: "Subject: old\r\n\r\nHello", Flags: []string{`\Flagged`, "$Label1"}, Time: config.DefaultStart.Add(-time.Hour)}))
	ok(u.Advance(ctx, 30*time.Hour))
	a, err := u.Access("app@ours.test")
	require.NoError(t, err)
	require.NoError(t, a.CreateFolder(ctx, "Later", ""))
	ok(a.Copy(ctx, post.Sent, []uint32{1, 2}, "Later"))
	ok(a.StoreFlags(ctx, "Later", []uint32{2}, mailsim.FlagsAdd, mailsim.ParseFlags([]string{`\Deleted`}), nil))
	ok(a.Expunge(ctx, "Later", nil))
	require.NoError(t, a.Subscribe(ctx, "Nowhere", true))
	p, err := u.Access("plain@client.test")
	require.NoError(t, err)
	require.NoError(t, p.RenameFolder(ctx, "Old", "Older"))
}

// ChapterTwo is what happens later.
func ChapterTwo(t testing.TB, u *engine.Universe) {
	t.Helper()
	ctx := context.Background()
	ok := func(_ any, err error) { t.Helper(); require.NoError(t, err) }
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	require.NoError(t, s.Authenticate(ctx, "app", "correct horse"))
	_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test", "bert@client.test", "new@client.test"}},
		"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Re: T-1 meeting 0\r\nIn-Reply-To: <m0@ours.test>\r\n\r\nAny news? Please answer today.\r\n")
	require.NoError(t, err)
	ok(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"cleo@other.test"}, Subject: "Hello", Text: "Is Monday fine?"}))
	ok(u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"dora@client.test"}}))
	ok(u.Advance(ctx, 12*24*time.Hour))
	a, err := u.Access("app@ours.test")
	require.NoError(t, err)
	require.NoError(t, a.DeleteFolder(ctx, "Later"))
	require.NoError(t, a.CreateFolder(ctx, "Later", ""))
}
