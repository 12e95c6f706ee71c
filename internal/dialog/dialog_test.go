package dialog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var monday = time.Date(2026, 11, 23, 10, 12, 0, 0, time.UTC)

// in is a mail of Anna Berg to Mara Lind.
func in(seed string, g gist.Gist) In {
	if g.Language == "" {
		g.Language = "en"
	}
	if g.Words == 0 {
		g.Words = 20
	}
	return In{unready: true,
		Seed: rng.Seed(seed), Mails: []gist.Gist{g}, Occasion: 1, Now: monday,
		Me:  Person{Name: "Mara Lind", Address: "mara@shop.example", Temperament: "procedural", Knows: "some", Start: 9 * 60, End: 18 * 60},
		You: Correspondent{Name: "Anna Berg", Address: "anna@x.example"},
	}
}

func ask(kind gist.Ask, topic, text string, options ...string) gist.Question {
	return gist.Question{Ask: kind, Topic: topic, Text: text, Options: options}
}

// next is the mail after a plan, in the same thread when it is.
func next(in In, out Out, g gist.Gist, sameThread bool) In {
	g.Language, g.Words = "en", max(g.Words, 5)
	in.Mails, in.Occasion, in.Now = []gist.Gist{g}, in.Occasion+1, in.Now.AddDate(0, 0, 1)
	in.Claims = append(slices.Clone(in.Claims), out.Claims...)
	if in.Thread = out.Thread; !sameThread {
		in.Thread = State{}
	}
	return in
}

func slotsOf(out Out) []string {
	var list []string
	for _, m := range out.Moves {
		list = append(list, m.Slot)
	}
	return list
}

// TestOpenQuestionsGoOn: where nothing can be drawn nothing is made up; the answer moves on.
func TestOpenQuestionsGoOn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"What became of the ferret?": "answer.defer", "What would you have for the ferret?": "answer.what", "What colour is it?": "answer.what",
	} {
		out := Plan(in(text, gist.Gist{Questions: []gist.Question{ask(gist.AskWhat, "", text)}}))
		require.NotEmpty(t, out.Moves, text)
		assert.Equal(t, want, out.Moves[0].Slot, text)
	}
	q := ask(gist.AskChoice, "the thing", "Which thing?")
	out := Plan(in("which", gist.Gist{Questions: []gist.Question{q}}))
	assert.Contains(t, []string{"answer.defer", "answer.either"}, out.Moves[0].Slot, "nothing is offered")
	q.Offers = true
	out = Plan(in("which", gist.Gist{Questions: []gist.Question{q}}))
	assert.Contains(t, []string{"answer.first", "answer.either"}, out.Moves[0].Slot)
	past := Plan(in("since", gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "the ferret", "When did you get the ferret?")}}))
	assert.Equal(t, []string{"answer.date"}, slotsOf(past))
	assert.Contains(t, thinkOf("en").lines("ago"), past.Moves[0].Values["value"])
}

// TestOneVerdictOnOneMatter: what asks for a decision and for approval gets one yes or no.
func TestOneVerdictOnOneMatter(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Acts: []gist.Act{{Kind: gist.WantsDecision, Text: "Would you mind?"}, {Kind: gist.WantsApproval, Text: "Just say yes or no."}}}))
		assert.Len(t, out.Moves, 1)
	}
}

// TestPityIsNoCondolence: a band that pulled out is no death.
func TestPityIsNoCondolence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Bad news, the band has pulled out": "pity", "Bad news, he is in hospital": "badnews"} {
		out := Plan(in("s", gist.Gist{Acts: []gist.Act{{Kind: gist.BadNews, Text: text}}}))
		assert.Equal(t, []string{want}, slotsOf(out), text)
	}
}

