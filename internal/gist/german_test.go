package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGermanQuestionsArePartedAtVerbs: a verb before its subject begins a question of its
// own, whatever verb it is.
func TestGermanQuestionsArePartedAtVerbs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Wie viele Gäste erwarten Sie, und wünschen Sie Orgelmusik?":                              {"Wie viele Gäste erwarten Sie?", "wünschen Sie Orgelmusik?"},
		"Kannst du als Begleitperson mitfahren, und isst Ben Fleisch?":                            {"Kannst du als Begleitperson mitfahren?", "isst Ben Fleisch?"},
		"Wie viel wiegt sie zurzeit, und frisst sie normal?":                                      {"Wie viel wiegt sie zurzeit?", "frisst sie normal?"},
		"Damit ich das Angebot machen kann, brauche ich noch eines: Wann wurde das Dach gedeckt?": {"Wann wurde das Dach gedeckt?"},
		"Haben Sie zu Hause gearbeitet, und wenn ja, an wie vielen Tagen?":                        {"Haben Sie zu Hause gearbeitet?", "an wie vielen Tagen?"},
	} {
		g := Read("", "Hallo Anna,\n\n"+text+"\n\nGruß\nTom")
		var got []string
		for _, q := range g.Questions {
			got = append(got, q.Text)
		}
		if len(want) == 1 {
			require.NotEmpty(t, got, text)
			assert.Contains(t, got[len(got)-1], want[0], text)
			assert.Len(t, got, 1, text)
			continue
		}
		assert.Equal(t, want, got, text)
	}
	for text, want := range map[string][]string{
		"Bitte teilen Sie mir mit,\n1. an welchem Tag es Ihnen passt,\n2. ob vormittags oder nachmittags,\n3. wer im Haus ist.":          {"an welchem Tag es Ihnen passt,", "ob vormittags oder nachmittags,", "wer im Haus ist."},
		"Teilen Sie uns bitte außerdem mit, ab wann Sie anfangen könnten und welchen Lohn Sie sich vorstellen.":                          {"Teilen Sie uns bitte außerdem mit, ab wann Sie anfangen könnten", "welchen Lohn Sie sich vorstellen."},
		"Bevor wir bauen, brauchen wir noch ein paar Angaben: Haben Sie einen Plan?":                                                     {"Haben Sie einen Plan?"},
		"Wir schlagen folgende Termine vor:\n- Montag, 16., um 9 Uhr\n- Dienstag, 17., um 15 Uhr\n\nWelcher Termin passt Ihnen?":         {"Welcher Termin passt Ihnen?"},
		"wie besprochen haben wir uns den Garten angesehen.":                                                                             nil,
		"Bitte teilen Sie uns den Zählerstand, die Zählernummer und das Datum der Ablesung mit.":                                         {"den Zählerstand", "die Zählernummer", "das Datum der Ablesung"},
		"Es wäre toll, wenn du mir sagen könntest, wann ihr kommt und wo ihr schlaft.":                                                   {"Es wäre toll, wenn du mir sagen könntest, wann ihr kommt", "wo ihr schlaft."},
		"von dir habe ich noch nichts gehört: Sonntag ist Heimspiel, wir brauchen zwei Kuchen und jemanden, der um zwei am Stand steht.": nil,
	} {
		var got []string
		for _, q := range Read("", "Guten Tag Frau Wolf,\n\n"+text+"\n\nMit freundlichen Grüßen\nTom Berg").Questions {
			got = append(got, q.Text)
		}
		assert.Equal(t, want, got, text)
	}
	g := Read("", "Haben Sie zu Hause gearbeitet, und wenn ja, an wie vielen Tagen?")
	require.Len(t, g.Questions, 2)
	assert.Equal(t, 1, g.Questions[1].If)
	assert.Equal(t, "Tage", g.Questions[1].Unit)
}

func TestGermanOptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Sag bitte Bescheid, ob du allein kommst oder mit Freundin.":          {"allein", "mit Freundin"},
		"Willst du im September nach Dänemark oder nach Schweden segeln?":     {"nach Dänemark", "nach Schweden"},
		"Wünschen Sie mattes oder glänzendes Papier?":                         {"mattes Papier", "glänzendes Papier"},
		"Wollt ihr im Gästezimmer schlafen oder lieber in der Ferienwohnung?": {"im Gästezimmer", "in der Ferienwohnung"},
		"Lieber die grauen Fliesen oder die weißen?":                          {"die grauen Fliesen", "die weißen"},
		"Soll ich den roten oder den weißen Wein mitbringen?":                 {"der rote Wein", "der weiße Wein"},
		"Möchte er ein Zweibett- oder ein Vierbettzimmer?":                    {"das Zweibettzimmer", "das Vierbettzimmer"},
		"Kann ich das Ticket schließen, oder tritt der Fehler noch auf?":      nil,
		"Möchtest du ein Einzelzimmer oder teilst du dir eins mit mir?":       nil,
	} {
		g := Read("", text)
		require.Len(t, g.Questions, 1, text)
		assert.Equal(t, AskChoice, g.Questions[0].Ask, text)
		assert.Equal(t, want, g.Questions[0].Options, text)
	}
}

func TestGermanKinds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Ask{
		"Bitte bestätigen Sie kurz, dass Sie kommen.": AskYesNo,
		"Was darf die Woche höchstens kosten?":        AskMoney,
		"Wie hoch ist Ihr Nettoeinkommen?":            AskMoney,
		"Wie viel Honig ernten Sie im Jahr?":          AskNumber,
		"Wie viel Geld brauchst du?":                  AskMoney,
	} {
		g := Read("", text)
		require.Len(t, g.Questions, 1, text)
		assert.Equal(t, want, g.Questions[0].Ask, text)
	}
	g := Read("", "Wie viele Gäste erwarten Sie?")
	assert.Equal(t, "Gäste", g.Questions[0].Unit)
	assert.Empty(t, Read("", "Sollten Sie bereits gezahlt haben, teilen Sie uns bitte das Datum mit.").Questions)
	assert.Len(t, Read("", "Für die Planung bräuchten wir: 1. die Personenzahl, 2. wie viele davon vegetarisch essen, 3. ab wann wir aufbauen können.").Questions, 3)
	late := Read("", "Bitte teilen Sie mir bis Freitag mit, wann Sie Ihren Urlaub nehmen möchten.")
	require.Len(t, late.Questions, 1)
	assert.Equal(t, AskDate, late.Questions[0].Ask)
	assert.Equal(t, AskNumber, Read("", "Wie schnell fuhr der Wagen?").Questions[0].Ask)
	assert.Equal(t, Polite, Read("", "Guten Tag Herr Voss,\n\nkommen Sie?").Manner)
	assert.Equal(t, Familiar, Read("", "Hallo Jens,\n\nkommst du?").Manner)
	assert.Empty(t, Read("", "Hi Jens,\n\nare you coming?").Manner)
}
