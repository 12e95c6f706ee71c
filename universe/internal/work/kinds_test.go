package work_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// TestEachKindOfJobIsRun holds the list of kinds against what runs them.
func TestEachKindOfJobIsRun(t *testing.T) {
	t.Parallel()
	var run []string
	for k := range work.Runners {
		run = append(run, string(k))
	}
	slices.Sort(run)
	assert.Equal(t, run, jobs.Kinds)
}

// jobMakers bring about a job of each kind that people have: alone with
// anna@client.test in a new universe, they advance until it is pending.
var jobMakers = map[mailsim.JobKind]func(t *testing.T, u *engine.Universe) mailsim.Persona{
	mailsim.JobRead: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		u.SetSite("site.test", http.NotFoundHandler())
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
		testkit.SendTo(t, u, "anna@client.test", "Look", "Please look at http://site.test/page. Is it right?")
		return anna
	},
	mailsim.JobReply: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", nil)
		testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		return anna
	},
	mailsim.JobFollowup:   secondMail("difficult", mailsim.JobFollowup),
	mailsim.JobCorrection: secondMail("flaky", mailsim.JobCorrection),
	mailsim.JobOOO: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
			p.Timing.OOO = []mailsim.Absence{{From: "2026-01-01", To: "2026-01-31", Message: "Away."}}
		})
		testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		return anna
	},
	mailsim.JobInitiate: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Wants = "to order two desks" })
		_, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", After: time.Hour})
		require.NoError(t, err)
		return anna
	},
	mailsim.JobDeliver: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
			p.Temperament, p.Behaviors.KeepPromises, p.Behaviors.DoubleReply = "flaky", new(1.0), new(0.0)
		})
		untilPlanned(t, u, mailsim.JobDeliver, "Could you send me the signed contract, please?")
		return anna
	},
	mailsim.JobNudge: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Temperament = "busy" })
		testkit.SendTo(t, u, "anna@client.test", "Offer", "I will send you the offer by tomorrow.")
		return anna
	},
	mailsim.JobForward: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Behaviors.ForwardTo = "boss@client.test" })
		testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		return anna
	},
	mailsim.JobBounce: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Behaviors.Bounce = new(1.0) })
		testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		return anna
	},
	mailsim.JobAct: func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", nil)
		id := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		_, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActIgnore, MessageID: id, After: time.Hour})
		require.NoError(t, err)
		return anna
	},
}

func secondMail(temperament string, kind mailsim.JobKind) func(t *testing.T, u *engine.Universe) mailsim.Persona {
	return func(t *testing.T, u *engine.Universe) mailsim.Persona {
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
			p.Temperament, p.Behaviors.DoubleReply = temperament, new(1.0)
		})
		untilPlanned(t, u, kind, "Is Tuesday fine?")
		return anna
	}
}

// untilPlanned writes to Anna, and lets her answer, until a job of the kind is planned.
func untilPlanned(t *testing.T, u *engine.Universe, kind mailsim.JobKind, text string) {
	t.Helper()
	for n := range 20 {
		testkit.SendTo(t, u, "anna@client.test", fmt.Sprint("Matter ", n), text)
		for len(testkit.PendingJobs(t, u, mailsim.JobReply)) > 0 {
			_, err := u.AdvanceJobs(context.Background(), 1)
			require.NoError(t, err)
		}
		if len(testkit.PendingJobs(t, u, kind)) > 0 {
			return
		}
	}
	t.Fatalf("no %s in 20 mails", kind)
}