func TestEachKindOfQuestionGetsAValue(t *testing.T) {
	t.Parallel()
	texts := map[gist.Ask]string{
		gist.AskNumber: "How many people?", gist.AskMoney: "What is your budget?", gist.AskPlace: "Where do we have lunch?", gist.AskIdentifier: "What is the order number?",
		gist.AskPhone: "What is your phone number?", gist.AskWho: "Who will do it?", gist.AskMeet: "Could we meet?", gist.AskRating: "How was it, from 1 to 10?",
	}
	for kind, slot := range map[gist.Ask]string{
		gist.AskNumber: "answer.number", gist.AskMoney: "answer.money", gist.AskDate: "answer.date", gist.AskMeet: "answer.meet",
		gist.AskTime: "answer.time", gist.AskDeadline: "answer.deadline", gist.AskDuration: "answer.duration", gist.AskPlace: "answer.place", gist.AskWho: "answer.who",
		gist.AskIdentifier: "answer.identifier", gist.AskVersion: "answer.version", gist.AskPhone: "answer.phone", gist.AskAddress: "answer.address",
		gist.AskRating: "answer.rating",
	} {
		for seed := range 20 {
			out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(kind, "the thing", cmp.Or(texts[kind], "?"))}}))
			require.Len(t, out.Moves, 1, kind)
			assert.True(t, strings.HasPrefix(out.Moves[0].Slot, slot), "%s: %s", kind, out.Moves[0].Slot)
			assert.NotEmpty(t, out.Moves[0].Values["value"], kind)
			assert.NotContains(t, out.Moves[0].Values["value"], "#")
			require.Len(t, out.Claims, 1, kind)
			assert.Equal(t, "anna@x.example", out.Claims[0].To)
		}
	}
}

func TestAnswersStandInTheMailsOrder(t *testing.T) {
	t.Parallel()
	qs := []gist.Question{ask(gist.AskNumber, "the workshop", "How many people?"), ask(gist.AskPlace, "the keys", "Where are the keys?"), ask(gist.AskWho, "the invoice", "Who pays?")}
	for i := range qs {
		qs[i].Label = string(rune('1' + i))
	}
	out := Plan(in("a", gist.Gist{Questions: qs}))
	assert.Equal(t, []string{"answer.number", "answer.place", "answer.who"}, slotsOf(out))
	for i, m := range out.Moves {
		assert.Equal(t, qs[i].Label, m.Label)
	}
}

func TestSameQuestionTwiceGetsOneAnswer(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Gist{Questions: []gist.Question{
		ask(gist.AskMoney, "the chairs", "What do the chairs cost?"), ask(gist.AskMoney, "the chairs", "Could you tell me the price of the chairs?"),
	}}))
	assert.Equal(t, []string{"answer.money"}, slotsOf(out))
}

func TestWhatWasSaidIsSaidAgain(t *testing.T) {
	t.Parallel()
	first := in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskChoice, "table", "Which table do you want, the corner table or the one by the window?", "the corner table", "the one by the window")}})
	said := Plan(first)
	value := said.Moves[0].Values["value"]
	for name, q := range map[string]gist.Question{
		"reworded":  ask(gist.AskChoice, "the table", "Which was the table again?"),
		"as memory": ask(gist.AskRemind, "the table", "Could you remind me of the table?"),
		"in other order": ask(gist.AskChoice, "the table", "Is it the one by the window or the corner table?", "the one by the window",
			"the corner table"),
	} {
		for _, same := range []bool{true, false} {
			again := next(first, said, gist.Gist{Questions: []gist.Question{q}}, same)
			if !same {
				again.You = Correspondent{Name: "Otto Weil", Address: "otto@y.example"}
			}
			out := Plan(again)
			require.Len(t, out.Moves, 1)
			assert.Equal(t, value, out.Moves[0].Values["value"], "%s, same thread %v", name, same)
			assert.True(t, strings.HasSuffix(out.Moves[0].Slot, ".again"), out.Moves[0].Slot)
			assert.Empty(t, out.Claims)
		}
	}
}

func TestAChangeReplacesWhatWasSaid(t *testing.T) {
	t.Parallel()
	first := in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "the delivery", "When is the delivery?")}})
	said := Plan(first)
	second := next(first, said, gist.Gist{Acts: []gist.Act{{Kind: gist.Changing, Text: "Make it the 20th, please.", Value: "the 20th"}}}, true)
	out := Plan(second)
	require.Equal(t, []string{"changed"}, slotsOf(out))
	require.Len(t, out.Claims, 1)
	assert.Equal(t, "the delivery", out.Claims[0].Topic)
	assert.Equal(t, "the 20th", out.Claims[0].Value)
	third := Plan(next(second, out, gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "the delivery", "Sorry, when was the delivery?")}}, false))
	assert.Equal(t, "the 20th", third.Moves[0].Values["value"])
}

