package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOutright: what is wanted in a form of courtesy is said in plain words.
func TestOutright(t *testing.T) {
	t.Parallel()
	for code, texts := range map[string]map[string][]string{
		"de": {
			"Wir bitten Sie, das Tor nachts abzuschließen.":                         {"Können Sie das Tor nachts abschließen?"},
			"Bitte füllen Sie den Bogen aus und schicken Sie ihn uns zurück.":       {"Können Sie den Bogen ausfüllen?", "Können Sie ihn uns zurückschicken?"},
			"Denk bitte daran, die Blumen zu gießen.":                               {"Kannst du die Blumen gießen?"},
			"Räum doch bitte den Keller auf.":                                       {"Kannst du den Keller aufräumen?"},
			"Wir bitten um Mitteilung Ihrer Kontonummer.":                           {"Nennen Sie mir bitte Ihre Kontonummer."},
			"Ich wollte noch fragen, ob ihr Stühle habt.":                           {"Sagt mir bitte, ob ihr Stühle habt."},
			"Es fehlen uns noch die Geburtsurkunde und Ihre Telefonnummer.":         {"Schicken Sie mir bitte die Geburtsurkunde.", "Nennen Sie mir bitte Ihre Telefonnummer."},
			"Könnten Sie uns den Plan schicken und die Maße nennen?":                {"Schicken Sie mir bitte den Plan.", "Nennen Sie mir bitte die Maße."},
			"Entdecken Sie unsere Angebote für den Garten.":                         nil,
			"Bitte entschuldigen Sie die Verspätung.":                               nil,
			"Wir bitten um Verständnis.":                                            nil,
			"Die Nachbarin hat gefragt, wo man so etwas kauft.":                     nil,
			"Ihre Bestellung ist heute eingetroffen und liegt zur Abholung bereit.": nil,
		},
		"fr": {
			"Nous vous saurions gré de fermer le portail la nuit.":          {"Pouvez-vous fermer le portail la nuit ?"},
			"Découvrez nos offres pour le jardin et profitez de nos prix.":  nil,
			"N'oublie pas d'arroser les plantes et préviens ta sœur.":       {"Peux-tu arroser les plantes ?", "Peux-tu prévenir ta sœur ?"},
			"Remplissez la fiche et renvoyez-nous une copie du bail.":       {"Pouvez-vous remplir la fiche ?", "Pouvez-vous m'envoyer une copie du bail ?"},
			"Si oui, envoie-moi ton adresse.":                               {"Si oui, peux-tu me dire ton adresse ?"},
			"Il faut changer les joints.":                                   nil,
			"Merci de votre compréhension.":                                 nil,
			"Vous recevrez une confirmation avant la fin de la semaine.":    nil,
			"Dites-moi quand vous passez.":                                  nil,
			"Nous vous remercions d'avoir choisi notre maison cette année.": nil,
		},
		"es": {
			"Le ruego confirme su asistencia a la cena.":           {"¿Puede confirmar su asistencia a la cena?"},
			"Tráeme la escalera y dime cuánto pesa.":               {"¿Puedes traerme la escalera?", "¿Puedes decirme cuánto pesa?"},
			"Adjunte, por favor, una copia del contrato.":          {"¿Puede enviarme una copia del contrato?"},
			"Haced el favor de cerrar la verja.":                   {"¿Podéis cerrar la verja?"},
			"Le agradeceríamos que nos indicara su número de DNI.": {"¿Puede decirme su número de DNI?"},
			"Lleva toda la semana lloviendo y estamos hartos.":     nil,
			"Hay que cambiar la junta de la puerta.":               nil,
			"Tardaría unas dos semanas en tenerlo listo.":          nil,
		},
	} {
		for text, want := range texts {
			l := lexiconOf(code)
			s := l.sentence(text)
			assert.Equal(t, want, l.outright(&s), text)
		}
	}
}
