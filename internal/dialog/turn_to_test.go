package dialog

import (
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// TestWhomToTurnTo: who asks whom to ring in a case is told to ring the person, and where these
// cannot be reached somebody near them; keys go through somebody, in any field of life.
func TestWhomToTurnTo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"And who do they ring if it's late?":                   "me,|me, please|ring me",
		"Who should the driver call if there's a problem?":     "me,|me, please|ring me",
		"Also, who do I ring if I can't reach you?":            "neighbour|sister",
		"Wie machen wir das mit dem Schlüssel?":                "Nachbarin",
		"Wen soll ich anrufen, wenn ich dich nicht erreiche?":  "Schwester",
		"Qui est-ce que j'appelle si le train est en retard ?": "Moi",
		"Comment on fait pour les clés ?":                      "voisine",
		"¿Y a quién aviso si está enfermo?":                    "A mí",
		"¿Cómo hacemos con las llaves?":                        "vecina",
	} {
		brief := in("turn", gist.Read("", text))
		brief.unready = false
		assert.Regexp(t, "(?i)"+want, Plan(brief).Moves[0].Values["value"], text)
	}
}
