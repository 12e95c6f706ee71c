package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGermanReactions: the right class, with the relative in the right case and the reader's
// manner of address, and nothing where words only look alike.
func TestGermanReactions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ subject, body, has, not string }{
		{"Papa", "Lieber Sam,\n\nPapa ist gestern im Bad gestürzt und liegt im Krankenhaus. Kannst du am Wochenende kommen?\n\nCarola", "react.sad", "dein"},
		{"Onkel Werner", "Lieber Sam,\n\nich muss dir leider schreiben, dass Onkel Werner am Sonntag gestorben ist. Die Beerdigung ist am Freitag.\n\nInge", "eerdigung", "Sonntag"},
		{"Vater", "Hallo Sam,\n\nmein Vater ist im Krankenhaus, deshalb kann ich dir erst nächste Woche antworten.\n\nRolf", "react.sad", "mein Vater"},
		{"Mutter", "Sehr geehrter Herr Turner,\n\nmeine Mutter hat sich gestern die Hüfte gebrochen. Ich melde mich bei Ihnen.\n\nBeate Klein", "react.sad", "dein"},
		{"Frieda", "Sam!\n\nDie kleine Frieda ist da! 3200 Gramm, alles dran. Ab nächster Woche darfst du uns besuchen.\n\nJule", "Glückwunsch", "gestorben"},
		{"Katze", "Hallo Sam,\n\nunsere Minka ist seit drei Tagen verschwunden, die Katze fehlt uns sehr. Kannst du in deinem Schuppen nachsehen?\n\nDaniela", "react.sad", "Familie"},
		{"Minka", "Hallo Sam,\n\nunsere Minka ist seit drei Tagen verschwunden. Sie ist grau getigert. Kannst du in deinem Schuppen nachsehen?\n\nDaniela", "react.sad", "Familie"},
		{"Samstag", "Hallo Sam,\n\nleider muss ich für Samstag absagen, mich hat die Grippe erwischt. Ich hatte mich auf das Essen mit dir gefreut.\n\nUte", "ute Besserung", "kann man nichts machen"},
		{"Danke", "Liebe Sam,\n\ndanke, dass du letzte Woche auf die Zwillinge aufgepasst hast. Ich habe euch Kekse vor die Tür gestellt.\n\nMelek", "Geschenk|Überraschung", "fehlen"},
		{"Ihre Säge", "Hallo Herr Turner,\n\ndie Säge läuft wieder. Wir haben ab dem 20. Betriebsferien.\n\nRaabe", "", "etwas Neues"},
		{"Kater Mirko", "Guten Tag Herr Turner,\n\nvielen Dank für Ihren Besuch. Bevor wir weiterplanen, wohnen Sie zur Miete?\n\nSabine Klein", "", "Freude gemacht"},
		{"Linh", "Sehr geehrter Herr Turner,\n\nLinh wirkt in den letzten Wochen müde. Wann hätten Sie Zeit für ein Gespräch?\n\nKerstin Reuter", "", "fehlen"},
		{"Ihr Hund", "Sehr geehrter Herr Turner,\n\nIhr Hund bellt jeden Vormittag zwei Stunden lang.\n\nW. Heinze", "react.wrong", "do.no"},
		{"Ruhestand", "Lieber Sam,\n\nnächsten Freitag ist mein letzter Arbeitstag. Danke für die vielen Jahre mit dir.\n\nGabi", "react: ", "Sie "},
	} {
		for seed := range 4 {
			said := reactionTo(c.subject, c.body, seed)
			assert.Regexp(t, c.has, said, c.body)
			assert.NotContains(t, said, c.not, c.body)
			assert.NotRegexp(t, "[<>|{}]", said, c.body)
		}
	}
}

// TestCasesOfRelatives: a relative has the case that the sentence wants.
func TestCasesOfRelatives(t *testing.T) {
	t.Parallel()
	set := reactionSets()["de"]()
	for name, want := range map[string][2]string{"dein Vater": {"deinen Vater", "deinem Vater"}, "Ihre Mutter": {"Ihre Mutter", "Ihrer Mutter"}, "Oma": {"Oma", "Oma"}} {
		whom, toWhom := set.cased(name)
		assert.Equal(t, want, [2]string{whom, toWhom})
	}
}
