package login_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/bcrypt"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// spec: mailboxes.field.can_login
func TestCanLogInOverOneProtocolAtLeast(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "one", AllowSMTP: new(false), AllowIMAP: new(false)})
	require.NoError(t, err)
	for _, k := range []struct {
		p    mailsim.LoginPatch
		want bool
	}{
		{mailsim.LoginPatch{}, false}, {mailsim.LoginPatch{AllowSMTP: new(true)}, true}, {mailsim.LoginPatch{AllowIMAP: new(true)}, true},
		{mailsim.LoginPatch{AllowSMTP: new(false)}, true}, {mailsim.LoginPatch{AllowIMAP: new(false)}, false}, {mailsim.LoginPatch{AllowIMAP: new(true), Disabled: new(true)}, false},
		{mailsim.LoginPatch{Disabled: new(false)}, true}, {mailsim.LoginPatch{ClearPassword: true}, false},
	} {
		_, err := u.UpdateLogin(context.Background(), "app@ours.test", k.p)
		require.NoError(t, err)
		m, err := u.Mailbox("app@ours.test")
		require.NoError(t, err)
		assert.Equal(t, k.want, m.CanLogin, "%+v", k.p)
	}
}

// TestLoginTexts bounds what a login is made of, on creation and on change alike.
func TestLoginTexts(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "one"})
	require.NoError(t, err)
	name, text := strings.Repeat("x", valid.MaxName), strings.Repeat("x", valid.MaxText)
	for _, k := range []struct{ display, username, note, password, want string }{
		{name, name, text, strings.Repeat("x", 1024), ""},
		{"ü", "ü", "two\nlines", "pässword", ""},
		{name + "x", "", "", "", "display_name"}, {"two\nlines", "", "", "", "display_name"}, {"two\rlines", "", "", "", "display_name"}, {"a\x00b", "", "", "", "display_name"},
		{"", name + "x", "", "", "username"}, {"", "a b", "", "", "username"}, {"", "a\x7fb", "", "", "username"}, {"", "a\tb", "", "", "username"},
		{"", "", text + "x", "", "note"}, {"", "", "", strings.Repeat("x", 1025), "password"}, {"", "", "", "a\x00b", "password"},
	} {
		_, made := u.CreateLogin(ctx, mailsim.NewLogin{Address: "new@ours.test", DisplayName: k.display, Username: k.username, Note: k.note, Password: k.password})
		if made == nil {
			require.NoError(t, u.DisableLogin(ctx, "new@ours.test"))
		}
		_, changed := u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{DisplayName: &k.display, Username: &k.username, Note: &k.note, Password: &k.password})
		for _, err := range []error{made, changed} {
			if k.want == "" {
				assert.NoError(t, err)
				continue
			}
			assert.ErrorIs(t, err, mailsim.ErrInvalid)
			assert.ErrorContains(t, err, k.want+" must be ")
		}
	}
	got, err := u.Login("APP@ours.test")
	require.NoError(t, err)
	assert.Equal(t, mailsim.Login{Address: "app@ours.test", DisplayName: "ü", Username: "ü", AllowSMTP: true, AllowIMAP: true, Note: "two\nlines", HasPassword: true}, got)
}

// tries tells over which protocols a password works.
func tries(u *engine.Universe, address, username, password string) string {
	got, err := u.CheckPassword(context.Background(), address, mailsim.PasswordCheck{Password: password, Username: username})
	switch {
	case err != nil:
		return err.Error()
	case got.SMTP.OK && got.IMAP.OK:
		return "both"
	case got.SMTP.OK:
		return "smtp"
	case got.IMAP.OK:
		return "imap"
	}
	return "none"
}

