package keep_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestBoundsAreCountedExactly does all that changes mail, in any order, and
// counts after each step.
func TestBoundsAreCountedExactly(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		o := mailsim.Options{Seed: fmt.Sprint(seed)}
		switch seed % 3 {
		case 1:
			o.Bounds = mailsim.Bounds{Bytes: 9000, Mails: 14, Copies: 40, Mailboxes: 30, Events: 90}
		case 2:
			o.Bounds = mailsim.Bounds{Bytes: 20_000, Mails: 16, Copies: 30, Events: 50, WhenFull: mailsim.FullOldest}
		}
		u := testkit.New(t, o)
		testkit.AddPerson(t, u, "anna@client.test", nil)
		box := func() string {
			return []string{"a@x.test", "b@x.test", "anna@client.test", "c+unknown-dsn@x.test", "d+slow1h@x.test"}[r.IntN(5)]
		}
		last := ""
		for step := range 150 {
			what := ""
			var err error
			switch n := r.IntN(14); n {
			case 0, 1, 2:
				what = "send"
				last, err = u.Send(ctx, mailsim.Outgoing{From: "me@app.test", To: []string{box(), box()}, Subject: "s", Text: strings.Repeat("word ", r.IntN(300))})
			case 3:
				what = "smtp"
				s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
				id := "<same@x>"
				if r.IntN(2) == 0 {
					id = fmt.Sprintf("<%d@x>", step)
				}
				_, err = s.Submit(ctx, mailsim.Envelope{From: []string{"", "q@x.test"}[r.IntN(2)], To: []string{box()}}, "Message-ID: "+id+"\r\nSubject: x\r\n\r\n"+strings.Repeat("y", r.IntN(500)))
			default:
				a, openErr := u.Access([]string{"a@x.test", "b@x.test", "me@app.test"}[r.IntN(3)])
				if openErr != nil {
					continue
				}
				from := []string{"INBOX", "Sent", "Archive"}[r.IntN(3)]
				snap, openErr := a.Open(from)
				if openErr != nil {
					continue
				}
				var uids []uint32
				for s := range snap.From(0) {
					if r.IntN(2) == 0 {
						uids = append(uids, s.UID())
					}
				}
				switch n {
				case 4:
					what = "append"
					id := ""
					if r.IntN(2) == 0 {
						id = "Message-ID: <same@x>\r\n"
					}
					_, _, err = a.Append(ctx, from, []mailsim.AppendMail{{Data: id + "Subject: z\r\n\r\nx"}, {Data: "Subject: none\r\n\r\n" + fmt.Sprint(step)}})
				case 5:
					what = "copy"
					_, err = a.Copy(ctx, from, uids, "Archive")
				case 6:
					what = "move"
					_, err = a.Move(ctx, from, uids, "INBOX")
				case 7:
					what = "expunge"
					_, err = a.StoreFlags(ctx, from, uids, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
					require.NoError(t, err)
					_, err = a.Expunge(ctx, from, nil)
				case 8:
					what = "advance"
					_, err = u.Advance(ctx, 2*time.Hour)
				case 9:
					what = "fail"
					broken := errors.New("no")
					err = u.Update(ctx, func(t *state.Tx) error {
						for _, m := range state.Sorted(post.Boxes.In(t.State)) {
							for _, f := range m.Folders {
								post.Remove(t, m.Address, post.Mailbox(t.View, m.Address).Folder(f.Name), door.AllUIDs(f))
							}
						}
						door.Append(t, "me@app.test", "INBOX", door.NewAppending(mailsim.AppendMail{Data: "x"}))
						return broken
					})
					require.ErrorIs(t, err, broken)
					err = nil
				case 10:
					what = "replace"
					if len(uids) > 0 {
						_, err = a.Replace(ctx, from, uids[0], "Archive", mailsim.AppendMail{Data: "Message-ID: " + last + "\r\n\r\nnew"})
					}
				case 11:
					what = "delete a folder"
					err = a.CreateFolder(ctx, "Some", "")
					if err == nil {
						_, err = a.Copy(ctx, from, uids, "Some")
						_ = a.DeleteFolder(ctx, "Some")
					}
				case 12:
					what = "prune"
					_, err = u.SetRetention(ctx, mailsim.Retention{MailDays: r.IntN(3), EventDays: r.IntN(3)})
					require.NoError(t, err)
					_, err = u.Prune(ctx)
				case 13:
					what = "fork, save and load, reset"
					if r.IntN(4) == 0 {
						_, err = u.Reset(ctx, [][]mailsim.Part{nil, {mailsim.PartMail}, {mailsim.PartEvents}}[r.IntN(3)]...)
						break
					}
					f := testkit.Fork(t, u, mailsim.Options{})
					testkit.AssertCounted(t, f, what)
					_, err = f.Reset(ctx)
					require.NoError(t, err)
					testkit.AssertCounted(t, f, what)
					var b bytes.Buffer
					require.NoError(t, u.Save(&b))
					l, loadErr := engine.Load(&b, mailsim.Options{})
					require.NoError(t, loadErr)
					testkit.AssertCounted(t, l, what)
					require.NoError(t, l.Close())
				}
			}
			if err != nil {
				require.ErrorIs(t, err, mailsim.ErrFull, what)
			}
			testkit.AssertCounted(t, u, fmt.Sprintf("seed %d, step %d: %s", seed, step, what))
			f := u.Bounds()
			for _, usage := range []mailsim.Usage{f.Bytes, f.Mails, f.Copies, f.Mailboxes, f.Events} {
				if usage.Max > 0 {
					require.LessOrEqual(t, usage.Used, usage.Max, "%s: %+v", what, f)
				}
			}
		}
	}
}

