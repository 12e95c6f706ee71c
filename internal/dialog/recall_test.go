package dialog

import (
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// spoken is what a person says in the mails of a thread, move by move.
func spoken(seed string, mails ...string) (out [][]Move) {
	i := in(seed, gist.Read("", mails[0]))
	for n := range mails {
		plan := Plan(i)
		out = append(out, plan.Moves)
		if n+1 < len(mails) {
			i = next(i, plan, gist.Gist{}, true)
			i.Mails = []gist.Gist{gist.Read("", mails[n+1])}
		}
	}
	return out
}

// lastValues are the values of the last mail's moves.
func lastValues(moves [][]Move) string {
	var all []string
	for _, m := range moves[len(moves)-1] {
		all = append(all, m.Values["value"])
	}
	return strings.Join(all, " | ")
}

// TestMemoryKnowsWhatWasAskedAbout: who asks what was said about something names it by any
// word of the question or the sentence before it, or by one of the same matter.
func TestMemoryKnowsWhatWasAskedAbout(t *testing.T) {
	t.Parallel()
	day := spoken("day", "I could start on the 9th or the 16th, it takes two days. Which is better for you?", "Do you want the doors painted or plain?", "Sorry, what did you say about the start?")
	assert.Regexp(t, `^the (9|16)th$`, lastValues(day))
	food := spoken("food", "Is there anything you don't eat?", "Would you be coming on your own?", "Remind me, what was it you said about food?")
	assert.Equal(t, food[0][0].Values["value"], lastValues(food))
	table := spoken("table", "Can you bring a folding table?", "The fair is on 16 May. Morning or afternoon?", "And what was it you were going to bring?")
	assert.Contains(t, lastValues(table), "bring a folding table")
	key := spoken("key", "Shall I drop the key round on Thursday or would you rather have it at the weekend?", "Can you water the tomatoes as well?", "What did we say about the key?")
	assert.Equal(t, "answer.ready.again", key[2][0].Slot, "a sentence is no value of the key")
}

// TestMemoryOfWhatWasNeverSaid: nothing else of the thread is said in its place.
func TestMemoryOfWhatWasNeverSaid(t *testing.T) {
	t.Parallel()
	for lang, mails := range map[string][]string{
		"en": {"Which day would you like, Monday or Friday?", "What did we say about the petrol?"},
		"de": {"Welcher Tag passt dir besser, Montag oder Freitag?", "Sag mal, was hatten wir wegen des Benzins ausgemacht?"},
		"fr": {"Quel jour préférez-vous, lundi ou vendredi ?", "Pourriez-vous me redire ce que nous avions dit pour l'essence ?"},
	} {
		out := spoken("never", mails...)
		assert.NotRegexp(t, `(?i)monday|friday|montag|freitag|lundi|vendredi`, lastValues(out), lang)
	}
	two := spoken("two", "It is printed in two colours. Which do you see on the front, the boats or the market?", "Finished copies came today. How many would you like?")
	assert.NotEqual(t, "two", strings.ToLower(lastValues(two)), "which they named, and nobody asked for")
}

// TestWeeksAreAskedFor: a week is named by the day that it begins with, moved with it.
func TestWeeksAreAskedFor(t *testing.T) {
	t.Parallel()
	out := spoken("week", "Which week were you thinking of?", "Could we move it to the week after?", "Just so I get it right: which week is it now?")
	first, last := out[0][0].Values["value"], lastValues(out)
	assert.Regexp(t, `^the week of \d+ \w+$`, first)
	assert.Regexp(t, `^the week of \d+ \w+$`, last)
	assert.NotEqual(t, first, last)
}

// TestOtherDayIsTaken: the other one of two days that were offered is agreed to by its name,
// and holds from then on.
func TestOtherDayIsTaken(t *testing.T) {
	t.Parallel()
	out := spoken("other", "We could do Wednesday after 6 or Saturday before noon. Which suits you?", "Oh no, I'm at work on that day. Can I come the other day instead?", "Remind me, which day was it?")
	first, other := out[0][0].Values["value"], out[0][0].Values["other"]
	assert.NotEqual(t, first, other)
	assert.Contains(t, out[1][0].Values["value"], other)
	assert.Equal(t, other, lastValues(out))
}

// TestLastDayIsNotOffered: a day by which something must be is none to choose; one before it
// is named.
func TestLastDayIsNotOffered(t *testing.T) {
	t.Parallel()
	out := spoken("last", "The new people get the keys on the 30th of December, so it has to be gone by the 28th of December. Which day could you do before then?")
	at := thinkOf("en").read(lastValues(out), monday)
	assert.True(t, at.dated && at.day.Before(thinkOf("en").read("28 December", monday).day), lastValues(out))
}

// TestChangesAreAgreedTo: whether a change still suits is no question of how something works.
func TestChangesAreAgreedTo(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		i := in(string(rune('a'+seed)), gist.Read("", "We're leaving a day later, the 10th, and back on the 17th. Does that still work for you?"))
		i.unready, i.Thread.Turns = false, 1
		assert.NotEqual(t, "answer.ready", Plan(i).Moves[0].Slot)
	}
}

