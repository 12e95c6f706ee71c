package engine

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/state"
)

const testAdminKey = "server-admin-key-0123456789"

func newTestCell(t testing.TB, o mailsim.CellOptions) *cell.Cell {
	t.Helper()
	o.HashCost = 4
	if o.AdminKey == "" {
		o.AdminKey = testAdminKey
	}
	c, err := NewCell(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	return c
}

func addUniverse(t testing.TB, c *cell.Cell, org, id string) *Universe {
	t.Helper()
	if !slices.ContainsFunc(c.Orgs(), func(o mailsim.Org) bool { return o.Name == org }) {
		require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: org}))
	}
	u, err := whole(c.CreateUniverse(context.Background(), org, mailsim.Options{ID: id, HashCost: 4}))
	require.NoError(t, err)
	return u
}

func TestCellHoldsOrganizations(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
	plan := mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: 1}, Features: []mailsim.Feature{mailsim.FeatureLinks}}
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme", Plan: plan}))
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Beta"}))
	// spec: d.plan.default
	assert.Equal(t, []mailsim.Org{{Name: "Acme", Plan: plan}, {Name: "Beta"}}, c.Orgs())
	_, err := whole(c.CreateUniverse(ctx, "Nobody", mailsim.Options{}))
	require.ErrorIs(t, err, mailsim.ErrNotFound)

	u := addUniverse(t, c, "Acme", "")
	other := addUniverse(t, c, "Acme", "")
	assert.NotEqual(t, u.ID(), other.ID(), "one seed, two ids")
	lone := newTestUniverse(t, mailsim.Options{})
	assert.Equal(t, lone.ID(), u.ID(), "the first has the id that it has alone")
	_, err = whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{ID: u.ID()}))
	require.ErrorIs(t, err, mailsim.ErrConflict)

	addPerson(t, u, "a@client.test", nil)
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
	_, err = whole(c.Universe(u.ID()))
	require.ErrorIs(t, err, mailsim.ErrNotFound)
	require.NoError(t, c.DeleteUniverse(ctx, other.ID()))
	require.NoError(t, c.DeleteOrg(ctx, "Acme"))
	assert.Len(t, c.Orgs(), 1) // spec: d.cell.orgs
}

func TestCellRefusesWrongThings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
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
		_, err := NewCell(o)
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%+v", o)
	}
	require.NoError(t, c.Close())
	_, err := whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{}))
	require.ErrorIs(t, err, mailsim.ErrConflict)
}

