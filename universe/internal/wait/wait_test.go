package wait_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/wait"
)

func TestWaitFromMarkMissesNothing(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	for i := range 2000 {
		mark := u.Mark()
		to := fmt.Sprintf("box%d@client.test", i%7)
		want := fmt.Sprintf("Mail %d", i)
		got := make(chan string, 1)
		if i%2 == 0 {
			go func() {
				a, err := u.Wait(ctx, mark, mailsim.Match{To: to, Subject: want})
				assert.NoError(t, err)
				got <- a.Subject
			}()
		}
		testkit.SendTo(t, u, to, want, "x")
		if i%2 == 1 {
			a, err := u.Wait(ctx, mark, mailsim.Match{To: to, Subject: want})
			require.NoError(t, err)
			got <- a.Subject
		}
		// spec: beyond.mark.no-miss
		require.Equal(t, want, <-got)
	}
}

func TestWaitTellsWhatArrivedAndWhatIsPending(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", nil)
	testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	testkit.SendTo(t, u, "app@ours.test", "Other", "x", func(o *mailsim.Outgoing) { o.From = "ben@client.test" })
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := u.Wait(ctx, 0, mailsim.Match{To: "app@ours.test", Subject: "Re: Plan"})
	// spec: beyond.wait.near-misses beyond.wait.frozen-hint
	require.ErrorIs(t, err, mailsim.ErrTimeout)
	for _, want := range []string{`"Other" from ben@client.test`, `its subject does not contain "Re: Plan"`, "pending: reply j_", "Anna answers", "advance the clock"} {
		assert.Contains(t, err.Error(), want)
	}
}

// TestWaitReplyBegins: a wait for a reply reads the log from where it can matter,
// whatever came before, also in a fork and in what was saved and loaded.
func TestWaitReplyBegins(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	testkit.AddPerson(t, u, "bob@client.test", nil)
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	ask := func(of string) string {
		id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{of}, Subject: "Meeting", Text: "Is Tuesday fine for you?"})
		require.NoError(t, err)
		return id
	}
	first := ask("anna@client.test")
	_, err := u.WaitReply(ctx, 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: first})
	require.NoError(t, err)
	for range 5 {
		ask("bob@client.test")
	}
	end := func() int64 { log := u.Committed(); return log.Last() }
	before := end()
	second := ask("anna@client.test")
	_, err = u.Send(ctx, mailsim.Outgoing{From: "noreply@list.test", To: []string{"anna@client.test"}, Subject: "News", Text: "News.",
		Header: []mailsim.HeaderField{{Name: "List-Id", Value: "<news.list.test>"}, {Name: "Precedence", Value: "bulk"}}})
	require.NoError(t, err)
	latest := end()
	mark := u.Mark()

	var file bytes.Buffer
	require.NoError(t, u.Save(&file))
	loaded, err := engine.Load(&file, mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, loaded.Close()) })
	fork, err := u.Fork(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, fork.Close()) })
	for name, u := range map[string]*engine.Universe{"there": u, "loaded": loaded, "forked": fork} {
		begun := func(since mailsim.Mark, id string) *wait.Reply {
			w := &wait.Reply{Part: wait.New(u.Book, nil, nil), Person: people.Table.In(&u.State).At(anna.ID), Since: since, Match: mailsim.ReplyMatch{InReplyTo: id}}
			w.Begin()
			return w
		}
		assert.Equal(t, before, begun(0, second).At, "%s: where the mail came in", name)
		assert.Less(t, begun(mark, first).At, before, "%s: the mark is no bound for the answer to a mail", name)
		assert.Zero(t, begun(mark, "<none@x.test>").At, "%s: a mail that is nowhere", name)
		w := begun(mark, "")
		assert.Equal(t, latest, w.At, "%s: the mark", name)
		assert.NotEmpty(t, w.Last, "%s: what came last", name)
		assert.NotNil(t, w.Ignored[w.Last], "%s: what came last gets no answer", name)
		w = begun(0, "")
		assert.Zero(t, w.At, name)
		assert.Empty(t, w.Last, name)
	}
}

