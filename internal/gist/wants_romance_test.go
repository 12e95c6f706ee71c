package gist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRomanceLists: each of several things to be told is a question of its own.
func TestRomanceLists(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"¿Nos puede indicar la edad del niño, si necesitan cuna o cama supletoria y la hora de llegada?":                      {"la edad del niño", "si necesitan cuna o cama supletoria", "la hora de llegada"},
		"Pourriez-vous nous préciser votre adresse, le nombre de pièces et si l'immeuble a un ascenseur ?":                    {"votre adresse", "le nombre de pièces", "si l'immeuble a un ascenseur"},
		"Dis-moi à quelle heure tu arrives, si tu dors à la maison et ce que tu veux manger.":                                 {"à quelle heure tu arrives", "si tu dors à la maison", "ce que tu veux manger"},
		"Rogamos nos comuniquen la fecha de entrega, el importe del transporte y si incluye montaje.":                         {"la fecha de entrega", "el importe del transporte", "si incluye montaje"},
		"Merci de me confirmer votre présence et de m'indiquer si vous souhaitez une place de parking.":                       {"si vous souhaitez une place de parking"},
		"Antes de imprimir nos gustaría saber por qué elegiste ese título, cuántos ejemplares quieres y si firmas el sábado.": {"por qué elegiste ese título", "cuántos ejemplares quieres", "si firmas el sábado"},
		"Pour le devis, merci de nous dire :\n- la surface du mur\n- si le mur est humide\n- à partir de quand on peut venir": {"la surface du mur", "si le mur est humide", "à partir de quand on peut venir"},
		"Dis-moi si tu viens avec ta sœur et ton frère.":                                                                      {"Dis-moi si tu viens avec ta sœur et ton frère"},
	} {
		var got []string
		for _, q := range Read("", text).Questions {
			got = append(got, strings.Trim(q.Text, trimmed))
		}
		assert.Equal(t, want, got, text)
	}
}
