package post

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// TestMeasure: the length of trace headers is known without writing them.
func TestMeasure(t *testing.T) {
	t.Parallel()
	var routes Routes
	for _, e := range []mailsim.Envelope{
		{From: "a@x.test", To: []string{"b@y.test"}, Proto: "smtp", Remote: "192.0.2.1", Helo: "client.x.test"},
		{From: "a@x.test", To: []string{"b@y.test", "c@y.test"}, Proto: "lmtp", Remote: "2001:db8::1", TLS: "TLS 1.3", Login: "a"},
		{To: []string{"b@y.test"}, Proto: "api", EnvelopeID: "E1", UTF8: true},
	} {
		for _, day := range []int{1, 9, 10, 31} {
			for added := range uint8(4) {
				at := time.Date(2026, 1, day, 23, 59, 59, 0, time.UTC).Unix()
				s := SavedEnvelope{Envelope: e, Domain: "mail.test", At: at, ID: "abcdefghijkl", Added: added}
				w := s.Way(&routes)
				assert.Equal(t, len(w.trace()), int(w.size), "%+v on day %d, added %d", e, day, added)
			}
		}
	}
}