// TestNewLogins is what each field does at creation: the login, whether it works,
// whether its mailbox says so.
func TestNewLogins(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		n     mailsim.NewLogin
		works string
		can   bool
	}{
		{mailsim.NewLogin{Password: "one"}, "both", true},
		{mailsim.NewLogin{Password: "one", AllowSMTP: new(false)}, "imap", true}, {mailsim.NewLogin{Password: "one", AllowIMAP: new(false)}, "smtp", true},
		{mailsim.NewLogin{Password: "one", AllowSMTP: new(true), AllowIMAP: new(true)}, "both", true},
		{mailsim.NewLogin{Password: "one", AllowSMTP: new(false), AllowIMAP: new(false)}, "none", false},
		{mailsim.NewLogin{Password: "one", Disabled: true}, "none", false}, {mailsim.NewLogin{}, "none", false},
		{mailsim.NewLogin{Password: "one", Username: "app"}, "both", true}, {mailsim.NewLogin{Password: "one", Username: "s@ours.test"}, "both", true}, {mailsim.NewLogin{Password: "one", Username: "APP@ours.test"}, "both", true},
	} {
		u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error { post.MakeMailbox(t, "s@ours.test"); return nil }))
		_, err := u.SetSignature(ctx, "s@ours.test", "no login")
		require.NoError(t, err)
		k.n.Address = "App@ours.test"
		// spec: logins.create logins.field.allow logins.field.disabled mailboxes.field.can_login
		made, err := u.CreateLogin(ctx, k.n)
		require.NoError(t, err)
		yes := func(p *bool) bool { return p == nil || *p }
		assert.Equal(t, mailsim.Login{Address: "App@ours.test", Username: k.n.Username, AllowSMTP: yes(k.n.AllowSMTP), AllowIMAP: yes(k.n.AllowIMAP), Disabled: k.n.Disabled, HasPassword: k.n.Password != ""}, made)
		assert.Equal(t, k.works, tries(u, "app@ours.test", k.n.Username, "one"))
		assert.Equal(t, "none", tries(u, "app@ours.test", "", "no password"))
		assert.Equal(t, "none", tries(u, "app@ours.test", "", "two"))
		m, err := u.Mailbox("app@ours.test")
		require.NoError(t, err)
		assert.Equal(t, k.can, m.CanLogin)
		_, err = u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Note: new("its own names are free")})
		require.NoError(t, err)
		if k.n.Disabled {
			_, err = u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Disabled: new(false)})
			require.NoError(t, err)
			assert.Equal(t, "both", tries(u, "app@ours.test", "", "one"))
		}
	}
}

// TestLoginNamesAreTakenOnce answers each clash of names within a universe as spec
// 7 words it, and none for a login's own names.
func TestLoginNamesAreTakenOnce(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
	for _, n := range []mailsim.NewLogin{{Address: "app@ours.test", Username: "app"}, {Address: "desk@ours.test", Username: "away@ours.test"}, {Address: "old@ours.test", Username: "old"}} {
		n.Password = "one"
		_, err := u.CreateLogin(ctx, n)
		require.NoError(t, err)
	}
	require.NoError(t, u.DisableLogin(ctx, "old@ours.test"))
	_, err := u.SetSignature(ctx, "old@ours.test", "kept")
	require.NoError(t, err)
	for _, k := range []struct{ address, username, want string }{
		{"new@ours.test", "APP", "username APP is already used by app@ours.test"}, {"new@ours.test", "App@ours.test", "username App@ours.test is already used by app@ours.test"},
		{"away@ours.test", "", "username away@ours.test is already used by desk@ours.test"}, {"app@OURS.test", "x", "app@OURS.test already has a login: change it instead"},
		{"no address", "", "address must be an email address"}, {"", "", "address must be an email address"}, {"two@@ours.test", "", "address must be an email address"},
		{"new@ours.test", "old", ""}, {"old@ours.test", "again", ""},
	} {
		before := len(u.Logins())
		// spec: errors.login.address errors.login.username
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: k.address, Username: k.username, Password: "one"})
		if k.want == "" {
			require.NoError(t, err)
			continue
		}
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
		assert.EqualError(t, err, k.want)
		assert.Len(t, u.Logins(), before)
	}
	text, err := u.Signature("old@ours.test")
	require.NoError(t, err)
	assert.Equal(t, "kept", text)
	for name, want := range map[string]string{"App": "", "app@ours.test": "", "again": "username again is already used by old@ours.test", "desk@ours.test": "username desk@ours.test is already used by desk@ours.test"} {
		_, err := u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Username: &name})
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, want)
	}
}

