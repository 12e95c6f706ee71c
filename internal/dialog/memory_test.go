package dialog

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// again are the values of the moves of the last mail that say something again.
func again(moves [][]Move) (out []string) {
	for _, m := range moves[len(moves)-1] {
		if strings.HasSuffix(m.Slot, ".again") {
			out = append(out, m.Values["value"])
		}
	}
	return out
}

// TestMemoryByTheNoun: the noun behind "which" tells which of several answers is meant, whatever
// their kind.
func TestMemoryByTheNoun(t *testing.T) {
	t.Parallel()
	for _, mails := range [][]string{
		{"Would you rather sit by the window or at the back? And which weekend could you come, the 12th or the 19th?", "And remind me, which weekend did you say?", `^the (12|19)th$`},
		{"Which evening could you do, Tuesday or Friday? Shall we take the tram or the bus?", "Sorry, which evening was it you said?", `^(Tuesday|Friday)$`},
		{"Möchtest du lieber vorne oder hinten sitzen? Welches Wochenende passt dir, das 12. oder das 19.?", "Welches Wochenende hattest du gesagt?", `1[29]`},
	} {
		out := again(spoken("noun", mails[:2]...))
		require.Len(t, out, 1, mails[1])
		assert.Regexp(t, mails[2], out[0], mails[1])
	}
}

// TestMemoryKnowsWhoSaidIt: what the writer told others is no word about who named the price.
func TestMemoryKnowsWhoSaidIt(t *testing.T) {
	t.Parallel()
	out := spoken("who", "What do you charge for a lesson?", "My sister asks what you said the lessons cost, I told her I'd ask.")
	assert.Equal(t, out[0][0].Values["value"], again(out)[0])
}

// TestMemoryOfSpeltOutQuestion: a choice is remembered by the question that it spells out.
func TestMemoryOfSpeltOutQuestion(t *testing.T) {
	t.Parallel()
	out := spoken("post", "How do you want to get the parcels, shall I drop them round or leave them with the porter?", "How did we say we'd do the parcels?")
	assert.Regexp(t, "drop|leave", again(out)[0])
}

// TestSameHourAgain: an hour that was chosen is not named anew, whether or not its question is
// asked to be sure.
func TestSameHourAgain(t *testing.T) {
	t.Parallel()
	for _, mails := range [][]string{
		{"Sollen wir um 8 oder um 10 Uhr kommen?", "Nur zur Sicherheit: Um wie viel Uhr sollen wir kommen?"},
		{"Would 9.30 or 11.15 be easier for you?", "What time was it we said?"},
		{"What time will you get to the hall?", "What time will you get to the hall?"},
		{"Sollen wir um 8 oder um 10 Uhr liefern?", "Um wie viel Uhr sollen wir liefern?"},
	} {
		out := spoken("hour", mails...)
		assert.Equal(t, out[0][0].Values["value"], again(out)[0], mails[1])
	}
}

// TestSeveralThingsAgainInRomance: each thing of a list that is asked for again is said.
func TestSeveralThingsAgainInRomance(t *testing.T) {
	t.Parallel()
	out := spoken("fr", "Préférez-vous mardi ou jeudi ? Comment souhaitez-vous régler, par chèque ou par carte ?", "Pouvez-vous me rappeler quel jour nous avions retenu et le mode de paiement ?")
	assert.Len(t, again(out), 2)
	out = spoken("es", "¿Alquilamos en julio o en agosto? ¿Cuántos vais a ser?", "¿Cuántos erais?")
	assert.Len(t, again(out), 1)
}

// TestAndLedQuestionIsNarrowed: an open question that begins with "and" is only the lead of the
// choice in its sentence.
func TestAndLedQuestionIsNarrowed(t *testing.T) {
	t.Parallel()
	out := spoken("post", "And how do you want to get the parcels, shall I drop them round or leave them with the porter?")
	assert.Len(t, out[0], 1)
}

// TestSaturdayIsSaturday: a day that was agreed to is the one that is named a day later.
func TestSaturdayIsSaturday(t *testing.T) {
	t.Parallel()
	brief := inThread(gist.Read("", "And was it Saturday we said?"), Claim{Kind: gist.AskMeet, Topic: "does Saturday suit you", Value: "Saturday"})
	for range 7 {
		out := Plan(brief)
		assert.NotContains(t, out.Moves[0].Values["value"], "Saturday", brief.Now)
		brief.Now = brief.Now.AddDate(0, 0, 1)
	}
}

// TestTheSecondOfThings: who asks who has the second one is not after the same again.
func TestTheSecondOfThings(t *testing.T) {
	t.Parallel()
	out := spoken("zwei", "Vendemos el coche o lo arreglamos, ¿qué prefieres?", "¿Quién tiene la segunda llave?")
	assert.NotEqual(t, "said", out[1][0].Slot)
}

// TestPhrasesAreWords: what is looked for in texts is written as their words are read, in small
// letters and without marks: nothing else is ever found.
func TestPhrasesAreWords(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	sections := map[string]bool{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`p\.(?:holdsLine|begins)\("([^"]+)"`).FindAllStringSubmatch(string(b), -1) {
			sections[m[1]] = true
		}
	}
	for _, code := range lang.Codes() {
		for section := range sections {
			for _, line := range thinkOf(code).lines(section) {
				assert.Equal(t, strings.ToLower(strings.NewReplacer("'", " ", ",", "").Replace(line)), line, code+" "+section)
			}
		}
	}
}