// TestMatch: each clause alone, and what a miss says of it.
//
// spec: wait.filter.from wait.filter.subject wait.filter.contains
func TestMatch(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "From: Bobby Tables <ba@x.test>\r\nSubject: Your Code\r\nReferences: <0@x> <1@x>\r\nIn-Reply-To: <1@x>\r\n" +
		"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: text/html\r\n\r\n<a href=\"https://x.test/Secret\">x</a>\r\n--b--\r\n"})
	m := testkit.Inbox(t, u, "box@x.test")[0]
	m.HTML = post.CopyOf(&m).Structure().HTML
	for _, c := range []struct {
		match mailsim.Match
		why   string
	}{
		{mailsim.Match{}, ""},
		{mailsim.Match{From: "BA@x.test"}, ""}, {mailsim.Match{From: "tables"}, ""}, {mailsim.Match{From: "ba@"}, ""},
		{mailsim.Match{From: "a@x.test"}, `it is from ba@x.test, not "a@x.test"`}, {mailsim.Match{From: "carl"}, `it is from ba@x.test, not "carl"`},
		{mailsim.Match{Subject: "your CODE"}, ""}, {mailsim.Match{Subject: "codes"}, `its subject does not contain "codes"`},
		{mailsim.Match{Contains: "hello"}, ""}, {mailsim.Match{Contains: "test/secret"}, ""}, {mailsim.Match{Contains: "none"}, `its text does not contain "none"`},
		{mailsim.Match{InReplyTo: "<1@x>"}, ""}, {mailsim.Match{InReplyTo: "<0@x>"}, ""}, {mailsim.Match{InReplyTo: "<2@x>"}, "it does not answer <2@x>"},
		{mailsim.Match{Func: func(mailsim.Message) bool { return true }}, ""}, {mailsim.Match{Func: func(mailsim.Message) bool { return false }}, "the function refused it"},
	} {
		assert.Equal(t, c.why, wait.Reject(c.match, m), "%s", c.match)
	}
}

// spec: d.wait.oldest-match wait.existing wait.filter.folder
func TestWaitOrder(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	file := func(folder, subject string) mailsim.Ref {
		return testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: folder, From: "a@x.test", Subject: subject})
	}
	old := file("Archive", "old")
	file("INBOX", "first")
	mark := u.Mark()
	file("INBOX", "second") // its UID is above that of the next one
	file("Junk", "third")
	_, err := u.UpdateMessage(context.Background(), old, mailsim.MessagePatch{MoveTo: new("INBOX")}) // it came before the mark
	require.NoError(t, err)
	for _, c := range []struct {
		since mailsim.Mark
		m     mailsim.Match
		want  string
	}{
		{mark, mailsim.Match{}, "second"}, {mark, mailsim.Match{Subject: "third"}, "third"}, {mark, mailsim.Match{Folder: "junk"}, ""}, {mark, mailsim.Match{Folder: "Junk"}, "third"},
		{mark, mailsim.Match{Folder: "inbox"}, "second"}, {0, mailsim.Match{}, "old"}, {mark, mailsim.Match{Subject: "old"}, ""},
	} {
		c.m.To = "BOX@x.test"
		got, err := u.Wait(testkit.Ended(), c.since, c.m)
		if c.want == "" {
			assert.ErrorIs(t, err, mailsim.ErrTimeout)
			continue
		}
		require.NoError(t, err, "%+v", c)
		assert.Equal(t, c.want, got.Subject, "%+v", c)
		assert.Equal(t, "box@x.test", got.Address)
	}
	got, err := u.WaitNewest(testkit.Ended(), mailsim.Match{To: "box@x.test"})
	require.NoError(t, err)
	assert.Equal(t, "third", got.Subject)
	// What comes while nothing was there is taken in order again.
	once := false
	got, err = u.WaitNewest(context.Background(), mailsim.Match{To: "box@x.test", Func: func(m mailsim.Message) bool {
		if !once {
			once = true
			file("INBOX", "fourth")
			file("INBOX", "fifth")
		}
		return m.Subject == "fourth" || m.Subject == "fifth"
	}})
	require.NoError(t, err)
	assert.Equal(t, "fourth", got.Subject)
}

