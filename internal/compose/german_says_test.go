package compose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGermanAnswers: what German questions are answered with stands in whole sentences of
// the right form.
func TestGermanAnswers(t *testing.T) {
	t.Parallel()
	polite := func(text string) string {
		return germanReply("neutral", "Thomas Riedel", "Guten Tag Herr Brandt,\n\n"+text+"\n\nViele Grüße\nThomas Riedel")
	}
	familiar := func(text string) string {
		return germanReply("casual", "Thomas Riedel", "Hallo Uwe,\n\n"+text+"\n\nViele Grüße\nThomas")
	}
	assert.Regexp(t, `(?i)ich ernte im Jahr (etwa )?\d+ kg Honig`, polite("wie viel Honig ernten Sie im Jahr?"))
	assert.Regexp(t, `(?i)die Dachfläche ist (etwa )?\d+ Quadratmeter groß`, polite("wie groß ist die Dachfläche ungefähr?"))
	assert.Regexp(t, `(?i)ich reise (um|gegen) \d+(:[1-5]\d)? Uhr an`, polite("um welche Uhrzeit reisen Sie an?"))
	assert.Regexp(t, `(?i)ich benutze (Firefox|Chrome)`, familiar("welchen Browser benutzt du?"))
	assert.Regexp(t, `(?i)wechseln Sie bitte auch die Winterreifen|nicht nötig`, polite("sollen wir auch die Winterreifen wechseln?"))
	assert.Regexp(t, `\d+ Jahre alt`, polite("wie alt ist Ihr Dach?"))
	assert.Regexp(t, `\d+ cm breit`, polite("wie breit ist Ihre Wohnungstür?"))
	assert.Regexp(t, `(?i)^[^.]*ja[^.]* zum 14\.|nein|nicht`, familiar("überweist du das Geld bis zum 14.?"))
	assert.NotContains(t, familiar("gestern Nacht ist meine Mutter gestorben. Ich würde mich freuen, wenn du zur Beerdigung kommst."), "Einladung")
	assert.NotRegexp(t, `um \d+ Uhr würde`, polite("wäre eine Verlängerung um eine Woche möglich?"))
	assert.NotRegexp(t, `(am|bis) (Diens|Donners)tag, der`, polite("passt Ihnen Dienstag, der 14. April, oder Donnerstag, der 16. April, besser?"))
}