// TestEveryKindOfJob: what people plan can be listed, moved, run and skipped,
// each kind tells of it by events, and what it sends is marked as simulated.
func TestEveryKindOfJob(t *testing.T) {
	t.Parallel()
	sends := map[mailsim.JobKind]string{
		mailsim.JobReply: "reply", mailsim.JobFollowup: "followup", mailsim.JobCorrection: "correction", mailsim.JobOOO: "ooo", mailsim.JobInitiate: "initiate",
		mailsim.JobDeliver: "deliver", mailsim.JobNudge: "nudge", mailsim.JobForward: "initiate", // spec: events.persona.sent.kinds
	}
	for kind, bring := range jobMakers {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			planned := func() (*engine.Universe, mailsim.Persona, mailsim.Job) {
				u := testkit.New(t, mailsim.Options{})
				testkit.QuietLinks(t, u)
				p := bring(t, u)
				list := testkit.PendingJobs(t, u, kind)
				require.NotEmpty(t, list)
				return u, p, list[0]
			}
			told := func(u *engine.Universe, j mailsim.Job) (types []string) {
				for e := range u.Log(mailsim.EventFilter{}) {
					switch d := e.Data.(type) {
					case mailsim.JobScheduled:
						if d.JobID == j.ID {
							types = append(types, "scheduled")
						}
					case mailsim.JobUpdated:
						if d.JobID == j.ID {
							types = append(types, "updated "+d.State)
						}
					case mailsim.JobDone:
						if d.JobID == j.ID {
							types = append(types, "done")
						}
					}
				}
				return types
			}
			u, p, j := planned()
			assert.Equal(t, p.ID, j.PersonaID)
			assert.NotEmpty(t, j.Plan)
			assert.True(t, j.Due.After(u.Now()), "%s is due at %s, planned at %s", j.ID, j.Due, u.Now())

			moved, err := u.MoveJob(context.Background(), j.ID, j.Due.Add(time.Hour))
			require.NoError(t, err)
			assert.Equal(t, j.Due.Add(time.Hour), moved.Due)
			before := len(testkit.EventsOf[mailsim.PersonaSent](u))
			done, err := u.RunJob(context.Background(), j.ID)
			require.NoError(t, err)
			assert.Equal(t, mailsim.StateDone, done.State, done.Note)
			assert.NotEmpty(t, done.Note)
			assert.Equal(t, []string{"scheduled", "updated pending", "done"}, told(u, j))
			_, err = u.RunJob(context.Background(), j.ID)
			assert.ErrorIs(t, err, mailsim.ErrConflict)
			if want := sends[kind]; want != "" {
				all := testkit.EventsOf[mailsim.PersonaSent](u)[before:]
				require.Len(t, all, 1)
				assert.Equal(t, want, all[0].Kind)
				assert.Equal(t, "sent "+all[0].MessageID, done.Note)
			}

			u, _, j = planned()
			skipped, err := u.SkipJob(context.Background(), j.ID)
			require.NoError(t, err)
			assert.Equal(t, mailsim.StateSkipped, skipped.State)
			assert.Equal(t, []string{"scheduled", "updated skipped"}, told(u, j))
			testkit.Advance(t, u, 60*24*time.Hour)
			after, err := u.Job(j.ID)
			require.NoError(t, err)
			assert.Equal(t, mailsim.StateSkipped, after.State)

			u, _, _ = planned()
			testkit.Advance(t, u, 60*24*time.Hour)
			checkSimulated(t, u)
		})
	}
}

// checkSimulated asks that all that came from anyone but the application says
// that it is simulated, and that what they answered is marked so.
func checkSimulated(t *testing.T, u *engine.Universe) {
	t.Helper()
	for _, address := range []string{"app@ours.test", "boss@client.test"} {
		if !slices.ContainsFunc(u.Mailboxes(), func(m mailsim.Mailbox) bool { return m.Address == address }) {
			continue
		}
		list, err := u.Messages(address, mailsim.MessageFilter{})
		require.NoError(t, err)
		for _, m := range list {
			assert.Equal(t, "1", m.Headers["x-service-simulated"], m.Subject) // spec: messages.header.simulated
		}
	}
	sent, err := u.Messages("anna@client.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	answered := map[string]bool{}
	for _, m := range sent {
		assert.Equal(t, "1", m.Headers["x-service-simulated"])
		if m.InReplyTo != "" && len(m.References) > 0 {
			answered[m.InReplyTo] = true
			assert.Equal(t, m.InReplyTo, m.References[len(m.References)-1])
		}
	}
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
		if s.Kind != "reply" {
			continue
		}
		assert.True(t, answered[s.InReplyTo])
		for _, m := range testkit.Inbox(t, u, "anna@client.test") {
			if m.MessageID == s.InReplyTo {
				assert.Subset(t, m.Flags, []string{`\Seen`, `\Answered`})
			}
		}
	}
}

