package engine

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// spec: mailboxes.field.can_login
func TestCanLogInOverOneProtocolAtLeast(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	_, err := u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Password: "one", AllowSMTP: new(false), AllowIMAP: new(false)})
	require.NoError(t, err)
	for _, k := range []struct {
		p    mailsim.LoginPatch
		want bool
	}{
		{mailsim.LoginPatch{}, false}, {mailsim.LoginPatch{AllowSMTP: new(true)}, true}, {mailsim.LoginPatch{AllowIMAP: new(true)}, true},
		{mailsim.LoginPatch{AllowSMTP: new(false)}, true}, {mailsim.LoginPatch{AllowIMAP: new(false)}, false}, {mailsim.LoginPatch{AllowIMAP: new(true), Disabled: new(true)}, false},
		{mailsim.LoginPatch{Disabled: new(false)}, true}, {mailsim.LoginPatch{ClearPassword: true}, false},
	} {
		_, err := u.UpdateLogin(bg, "app@ours.test", k.p)
		require.NoError(t, err)
		m, err := u.Mailbox("app@ours.test")
		require.NoError(t, err)
		assert.Equal(t, k.want, m.CanLogin, "%+v", k.p)
	}
}

func TestSitesOfOptionsAreChecked(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"a b", "Shop.test/", "", "*.", "*", "shop.test:99999", "shop..test", "shop\r\n.test"} {
		_, err := New(mailsim.Options{Sites: map[string]http.Handler{host: http.NotFoundHandler(), "good.test": http.NotFoundHandler()}})
		require.ErrorIs(t, err, mailsim.ErrInvalid, host)
		assert.ErrorContains(t, err, "sites:", host)
	}
	u, err := New(mailsim.Options{Sites: map[string]http.Handler{"shop.test": nil, "*.shop.test": http.NotFoundHandler(), "http://127.0.0.1:3000": http.NotFoundHandler()}})
	require.NoError(t, err)
	require.NoError(t, u.Close())
}

// spec: d.jobs.list
func TestJobsOfUnknownKindAreRefused(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	for _, k := range []mailsim.JobKind{"nosuch", "Reply", "reply,read", "*", " "} {
		_, err := u.Jobs(mailsim.JobFilter{Kind: k})
		require.ErrorIs(t, err, mailsim.ErrInvalid, k)
		assert.ErrorContains(t, err, "kind must be act, bounce, correction")
	}
	for _, k := range append(slices.Clone(jobs.Kinds), "") {
		_, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobKind(k)})
		assert.NoError(t, err, k)
	}
}

// TestJobsDueTogetherAreInOrderOfNumber has more than ten jobs at one instant.
func TestJobsDueTogetherAreInOrderOfNumber(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{Frozen: true})
	var want []string
	for i := range 12 {
		p := addPerson(t, u, "p"+strconv.Itoa(99-i)+"@client.test", nil)
		j, err := u.Act(bg, p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", After: time.Hour})
		require.NoError(t, err)
		want = append(want, j.ID)
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	ids := func(list []mailsim.Job) (out []string) {
		for _, j := range list {
			out = append(out, j.ID)
		}
		return out
	}
	assert.Equal(t, want, ids(jobs))
	ctx, cancel := context.WithCancel(bg)
	cancel()
	for _, id := range want[:6] {
		_, err = u.SkipJob(bg, id)
		require.NoError(t, err)
	}
	_, err = u.Wait(ctx, 0, mailsim.Match{To: "app@ours.test"})
	var e *mailsim.WaitError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, want[6:11], ids(e.Pending), "j_9 before j_10")
	assert.False(t, slices.IsSorted(want[6:11]), "their text sorts otherwise")
}

func TestLimitsOfListsMayBeZero(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test"})
	for name, ask := range map[string]func(limit int) error{
		"jobs":     func(n int) error { _, err := u.Jobs(mailsim.JobFilter{Limit: n}); return err },
		"events":   func(n int) error { _, err := u.Events(mailsim.EventFilter{Limit: n}); return err },
		"messages": func(n int) error { _, err := u.Messages("box@x.test", mailsim.MessageFilter{Limit: n}); return err },
		"search":   func(n int) error { _, err := u.Search(bg, "x", mailsim.SearchFilter{Limit: n}); return err },
	} {
		require.NoError(t, ask(0), name)
		assert.EqualError(t, ask(-1), "limit must not be negative", name)
	}
}

// spec: errors.400.plan-limit
func TestPlanLimitsSayOneOrMany(t *testing.T) {
	t.Parallel()
	stream := mailsim.Stream{Kind: "lead", PerDay: 1, Enabled: true, To: []string{"a@b.test"}}
	for n, want := range map[int][]string{
		1: {"the plan small allows 1 person; upgrade for more", "the plan small allows 1 login; upgrade for more", "the plan small allows 1 inbound stream(s); upgrade for more"},
		2: {"the plan small allows 2 people; upgrade for more", "the plan small allows 2 logins; upgrade for more", "the plan small allows 2 inbound stream(s); upgrade for more"},
	} {
		u := newTestUniverse(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: n, Logins: n, Streams: n}}})
		w := mailsim.World{Streams: []mailsim.Stream{stream}}
		for i := range n {
			a := "a" + strconv.Itoa(i) + "@b.test"
			addPerson(t, u, a, nil)
			_, err := u.CreateLogin(bg, mailsim.NewLogin{Address: a})
			require.NoError(t, err)
			w.Streams = append(w.Streams, stream)
		}
		_, err := u.CreatePersona(bg, mailsim.Persona{Addresses: []string{"x@b.test"}})
		require.EqualError(t, err, want[0])
		_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "x@b.test"})
		require.EqualError(t, err, want[1])
		_, err = u.SetWorld(bg, w)
		require.EqualError(t, err, want[2])
	}
}

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
