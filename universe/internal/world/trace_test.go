package world_test

import (
	"context"
	"net/mail"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestWorldMailCameThroughServers: mail of people and newsletters passed two or three
// servers before ours and bears a signature that holds; spam and phishing bear none or one
// that does not.
func TestWorldMailCameThroughServers(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "trace"})
	var streams []mailsim.Stream
	for _, kind := range mailsim.StreamKinds() {
		streams = append(streams, mailsim.Stream{ID: kind, Kind: kind, PerDay: 1, NewPeople: 1, Enabled: new(true), To: []string{kind + "@ours.test"}})
	}
	testkit.SetWorld(t, u, streams...)
	for _, kind := range mailsim.StreamKinds() {
		hops, signed := map[int]bool{}, map[string]int{}
		for range 12 {
			_, err := u.SendStream(context.Background(), kind)
			require.NoError(t, err)
		}
		list := testkit.Messages(t, u, kind+"@ours.test")
		require.Len(t, list, 12)
		for _, m := range list {
			parsed, err := mail.ReadMessage(strings.NewReader(string(m.Bytes())))
			require.NoError(t, err)
			hops[len(parsed.Header["Received"])-1] = true
			in, err := u.Inspect(context.Background(), m.MessageID)
			require.NoError(t, err)
			result := "lacks it"
			if len(in.Auth.DKIM) > 0 {
				result = in.Auth.DKIM[0].Result
				assert.True(t, strings.HasSuffix(m.From, "@"+in.Auth.DKIM[0].Domain))
			}
			signed[result]++
		}
		assert.Equal(t, map[int]bool{2: true, 3: true}, hops, kind)
		if kind == "spam" || kind == "phishing" {
			assert.Zero(t, signed["pass"], kind)
			assert.Equal(t, 12, signed["fail"]+signed["lacks it"], "%v", signed)
			continue
		}
		assert.Equal(t, map[string]int{"pass": 12}, signed, kind)
	}
}
