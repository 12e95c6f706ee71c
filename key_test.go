package mailsim

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, Options{})
	_, err := u.Authenticate(ctx, Credentials{})
	require.ErrorIs(t, err, ErrUnauthorized) // spec: auth.none-401

	secret, k, err := u.CreateKey(ctx, "ci", RoleMember)
	require.NoError(t, err)
	assert.Greater(t, len(secret), 24, "128 bits and more")
	assert.Equal(t, Key{secret[:8], "ci", RoleMember}, k)
	assert.Equal(t, []Key{k}, u.Keys()) // spec: d.keys.list

	c, err := u.Authenticate(ctx, Credentials{Key: secret})
	require.NoError(t, err)
	assert.Equal(t, CallerKey, c.Kind())
	assert.Same(t, u, c.Universe()) // spec: auth.key.one-universe
	assert.Equal(t, RoleMember, c.Role())
	me := c.Me()
	assert.Equal(t, &KeyInfo{k.Prefix, "ci", u.ID(), RoleMember}, me.Key)
	assert.Equal(t, []UniverseInfo{{u.ID(), u.Name(), "", defaultStart, RoleMember}}, me.Universes)

	_, err = u.Authenticate(ctx, Credentials{Key: secret, Universe: u.ID()})
	require.NoError(t, err)
	_, err = u.Authenticate(ctx, Credentials{Key: secret, Universe: "u_other"})
	require.ErrorIs(t, err, ErrForbidden) // spec: auth.key.other-universe-403
	for _, wrong := range []string{secret + "x", secret[:8], "wrong"} {
		_, err = u.Authenticate(ctx, Credentials{Key: wrong})
		require.ErrorIs(t, err, ErrUnauthorized) // spec: auth.invalid-401
	}

	require.ErrorIs(t, u.DeleteKey(ctx, "ms_NOONE"), ErrNotFound)
	require.NoError(t, u.DeleteKey(ctx, k.Prefix)) // spec: d.keys.delete
	_, err = u.Authenticate(ctx, Credentials{Key: secret})
	require.ErrorIs(t, err, ErrUnauthorized) // spec: auth.revoked-401
	assert.Equal(t, []Key{}, u.Keys())
}

func TestGivenKeys(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, Options{})
	k, err := u.AddKey(ctx, "0123456789abcdef", "a", RoleViewer)
	require.NoError(t, err)
	assert.Equal(t, "01234", k.Prefix, "at most a third")
	_, err = u.AddKey(ctx, "0123456789abcdeF", "b", RoleViewer)
	require.NoError(t, err)
	require.ErrorIs(t, u.DeleteKey(ctx, "01234"), ErrConflict)
	_, err = u.AddKey(ctx, "0123456789abcdef", "again", RoleAdmin)
	require.NoError(t, err)
	assert.Equal(t, []Key{{"01234", "again", RoleAdmin}, {"01234", "b", RoleViewer}}, u.Keys())
	for _, wrong := range []struct {
		secret, name string
		role         Role
	}{
		{"0123456789abcde", "short", RoleAdmin},
		{"0123456789 abcdef", "space", RoleAdmin},
		{"0123456789abcdéf", "no ASCII", RoleAdmin},
		{"0123456789abcdefg", "role", "owner"}, // spec: roles.values
		{"0123456789abcdefg", "role", ""},
		{"0123456789abcdefg", "two\nlines", RoleAdmin},
	} {
		_, err := u.AddKey(ctx, wrong.secret, wrong.name, wrong.role)
		require.ErrorIs(t, err, ErrInvalid, wrong.name)
	}
	assert.Len(t, u.Keys(), 2)
}

func TestRoleAllows(t *testing.T) {
	t.Parallel()
	order := []Role{RoleViewer, RoleMember, RoleAdmin}
	for i, r := range order {
		for j, least := range order {
			assert.Equal(t, i >= j, r.Allows(least), "%s %s", r, least)
			assert.Equal(t, order[min(i, j)], r.atMost(least))
		}
		assert.False(t, Role("").Allows(r))
		assert.False(t, Role("owner").Allows(r))
	}
	assert.False(t, Role("").Allows(""))
}