func TestActWrite(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err := u.PushCase(context.Background(), "C-1", mailsim.CasePatch{Title: new("Office move"), PersonaIDs: []string{anna.ID}})
	require.NoError(t, err)
	for _, a := range []mailsim.Act{
		{Kind: mailsim.ActWrite}, {Kind: mailsim.ActWrite, To: "nobody"}, {Kind: mailsim.ActWrite, To: "app@ours.test", Subject: strings.Repeat("x", 301)},
		{Kind: mailsim.ActWrite, To: "app@ours.test", After: -1},
	} {
		_, err := u.Act(context.Background(), anna.ID, a)
		assert.ErrorIs(t, err, mailsim.ErrInvalid, a)
	}
	for _, a := range []mailsim.Act{{Kind: mailsim.ActWrite, To: "app@ours.test"}, {Kind: mailsim.ActWrite, To: "app@ours.test", Subject: "As told", Text: "These words.", After: time.Hour}} {
		_, err := u.Act(context.Background(), anna.ID, a)
		require.NoError(t, err)
	}
	testkit.Advance(t, u, 2*time.Hour)
	got := testkit.EventsOf[mailsim.PersonaSent](u)
	require.Len(t, got, 2)
	assert.Contains(t, got[0].Subject+got[0].Text, "ffice move")
	assert.Equal(t, "C-1", got[0].CaseID)
	assert.Equal(t, "As told", got[1].Subject)
	assert.Equal(t, "These words.", got[1].Text)
	// the answer is one to a person who wrote first
	testkit.SendTo(t, u, "anna@client.test", "Re: As told", "Thank you.", func(o *mailsim.Outgoing) { o.InReplyTo = got[1].MessageID })
	held, err := u.Relations(anna.ID)
	require.NoError(t, err)
	assert.Equal(t, 2, held.Relations[0].Sent)
	assert.Equal(t, 1, held.Relations[0].Received)
}

// TestSimulatedPeopleStopTalking: two who always answer each other come to an
// end by themselves, and so do three with one in copy.
func TestSimulatedPeopleStopTalking(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	for _, a := range []string{"anna@client.test", "ben@client.test", "cleo@client.test"} {
		testkit.AddPerson(t, u, a, func(p *mailsim.Persona) { p.Behaviors.CCSomeone = new(0.5) })
	}
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "anna@client.test", To: []string{"ben@client.test"}, Subject: "Lunch", Text: "Where shall we go? And when?"})
	require.NoError(t, err)
	testkit.Advance(t, u, 90*24*time.Hour)
	replies := map[string]int{}
	for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
		if s.Kind == "reply" {
			replies[s.PersonaID]++
		}
	}
	require.NotEmpty(t, replies)
	for id, n := range replies {
		assert.LessOrEqual(t, n, 8, id)
	}
	pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending})
	require.NoError(t, err)
	assert.Empty(t, pending)
}

// TestAccess: those who cannot see pictures say so when the words are in them.
func TestAccess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		access, html string
		want         string
	}{
		{"screen_reader", `<img src="cid:1" width=600>`, "(?i)screen reader|alternative text"},
		{"low_vision", `<img src="cid:1" width=600>`, "(?i)sight|enlarge|too small|picture"},
		{"screen_reader", `<img src="cid:1" alt=""><p>Is Tuesday at ten fine for the visit to the new office?</p>`, "(?i)tuesday|ten"},
	} {
		u := testkit.New(t, mailsim.Options{})
		testkit.QuietLinks(t, u)
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Access, p.Style.Filter = c.access, "none" })
		id := testkit.SendTo(t, u, "anna@client.test", "News", "", func(o *mailsim.Outgoing) { o.HTML = c.html })
		_, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActReply, MessageID: id})
		require.NoError(t, err)
		require.NoError(t, u.Settle(context.Background()))
		assert.Regexp(t, c.want, testkit.EventsOf[mailsim.PersonaSent](u)[0].Text, c.html)
	}
}
