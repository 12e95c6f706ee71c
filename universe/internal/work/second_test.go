package work_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestSecondMailComesWhereItWasGiven: with a double_reply of 1 there is a second mail to
// each that is answered, whatever it says, of words of its own.
func TestSecondMailComesWhereItWasGiven(t *testing.T) {
	t.Parallel()
	mails := []string{
		"Is Tuesday fine?", "Thank you very much, bye.", "My father died on Sunday.", "How many chairs do you need?", "What do you think of the draft?",
		"The parcel has arrived.", "Wie viele Stühle brauchen Sie für das Büro, und bis wann?", "Combien de chaises vous faut-il pour le bureau ?",
		"¿Cuántas sillas necesitan ustedes para la oficina?", "I quit. You are all useless!", "Hur många stolar behöver ni till kontoret i nästa vecka?",
	}
	for i, text := range mails {
		u := testkit.New(t, mailsim.Options{})
		testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) {
			p.Name, p.Behaviors.DoubleReply, p.Behaviors.CCSomeone = "Ben Hale", new(1.0), new(0.0)
		})
		testkit.SendTo(t, u, "ben@client.test", fmt.Sprint("Matter ", i), text)
		testkit.Advance(t, u, testkit.Day)
		kinds := map[string]string{}
		for _, e := range testkit.EventsOf[mailsim.PersonaSent](u) {
			kinds[e.Kind] = e.Text
		}
		require.NotEmpty(t, kinds["reply"], text)
		second := kinds["followup"] + kinds["correction"]
		assert.NotEmpty(t, second, text)
		assert.NotEqual(t, kinds["reply"], second)
	}
}
