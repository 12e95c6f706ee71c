package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPrivateLife: mail of family, friends and neighbours is told from that of firms.
func TestPrivateLife(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Hi Mum,\n\nwhat time should we be there?":                                                       true,
		"Hi Rob,\n\nA few of us want to go to the coast for a weekend in July. Where should we meet?":    true,
		"Hi Rob,\n\nWhere should we meet the client for the presentation?":                               false,
		"Dear Ms. Perry,\n\nThank you for your order. Who is it for? A birthday?\n\nKind regards,\nAlan": false,
		"Hallo Julia,\n\nam Samstag feiere ich meinen Geburtstag im Garten. Um wie viel Uhr kommst du?":  true,
		"Sehr geehrte Frau Seidel,\n\nwann können wir mit der Lieferung rechnen?":                        false,
		"Salut Paul,\n\nOn fait un barbecue samedi. Combien serez-vous ?":                                true,
		"Hola Ana:\n\nEl sábado es mi cumpleaños. ¿Cuántos seréis?":                                      true,
		"Hello,\n\nHow many do you need?":                                                                false,
	} {
		assert.Equal(t, want, Read("", text).Private, text)
	}
}
