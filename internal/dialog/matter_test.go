package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestReactionsAreToWhatMailsAreAbout: a word somewhere in a mail calls forth no reaction, and
// what is told without one of the words does.
func TestReactionsAreToWhatMailsAreAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, has, hasNot string }{
		{"Role", "Hi Sam,\n\nin the second act I am poisoned and lie dead on the carpet while they dance. How many seats shall I keep for you?\n\nCleo", "answer", "react"},
		{"Repair", "Dear Sam,\n\nthe broken dryer you brought in has a torn belt, 45 with labour. Shall I go ahead?\n\nBarney", "answer.yes", "react"},
		{"Work", "Hi Sam,\n\nI've been asked to find names for the two new boats. So far we have winds and queens. Which do you like better?\n\nPia", "answer", "react"},
		{"Neighbour", "Dear Sam,\n\nyour drill was going until eleven on Sunday night. My daughter had an exam on Monday and hardly slept.\n\nMrs Orr", "react.wrong", "soon gets better"},
		{"Own fault", "Dear Sam,\n\nI have to confess that I dropped your sewing machine on the stairs. The lid is cracked and of course I will pay for it.\n\nLil", "hank you for", "good of you"},
		{"Praise", "Dear Sam,\n\nyour speech at the wedding was the best I have ever heard, the whole table was in tears.\n\nOtto", "kind", "sorry"},
		{"Delay", "Dear Sam,\n\nunfortunately the carpet that you ordered is stuck at customs and will not be here before March.\n\nRugs & Co", "", "eact.wrong"},
	} {
		said := reactionTo(c.name, c.body, 1)
		assert.Contains(t, said, c.has, c.body)
		assert.NotContains(t, said, c.hasNot, c.body)
	}
}

// TestSubjectNamed: what a subject names is said as the reader would, and what names only the
// message is not.
func TestSubjectNamed(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]string{
		"Boiler visit": "the boiler visit", "The zip": "the zip", "Your vase": "the vase", "Our fence": "your fence", "coach trip": "the coach trip", "About your picture": "the picture",
		"Bad news": "", "An apology": "", "Reminder": "", "Invoice 2291": "", "I scratched your car": "", "Edmund": "", "bike stolen": "", "": "",
	} {
		p := newPlanner(In{Mails: []gist.Gist{gist.Read(subject, "Hi Sam,\n\nit is as you see.\n\nJo")}})
		p.foreign()
		assert.Equal(t, want, p.subjectNamed(reactionSets()["en"]()), subject)
	}
}
