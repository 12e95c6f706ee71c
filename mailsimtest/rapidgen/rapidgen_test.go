package rapidgen_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mailsim/mailsim/mailsimtest"
	"github.com/mailsim/mailsim/mailsimtest/rapidgen"
)

func TestConversations(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sim := mailsimtest.New(rapidgen.TB(t, rt))
		rapidgen.New(rt).Conversation(sim)
		sim.CheckInvariants()
	})
}

func TestPeopleAndMail(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := rapidgen.Person().Draw(rt, "person")
		m := rapidgen.Mail("app@ours.test", p.Addresses...).Draw(rt, "mail")
		if len(p.Addresses) != 1 || m.Text == "" {
			rt.Fatalf("person %+v, mail %+v", p, m)
		}
	})
}
