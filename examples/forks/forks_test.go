// Package forks: one prepared world, and a fork of it for each case, which takes
// only as long as copying pointers.
package forks

import (
	"fmt"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

func TestOffersFromOnePreparedWorld(t *testing.T) {
	t.Parallel()
	base := mailsimtest.New(t)
	sales, anna := base.Login("sales@ours.test"), base.Person("Anna Weber <anna@client.test>")
	for n := range 20 { // what they have written about before
		sales.Send(anna.Address(), fmt.Sprintf("Project %d", n+1), "How is it going?")
		base.Advance(24 * time.Hour)
	}
	before := len(sales.Inbox())

	for name, rate := range map[string]float64{"she answers": 1, "she does not": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sim := base.Fork(t) // own clock, own ports, same mail
			anna := sim.Person("anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(rate) })
			offer := sim.Login("sales@ours.test").Send(anna.Address(), "Offer", "Shall we go ahead?")
			if rate == 0 {
				anna.ExpectDeclined(offer)
				return
			}
			sim.AdvanceToReply(offer).RepliesTo(offer).HasSubject("Re: Offer")
		})
	}
	if after := len(sales.Inbox()); after != before {
		t.Errorf("the base has %d mails, it had %d", after, before)
	}
}