func TestFactsOfTheCaseComeFirst(t *testing.T) {
	t.Parallel()
	i := in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "the delivery", "When is the delivery?")}})
	i.Case = Case{Title: "Order", Facts: map[string]string{"deliveryDate": "12 March", "warranty": "2 years"}}
	i.Claims = []Claim{{Kind: gist.AskDate, Topic: "the delivery", Value: "1 May", To: "anna@x.example"}}
	out := Plan(i)
	require.Equal(t, []string{"fact"}, slotsOf(out))
	assert.Equal(t, "12 March", out.Moves[0].Values["value"])
}

func TestWordsOfAMailDrawNothing(t *testing.T) {
	t.Parallel()
	for seed := range 10 {
		a := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(gist.AskWho, "the clock", "Who winds the clock?")}}))
		b := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(gist.AskWho, "the flag", "Dear Mara, tell me who mends the flag")}}))
		assert.Equal(t, a.Moves[0].Values["value"], b.Moves[0].Values["value"])
	}
}

func TestSadNewsLeavesNoRoomForCheer(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Gist{Thanks: true, Acts: []gist.Act{{Kind: gist.ThankingFor}, {Kind: gist.Praising}, {Kind: gist.Condolence, Text: "My father died."}}}))
	assert.Equal(t, []string{"condole"}, slotsOf(out))
}

func TestMistakesOfTheSenderAreNoticed(t *testing.T) {
	t.Parallel()
	missing := gist.Gist{Acts: []gist.Act{{Kind: gist.NoAttachment, Text: "I attach the plan.", Topic: "the plan"}}}
	assert.Equal(t, []string{"attachment.missing"}, slotsOf(Plan(in("a", missing))))
	with := in("a", missing)
	with.Files = 1
	assert.NotContains(t, slotsOf(Plan(with)), "attachment.missing")

	wrong := Plan(in("a", gist.Gist{Dates: []string{"Monday 24 November"}, Questions: []gist.Question{ask(gist.AskMeet, "the call", "Does Monday 24 November suit you?", "Monday 24 November")}}))
	require.Equal(t, []string{"contradiction.day"}, slotsOf(wrong))
	assert.Equal(t, map[string]string{"value": "Monday", "day": "24 November", "other": "Tuesday"}, wrong.Moves[0].Values)
	right := Plan(in("a", gist.Gist{Dates: []string{"Tuesday 24 November"}, Questions: []gist.Question{ask(gist.AskMeet, "the call", "Does Tuesday 24 November suit you?", "Tuesday 24 November")}}))
	assert.NotContains(t, slotsOf(right), "contradiction.day")

	for greeting, noticed := range map[string]bool{"Peter": true, "Mara": false, "Maar": false, "Ms Lind": false, "all": false, "team": false, "": false} {
		out := Plan(in("a", gist.Gist{Greeting: greeting, Questions: []gist.Question{ask(gist.AskWho, "the key", "Who has the key?")}}))
		assert.Equal(t, noticed, slices.Contains(slotsOf(out), "wrongname"), greeting)
	}
}

func TestForeignMailIsToldThatEnglishIsNeeded(t *testing.T) {
	t.Parallel()
	i := in("a", gist.Gist{Language: "fi", Questions: []gist.Question{ask(gist.AskWho, "", "Kuka?")}})
	out := Plan(i)
	assert.Equal(t, []string{"need.english"}, slotsOf(out))
	assert.Equal(t, "en", out.Language)
	assert.Empty(t, out.Claims)
}

func TestMachineMailGetsNearlyNothing(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Gist{Machine: gist.MachineReceipt, Questions: []gist.Question{ask(gist.AskOpinion, "us", "How do you like us?")}}))
	assert.Equal(t, []string{"informed"}, slotsOf(out))
}

