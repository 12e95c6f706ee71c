package dialog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
)

// romance plans the answer of somebody who reads French and Spanish.
func romance(t *testing.T, n int, text string) dialog.Out {
	out := dialog.Plan(dialog.In{
		Now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), Occasion: n, Mails: []gist.Gist{gist.Read("", text)},
		Me: dialog.Person{Name: "Ana Paz", Address: strings.Repeat("a", n+1) + "@x.test", Temperament: "responsive", Languages: []string{"fr", "es"}}, You: dialog.Correspondent{Address: "b@y.test"},
	})
	require.NotEmpty(t, out.Moves, text)
	return out
}

// TestRomanceAnswers: what is said to questions that were answered beside the matter.
func TestRomanceAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, slots, values string }{
		{"¿Habrá alguien en casa, o prefiere que lo dejemos en la tienda?", `answer\.clause`, `^(habrá alguien en casa|prefiero .*)$`},
		{"Le agradeceríamos que nos indicara:\n- si necesita aparcamiento", `answer\.(yes|no)`, ``},
		{"La table existe en chêne massif, ou en placage. Quelle version préférez-vous ?", `answer\.choice\.how`, `^en (chêne massif|placage)$`},
		{"Ma porte est bleue. Quelle est la vôtre ?", `answer\..*`, `^[^ô]*$`},
		{"¿Hay sillas u otros muebles en el salón?", `answer\.(yes|no).*`, ``},
		{"¿Traes tú el postre o lo compro yo?", `answer\.clause`, `^llevo el postre$`},
		{"¿Podemos quedar una hora después?", `said`, `(?i)una hora después`},
		{"¿A qué hora quedamos mañana?", `answer\.time`, `^\d+:\d\d$`},
		{"El contrato pone el 1 de abril y tu correo el 1 de mayo. ¿Cuál es la correcta?", `answer\.date`, `^1 de (abril|mayo)$`},
		{"Le mail parle du 14 mars et le plan du 15 mars. Quelle est la bonne date ?", `answer\.date`, `^1[45] mars$`},
		{"Le recordamos su cita del martes. Por favor, confirme su asistencia.", `answer\.ready`, `asistencia`},
		{"Nous vous rappelons votre rendez-vous. Merci de confirmer votre présence.", `answer\.ready`, `présence`},
		{"Pour le vélo de papa, tu mets combien ?", `answer\.money`, `euros$`},
		{"¿Cuántas horas al día serían?", `answer\.ready`, `^[A-Z]\w+ horas$`},
		{"¿Nos confirmas que vendrás?", `answer\.ready`, `onfirmo`},
		{"Te lo recuerdo. ¿Y la basura qué noche se saca?", `answer\.(date|time|meet|open).*`, ``},
		{"Tu peux venir ? Sinon, on peut décaler à lundi ?", `answer\.(yes|no).*`, ``},
		{"Quels seraient vos honoraires ?", `answer\.money`, `euros$`},
		{"¿Qué marca es la caldera?", `answer\.(choice|ready)`, `Junkers|Bosch`},
		{"Estoy libre el jueves por la noche y el viernes por la tarde. ¿Cuándo te viene mejor?", `answer\.(meet|date)`, `^el (jueves por la noche|viernes por la tarde)$`},
		{"Hay dos sesiones, a las 19:00 y a las 21:30. Dime cuál prefieres.", `answer\.choice\.how`, `^a las (19:00|21:30)$`},
		{"Je te rends ton sac quand ? Je passe dans ton coin jeudi.", `answer\.meet(\.other)?`, `.`},
		{"Votre lave-linge est sous garantie. Un technicien peut passer lundi 18 ou mercredi 20.", `answer\.meet`, `^(lundi 18|mercredi 20)$`},
		{"Et tu te souviens quand ça a commencé ?", `answer\.ready`, `^il y a `},
		{"¿Hasta cuándo se puede ver?", `answer\.ready`, `^hasta el `},
		{"¿Te importaría cambiarme la semana del 14 por la del 21?", `said`, `problema$`},
		{"¿Dónde nos vemos?", `answer\.place`, `^en `},
		{"Que pouvons-nous faire mieux la prochaine fois ?", `answer\.ready`, `(très bien|parfait)$`},
		{"Combien as-tu payé pour les boissons ?", `answer\.money`, `euros$`},
		{"¿Y cuántos días, más o menos?", `answer\.number`, `^\d+$`},
		{"Tengo la habitación de arriba y la del fondo, ¿cuál prefieres?", `answer\.choice\.how`, `^la (habitación de arriba|del fondo)$`},
		{"L'expert peut passer mardi 2 à 11 h ou jeudi 4 à 17 h. Tu prends quoi ?", `answer\.choice\.how`, `^(mardi 2 à 11 h|jeudi 4 à 17 h)$`},
		{"Connaîtriez-vous un bon accordeur dans le coin ?", `answer\.ready`, `^oui, `},
		{"Quelle taille veux-tu, et tu préfères manches courtes ou longues ?", `answer\.choice`, `^(courtes|longues)$`},
		{"Quand est-ce que le piano a été accordé pour la dernière fois ?", `answer\.ready`, `.`},
		{"La facture indique 1 240 €, mais le devis 1 140 €. Quel montant est le bon ?", `answer\.clause`, `1 [12]40 €`},
	} {
		for n := range 4 {
			out := romance(t, n, c.text)
			m := out.Moves[len(out.Moves)-1]
			assert.Regexp(t, "^"+c.slots+"$", m.Slot, c.text)
			assert.Regexp(t, c.values, m.Values["value"], c.text)
		}
	}
}