// Each bound refuses what would go beyond it, at every door, and nothing of it
// happens; what adds nothing goes on.
func TestBoundsRefuse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, b := range map[string]mailsim.Bounds{
		"bytes": {Bytes: 1200}, "mails": {Mails: 3}, "copies": {Copies: 6}, "mailboxes": {Mailboxes: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{Bounds: b})
			require.NoError(t, testkit.SendHello(u, "first@x.test"))
			var err error
			n := 0
			for ; err == nil && n < 20; n++ {
				err = testkit.SendHello(u, fmt.Sprintf("n%d@x.test", n))
			}
			require.ErrorIs(t, err, mailsim.ErrFull)
			assert.Contains(t, err.Error(), "full")
			events, status := u.Committed().Last(), u.Status()
			assert.True(t, slices.ContainsFunc(slices.Collect(u.Log(mailsim.EventFilter{})), func(e mailsim.Event) bool {
				d, ok := e.Data.(mailsim.BoundReached)
				return ok && d.Bound == name
			}))
			for range 3 { // the event is told once
				require.ErrorIs(t, testkit.SendHello(u, fmt.Sprintf("n%d@x.test", n)), mailsim.ErrFull)
			}
			assert.Equal(t, events, u.Committed().Last())
			assert.Equal(t, status, u.Status(), "nothing of it happened")
			s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
			_, err = s.Submit(ctx, mailsim.Envelope{From: "new@x.test", To: []string{"other@x.test"}}, "Subject: x\r\n\r\n"+strings.Repeat("x", 900))
			require.ErrorIs(t, err, mailsim.ErrFull)
			a, err := u.Access("first@x.test")
			require.NoError(t, err)
			_, err = a.StoreFlags(ctx, "INBOX", []uint32{1}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
			require.NoError(t, err)
			if name != "mailboxes" {
				require.Equal(t, name != "bytes" || u.Bounds().Bytes.Used > 1200, s.RoomFor(0) != nil)
				_, _, err = a.Append(ctx, "INBOX", []mailsim.AppendMail{{Data: "Subject: x\r\n\r\n" + strings.Repeat("x", 900)}})
				require.ErrorIs(t, err, mailsim.ErrFull)
			}
			_, err = a.Expunge(ctx, "INBOX", nil)
			require.NoError(t, err)
		})
	}
}

// People, the World and servers are refused as anyone is: the job says why, and
// nothing is tried again and again.
func TestBoundsRefuseWhatIsPlanned(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 3}})
	one := 1.0
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = &one })
	_, err := u.SetWorld(ctx, mailsim.World{Company: mailsim.Company{Name: "Ours", Domain: "ours.test"}, Streams: []mailsim.Stream{{ID: "s", Kind: "newsletter", Enabled: new(true), PerDay: 24, To: []string{"a@ours.test"}}}})
	require.NoError(t, err)
	require.NoError(t, testkit.SendHello(u, "anna@client.test"))
	_, err = u.Send(ctx, mailsim.Outgoing{From: "me@app.test", To: []string{"anna@client.test"}, Subject: "A question", Text: "Could you send me the report by Friday?"})
	require.NoError(t, err)
	require.NoError(t, testkit.SendHello(u, "z@x.test"))
	_, err = u.Advance(ctx, 10*testkit.Day)
	require.NoError(t, err)
	assert.EqualValues(t, 3, u.Bounds().Mails.Used)
	said := map[string]int{}
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{"job.done", "job.failed"}}) {
		switch d := e.Data.(type) {
		case mailsim.JobDone:
			if strings.Contains(d.Note, "full") {
				said[d.Kind]++
			}
		case mailsim.JobFailed:
			if strings.Contains(d.Note, "full") {
				said[d.Kind]++
			}
		}
	}
	assert.NotZero(t, said["reply"], said)
	assert.Greater(t, said["world"], 100, "the stream goes on planning")
	assert.Less(t, u.Committed().Last(), int64(3000))
	assert.Less(t, u.Status().PendingJobs, 5)
}

