package mailsim

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShares(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, Options{})
	assert.Equal(t, []Share{}, u.Shares()) // spec: d.shares.list
	id, err := u.Send(ctx, Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, Subject: "Hi", HTML: `<p onclick="x()">Hello</p><script>x()</script>`})
	require.NoError(t, err)
	ref := u.FindMessage(id)[0]
	s, err := u.CreateShare(ctx, ref, time.Hour)
	require.NoError(t, err)
	assert.Len(t, s.ID, 22, "128 bits")
	assert.Equal(t, "/share/"+s.ID, s.URL) // spec: d.shares.create
	assert.Equal(t, u.Now().Add(time.Hour), s.Expires)
	other, err := u.CreateShare(ctx, ref, 0)
	require.NoError(t, err)
	assert.NotEqual(t, s.ID, other.ID)
	assert.Equal(t, u.Now().Add(7*day), other.Expires)
	assert.Len(t, u.Shares(), 2)

	v, err := u.OpenShare(ctx, s.ID)
	require.NoError(t, err)
	assert.Equal(t, id, v.Message.MessageID) // spec: d.shares.open
	assert.Contains(t, v.Safe.HTML, "Hello")
	assert.NotContains(t, v.Safe.HTML, "script")
	assert.NotContains(t, v.Safe.HTML, "onclick")

	advance(t, u, time.Hour)
	_, err = u.OpenShare(ctx, s.ID)
	assertNoShare(t, err) // spec: d.shares.expired
	assert.Len(t, u.Shares(), 1)
	assertNoShare(t, u.DeleteShare(ctx, s.ID))
	require.NoError(t, u.DeleteShare(ctx, other.ID))
	_, err = u.OpenShare(ctx, other.ID)
	assertNoShare(t, err) // spec: d.shares.delete
	assert.Equal(t, []Share{}, u.Shares())
	assertNoShare(t, u.DeleteShare(ctx, "nothing")) // spec: d.shares.404

	for _, r := range []Ref{{"a@ours.test", inbox, 99}, {"a@ours.test", "Nowhere", 1}, {"b@ours.test", inbox, 1}} {
		_, err = u.CreateShare(ctx, r, time.Hour)
		assert.ErrorIs(t, err, ErrNotFound) // spec: d.shares.404
	}
	for _, d := range []time.Duration{-1, maxDuration + 1} {
		_, err = u.CreateShare(ctx, ref, d)
		assert.ErrorIs(t, err, ErrInvalid)
	}
}

func assertNoShare(t *testing.T, err error) {
	t.Helper()
	assert.ErrorIs(t, err, ErrNotFound)
	assert.EqualError(t, err, "no such share")
}

// TestShareOfWhatIsGone shows no other message in the place of the shared one.
func TestShareOfWhatIsGone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, Options{})
	send := func() Ref {
		id, err := u.Send(ctx, Outgoing{From: "app@ours.test", To: []string{"a@ours.test"}, Subject: "Hi", Text: "x"})
		require.NoError(t, err)
		return u.FindMessage(id)[0]
	}
	s, err := u.CreateShare(ctx, send(), 0)
	require.NoError(t, err)
	_, err = u.Reset(ctx, PartShares)
	require.NoError(t, err)
	again := send()
	assert.Equal(t, s.Ref, again, "the same place")
	_, err = u.OpenShare(ctx, s.ID)
	assertNoShare(t, err)
}