func TestPuttingOffIsAPromise(t *testing.T) {
	t.Parallel()
	for temperament, share := range map[string]float64{"responsive": 0.1, "flaky": 0.4, "busy": 0.25, "procedural": 0} {
		off := 0
		for seed := range 400 {
			i := in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(gist.AskIdentifier, "the serial number", "What is the serial number?")}})
			i.Me.Temperament = temperament
			if m := Plan(i).Moves[0]; m.Slot == "answer.defer" {
				off++
				assert.NotEmpty(t, m.Due)
				assert.NotEmpty(t, m.Values["due"])
			}
			i = in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(gist.AskNumber, "the boxes", "How many boxes?")}})
			i.Me.Temperament = temperament
			require.Equal(t, []string{"answer.number"}, slotsOf(Plan(i)), "what can be named is named at once")
		}
		assert.InDelta(t, share, float64(off)/400, 0.06, temperament)
	}
}

func TestAPlannedPromiseIsMade(t *testing.T) {
	t.Parallel()
	i := in("a", gist.Gist{Requests: []gist.Request{{Text: "Please send me the list.", Verb: "send", Object: "the list", Document: true}}})
	i.Promise = "by the end of the week"
	out := Plan(i)
	require.Equal(t, []string{"send.promise"}, slotsOf(out))
	assert.Equal(t, i.Promise, out.Moves[0].Due)
	assert.Equal(t, []string{"the list"}, out.Thread.Promised)
}

func TestAnExchangeOfThanksEnds(t *testing.T) {
	t.Parallel()
	i := in("a", gist.Gist{Thanks: true, Acts: []gist.Act{{Kind: gist.ThankingFor}}})
	out := Plan(i)
	assert.Equal(t, []string{"thanked"}, slotsOf(out))
	out = Plan(next(i, out, gist.Gist{Thanks: true, Acts: []gist.Act{{Kind: gist.ThankingFor}}}, true))
	assert.True(t, out.Thread.Closed)
}

func TestOptionsAndTopicsAreWhatAQuestionIsAbout(t *testing.T) {
	t.Parallel()
	// A day that a question names is no option of its choice.
	q := ask(gist.AskChoice, "Sunday", "Do you come by train or by bus on Sunday?", "by train", "by bus")
	q.Dates = []string{"Sunday"}
	for seed := range 20 {
		m := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{q}})).Moves[0]
		assert.Contains(t, []string{"by train", "by bus on Sunday"}, m.Values["value"])
		assert.Empty(t, m.Values["topic"], "a day is no topic")
	}
	// One that asks when on a day wants a time.
	when := Plan(in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "Saturday", "When do we leave on Saturday?")}}))
	assert.Equal(t, []string{"answer.time"}, slotsOf(when))
	// Dates named before the question are what it offers.
	which := gist.Question{Ask: gist.AskDate, Kind: "which", Text: "Which day would you like?"}
	out := Plan(in("a", gist.Gist{Dates: []string{"Monday the 30th", "Friday"}, Questions: []gist.Question{which}}))
	assert.Contains(t, []string{"Monday the 30th", "Friday"}, out.Moves[0].Values["value"])
	// A period is no appointment.
	free := ask(gist.AskMeet, "the roadmap", "When are you free this week?")
	free.Dates = []string{"this week"}
	assert.Equal(t, []string{"answer.meet.free"}, slotsOf(Plan(in("a", gist.Gist{Questions: []gist.Question{free}}))))
}

func TestATimeAskedAfterADayIsOneOfThatDay(t *testing.T) {
	t.Parallel()
	day := ask(gist.AskMeet, "the call", "Could we talk on Wednesday?", "Wednesday")
	for seed := range 20 {
		said := slotsOf(Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{day, ask(gist.AskMeet, "", "What time would suit you?")}})))
		assert.Contains(t, [][]string{{"answer.meet", "answer.time"}, {"answer.meet.other"}}, said)
	}
}

func TestTheSendersOwnNeedIsNoRequest(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskNumber, "", "How many of you are coming?")},
		Requests: []gist.Request{{Text: "I need to buy the sausages.", Verb: "need", Object: "the sausages"}, {Text: "Could you let me know?", Verb: "let"}}}))
	assert.Equal(t, []string{"answer.number"}, slotsOf(out))
}

func TestTheTimeToComeIsNotThePast(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		for text, past := range map[string]bool{"When could you start?": false, "When was the boiler last serviced?": true} {
			out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(gist.AskDate, "the job", text)}}))
			at := thinkOf("en").read(out.Moves[0].Values["value"], monday)
			assert.Equal(t, past, at.day.Before(monday), text)
		}
	}
}