// TestRomanceYesAndNo: questions of yes or no that got a bare or an odd word.
func TestRomanceYesAndNo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, slots, stated string }{
		{"Tu veux que je te garde une place ?", `answer\.(yes|no)`, `^(je veux bien, merci|ce n'est pas nécessaire, merci)$`},
		{"¿Necesita que le suba la compra?", `answer\.(yes|no)`, `^(me vendría muy bien|no hace falta, gracias)$`},
		{"¿Ha notado usted algo en casa?", `answer\.no`, `^no he notado nada en casa$`},
		{"¿Es un problema para usted?", `answer\.no\.glad`, `^no es ningún problema$`},
		{"¿Puede venir Hugo?", `answer\.(yes|no)`, `^Hugo (no )?puede ir$`},
		{"¿Va a seguir Lucas en el comedor?", `answer\.(yes|no)`, `^Lucas (no )?va a seguir en el comedor$`},
		{"¿Te lo guardo hasta el sábado?", `answer\.(yes|no)`, `^(me vendría muy bien|no hace falta, gracias)$`},
		{"¿Le echo también un ojo a los frenos?", `answer\.(yes|no)`, `^(me vendría muy bien|no hace falta, gracias)$`},
		{"Louise sait-elle nager sans brassards ?", `answer\.(yes|no)`, `^Louise (sait|ne sait pas) nager`},
		{"¿Se lo subo esta tarde?", `answer\.(yes|no)`, `^(me vendría muy bien|no hace falta, gracias)$`},
		{"Et c'est toi qui as la facture d'entretien ?", `answer\.(yes|no)`, `^(c'est|ce n'est pas) moi$`},
		{"¿Todavía tienes la escalera?", `answer\.(yes|no)`, `^(todavía|ya no) tengo la escalera$`},
		{"Est-ce que la réunion de jeudi est toujours prévue à 14 heures ?", `answer\.(yes|no)`, `la réunion de jeudi`},
	} {
		for n := range 3 {
			out := romance(t, n, c.text)
			m := out.Moves[len(out.Moves)-1]
			if c.slots == `answer\.no\.glad` && m.Slot == "answer.yes" {
				continue // for few it is one
			}
			assert.Regexp(t, "^"+c.slots+"$", m.Slot, c.text)
			assert.Regexp(t, c.stated, m.Values["stated"], c.text)
		}
	}
}

// TestForeignKey: what a fact is called in the scene is not said in another language.
func TestForeignKey(t *testing.T) {
	t.Parallel()
	out := dialog.Plan(dialog.In{
		Now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), Mails: []gist.Gist{gist.Read("", "Su bufanda está aquí. ¿A qué dirección se la enviamos?")},
		Me: dialog.Person{Name: "Ana Paz", Address: "a@x.test", Temperament: "responsive", Knows: "all", Languages: []string{"es"}}, You: dialog.Correspondent{Address: "b@y.test"},
		Case: dialog.Case{Facts: map[string]string{"address": "Plaza Mayor 3, Soria"}},
	})
	require.NotEmpty(t, out.Moves)
	assert.Equal(t, "answer.ready", out.Moves[0].Slot)
	assert.Equal(t, "Plaza Mayor 3, Soria", out.Moves[0].Values["value"])
}

// TestRomancePapers: what the sender lacks is sent.
func TestRomancePapers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Il me faudrait vos trois derniers bulletins de salaire.",
		"Pour continuar necesitamos fotografías de los daños y la factura del fontanero.",
		"Para mantener la cuenta debe enviarnos una copia del nuevo documento.",
		"Le rogamos que nos remita el documento firmado antes del día 30.",
	} {
		out := romance(t, 1, text)
		assert.Equal(t, "send.promise", out.Moves[len(out.Moves)-1].Slot, text)
	}
	out := romance(t, 1, "À quel étage habitez-vous et y a-t-il un ascenseur ?")
	require.Len(t, out.Moves, 2)
	out = romance(t, 1, "Il y a un film à 19h50 ou une comédie à 20h30. Tu passes me prendre ou je te rejoins là-bas ?")
	assert.Contains(t, out.Moves[len(out.Moves)-1].Slot, "answer.clause")
}

// TestRomanceInOrder: what is asked is answered in its order, and a request that names several
// things before it is no second question.
func TestRomanceInOrder(t *testing.T) {
	t.Parallel()
	out := romance(t, 1, "¿Puedes traer las cifras? ¿Y cuánto tiempo necesitas para tu presentación?")
	require.Len(t, out.Moves, 2)
	assert.Regexp(t, `^do\.`, out.Moves[0].Slot)
	out = romance(t, 1, "Il nous manque une copie de votre pièce d'identité et un bulletin de salaire. Pourriez-vous nous les envoyer ? Pouvez-vous aussi nous confirmer votre adresse ?")
	require.Len(t, out.Moves, 2)
	assert.Equal(t, "send.promise", out.Moves[0].Slot)
	assert.Equal(t, "answer.address", out.Moves[1].Slot)
}