func TestCellAuthentication(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{Demo: "u_demo"})
	a, b, demo := addUniverse(t, c, "Acme", "u_a"), addUniverse(t, c, "Beta", "u_b"), addUniverse(t, c, "Demo", "u_demo")
	keyA, _, err := a.CreateKey(ctx, "a", mailsim.RoleAdmin)
	require.NoError(t, err)
	_, k, err := b.CreateKey(ctx, "b", mailsim.RoleViewer)
	require.NoError(t, err)
	require.NoError(t, c.SetUser(ctx, "Acme", mailsim.OrgUser{Email: "Ann@acme.test", Name: "Ann", Password: "secret", Role: mailsim.RoleMember}))
	ann, err := c.SignIn(ctx, "ann@ACME.test", "secret", "192.0.2.1")
	require.NoError(t, err)

	for name, test := range map[string]struct {
		show mailsim.Credentials
		kind mailsim.Kind // "" lets in
		u    *Universe
		role mailsim.Role
	}{
		"nothing":            {mailsim.Credentials{}, mailsim.ErrUnauthorized, nil, ""},
		"a universe alone":   {mailsim.Credentials{Universe: "u_a"}, mailsim.ErrUnauthorized, nil, ""},
		"the demo":           {mailsim.Credentials{Universe: "u_demo"}, "", demo, mailsim.RoleViewer},
		"wrong key":          {mailsim.Credentials{Key: "ms_WRONGWRONGWRONG"}, mailsim.ErrUnauthorized, nil, ""},
		"wrong pass":         {mailsim.Credentials{Key: "pass_WRONGWRONGWRONG"}, mailsim.ErrUnauthorized, nil, ""},
		"session as pass":    {mailsim.Credentials{Key: cell.PassPrefix + ann}, mailsim.ErrUnauthorized, nil, ""},
		"prefix of a key":    {mailsim.Credentials{Key: k.Prefix}, mailsim.ErrUnauthorized, nil, ""},
		"wrong key, session": {mailsim.Credentials{Key: "ms_WRONGWRONGWRONG", Session: ann}, mailsim.ErrUnauthorized, nil, ""},
		"key":                {mailsim.Credentials{Key: keyA}, "", a, mailsim.RoleAdmin},
		"key and its own":    {mailsim.Credentials{Key: keyA, Universe: "u_a"}, "", a, mailsim.RoleAdmin},
		"key of another":     {mailsim.Credentials{Key: keyA, Universe: "u_b"}, mailsim.ErrForbidden, nil, ""},
		"key and no such":    {mailsim.Credentials{Key: keyA, Universe: "u_none"}, mailsim.ErrForbidden, nil, ""},
		"session":            {mailsim.Credentials{Session: ann}, "", a, mailsim.RoleMember},
		"session, named":     {mailsim.Credentials{Session: ann, Universe: "u_a"}, "", a, mailsim.RoleMember}, // spec: auth.person.universe-header
		"session, another":   {mailsim.Credentials{Session: ann, Universe: "u_b"}, mailsim.ErrForbidden, nil, ""},
		"session, no such":   {mailsim.Credentials{Session: ann, Universe: "u_none"}, mailsim.ErrForbidden, nil, ""},
		"session, the demo":  {mailsim.Credentials{Session: ann, Universe: "u_demo"}, "", demo, mailsim.RoleViewer},
		"wrong session":      {mailsim.Credentials{Session: "x"}, mailsim.ErrUnauthorized, nil, ""},
		"server":             {mailsim.Credentials{Key: testAdminKey}, "", nil, mailsim.RoleAdmin},
		"server, named":      {mailsim.Credentials{Key: testAdminKey, Universe: "u_b"}, "", b, mailsim.RoleAdmin},
		"server, no such":    {mailsim.Credentials{Key: testAdminKey, Universe: "u_none"}, mailsim.ErrNotFound, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			who, err := c.Authenticate(ctx, test.show)
			if test.kind != "" {
				require.ErrorIs(t, err, test.kind)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.u, Of(who.Universe()))
			assert.Equal(t, test.role, who.Role())
			assert.Equal(t, test.show.Key == testAdminKey, who.IsServerAdmin())
		})
	}

	who, err := c.Authenticate(ctx, mailsim.Credentials{Session: ann})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Me{
		Kind: mailsim.CallerPerson, User: &mailsim.User{Email: "Ann@acme.test", Name: "Ann"}, Orgs: []mailsim.Membership{{Name: "Acme", Role: mailsim.RoleMember, Suspended: false}},
		Universes: []mailsim.UniverseInfo{{ID: "u_a", Name: "u_a", Org: "Acme", Created: config.DefaultStart, Role: mailsim.RoleMember}},
	}, who.Me())
	admin, err := c.Authenticate(ctx, mailsim.Credentials{Key: testAdminKey})
	require.NoError(t, err)
	assert.Len(t, admin.Universes(), 3)
	foreign, notThere := callerSession(t, c, ann, "u_b"), callerSession(t, c, ann, "u_none")
	assert.EqualError(t, foreign, notThere.Error(), "another's universe looks like none")

	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme", Suspended: true}))
	for _, cr := range []mailsim.Credentials{{Key: keyA}, {Session: ann, Universe: "u_a"}} {
		_, err = c.Authenticate(ctx, cr)
		require.ErrorIs(t, err, mailsim.ErrForbidden)
		assert.EqualError(t, err, "the organization Acme is suspended")
	}
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	require.NoError(t, callerSession(t, c, ann, "u_a"))
	require.NoError(t, a.DeleteKey(ctx, keyA[:8]))
	_, err = c.Authenticate(ctx, mailsim.Credentials{Key: keyA})
	require.ErrorIs(t, err, mailsim.ErrUnauthorized)
	require.NoError(t, c.DeleteUniverse(ctx, "u_a"))
	require.ErrorIs(t, callerSession(t, c, ann, "u_a"), mailsim.ErrForbidden)
}