func TestQuestionsOfMemoryFindWhatIsMeant(t *testing.T) {
	t.Parallel()
	i := in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskChoice, "the laptop", "Laptop or desktop?", "laptop", "desktop")}})
	machine := Plan(i)
	i = next(i, machine, gist.Gist{Questions: []gist.Question{ask(gist.AskChoice, "", "German or English keyboard?", "German keyboard", "English keyboard")}}, true)
	keyboard := Plan(i)
	i = next(i, keyboard, gist.Gist{Questions: []gist.Question{ask(gist.AskPhone, "", "Which number can I call you on?")}}, true)
	phone := Plan(i)
	i = next(i, phone, gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskMoney, "the bag", "What did the bag cost?")}}, true)
	bag := Plan(i)
	which := func(text string) gist.Question {
		q := ask(gist.AskChoice, "", text)
		q.Kind = "which"
		return q
	}
	out := Plan(next(i, bag, gist.Gist{Questions: []gist.Question{which("which machine"), which("which keyboard did you choose?"),
		ask(gist.AskRemind, "the number", "And what was your number again?"), ask(gist.AskRemind, "the price", "Remind me of the price.")}}, true))
	require.Len(t, out.Moves, 4)
	for k, said := range []Out{machine, keyboard, phone} {
		assert.Equal(t, said.Moves[0].Values["value"], out.Moves[k].Values["value"], out.Moves[k].Slot)
	}
	assert.Equal(t, "answer.defer", bag.Moves[0].Slot)
	assert.Contains(t, out.Moves[3].Values["value"], "£", "what was to be looked up is told")
	assert.Len(t, out.Claims, 1)
}

func TestAnActAnswersTheQuestionThatPutsItIntoWords(t *testing.T) {
	t.Parallel()
	will := ask(gist.AskYesNo, "", "Will you come?")
	for _, g := range []gist.Gist{
		{Acts: []gist.Act{{Kind: gist.Inviting, Text: "We invite you to the opening.", Topic: "the opening"}}, Questions: []gist.Question{will}},
		{Acts: []gist.Act{{Kind: gist.WantsApproval, Text: "We need your approval.", Topic: "the text"}}, Questions: []gist.Question{ask(gist.AskYesNo, "the text", "May we send it?")}},
		{Acts: []gist.Act{{Kind: gist.WantsDecision, Text: "Please decide."}}, Requests: []gist.Request{{Text: "Please decide.", Verb: "decide"}}},
	} {
		assert.Len(t, Plan(in("a", g)).Moves, 1, g.Acts[0].Kind)
	}
	choice := gist.Gist{Acts: []gist.Act{{Kind: gist.WantsDecision, Text: "Please decide."}}, Questions: []gist.Question{ask(gist.AskChoice, "", "A or B?", "A", "B")}}
	assert.Equal(t, []string{"answer.choice"}, slotsOf(Plan(in("a", choice))))
}

func TestWhatHangsOnAMissingAttachmentWaits(t *testing.T) {
	t.Parallel()
	g := gist.Gist{Acts: []gist.Act{{Kind: gist.NoAttachment, Text: "I attach the report."}}, Questions: []gist.Question{ask(gist.AskWhat, "", "Tell me what you think.")}}
	assert.Equal(t, []string{"attachment.missing"}, slotsOf(Plan(in("a", g))))
	with := in("a", g)
	with.Files = 1
	assert.True(t, strings.HasPrefix(slotsOf(Plan(with))[0], "answer.opinion"))
}

func TestWhatHangsOnNoAttachmentIsAnswered(t *testing.T) {
	t.Parallel()
	g := gist.Read("", "Hi,\n\nthe rota is attached. Tell me if yours works, and whether you can do the early on the 9th.\n\nJosh")
	slots := slotsOf(Plan(in("a", g)))
	assert.Equal(t, "attachment.missing", slots[0])
	assert.Len(t, slots, 2, "the 9th can be told without it: %v", slots)
}