// TestWhoAsksOthersAsksNothing: "I'll ask if it is free" is not answered.
func TestWhoAsksOthersAsksNothing(t *testing.T) {
	t.Parallel()
	out := spoken("others", "Good, I'll ask if the hall is free. What time would you want to arrive?")
	assert.Len(t, out[0], 1)
	out = spoken("look", "When can you come and have a look? I'm there most mornings.")
	assert.Len(t, out[0], 1)
}

// TestThreadsEnd: a mail that asks nothing and ends a matter is met with when they meet, a
// wish, or that all is settled.
func TestThreadsEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"That's it then, all done from my side. I'll be at the hall at nine on the Saturday.": "(?i)see you on saturday",
		"Okay, then I'll see you both there. Don't forget your boots!":                        "(?i)see you there",
		"Perfect, then everything is clear from our side. Have a good weekend.":               "(?i)you",
		"Good, so that's settled. I'll send you the papers.":                                  "(?i)thank you",
		"Prima, dann ist alles geklärt. Schönes Wochenende!":                                  "gleichfalls|wünsche",
		"C'est entendu, merci. Bonne soirée !":                                                "de même|pareillement",
		"Perfecto, queda claro. ¡Buen fin de semana!":                                         "(?i)igualmente|lo mismo",
	} {
		out := Plan(inThread(gist.Read("", text)))
		assert.Equal(t, []string{"said"}, slotsOf(out), text)
		assert.Regexp(t, want, out.Moves[0].Values["value"], text)
	}
}

// TestWishesAreNotAgreedDays: what somebody would like is not the day on which they meet.
func TestWishesAreNotAgreedDays(t *testing.T) {
	t.Parallel()
	out := spoken("wish", "I can show it to you on Monday at 5 or Tuesday at 12. Which would you prefer?", "Before we meet, could you tell me when you would like to move in?")
	assert.NotRegexp(t, "Monday at 5|Tuesday at 12", lastValues(out))
}

// TestMemoryKeepsToItsKind: who, how and when are not answered with what was said of
// something else, and an hour tells when.
func TestMemoryKeepsToItsKind(t *testing.T) {
	t.Parallel()
	out := spoken("kind", "Shall I book it for you, and at what time will you arrive?", "Will you come by car or by train?", "May I ask once more when you will arrive, and how you will travel? My colleague has deleted the page.")
	hour, way, _ := strings.Cut(lastValues(out), " | ")
	assert.Equal(t, out[0][1].Values["value"], hour)
	assert.Contains(t, "I will come "+strings.TrimPrefix(out[1][0].Values["value"], "I will come "), "come "+way)
	out = spoken("who", "Can you do that by bank transfer, or do you prefer to pay by cheque?", "How many are you in all?", "And who was coming with you, did you say? And what time did we agree on?")
	said := out[0][0].Values["value"]
	assert.NotContains(t, lastValues(out), said)
	assert.NotContains(t, " "+lastValues(out)+" ", " "+out[1][0].Values["value"]+" ")
	out = spoken("age", "How old is she?", "Is she more interested in the reception side or in what the nurses do?", "What did you say she'd like to see?")
	assert.Regexp(t, "in the reception side|in what the nurses do", lastValues(out))
}

// TestLateSenderIsNoComplaint: who is late themselves complains of nothing, and the new day
// is taken note of without what it is guessed to be for.
func TestLateSenderIsNoComplaint(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "Bad luck, the chain I ordered is the wrong one, so it'll be Saturday instead of Thursday. Can you do without it till then?")))
	assert.Equal(t, "changed", out.Moves[0].Slot)
	assert.Equal(t, "Saturday", out.Moves[0].Values["value"])
	assert.Empty(t, out.Moves[0].Values["topic"])
}

