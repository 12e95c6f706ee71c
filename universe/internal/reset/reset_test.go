package reset_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// furnish puts something into every part of a universe.
func furnish(t *testing.T, u *engine.Universe) {
	t.Helper()
	ctx := context.Background()
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err := u.PushCase(ctx, "c1", mailsim.CasePatch{Title: new("Order 4711"), PersonaIDs: []string{anna.ID}})
	require.NoError(t, err)
	_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "a good password"})
	require.NoError(t, err)
	testkit.SetWorld(t, u, mailsim.Stream{ID: "a", Kind: "lead", PerDay: 20, NewPeople: 0.5, Enabled: new(true), To: []string{"sales@ours.test"}})
	_, err = u.SetRecipients(ctx, mailsim.Recipients{Default: mailsim.Rule{Create: new(true)}, Seed: "other"})
	require.NoError(t, err)
	links := mailsim.DefaultLinkPolicy()
	links.MaxLinks = new(9)
	_, err = u.SetLinks(ctx, links)
	require.NoError(t, err)
	_, err = u.SetPace(ctx, mailsim.Pace{Factor: 2})
	require.NoError(t, err)
	testkit.SetRetention(t, u, 30, 30)
	_, err = u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "h", URL: "http://hooks.test/x", Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	testkit.AskAll(t, u, anna)
	testkit.Advance(t, u, 2*testkit.Day)
	list, err := u.Messages("sales@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	_, err = u.CreateShare(ctx, list[0].Ref, 0)
	require.NoError(t, err)
}

// partsOf tells which parts of a universe hold something.
func partsOf(u *engine.Universe) map[mailsim.Part]bool {
	def := settings.Default()
	out := map[mailsim.Part]bool{
		mailsim.PartMail: u.Status().Messages > 0, mailsim.PartPersonas: len(u.Personas()) > 0, mailsim.PartCases: len(u.Cases()) > 0, mailsim.PartLogins: len(u.Logins()) > 0,
		mailsim.PartWorld: len(u.World().Streams) > 0, mailsim.PartRecipients: u.Recipients().Seed != "", mailsim.PartLinks: *u.Links().Policy.MaxLinks != *def.Links.MaxLinks,
		mailsim.PartPace: u.Pace() != def.Pace, mailsim.PartRetention: u.Retention() != mailsim.Retention{}, mailsim.PartWebhooks: len(u.Webhooks()) > 0,
		mailsim.PartShares: len(u.Shares()) > 0, mailsim.PartEvents: u.Committed().Base == 0,
	}
	return out
}

func TestResetEmpties(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	furnish(t, u)
	for part, there := range partsOf(u) {
		require.True(t, there, part)
	}
	before, last, now := u.Status(), testkit.LastEvent(u), u.Now()
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	out, err := u.Reset(ctx)
	require.NoError(t, err)
	assert.Equal(t, mailsim.Removed{Mailboxes: before.Mailboxes, Messages: before.Messages, Personas: before.Personas, Cases: 1, Jobs: len(jobs), Events: int(last)}, out) // spec: d.reset
	for part, there := range partsOf(u) {
		assert.False(t, there, part)
	}
	after := u.Status()
	assert.Zero(t, after.Mailboxes+after.Messages+after.Personas+after.Cases+after.PendingJobs)
	assert.Equal(t, now, u.Now(), "the clock stays")
	assert.Equal(t, 0, testkit.Insights(t, u, mailsim.InsightFilter{}).Mail.Accepted)
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
	assert.Equal(t, last+1, testkit.LastEvent(u), "ids go on rising")
	_, err = u.Advance(ctx, 30*testkit.Day)
	require.NoError(t, err)
	assert.Zero(t, u.Status().Messages)
}

