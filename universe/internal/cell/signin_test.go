package cell_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestCellAuthentication(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{Demo: "u_demo"})
	a, b, demo := testkit.AddUniverse(t, c, "Acme", "u_a"), testkit.AddUniverse(t, c, "Beta", "u_b"), testkit.AddUniverse(t, c, "Demo", "u_demo")
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
		u    *engine.Universe
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
		"server":             {mailsim.Credentials{Key: testkit.AdminKey}, "", nil, mailsim.RoleAdmin},
		"server, named":      {mailsim.Credentials{Key: testkit.AdminKey, Universe: "u_b"}, "", b, mailsim.RoleAdmin},
		"server, no such":    {mailsim.Credentials{Key: testkit.AdminKey, Universe: "u_none"}, mailsim.ErrNotFound, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			who, err := c.Authenticate(ctx, test.show)
			if test.kind != "" {
				require.ErrorIs(t, err, test.kind)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.u, engine.Of(who.Universe()))
			assert.Equal(t, test.role, who.Role())
			assert.Equal(t, test.show.Key == testkit.AdminKey, who.IsServerAdmin())
		})
	}

	who, err := c.Authenticate(ctx, mailsim.Credentials{Session: ann})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Me{
		Kind: mailsim.CallerPerson, User: &mailsim.User{Email: "Ann@acme.test", Name: "Ann"}, Orgs: []mailsim.Membership{{Name: "Acme", Role: mailsim.RoleMember, Suspended: false}},
		Universes: []mailsim.UniverseInfo{{ID: "u_a", Name: "u_a", Org: "Acme", Created: config.DefaultStart, Role: mailsim.RoleMember}},
	}, who.Me())
	admin, err := c.Authenticate(ctx, mailsim.Credentials{Key: testkit.AdminKey})
	require.NoError(t, err)
	assert.Len(t, admin.Universes(), 3)
	foreign, notThere := testkit.SessionOf(t, c, ann, "u_b"), testkit.SessionOf(t, c, ann, "u_none")
	assert.EqualError(t, foreign, notThere.Error(), "another's universe looks like none")

	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme", Suspended: true}))
	for _, cr := range []mailsim.Credentials{{Key: keyA}, {Session: ann, Universe: "u_a"}} {
		_, err = c.Authenticate(ctx, cr)
		require.ErrorIs(t, err, mailsim.ErrForbidden)
		assert.EqualError(t, err, "the organization Acme is suspended")
	}
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	require.NoError(t, testkit.SessionOf(t, c, ann, "u_a"))
	require.NoError(t, a.DeleteKey(ctx, keyA[:8]))
	_, err = c.Authenticate(ctx, mailsim.Credentials{Key: keyA})
	require.ErrorIs(t, err, mailsim.ErrUnauthorized)
	require.NoError(t, c.DeleteUniverse(ctx, "u_a"))
	require.ErrorIs(t, testkit.SessionOf(t, c, ann, "u_a"), mailsim.ErrForbidden)
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
	c := testkit.NewCell(t, mailsim.CellOptions{Passes: true})
	wall := &fixedWall{now: config.DefaultStart}
	c.Wall = wall
	u := testkit.AddUniverse(t, c, "Acme", "u_a")
	testkit.AddUniverse(t, c, "Beta", "u_b")
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
	assert.NotContains(t, strings.Join(testkit.Story(u), ""), "secret") // spec: secrets.hidden

	who, err := c.Authenticate(ctx, mailsim.Credentials{Session: id})
	require.NoError(t, err)
	assert.Nil(t, engine.Of(who.Universe()), "several to choose from")
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
		assert.Same(t, u, engine.Of(guest.Universe()))
		assert.Equal(t, mailsim.RoleMember, guest.Role(), "at most")
		assert.Equal(t, []mailsim.UniverseInfo{{ID: "u_a", Name: "u_a", Org: "Acme", Created: config.DefaultStart, Role: mailsim.RoleMember}}, guest.Universes())
		_, _, err = c.Pass(ctx, guest)
		require.ErrorIs(t, err, mailsim.ErrForbidden, "a pass makes no pass")
		_, err = c.Authenticate(ctx, mailsim.Credentials{Key: pass, Universe: "u_b"})
		require.ErrorIs(t, err, mailsim.ErrForbidden)
		require.Error(t, testkit.SessionOf(t, c, strings.TrimPrefix(pass, cell.PassPrefix), ""), "a pass is no session")
		wall.now = wall.now.Add(15 * time.Minute)
		_, err = c.Authenticate(ctx, mailsim.Credentials{Key: pass})
		require.ErrorIs(t, err, mailsim.ErrUnauthorized)
		require.NoError(t, testkit.SessionOf(t, c, id, "u_a"))
	})

	require.NoError(t, c.DeleteUser(ctx, "Acme", "ann@acme.test"))
	require.ErrorIs(t, testkit.SessionOf(t, c, id, "u_a"), mailsim.ErrForbidden)
	require.NoError(t, testkit.SessionOf(t, c, id, "u_b"))
	require.NoError(t, c.SetUser(ctx, "Beta", mailsim.OrgUser{Email: "ann@acme.test", Password: "other", Role: mailsim.RoleViewer}))
	require.ErrorIs(t, testkit.SessionOf(t, c, id, "u_b"), mailsim.ErrUnauthorized, "a new password ends sessions")

	id, err = c.SignIn(ctx, "ann@acme.test", "other", "192.0.2.1")
	require.NoError(t, err)
	wall.now = wall.now.Add(cell.SessionTime)
	require.ErrorIs(t, testkit.SessionOf(t, c, id, ""), mailsim.ErrUnauthorized)
	id, err = c.SignIn(ctx, "ann@acme.test", "other", "192.0.2.1")
	require.NoError(t, err)
	assert.Len(t, c.HeldSessions(), 1, "what ended is swept")
	require.NoError(t, c.SignOut(ctx, id))
	require.ErrorIs(t, testkit.SessionOf(t, c, id, ""), mailsim.ErrUnauthorized)
}