// session tries a session on a universe.
func callerSession(t *testing.T, c *cell.Cell, id, universe string) error {
	t.Helper()
	_, err := c.Authenticate(context.Background(), mailsim.Credentials{Session: id, Universe: universe})
	return err
}

// fixedWall is a wall clock that a test moves.
type fixedWall struct {
	state.RealTime
	now time.Time
}

func (w *fixedWall) Now() time.Time { return w.now }

func TestSignIn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{Passes: true})
	wall := &fixedWall{now: config.DefaultStart}
	c.Wall = wall
	u := addUniverse(t, c, "Acme", "u_a")
	addUniverse(t, c, "Beta", "u_b")
	require.NoError(t, c.SetUser(ctx, "Acme", mailsim.OrgUser{Email: "ann@acme.test", Password: "secret", Role: mailsim.RoleAdmin}))
	require.NoError(t, c.SetUser(ctx, "Beta", mailsim.OrgUser{Email: "ann@acme.test", Role: mailsim.RoleViewer}))
	require.NoError(t, c.SetUser(ctx, "Beta", mailsim.OrgUser{Email: "mute@beta.test", Role: mailsim.RoleViewer}))

	var texts []string
	for _, wrong := range [][2]string{{"ann@acme.test", "Secret"}, {"ann@acme.test", ""}, {"nobody@acme.test", "secret"}, {"mute@beta.test", ""}, {"", ""}} {
		_, err := c.SignIn(ctx, wrong[0], wrong[1], "192.0.2.1")
		require.ErrorIs(t, err, mailsim.ErrUnauthorized)
		texts = append(texts, err.Error())
	}
	assert.Len(t, slices.Compact(texts), 1) // spec: d.signin.wrong

	id, err := c.SignIn(ctx, "ann@acme.test", "secret", "192.0.2.1")
	require.NoError(t, err)
	var got []mailsim.Event
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{"auth.*"}}) {
		got = append(got, e)
	}
	require.Len(t, got, 3)
	assert.Equal(t, mailsim.AuthFailed{Proto: "http", Username: "ann@acme.test", Address: "", Remote: "192.0.2.1", Why: "wrong password"}, got[0].Data)
	assert.Equal(t, mailsim.AuthOK{Proto: "http", Username: "ann@acme.test", Address: "ann@acme.test", Remote: "192.0.2.1", Why: "password"}, got[2].Data)
	assert.NotContains(t, strings.Join(storyOf(u), ""), "secret") // spec: secrets.hidden

	who, err := c.Authenticate(ctx, mailsim.Credentials{Session: id})
	require.NoError(t, err)
	assert.Nil(t, Of(who.Universe()), "several to choose from")
	assert.Equal(t, []mailsim.Membership{{Name: "Acme", Role: mailsim.RoleAdmin, Suspended: false}, {Name: "Beta", Role: mailsim.RoleViewer, Suspended: false}}, who.Me().Orgs)
	_, _, err = c.Pass(ctx, who)
	require.ErrorIs(t, err, mailsim.ErrInvalid)

	t.Run("a pass", func(t *testing.T) {
		who, err := c.Authenticate(ctx, mailsim.Credentials{Session: id, Universe: "u_a"})
		require.NoError(t, err)
		pass, ends, err := c.Pass(ctx, who)
		require.NoError(t, err)
		assert.Equal(t, wall.now.Add(15*time.Minute), ends)
		guest, err := c.Authenticate(ctx, mailsim.Credentials{Key: pass})
		require.NoError(t, err)
		assert.Same(t, u, Of(guest.Universe()))
		assert.Equal(t, mailsim.RoleMember, guest.Role(), "at most")
		assert.Equal(t, []mailsim.UniverseInfo{{ID: "u_a", Name: "u_a", Org: "Acme", Created: config.DefaultStart, Role: mailsim.RoleMember}}, guest.Universes())
		_, _, err = c.Pass(ctx, guest)
		require.ErrorIs(t, err, mailsim.ErrForbidden, "a pass makes no pass")
		_, err = c.Authenticate(ctx, mailsim.Credentials{Key: pass, Universe: "u_b"})
		require.ErrorIs(t, err, mailsim.ErrForbidden)
		require.Error(t, callerSession(t, c, strings.TrimPrefix(pass, cell.PassPrefix), ""), "a pass is no session")
		wall.now = wall.now.Add(15 * time.Minute)
		_, err = c.Authenticate(ctx, mailsim.Credentials{Key: pass})
		require.ErrorIs(t, err, mailsim.ErrUnauthorized)
		require.NoError(t, callerSession(t, c, id, "u_a"))
	})

	require.NoError(t, c.DeleteUser(ctx, "Acme", "ann@acme.test"))
	require.ErrorIs(t, callerSession(t, c, id, "u_a"), mailsim.ErrForbidden)
	require.NoError(t, callerSession(t, c, id, "u_b"))
	require.NoError(t, c.SetUser(ctx, "Beta", mailsim.OrgUser{Email: "ann@acme.test", Password: "other", Role: mailsim.RoleViewer}))
	require.ErrorIs(t, callerSession(t, c, id, "u_b"), mailsim.ErrUnauthorized, "a new password ends sessions")

	id, err = c.SignIn(ctx, "ann@acme.test", "other", "192.0.2.1")
	require.NoError(t, err)
	wall.now = wall.now.Add(cell.SessionTime)
	require.ErrorIs(t, callerSession(t, c, id, ""), mailsim.ErrUnauthorized)
	id, err = c.SignIn(ctx, "ann@acme.test", "other", "192.0.2.1")
	require.NoError(t, err)
	assert.Len(t, c.Sessions, 1, "what ended is swept")
	require.NoError(t, c.SignOut(ctx, id))
	require.ErrorIs(t, callerSession(t, c, id, ""), mailsim.ErrUnauthorized)
}

