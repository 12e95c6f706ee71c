package dialog

import (
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// inThread is a mail of a thread in which the person has agreed to that.
func inThread(g gist.Gist, agreed ...Claim) In {
	brief := in("thread", g)
	for i := range agreed {
		agreed[i].To, agreed[i].At = brief.You.Address, brief.Now
	}
	brief.Thread = State{Agreed: agreed, Turns: 1}
	return brief
}

// TestAgreedTimeIsMoved: what moves an appointment is agreed to with the new time, which
// holds from then on.
func TestAgreedTimeIsMoved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ agreed, question, want string }{
		{"Wednesday at 5 pm", "Could we make it an hour later?", "Wednesday at 6 pm"},
		{"Thursday at 16.10", "Could we make it the day after instead, at the same time?", "Friday at 16:10"},
		{"Thursday at 7", "Could you come half an hour earlier?", "Thursday at 6:30"},
		{"Saturday 9 January at 11:30", "Can we push it back a week?", "Saturday 16 January at 11:30"},
		{"Saturday", "Would a day later be all right?", "Sunday"},
	} {
		out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskMeet, "", c.question)}}, Claim{Kind: gist.AskMeet, Topic: "the visit", Value: c.agreed}))
		assert.Equal(t, "said", out.Moves[0].Slot, c.question)
		assert.Contains(t, out.Moves[0].Values["value"], c.want)
		assert.Len(t, out.Thread.Agreed, 1)
		assert.Equal(t, c.want, out.Thread.Agreed[0].Value)
	}
	out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskYesNo, "", "Could we do it a week later?")}}))
	assert.Contains(t, strings.ToLower(out.Moves[0].Values["value"]), "a week later", "of which no day is known")
	out = Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskYesNo, "", "Could we meet the day after the party?")}}, Claim{Kind: gist.AskMeet, Value: "Saturday"}))
	assert.NotEqual(t, "said", out.Moves[0].Slot)
}

// TestWhoIsToldOfChanges: who wants to be told of changes is promised it, with nothing
// made up of what changes.
func TestWhoIsToldOfChanges(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"If the number of guests changes, please tell me a week before.", "Please let us know if you are going to be late."} {
		out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskNumber, "guests", text)}}))
		assert.Equal(t, []string{"said"}, slotsOf(out), text)
		assert.Contains(t, out.Moves[0].Values["value"], "in good time")
	}
	out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskChoice, "", "If you want to change the size, please tell us which one.", "small", "large")}}))
	assert.NotEqual(t, []string{"said"}, slotsOf(out))
}

// TestWhoSaysSeeYouIsAnswered: a mail that only looks forward ends the thread warmly.
func TestWhoSaysSeeYouIsAnswered(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Gist{Language: "en", Acts: []gist.Act{{Kind: gist.Accepting, Text: "Thank you, and see you at the lake!"}}}))
	assert.Equal(t, []string{"said"}, slotsOf(out))
	assert.Contains(t, strings.ToLower(out.Moves[0].Values["value"]), "see you at the lake")
	assert.True(t, out.Thread.Closed)
}

// TestNothingElse: who has nothing more to ask or to send says so, without regret.
func TestNothingElse(t *testing.T) {
	t.Parallel()
	for text, section := range map[string]string{"Is there anything else you need from me?": "nothing else", "Do you have any other questions?": "no questions"} {
		q := ask(gist.AskYesNo, "", text)
		q.Of = gist.OfReader
		out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{q}}))
		v := out.Moves[0].Values["value"]
		assert.Contains(t, thinkOf("en").lines(section), strings.ToLower(v[:1])+v[1:])
	}
}

// TestCancelledDoesNotArrive: what was cancelled in the thread has not arrived.
func TestCancelledDoesNotArrive(t *testing.T) {
	t.Parallel()
	q := ask(gist.AskYesNo, "", "Did everything arrive in good condition?")
	out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{q}}, Claim{Kind: gist.AskChoice, Topic: "the delivery", Value: "cancel the order"}))
	assert.Contains(t, out.Moves[0].Values["value"], "cancelled")
	out = Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{q}}, Claim{Kind: gist.AskChoice, Topic: "the delivery", Value: "wait"}))
	assert.NotContains(t, out.Moves[0].Values["value"], "cancelled")
}

