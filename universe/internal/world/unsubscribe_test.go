package world_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestUnsubscribeByMail: a newsletter whose address for it was written to comes no more to
// who wrote, from then on and after a load; others and other newsletters go on.
func TestUnsubscribeByMail(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Seed: "letters"})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "n", Kind: "newsletter", PerDay: 1, NewPeople: 0.2, Enabled: new(true), To: []string{"anna@ours.test", "ben@ours.test"}})
	from := func(address string) map[string]int {
		out := map[string]int{}
		for _, m := range testkit.Messages(t, u, address) {
			if m.Folder == "INBOX" {
				out[addr.Domain(m.From)]++
			}
		}
		return out
	}
	for range 8 {
		_, err := u.SendStream(ctx, "n")
		require.NoError(t, err)
	}
	first := testkit.Messages(t, u, "anna@ours.test")[0]
	mailto := regexp.MustCompile(`<mailto:([^?>]+)\?subject=`).FindStringSubmatch(string(first.Bytes()))
	require.NotNil(t, mailto)
	left := addr.Domain(first.From)
	leave := func(who string) {
		_, err := u.Send(ctx, mailsim.Outgoing{From: who, To: []string{mailto[1]}, Subject: "unsubscribe", Text: "unsubscribe"})
		require.NoError(t, err)
	}
	leave("anna@ours.test")
	anna, ben := from("anna@ours.test"), from("ben@ours.test")
	for range 40 {
		_, err := u.SendStream(ctx, "n")
		require.NoError(t, err)
	}
	assert.Equal(t, anna[left], from("anna@ours.test")[left], "it comes no more")
	assert.Greater(t, from("ben@ours.test")[left], ben[left], "who has not left still gets it")
	assert.Greater(t, len(from("anna@ours.test")), 3, "others still write")

	leave("ben@ours.test")
	gone := from("ben@ours.test")[left]
	testkit.Advance(t, u, 30*24*time.Hour)
	assert.Equal(t, gone, from("ben@ours.test")[left], "nobody reads it any more")
	assert.Equal(t, anna[left], from("anna@ours.test")[left])
}
