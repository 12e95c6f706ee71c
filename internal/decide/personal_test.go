package decide

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMachinesAreLeftAlone: what nobody wrote to a person gets next to no answer, and
// none where the rate of answers to personal mail was given.
func TestMachinesAreLeftAlone(t *testing.T) {
	t.Parallel()
	replies := 0
	for i := range 4000 {
		s := question(Responsive)
		s.Occasion = i
		s.Mail.Machine, s.Mail.Asks = "sign-in notice", true
		d := Decide(s)
		assert.Equal(t, "no personal mail (sign-in notice)", d.Why[:len("no personal mail (sign-in notice)")])
		if d.Act == Reply {
			replies++
		}
	}
	assert.Less(t, replies, 20, "under 0.5 %")
	s := sure(question(Responsive))
	s.Mail.Machine = "phishing"
	assert.Equal(t, Ignore, Decide(s).Act)
	assert.NotZero(t, Decide(s).ReadAt, "it is read all the same")
	s.Thread.OwnReplies = 1
	assert.Equal(t, Reply, Decide(s).Act, "a person quotes one in a conversation of theirs")
}

// TestNothingAfterTheEnd: after the end that both sides have seen hardly anybody answers
// what asks nothing, whatever rate they are given.
func TestNothingAfterTheEnd(t *testing.T) {
	t.Parallel()
	s := sure(question(Responsive))
	s.Thread.OwnReplies, s.Thread.Closed = 3, true
	assert.Equal(t, Reply, Decide(s).Act, "it asks something new")
	s.Mail.Questions, s.Mail.Thanks = 0, true
	d := Decide(s)
	assert.Equal(t, 0.02, d.Chance)
	assert.Equal(t, "the conversation is over", d.Why)
	s.Mail.Promise = &Promise{What: "the offer"}
	assert.Equal(t, 1.0, Decide(s).Chance, "it brings something")
	s.Mail.Promise, s.Thread.Closed = nil, false
	assert.Equal(t, 1.0, Decide(s).Chance, "the rate that was given")
}