// With oldest, mail is taken and the oldest go.
func TestBoundsGiveUpTheOldest(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 10, WhenFull: mailsim.FullOldest}})
	for i := range 30 {
		require.NoError(t, testkit.SendHello(u, fmt.Sprintf("n%d@x.test", i%3)))
		assert.EqualValues(t, min(i+1, 10), u.Bounds().Mails.Used)
	}
	list, err := u.Messages("me@app.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	require.Len(t, list, 10)
	for _, m := range list {
		assert.Greater(t, m.UID, uint32(20))
	}
	n := 0
	for _, d := range mailsim.EventsOf[mailsim.RetentionPruned](u.Log(mailsim.EventFilter{})) {
		n += d.Messages
	}
	assert.Equal(t, 40, n, "two copies each of twenty mails")
	// what does not fit at all costs nothing that is there
	small := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Bytes: 5000, WhenFull: mailsim.FullOldest}})
	require.NoError(t, testkit.SendHello(small, "a@x.test"))
	_, err = small.Send(ctx, mailsim.Outgoing{From: "me@app.test", To: []string{"a@x.test"}, Text: strings.Repeat("x", 6000)})
	require.ErrorIs(t, err, mailsim.ErrFull)
	assert.EqualValues(t, 1, small.Bounds().Mails.Used)
	// a moved mail is as old as it was
	a, err := u.Access("n0@x.test")
	require.NoError(t, err)
	snap, err := a.Open("INBOX")
	require.NoError(t, err)
	_, err = a.Move(ctx, "INBOX", []uint32{snap.At(0).UID()}, "Archive")
	require.NoError(t, err)
	for i := range 3 {
		require.NoError(t, testkit.SendHello(u, fmt.Sprintf("m%d@x.test", i)))
	}
	archived, err := a.Open("Archive")
	require.NoError(t, err)
	assert.Zero(t, archived.Len())
}

// Events beyond the bound go, the oldest first, with the finished jobs of which
// they tell; who reaches back is told what is missing.
func TestBoundOfEvents(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Events: 20}})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	for i := range 40 {
		require.NoError(t, testkit.SendHello(u, "anna@client.test", fmt.Sprintf("n%d@x.test", i)))
		_, err := u.Advance(ctx, testkit.Day)
		require.NoError(t, err)
		assert.LessOrEqual(t, u.Committed().Len(), 20)
	}
	page, err := u.Events(mailsim.EventFilter{})
	require.NoError(t, err)
	require.Len(t, page.Events, 20)
	assert.Equal(t, page.Last-20, page.Gone)
	for _, err := range u.Follow(ctx, mailsim.EventFilter{After: 3}) {
		require.ErrorIs(t, err, mailsim.ErrNotFound)
		assert.Contains(t, err.Error(), fmt.Sprintf("events 4 to %d", page.Gone))
		break
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	assert.LessOrEqual(t, len(jobs), 20)
	// one change may tell of more than is kept
	to := make([]string, 60)
	for i := range to {
		to[i] = fmt.Sprintf("n%d+unknown-dsn@x.test", i)
	}
	require.NoError(t, testkit.SendHello(u, to...))
	assert.Equal(t, 20, u.Committed().Len())
}

// TestGoneMailIsGone fills a universe again and again: what is given up or
// deleted must not stay in memory through an event, a job or a relation.
func TestGoneMailIsGone(t *testing.T) {
	ctx := context.Background()
	for _, b := range []mailsim.Bounds{{Bytes: 8 << 20, WhenFull: mailsim.FullOldest}, {Bytes: 1 << 30}} {
		u := testkit.New(t, mailsim.Options{Bounds: b})
		testkit.AddPerson(t, u, "anna@client.test", nil)
		text := strings.Repeat(strings.Repeat("word ", 15)+"\r\n", 3400) // 256 KiB
		for i := range 300 {
			to := []string{"anna@client.test", "b@x.test", "c+unknown-dsn@x.test", "d+slow1m@x.test"}[i%4]
			from := []string{"", "me@app.test"}[i/4%2]
			s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
			raw := fmt.Sprintf("From: Me <me@app.test>\r\nTo: %s\r\nSubject: about %d\r\nMessage-ID: <%d@app.test>\r\nReferences: <r%d@x>\r\n\r\n%s", to, i, i, i, text)
			_, err := s.Submit(ctx, mailsim.Envelope{From: from, To: []string{to}}, raw)
			require.NoError(t, err)
			if i%20 == 19 {
				_, err = u.Advance(ctx, time.Hour)
				require.NoError(t, err)
			}
			if b.WhenFull != "" {
				continue
			}
			for _, m := range u.Mailboxes() {
				a, err := u.Access(m.Address)
				require.NoError(t, err)
				for _, f := range a.Folders() {
					if snap, _ := a.Open(f.Name); snap.Len() > 0 {
						uids := door.AllUIDs(snap.Folder)
						_, err = a.StoreFlags(ctx, f.Name, uids, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
						require.NoError(t, err)
						_, err = a.Expunge(ctx, f.Name, uids)
						require.NoError(t, err)
					}
				}
			}
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		assert.Less(t, m.HeapAlloc, uint64(60<<20), "%+v, of 75 MiB of mail", b)
		runtime.KeepAlive(u)
	}
}

// TestFullIsToldWhereNothingIsTaken: a door that asks before it takes a mail is told of
// the bound, and so is the log.
func TestFullIsToldWhereNothingIsTaken(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 1}})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "From: a@x.test\r\n\r\nx\r\n"})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	for range 3 {
		require.ErrorIs(t, s.RoomFor(100), mailsim.ErrFull)
	}
	assert.Len(t, testkit.EventsOf[mailsim.BoundReached](u), 1)
}