// TestKindNo: no is the friendly answer to who asks whether somebody minds, and the glad one
// to who asks whether something is too late.
func TestKindNo(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskYesNo, "", "Would you mind if Tom came too?")},
		Acts: []gist.Act{{Kind: gist.WantsApproval, Text: "Would you mind if Tom came too?"}}}))
	assert.Equal(t, []string{"said"}, slotsOf(out))
	late := ask(gist.AskYesNo, "", "Is that too late for you?")
	late.Of = gist.OfReader
	out = Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{late}, Acts: []gist.Act{{Kind: gist.Complaining, Text: "Is that too late for you?"}}}))
	assert.Equal(t, []string{"answer.ready"}, slotsOf(out), "no complaint")
	assert.Regexp(t, "^(No|Not at all), ", out.Moves[0].Values["value"])
}

// TestSameMatterInOtherWords: what is asked again in other words has the same answer.
func TestSameMatterInOtherWords(t *testing.T) {
	t.Parallel()
	q := ask(gist.AskMoney, "", "What's your budget?")
	q.Of = gist.OfReader
	out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{q}}, Claim{Kind: gist.AskMoney, Topic: "what would you like to spend", Value: "340 EUR"}))
	assert.Equal(t, "answer.money.again", out.Moves[0].Slot)
	assert.Equal(t, "340 EUR", out.Moves[0].Values["value"])
	n := ask(gist.AskNumber, "", "And how many in all?")
	n.Kind = "how many"
	out = Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{n}}, Claim{Kind: gist.AskNumber, Topic: "people", Value: "7"}))
	assert.Equal(t, "7", out.Moves[0].Values["value"])
	n.Text = "How many of them don't eat meat?"
	out = Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{n}}, Claim{Kind: gist.AskNumber, Topic: "people", Value: "77"}))
	assert.NotEqual(t, "77", out.Moves[0].Values["value"])
}

// TestSentencesThatLead: a sentence that only leads to what is asked behind it is not answered
// by itself, and "both" is what it names.
func TestSentencesThatLead(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "The owner would like to have you. I need proof of income and the name of your present landlord. Can you send me both this week?")))
	assert.Len(t, out.Moves, 1)
	assert.Regexp(t, `^(do|send)\.`, out.Moves[0].Slot)
	out = Plan(inThread(gist.Read("", "I'm planning the trip and I need to know who's coming. Are you coming?")))
	assert.Len(t, out.Moves, 1)
}

// TestExamplesAreNoChoice: what a question of yes or no names as an example is not to be chosen.
func TestExamplesAreNoChoice(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "Has anything changed since your last visit, for example new medicine, or a new address?")))
	assert.Regexp(t, `^answer\.(yes|no)`, out.Moves[0].Slot)
}

// TestOwnVisitIsNoInvitation: who would like to come does not invite.
func TestOwnVisitIsNoInvitation(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "I've got a week off at Easter and would love to come and see you. Would that be all right?")))
	assert.False(t, strings.HasPrefix(out.Moves[0].Slot, "invited"), out.Moves[0].Slot)
}

// TestDeadlineIsNotTheAppointment: by when something is done is not the day on which the
// sender meets.
func TestDeadlineIsNotTheAppointment(t *testing.T) {
	t.Parallel()
	brief := inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskDeadline, "", "by when?")}})
	brief.Thread.Agreed = []Claim{{Kind: gist.AskMeet, Value: "Thursday at 7", To: brief.Me.Address, At: brief.Now}}
	assert.NotContains(t, Plan(brief).Moves[0].Values["value"], "Thursday at 7")
}

// TestHowItWasLiked: who is asked how they liked something says so.
func TestHowItWasLiked(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "How did you like it here?")))
	assert.Equal(t, "answer.ready", out.Moves[0].Slot)
}

// TestEitherOfTwoFiguresOfAMail: the large one of two that a mail has is answered, too.
func TestEitherOfTwoFiguresOfAMail(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("Order", "Your order form says 500, but in the text you wrote 5,000. How many would you like?")))
	assert.Contains(t, []string{"500", "5,000"}, out.Moves[len(out.Moves)-1].Values["value"])
}

