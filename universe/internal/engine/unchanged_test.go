package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// TestErrorsChangeNothing calls everything that changes a universe with what it
// must refuse, and compares all that is in it before and after.
func TestErrorsChangeNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	anna := u.Personas()[0].ID
	a, err := u.Access("plain@client.test")
	require.NoError(t, err)
	done, err := u.Jobs(mailsim.JobFilter{State: mailsim.StateDone})
	require.NoError(t, err)
	require.NotEmpty(t, done)
	pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending})
	require.NoError(t, err)
	require.NotEmpty(t, pending)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	long := strings.Repeat("x", 1<<20)
	first := func(_ any, err error) error { return err }
	login := func() error {
		return u.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Authenticate(ctx, "app", "wrong")
	}
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"a person without address", func() error { return first(u.CreatePersona(ctx, mailsim.Persona{Name: "x"})) }},
		{"a person of a taken second address", func() error {
			return first(u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"free@client.test", "anna@client.test"}}))
		}},
		{"a change to a taken address", func() error {
			return first(u.UpdatePersona(ctx, anna, mailsim.PersonaPatch{Name: new("x"), Addresses: []string{"bert@client.test"}}))
		}},
		{"a change to a wrong rate", func() error {
			return first(u.UpdatePersona(ctx, anna, mailsim.PersonaPatch{Name: new("x"), Timing: &mailsim.Timing{ReplyRate: new(2.0)}}))
		}},
		{"a change to no name", func() error {
			return first(u.UpdatePersona(ctx, anna, mailsim.PersonaPatch{Role: new("x"), Name: new(" ")}))
		}},
		{"a change to no knowledge", func() error {
			return first(u.UpdatePersona(ctx, anna, mailsim.PersonaPatch{Role: new("x"), Knows: new("")}))
		}},
		{"a change to no temperament", func() error {
			return first(u.UpdatePersona(ctx, anna, mailsim.PersonaPatch{Role: new("x"), Temperament: new("")}))
		}},
		{"a change of nobody", func() error { return first(u.UpdatePersona(ctx, "p_none", mailsim.PersonaPatch{})) }},
		{"nobody deleted", func() error { return u.DeletePersona(ctx, "p_none") }},
		{"a note without text", func() error { return first(u.AddMemory(ctx, anna, mailsim.Note{})) }},
		{"a note to an unknown external id", func() error { return first(u.AddMemoryByExternal(ctx, "crm", "0", mailsim.Note{Text: "x"})) }},
		{"memory of nobody", func() error { return u.ClearMemory(ctx, "p_none") }},
		{"case memory of nobody", func() error { return u.ClearCaseMemory(ctx, "p_none", "T-1") }},
		{"relations of nobody", func() error { return u.ForgetRelations(ctx, "p_none") }},
		{"a relation to no address", func() error { return u.ForgetRelation(ctx, anna, "x") }},
		{"a case with an unknown person", func() error {
			return first(u.PushCase(ctx, "T-9", mailsim.CasePatch{Addresses: []string{"fresh@client.test"}, PersonaIDs: []string{"p_none"}}))
		}},
		{"a case of a wrong status", func() error {
			return first(u.PushCase(ctx, "T-1", mailsim.CasePatch{Status: new(mailsim.CaseStatus("lost"))}))
		}},
		{"no case deleted", func() error { return u.DeleteCase(ctx, "T-9") }},
		{"a second login", func() error {
			return first(u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "x"}))
		}},
		{"a login of a taken name", func() error {
			return first(u.CreateLogin(ctx, mailsim.NewLogin{Address: "new@ours.test", Username: "app", Password: "x"}))
		}},
		{"a change of no login", func() error { return first(u.UpdateLogin(ctx, "none@ours.test", mailsim.LoginPatch{})) }},
		{"a login of a long note", func() error {
			return first(u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{DisplayName: new("x"), Note: &long}))
		}},
		{"no login disabled", func() error { return u.DisableLogin(ctx, "none@ours.test") }},
		{"a signature of nobody", func() error { return first(u.SetSignature(ctx, "none@ours.test", "x")) }},
		{"a short key", func() error { return first(u.AddKey(ctx, "short", "x", mailsim.RoleAdmin)) }},
		{"a key of no role", func() error { return first(u.AddKey(ctx, "a-given-key-9876543210", "x", "owner")) }},
		{"no key deleted", func() error { return u.DeleteKey(ctx, "none") }},
		{"a send to nobody", func() error { return first(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test"})) }},
		{"a send to a wrong second address", func() error {
			return first(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"fresh@client.test", "x"}}))
		}},
		{"a send that answers no id", func() error {
			return first(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"fresh@client.test"}, InReplyTo: "x"}))
		}},
		{"a send that forwards nothing", func() error {
			return first(u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"fresh@client.test"}, Forward: &mailsim.Ref{Address: "app@ours.test", Folder: post.Inbox, UID: 99}}))
		}},
		{"an injection of nothing", func() error {
			return first(u.Inject(ctx, mailsim.Inject{To: "fresh@client.test", Folder: "a//b", Raw: "x"}))
		}},
		{"a message moved to no folder", func() error {
			return first(u.UpdateMessage(ctx, mailsim.Ref{Address: "plain@client.test", Folder: post.Inbox, UID: 1}, mailsim.MessagePatch{Seen: new(true), MoveTo: new("")}))
		}},
		{"no message changed", func() error {
			return first(u.UpdateMessage(ctx, mailsim.Ref{Address: "plain@client.test", Folder: post.Inbox, UID: 99}, mailsim.MessagePatch{Seen: new(true)}))
		}},
		{"a folder that is there", func() error { return a.CreateFolder(ctx, "Older/Mail", "") }},
		{"a folder without name", func() error { return a.CreateFolder(ctx, " ", "") }},
		{"INBOX deleted", func() error { return a.DeleteFolder(ctx, "inbox") }},
		{"no folder renamed", func() error { return a.RenameFolder(ctx, "None", "Other") }},
		{"a folder renamed into itself", func() error { return a.RenameFolder(ctx, "Older/Mail", "Older/Mail/Below") }},
		{"a wrong subscription", func() error { return a.Subscribe(ctx, "a//b", true) }},
		{"an append to no folder", func() error {
			_, _, err := a.Append(ctx, "None", []mailsim.AppendMail{{Data: "Subject: x\r\n\r\n"}})
			return err
		}},
		{"flags in no folder", func() error {
			return first(a.StoreFlags(ctx, "None", []uint32{1}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagSeen}, nil))
		}},
		{"a copy to no folder", func() error { return first(a.Copy(ctx, post.Inbox, []uint32{1}, "None")) }},
		{"a move to no folder", func() error { return first(a.Move(ctx, post.Inbox, []uint32{1}, "None")) }},
		{"a replacement in no folder", func() error {
			return first(a.Replace(ctx, "Later", 1, "None", mailsim.AppendMail{Data: "Subject: x\r\n\r\n"}))
		}},
		{"an expunge of no folder", func() error { return first(a.Expunge(ctx, "None", nil)) }},
		{"recent of no folder", func() error { return first(a.ClaimRecent(ctx, "None", 1)) }},
		{"a negative pace", func() error { return first(u.SetPace(ctx, mailsim.Pace{Factor: -1})) }},
		{"recipients of a wrong domain", func() error {
			return first(u.SetRecipients(ctx, mailsim.Recipients{Default: mailsim.DefaultRule(), Domains: map[string]mailsim.Rule{"good.test": mailsim.DefaultRule(), "!": mailsim.DefaultRule()}}))
		}},
		{"links to private hosts", func() error { return first(u.SetLinks(ctx, mailsim.LinkPolicy{AllowPrivate: true})) }},
		{"AI without a writer", func() error { return first(u.SetAI(ctx, true)) }},
		{"a negative retention", func() error { return first(u.SetRetention(ctx, mailsim.Retention{MailDays: 1, EventDays: -1})) }},
		{"an unknown status", func() error { return first(u.SetMailboxStatus(ctx, "plain@client.test", "lost")) }},
		{"a status of nobody", func() error { return first(u.SetMailboxStatus(ctx, "none@client.test", mailsim.StatusFull)) }},
		{"a second webhook that is wrong", func() error {
			return first(u.SetWebhooks(ctx, []mailsim.Webhook{{URL: "http://a.test/"}, {URL: "ftp://a.test/"}}))
		}},
		{"a mask without a secret", func() error {
			return first(u.SetWebhooks(ctx, []mailsim.Webhook{{URL: "http://a.test/", Secret: webhook.Mask}}))
		}},
		{"no webhook replayed", func() error { return u.ReplayWebhook(ctx, "none", 1) }},
		{"a second fault that is wrong", func() error {
			return first(u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "rcpt", Kind: mailsim.FaultReject}, {Where: "smtp", Kind: "sing"}}}))
		}},
		{"an unknown scenario", func() error { return first(u.SetFaults(ctx, mailsim.Faults{Scenario: "none"})) }},
		{"a world of a wrong stream", func() error {
			return first(u.SetWorld(ctx, mailsim.World{Company: mailsim.Company{Name: "x", Domain: "x.test"}, Streams: []mailsim.Stream{{Kind: "newsletter", PerDay: 1}, {Kind: "none"}}}))
		}},
		{"no stream sent", func() error { return first(u.SendStream(ctx, "none")) }},
		{"a wrong DNS record", func() error {
			return u.SetDNS(ctx, mailsim.DNSRecord{Name: "a.test", Type: "TXT", Value: "x"}, mailsim.DNSRecord{Name: "b.test", Type: "A", Value: "x"})
		}},
		{"an act of nobody", func() error {
			return first(u.Act(ctx, "p_none", mailsim.Act{Kind: mailsim.ActReply, MessageID: "<m0@ours.test>"}))
		}},
		{"an act on no mail", func() error {
			return first(u.Act(ctx, anna, mailsim.Act{Kind: mailsim.ActReply, MessageID: "<none@ours.test>"}))
		}},
		{"a job moved to no time", func() error { return first(u.MoveJob(ctx, pending[0].ID, time.Time{})) }},
		{"a job that is done moved", func() error { return first(u.MoveJob(ctx, done[0].ID, u.Now().Add(time.Hour))) }},
		{"a job that is done skipped", func() error { return first(u.SkipJob(ctx, done[0].ID)) }},
		{"a job that is done run", func() error { return first(u.RunJob(ctx, done[0].ID)) }},
		{"no job run", func() error { return first(u.RunJob(ctx, "j_0")) }},
		{"time backwards", func() error { return first(u.AdvanceTo(ctx, u.Now().Add(-time.Second))) }},
		{"an advance by nothing", func() error { return first(u.Advance(ctx, 0)) }},
		{"an advance too far", func() error { return first(u.Advance(ctx, valid.MaxDuration+1)) }},
		{"an advance that was given up", func() error { return first(u.Advance(gone, time.Hour)) }},
		{"no jobs to run", func() error { return first(u.AdvanceJobs(ctx, 0)) }},
		{"a speed of 0", func() error { return first(u.SetSpeed(ctx, 0)) }},
		{"a reset that keeps what is not there", func() error { return first(u.Reset(ctx, mailsim.PartMail, "none")) }},
		{"a share of no message", func() error {
			return first(u.CreateShare(ctx, mailsim.Ref{Address: "plain@client.test", Folder: post.Inbox, UID: 99}, time.Hour))
		}},
		{"no share deleted", func() error { return u.DeleteShare(ctx, "none") }},
		{"no share opened", func() error { return first(u.OpenShare(ctx, "none")) }},
		{"a wait that times out", func() error { return first(u.Wait(gone, u.Mark(), mailsim.Match{To: "plain@client.test"})) }},
		{"a wait for nobody", func() error { return first(u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: "p_none"})) }},
	} {
		before := testkit.Saved(t, u)
		err := c.call()
		if assert.Error(t, err, c.name) {
			assert.True(t, mailsim.KindOf(err) != mailsim.ErrInternal, "%s: %v", c.name, err)
		}
		assert.True(t, before == testkit.Saved(t, u), "%s: %v left a mark", c.name, err) // spec: errors.unchanged
	}
	log := u.Committed()
	events := log.Last()
	require.ErrorIs(t, login(), mailsim.ErrUnauthorized)
	log = u.Committed()
	assert.Equal(t, events+1, log.Last(), "a wrong login leaves its event and nothing else")
}

