package post_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// TestMeasure: the length of trace headers is known without writing them. Nothing
// may allocate beside it.
func TestMeasure(t *testing.T) {
	var routes post.Routes
	for _, e := range []mailsim.Envelope{
		{From: "a@x.test", To: []string{"b@y.test"}, Proto: "smtp", Remote: "192.0.2.1", Helo: "client.x.test"},
		{From: "a@x.test", To: []string{"b@y.test", "c@y.test"}, Proto: "lmtp", Remote: "2001:db8::1", TLS: "TLS 1.3", Login: "a"},
		{To: []string{"b@y.test"}, Proto: "api", EnvelopeID: "E1", UTF8: true},
	} {
		for _, day := range []int{1, 9, 10, 31} {
			for added := range uint8(4) {
				at := time.Date(2026, 1, day, 23, 59, 59, 0, time.UTC).Unix()
				s := post.SavedEnvelope{Envelope: e, Domain: "mail.test", At: at, ID: "abcdefghijkl", Added: added}
				w := s.Way(&routes)
				assert.Equal(t, len(w.Trace()), w.TraceSize(), "%+v on day %d, added %d", e, day, added)
				assert.Zero(t, testing.AllocsPerRun(1, func() { w.TraceSize() }), "written to be measured")
			}
		}
	}
}