// TestTheOtherOne: what is chosen for one is chosen for the other, too.
func TestTheOtherOne(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("Re: Your pictures", "And the other one?\n\nOlga"), Claim{Kind: gist.AskChoice, Topic: "the frame", Value: "black"}))
	assert.Equal(t, "said", out.Moves[0].Slot)
	assert.Contains(t, out.Moves[0].Values["value"], "same")
}

// TestAskedInPassing: "do you think" in a question of time asks for no opinion.
func TestAskedInPassing(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "What time do you think you'll get here?")))
	assert.Equal(t, "answer.time", out.Moves[0].Slot)
}

// TestMainlyOneOfTwo: beside "something else" only one thing is named.
func TestMainlyOneOfTwo(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "What makes you hesitate, the price or something else?")))
	assert.Regexp(t, "(?i)^(mainly the price|the price, mainly)$", out.Moves[0].Values["value"])
}

// TestDayThatHasPassed: a weekday that was agreed on is the one that was meant then.
func TestDayThatHasPassed(t *testing.T) {
	t.Parallel()
	q := ask(gist.AskDate, "", "When are you coming round to see it?")
	q.Kind, q.Of = "when", gist.OfReader
	brief := inThread(gist.Gist{Language: "en", Questions: []gist.Question{q}}, Claim{Kind: gist.AskMeet, Value: "the Sunday"})
	assert.Contains(t, Plan(brief).Moves[0].Values["value"], "Sunday")
	brief.Thread.Agreed[0].At = brief.Now.AddDate(0, 0, -10)
	assert.NotContains(t, Plan(brief).Moves[0].Values["value"], "the Sunday")
}

// TestNewsOfThreads: news for the reader are not congratulated on, what was looked for in a
// thread is no news, and who was met is not welcomed.
func TestNewsOfThreads(t *testing.T) {
	t.Parallel()
	act := func(kind gist.ActKind, text string) In {
		return inThread(gist.Gist{Language: "en", Acts: []gist.Act{{Kind: kind, Text: text, Plain: true}}, Questions: []gist.Question{ask(gist.AskYesNo, "", "Is that OK for you?")}})
	}
	out := Plan(act(gist.GoodNews, "I'm pleased to tell you that the loan has been approved."))
	assert.Equal(t, "said", out.Moves[0].Slot)
	out = Plan(act(gist.GoodNews, "I found a house for six people."))
	assert.Len(t, out.Moves, 1)
	out = Plan(act(gist.Introducing, "It was good to meet you."))
	assert.NotContains(t, slotsOf(out), "introduced")
}

// TestThreadStaysPrivate: a thread of friends is one in all of its mails.
func TestThreadStaysPrivate(t *testing.T) {
	t.Parallel()
	q := gist.Question{Ask: gist.AskPlace, Kind: "where", Text: "Where do we meet?"}
	brief := inThread(gist.Gist{Language: "en", Questions: []gist.Question{q}})
	brief.Thread.Private = true
	assert.Contains(t, thinkOf("en").pools["place private"][0].lines, Plan(brief).Moves[0].Values["value"])
}

// TestSizeOfAThing: the size of a shirt is none of a number of shirts.
func TestSizeOfAThing(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "What size shirt does he wear?")))
	assert.NotRegexp(t, `^\d$`, out.Moves[0].Values["value"])
}

// TestEitherOfThem: "you or me" is answered by who it is.
func TestEitherOfThem(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "Who's bringing the map, you or me?")))
	assert.Regexp(t, "(?i)^(I |you)", out.Moves[0].Values["value"])
}

// TestHowSomebodyGetsOn: how somebody gets on is no work that is half done, and that a step
// helps is told when it does.
func TestHowSomebodyGetsOn(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "How is Biscuit getting on with the new food?")))
	assert.Equal(t, "answer.ready", out.Moves[0].Slot)
	out = Plan(inThread(gist.Read("", "Could you switch it off and on again? Tell me if that helps.")))
	assert.Len(t, out.Moves, 1)
}

// TestAddressHasNoTopic: an address does not go to an address.
func TestAddressHasNoTopic(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskAddress, "the address", "And the address?")}}))
	assert.Empty(t, out.Moves[0].Values["topic"])
}

// TestDaysOfAWeek: a week has seven days, and few people come on all of them.
func TestDaysOfAWeek(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "How many days a week would she come?")))
	assert.Regexp(t, "^She would come for ([2-5]|two|three|four|five) days$", out.Moves[0].Values["value"])
}
