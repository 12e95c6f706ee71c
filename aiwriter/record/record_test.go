package record_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/aiwriter"
	"github.com/mailsim/mailsim/aiwriter/record"
	"github.com/mailsim/mailsim/universe"
)

// pen counts what it is asked and never says the same twice.
type pen struct {
	mu   sync.Mutex
	n    int
	fail func(n int) error
}

func (p *pen) Name() string { return "pen" }

func (p *pen) next() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	if p.fail != nil {
		return p.n, p.fail(p.n)
	}
	return p.n, nil
}

func (p *pen) Write(_ context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	n, err := p.next()
	if b.Kind == mailsim.BriefPersona {
		return mailsim.Draft{Person: &mailsim.Persona{Who: fmt.Sprint("number ", n)}}, err
	}
	return mailsim.Draft{Text: fmt.Sprintf("Answer %d to %s.", n, b.ToName), Promises: []mailsim.DraftPromise{{What: "the list", Due: "tomorrow"}}, Stance: "warm"}, err
}

func (p *pen) Judge(_ context.Context, q mailsim.Question) (mailsim.Answer, error) {
	n, err := p.next()
	return mailsim.Answer{Yes: n%2 == 0, Why: fmt.Sprint("reason ", n)}, err
}

func open(t *testing.T, dir string, mode record.Mode, w mailsim.Writer) *record.Recorder {
	t.Helper()
	r, err := record.Open(record.Options{Dir: dir, Mode: mode, Writer: w})
	require.NoError(t, err)
	return r
}

// script lets people write for two weeks and returns the log.
func script(t *testing.T, w mailsim.Writer, token string) (log []string, credits int) {
	t.Helper()
	ctx := context.Background()
	u, err := universe.New(mailsim.Options{Writer: w, Real: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), HooksOnClock: true})
	require.NoError(t, err)
	defer u.Close()
	_, err = u.SetAI(ctx, true)
	require.NoError(t, err)
	for _, name := range []string{"anna", "ben", "carla", "dora"} {
		_, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{name + "@client.test"}, Temperament: "flaky"})
		require.NoError(t, err)
		_, err = u.Send(ctx, mailsim.Outgoing{From: name + "@client.test", To: []string{"bob@ours.test"}, Subject: "Hello", Text: "We know each other."})
		require.NoError(t, err)
		for i := range 3 {
			_, err := u.Send(ctx, mailsim.Outgoing{From: "Bob <bob@ours.test>", To: []string{name + "@client.test"}, Subject: fmt.Sprint("Order ", i),
				Text: "Please send me the list. Can you confirm it here?\nhttps://app.test/confirm/" + token})
			require.NoError(t, err)
			_, err = u.Advance(ctx, 31*time.Hour)
			require.NoError(t, err)
		}
	}
	_, err = u.Advance(ctx, 14*24*time.Hour)
	require.NoError(t, err)
	for e := range u.Log(mailsim.EventFilter{}) {
		b, err := u.EventBody(e)
		require.NoError(t, err)
		log = append(log, string(b))
	}
	return log, u.AI().Credits.Used
}

// What was recorded gives the same log again, with no writer and another token
// in a link.
func TestRerunFromRecordings(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "ai")
	live := &pen{fail: func(n int) error {
		if n%5 == 0 {
			return &aiwriter.UnusableError{Why: "it is not a JSON object"}
		}
		return nil
	}}
	first, used := script(t, open(t, dir, record.Record, live), "a1b2c3d4e5")
	require.Positive(t, live.n)
	played := open(t, dir, record.Replay, nil)
	assert.Equal(t, "pen", played.Name())
	again, usedAgain := script(t, played, "a1b2c3d4e5")
	assert.Equal(t, first, again)
	assert.Equal(t, used, usedAgain)
	assert.Contains(t, strings.Join(first, "\n"), `"by":"pen"`)
	assert.Contains(t, strings.Join(first, "\n"), "persona.promised")

	other := open(t, dir, record.Replay, nil)
	_, _ = script(t, other, "z9y8x7w6v5")
	assert.Empty(t, other.Misses(), "the token of a link is not in the key")

	asked := live.n
	auto, _ := script(t, open(t, dir, record.Auto, live), "a1b2c3d4e5")
	assert.Equal(t, first, auto)
	assert.Equal(t, asked, live.n, "nothing was missing")
}