func TestResetKeeps(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, part := range mailsim.Parts() {
		t.Run(string(part), func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			furnish(t, u)
			_, err := u.Reset(ctx, part)
			require.NoError(t, err)
			for p, there := range partsOf(u) {
				assert.Equal(t, p == part, there, p) // spec: d.reset.keep
			}
			testkit.Advance(t, u, 3*testkit.Day)
		})
	}
	t.Run("all", func(t *testing.T) {
		t.Parallel()
		u := testkit.New(t, mailsim.Options{})
		furnish(t, u)
		before := u.Status()
		out, err := u.Reset(ctx, mailsim.Parts()...)
		require.NoError(t, err)
		assert.Positive(t, out.Jobs)
		assert.Equal(t, mailsim.Removed{Jobs: out.Jobs}, out)
		assert.Equal(t, before.Messages, u.Status().Messages)
		assert.Equal(t, 1, u.Status().PendingJobs, "the World goes on")
		assert.Equal(t, []string{u.Cases()[0].PersonaIDs[0]}, u.Cases()[0].PersonaIDs)
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		u := testkit.New(t, mailsim.Options{})
		furnish(t, u)
		before := u.Status()
		_, err := u.Reset(ctx, mailsim.PartMail, "coffee")
		assert.ErrorIs(t, err, mailsim.ErrInvalid) // spec: d.reset.keep
		assert.ErrorContains(t, err, `unknown part "coffee"`)
		assert.Equal(t, before, u.Status())
	})
	t.Run("people and cases let go of each other", func(t *testing.T) {
		t.Parallel()
		u := testkit.New(t, mailsim.Options{})
		furnish(t, u)
		_, err := u.Reset(ctx, mailsim.PartCases)
		require.NoError(t, err)
		assert.Empty(t, u.Cases()[0].PersonaIDs)
		assert.Zero(t, u.Cases()[0].Messages)
		furnished := testkit.New(t, mailsim.Options{})
		furnish(t, furnished)
		_, err = furnished.Reset(ctx, mailsim.PartPersonas)
		require.NoError(t, err)
		p, err := furnished.PersonaByAddress("anna@client.test")
		require.NoError(t, err)
		assert.Empty(t, p.CaseIDs)
		_, err = furnished.Mailbox("anna@client.test")
		assert.NoError(t, err, "people have their mailboxes")
	})
}

// TestResetIsLikeNew runs a script in a new universe and after a reset: the same
// mails come of it.
func TestResetIsLikeNew(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	script := func(u *engine.Universe) (mails []string) {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Temperament = "" })
		ben := testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Temperament = "" })
		testkit.SetWorld(t, u, mailsim.Stream{Kind: "lead", PerDay: 4, NewPeople: 0.5, Enabled: new(true), To: []string{"sales@ours.test"}}, mailsim.Stream{Kind: "spam", PerDay: 4, Enabled: new(true), To: []string{"sales@ours.test"}})
		for range 3 {
			testkit.AskAll(t, u, anna, ben)
			testkit.Advance(t, u, 5*testkit.Day)
		}
		for _, m := range u.Mailboxes() {
			folders, err := u.Folders(m.Address)
			require.NoError(t, err)
			for _, f := range folders {
				list, err := u.Messages(m.Address, mailsim.MessageFilter{Folder: f.Name})
				require.NoError(t, err)
				for _, msg := range list {
					mails = append(mails, m.Address+" "+f.Name+"\n"+string(msg.Bytes()))
				}
			}
		}
		return mails
	}
	start := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	fresh := testkit.New(t, mailsim.Options{Start: start.Add(30 * testkit.Day)})
	used := testkit.New(t, mailsim.Options{Start: start.Add(15 * testkit.Day)})
	script(used)
	require.Equal(t, fresh.Now(), used.Now())
	_, err := used.Reset(ctx)
	require.NoError(t, err)
	want := script(fresh)
	assert.Greater(t, len(want), 100)
	assert.Equal(t, want, script(used), "the same mails, byte for byte")
	types := func(u *engine.Universe) (out []string) {
		for e := range u.Log(mailsim.EventFilter{}) {
			out = append(out, e.At.String()+" "+string(e.Type)+" "+e.PersonaID+" "+e.MessageID)
		}
		return out
	}
	assert.Equal(t, types(fresh), types(used), "and the same log, ids aside")
}

func TestResetToTheFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.FromFile(t, testkit.WholeFile, mailsim.Options{})
	state := func() (any, any, any, any, any) { return u.Personas(), u.Cases(), u.Logins(), u.Recipients(), u.Pace() }
	p1, c1, l1, r1, pace1 := state()
	keys := u.Keys()
	company := u.World().Company
	_, err := u.SetPace(ctx, mailsim.Pace{Factor: 7})
	require.NoError(t, err)
	testkit.AddPerson(t, u, "extra@client.test", nil)
	_, err = u.SetWorld(ctx, mailsim.World{})
	require.NoError(t, err)
	_, err = u.Reset(ctx)
	require.NoError(t, err)
	p2, c2, l2, r2, pace2 := state()
	assert.Equal(t, p1, p2) // spec: d.reset.config
	assert.Equal(t, c1, c2)
	assert.Equal(t, l1, l2)
	assert.Equal(t, r1, r2)
	assert.Equal(t, pace1, pace2)
	assert.Equal(t, company, u.World().Company)
	assert.Equal(t, keys, u.Keys())
	_, err = u.SetPace(ctx, mailsim.Pace{Factor: 7})
	require.NoError(t, err)
	_, err = u.Reset(ctx, mailsim.PartPace, mailsim.PartPersonas)
	require.NoError(t, err)
	assert.Equal(t, 7.0, u.Pace().Factor, "what is kept is not set anew")
}