// TestWaitErrorSays: what arrived, what could have brought a match, what to do.
func TestWaitErrorSays(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	wait := func(to string) (e *mailsim.WaitError) {
		_, err := u.Wait(testkit.Ended(), 0, mailsim.Match{To: to, Subject: "x"})
		require.ErrorAs(t, err, &e)
		return e
	}
	assert.Contains(t, wait("box@x.test").Error(), "nothing arrived there")
	for range 25 {
		testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test", Subject: "Hello"})
	}
	e := wait("box@x.test")
	assert.Len(t, e.Misses, 20)
	assert.NotContains(t, e.Error(), "nothing arrived there")
	assert.NotContains(t, e.Error(), "advance the clock", "nothing is planned")

	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	plan := func(kind mailsim.JobKind, after time.Duration, args jobs.Args) (id string) {
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			id = jobs.Schedule(t, kind, people.Table.In(t.State).At(anna.ID).Owner(), t.Now.Add(after), mailsim.Job{Plan: "does it"}, args).ID
			return nil
		}))
		return id
	}
	plan(mailsim.JobInitiate, time.Minute, jobs.Args{To: []string{"other@x.test"}})
	skipped := plan(mailsim.JobInitiate, time.Minute, jobs.Args{To: []string{"box@x.test"}})
	_, err := u.SkipJob(context.Background(), skipped)
	require.NoError(t, err)
	kinds := []struct {
		kind mailsim.JobKind
		args jobs.Args
	}{
		{mailsim.JobReply, jobs.Args{Correspondent: "BOX@x.test"}}, {mailsim.JobInitiate, jobs.Args{To: []string{"a@x.test", "Box@x.test"}}}, {mailsim.JobInitiate, jobs.Args{Words: jobs.Words{CC: []string{"box@x.test"}}}},
		{mailsim.JobDelivery, jobs.Args{Load: &transit.Held{To: "box@X.test"}}}, {mailsim.JobBounce, jobs.Args{Load: &rules.Notice{To: "box@x.test"}}}, {mailsim.JobWorld, jobs.Args{}},
	}
	want := make([]string, len(kinds))
	for i, at := range []int{4, 1, 3, 0, 5, 2} {
		want[at] = plan(kinds[i].kind, time.Duration(1+at)*time.Hour, kinds[i].args)
	}
	e = wait("box@x.test")
	var got []string
	for _, j := range e.Pending {
		got = append(got, j.ID)
	}
	assert.Equal(t, want[:5], got, "the five that are due first")
	assert.Contains(t, e.Error(), "advance the clock")
	require.NoError(t, second(u.SkipJob(context.Background(), want[0])))
	assert.Equal(t, want[5], wait("box@x.test").Pending[4].ID)
	_, err = u.Freeze(context.Background(), false)
	require.NoError(t, err)
	e = wait("box@x.test")
	assert.Len(t, e.Pending, 5, "a clock that runs may come to them long after the wait")
	assert.Regexp(t, "; the clock is at .*; pending: .*; advance the clock$", e.Error())
}

func second[T any](_ T, err error) error { return err }

func TestWaitEnds(t *testing.T) {
	t.Parallel()
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err = u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{})
	assert.ErrorContains(t, err, "from is required")
	errs := make(chan error)
	go func() {
		_, err := u.Wait(context.Background(), 0, mailsim.Match{To: "box@x.test", Func: func(mailsim.Message) bool { return false }})
		errs <- err
	}()
	go func() {
		_, err := u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: "anna@client.test"})
		errs <- err
	}()
	require.NoError(t, u.Close())
	for range 2 {
		assert.ErrorIs(t, <-errs, mailsim.ErrConflict)
	}
}

