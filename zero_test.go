package mailsim_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// TestLeftOut has a field that is left out take its default in Go as it does in JSON.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	defer u.Close()
	ctx := t.Context()

	r, err := u.SetRecipients(ctx, mailsim.Recipients{Default: mailsim.Rule{Stranger: mailsim.StrangerBasic}})
	require.NoError(t, err)
	assert.True(t, *r.Default.Create)
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"new@client.test"}, Subject: "Hello", Text: "Hello."})
	require.NoError(t, err)
	_, err = u.Advance(ctx, time.Hour)
	require.NoError(t, err)
	_, err = u.PersonaByAddress("new@client.test")
	assert.NoError(t, err, "a person is behind the address")
	r, err = u.SetRecipients(ctx, mailsim.Recipients{Default: mailsim.Rule{Create: new(false), Stranger: mailsim.StrangerBasic}})
	require.NoError(t, err)
	*r.Default.Create = true
	assert.False(t, *u.Recipients().Default.Create, "what was answered is a copy")

	w, err := u.SetWorld(ctx, mailsim.World{Streams: []mailsim.Stream{
		{Kind: "support", PerDay: 3, To: []string{"help@ours.test"}},
		{Kind: "support", To: []string{"help@ours.test"}},
		{Kind: "support", PerDay: 3, To: []string{"help@ours.test"}, Enabled: new(false)},
	}})
	require.NoError(t, err)
	assert.Equal(t, []bool{true, false, false}, []bool{*w.Streams[0].Enabled, *w.Streams[1].Enabled, *w.Streams[2].Enabled})
	*w.Streams[0].Enabled = false
	assert.True(t, *u.World().Streams[0].Enabled)
	_, err = u.SetWorld(ctx, mailsim.World{Streams: []mailsim.Stream{{Kind: "support", PerDay: 3}}})
	assert.ErrorIs(t, err, mailsim.ErrInvalid, "one with a rate is on, and so needs a mailbox")

	l, err := u.SetLinks(ctx, mailsim.LinkPolicy{Deny: []string{"evil.test"}})
	require.NoError(t, err)
	want := mailsim.DefaultLinkPolicy()
	want.Deny = []string{"evil.test"}
	assert.Equal(t, want, l.Policy)
	*l.Policy.MaxLinks = 50
	assert.Equal(t, 3, *u.Links().Policy.MaxLinks)
	l, err = u.SetLinks(ctx, mailsim.LinkPolicy{Enabled: new(false), MaxLinks: new(0), SenderCheck: new(0.0)})
	require.NoError(t, err)
	assert.Equal(t, []any{false, 0, 0.0}, []any{*l.Policy.Enabled, *l.Policy.MaxLinks, *l.Policy.SenderCheck})
}

// TestSetSiteRefuses has both ways of setting a site answer a wrong host, or base, alike.
func TestSetSiteRefuses(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	defer u.Close()
	for _, host := range []string{"", "a b.test", "*", "shop.test/x"} {
		assert.ErrorIs(t, u.SetSite(host, http.NotFoundHandler()), mailsim.ErrInvalid, host)
		assert.ErrorIs(t, u.SetSiteURL(host, "http://127.0.0.1:3000"), mailsim.ErrInvalid, host)
	}
	assert.ErrorIs(t, u.SetSiteURL("shop.test", "3000"), mailsim.ErrInvalid)
	assert.False(t, u.IsSite("http://shop.test/"))
	require.NoError(t, u.SetSiteURL("shop.test", "http://127.0.0.1:3000"))
	assert.True(t, u.IsSite("http://shop.test/"))
	require.NoError(t, u.SetSiteURL("shop.test", ""))
	assert.False(t, u.IsSite("http://shop.test/"))
	require.NoError(t, u.SetSite("shop.test", http.NotFoundHandler()))
	require.NoError(t, u.SetSite("shop.test", nil))
	assert.False(t, u.IsSite("http://shop.test/"))
}