// TestRollbackLeavesNoTrace fails a transaction after it has done everything, and
// compares what happens later with a universe in which it was never tried.
func TestRollbackLeavesNoTrace(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.ChapterOne(t, u)
	twin := testkit.Fork(t, u, mailsim.Options{})
	fail := errors.New("the last step")
	for _, broken := range []func() error{
		func() error { return fail },
		func() error { panic(fail) },
	} {
		s := transit.NewSubmission(&mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test", "bert@client.test", "x+unknown-dsn@y.test", "x+slow1h@y.test"}},
			"From: app@ours.test\r\nSubject: T-1\r\n\r\nCan you send it by Friday?\r\n", transit.FromApp)
		u.ReadMail(s)
		before := testkit.Saved(t, u)
		func() {
			defer func() { _ = recover() }()
			err := u.Update(ctx, func(t *state.Tx) error {
				if err := deliver.Submit(t, s); err != nil {
					return err
				}
				for _, p := range state.Sorted(people.Table.In(t.State)) {
					people.Remove(t, p)
				}
				post.MakeMailbox(t, "fresh@client.test")
				t.State.Events, t.Clock.Speed, t.Clock.Frozen = new(state.Log), 7, !t.Clock.Frozen
				t.Swept = state.Sweep{Done: true, Kept: 3}
				return broken()
			})
			assert.ErrorIs(t, err, fail)
		}()
		require.True(t, before == testkit.Saved(t, u)) // spec: errors.unchanged
	}
	testkit.ChapterTwo(t, u)
	testkit.ChapterTwo(t, twin)
	testkit.AssertSame(t, twin, u)
}
