package compose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
)

// ordinary are mails, each of another kind.
var ordinary = []string{
	"Hi,\n\nshall we take the corner table or the one by the window?",
	"How many people will come to the workshop, and what time does it start?",
	"What is your budget for the new chairs?",
	"I am sorry to tell you that my father died on Sunday. I will be away next week.",
	"I have broken my leg and will be in hospital until Friday.",
	"Thank you so much for your help with the move!",
	"Would Monday 9 March at 14:00 suit you for a call about the floor plan?",
	"1. Where do we meet?\n2. Who brings the keys?\n3. What is your phone number?",
	"What do you think of the new logo? Be honest.",
	"Unfortunately we have decided to go with another supplier. We wish you all the best.",
	"Could you send me the signed contract by Friday?",
	"Please find attached the report. Can you approve it?",
	"I am so sorry, I sent you the wrong file yesterday. That was my mistake.",
	"We got married last Saturday!",
	"The delivery will arrive on 14 January. Just so you know.",
	"We ordered 48 chairs and got 29. How many are missing?",
	"How sure are you that the plan works, on a scale from 0 to 5?",
	"Did you get my mail about the parking permits?",
	"How was your holiday?",
	"Why was the old meeting table thrown away?",
	"Which version of the software do you use?",
	"WHERE IS MY ORDER??? I AM WAITING FOR THREE WEEKS!!!",
	"My name is Carl Berg and I take over from Peter Long as your contact. Looking forward to working with you.",
	"Friday is my last day here. Thank you for the good time we had.",
	"You are invited to our summer party on 12 June at 6 pm.",
	"How do I reset the coffee machine?",
	"By when do you need the figures?",
	"How long will the repair take?",
	"Two of the desks from order 10427 arrived broken. I am very disappointed.",
	"Could you book a room for ten people on Thursday?",
	"Who pays for the catering?",
	"Can I park behind the building?",
	"The price for the banners went up to 340 EUR.",
	"We need a decision: do we renew the licence, yes or no?",
	"Your talk last week was brilliant, everybody liked it.",
	"Just a reminder: I am still waiting for the seating plan.",
	"When can we meet to go through the offer?",
	"Where shall I leave the parcel?",
	"What is the order number?",
	"Does the lift work again? And is the new key here?",
	"We lost the tender, sadly.",
	"Thanks, all good now. Bye!",
	"We would like to offer you 15 % off your next order. Are you interested?",
	"How far are you with the translation?",
	"Are you fine with the new opening hours?",
	"Where can I find the minutes of the last meeting, and who wrote them?",
	"Is the blue one or the green one better for the cover?",
	"I will be ten minutes late tomorrow.",
	"Please confirm the delivery address.",
	"What should I bring on Thursday?",
}

// TestPeopleDoNotShareSentences: among 150 replies of many people to 50 mails, few
// share a sentence of four words or more, and the commonest are a small part of all.
func TestPeopleDoNotShareSentences(t *testing.T) {
	t.Parallel()
	shared, common, top := sharing(150)
	t.Logf("%.1f %% of the replies share a sentence; the 100 commonest are %.1f %%: %s", 100*shared, 100*common, strings.Join(top, " | "))
	assert.Less(t, shared, 0.25)
	assert.Less(t, common, 0.15)
}

// sharing writes n replies and measures what they share.
func sharing(n int) (shared, common float64, top []string) {
	names := []string{"Bea Novak", "Tom Hill", "Ines Roth", "Karl Voss", "Mia Lund", "Paul Reed", "Lea Moss", "Jan Kerr", "Eva Stone", "Max Frey"}
	count, total := map[string]int{}, 0
	var replies [][]string
	for i := range n {
		k := i % len(names)
		v := Voice{Name: names[k], Address: fmt.Sprintf("p%d@acme.example", i%60), Role: "Office manager", Org: "Acme", Knows: "some",
			Temperament: temperaments[i*5%7%6], Formality: formalities[i/7%3], Length: lengths[i/11%3]}
		mail := ordinary[i*7%len(ordinary)]
		d := Write(Brief{Seed: "variety", Voice: v, Kind: Reply, To: Correspondent{Name: "Ann Lee", Address: fmt.Sprintf("ann%d@client.example", i%40)}, Subject: "Question",
			Occasion: 1 + i/60, Now: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC), Mails: []gist.Gist{gist.Read("Question", mail+"\n\nAnn")}})
		list := bodyOf(d.Text)
		replies = append(replies, list)
		total += len(list)
		slices.Sort(list)
		for _, s := range slices.Compact(list) {
			count[s]++
		}
	}
	withShared := 0
	for _, list := range replies {
		if slices.ContainsFunc(list, func(s string) bool { return count[s] > 1 }) {
			withShared++
		}
	}
	var often []string
	for s := range count {
		if count[s] > 1 {
			often = append(often, s)
		}
	}
	slices.SortFunc(often, func(a, b string) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	sum := 0
	for _, s := range often[:min(100, len(often))] {
		sum += count[s]
		top = append(top, fmt.Sprint(count[s], " ", s))
	}
	return float64(withShared) / float64(len(replies)), float64(sum) / float64(total), top
}

// bodyOf returns the sentences of four words and more of a mail without greeting and sign-off, in small letters.
func bodyOf(text string) []string {
	parts := strings.Split(text, "\n\n")
	if len(parts) > 1 && countWords(parts[0]) <= 4 {
		parts = parts[1:]
	}
	if len(parts) > 1 {
		parts = parts[:len(parts)-1]
	}
	var out []string
	for _, s := range strings.FieldsFunc(strings.Join(parts, "\n"), func(r rune) bool { return strings.ContainsRune(".!?\n", r) }) {
		s = strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		if countWords(s) >= 4 {
			out = append(out, s)
		}
	}
	return out
}
