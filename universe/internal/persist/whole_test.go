package persist_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TestSavedByHand compares what is written by hand with json.Marshal.
func TestSavedByHand(t *testing.T) {
	t.Parallel()
	same := func(v any, got []byte) {
		t.Helper()
		want, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	}
	for _, s := range []string{"", "x", "<a&b>", "a\"b\\c", "\x00\x1f\x7f", "ä\u2028 \xff", "日本"} {
		same(s, state.AppendText(nil, s))
		for _, i := range []state.Instant{{}, {Sec: -5, Nsec: 7}, {Sec: 1 << 40, Nsec: 999_999_999}} {
			for n := range 3 {
				c := post.SavedCopy{CargoKeys: post.CargoKeys{Mail: s, Envelope: s}, Flags: mailsim.SystemFlags(n * 9), ModSeq: uint64(n) << 60, Seq: mailsim.Mark(n), Filed: i, Internal: i, Saved: i, BySMTP: n == 1, Traced: n == 2, CaseID: s, CaseHow: s}
				same(c, c.Append(nil))
				c.Keywords = []string{s}
				same(c, c.Append(nil))
				m := post.SavedMail{Blob: s, ID: s, Thread: s, Truth: s}
				same(m, m.Append(nil))
				e := post.SavedEnvelope{Envelope: mailsim.Envelope{From: s, To: make([]string, n), Proto: s, Remote: s, Helo: s, Basic: n == 1, TLS: s, Login: s}, Domain: s, At: int64(n) - 1, ID: s, Added: uint8(n)}
				same(e, e.Append(nil))
				e.To = []string{s, s}
				same(e, e.Append(nil))
				for _, set := range []func(){
					func() { e.UTF8 = true }, func() { e.Body = s }, func() { e.Return = s }, func() { e.EnvelopeID = s },
					func() { e.Notify = []mailsim.Recipient{{Address: s}} }, func() { e.To = nil },
				} {
					set()
					same(e, e.Append(nil))
				}
			}
			data, _ := json.Marshal(map[string]string{"x": s})
			ev := persist.SavedEvent{Type: mailsim.EventNoteWritten, At: i, Seq: 8, Data: data}
			same(ev, ev.Append(nil))
			ev.Answered = []string{s}
			same(ev, ev.Append(nil))
			ev.Answered, ev.PassedOn = nil, true
			same(ev, ev.Append(nil))
		}
	}
}