// TestMovedBySomeDays: an appointment of which no day can be reckoned is later than planned.
func TestMovedBySomeDays(t *testing.T) {
	t.Parallel()
	i := inThread(gist.Read("", "Could you come a week later?"), Claim{Kind: gist.AskDate, Topic: "when would you want to move in", Value: "from the beginning of next month", Whole: true})
	out := Plan(i)
	i = next(i, out, gist.Gist{}, true)
	i.Mails = []gist.Gist{gist.Read("", "And when are you coming now?")}
	assert.Equal(t, "a week later than planned", Plan(i).Moves[0].Values["value"])
}

// TestDaysOfTheMonthAreNamed: "30th" is "the 30th".
func TestDaysOfTheMonthAreNamed(t *testing.T) {
	t.Parallel()
	p := newPlanner(in("day", gist.Gist{}))
	p.think = thinkOf("en")
	for s, want := range map[string]string{"30th": "the 30th", "13th of March": "the 13th of March", "30": "30", "3 boxes": "3 boxes", "Monday": "Monday"} {
		assert.Equal(t, want, p.theDay(s))
	}
}

// TestHowItWasIsOnlyALead: "how was it again" before what is asked again is not answered.
func TestHowItWasIsOnlyALead(t *testing.T) {
	t.Parallel()
	out := spoken("notes", "Brauchst du die Noten auf Papier oder reicht ein PDF?", "Wie war das noch mit den Noten, hattest du Papier oder PDF gesagt?")
	assert.Len(t, out[1], 1)
	for _, o := range []string{"Papier", "PDF"} {
		assert.Equal(t, strings.Contains(lastValues(out[:1]), o), strings.Contains(lastValues(out), o), o)
	}
	out = spoken("way", "Vous viendrez en train ou en voiture ?", "Pourriez-vous me redire comment vous viendrez ?")
	assert.Equal(t, out[0][0].Values["value"], lastValues(out))
}

// TestSmallTagsAskNothing: "did we say" behind a question is none, and what was answered
// with yes is asked again by "did you want".
func TestSmallTagsAskNothing(t *testing.T) {
	t.Parallel()
	out := spoken("tag", "You can have the linen in sage or in oatmeal. Which would you like, and should they be lined?", "Shall I come and hang them or will your husband do it?", "Just to be sure before I cut: which colour was it, did we say? And did you want them lined?")
	last := out[len(out)-1]
	assert.Len(t, last, 2)
	assert.Equal(t, out[0][0].Values["value"], last[0].Values["value"])
	assert.Equal(t, out[0][1].Slot+".again", last[1].Slot)
	end := Plan(inThread(gist.Read("", "All in one piece, I hope! If you find anything broken, let me know by Friday. Enjoy the new flat.")))
	assert.NotContains(t, slotsOf(end), "complained")
}

// TestMemoryHearsWhoseWordItIs: a day that is asked for by its kind is no thing chosen, what
// the sentence before names is meant where the question names nothing, a price said yes to is
// agreed, and "did you say" is not after what the other one said.
func TestMemoryHearsWhoseWordItIs(t *testing.T) {
	t.Parallel()
	out := spoken("day", "I can bring the wood on Monday 30 November or Wednesday 2 December. Which do you prefer? Shall it be ash or oak?", "The puppy ate my notes. Which day did you say, and which wood?")
	day, wood, _ := strings.Cut(lastValues(out), " | ")
	assert.Equal(t, out[0][0].Values["value"], day)
	assert.Equal(t, out[0][1].Values["value"], wood)
	out = spoken("before", "How many lanterns do you need?", "Would you like them in white or in red?", "I wrote down somewhere how many lanterns you need, and the paper has gone. What was it again?")
	assert.Equal(t, out[0][0].Values["value"], lastValues(out))
	out = spoken("yes", "Would you take £45 for the pram?", "Shall I fetch it or will you drop it off?", "Sorry, what price did we agree on?")
	if out[0][0].Slot == "answer.yes" {
		assert.Equal(t, "£45", lastValues(out))
	}
	out = spoken("mine", "The rent for the hall is £90. Would you like the small hall or the big one?", "How much did I say it was?")
	assert.Equal(t, "£90", lastValues(out))
}
