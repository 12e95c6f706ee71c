package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhoWantsToBeSureHearsItAgain: what leads to a question tells that it was answered
// before, in other words.
func TestWhoWantsToBeSureHearsItAgain(t *testing.T) {
	t.Parallel()
	slot := spoken("slot", "We still have three slots: Monday 15 June at 10.00, Tuesday 16 June at 14.30 or Wednesday 17 June at 9.15. Which would suit you?", "Do you bring your own laptop or use ours?", "For the printed programme I need one thing once more: when exactly are you speaking?")
	assert.Equal(t, slot[0][0].Values["value"], lastValues(slot))
	slot = spoken("slot", "We can offer Tuesday 4 March, Wednesday 5 March or Thursday 6 March. Which suits you?", "Do you hold a driving licence?", "Which of the three slots did we settle on?")
	assert.Equal(t, slot[0][0].Values["value"], lastValues(slot))
	call := spoken("call", "Who on your team should we call if something breaks?", "Can you send me the list by Tuesday?", "And just to check, the one to call is who?")
	assert.Equal(t, call[0][0].Values["value"], lastValues(call))
	music := spoken("music", "How late may the band play?", "Would you like the small hall or the big one?", "Just to check I've understood: how long can the music go on?")
	assert.Equal(t, music[0][0].Values["value"], lastValues(music))
	key := spoken("key", "Den Schlüssel bringe ich dir am Freitag, oder lieber in den Briefkasten?", "Sag mir doch bitte noch kurz, wie wir das jetzt mit dem Schlüssel machen.")
	assert.Equal(t, key[0][0].Values["value"], lastValues(key))
	fresh := spoken("fresh", "Shall I bring the key on Friday or on Sunday?", "Just to be sure: would you rather bring the salad or the bread?")
	assert.NotRegexp(t, "(?i)friday|sunday", lastValues(fresh))
}

// TestDayIsSaidBackByItsName: a day of which the hour and date were said is meant by its name.
func TestDayIsSaidBackByItsName(t *testing.T) {
	t.Parallel()
	mails := []string{"We still have Monday 15 June at 10.00 or Tuesday 16 June at 14.30. Which would suit you?", "So it's the Monday, then?"}
	out := spoken("back", mails...)
	if out[0][0].Values["value"] != "Monday 15 June at 10.00" {

		assert.Contains(t, lastValues(out), "Tuesday 16 June")
	}
	assert.Equal(t, "said", out[1][0].Slot)
}

// TestMemoryBehindAnotherWish: what a question of memory is asked for does not hide it, a
// number said yes to is a price, and one of two that is named is it where none was said.
func TestMemoryBehindAnotherWish(t *testing.T) {
	t.Parallel()
	area := spoken("area", "Which colour do you want for the door, red or green?", "Shall I paint it on Monday?", "And which was the colour you said for the door, I want to buy it tonight and your mail is on my wife's phone.")
	assert.Equal(t, area[0][0].Values["value"], lastValues(area))
	price := spoken("yes", "Would you take 380 for it?", "When was the chain last changed?", "Just so I take the right amount from the machine: what did we say in the end?")
	if price[0][0].Slot == "answer.yes" {
		assert.Equal(t, "380", lastValues(price))
	}
	other := spoken("other", "Are you coming along to the coast?", "Was it Whitby you said, or the other one?")
	assert.Contains(t, lastValues(other), "Whitby")
}
