package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What a mail offers before it hands the choice over is said as its reader names it.
func TestPicks(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Hallo Jo,\n\nich kann dir entweder meinen Beamer leihen oder die alte Leinwand. Sag mir, was du brauchst.", []string{"deinen Beamer", "die alte Leinwand"}},
		{"Hallo Jo,\n\nman könnte den Baum stutzen, das hält zwei Jahre. Man könnte auch einen neuen pflanzen. Wie siehst du das?", []string{"den Baum stutzen", "einen neuen pflanzen"}},
		{"Guten Tag,\n\nTeppich kostet 890 Euro, Laminat 1.150 Euro. Was soll es werden?", []string{"Teppich", "Laminat"}},
		{"Guten Tag,\n\nwir liefern am Montag, 9. März, zwischen 7 und 9 Uhr oder am Mittwoch, 11. März, zwischen 15 und 17 Uhr. Bitte sagen Sie uns, welchen Termin Sie wünschen.", []string{"am Montag, 9. März", "am Mittwoch, 11. März"}},
		{"Guten Tag,\n\nin Ihrem Antrag steht Hausnummer 14, im Grundbuch 41. Welche stimmt?", []string{"14", "41"}},
		{"Bonjour,\n\nje peux faire un gâteau aux noix ou une tarte au citron, qui se garde mieux. Qu'est-ce que vous préférez ?", []string{"un gâteau aux noix", "une tarte au citron"}},
		{"Bonjour,\n\nil reste deux salles, le préau et la bibliothèque. Laquelle veux-tu ?", []string{"le préau", "la bibliothèque"}},
		{"Bonjour,\n\nvous avez le choix entre un bon d'achat et un remboursement. Merci de nous indiquer votre choix.", []string{"un bon d'achat", "un remboursement"}},
		{"Hola:\n\nsi pinto solo el salón son 400 euros; si pinto toda la casa, 1.100. ¿Qué hacemos?", []string{"solo el salón", "toda la casa"}},
		{"Hola:\n\npodemos anular la salida o pasarla al domingo. ¿Tú qué harías?", []string{"anular la salida", "pasarla al domingo"}},
		{"Hola:\n\nme quedan la mesa redonda, de roble, y la cuadrada. ¿Cuál le guardo?", []string{"la mesa redonda", "la cuadrada"}},
		{"Hola:\n\npuede aparcar en la calle o en el garaje. ¿A qué hora llegará?", nil},
	} {
		g := Read("", c.text)
		var said []string
		for _, q := range g.Questions {
			for _, p := range q.Picks {
				said = append(said, p.Said)
			}
		}
		assert.Equal(t, c.want, said, c.text)
	}
}