// TestChangedLogins changes one field at a time; what is left out stays.
func TestChangedLogins(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
	want, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "one", Username: "app", DisplayName: "App", Note: "note"})
	require.NoError(t, err)
	for _, k := range []struct {
		p      mailsim.LoginPatch
		change func()
		works  string
	}{
		{mailsim.LoginPatch{}, func() {}, "both"}, {mailsim.LoginPatch{DisplayName: new("")}, func() { want.DisplayName = "" }, "both"}, {mailsim.LoginPatch{Note: new("")}, func() { want.Note = "" }, "both"},
		{mailsim.LoginPatch{Username: new("")}, func() { want.Username = "" }, "both"}, {mailsim.LoginPatch{AllowIMAP: new(false)}, func() { want.AllowIMAP = false }, "smtp"},
		{mailsim.LoginPatch{AllowSMTP: new(false)}, func() { want.AllowSMTP = false }, "none"}, {mailsim.LoginPatch{AllowIMAP: new(true)}, func() { want.AllowIMAP = true }, "imap"},
		{mailsim.LoginPatch{AllowSMTP: new(true)}, func() { want.AllowSMTP = true }, "both"}, {mailsim.LoginPatch{Disabled: new(true)}, func() { want.Disabled = true }, "none"},
		{mailsim.LoginPatch{Disabled: new(false)}, func() { want.Disabled = false }, "both"}, {mailsim.LoginPatch{ClearPassword: true}, func() { want.HasPassword = false }, "none"},
	} {
		// spec: logins.change logins.check.proto
		got, err := u.UpdateLogin(ctx, "APP@ours.test", k.p)
		require.NoError(t, err)
		k.change()
		assert.Equal(t, want, got)
		assert.Equal(t, k.works, tries(u, "app@ours.test", "", "one"))
	}
	assert.Equal(t, "password is required", tries(u, "app@ours.test", "", ""))
	assert.Equal(t, "no such login", tries(u, "nobody@ours.test", "", "one"))
}

// TestClearPasswordAndPassword cannot both be meant.
func TestClearPasswordAndPassword(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "one"})
	require.NoError(t, err)
	_, err = u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{ClearPassword: true, Password: new("two")})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.EqualError(t, err, "clear_password and password cannot both be given")
	assert.Equal(t, "both", tries(u, "app@ours.test", "", "one"))
	// spec: logins.clear_password
	got, err := u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{ClearPassword: true, Password: new("")})
	require.NoError(t, err)
	assert.False(t, got.HasPassword)
	assert.False(t, got.Disabled)
	assert.Equal(t, "none", tries(u, "app@ours.test", "", "one"))
}

// TestLoginLimit counts the logins that are there or can come back: those disabled
// for good make room, and take it again when they are revived.
func TestLoginLimit(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Logins: 2}}}), context.Background()
	add := func(address string) error {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: address, Password: "one"})
		return err
	}
	require.NoError(t, add("a@ours.test"))
	require.NoError(t, add("b@ours.test"))
	_, err := u.SetSignature(ctx, "a@ours.test", "one more record, no login")
	require.NoError(t, err)
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { post.MakeMailbox(t, "s@ours.test"); return nil }))
	_, err = u.SetSignature(ctx, "s@ours.test", "a signature alone")
	require.NoError(t, err)
	// spec: limits.plan.logins
	full := "the plan small allows 2 logins; upgrade for more"
	assert.EqualError(t, add("c@ours.test"), full)
	_, err = u.UpdateLogin(ctx, "b@ours.test", mailsim.LoginPatch{Disabled: new(true)})
	require.NoError(t, err)
	assert.EqualError(t, add("c@ours.test"), full, "it can come back")
	require.NoError(t, u.DisableLogin(ctx, "b@ours.test"))
	require.NoError(t, add("s@ours.test"))
	for _, p := range []mailsim.LoginPatch{{Password: new("one")}, {Disabled: new(false)}} {
		_, err = u.UpdateLogin(ctx, "b@ours.test", p)
		assert.EqualError(t, err, full)
	}
	_, err = u.UpdateLogin(ctx, "b@ours.test", mailsim.LoginPatch{Note: new("no longer with us")})
	require.NoError(t, err)
	require.NoError(t, u.DisableLogin(ctx, "s@ours.test"))
	_, err = u.UpdateLogin(ctx, "b@ours.test", mailsim.LoginPatch{Password: new("two"), Disabled: new(false)})
	require.NoError(t, err)
	assert.Equal(t, "both", tries(u, "b@ours.test", "", "two"))
}