func TestAChangeNeedsSomethingToChange(t *testing.T) {
	t.Parallel()
	text := "Can we use room 14 on Monday instead?"
	g := gist.Gist{Acts: []gist.Act{{Kind: gist.Changing, Text: text, Value: "Monday"}}, Questions: []gist.Question{ask(gist.AskYesNo, "", text)}}
	for seed := range 20 {
		m := Plan(in(fmt.Sprint(seed), g)).Moves[0]
		assert.True(t, m.Slot == "answer.yes.leave" || m.Slot == "answer.no" && m.Values["reason"] != "", m)
	}
}

func TestWhatIsToBeSentIsPromised(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Gist{Requests: []gist.Request{{Text: "Please send a short bio.", Verb: "send", Object: "a short bio"}}}))
	assert.Equal(t, []string{"send.promise"}, slotsOf(out))
	assert.NotEmpty(t, out.Moves[0].Due)
}

func TestDoingIsSaidOnlyWhereItIsWhole(t *testing.T) {
	t.Parallel()
	p := &planner{think: thinkOf("en")}
	for text, want := range map[string]string{
		"Could you check the list?":                 "check the list",
		"Could you pick me up at the corner?":       "",
		"Please pick the corner":                    "pick the corner",
		"Could you check in the evening the corner": "",
	} {
		it := item{text: text, verb: strings.Fields(strings.TrimPrefix(strings.TrimPrefix(text, "Could you "), "Please "))[0], topic: "the corner"}
		if strings.Contains(text, "list") {
			it.topic = "the list"
		}
		assert.Equal(t, want, p.doing(&it), text)
	}
}

func TestAGhostWritesALine(t *testing.T) {
	t.Parallel()
	i := in("a", gist.Gist{Acts: []gist.Act{{Kind: gist.Apologising}}, Questions: []gist.Question{
		ask(gist.AskTime, "the train", "When?"), ask(gist.AskPlace, "the key", "Where?"), ask(gist.AskWho, "the dog", "Who?")}})
	i.Me.Temperament = "ghost"
	out := Plan(i)
	assert.Equal(t, []string{"answer.time", "answer.place"}, slotsOf(out))
	assert.Len(t, out.Claims, 2, "what is not said is no claim")
}

func TestWhatCannotBeReadIsTalkedOver(t *testing.T) {
	t.Parallel()
	g := gist.Read("The loft", "Morning, could you please tell me the ins and outs of it all before Gregor does, as it were?")
	require.NotEmpty(t, g.Questions)
	g.Questions = []gist.Question{{Text: g.Questions[0].Text, Ask: gist.AskWhat, Open: true}}
	g.Requests, g.Acts = nil, nil
	assert.Equal(t, []string{"answer.open"}, slotsOf(Plan(in("a", g))))
}

// TestWhichOneIsAnsweredOnce: "Can you do 2 pm or 3:30 pm? Which one is better for you?"
func TestWhichOneIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	first := ask(gist.AskTime, "", "Can you do 2 pm or 3:30 pm instead?", "2 pm", "3:30 pm")
	which := ask(gist.AskChoice, "", "Which one is better for you?", "2 pm", "3:30 pm")
	which.Kind = "which"
	out := Plan(in("a", gist.Gist{Questions: []gist.Question{first, which}}))
	assert.Len(t, out.Moves, 1)
}

// TestAnswersKeepToTheMailsDay: what is asked of "that day" is answered with it, and nobody
// starts before the interview.
func TestAnswersKeepToTheMailsDay(t *testing.T) {
	t.Parallel()
	free := gist.Question{Ask: gist.AskMeet, Text: "Do you have time that day?", Of: gist.OfReader}
	start := gist.Question{Ask: gist.AskMeet, Kind: "when", Text: "When could you start?", Of: gist.OfReader}
	for seed := range 12 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{free}, Dates: []string{"27 April"}}))
		require.Len(t, out.Moves, 1)
		if out.Moves[0].Slot != "answer.no" { // no other day is offered for it
			assert.Equal(t, "27 April", out.Moves[0].Values["value"])
		}
		out = Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{start}, Dates: []string{"6 March", "7 March"}}))
		require.NotEmpty(t, out.Moves)
		at := thinkOf("en").read(out.Moves[0].Values["value"], monday)
		assert.True(t, at.day.After(time.Date(monday.Year(), 3, 7, 0, 0, 0, 0, time.UTC)), out.Moves[0].Values["value"])
	}
}