func brief(text string) mailsim.Brief {
	return mailsim.Brief{Kind: mailsim.BriefReply, Person: mailsim.Persona{ID: "p_abc123", Name: "Anna Weber"}, Subject: "Meeting", Mails: []mailsim.BriefMail{{From: "bob@ours.test", Text: text}}}
}

func TestMissShowsTheNearest(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	w := open(t, dir, record.Record, &pen{})
	for _, text := range []string{"Is Tuesday fine?", "Please send the contract."} {
		_, err := w.Write(ctx, brief(text))
		require.NoError(t, err)
	}
	var told []error
	r, err := record.Open(record.Options{Dir: dir, OnMiss: func(err error) { told = append(told, err) }})
	require.NoError(t, err)
	changed := brief("Is Tuesday fine?")
	changed.Subject = "Meeting with all"
	for range 2 {
		_, err = r.Write(ctx, changed)
		require.ErrorIs(t, err, mailsim.ErrNotFound)
	}
	require.Len(t, told, 1, "told once")
	assert.Equal(t, told, r.Misses())
	assert.Contains(t, err.Error(), "\n-   \"subject\": \"Meeting\"")
	assert.Contains(t, err.Error(), "\n+   \"subject\": \"Meeting with all\"")
	assert.NotContains(t, err.Error(), "contract")
	_, err = r.Judge(ctx, mailsim.Question{Kind: "reply"})
	assert.ErrorContains(t, err, "there is no recording at all")
}

func TestFilesAreReadable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := open(t, dir, record.Record, &pen{})
	_, err := w.Write(context.Background(), brief("Order 471199 of 2026-01-05: <https://app.test/x/a1b2c3d4e5?t=9f8e>"))
	require.NoError(t, err)
	_, err = w.Judge(context.Background(), mailsim.Question{Kind: "click", Person: mailsim.Persona{Name: "Åsa Ek"}})
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 2)
	assert.Regexp(t, `judge-click-sa-ek-[0-9a-f]{12}\.json$`, files[0])
	assert.Regexp(t, `reply-anna-weber-[0-9a-f]{12}\.json$`, files[1])
	b, err := os.ReadFile(files[1])
	require.NoError(t, err)
	for _, part := range []string{`"writer": "pen"`, `"text": "Answer 1 to ."`, "Order # of <date>: <https://app.test/x/*?t=*>", `"id": "<id>"`} {
		assert.Contains(t, string(b), part)
	}
}

func TestSameBriefSameAnswer(t *testing.T) {
	t.Parallel()
	p := &pen{}
	w := open(t, t.TempDir(), record.Record, p)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			d, err := w.Write(context.Background(), brief("Is Tuesday fine?"))
			assert.NoError(t, err)
			assert.Equal(t, "Answer 1 to .", d.Text)
		})
	}
	wg.Wait()
	assert.Equal(t, 1, p.n)
}

func TestOutagesAreNotKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := open(t, dir, record.Auto, &pen{fail: func(n int) error {
		if n == 1 {
			return errors.New("connection refused")
		}
		return nil
	}})
	_, err := w.Write(context.Background(), brief("Hi"))
	require.EqualError(t, err, "connection refused")
	d, err := w.Write(context.Background(), brief("Hi"))
	require.NoError(t, err)
	assert.Equal(t, "Answer 2 to .", d.Text)
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, o := range []record.Options{{}, {Dir: dir, Mode: "x"}, {Dir: dir, Mode: record.Record}, {FS: os.DirFS(dir), Mode: record.Auto, Writer: &pen{}}} {
		_, err := record.Open(o)
		assert.Error(t, err)
	}
	for _, content := range []string{"{", "{}", "[]"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.json"), []byte(content), 0o600))
		_, err := record.Open(record.Options{Dir: dir})
		assert.ErrorContains(t, err, "bad.json")
	}
	r, err := record.Open(record.Options{Dir: filepath.Join(dir, "none")})
	require.NoError(t, err)
	assert.Equal(t, "recording", r.Name())
}

