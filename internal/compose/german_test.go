package compose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/gist"
)

// germanReply answers a German mail.
func germanReply(formality, from, text string) string {
	return compose.Write(compose.Brief{
		Voice: compose.Voice{Name: "Uwe Brandt", Address: "uwe@client.test", Formality: formality, Temperament: "responsive"}, To: compose.Correspondent{Name: from, Address: "a@ours.test"},
		Kind: compose.Reply, Occasion: 1, Mails: []gist.Gist{gist.Read("Termin", text)},
	}).Text
}

// TestGermanManner: a mail is answered as it addresses its reader, by the title that fits
// the sender, and signed with the whole name where they are not on first names.
func TestGermanManner(t *testing.T) {
	t.Parallel()
	for _, formality := range []string{"casual", "neutral", "formal"} {
		polite := germanReply(formality, "Thomas Riedel", "Guten Tag Herr Brandt,\n\nwie viele Stühle brauchen Sie?\n\nViele Grüße\nThomas Riedel")
		assert.Regexp(t, `^(Hallo|Guten Tag|Sehr geehrter) Herr Riedel,\n\n|^Guten Tag,\n\n|^Sehr geehrte Damen`, polite, formality)
		assert.Regexp(t, `(Grüßen|Grüße|Gruß)\nUwe Brandt$`, polite, formality)
		familiar := germanReply(formality, "Thomas Riedel", "Hallo Uwe,\n\nwie viele Stühle brauchst du?\n\nViele Grüße\nThomas")
		assert.Regexp(t, `^(Hallo|Hi|Lieber)( Thomas)?\b`, familiar, formality)
		assert.NotRegexp(t, `Sie|Ihnen|Herr|Uwe Brandt`, familiar, formality)
	}
	assert.Regexp(t, `^Sehr geehrte Frau Dr\. Albrecht,|^Guten Tag|^Sehr geehrte Damen`, germanReply("formal", "Dr. Julia Albrecht", "Sehr geehrter Herr Brandt,\n\nwie viele Stühle brauchen Sie?"))
	assert.NotContains(t, germanReply("neutral", "Autohaus Renz", "Guten Tag Herr Brandt,\n\nwie viele Räder brauchen Sie?"), "Autohaus")
	assert.Contains(t, germanReply("neutral", "Silke Neuhaus", "Guten Tag Herr Brandt,\n\nwie viele Räder brauchen Sie?"), "Frau Neuhaus")
}

// TestGermanGoesOnSmall: what stands behind the comma of a greeting begins small, nouns
// apart.
func TestGermanGoesOnSmall(t *testing.T) {
	t.Parallel()
	text := germanReply("neutral", "Thomas Riedel", "Guten Tag Herr Brandt,\n\nhaben Sie einen Hund?")
	assert.Regexp(t, `,\n\n(ja|nein|leider|auf|eher|im|diesmal|gewiss|selbstverständlich|natürlich)`, text)
	assert.NotRegexp(t, `\b(beton|ton)ziegel`, germanReply("neutral", "Thomas Riedel", "Guten Tag Herr Brandt,\n\nmöchten Sie Betonziegel oder Tonziegel?"))
}