// TestDisabledForGood leaves no name and no password, and all of the mail.
func TestDisabledForGood(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "one", Note: "kept"})
	require.NoError(t, err)
	require.NoError(t, u.DisableLogin(ctx, "APP@ours.test"))
	got, err := u.Login("app@ours.test")
	require.NoError(t, err)
	// spec: logins.disable
	assert.Equal(t, mailsim.Login{Address: "app@ours.test", AllowSMTP: true, AllowIMAP: true, Disabled: true, Note: "kept"}, got)
	_, err = u.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Disabled: new(false)})
	require.NoError(t, err)
	assert.Equal(t, "none", tries(u, "app@ours.test", "", "one"))
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { post.MakeMailbox(t, "s@ours.test"); return nil }))
	_, err = u.SetSignature(ctx, "s@ours.test", "a signature alone")
	require.NoError(t, err)
	m, err := u.Mailbox("s@ours.test")
	require.NoError(t, err)
	assert.False(t, m.CanLogin)
	for _, err := range []error{
		func() error { _, err := u.Login("s@ours.test"); return err }(), u.DisableLogin(ctx, "s@ours.test"),
		func() error { _, err := u.UpdateLogin(ctx, "s@ours.test", mailsim.LoginPatch{}); return err }(),
	} {
		assert.ErrorIs(t, err, mailsim.ErrNotFound)
	}
	_, err = u.SetSignature(ctx, "s@ours.test", strings.Repeat("x", valid.MaxText+1))
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	// spec: logins.list.content logins.list.order
	var list []string
	for _, l := range u.Logins() {
		list = append(list, l.Address)
	}
	assert.Equal(t, []string{"app@ours.test", "s@ours.test"}, list)
}

// TestPasswordsAreHashed at the cost that was asked for, whole, and each apart.
func TestPasswordsAreHashed(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{HashCost: 5}), context.Background()
	long := strings.Repeat("x", 80)
	for address, password := range map[string]string{"short@ours.test": "short", "long@ours.test": long} {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: address, Password: password})
		require.NoError(t, err)
		hash, _ := u.Named(address).Secret.Sum()
		cost, err := bcrypt.Cost(hash)
		require.NoError(t, err)
		assert.Equal(t, 5, cost)
		assert.NotContains(t, string(hash), password)
		assert.Equal(t, "both", tries(u, address, "", password))
		assert.Equal(t, "both", tries(u, address, "", password), "remembered")
	}
	assert.Equal(t, "none", tries(u, "long@ours.test", "", long[:72]))
	assert.Equal(t, "none", tries(u, "long@ours.test", "", long[:79]+"y"))
	assert.Equal(t, "none", tries(u, "short@ours.test", "", long), "remembered for another login")
	assert.Equal(t, "none", tries(u, "long@ours.test", "", "short"))
}

