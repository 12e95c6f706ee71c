package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// script plays the same sends; ids makes the Message-IDs of the sender's library.
func script(t *testing.T, u *engine.Universe, ids func(i int) string) {
	t.Helper()
	ctx := context.Background()
	for i, temper := range decide.TemperamentNames() {
		testkit.AddPerson(t, u, fmt.Sprintf("p%d@client.test", i), func(p *mailsim.Persona) {
			p.Temperament = temper
			p.Timing = mailsim.Timing{}
		})
	}
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	texts := []string{"Could you send me the contract by Friday?", "Thank you, all clear.", "Is Tuesday at 10:00 fine? And who joins?", "The invoice 4711 over EUR 120 is wrong!"}
	for round := range 4 {
		for i := range decide.TemperamentNames() {
			raw := fmt.Sprintf("From: App <app@ours.test>\r\nTo: p%d@client.test\r\nSubject: Matter %d\r\nMessage-ID: %s\r\n\r\n%s\r\n", i, round, ids(round*10+i), texts[round])
			_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{fmt.Sprintf("p%d@client.test", i)}, Helo: "app.ours.test"}, raw)
			require.NoError(t, err)
		}
		_, err := u.Advance(ctx, 36*time.Hour)
		require.NoError(t, err)
	}
	_, err := u.Advance(ctx, 14*24*time.Hour)
	require.NoError(t, err)
}

// allMail is every stored byte, by mailbox, folder and UID.
func allMail(t *testing.T, u *engine.Universe) string {
	t.Helper()
	var b strings.Builder
	for _, m := range u.Mailboxes() {
		folders, err := u.Folders(m.Address)
		require.NoError(t, err)
		for _, f := range folders {
			list, err := u.Messages(m.Address, mailsim.MessageFilter{Folder: f.Name})
			require.NoError(t, err)
			for _, msg := range list {
				fmt.Fprintf(&b, "== %s %s %d %v\n%s\n", m.Address, f.Name, msg.UID, msg.Flags, msg.Bytes())
			}
		}
	}
	return b.String()
}

func TestTwoRunsAreEqual(t *testing.T) {
	t.Parallel()
	fixed := func(i int) string { return fmt.Sprintf("<%d@ours.test>", i) }
	a, b := testkit.New(t, mailsim.Options{}), testkit.New(t, mailsim.Options{})
	script(t, a, fixed)
	script(t, b, fixed)
	// spec: det.runs-identical beyond.determinism.bytes ai.off.repeatable
	require.Equal(t, testkit.Story(a), testkit.Story(b))
	require.Equal(t, allMail(t, a), allMail(t, b))
	assert.Greater(t, len(testkit.Story(a)), 100)
	other := testkit.New(t, mailsim.Options{Seed: "other"})
	script(t, other, fixed)
	// spec: det.seed-differs
	assert.NotEqual(t, allMail(t, a), allMail(t, other))
}

// sentBy lists what people sent, without the ids that clients make up.
func sentBy(u *engine.Universe) (out []string) {
	for e, s := range mailsim.EventsOf[mailsim.PersonaSent](u.Log(mailsim.EventFilter{})) {
		out = append(out, fmt.Sprintf("%s %s %s %v %q %q", e.At, s.Persona, s.Kind, s.To, s.Subject, s.Text))
	}
	slices.Sort(out)
	return out
}

func TestMessageIDsDecideNothing(t *testing.T) {
	t.Parallel()
	a, b := testkit.New(t, mailsim.Options{}), testkit.New(t, mailsim.Options{})
	script(t, a, func(i int) string { return fmt.Sprintf("<%d@ours.test>", i) })
	script(t, b, func(i int) string { return fmt.Sprintf("<%x.other.%d@elsewhere.test>", i*7919, i) })
	// spec: det.incoming-message-id beyond.determinism.message-id
	require.Equal(t, sentBy(a), sentBy(b))
}

func TestParallelSendersChangeNoDecision(t *testing.T) {
	t.Parallel()
	run := func(parallel bool) []string {
		ctx := context.Background()
		u := testkit.New(t, mailsim.Options{})
		for i := range 20 {
			testkit.AddPerson(t, u, fmt.Sprintf("p%d@client.test", i), func(p *mailsim.Persona) { p.Temperament, p.Timing = "", mailsim.Timing{} })
		}
		var wg sync.WaitGroup
		for i := range 20 {
			send := func() {
				s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
				for k := range 3 {
					to := fmt.Sprintf("p%d@client.test", i)
					raw := fmt.Sprintf("From: app%d@ours.test\r\nTo: %s\r\nSubject: Part %d\r\n\r\nCould you tell me the date of the delivery?\r\n", i, to, k)
					_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{to}}, raw)
					assert.NoError(t, err)
				}
			}
			if parallel {
				wg.Go(send)
			} else {
				send()
			}
		}
		wg.Wait()
		_, err := u.Advance(ctx, 10*24*time.Hour)
		require.NoError(t, err)
		return sentBy(u)
	}
	// spec: det.recipient-order
	require.Equal(t, run(false), run(true))
}

func TestAdvanceInStepsIsTheSame(t *testing.T) {
	t.Parallel()
	run := func(step time.Duration) []string {
		ctx := context.Background()
		u := testkit.New(t, mailsim.Options{})
		for i := range 5 {
			testkit.AddPerson(t, u, fmt.Sprintf("p%d@client.test", i), nil)
			_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{fmt.Sprintf("p%d@client.test", i)}, Subject: "Hello", Text: "Could you send me the report?"})
			require.NoError(t, err)
		}
		for range 10 * 24 * time.Hour / step {
			_, err := u.Advance(ctx, step)
			require.NoError(t, err)
		}
		var out []string
		for e := range u.Log(mailsim.EventFilter{}) {
			if e.Type != mailsim.EventClockChanged {
				e.ID = 0
				b, _ := e.MarshalJSON()
				out = append(out, string(b))
			}
		}
		return out
	}
	// spec: d.clock.advance.steps
	require.Equal(t, run(10*24*time.Hour), run(10*time.Minute))
}

func TestRunawayIsNamed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "x", Text: "Really?"})
	require.NoError(t, err)
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error {
		j := jobs.Schedule(t, mailsim.JobDeliver, people.Table.In(t.State).At(anna.ID).Owner(), t.Now.Add(time.Hour), mailsim.Job{Plan: "again"}, jobs.Args{})
		jobs.Change(t, j, func(j *jobs.Record) { j.Depth = jobs.MaxChain + 1 })
		return nil
	}))
	_, err = u.Advance(ctx, 2*time.Hour)
	require.ErrorIs(t, err, mailsim.ErrInternal)
	assert.Contains(t, err.Error(), "runaway")
	assert.Contains(t, err.Error(), "again")
	assert.Equal(t, config.DefaultStart.Add(time.Hour), u.Now(), "the clock stands at the instant of the runaway")
}