func TestLoginNames(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
	a, sister, b := addUniverse(t, c, "Acme", "u_a"), addUniverse(t, c, "Acme", "u_a2"), addUniverse(t, c, "Beta", "u_b")
	add := func(u *Universe, address, username, password string) error {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: address, Username: username, Password: password})
		return err
	}
	require.NoError(t, add(a, "app@ours.test", "app", "one"))
	for _, test := range []struct {
		u                           *Universe
		address, username, password string
		want                        string // "" is taken
	}{
		{a, "app", "", "x", "address must be an email address"},                           // spec: errors.login.address
		{a, "two@ours.test", "app", "x", "username app is already used by app@ours.test"}, // spec: errors.login.username
		{sister, "APP@ours.test", "", "x", "login name already in use"},                   // spec: errors.login.name-org
		{sister, "other@ours.test", "App", "x", "login name already in use"},              //
		{b, "app@ours.test", "", "one", "choose a different password"},                    // spec: errors.login.name-other-org
		{b, "b@ours.test", "app", "one", "choose a different password"},                   //
		{b, "app@ours.test", "", "two", ""},                                               //
		{b, "c@ours.test", "app", "", ""},                                                 // without a password nothing can clash
	} {
		err := add(test.u, test.address, test.username, test.password)
		if test.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.EqualError(t, err, test.want)
	}
	_, err := b.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Password: new("one")})
	require.EqualError(t, err, "choose a different password")
	_, err = b.UpdateLogin(ctx, "c@ours.test", mailsim.LoginPatch{Password: new("one")})
	require.EqualError(t, err, "choose a different password", "the name was taken before the password")
	_, err = a.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Password: new("two")})
	require.EqualError(t, err, "choose a different password")

	login := func(name, password string) string {
		s := c.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
		assert.True(t, s.NeedsLogin())
		if s.Authenticate(ctx, name, password) != nil {
			return ""
		}
		return UniverseOf(s).ID() + " " + s.LoginAddress()
	}
	assert.Equal(t, "u_a app@ours.test", login("app", "one"))
	assert.Equal(t, "u_a app@ours.test", login("APP@ours.test", "one"))
	assert.Equal(t, "u_b app@ours.test", login("app@ours.test", "two"))
	assert.Equal(t, "", login("app@ours.test", "three"))
	assert.Equal(t, "", login("nobody", "one"))
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme", Suspended: true}))
	assert.Equal(t, "", login("app", "one"))
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))

	require.NoError(t, c.DeleteUniverse(ctx, "u_a"))
	require.NoError(t, add(b, "d@ours.test", "d", "one"))
	require.NoError(t, add(sister, "app@ours.test", "app", "one"), "a universe that is gone holds no names")
	_, err = sister.AddKey(ctx, testAdminKey, "", mailsim.RoleAdmin)
	require.ErrorIs(t, err, mailsim.ErrInvalid, "a key opens one thing")
	_, err = sister.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin)
	require.NoError(t, err)
	_, err = b.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin)
	require.ErrorIs(t, err, mailsim.ErrInvalid)
}

