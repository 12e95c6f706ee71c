package reset_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestResetLetsGoOfMail keeps the events: what they tell stays, the bytes of the
// mails that are gone do not. A prune lets them go as well.
func TestResetLetsGoOfMail(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"reset", "prune"} {
		u := testkit.New(t, mailsim.Options{})
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
		line := "Hello from far away, with a sentence that goes on. "
		for i := range 30 {
			raw := fmt.Sprintf("From: Me <me@app.test>\r\nTo: anna@client.test\r\nSubject: about %d\r\nMessage-ID: <%d@app.test>\r\n\r\n%s", i, i, strings.Repeat(line, 100))
			s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
			_, err := s.Submit(context.Background(), mailsim.Envelope{From: "me@app.test", To: []string{"anna@client.test", "b@x.test"}}, raw)
			require.NoError(t, err)
		}
		testkit.Advance(t, u, testkit.Day)
		var held []weak.Pointer[byte]
		u.Read(func(v state.View) {
			for rec := range post.Mails.In(v.State).All() {
				held = append(held, weak.Make(unsafe.StringData(rec.Raw())))
			}
		})
		require.Len(t, held, 30)
		was := u.Committed().Last()
		var err error
		if by == "reset" {
			_, err = u.Reset(context.Background(), mailsim.PartEvents)
		} else {
			testkit.SetRetention(t, u, 1, 0)
			testkit.Prune(t, u)
		}
		require.NoError(t, err)
		assert.GreaterOrEqual(t, u.Committed().Last(), was)
		got := testkit.EventsOf[mailsim.PersonaReceived](u)
		require.Len(t, got, 30)
		assert.Equal(t, "about 7", got[7].Subject)
		assert.Equal(t, strings.Repeat(line, 100)[:keep.MaxText], got[7].Text)
		require.Len(t, testkit.EventsOf[mailsim.MailDelivered](u), 30)
		runtime.GC()
		runtime.GC()
		n := 0
		for _, w := range held {
			if w.Value() != nil {
				n++
			}
		}
		assert.LessOrEqual(t, n, 1, "%s: mails whose bytes stay in memory", by) // a register may hold the last one
		testkit.AssertCounted(t, u, by)
		assert.Equal(t, u.Committed().Last(), testkit.Fork(t, u, mailsim.Options{}).Committed().Last())
		runtime.KeepAlive(u)
	}
}