// spec: wait.reply.409 wait.reply.408 d.wait.fast.moves-job
func TestWaitReplyOutcomes(t *testing.T) {
	t.Parallel()
	declined := func(t *testing.T, err error) *mailsim.DeclinedError {
		var d *mailsim.DeclinedError
		require.ErrorAs(t, err, &d)
		assert.ErrorIs(t, err, mailsim.ErrConflict)
		return d
	}
	ask := "Could you send me the report by Friday?"
	t.Run("reads, then answers", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		anna := testkit.AddPerson(t, u, "anna@client.test", nil)
		id := testkit.SendTo(t, u, "anna@client.test", "Report", ask)
		got, err := u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: "ANNA@client.test", InReplyTo: id})
		require.NoError(t, err)
		var kinds []string
		for _, d := range testkit.EventsOf[mailsim.JobDone](u) {
			kinds = append(kinds, d.Kind)
		}
		assert.Equal(t, []string{"read", "reply"}, kinds)
		// It has been answered: the next one is waited for.
		_, err = u.WaitReply(testkit.Ended(), u.Mark(), mailsim.ReplyMatch{From: anna.ID})
		assert.ErrorIs(t, err, mailsim.ErrTimeout)
		_, err = u.WaitReply(testkit.Ended(), u.Mark(), mailsim.ReplyMatch{From: anna.ID, InReplyTo: "<none@x.test>"})
		assert.ErrorIs(t, err, mailsim.ErrTimeout, "of a mail that never came nobody has decided anything")
		// The copy is found where it was filed, else in the person's own Sent.
		junked, err := u.UpdateMessage(context.Background(), got.Ref, mailsim.MessagePatch{MoveTo: new("Junk")})
		require.NoError(t, err)
		again, err := u.WaitReply(context.Background(), u.Mark(), mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
		require.NoError(t, err)
		assert.Equal(t, junked.Ref, again.Ref)
		_, err = u.UpdateMessage(context.Background(), junked.Ref, mailsim.MessagePatch{MoveTo: new("Archive")})
		require.NoError(t, err)
		again, err = u.WaitReply(context.Background(), u.Mark(), mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
		require.NoError(t, err)
		assert.Equal(t, mailsim.Ref{Address: "anna@client.test", Folder: "Sent", UID: 1}, again.Ref)
	})
	t.Run("decided not to", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
		id := testkit.SendTo(t, u, "anna@client.test", "Report", ask)
		for _, m := range []mailsim.ReplyMatch{{InReplyTo: id}, {}} {
			m.From = "anna@client.test"
			_, err := u.WaitReply(context.Background(), u.Mark(), m)
			d := declined(t, err)
			assert.Equal(t, mailsim.EventPersonaIgnored, d.Event.Type)
			assert.Equal(t, testkit.EventsOf[mailsim.PersonaIgnored](u)[0].Why, d.Why)
		}
	})
	t.Run("filed as spam", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Style.Filter = "strict" })
		testkit.SetFaults(t, u, mailsim.FaultRule{Where: "delivery", Kind: mailsim.FaultJunk})
		_, id := testkit.SubmitTo(t, u, "app@ours.test", "anna@client.test")
		_, err := u.WaitReply(context.Background(), u.Mark(), mailsim.ReplyMatch{From: "anna@client.test"})
		assert.Equal(t, "it was filed as spam", declined(t, err).Why)
		_, err = u.WaitReply(context.Background(), u.Mark(), mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: id})
		declined(t, err)
	})
	t.Run("the plan was skipped", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		testkit.AddPerson(t, u, "anna@client.test", nil)
		id := testkit.SendTo(t, u, "anna@client.test", "Report", ask)
		note := ""
		for _, j := range append(testkit.PendingJobs(t, u, mailsim.JobRead), testkit.PendingJobs(t, u, mailsim.JobReply)...) {
			skipped, err := u.SkipJob(context.Background(), j.ID)
			require.NoError(t, err)
			note = skipped.Note
		}
		require.NotEmpty(t, note)
		_, err := u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: id})
		assert.Equal(t, note, declined(t, err).Why)
	})
	t.Run("away", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		testkit.QuietLinks(t, u) // else she would read it later, and might answer
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
			p.Timing.ReplyRate, p.Timing.OOO = new(0.0), []mailsim.Absence{{From: "2026-01-01", To: "2026-01-31", Message: "Away."}}
		})
		mark := u.Mark()
		id := testkit.SendTo(t, u, "anna@client.test", "Report", ask)
		require.NotEmpty(t, testkit.PendingJobs(t, u, mailsim.JobOOO))
		_, err := u.WaitReply(context.Background(), mark, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: id, AsPlanned: true})
		declined(t, err) // what is still planned is no answer
		got, err := u.WaitReply(context.Background(), mark, mailsim.ReplyMatch{From: "anna@client.test"})
		require.NoError(t, err)
		assert.Equal(t, id, got.InReplyTo, "the notice of absence is the next mail")
		_, err = u.WaitReply(context.Background(), mark, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: id})
		declined(t, err) // and none once it was sent
	})
	t.Run("told to ignore", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		anna := testkit.AddPerson(t, u, "anna@client.test", nil)
		id := testkit.SendTo(t, u, "anna@client.test", "Report", ask)
		_, err := u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActIgnore, MessageID: id, After: time.Hour})
		require.NoError(t, err)
		_, err = u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
		assert.Equal(t, "told to", declined(t, err).Why, "what is planned is hurried, that too")
	})
	t.Run("the same mail again", func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
		raw := "From: app@ours.test\r\nTo: anna@client.test\r\nMessage-ID: <1@ours.test>\r\nSubject: Report\r\n\r\n" + ask + "\r\n"
		env := mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}}
		id := testkit.Deliver(t, u, env, raw)
		_, err := u.UpdatePersona(context.Background(), anna.ID, mailsim.PersonaPatch{Timing: &mailsim.Timing{ReplyRate: new(1.0)}})
		require.NoError(t, err)
		testkit.Deliver(t, u, env, raw)
		for _, j := range append(testkit.PendingJobs(t, u, mailsim.JobRead), testkit.PendingJobs(t, u, mailsim.JobReply)...) {
			_, err := u.SkipJob(context.Background(), j.ID)
			require.NoError(t, err)
		}
		_, err = u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
		assert.NotContains(t, declined(t, err).Why, "0%", "the first decision holds no longer")
		require.NoError(t, u.DeletePersona(context.Background(), anna.ID))
		assert.Zero(t, people.LatestTable.In(&u.State).Len(), "nothing is kept of who is gone")
	})
}

// TestForwardIsNoReply: who passes a mail on has not answered it, though mail
// programs name it in In-Reply-To.
func TestForwardIsNoReply(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
		p.Behaviors.ForwardTo, p.Style.Client, p.Timing.ReplyRate = "boss@client.test", "gmail", new(0.0)
	})
	id := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
	testkit.Advance(t, u, 30*24*time.Hour)
	all := testkit.EventsOf[mailsim.PersonaSent](u)
	require.Len(t, all, 1)
	assert.Equal(t, []any{"initiate", id}, []any{all[0].Kind, all[0].InReplyTo}) // spec: events.persona.sent.kinds
	_, err := u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: id})
	assert.ErrorIs(t, err, mailsim.ErrConflict) // spec: wait.reply.409
}