func TestUniversesAreApart(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
	a, b := addUniverse(t, c, "Acme", "u_a"), addUniverse(t, c, "Acme", "u_b")
	addPerson(t, a, "anna@client.test", nil)
	addPerson(t, b, "anna@client.test", nil)
	before := storyOf(b)
	_, err := a.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	require.NoError(t, err)
	_, err = a.PushCase(ctx, "T-1", mailsim.CasePatch{Title: new("Tuesday")})
	require.NoError(t, err)
	_, err = a.Advance(ctx, 7*24*time.Hour)
	require.NoError(t, err)
	// spec: service.universe.isolation
	assert.Equal(t, before, storyOf(b))
	s := b.Status()
	assert.Equal(t, []int{1, 0, 1, 0, 0}, []int{s.Mailboxes, s.Messages, s.Personas, s.Cases, s.PendingJobs})
	assert.Equal(t, config.DefaultStart, b.Now())
	assert.Greater(t, a.Status().Messages, 1)
}

// TestTrusted: tenants reach this machine and each other's sites by webhooks only
// when they are trusted, by the options or the file.
func TestTrusted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, trusted := range []bool{false, true} {
		var calls atomic.Int32
		count := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) })
		local := httptest.NewServer(count)
		t.Cleanup(local.Close)
		c := newTestCell(t, mailsim.CellOptions{Trusted: trusted})
		require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
		u, err := whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{HashCost: 4, HooksOnClock: true}))
		require.NoError(t, err)
		u.SetSite("hooks.test", count)
		_, err = u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "local", URL: local.URL, Events: []mailsim.EventType{"mail.*"}}, {Name: "site", URL: "http://hooks.test/", Events: []mailsim.EventType{"mail.*"}}})
		require.NoError(t, err)
		_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Hi", Text: "Hello"})
		require.NoError(t, err)
		require.NoError(t, u.Settle(ctx))
		failed := 0
		for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventWebhookFailed}}) {
			assert.Contains(t, []string{"refused: the host has no public address", "no such host"}, e.Data.(mailsim.WebhookFailed).Error)
			failed++
		}
		want := []int{2, 0}
		if !trusted {
			want = []int{0, 2}
		}
		assert.Equal(t, want, []int{int(calls.Load()), failed})
	}
}

// TestTrustedInAFile: the file says whether tenants are trusted, anew with each
// reload.
func TestTrustedInAFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	file := func(text string) *mailsim.Config {
		c, err := config.Parse("cell.yaml", []byte(text+"orgs: [{name: Acme, universes: [{id: u_a}]}]\n"))
		require.NoError(t, err)
		return c
	}
	for _, byOption := range []bool{false, true} {
		c := newTestCell(t, mailsim.CellOptions{Config: file(""), Trusted: byOption})
		u, err := whole(c.Universe("u_a"))
		require.NoError(t, err)
		assert.Equal(t, !byOption, u.Guarded())
		require.NoError(t, c.Reload(ctx, file("trusted: true\n")))
		assert.False(t, u.Guarded())
		require.NoError(t, c.Reload(ctx, file("trusted: false\n")))
		assert.Equal(t, !byOption, u.Guarded())
	}
	_, err := config.Parse("one.yaml", []byte("id: u_a\ntrusted: true\n"))
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	require.ErrorContains(t, err, "one.yaml:2: trusted")
}