// TestOneSympathyAMail: illness and the loss that it brings are met once.
func TestOneSympathyAMail(t *testing.T) {
	t.Parallel()
	out := Plan(in("a", gist.Gist{Acts: []gist.Act{{Kind: gist.Illness, Text: "My father is in hospital.", Plain: true}, {Kind: gist.BadNews, Text: "We have lost the house in the fire.", Plain: true}}}))
	assert.Equal(t, []string{"illness"}, slotsOf(out))
}

// TestClausesAreSaidBack: one of two things that are no phrases, or one of two people.
func TestClausesAreSaidBack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Can you wait for me or do you want to get someone else in?": {"I can wait for you", "I would like to get someone else in"},
		"Do we mention the pilot or leave it out?":                   {"let us mention the pilot", "let us leave it out"},
		"Who is presenting it, you or Marcus?":                       {"me", "Marcus"},
	} {
		q := ask(gist.AskChoice, "", text)
		q.Offers = true
		seen := map[string]bool{}
		for seed := range 20 {
			out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{q}}))
			require.Len(t, out.Moves, 1, text)
			if v := out.Moves[0].Values["value"]; out.Moves[0].Slot != "answer.either" {
				assert.Contains(t, want, v)
				seen[v] = true
			}
		}
		assert.Len(t, seen, 2, text)
	}
	figures := gist.Gist{Questions: []gist.Question{ask(gist.AskChoice, "", "Which one is right?")}, Figures: []gist.Figure{{Value: "6"}, {Value: "4,200"}, {Value: "11"}, {Value: "3,900"}}}
	assert.Contains(t, []string{"4,200", "3,900"}, Plan(in("a", figures)).Moves[0].Values["value"])
}

// TestQuestionsForOneAnswerOnly: "if not" waits for a no, "if so" for a yes.
func TestQuestionsForOneAnswerOnly(t *testing.T) {
	t.Parallel()
	can := gist.Question{Ask: gist.AskYesNo, Text: "Can you come?", Of: gist.OfReader}
	for only, idle := range map[int]string{-1: "answer.yes", 1: "answer.no"} {
		then := gist.Question{Ask: gist.AskDuration, Kind: "how long", Text: "how long will you stay?", Of: gist.OfReader, If: only}
		seen := map[bool]bool{}
		for seed := range 40 {
			out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{can, then}}))
			answered := strings.HasPrefix(out.Moves[0].Slot, idle)
			seen[answered] = true
			if answered {
				assert.Len(t, out.Moves, 1)
			} else {
				assert.Len(t, out.Moves, 2)
			}
		}
		assert.Len(t, seen, 2)
	}
}

func TestWhoGotAWrongMailIsToldSorry(t *testing.T) {
	t.Parallel()
	for text, slot := range map[string]string{"I think you sent this to the wrong address.": "wrongperson.mine", "This mail is for the person in charge of parking.": "wrongperson"} {
		out := Plan(in("a", gist.Gist{Acts: []gist.Act{{Kind: gist.WrongPerson, Text: text, Plain: true}}}))
		assert.Equal(t, []string{slot}, slotsOf(out), text)
	}
}

func TestTheSameDaySuitsOrNot(t *testing.T) {
	t.Parallel()
	q := gist.Question{Ask: gist.AskMeet, Text: "Do you have a minute this afternoon?", Of: gist.OfReader}
	for seed := range 12 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{q}}))
		require.Len(t, out.Moves, 1)
		assert.Regexp(t, `^answer\.(yes|no)`, out.Moves[0].Slot)
	}
}

// TestDaysAreChosenOnce: a proposal and its reminder, answered together, get one day.
func TestDaysAreChosenOnce(t *testing.T) {
	t.Parallel()
	offer := ask(gist.AskMeet, "", "Would Thursday at 10:00 or Friday at 14:00 suit you?", "Thursday at 10:00", "Friday at 14:00")
	again := ask(gist.AskDate, "", "Thursday or Friday?", "Thursday", "Friday")
	for seed := range 20 {
		i := in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{offer}})
		i.Mails = append(i.Mails, gist.Gist{Language: "en", Words: 5, Questions: []gist.Question{again}})
		assert.Len(t, Plan(i).Moves, 1)
	}
}
