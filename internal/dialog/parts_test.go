package dialog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestPartsAreAnsweredInTheirOrder: questions and requests as the mail has them.
func TestPartsAreAnsweredInTheirOrder(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Read("", "Could you please feed the cat and tell us whether the lamp works? Please also sweep the path.")))
	assert.Equal(t, []string{"do.yes", "answer.yes", "do.yes"}, slotsOf(out))
}

// TestWhatCanBeSaidIsSaid: of yes and no the one that makes a sentence.
func TestWhatCanBeSaidIsSaid(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "Did he say anything about the exam?")))
		assert.Equal(t, "he did not say anything about the exam", out.Moves[0].Values["stated"])
	}
}

// TestTheOtherCaseIsIdle: whoever tells when they pay need not tell when they paid.
func TestTheOtherCaseIsIdle(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "Could you tell us when we can expect the payment? If you have already paid, please send us the date of the transfer.")))
		assert.Len(t, out.Moves, 1, "%v", slotsOf(out))
	}
}

// TestOtherwise: of two cases the one that the writer expects is answered.
func TestOtherwise(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "If you have paid in the past few days, please tell us the date and the reference. Otherwise, when may we expect payment?")))
		assert.Len(t, out.Moves, 1, "%v", slotsOf(out))
	}
}

// TestInACase: of what is to be told only if it is so people mostly tell that it is not.
func TestInACase(t *testing.T) {
	t.Parallel()
	no := 0
	for i := range 30 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "If you need a projector, please tell me.")))
		if out.Moves[0].Values["stated"] == "I do not need a projector" {
			no++
		}
	}
	assert.Greater(t, no, 18)
}

// TestOthersAreNotMe: what is asked about somebody else is not answered of oneself.
func TestOthersAreNotMe(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		i := in(fmt.Sprint(i), gist.Read("", "Could you tell me whether he has any food allergies?"))
		i.unready = false
		assert.NotRegexp(t, `\b(I|me)\b`, fmt.Sprint(Plan(i).Moves[0].Values))
	}
}

// TestSentBack: what was named before is sent, and so is what has no name of its own.
func TestSentBack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"We still need a copy of your contract. Could you send it by Friday?":                           {"send.promise"},
		"Your paintings have arrived. Could you collect the key, and send them by Friday? How are you?": nil,
		"Which day suits you? Could you tell Tim that training is off on Wednesday?":                    nil,
	} {
		out := slotsOf(Plan(in("a", gist.Read("", text))))
		if want != nil {
			assert.Equal(t, want, out, text)
		} else {
			assert.Greater(t, len(out), 1, text)
		}
	}
}

// TestLeaveIsGivenInTheWordsOfTheQuestion: beside it the rest of the mail is answered.
func TestLeaveIsGivenInTheWordsOfTheQuestion(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "What time do you usually leave, and is it all right if Ben comes along?")))
		assert.Equal(t, "answer.time", out.Moves[0].Slot)
		assert.NotEmpty(t, out.Moves[1].Values["stated"])
	}
}

// TestAnswersAreNotPromised: "please reply with these details" asks nothing more.
func TestAnswersAreNotPromised(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Read("", "How many chairs do you need? Please reply with these details.")))
	assert.Len(t, out.Moves, 1)
}

// TestToldWhetherItHasChanged: what may have changed already is told now.
func TestToldWhetherItHasChanged(t *testing.T) {
	t.Parallel()
	no := 0
	for i := range 20 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "How many chairs do you need? Please also tell me if your bank account has changed.")))
		if out.Moves[len(out.Moves)-1].Values["stated"] == "my bank account has not changed" {
			no++
		}
	}
	assert.Greater(t, no, 14)
}

// TestLeaveIsGiven: what costs nobody anything is seldom refused.
func TestLeaveIsGiven(t *testing.T) {
	t.Parallel()
	no := 0
	for i := range 40 {
		if Plan(in(fmt.Sprint(i), gist.Read("", "May we keep your details until then?"))).Moves[0].Slot == "answer.no.leave" {
			no++
		}
	}
	assert.LessOrEqual(t, no, 5)
}

// TestWhoeverNamesTheHourMayCome: an hour that is named is agreed to before another is proposed.
func TestWhoeverNamesTheHourMayCome(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Shall I come and fetch you at half eight like last time?", "Could I come round and get it about 9?"} {
		yes := 0
		for i := range 20 {
			if out := Plan(in(fmt.Sprint(i), gist.Read("", text))); strings.HasPrefix(out.Moves[0].Slot, "answer.yes") {
				yes++
			}
		}
		assert.Greater(t, yes, 14, text)
	}
}