// failed notes how a test would have failed.
type failed struct{ errors []string }

func (f *failed) Helper() {}
func (f *failed) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}
func (f *failed) Fatalf(format string, args ...any) { f.Errorf(format, args...) }

func TestTestFailsOnAMiss(t *testing.T) {
	t.Parallel()
	f := &failed{}
	_, err := record.Test(f, t.TempDir(), nil).Write(context.Background(), brief("Hi"))
	require.Error(t, err)
	require.Len(t, f.errors, 1)
	assert.Contains(t, f.errors[0], "no recording for ")
}

func TestNormalize(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"p_ab12cd wrote <CAx9.1@mail.gmail.com>", "<id> wrote <id>"},
		{"Anna <anna@client.test>", "Anna <anna@client.test>"},
		{"2026-01-05T09:00:00Z or 2026-01-05", "<date> or <date>"},
		{"Mon, 05 Jan 2026 10:00:00 +0100", "<date>"},
		{"on Monday 2 February, January 5th, 2026 and 05/01/2026", "on <date>, <date> and <date>"},
		{"may I ask 3 people at 10:30?", "may I ask 3 people at 10:30?"},
		{"code 482913, order 123", "code #, order 123"},
		{"https://a.test/orders/list?token=abc&x=1#t=9", "https://a.test/orders/list?token=*&x=*#t=*"},
		{"https://a.test/reset/9f8e7d6c5b", "https://a.test/reset/*"},
		{"7c9e6679-7425-40de-944b-e07fc1f90ae7", "<id>"},
	} {
		assert.Equal(t, c[1], record.Normalize(c[0]))
		assert.Equal(t, c[1], record.Normalize(record.Normalize(c[0])), "once is enough")
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{"", "p_1", "2026-01-05", "https://a.test/%ff?x=#", "<1@b>", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if out := record.Normalize(s); digits.MatchString(out) {
			t.Fatalf("%q from %q", out, s)
		}
	})
}

var digits = regexp.MustCompile(`\d{4}`)

// turns answers by what it is told alone.
type turns struct{}

func (turns) Name() string { return "turns" }

func (turns) Write(_ context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	return mailsim.Draft{Text: fmt.Sprintf("%s, %d mails to you and %d before.", b.To, len(b.Mails), len(b.Thread))}, nil
}

func (turns) Judge(_ context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return mailsim.Answer{Yes: q.Lean}, nil
}

// What was asked ahead and turned out not to be needed is no miss.
func TestNoMissAhead(t *testing.T) {
	t.Parallel()
	run := func(w mailsim.Writer, calls int) (log []string) {
		ctx := context.Background()
		u, err := universe.New(mailsim.Options{Writer: w, WriterCalls: calls, Real: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
		require.NoError(t, err)
		defer u.Close()
		_, err = u.SetAI(ctx, true)
		require.NoError(t, err)
		for i := range 12 {
			p, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{fmt.Sprintf("n%d@client.test", i)}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: new(1.0)}})
			require.NoError(t, err)
			_, err = u.Send(ctx, mailsim.Outgoing{From: "bob@ours.test", To: p.Addresses, Subject: "Lunch", Text: "Shall we have lunch on Friday?"})
			require.NoError(t, err)
			u.Every(7*time.Minute, func() { // what was told ahead holds no longer
				_, err := u.UpdatePersona(ctx, p.ID, mailsim.PersonaPatch{Role: new(u.Now().Format("15h04"))})
				assert.NoError(t, err)
			})
		}
		_, err = u.Advance(ctx, 72*time.Hour)
		require.NoError(t, err)
		for e := range u.Log(mailsim.EventFilter{}) {
			b, err := u.EventBody(e)
			require.NoError(t, err)
			log = append(log, string(b))
		}
		return log
	}
	dir := filepath.Join(t.TempDir(), "ai")
	want := run(open(t, dir, record.Record, turns{}), 1)
	played := open(t, dir, record.Replay, nil)
	assert.Equal(t, want, run(played, 8))
	assert.Empty(t, played.Misses())
}