// TestGuessedPasswords: each change that could tell of another organization's
// password is an attempt of that name: counted, told there, right or wrong.
func TestGuessedPasswords(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
	wall := &fixedWall{now: config.DefaultStart}
	c.Wall = wall
	a, b, other := addUniverse(t, c, "Acme", "u_a"), addUniverse(t, c, "Beta", "u_b"), addUniverse(t, c, "Core", "u_c")
	_, err := b.CreateLogin(ctx, mailsim.NewLogin{Address: "desk@beta.test", Username: "desk", Password: "secret"})
	require.NoError(t, err)
	_, err = a.CreateLogin(ctx, mailsim.NewLogin{Address: "mine@acme.test", Username: "mine", Password: "x"})
	require.NoError(t, err)
	told := func() (list []mailsim.AuthFailed) {
		for e := range b.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventAuthFailed}}) {
			list = append(list, e.Data.(mailsim.AuthFailed))
		}
		return list
	}
	require.Empty(t, told())
	change := func(p mailsim.LoginPatch) error {
		_, err := a.UpdateLogin(ctx, "mine@acme.test", p)
		return err
	}
	for n, guess := range []func() error{
		func() error { return change(mailsim.LoginPatch{Password: new("guess 1"), Username: new("desk")}) },
		func() error { return change(mailsim.LoginPatch{Password: new("guess 2")}) }, // the name is its own now
		func() error { return change(mailsim.LoginPatch{Username: new("mine")}) },    // not counted
		func() error { return change(mailsim.LoginPatch{Username: new("desk")}) },    // its own password against the name's
		func() error {
			_, err := a.UpdateLogin(ctx, "desk@beta.test", mailsim.LoginPatch{Password: new("y")})
			return err
		},
		func() error {
			_, err := a.CreateLogin(ctx, mailsim.NewLogin{Address: "desk@beta.test", Password: "z"})
			return err
		},
		func() error { return change(mailsim.LoginPatch{Note: new("a note"), AllowIMAP: new(false)}) }, // not counted
		func() error { return change(mailsim.LoginPatch{Password: new("secret")}) },
	} {
		err := guess()
		switch n {
		case 4:
			require.ErrorIs(t, err, mailsim.ErrNotFound)
		case 7:
			require.EqualError(t, err, "choose a different password")
		default:
			require.NoError(t, err, n)
		}
	}
	events := told()
	require.Len(t, events, 6)
	for _, e := range events {
		assert.Equal(t, mailsim.AuthFailed{Proto: "http", Username: e.Username, Address: "desk@beta.test", Remote: "", Why: cell.WhyGuessed}, e)
	}
	for i := range 6 {
		require.NoError(t, change(mailsim.LoginPatch{Password: new("guess " + strconv.Itoa(i))}))
	}
	before, _ := a.Login("mine@acme.test")
	for _, guess := range []string{"secret", "wrong"} {
		require.ErrorIs(t, change(mailsim.LoginPatch{Password: new(guess), Note: new("changed")}), mailsim.ErrTooMany)
	}
	after, _ := a.Login("mine@acme.test")
	assert.Equal(t, before, after)
	_, err = other.CreateLogin(ctx, mailsim.NewLogin{Address: "x@core.test", Username: "desk", Password: "mine"})
	require.NoError(t, err, "others' attempts keep nobody from a name")
	wall.now = wall.now.Add(cell.NameGuessEvery)
	require.NoError(t, change(mailsim.LoginPatch{Password: new("later")}))
	require.ErrorIs(t, change(mailsim.LoginPatch{Password: new("secret")}), mailsim.ErrTooMany)
}

