package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDecisionsStandBesideQuestions: what is left to the reader at the end of a mail takes
// nothing from a question with options of its own.
func TestDecisionsStandBesideQuestions(t *testing.T) {
	t.Parallel()
	g := Read("", "Which of the three headers do you like best, the wood, the sky or the plain one? We could also go live before Christmas, or wait until January. It's up to you.")
	require.Len(t, g.Questions, 2)
	assert.Equal(t, []string{"the wood", "the sky", "the plain one"}, g.Questions[0].Options)
	assert.Equal(t, []string{"go live before Christmas", "wait until January"}, g.Questions[1].Options)
}

// TestWhenTheSenderCanIsNoOption: "I could start the week after next" is not what to do.
func TestWhenTheSenderCanIsNoOption(t *testing.T) {
	t.Parallel()
	g := Read("", "The wall can be repointed, but honestly the bottom third is gone. What would you like me to do? I could start the week after next.")
	require.NotEmpty(t, g.Questions)
	for _, q := range g.Questions {
		assert.NotContains(t, q.Options, "start the week after next")
	}
}

// TestReceiptsThatAskWantAnAnswer: a payment that does not match is no receipt.
func TestReceiptsThatAskWantAnAnswer(t *testing.T) {
	t.Parallel()
	g := Read("Invoice 4471", "Hello,\n\nWe have received your payment of £320 for invoice 4471, but the invoice was for £350. With whom was the discount agreed?\n\nKind regards\nAccounts")
	assert.Empty(t, g.Machine)
	g = Read("Invoice 4471", "Hello,\n\nWe have received your payment of £320 for invoice 4471. Thank you for your order.\n\nKind regards\nAccounts")
	assert.Equal(t, MachineReceipt, g.Machine)
}

// TestWorkIsAVerb: "would the weekend of the 12th work?" is about no work, but about a day.
func TestWorkIsAVerb(t *testing.T) {
	t.Parallel()
	for text, dates := range map[string][]string{
		"Would the weekend of the 12th work?":  {"12th"},
		"Would the 12th or the 19th work?":     {"12th", "19th"},
		"Does Thursday work for you?":          {"Thursday"},
		"Will the 3rd of March work for Anna?": {"3rd of March"},
	} {
		g := Read("", text)
		require.Len(t, g.Questions, 1, text)
		assert.Equal(t, AskMeet, g.Questions[0].Ask, text)
		assert.Equal(t, dates, g.Questions[0].Dates, text)
	}
	assert.Equal(t, "the work", Read("", "Do you like the work?").Questions[0].Topic)
	assert.Equal(t, "the new filter", Read("", "Did the new filter work for you?").Questions[0].Topic)
}

// TestNamesInSmallLettersSign: "alina" below a question is not a part of it.
func TestNamesInSmallLettersSign(t *testing.T) {
	t.Parallel()
	g := Read("", "hi, i finished the book you lent me. shall i pass it on to kim or do you want it back first\nalina")
	assert.Equal(t, "alina", g.Signed)
	require.Len(t, g.Questions, 1)
	assert.NotContains(t, g.Questions[0].Text, "alina")
	g = Read("", "we're 2 short for weds, you in? 8pm powerleague. also do you know if Kev's knee is better\nSi")
	assert.Equal(t, "Si", g.Signed)
	g = Read("", "I could come on Friday and help you with the hedge, if you want me\nto")
	assert.Empty(t, g.Signed)
	g = Read("", "Here is what we still need for the fair on Saturday, and for the\ntombola")
	assert.Empty(t, g.Signed, "the line above may be broken for its length")
}

// TestPluralsAskBehindAnd: "and do beginners find it difficult?" is a question of its own.
func TestPluralsAskBehindAnd(t *testing.T) {
	t.Parallel()
	g := Read("", "How many people are there in a group, what should I bring, and do beginners find it difficult?")
	require.Len(t, g.Questions, 3)
	assert.Equal(t, AskYesNo, g.Questions[2].Ask)
	g = Read("", "What do you want for it? I can bring the bags back.")
	require.Len(t, g.Questions, 1)
	assert.Equal(t, AskMoney, g.Questions[0].Ask)
}

// TestLettersInBracketsAreAList: "(a) …, (b) … and (c) …" needs no colon before it.
func TestLettersInBracketsAreAList(t *testing.T) {
	t.Parallel()
	g := Read("", "Dear member, please tell us (a) how often you use the gym, (b) at what time of day and (c) what you would change.")
	labels := map[string]string{}
	for _, q := range g.Questions {
		labels[q.Label] = q.Text
	}
	assert.Equal(t, "how often you use the gym", labels["a"])
	assert.Equal(t, "at what time of day", labels["b"])
	assert.Equal(t, "what you would change.", labels["c"])
}
