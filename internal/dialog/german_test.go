package dialog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// germanMoves plans the answer to a German mail: each move with its values.
func germanMoves(body string, seed int) string {
	out := Plan(In{Seed: rng.Seed(fmt.Sprint(seed)), Mails: []gist.Gist{gist.Read("Anfrage", body)}, Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive", Languages: []string{"de"}}, You: Correspondent{Address: "a@b.example"}})
	var moves []string
	for _, m := range out.Moves {
		moves = append(moves, fmt.Sprint(m.Slot, " ", m.Values))
	}
	return strings.Join(moves, "\n")
}

// TestGermanQuestions: what is asked is answered in its own words and kind.
func TestGermanQuestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, has, not string }{
		{"Hallo Sam,\n\ndu hast deine Jacke liegen lassen. Soll ich sie dir am Mittwoch mitbringen?\n\nTorben", "bring sie mir bitte|das ist nicht nötig", "offered"},
		{"Guten Tag Herr Turner,\n\ntropft es dauernd oder nur, wenn Wasser läuft?\n\nZiegler", "es tropft (dauernd|nur, wenn Wasser läuft)", "answer.choice"},
		{"Hallo Sam,\n\nkommst du schon mittags oder erst zum Essen?\n\nHilde", "ich komme (schon mittags|erst zum Essen)", "answer.choice"},
		{"Hallo Sam,\n\nmöchtest du lieber die ersten oder die letzten zwei Wochen im August nehmen?\n\nUwe", "letzten zwei Wochen im August|die ersten nehmen", "do."},
		{"Hallo Sam,\n\nhattest du Papier oder PDF gesagt?\n\nRike", "ich hatte (Papier|PDF) gesagt", "PDF gesagt other"},
		{"Hallo Sam,\n\nwie wollen wir es halten: jeder zahlt an seinen Tagen, oder rechnen wir am Monatsende ab?\n\nVogt", "jeder zahlt an seinen Tagen|wir rechnen am Monatsende ab", "open"},
		{"Hallo Sam,\n\nwie kommst du hin, mit dem Zug oder nehmen wir dich mit?\n\nBenno", "mit dem Zug", "open"},
		{"Guten Tag Herr Turner,\n\nsoll es ein warmes oder ein kaltes Buffet werden?\n\nSeel", "ein (warmes|kaltes) Buffet", "das Buffet"},
		{"Guten Tag Herr Turner,\n\neigenes Schloss oder Zahlenschloss von uns?\n\nHoppe", "eigenes Schloss|Zahlenschloss", "value:Schloss"},
		{"Hallo Sam,\n\nwelche Telefonnummer soll unten drauf, deine oder die vom Büro?\n\nTanja", "value:(meine|die vom Büro)", "value:deine"},
		{"Guten Tag Herr Turner,\n\nan wie vielen Tagen haben Sie von zu Hause gearbeitet?\n\nWeigel", "unit:Tagen", "unit:Tage "},
		{"Hallo Sam,\n\nmein Auto ist bis Dienstag weg. Nimmst du mich am Montag mit? Wann fährst du los?\n\nKatrin", "answer.time", "answer.date"},
		{"Hallo Sam,\n\nwann fängst du morgens an? Ich kann montags und mittwochs fahren.\n\nKatrin", "answer.time", "answer.meet"},
		{"Guten Tag Herr Turner,\n\ngibt es schon andere Tiere im Haushalt?\n\nKröger", "answer.(yes|no)", "ich hoffe auf"},
		{"Guten Tag Herr Turner,\n\nist Ihre Anschrift noch dieselbe?\n\nSchuster", "meine Anschrift ist", "answer.address"},
		{"Guten Tag Herr Turner,\n\nuns fehlt der Stand Ihres Stromzählers. Bitte teilen Sie uns den aktuellen Stand mit.\n\nSchuster", "answer.(number|ready)", "status"},
		{"Guten Tag Herr Turner,\n\nwie weit ist es von Ihrer Wohnung zur Arbeit?\n\nWeigel", "ilometer|km|Minuten|Viertelstunde|Stationen", "status"},
		{"Guten Tag Herr Turner,\n\nwie hat es Ihrem Sohn gefallen?\n\nWeiss", "gut, danke", "feeling"},
		{"Hallo Sam,\n\nwie geht es deinem Knie?\n\nYasemin", "gut|besser", "open"},
		{"Hallo Sam,\n\ndrei Farben habe ich probiert: Dunkelblau, Petrol und Rot. Welche gefällt dir am besten?\n\nAlina", "Dunkelblau|Petrol|Rot", "open"},
		{"Guten Tag Herr Turner,\n\nam Samstag drehe ich das Wasser in der Anlage ab. Haben Sie Ihre Leitung schon entleert?\n\nEichler", "meine Leitung", "attachment"},
		{"Guten Tag Herr Turner,\n\nmein Zug kommt erst um 19 Uhr an. Ist das schlimm?\n\nKatrin Schulz", "das ist nicht schlimm", "answer.yes"},
		{"Hallo Sam,\n\nbringst du Bier mit oder soll ich welches kaufen?\n\nKarl", "ich bringe Bier mit|kauf bitte welches", "mit kaufen"},
		{"Guten Tag Herr Turner,\n\nmöchten Sie ein neues Gerät oder lieber Ihr Geld zurück?\n\nMohr", "ein neues Gerät|mein Geld zurück", "value:neues"},
		{"Guten Tag Herr Turner,\n\nmöchten Sie einen Termin machen? Frei wäre Montag, der 3., oder Donnerstag, der 6.\n\nKraft", "answer.meet", "answer.no"},
		{"Guten Tag Herr Turner,\n\nwie viel Grad sind es in der Wohnung?\n\nBusse", `:\d+ Grad`, "Quadratmeter"},
		{"Hallo Sam,\n\nder Makler will 320.000. Was hältst du davon? Ich finde das zu wenig.\n\nOliver", "genauso", "view"},
		{"Hallo Sam,\n\nam Samstag feiere ich. Es wäre schön, wenn du einen Salat machen könntest.\n\nThomas", "einen Salat machen|do.", "informed"},
		{"Hallo Sam,\n\nkommst du Heiligabend? Opa fragt, ob du ihm mit dem Handy helfen kannst.\n\nHilde", "ihm mit dem Handy helfen", "open"},
		{"Guten Tag Herr Turner,\n\nuns fehlt der Stand Ihres Stromzählers. Bitte teilen Sie uns den aktuellen Stand mit.\n\nSchuster", "answer.(number|ready)", " m]"},
		{"Hallo Sam,\n\nmein Auto ist bis Dienstag in der Werkstatt. Nimmst du mich am Montag mit? Wann fährst du los?\n\nKatrin", "before:ich fahre", "answer.date"},
		{"Hallo Sam,\n\nhast du das auch, oder liegt es an meinem Rechner? Welchen Browser benutzt du?\n\nTimo", "Firefox|Chrome", "open"},
		{"Guten Tag Herr Turner,\n\nwas dürfte es pro Kopf höchstens kosten?\n\nSeel", "value:(etwa |Bis zu |Mehr als |Maximal |Höchstens )?[1-4][0-9] Euro", "open"},
		{"Sehr geehrter Herr Turner,\n\npasst Ihnen der Donnerstag um 14 Uhr oder der Freitag um 10 Uhr?\n\nKuhn", "value:(Donnerstag|Freitag)", "value:der"},
	} {
		for seed := range 4 {
			said := germanMoves(c.body, seed)
			assert.Regexp(t, c.has, said, c.body)
			assert.NotContains(t, said, c.not, c.body)
		}
	}
}
