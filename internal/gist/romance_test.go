package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRomanceDays: days as French and Spanish mail names them.
func TestRomanceDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Nous hésitons entre le lundi 4 et le lundi 11.":                {"lundi 4", "lundi 11"},
		"Rendez-vous lundi 14 h.":                                       {"lundi 14 h"},
		"El técnico puede ir el jueves a las 10 o el viernes a las 16.": {"jueves a las 10", "viernes a las 16"},
		"Estoy libre el jueves por la noche y el viernes por la tarde.": {"jueves por la noche", "viernes por la tarde"},
		"Mañana no llego a las cinco.":                                  {"Mañana"},
		"Siempre voy por la mañana.":                                    nil,
		"Proponemos celebrar la reunión el lunes 4 o el lunes 11.":      {"lunes 4", "lunes 11"},
	} {
		assert.Equal(t, want, Read("", text).Dates, text)
	}
}

// TestRomanceQuestions: what a question is after, and what it counts.
func TestRomanceQuestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		ask  Ask
		unit string
	}{
		{"¿Cuántos visitantes esperáis?", AskNumber, "visitantes"},
		{"¿Cuántas botellas de vino necesitas?", AskNumber, "botellas de vino"},
		{"¿Cuántos seréis?", AskNumber, ""},
		{"Combien de visiteurs attendez-vous sur le stand ?", AskNumber, "visiteurs"},
		{"¿Podría indicarnos cuándo tiene previsto abonarla?", AskDate, ""},
		{"¿Podrías regarme las plantas del 5 al 12?", AskYesNo, ""},
		{"Pourriez-vous nourrir mes chats de 5 à 12 ?", AskYesNo, ""},
		{"S'il pleut, on annule la rando ou on la fait quand même ?", AskChoice, ""},
	} {
		g := Read("", c.text)
		require.NotEmpty(t, append(g.Questions, Question{}), c.text)
		if c.ask == AskYesNo && len(g.Questions) == 0 {
			continue // a request
		}
		require.NotEmpty(t, g.Questions, c.text)
		assert.Equal(t, c.unit, g.Questions[0].Unit, c.text)
		if c.ask != AskChoice {
			assert.Equal(t, c.ask, g.Questions[0].Ask, c.text)
		}
		assert.NotEqual(t, "when", map[Ask]string{AskChoice: g.Questions[0].Kind}[c.ask], c.text)
	}
	assert.Empty(t, Read("", "Necesito enviarlo a dirección.").Questions)
	for _, text := range []string{"On déménage samedi, tu peux nous aider ?", "Nos mudamos el sábado, ¿nos echas una mano?"} {
		for _, a := range Read("", text).Acts {
			assert.NotEqual(t, Leaving, a.Kind, text)
		}
	}
}

// TestRomanceActs: what is no news, no thanks and no question is not read as one.
func TestRomanceActs(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]ActKind{
		"Alina, el cartero ha dejado un paquete para ti en casa. ¿Pasas a por él esta noche o mañana?": GoodNews,
		"Merci d'indiquer vos dates de congés.":                                                        ThankingFor,
		"Il nous manque le carnet de santé de Jules. Pouvez-vous l'apporter lundi ?":                   Complaining,
		"Si no, ¿a quién podemos pedir la llave?":                                                      WantsApproval,
	} {
		for _, a := range Read("", text).Acts {
			assert.NotEqual(t, kind, a.Kind, text)
		}
	}
	assert.NotEmpty(t, Read("", "Merci d'indiquer vos dates de congés.").Questions)
	assert.Empty(t, Read("", "Buenos días:\n\nLlega usted el sábado.").Questions)
	g := Read("", "Mamie est partie cette nuit. L'enterrement aura lieu vendredi. Tu pourras venir ?")
	require.NotEmpty(t, g.Acts)
	assert.True(t, g.Acts[0].Plain)
}

// TestImpersonalClauses: what is asked of nobody stays so.
func TestImpersonalClauses(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "ce n'est pas fait", Restate("fr", "c'est fait ?", "").No)
	assert.Equal(t, "se trata de un error", Restate("es", "¿se trata de un error?", "").Yes)
}
