package cell_test

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestCellHoldsOrganizations(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{})
	plan := mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: 1}, Features: []mailsim.Feature{mailsim.FeatureLinks}}
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme", Plan: plan}))
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Beta"}))
	// spec: d.plan.default
	assert.Equal(t, []mailsim.Org{{Name: "Acme", Plan: plan}, {Name: "Beta"}}, c.Orgs())
	_, err := testkit.Whole(c.CreateUniverse(ctx, "Nobody", mailsim.Options{}))
	require.ErrorIs(t, err, mailsim.ErrNotFound)

	u := testkit.AddUniverse(t, c, "Acme", "")
	other := testkit.AddUniverse(t, c, "Acme", "")
	assert.NotEqual(t, u.ID(), other.ID(), "one seed, two ids")
	lone := testkit.New(t, mailsim.Options{})
	assert.Equal(t, lone.ID(), u.ID(), "the first has the id that it has alone")
	_, err = testkit.Whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{ID: u.ID()}))
	require.ErrorIs(t, err, mailsim.ErrConflict)

	testkit.AddPerson(t, u, "a@client.test", nil)
	_, err = u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"b@client.test"}})
	require.ErrorIs(t, err, mailsim.ErrInvalid) // spec: limits.plan.personas
	assert.EqualError(t, err, "the plan small allows 1 person; upgrade for more")
	require.ErrorIs(t, u.NeedFeature(mailsim.FeatureMCP), mailsim.ErrPlan) // spec: d.plan.features
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	_, err = u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"b@client.test"}})
	require.NoError(t, err, "a new plan counts at once")
	require.NoError(t, u.NeedFeature(mailsim.FeatureMCP))

	require.ErrorIs(t, c.DeleteOrg(ctx, "Acme"), mailsim.ErrConflict)
	require.NoError(t, c.DeleteUniverse(ctx, u.ID()))
	require.ErrorIs(t, c.DeleteUniverse(ctx, u.ID()), mailsim.ErrNotFound)
	_, err = testkit.Whole(c.Universe(u.ID()))
	require.ErrorIs(t, err, mailsim.ErrNotFound)
	require.NoError(t, c.DeleteUniverse(ctx, other.ID()))
	require.NoError(t, c.DeleteOrg(ctx, "Acme"))
	assert.Len(t, c.Orgs(), 1) // spec: d.cell.orgs
}

func TestCellRefusesWrongThings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{})
	for _, o := range []mailsim.Org{
		{}, {Name: "a\nb"}, {Name: strings.Repeat("x", 1001)},
		{Name: "a", Plan: mailsim.Plan{Limits: mailsim.Limits{Logins: -1}}}, {Name: "a", Plan: mailsim.Plan{Features: []mailsim.Feature{"gold"}}},
	} {
		require.ErrorIs(t, c.SetOrg(ctx, o), mailsim.ErrInvalid, "%+v", o)
	}
	assert.Empty(t, c.Orgs())
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	for _, u := range []mailsim.OrgUser{
		{}, {Email: "ann", Role: mailsim.RoleAdmin}, {Email: "ann@acme.test"}, {Email: "ann@acme.test", Role: "owner"},
		{Email: "ann@acme.test", Role: mailsim.RoleAdmin, Name: "a\x00"}, {Email: "ann@acme.test", Role: mailsim.RoleAdmin, Password: strings.Repeat("x", 2000)},
	} {
		require.ErrorIs(t, c.SetUser(ctx, "Acme", u), mailsim.ErrInvalid, "%+v", u)
	}
	require.ErrorIs(t, c.SetUser(ctx, "Beta", mailsim.OrgUser{Email: "ann@acme.test", Role: mailsim.RoleAdmin}), mailsim.ErrNotFound)
	for _, o := range []mailsim.CellOptions{{Domain: "no domain"}, {HashCost: 40}, {AdminKey: "short"}} {
		_, err := engine.NewCell(o)
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%+v", o)
	}
	require.NoError(t, c.Close())
	_, err := testkit.Whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{}))
	require.ErrorIs(t, err, mailsim.ErrConflict)
}

func TestUniversesAreApart(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{})
	a, b := testkit.AddUniverse(t, c, "Acme", "u_a"), testkit.AddUniverse(t, c, "Acme", "u_b")
	testkit.AddPerson(t, a, "anna@client.test", nil)
	testkit.AddPerson(t, b, "anna@client.test", nil)
	before := testkit.Story(b)
	_, err := a.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	require.NoError(t, err)
	_, err = a.PushCase(ctx, "T-1", mailsim.CasePatch{Title: new("Tuesday")})
	require.NoError(t, err)
	_, err = a.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	// spec: service.universe.isolation
	assert.Equal(t, before, testkit.Story(b))
	s := b.Status()
	assert.Equal(t, []int{1, 0, 1, 0, 0}, []int{s.Mailboxes, s.Messages, s.Personas, s.Cases, s.PendingJobs})
	assert.Equal(t, config.DefaultStart, b.Now())
	assert.Greater(t, a.Status().Messages, 1)
}