// TestUntoldSignIn: an event that cannot be recorded is logged, and keeps nobody out.
func TestUntoldSignIn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var log bytes.Buffer
	c := newTestCell(t, mailsim.CellOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	u := addUniverse(t, c, "Acme", "u_a")
	require.NoError(t, c.SetUser(ctx, "Acme", mailsim.OrgUser{Email: "kim@acme.test", Password: "secret", Role: mailsim.RoleAdmin}))
	u.Mu.Lock()
	u.Poisoned = errors.New("the disk is full")
	u.Mu.Unlock()
	_, err := c.SignIn(ctx, "kim@acme.test", "secret", "")
	require.NoError(t, err)
	assert.Contains(t, log.String(), "the disk is full")
	assert.Contains(t, log.String(), "auth.ok")
	assert.NotContains(t, log.String(), "secret")
}

// TestClaimsHoldNoLock: while a login is being stored others are made, but for
// those of its name.
func TestClaimsHoldNoLock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
	a, sister, b := addUniverse(t, c, "Acme", "u_a"), addUniverse(t, c, "Acme", "u_a2"), addUniverse(t, c, "Beta", "u_b")
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
	assert.Empty(t, c.Claims.Open)
	_, err = sister.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "secret"})
	require.NoError(t, err, "what failed holds no name")
}

func TestCellAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newTestCell(t, mailsim.CellOptions{})
	steady := addUniverse(t, c, "Acme", "u_steady")
	key, _, err := steady.CreateKey(ctx, "ci", mailsim.RoleAdmin)
	require.NoError(t, err)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			org, id := "Org "+strconv.Itoa(i), "u_"+strconv.Itoa(i)
			for range 5 {
				assert.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: org}))
				u, err := whole(c.CreateUniverse(ctx, org, mailsim.Options{ID: id, HashCost: 4}))
				if !assert.NoError(t, err) {
					return
				}
				_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "of " + org})
				assert.NoError(t, err)
				s := c.NewSession(mailsim.SessionInfo{Proto: "smtp"})
				assert.NoError(t, s.Authenticate(ctx, "app", "of "+org))
				assert.Same(t, u, UniverseOf(s))
				who, err := c.Authenticate(ctx, mailsim.Credentials{Key: key})
				if assert.NoError(t, err) {
					assert.Same(t, steady, Of(who.Universe()))
				}
				assert.NoError(t, c.DeleteUniverse(ctx, id))
				assert.NoError(t, c.DeleteOrg(ctx, org))
			}
		})
	}
	all.Wait()
	require.Len(t, c.All(), 1)
	assert.Same(t, steady, Of(c.All()[0].Part))
	assert.Empty(t, c.Passwords, "nothing is left of what is gone")
}

func TestCellConnection(t *testing.T) {
	t.Parallel()
	c := newTestCell(t, mailsim.CellOptions{Domain: "mail.acme.test"})
	u := addUniverse(t, c, "Acme", "u_a")
	c.Announce(mailsim.Service{Name: "SMTP", Address: "127.0.0.1", Port: 2525, Security: "starttls"})
	c.AnnounceAuth(true, false, nil)
	got := u.Connection()
	assert.Equal(t, "mail.acme.test", got.Domain)
	assert.Equal(t, []mailsim.Service{{Name: "SMTP", Address: "127.0.0.1", Port: 2525, Security: "starttls"}}, got.Services)
	assert.True(t, got.SMTPAuthRequired, "the login chooses the universe")
	assert.Equal(t, got, addUniverse(t, c, "Beta", "u_b").Connection())
}

// Idle universes: a bound with room, so that no test fails on another machine's
// allocator. The benchmark reports the figure.
func TestIdleUniversesAreCheap(t *testing.T) {
	const n = 1000
	c := newTestCell(t, mailsim.CellOptions{})
	require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme"}))
	goroutines := runtime.NumGoroutine()
	each := idleBytes(t, c, n)
	assert.LessOrEqual(t, each, 100<<10)
	assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines+5, "no goroutine each")
	t.Logf("%d bytes for each of %d", each, n)
}

func BenchmarkIdleUniverses(b *testing.B) {
	for b.Loop() {
		c := newTestCell(b, mailsim.CellOptions{})
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
		_, err := whole(c.CreateUniverse(context.Background(), "Acme", mailsim.Options{ID: "u_" + strconv.Itoa(i), Start: time.Now(), Speed: 1}))
		require.NoError(t, err)
	}
	return int(used()-before) / n
}