func TestResetEndsWaits(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	errs := make(chan error)
	go func() { _, err := u.Wait(ctx, u.Mark(), mailsim.Match{To: "a@ours.test"}); errs <- err }()
	go func() {
		_, err := u.WaitReply(ctx, u.Mark(), mailsim.ReplyMatch{From: "anna@client.test"})
		errs <- err
	}()
	for range 2 {
		for done := false; !done; {
			_, err := u.Reset(ctx, mailsim.PartPersonas)
			require.NoError(t, err)
			select {
			case err := <-errs:
				assert.ErrorIs(t, err, mailsim.ErrConflict)
				done = true
			default:
			}
		}
	}
}

func TestResetDropsWebhooks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	calls := make(chan string, 100)
	u := testkit.New(t, mailsim.Options{Sites: map[string]http.Handler{"hooks.test": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls <- r.URL.Path
		w.WriteHeader(http.StatusServiceUnavailable)
	})}})
	_, err := u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "h", URL: "http://hooks.test/x", Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
	require.NoError(t, u.Hooks.Wait(ctx, nil))
	assert.Len(t, calls, 1)
	_, err = u.Reset(ctx, mailsim.PartWebhooks)
	require.NoError(t, err)
	testkit.Advance(t, u, time.Hour)
	assert.Len(t, calls, 1, "no further attempt")
	for e := range u.Log(mailsim.EventFilter{}) {
		assert.NotEqual(t, mailsim.EventWebhookFailed, e.Type)
	}
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "y"}); return nil }))
	require.NoError(t, u.Hooks.Wait(ctx, nil))
	assert.Len(t, calls, 2, "the webhook itself was kept")
}

func TestResetFromWithin(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.Reset(u.EffectContext(context.Background()))
	assert.ErrorIs(t, err, mailsim.ErrConflict)
}

func TestPartsAreDocumented(t *testing.T) {
	t.Parallel()
	assert.Len(t, mailsim.Parts(), 16)
	for _, p := range mailsim.Parts() {
		assert.Equal(t, strings.ToLower(string(p)), string(p))
	}
}

// TestResetLeavesNothingBehind: what a part leaves when it goes does not act on
// what comes after it.
func TestResetLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	furnish(t, u)
	anna, err := u.PersonaByAddress("anna@client.test")
	require.NoError(t, err)
	_, err = u.AddMemory(context.Background(), anna.ID, mailsim.Note{Text: "likes tea"})
	require.NoError(t, err)
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "desk@ours.test", Username: "desk", Password: "a good password"})
	require.NoError(t, err)
	_, err = u.SetFaults(context.Background(), mailsim.Faults{Scenario: "flaky_smtp"})
	if err != nil {
		_, err = u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "rcpt", Kind: "tempfail", Attempt: 2}}})
	}
	require.NoError(t, err)
	validity := func() uint32 {
		s, err := u.Folders("sales@ours.test")
		require.NoError(t, err)
		_ = s
		var v uint32
		u.Read(func(w state.View) { v = post.Mailbox(w, "sales@ours.test").Folder(post.Inbox).UIDValidity })
		return v
	}
	before := validity()
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	_, err = u.Reset(context.Background())
	require.NoError(t, err)
	assert.Empty(t, u.Faults().Rules)
	assert.Empty(t, u.Faults().Scenario)
	assert.Equal(t, mailsim.Company{TZ: "UTC", Mailboxes: []mailsim.CompanyMailbox{}}, u.World().Company)
	u.Read(func(v state.View) {
		for _, tb := range v.Tables() {
			switch name := tb.TableName(); name {
			case "settings", "counter", "used", "key":
			default:
				assert.Empty(t, tb.Keys(), "%s holds something still", name)
			}
		}
	})
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "other@ours.test", Username: "desk", Password: "a good password"})
	assert.NoError(t, err, "the name is free")
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"sales@ours.test"}, Subject: "x", Text: "y"})
	require.NoError(t, err)
	assert.Greater(t, validity(), before, "a client that knew the folder sees that it is another")
	again := testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.AskAll(t, u, again)
	more, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	for _, j := range more {
		for _, old := range jobs {
			assert.NotEqual(t, old.ID, j.ID, "ids of jobs go on rising")
		}
	}
}

// TestResetKeepsLoginsTheirMailbox also when the mail goes.
func TestResetKeepsLoginsTheirMailbox(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	furnish(t, u)
	counted := testkit.Insights(t, u, mailsim.InsightFilter{})
	_, err := u.Reset(context.Background(), mailsim.PartLogins, mailsim.PartEvents, mailsim.PartWorld)
	require.NoError(t, err)
	_, err = u.Mailbox("app@ours.test")
	assert.NoError(t, err)
	assert.Equal(t, counted.Mail.Accepted, testkit.Insights(t, u, mailsim.InsightFilter{}).Mail.Accepted, "insights are of the log")
	_, err = u.SendStream(context.Background(), "a")
	assert.NoError(t, err, "nobody is there who wrote before")
}
