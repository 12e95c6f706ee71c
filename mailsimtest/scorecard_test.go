package mailsimtest_test

import (
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// TestScorecardKnowsMailThatWasMoved: a program that files or expunges what is done has still
// got it, and what it answered there is judged.
func TestScorecardKnowsMailThatWasMoved(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"keep", "move", "expunge"} {
		for _, automatic := range []bool{false, true} {
			sim := mailsimtest.New(t)
			box := sim.Login("help@ours.test")
			card := sim.Scorecard(box)
			extra := ""
			if automatic {
				extra = "Auto-Submitted: auto-generated\r\n"
			}
			m := sim.Submit("robo@client.test", box.Address(), []byte("From: robo@client.test\r\nTo: help@ours.test\r\nSubject: Hi\r\nMessage-ID: <a1@client.test>\r\n"+extra+"\r\nA question?\r\n"))
			box.SendMail(mailsim.Outgoing{To: []string{"robo@client.test"}, Subject: "Re: Hi", Text: "Thanks.", InReplyTo: m.MessageID})
			c := box.IMAP()
			_, err := c.Select("INBOX", nil).Wait()
			require.NoError(t, err)
			switch how {
			case "move":
				_, err = c.Move(imap.SeqSetNum(1), "Archive").Wait()
				require.NoError(t, err)
			case "expunge":
				_, err = c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Collect()
				require.NoError(t, err)
				require.NoError(t, c.Expunge().Close())
			}
			sim.Advance(time.Hour)
			report := card.String()
			assert.Contains(t, report, "ok    wrote to nobody else", "%s: who wrote may be answered", how)
			if automatic {
				assert.Contains(t, report, "FAIL  answered no automatic mail", how)
			} else {
				assert.Contains(t, report, "ok    answered no automatic mail", how)
			}
		}
	}
}
