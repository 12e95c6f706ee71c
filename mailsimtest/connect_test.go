package mailsimtest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
)

// TestRejectNamesTheClause: each clause of a match that a mail fails is named.
func TestRejectNamesTheClause(t *testing.T) {
	t.Parallel()
	msg := mailsim.Message{From: "app@ours.test", FromName: "The App", Subject: "Offer", Text: "Our price", HTML: "<p>Bold</p>", InReplyTo: "<1>", References: []string{"<0>", "<1>"}}
	for _, m := range []mailsim.Match{
		{}, {From: "APP@"}, {From: "the app"}, {Subject: "offer"}, {Contains: "PRICE"}, {Contains: "bold"}, {InReplyTo: "<1>"}, {InReplyTo: "<0>"}, {Func: func(mailsim.Message) bool { return true }},
	} {
		assert.Empty(t, reject(m, msg))
	}
	for want, m := range map[string]mailsim.Match{
		`it is from app@ours.test, not "ben"`: {From: "ben"}, `its subject does not contain "bill"`: {Subject: "bill"}, `its text does not contain "cost"`: {Contains: "cost"},
		"it does not answer <2>": {InReplyTo: "<2>"}, "the function refused it": {Func: func(mailsim.Message) bool { return false }},
	} {
		assert.Equal(t, want, reject(m, msg))
	}
}

// TestRemoteIsLikeTheUniverse asks a server and the universe that it holds the same.
func TestRemoteIsLikeTheUniverse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	held := New(t)
	r := Connect(t, held.URL(), held.Key()).core.world.(*remote)
	u := held.Universe

	l, err := r.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "a good password"})
	require.NoError(t, err)
	assert.Equal(t, []bool{true, true}, []bool{l.AllowSMTP, l.AllowIMAP})
	_, err = r.Login("APP@ours.test")
	assert.NoError(t, err)
	_, err = r.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{ClearPassword: true})
	require.NoError(t, err)
	_, err = r.Login("app@ours.test")
	assert.ErrorIs(t, err, mailsim.ErrNotFound, "a mailbox without a password is no login")
	_, err = r.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, Text: "x"})
	assert.NoError(t, err)
	_, err = r.CreatePersona(ctx, mailsim.Persona{})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	faults, err := r.SetFaults(ctx, u.Faults())
	require.NoError(t, err)
	assert.NotEmpty(t, faults.Scenarios)

	mark := r.Mark()
	_, err = r.SetRecipients(ctx, u.Recipients())
	require.NoError(t, err)
	for _, subject := range []string{"one", "two"} {
		_, err = r.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, Subject: subject, HTML: "<p>Hello</p>"})
		require.NoError(t, err)
	}
	got, misses, err := r.sift(mark, mailsim.Match{To: "a@ours.test", Subject: "two"})
	require.NoError(t, err)
	require.Len(t, got, 1)
	assert.Contains(t, got[0].HTML, "<p>Hello</p>")
	require.Len(t, misses, 1, "what was there before the mark is none")
	assert.Equal(t, "one", misses[0].Message.Subject)
	list, err := r.list("a@ours.test", "INBOX")
	require.NoError(t, err)
	assert.Equal(t, []string{"one", "two"}, []string{list[1].Subject, list[2].Subject}, "oldest first")
	assert.Equal(t, []string{"INBOX", "Junk"}, folders(mailsim.Match{}))

	count := func(f mailsim.EventFilter) (here, there int) {
		for range u.Log(f) {
			here++
		}
		for range r.Log(f) {
			there++
		}
		return here, there
	}
	for _, f := range []mailsim.EventFilter{{}, {Types: []mailsim.EventType{"mail.delivered", "faults.updated"}}, {After: 3}} {
		here, there := count(f)
		assert.Equal(t, here, there, "%+v", f)
		assert.Positive(t, here)
	}
	_, all := count(mailsim.EventFilter{})
	_, since := count(mailsim.EventFilter{Since: mark})
	assert.Less(t, since, all)

	idle := 0
	r.OnIdle(func(context.Context) { idle++ })
	before := r.Now()
	_, err = r.Advance(ctx, 1500*time.Millisecond)
	require.NoError(t, err)
	assert.Equal(t, before.Add(1500*time.Millisecond), u.Now())
	assert.Equal(t, 1, idle)
	anna, err := r.CreatePersona(ctx, mailsim.Persona{Name: "Anna", Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: 2 * time.Hour, Spread: 1}}})
	require.NoError(t, err)
	id, err := r.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: anna.Addresses, Subject: "Meeting", Text: "Is Tuesday fine?"})
	require.NoError(t, err)
	require.NotEmpty(t, r.FindMessage(id))
	var wait *mailsim.WaitError
	require.ErrorAs(t, r.waitError("x", mark, misses, anna.ID), &wait)
	assert.Equal(t, misses, wait.Misses)
	require.NotEmpty(t, wait.Pending, "on a frozen clock it says what might bring it")
	jobs, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, PersonaID: anna.ID})
	require.NoError(t, err)
	due := jobs[len(jobs)-1].Due
	met, err := r.advanceUntil(day, func() bool { return len(r.FindMessage(id)) > 0 && !u.Now().Before(due) })
	require.NoError(t, err)
	assert.True(t, met)
	assert.Equal(t, due, u.Now(), "it stops at the instant")
	require.NoError(t, r.Settle(ctx))
}

