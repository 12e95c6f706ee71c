package compose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/gist"
)

func romanceReply(formality, from, text string) string {
	return compose.Write(compose.Brief{
		Voice: compose.Voice{Name: "Ana Paz", Address: "ana@client.test", Formality: formality, Temperament: "responsive", Language: "fr", Languages: []string{"fr", "es"}}, To: compose.Correspondent{Name: from, Address: "a@ours.test"},
		Kind: compose.Reply, Occasion: 1, Mails: []gist.Gist{gist.Read("", text)},
	}).Text
}

// TestRomanceManner: a mail is answered in the tu or vous that it uses, firms are not
// greeted by their first word, and French has a space before its marks.
func TestRomanceManner(t *testing.T) {
	t.Parallel()
	for _, formality := range []string{"casual", "neutral", "formal"} {
		assert.NotRegexp(t, `Salut|Coucou|Bises|À plus|\btoi\b`, romanceReply(formality, "Luc Roy", "Bonjour Madame,\n\nComment allez-vous ? Avez-vous reçu votre colis ?\n\nCordialement"), formality)
		assert.NotRegexp(t, `vous|[Ss]alutations`, romanceReply(formality, "Luc Roy", "Salut Ana,\n\ncomment vas-tu ? Tu as reçu ton colis ?\n\nLuc"), formality)
		assert.NotRegexp(t, `Garage|Taller`, romanceReply(formality, "Garage Tessier", "Bonjour,\n\nVotre voiture est prête, quand venez-vous ?"), formality)
	}
	for _, from := range []string{"Luc Roy", "Zoé Petit", "Marc Faye"} {
		assert.NotRegexp(t, `[^ ][?!;]`, romanceReply("casual", from, "Salut Ana,\n\ncomment vas-tu ?\n\n"))
	}
}

// TestRomanceGreetings: who writes formally and in full is greeted by title, and the greeting
// ends as it is usual.
func TestRomanceGreetings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ formality, from, text, greeting string }{
		{"formal", "Luc Roy", "Bonjour,\n\nAvez-vous reçu votre colis ?\n\nLuc Roy", `^Bonjour Monsieur Roy,\n`},
		{"neutral", "Claire Faye", "Madame,\n\nAvez-vous reçu votre colis ?\n\nCordialement,\nClaire Faye", `^Bonjour( Madame Faye)?,\n`},
		{"neutral", "Claire Faye", "Bonjour Ana,\n\nAvez-vous reçu votre colis ?\n\nBien à vous,\nClaire", `^Bonjour( Claire)?,\n`},
		{"formal", "Pilar Soto", "Estimada Ana:\n\n¿Ha recibido usted el paquete?\n\nPilar Soto", `^Buenos días(, Sra\. Soto)?:\n`},
		{"casual", "Nacho", "Ana, ¿has recibido tú el paquete?\n\nNacho", `^(Hola|Buenas|hola|buenas)( Nacho)?,\n`},
		{"neutral", "Location Azur", "Bonjour,\n\nAvez-vous reçu les clés ?\n\nLocation Azur", `^Bonjour,\n`},
	} {
		assert.Regexp(t, c.greeting, romanceReply(c.formality, c.from, c.text), c.text)
	}
}