func TestLoginNames(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := testkit.NewCell(t, mailsim.CellOptions{})
	a, sister, b := testkit.AddUniverse(t, c, "Acme", "u_a"), testkit.AddUniverse(t, c, "Acme", "u_a2"), testkit.AddUniverse(t, c, "Beta", "u_b")
	add := func(u *engine.Universe, address, username, password string) error {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: address, Username: username, Password: password})
		return err
	}
	require.NoError(t, add(a, "app@ours.test", "app", "one"))
	for _, test := range []struct {
		u                           *engine.Universe
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
		return engine.UniverseOf(s).ID() + " " + s.LoginAddress()
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
	_, err = sister.AddKey(ctx, testkit.AdminKey, "", mailsim.RoleAdmin)
	require.ErrorIs(t, err, mailsim.ErrInvalid, "a key opens one thing")
	_, err = sister.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin)
	require.NoError(t, err)
	_, err = b.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin)
	require.ErrorIs(t, err, mailsim.ErrInvalid)
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
		c := testkit.NewCell(t, mailsim.CellOptions{Trusted: trusted})
		require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
		u, err := testkit.Whole(c.CreateUniverse(ctx, "Acme", mailsim.Options{HashCost: 4, HooksOnClock: true}))
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
		c := testkit.NewCell(t, mailsim.CellOptions{Config: file(""), Trusted: byOption})
		u, err := testkit.Whole(c.Universe("u_a"))
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
	c := testkit.NewCell(t, mailsim.CellOptions{})
	wall := &fixedWall{now: config.DefaultStart}
	c.Wall = wall
	a, b, other := testkit.AddUniverse(t, c, "Acme", "u_a"), testkit.AddUniverse(t, c, "Beta", "u_b"), testkit.AddUniverse(t, c, "Core", "u_c")
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
	c := testkit.NewCell(t, mailsim.CellOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	u := testkit.AddUniverse(t, c, "Acme", "u_a")
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
