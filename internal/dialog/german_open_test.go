package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGermanOpenQuestions: open questions are answered by their form, in the scene of the mail.
func TestGermanOpenQuestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, has string }{
		{"Hier der Entwurf für das Plakat. Was meinst du dazu?", "Schrift|Sieht gut aus"},
		{"Das Regal steht. Wie kommen die Farben bei den Kindern an?", "^[^Z]*$"},
		{"Sind Bücher oder andere Sachen nass geworden?", "(?i)^[^A]*answer.(yes|no)"},
		{"Wie war es in Spanien?", "Sehr schön|Wunderbar"},
		{"Und wie sind die neuen Kollegen?", "nett"},
		{"Das Programm stürzt ab. Welche Version haben Sie?", `\d\.\d`},
		{"Für den Artikel: Was fasziniert Sie am Handwerk?", "Tag wie der andere|Ruhe"},
		{"Was erwarten Sie sich von dem Seminar?", "Beispiele"},
		{"Die Bremsen sind verschlissen, der Austausch kostet 240 Euro. Wie sollen wir vorgehen?", "vorgeschlagen|erledigen"},
		{"Am Samstag grillen wir. Was darf ich denn mitbringen?", "Salat|Nachtisch"},
		{"Was darf ich dir aus Schweden mitbringen?", "von dort"},
		{"Wer nimmt von eurer Seite an der Schulung teil?", "Kolleginnen"},
		{"Am Freitag liefern wir die Erde. Wohin sollen wir sie bringen?", "Garage"},
		{"Wie lange dauert die Lesung?", "Stunde"},
		{"Was soll mit dem Schnittgut passieren?", "entsorgen"},
		{"Woran arbeiten Sie gerade?", "Neuem"},
		{"Was machst du eigentlich inzwischen?", "Verwaltung|Vertrieb"},
	} {
		for seed := range 3 {
			said := germanMoves("Hallo Sam,\n\n"+c.text+"\n\nGruß\nTom", seed)
			assert.Regexp(t, c.has, said, c.text)
			assert.NotContains(t, said, "answer.open", c.text)
		}
	}
	for text, not := range map[string]string{
		"leider ist das bestellte Sofa in Grau nicht mehr lieferbar. Wie möchten Sie verfahren?":                             "condole",
		"wir haben Ihr E-Bike durchgesehen. Brauchen Sie einen Leihwagen?":                                                   "goodnews",
		"Frau Demir geht in Mutterschutz, ab März kommt Frau Lopes. Ist das für Sie in Ordnung?":                             "farewell",
		"passiert es bei allen Dateien oder nur bei großen?":                                                                 "Dateien großen",
		"bitte teilen Sie mir mit,\n1. an welchem Tag es Ihnen passt (Mittwoch ist leider schon belegt),\n2. ob vormittags.": "Mittwoch",
	} {
		assert.NotContains(t, germanMoves("Guten Tag Herr Turner,\n\n"+text+"\n\nMit freundlichen Grüßen\nKern", 1), not, text)
	}
	said := germanMoves("Guten Tag Herr Turner,\n\nvon den gelieferten Wellen sind 50 fehlerhaft, der Durchmesser liegt über der Toleranz. Wie konnte das passieren?\n\nKern", 2)
	assert.Regexp(t, "react.wrong.*(leid|Fehler)", said)
	assert.Contains(t, germanMoves("Hallo Sam,\n\nläuft bei euch alles, oder gibt es noch Probleme?\n\nTom", 1), "alle")
}
