package dialog

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestValuesOfOtherLanguages: what is asked for, what the mail allows and what is usual are read
// in German, French and Spanish, and said as they write figures.
func TestValuesOfOtherLanguages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Guten Tag, wie lang ist die Kündigungsfrist für die Halle?":                                     `drei Monate$`, // a compound
		"Hallo, wie schwer ist das Klavier?":                                                             `2\d\d kg$`,
		"Guten Tag, wie lange wird Ihr Vortrag dauern? Mehr als 40 Minuten haben wir leider nicht.":      `^(30|35|40) Minuten$`,
		"Hallo, was nimmst du fürs Babysitten pro Stunde?":                                               `^1[2-8] Euro$`,
		"Guten Tag, welchen Stundenlohn stellen Sie sich vor? Wir zahlen zwischen 13,50 und 15,50 Euro.": `1[345](,50)? Euro`,
		"Hallo, wie hoch war die Miete? Im letzten Jahr waren es 1.250 €.":                               `1\.\d{3} €`,
		"Hallo, um wie viel Uhr holst du den Schlüssel ab? Ich bin nur bis 16.30 Uhr da.":                `^(9|1\d)(:\d\d)? Uhr$`,
		"Guten Tag, welche Maße hat der Teppich?":                                                        `^Etwa \d+ mal \d+ cm$`,
		"Guten Tag, bitte nennen Sie uns Ihre Kundennummer.":                                             `^(K-)?\d+$`,
		"Bonjour, combien pèse le piano ?":                                                               `^2\d\d kg$`,
		"Bonjour, combien de temps durera votre conférence ? Nous n'avons pas plus de 35 minutes.":       `^(25|30|35) minutes$`,
		"Bonjour, quel est le prix du gîte ? L'an dernier nous avions payé 84 euros la nuit.":            `^(7|8|9)\d euros$`,
		"Bonjour, combien prends-tu de l'heure pour la garde des petits ?":                               `^1[0-5] euros$`,
		"Salut, à quelle heure passes-tu prendre les clés ? Je suis là de 14 h à 15 h 30.":               `^1[45]h\d\d$`,
		"Bonjour, quelle est la surface de l'appartement ?":                                              `^\D*\d\d m²`,
		"Bonjour, combien vaut le terrain ? Il a été estimé à 90 000 €.":                                 `^(7|8|9|10)\d 000 €$|^\d{2,3} \d{3} €$`,
		"Hola, ¿cuánto pesa el piano?":                                                                   `2\d\d kg`,
		"Hola, ¿cuántos años tiene el coche?":                                                            `(cuatro|cinco|seis|siete|ocho|nueve|diez|1[12]) años`,
		"Estimada Ana: ¿cuánto durará su charla? No tenemos más de 40 minutos.":                          `^(25|30|35|40) minutos$`,
		"Hola, ¿cuánto cobras por hora por cuidar a los niños?":                                          `^1[0-4] euros$`,
		"Buenos días, ¿entre qué horas podemos entregar el martes? Repartimos de 8:00 a 17:30.":          `^(De|Entre) \d+:\d\d (a|y) \d+:\d\d`,
		"Hola, para renovar me falta tu número de socio. ¿Cuál es?":                                      `^(S-)?\d+$`,
	} {
		for seed := range 6 {
			out := Plan(in(strconv.Itoa(seed), gist.Read("", text)))
			require.NotEmpty(t, out.Moves, text)
			assert.Regexp(t, regexp.MustCompile(want), out.Moves[len(out.Moves)-1].Values["value"], text)
		}
	}
}

// TestCompoundsAreReadByTheirEnds: what a compound is one of stands last in it.
func TestCompoundsAreReadByTheirEnds(t *testing.T) {
	t.Parallel()
	m := measuresOf()[thinkOf("de")]
	for w, want := range map[string]string{"kündigungsfrist": "frist", "wohnzimmerteppich": "teppic", "haus": "", "osten": ""} {
		assert.Equal(t, want, m.tailOf(w), w)
	}
	for text, want := range map[string]float64{"1.250": 1250, "12,5": 12.5, "1.250,50": 1250.5, "18.30": 18.3} {
		n, ok := m.figureOfText(text)
		assert.True(t, ok, text)
		assert.InDelta(t, want, n, 1e-9, text)
	}
}

// TestFiguresInGroups: French parts the thousands of a figure by blanks, however many there are.
func TestFiguresInGroups(t *testing.T) {
	t.Parallel()
	p := newPlanner(in("", gist.Gist{Language: "fr"}))
	require.False(t, p.foreign())
	for text, want := range map[string]float64{"à 1 250 € net": 1250, "à 1 250 000 € net": 1250000, "en 2025 350 euros": 2025} {
		marks := p.marksOf(text)
		require.Greater(t, len(marks), 1, text)
		assert.InDelta(t, want, marks[1].n, 0, text)
	}
}