// TestFilePasswordsAreHashedWhenNeeded: by a login, right or wrong, in the time of
// one hash, or to be stored; never before, and once.
func TestFilePasswordsAreHashedWhenNeeded(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "logins:\n- {address: a@ours.test, password: of-a}\n- {address: b@ours.test, password: of-b}\n- {address: c@ours.test, password: of-c}\n- {address: d@ours.test}\n", mailsim.Options{})
	secretOf := func(name string) *login.Secret { return u.Named(name + "@ours.test").Secret }
	for _, name := range []string{"a", "b", "c"} {
		assert.Nil(t, secretOf(name).Hash, "%s: hundreds would hold up the start", name)
	}
	assert.Nil(t, secretOf("d"))
	works := func(u *engine.Universe, name, password string) (hashes int64, ok bool) {
		before := u.Secrets.Hashed.Load()
		l, _, _ := u.CheckLogin(t.Context(), "smtp", name+"@ours.test", password)
		return u.Secrets.Hashed.Load() - before, l != nil
	}
	for _, k := range []struct {
		name, password string
		hashes         int64
		ok             bool
	}{{"a", "of-b", 1, false}, {"a", "of-a", 1, true}, {"b", "of-b", 1, true}, {"b", "of-b", 0, true}, {"b", "of-a", 1, false}, {"d", "", 1, false}} {
		hashes, ok := works(u, k.name, k.password)
		assert.Equal(t, []any{k.hashes, k.ok}, []any{hashes, ok}, "%s %q", k.name, k.password)
	}
	saved := testkit.Saved(t, u)
	assert.NotContains(t, saved, "of-")
	assert.Equal(t, saved, testkit.Saved(t, u), "each has one hash")
	for _, name := range []string{"a", "b", "c"} {
		assert.Empty(t, secretOf(name).Text, "%s: hashed", name)
		_, ok := works(testkit.Load(t, saved, testkit.LoadOptions()), name, "of-"+name)
		assert.True(t, ok, name)
	}
}

// TestNamesTakeTheSameTime computes one hash for each password that is wrong,
// whether the name is known, and works, or not: else its time would tell.
func TestNamesTakeTheSameTime(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	cell := testkit.NewCell(t, mailsim.CellOptions{})
	inCell := testkit.AddUniverse(t, cell, "Acme", "u_a")
	alone := testkit.New(t, mailsim.Options{})
	for _, u := range []*engine.Universe{inCell, alone} {
		for _, n := range []mailsim.NewLogin{{Address: "app@ours.test", Password: "one"}, {Address: "off@ours.test", Password: "one", Disabled: true}, {Address: "none@ours.test"}} {
			_, err := u.CreateLogin(ctx, n)
			require.NoError(t, err)
		}
	}
	for _, name := range []string{"app@ours.test", "off@ours.test", "none@ours.test", "nobody@ours.test", "nobody", ""} {
		for host, count := range map[opener]func() int64{
			alone: alone.Secrets.Hashed.Load,
			cell:  func() int64 { return cell.Secrets.Hashed.Load() + inCell.Secrets.Hashed.Load() },
		} {
			before := count()
			require.ErrorIs(t, host.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Authenticate(ctx, name, "wrong"), mailsim.ErrUnauthorized)
			assert.EqualValues(t, 1, count()-before, "%T %q", host, name)
		}
	}
	cost, err := bcrypt.Cost(login.NoSecret(12).Hash)
	require.NoError(t, err)
	assert.Equal(t, 12, cost)
	assert.ErrorIs(t, bcrypt.CompareHashAndPassword(login.NoSecret(4).Hash, nil), bcrypt.ErrMismatchedHashAndPassword)
}

