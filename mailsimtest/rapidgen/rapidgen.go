// Package rapidgen lets pgregory.net/rapid draw what mailsimtest generates: people,
// mails and whole conversations, which rapid shrinks when a property fails. It is a
// module of its own, so that mailsim does not need rapid.
//
//	rapid.Check(t, func(rt *rapid.T) {
//		sim := mailsimtest.New(rapidgen.TB(t, rt))
//		rapidgen.New(rt).Conversation(sim)
//		sim.CheckInvariants()
//	})
package rapidgen

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// New makes a generator that draws from rapid.
func New(t *rapid.T) *mailsimtest.Gen { return mailsimtest.NewGen(source{t}) }

// source draws each number by a generator of rapid, which shrinks it to 0.
type source struct{ t *rapid.T }

// Intn implements mailsimtest.Source.
func (s source) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(s.t, "choice") }

// Person draws a person with an address of their own.
func Person() *rapid.Generator[mailsim.Persona] {
	return rapid.Custom(func(t *rapid.T) mailsim.Persona { return New(t).Person() })
}

// Mail draws a mail from an address to others.
func Mail(from string, to ...string) *rapid.Generator[mailsim.Outgoing] {
	return rapid.Custom(func(t *rapid.T) mailsim.Outgoing { return New(t).Mail(from, to...) })
}

// Raw draws a whole message as strangers send them: correct, odd or broken.
func Raw(from, to string) *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte { return New(t).Raw(from, to) })
}

// TB lets helpers of mailsimtest fail a run of rapid. Their cleanup comes at the
// end of the run, not of the test.
func TB(t *testing.T, rt *rapid.T) mailsimtest.TB { return run{rt, t} }

// run is one run of a property.
type run struct {
	*rapid.T
	test *testing.T
}

// Setenv implements mailsimtest.TB.
func (r run) Setenv(key, value string) { r.test.Setenv(key, value) }
