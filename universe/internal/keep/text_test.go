package keep_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestTextStaysAsLongAsTheMail: an event keeps its whole text until the last copy of
// its mail is gone, though it is older than that copy.
func TestTextStaysAsLongAsTheMail(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	long := strings.Repeat("Grüße aus Köln. ", 200)
	id := testkit.SendTo(t, u, "anna@client.test", "Long", long)
	testkit.Advance(t, u, testkit.Day)
	testkit.Inject(t, u, mailsim.Inject{To: "archive@ours.test", Raw: "Message-ID: " + id + "\r\nSubject: Long\r\n\r\nkept\r\n"})
	testkit.SetRetention(t, u, 2, 0)
	for _, after := range []struct {
		time   time.Duration
		copies int
		whole  bool
	}{{testkit.Day - time.Hour, 3, true}, {time.Hour, 1, true}, {testkit.Day - time.Hour, 1, true}, {time.Hour, 0, false}} {
		testkit.Advance(t, u, after.time)
		assert.Len(t, u.FindMessage(id), after.copies, "%s", u.Now())
		assert.Equal(t, after.whole, len([]rune(testkit.EventsOf[mailsim.PersonaReceived](u)[0].Text)) > keep.MaxText, "%s", u.Now())
	}
}

// TestPruneOfMovedMail: in a folder that mails were moved to in any order, each goes
// at its hour.
func TestPruneOfMovedMail(t *testing.T) {
	t.Parallel()
	for _, order := range [][]uint32{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}} {
		u := testkit.New(t, mailsim.Options{})
		for _, subject := range []string{"1", "2", "3"} {
			testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Subject: subject, Text: "x"})
			testkit.Advance(t, u, testkit.Day)
		}
		a, err := u.Access("a@ours.test")
		require.NoError(t, err)
		for _, uid := range order {
			_, err := a.Move(context.Background(), post.Inbox, []uint32{uid}, post.Archive)
			require.NoError(t, err)
		}
		subjects := func() (out []string) {
			list, err := u.Messages("a@ours.test", mailsim.MessageFilter{Folder: post.Archive})
			require.NoError(t, err)
			for _, m := range list {
				out = append(out, m.Subject)
			}
			slices.Sort(out)
			return out
		}
		testkit.SetRetention(t, u, 10, 0)
		assert.Equal(t, mailsim.Pruned{}, testkit.Prune(t, u))
		testkit.Advance(t, u, 7*testkit.Day-time.Hour)
		for left := []string{"1", "2", "3"}; len(left) > 0; left = left[1:] {
			assert.Equal(t, left, subjects(), "%v: %s", order, u.Now())
			testkit.Advance(t, u, time.Hour)
			assert.Equal(t, left[1:], append([]string{}, subjects()...), "%v: %s", order, u.Now())
			testkit.Advance(t, u, testkit.Day-time.Hour)
		}
	}
}

// TestRunningClockPrunesAgain: where all is gone, what comes next grows old too, with
// nobody moving the clock.
func TestRunningClockPrunesAgain(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]mailsim.Retention{"mail": {MailDays: 1, EventDays: 0}, "events": {MailDays: 0, EventDays: 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				u, err := engine.New(mailsim.Options{HashCost: 4, Speed: 3600})
				require.NoError(t, err)
				defer func() { assert.NoError(t, u.Close()) }()
				_, err = u.SetRetention(context.Background(), r)
				require.NoError(t, err)
				left := func() int {
					if name == "mail" {
						return u.Status().Messages
					}
					return u.Committed().Len()
				}
				for range 3 {
					if name == "mail" {
						testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Text: "x"})
					} else {
						testkit.MakeEvents(t, u, 1)
					}
					assert.Positive(t, left())
					time.Sleep(time.Minute) // 60 hours of the universe, and the notices go as well
					synctest.Wait()
					assert.Zero(t, left())
				}
				testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Text: "x"})
				testkit.MakeEvents(t, u, 1)
				_, err = u.SetRetention(context.Background(), mailsim.Retention{})
				require.NoError(t, err)
				time.Sleep(time.Minute)
				synctest.Wait()
				assert.Positive(t, left(), "0 is for ever")
				_, err = u.SetRetention(context.Background(), r)
				require.NoError(t, err)
				time.Sleep(time.Minute)
				synctest.Wait()
				assert.Zero(t, left(), "what is old by now goes soon")
			})
		})
	}
}

// TestPruneForgetsWhichJobsAnswer: of a mail no list of jobs is left when its jobs are
// gone, also where one reply answered several mails.
func TestPruneForgetsWhichJobsAnswer(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.Delay = &mailsim.Delay{Median: 3 * time.Hour, Spread: 1} })
	first := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	for range 5 {
		testkit.SendTo(t, u, "anna@client.test", "Re: Plan", "And now?", func(o *mailsim.Outgoing) { o.InReplyTo = first })
	}
	require.NotEmpty(t, testkit.EventsOf[mailsim.PersonaBatched](u))
	testkit.Advance(t, u, 9*testkit.Day)
	u.Read(func(v state.View) { require.NotEmpty(t, state.Keys(jobs.ForTable.In(v.State))) })
	testkit.SetRetention(t, u, 0, 1)
	assert.Positive(t, testkit.Prune(t, u).Jobs)
	number, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	assert.Empty(t, number)
	u.Read(func(v state.View) { assert.Empty(t, state.Keys(jobs.ForTable.In(v.State))) })
}

// TestPruneKeepsJobsToCome: of a mail's jobs those that ended long ago go alone, and
// the reply that is planned can still be called off; one that runs stays too.
func TestPruneKeepsJobsToCome(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Sites: map[string]http.Handler{"shop.test": http.NotFoundHandler()}})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Timing.Delay, p.Style.Links = &mailsim.Delay{Median: 9 * testkit.Day, Spread: 1}, "curious"
	})
	id := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine? See http://shop.test/x")
	testkit.Advance(t, u, 3*testkit.Day)
	testkit.SetRetention(t, u, 0, 1)
	require.Positive(t, testkit.Prune(t, u).Jobs)
	pending, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobReply, State: mailsim.StatePending})
	require.NoError(t, err)
	require.Len(t, pending, 1)
	_, err = u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActIgnore, MessageID: id})
	require.NoError(t, err)
	j, err := u.Job(pending[0].ID)
	require.NoError(t, err)
	assert.Equal(t, mailsim.StateSkipped, j.State)

	moved := pending[0].ID
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		next := *jobs.Get(t.View, moved)
		next.State = mailsim.StateRunning
		state.Put(t, jobs.Table.In(t.State), moved, &next)
		t.Emit(mailsim.JobUpdated{JobID: moved})
		return nil
	}))
	testkit.Advance(t, u, 3*testkit.Day)
	testkit.Prune(t, u)
	_, err = u.Job(moved)
	assert.NoError(t, err)
}
