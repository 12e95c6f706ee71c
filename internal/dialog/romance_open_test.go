package dialog_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRomanceOpenQuestions: open questions are answered by their form, in the scene of the mail.
func TestRomanceOpenQuestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, value string }{
		{"J'ai deux versions du logo. Qu'en penses-tu ?", `première`},
		{"Le modèle est épuisé, je peux le remplacer par le gris. Qu'en pensez-vous ?", `(?i)convient|solution`},
		{"On dîne chez nous samedi, est-ce qu'il y a quelque chose que vous ne mangez pas ?", `je mange de tout`},
		{"Cenamos en casa. ¿Hay algo que no comáis?", `como de todo`},
		{"Tes vacances à la mer, comment ça s'est passé ?", `beau temps|[Ss]uper`},
		{"Dinos cómo fue el viaje.", `tiempo|Genial`},
		{"Que veux-tu pour ton anniversaire ?", `livre|plante`},
		{"Le colis n'est pas arrivé. Comment est-ce possible ?", `transporteur|commande`},
		{"Il nous faut des maillots pour le club. Quelle est votre taille ?", `^Du [ML]`},
		{"Para las camisetas del equipo, ¿qué talla tienes?", `^La [ML]`},
		{"He leído su novela. ¿Por qué eligió ese final?", `^Porque`},
		{"He leído su novela. Me gustaría saber cómo se le ocurrió la idea.", `casualidad|poco a poco|Poco a poco`},
		{"¿A quién debo escribir?", `^A mí`},
		{"Avec qui viens-tu ?", `^Avec `},
	} {
		for n := range 3 {
			out := romance(t, n, c.text)
			assert.Regexp(t, c.value, out.Moves[len(out.Moves)-1].Values["value"], c.text)
		}
	}
}

// TestRomanceWishes: only what one likes better is asked for as such.
func TestRomanceWishes(t *testing.T) {
	t.Parallel()
	for text, wish := range map[string]string{
		"¿Prefiere carne o pescado?":                           "yes",
		"Qui présente avec toi, Karim ou Élodie ?":             "",
		"Préférez-vous la version bleue ou la version rouge ?": "yes",
	} {
		out := romance(t, 1, text)
		assert.Equal(t, wish, out.Moves[len(out.Moves)-1].Values["wish"], text)
	}
}

// TestRomanceSends: what is sent is named in its gender and number, to the one who asks.
func TestRomanceSends(t *testing.T) {
	t.Parallel()
	for text, sends := range map[string]string{
		"Hola Ana, ¿me puedes mandar las fotos?":            "te las mando",
		"Estimada Ana: ¿me puede mandar usted el contrato?": "se lo mando",
		"Salut Ana, peux-tu m'envoyer la facture ?":         "te l'envoie",
		"Bonjour, merci de nous envoyer les photos.":        "vous les envoie",
	} {
		out := romance(t, 1, text)
		m := out.Moves[len(out.Moves)-1]
		assert.Equal(t, "send.promise", m.Slot, text)
		assert.Equal(t, sends, m.Values["sends"], text)
	}
}

// TestRomanceYesByForm: what is asked in a set form gets its set answer.
func TestRomanceYesByForm(t *testing.T) {
	t.Parallel()
	for text, value := range map[string]string{
		"Estimada Ana: la gala es el 22 de mayo. ¿Podemos contar con su presencia?": `^Sí, cuenten conmigo`,
		"L'assemblée est le 14 mars. Serez-vous présente ?":                         `je serai là`,
		"Le linge est en option, le souhaitez-vous ?":                               `s'il vous plaît`,
		"Lo noto callado en clase, le hablo de su hijo. ¿Duerme bien?":              `que yo sepa`,
		"Tengo que anular la reunión. ¿La pasamos al jueves o al viernes?":          `^el (jueves|viernes)`,
	} {
		for n := range 3 {
			out := romance(t, n, text)
			assert.Regexp(t, value, out.Moves[len(out.Moves)-1].Values["value"], text)
		}
	}
}
