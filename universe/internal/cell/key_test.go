package cell_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.Authenticate(ctx, mailsim.Credentials{})
	require.ErrorIs(t, err, mailsim.ErrUnauthorized) // spec: auth.none-401

	secret, k, err := u.CreateKey(ctx, "ci", mailsim.RoleMember)
	require.NoError(t, err)
	assert.Greater(t, len(secret), 24, "128 bits and more")
	assert.Equal(t, mailsim.Key{Prefix: secret[:8], Name: "ci", Role: mailsim.RoleMember}, k)
	assert.Equal(t, []mailsim.Key{k}, u.Keys()) // spec: d.keys.list

	c, err := u.Authenticate(ctx, mailsim.Credentials{Key: secret})
	require.NoError(t, err)
	assert.Equal(t, mailsim.CallerKey, c.Kind())
	assert.Same(t, u, engine.Of(c.Universe())) // spec: auth.key.one-universe
	assert.Equal(t, mailsim.RoleMember, c.Role())
	me := c.Me()
	assert.Equal(t, &mailsim.KeyInfo{Prefix: k.Prefix, Name: "ci", Universe: u.ID(), Role: mailsim.RoleMember}, me.Key)
	assert.Equal(t, []mailsim.UniverseInfo{{ID: u.ID(), Name: u.Name(), Org: "", Created: config.DefaultStart, Role: mailsim.RoleMember}}, me.Universes)

	_, err = u.Authenticate(ctx, mailsim.Credentials{Key: secret, Universe: u.ID()})
	require.NoError(t, err)
	_, err = u.Authenticate(ctx, mailsim.Credentials{Key: secret, Universe: "u_other"})
	require.ErrorIs(t, err, mailsim.ErrForbidden) // spec: auth.key.other-universe-403
	for _, wrong := range []string{secret + "x", secret[:8], "wrong"} {
		_, err = u.Authenticate(ctx, mailsim.Credentials{Key: wrong})
		require.ErrorIs(t, err, mailsim.ErrUnauthorized) // spec: auth.invalid-401
	}

	require.ErrorIs(t, u.DeleteKey(ctx, "ms_NOONE"), mailsim.ErrNotFound)
	require.NoError(t, u.DeleteKey(ctx, k.Prefix)) // spec: d.keys.delete
	_, err = u.Authenticate(ctx, mailsim.Credentials{Key: secret})
	require.ErrorIs(t, err, mailsim.ErrUnauthorized) // spec: auth.revoked-401
	assert.Equal(t, []mailsim.Key{}, u.Keys())
}

func TestGivenKeys(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	k, err := u.AddKey(ctx, "0123456789abcdef", "a", mailsim.RoleViewer)
	require.NoError(t, err)
	assert.Equal(t, "01234", k.Prefix, "at most a third")
	_, err = u.AddKey(ctx, "0123456789abcdeF", "b", mailsim.RoleViewer)
	require.NoError(t, err)
	require.ErrorIs(t, u.DeleteKey(ctx, "01234"), mailsim.ErrConflict)
	_, err = u.AddKey(ctx, "0123456789abcdef", "again", mailsim.RoleAdmin)
	require.NoError(t, err)
	assert.Equal(t, []mailsim.Key{{Prefix: "01234", Name: "again", Role: mailsim.RoleAdmin}, {Prefix: "01234", Name: "b", Role: mailsim.RoleViewer}}, u.Keys())
	for _, wrong := range []struct {
		secret, name string
		role         mailsim.Role
	}{
		{"0123456789abcde", "short", mailsim.RoleAdmin},
		{"0123456789 abcdef", "space", mailsim.RoleAdmin},
		{"0123456789abcdéf", "no ASCII", mailsim.RoleAdmin},
		{"0123456789abcdefg", "role", "owner"}, // spec: roles.values
		{"0123456789abcdefg", "role", ""},
		{"0123456789abcdefg", "two\nlines", mailsim.RoleAdmin},
	} {
		_, err := u.AddKey(ctx, wrong.secret, wrong.name, wrong.role)
		require.ErrorIs(t, err, mailsim.ErrInvalid, wrong.name)
	}
	assert.Len(t, u.Keys(), 2)
}