// TestLoginEvents names who tried, over what, from where and why not, each text
// within bounds, and never the password.
func TestLoginEvents(t *testing.T) {
	t.Parallel()
	u, ctx := testkit.New(t, mailsim.Options{}), context.Background()
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "App@ours.test", Username: "app", Password: "s3cret", AllowIMAP: new(false)})
	require.NoError(t, err)
	_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: "reads@ours.test", Password: "s3cret", AllowSMTP: new(false)})
	require.NoError(t, err)
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { post.MakeMailbox(t, "s@ours.test"); return nil }))
	_, err = u.SetSignature(ctx, "s@ours.test", "no login")
	require.NoError(t, err)
	long := strings.Repeat("x", 10_000)
	for _, k := range []struct {
		proto, actAs, user, password string
		want                         mailsim.EventData
	}{
		// spec: auth.events.ok auth.events.failed events.auth.ok events.auth.failed
		{"smtp", "", "APP", "s3cret", mailsim.AuthOK{Proto: "smtp", Username: "APP", Address: "App@ours.test", Remote: "192.0.2.1", Why: "password"}},
		{"smtps", "", "app@OURS.test", "s3cret", mailsim.AuthOK{Proto: "smtps", Username: "app@OURS.test", Address: "App@ours.test", Remote: "192.0.2.1", Why: "password"}},
		{"lmtp", "app", "app", "s3cret", mailsim.AuthOK{Proto: "lmtp", Username: "app", Address: "App@ours.test", Remote: "192.0.2.1", Why: "password"}},
		{"imaps", "", "app", "s3cret", mailsim.AuthFailed{Proto: "imaps", Username: "app", Address: "", Remote: "192.0.2.1", Why: "the login may not use IMAP"}},
		{"lmtp", "", "reads@ours.test", "s3cret", mailsim.AuthFailed{Proto: "lmtp", Username: "reads@ours.test", Address: "", Remote: "192.0.2.1", Why: "the login may not use SMTP"}},
		{"smtp", "", "s@ours.test", "s3cret", mailsim.AuthFailed{Proto: "smtp", Username: "s@ours.test", Address: "", Remote: "192.0.2.1", Why: "unknown login"}},
		{"smtp", "app", "app", "wrong", mailsim.AuthFailed{Proto: "smtp", Username: "app", Address: "", Remote: "192.0.2.1", Why: "wrong password"}},
		{"smtp", "boss", "app", "wrong", mailsim.AuthFailed{Proto: "smtp", Username: "app", Address: "", Remote: "192.0.2.1", Why: "wrong password"}},
		{"smtp", "boss", "app", "s3cret", mailsim.AuthFailed{Proto: "smtp", Username: "app", Address: "", Remote: "192.0.2.1", Why: "the login may not act as another"}},
		{"smtp", "", "two\r\nlines", "s3cret", mailsim.AuthFailed{Proto: "smtp", Username: "two lines", Address: "", Remote: "192.0.2.1", Why: "unknown login"}},
		{"smtp", "", long, "s3cret", mailsim.AuthFailed{Proto: "smtp", Username: long[:valid.MaxName], Address: "", Remote: "192.0.2.1", Why: "unknown login"}},
	} {
		mark := u.Mark()
		s := u.NewSession(mailsim.SessionInfo{Proto: k.proto, Remote: "192.0.2.1"})
		err := s.AuthenticateAs(ctx, k.actAs, k.user, k.password)
		_, ok := k.want.(mailsim.AuthOK)
		assert.Equal(t, ok, err == nil)
		assert.Equal(t, ok, s.LoginAddress() == "App@ours.test")
		var got []mailsim.EventData
		for e := range u.Log(mailsim.EventFilter{Since: mark}) {
			got = append(got, e.Data)
			text, err := e.MarshalJSON()
			require.NoError(t, err)
			assert.NotContains(t, string(text), "s3cret")
		}
		assert.Equal(t, []mailsim.EventData{k.want}, got)
	}
}

// TestFailedLoginInACell is told to the first universe that has the name, and to
// no other.
func TestFailedLoginInACell(t *testing.T) {
	t.Parallel()
	ctx, cell := context.Background(), testkit.NewCell(t, mailsim.CellOptions{})
	var all []*engine.Universe
	for _, org := range []string{"Acme", "Beta", "Core"} {
		u := testkit.AddUniverse(t, cell, org, "u_"+strings.ToLower(org))
		all = append(all, u)
		if org != "Acme" {
			_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "of " + org})
			require.NoError(t, err)
		}
	}
	begins := all[1].Mark() // after what was told of the second login
	require.ErrorIs(t, cell.NewSession(mailsim.SessionInfo{Proto: "smtp"}).Authenticate(ctx, "app@ours.test", "wrong"), mailsim.ErrUnauthorized)
	for i, want := range []int{0, 1, 0} {
		f := mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventAuthFailed}}
		if i == 1 {
			f.Since = begins
		}
		assert.Len(t, slices.Collect(all[i].Log(f)), want, all[i].ID())
	}
}

// opener is whom doors log in at.
type opener interface {
	NewSession(mailsim.SessionInfo) *door.Session
}