const day = 24 * time.Hour

// TestConnectReadsTheEnvironment where nothing is given.
func TestConnectReadsTheEnvironment(t *testing.T) {
	held := New(t)
	t.Setenv("SERVICE_URL", held.URL()+"/")
	t.Setenv("SERVICE_API_KEY", held.Key())
	assert.Equal(t, held.Now(), Connect(t, "", "").Now())
}

// TestConnectWithoutAKey: a server that is open to this machine needs none.
func TestConnectWithoutAKey(t *testing.T) {
	t.Setenv("SERVICE_API_KEY", "")
	held := New(t)
	open := httptest.NewServer(httpapi.New(held.Universe, httpapi.Options{Anonymous: mailsim.RoleMember, NoLimit: true}))
	defer open.Close()
	sim := Connect(t, open.URL, "")
	anna := sim.Person("Anna Weber <anna@client.test>")
	sim.Box("app@ours.test").Send(anna.Address(), "Lunch", "Shall we meet?")
	sim.Advance(time.Hour)
	assert.Equal(t, "Lunch", sim.Box(anna.Address()).Last().Subject)
}

// TestRemoteAsksAgain: a server that takes no more requests for now is asked again when it
// says so, with the same body, and not when that is too late.
func TestRemoteAsksAgain(t *testing.T) {
	t.Parallel()
	held := New(t)
	api := httpapi.New(held.Universe, httpapi.Options{NoLimit: true})
	var refusals atomic.Int64
	after := "0"
	var bodies []string
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(b))
		if refusals.Add(-1) >= 0 {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = w.Write([]byte(`{"error": "too many requests: try again in 21ms"}`))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(b))
		api.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	refusals.Store(3)
	r := Connect(t, web.URL, held.Key()).core.world.(*remote)
	ctx := context.Background()
	bodies = nil
	refusals.Store(2)
	_, err := r.CreatePersona(ctx, mailsim.Persona{Name: "Anna", Addresses: []string{"anna@client.test"}})
	require.NoError(t, err)
	require.Len(t, bodies, 3)
	assert.Equal(t, bodies[0], bodies[2])

	after = "3600"
	refusals.Store(1)
	_, err = r.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"b@client.test"}})
	assert.ErrorIs(t, err, mailsim.ErrTooMany)
	after = "10"
	refusals.Store(1)
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err = r.CreatePersona(short, mailsim.Persona{Addresses: []string{"b@client.test"}})
	assert.ErrorIs(t, err, mailsim.ErrTooMany, "the context ends before")
}