// TestClaimsHoldNoLock: while a login is being stored others are made, but for
// those of its name.
func TestClaimsHoldNoLock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{})
	a, sister, b := testkit.AddUniverse(t, c, "Acme", "u_a"), testkit.AddUniverse(t, c, "Acme", "u_a2"), testkit.AddUniverse(t, c, "Beta", "u_b")
	failed := errors.New("the disk is full")
	err := a.ClaimNames("app@ours.test", "app", "secret", func() error {
		_, err := b.CreateLogin(ctx, mailsim.NewLogin{Address: "free@beta.test", Password: "secret"})
		require.NoError(t, err)
		_, err = sister.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "x"})
		require.ErrorIs(t, err, cell.ErrNameInUse)
		_, err = b.CreateLogin(ctx, mailsim.NewLogin{Address: "b@ours.test", Username: "APP", Password: "secret"})
		require.ErrorIs(t, err, cell.ErrPasswordTaken)
		_, err = b.CreateLogin(ctx, mailsim.NewLogin{Address: "c@ours.test", Username: "app", Password: "another"})
		require.NoError(t, err)
		return failed
	})
	require.ErrorIs(t, err, failed)
	assert.Empty(t, c.HeldLogins()["u_a"])
	_, err = sister.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "secret"})
	require.NoError(t, err, "what failed holds no name")
}

func TestCellAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{})
	steady := testkit.AddUniverse(t, c, "Acme", "u_steady")
	key, _, err := steady.CreateKey(ctx, "ci", mailsim.RoleAdmin)
	require.NoError(t, err)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			org, id := "Org "+strconv.Itoa(i), "u_"+strconv.Itoa(i)
			for range 5 {
				assert.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: org}))
				u, err := testkit.Whole(c.CreateUniverse(ctx, org, mailsim.Options{ID: id, HashCost: 4}))
				if !assert.NoError(t, err) {
					return
				}
				_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "of " + org})
				assert.NoError(t, err)
				s := c.NewSession(mailsim.SessionInfo{Proto: "smtp"})
				assert.NoError(t, s.Authenticate(ctx, "app", "of "+org))
				assert.Same(t, u, engine.UniverseOf(s))
				who, err := c.Authenticate(ctx, mailsim.Credentials{Key: key})
				if assert.NoError(t, err) {
					assert.Same(t, steady, engine.Of(who.Universe()))
				}
				assert.NoError(t, c.DeleteUniverse(ctx, id))
				assert.NoError(t, c.DeleteOrg(ctx, org))
			}
		})
	}
	all.Wait()
	require.Len(t, c.All(), 1)
	assert.Same(t, steady, engine.Of(c.All()[0].Part))
	assert.Empty(t, c.HeldLogins(), "nothing is left of what is gone")
	assert.Len(t, c.HeldKeys(), 1)
}

func TestCellConnection(t *testing.T) {
	t.Parallel()
	c := testkit.NewCell(t, mailsim.CellOptions{Domain: "mail.acme.test"})
	u := testkit.AddUniverse(t, c, "Acme", "u_a")
	c.Announce(mailsim.Service{Name: "SMTP", Address: "127.0.0.1", Port: 2525, Security: "starttls"})
	c.AnnounceAuth(true, false, nil)
	got := u.Connection()
	assert.Equal(t, "mail.acme.test", got.Domain)
	assert.Equal(t, []mailsim.Service{{Name: "SMTP", Address: "127.0.0.1", Port: 2525, Security: "starttls"}}, got.Services)
	assert.True(t, got.SMTPAuthRequired, "the login chooses the universe")
	assert.Equal(t, got, testkit.AddUniverse(t, c, "Beta", "u_b").Connection())
}

// Idle universes: a bound with room, so that no test fails on another machine's
// allocator. The benchmark reports the figure.
func TestIdleUniversesAreCheap(t *testing.T) {
	const n = 1000
	c := testkit.NewCell(t, mailsim.CellOptions{})
	require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme"}))
	goroutines := runtime.NumGoroutine()
	each := idleBytes(t, c, n)
	assert.LessOrEqual(t, each, 100<<10)
	assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines+5, "no goroutine each")
	t.Logf("%d bytes for each of %d", each, n)
}

func BenchmarkIdleUniverses(b *testing.B) {
	for b.Loop() {
		c := testkit.NewCell(b, mailsim.CellOptions{})
		require.NoError(b, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme"}))
		b.ReportMetric(float64(idleBytes(b, c, 1000)), "B/universe")
	}
}

func idleBytes(t testing.TB, c *cell.Cell, n int) int {
	used := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	before := used()
	for i := range n {
		_, err := testkit.Whole(c.CreateUniverse(context.Background(), "Acme", mailsim.Options{ID: "u_" + strconv.Itoa(i), Start: time.Now(), Speed: 1}))
		require.NoError(t, err)
	}
	return int(used()-before) / n
}
