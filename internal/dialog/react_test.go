package dialog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/rng"
)

// reactionTo plans the answer to a mail and returns its moves, "slot: value".
func reactionTo(subject, body string, seed int) string {
	out := Plan(In{Seed: rng.Seed(fmt.Sprint(seed)), Mails: []gist.Gist{gist.Read(subject, body)}, Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive"}, You: Correspondent{Address: "a@b.example"}})
	var moves []string
	for _, m := range out.Moves {
		moves = append(moves, m.Slot+": "+m.Values["value"])
	}
	return strings.Join(moves, "\n")
}

// TestReactionsAreWellFormed parses every language's reactions, and fills each line.
func TestReactionsAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, code := range lang.Codes() {
		text := lang.React(code)
		if text == "" {
			continue
		}
		rs, err := parseReactions(text)
		require.NoError(t, err)
		require.NotEmpty(t, rs.keys)
		for _, keys := range rs.keys {
			for _, k := range keys {
				for _, line := range k.lines {
					depth := 0
					for _, c := range line {
						switch c {
						case '(':
							depth++
						case ')':
							depth--
						}
						assert.True(t, depth == 0 || depth == 1, line)
					}
					assert.Zero(t, depth, line)
					assert.False(t, strings.HasSuffix(line, "?") || strings.HasSuffix(line, "!"), "a full stop follows: %s", line)
				}
			}
		}
	}
	for _, bad := range []string{"line", "[sad: a_b]", "[none: a_b]\nX", "[sad: @nobody]\nX", "[sad: %a+b]\nX", "[sad: a__b]\nX"} {
		_, err := parseReactions(bad)
		assert.Error(t, err, bad)
	}
}

// TestReactionsFitWhatIsTold: the right class, with the name of whom the mail tells, and
// nothing that contradicts it.
func TestReactionsFitWhatIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ subject, body, has, not string }{
		{"Grandma", "Hi Sam,\n\nGrandma died this morning in her sleep. I'll call you tonight.\n\nRay", "Grandma", "you and your family"},
		{"Grandpa", "Dear Sam,\n\nI'm sorry to tell you that Grandpa passed away last night. He was asleep.\n\nAunt Joan", "Grandpa", "family"},
		{"Index", "Hi Sam,\n\nThank you. The author would like people and places to be listed separately. Do you think that's a good idea?\n\nRay", "", "react"},
		{"Shelves", "Hi Sam,\n\nThanks for the call. Got it. I could start on the 9th or the 16th. Which is better for you?\n\nPete", "", "react"},
		{"Dad", "Dear Sam,\n\nI wanted you to hear it from me. Dad died on Saturday night. My brother was with him.\n\nHelen", "your", "that Dad"},
		{"Order", "Hi Sam,\n\nwe have received your order for 20 boxes of paper. The brand is out of stock. Would you like to wait?\n\nKaren", "", "react"},
		{"Sad news", "Hi Sam,\n\nmy father died on Saturday.\n\nRay", "your father", "we will be at the funeral"},
		{"Your dad", "Hi Sam,\n\nI heard your father passed away. I'm so sorry.\n\nRay", "hank you", "your father"},
		{"Mum", "Hi Sam,\n\nMum slipped and broke her wrist. She'd love a call from you.\n\nDad", "poor Mum", "no hurry"},
		{"News", "Hi Sam,\n\nour daughter was born on Sunday night! She weighs 3.4 kilos.\n\nBen", "react: ", "dismay"},
		{"Noise", "Dear Sam,\n\nfor the third night there was loud music from your flat until two.\n\nPaula", "react.wrong: ", "complained"},
		{"Delay", "Dear Sam,\n\nwe must apologise for the delay of your order. The supplier sent us the wrong colour.\n\nMona", "react: ", "react.wrong"},
		{"Trip", "Hi Sam,\n\nI found a house for six people. It costs about $90 each for two nights.\n\nMike", "", "goodnews"},
		{"Moving", "Hi Sam,\n\nwe're moving on Saturday and could use a strong pair of arms for the piano. Are you free?\n\nBeth", "", "farewell"},
		{"Lake", "Perfect, then everything is planned. See you at the lake!\n\nAlison", "ooking forward to it", "thanked"},
		{"Photos", "Dear Sam,\n\nI've attached the photos. Feel free to use them.\n\nIsabel", "attachment.missing", "offered"},
		{"Office closed", "Dear Sam,\n\nour office will be closed on Monday because of a training course.\n\nIda", "informed.note: your office will be closed on Monday", "because"},
		{"Office closed", "Dear Sam,\n\nour office will be closed on Monday. In urgent cases please call Dr. Webb.\n\nIda", "your office will be closed", "do."},
		{"Loan", "Dear Sam,\n\nI regret to tell you that the bank cannot grant you the loan.\n\nDouglas", "react: ", "ood news"},
		{"Rehearsal", "Sam, my brother was in an accident last night. I won't be at the rehearsal.\n\nMarcus", "your brother", "ongratulations"},
		{"Booking", "Dear Sam,\n\nthank you for your booking from 4 to 8 May, 3 nights. Please tell us when you will arrive.\n\nTina Groves", "contradiction: 3 nights", "react"},
		{"Meeting", "Hi Sam,\n\nwe have to move the meeting because the big room is being painted. The new time is Monday at 10.\n\nIda", "changed: Monday at 10", "big room"},
		{"Posters", "Hi Sam,\n\nthe posters came and they are smudged on the left side. You printed them only last week. Can you reprint them by Friday?\n\nOla", "sorry about that", "glad"},
		{"Shower", "Hi Sam,\n\nyour dog was barking until midnight again. Could you keep it indoors?\n\nVic", "react.wrong: ", "glad"},
		{"Third time", "Hi Sam,\n\nthis is my third mail about the key. When do I get it?\n\nVic", "orry ", "glad"},
		{"Mix-up", "Hi Sam,\n\nI'm so sorry, we sent the wrong lamp, and it arrived with a damp box. Shall we collect it?\n\nVic", "react: ", "react.wrong"},
		{"We did it", "Sam, we signed the lease! I haven't slept. When can you come and see the shop?\n\nJo", "ongratulations", "hard"},
		{"Open", "Hi Sam,\n\nthe bakery opened its doors on Saturday. Do you still bake?\n\nJo", "ongratulations", "sorry"},
		{"Proud", "Hi Sam,\n\nI'm so proud of you. What did you wear?\n\nLove, Mum", "hank you", "glad to hear"},
		{"Water", "Dear all,\n\nthe water will be turned off on Monday. We apologise for the short notice.\n\nMia Dale", "", "personally"},
		{"Thanks", "Hi Sam,\n\nRuth is on the mend and asked me to say thank you. Are you in on Friday?\n\nJo", "good to hear", "your feet"},
		{"Ages", "Hi Sam,\n\nwe haven't spoken since Leeds! I'm semi-retired now. Are you still at the mill?\n\nWill", "to hear from you", "retirement"},
		{"Notes", "Hi Sam,\n\nnext meeting is on Thursday instead of Tuesday. How many men will you bring?\n\nKay", "", "changed"},
		{"Deposit", "Hi Sam,\n\nyou can have the bigger tent instead, at £20 less. Which one would you like?\n\nKay", "", "changed"},
		{"Roof", "Hi Sam,\n\nwhen we came home there was a puddle, because the gutter you put up last month has come loose again. What can you do?\n\nGus", "sorry about that", "welcome"},
		{"Evening", "Dear Sam,\n\nthe whole club enjoyed your evening about owls. Would you give another one?\n\nMay", "hank", "sorry"},
		{"Wondering", "Hi Sam,\n\nI was wondering about your plans for the hall. Which day suits you?\n\nMay", "", "react"},
		{"Bid", "Hi Sam,\n\nthe mill rang. They've gone with the other firm, by 200 pounds. Shall we try the school or wait?\n\nMay", "react: ", "offer again"},
		{"Trailer", "Hi Sam,\n\ncheers for the lend of the saw. Did it always squeak?\n\nMay", "react: ", "sorry"},
		{"Kettle", "Hi Sam,\n\nthe kettle you lent me has given up the ghost. Which make would you like?\n\nMay", "react: ", "sorry"},
		{"Vote", "Hi Sam,\n\nGood news: the club gets 900 pounds towards the roof. The bus shelter got hit by a lorry, so it is a little less. Which roofer will you take?\n\nMay", " news, thank you", "sorry"},
		{"Bike", "Hi Sam,\n\nthe lamp you sold me on Sunday doesn't work at all. What do you suggest?\n\nMay", "sorry about that", "glad"},
		{"Two things", "Hi Sam,\n\nbad news first: the floor of the van is full of holes. Good news is that the engine runs. Welding would be 400. What shall I do?\n\nJo", "", " news, thank you"},
		{"Mill", "Hi Sam,\n\nthe mill finally signed the contract last night. The congratulations belong to you, really. Where did you keep the drawings?\n\nJo", "hank", "ongratulations"},
		{"Poster", "Hi Sam,\n\nI went with the bigger letters as you said. Happy with it?\n\nJo", "", "react"},
		{"Crane", "Hi Sam,\n\nthe crane comes on Monday at 6. I need your van out of the yard the night before. Is that all right?\n\nJo", "", "react.wrong"},
		{"Party", "Hi Sam,\n\nParking's a nightmare, so walk if you can. Do you eat fish?\n\nJo", "", "react"},
		{"Bed 4", "Hi Sam,\n\nthat corner floods every winter, so no potatoes. Have you grown leeks before?\n\nJo", "", "react"},
		{"Three drafts", "Hi Sam,\n\nthe second is plainer, but it has no owl because you said the children are afraid of it. Which one do you like?\n\nJo", "", "react"},
		{"Out", "Hi Sam,\n\nI finally handed in my notice on Friday. The mill can do without me. Are you still at the bank?\n\nJo", "for ", "work with you"},
		{"Lane", "Dear Sam,\n\nThank you for your application to close the lane. There is no charge. What is your phone number?\n\nVera Holt", "", "react"},
		{"Lecture", "Hi Sam,\n\nyou won't remember me, I sat in the first row on Friday. Do you sell the maps?\n\nJo", "react: ", "after all this time"},
		{"Ella", "Dear Sam,\n\njust a note to say how well Ella is doing with her spelling since the autumn. She was very proud.\n\nVera", "to hear", "autumn"},
		{"Boy", "Hi Sam,\n\nwe're grandparents! Are you about on Sunday?\n\nMay", "ongratulations", "sorry"},
		{"Batterie", "Bonjour Sam,\n\nla batterie est morte, il faut en mettre une neuve. Je la change ?\n\nLuc", "", "react"},
		{"Objets", "Bonjour Sam,\n\nmauvaise nouvelle : les charnières sont mortes. Souhaitez-vous que je continue ?\n\nLuc", "pity", "badnews"},
		{"Marie", "Bonjour Sam,\n\nMarie est morte, l'enterrement a lieu jeudi.\n\nLuc", "react.sad", "pity"},
		{"Pompe", "Bonjour Sam,\n\nla pompe est morte aussi. Je la change ?\n\nLuc", "", "condole"},
		{"Bufanda", "Buenas tardes, señor Sam:\n\nHemos encontrado una bufanda con una nota. ¿Es suya?\n\nLola", "", "react"},
		{"Enferma", "Hola, Sam:\n\nestoy en casa con una bronquitis. ¿Puedes venir el lunes?\n\nLola", "react", "alegro"},
		{"Mudanza", "Hola, Sam:\n\npor fin me mudo al centro. ¿Me ayudas el sábado?\n\nLola", "", "farewell"},
		{"Rex", "Hi Sam,\n\nwe had to have Rex put down last night. The garden is so empty.\n\nMay", "sorry", "informed"},
		{"The final", "What a final, I shouted myself hoarse and nearly lost my voice!\n\nMay", "", "recover"},
		{"Bridge", "Just so you know: Mill Bridge is closed on Friday, take the long way round.\n\nMay", "", "safe"},
		{"Bumper", "Some fool drove into the back of my van at the crossing. I'm fine, the van isn't.\n\nMay", "react.sad", "informed"},
		{"Sunday", "Hi Sam, thanks for the invite but I'm not coming on Sunday, there's too much on. Another time maybe.\n\nMay", "rejected", "thanked"},
		{"Drums", "It was three again last night before the drums stopped. We have a newborn and get up at five.\n\nMay", "react.wrong", "informed"},
		{"Days", "Hi Sam,\n\nthe painters can't come till Wednesday, so we start Thursday instead of Monday.\n\nMay", "", "changed"},
	} {
		for seed := range 4 {
			said := reactionTo(c.subject, c.body, seed)
			assert.Contains(t, said, c.has, c.body)
			assert.NotContains(t, said, c.not, c.body)
		}
	}
}

// TestMumOfSomebodyElse: "Mum" in a mail of another family may be anybody's.
func TestMumOfSomebodyElse(t *testing.T) {
	t.Parallel()
	said := func(from, body string) string {
		out := Plan(In{Seed: rng.Seed("1"), Mails: []gist.Gist{gist.Read("", body)}, Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive"}, You: Correspondent{Name: from, Address: "a@b.example"}})
		return out.Moves[0].Slot + ": " + out.Moves[0].Values["value"]
	}
	body := "Hi Sam,\n\nMum had a fall on Monday, so I have to go to Hull. Could you bring the chairs back?\n\nFay"
	assert.Contains(t, said("Fay Turner", body), "oor Mum")
	assert.NotContains(t, said("Fay Dobson", body), "Mum")
	assert.Contains(t, said("Fay Dobson", body), "react.sad: ")
}

// TestRomanceReactions: in French and Spanish, as the mail addresses its reader.
func TestRomanceReactions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, has, not string }{
		{"Bonjour Monsieur,\n\nJe dois annuler notre rendez-vous, car mon fils est malade. Seriez-vous disponible jeudi ?\n\nClaire Dubois", "votre fils", "ton fils"},
		{"Coucou Camille,\n\nJe ne pourrai pas venir ce week-end. Mon père est à l'hôpital depuis hier. Tu viendrais plutôt à la fin du mois ?\n\nAmélie", "ton père", "illness"},
		{"Cher Philippe,\n\nJ'ai appris que ta fille avait été reçue à l'école vétérinaire. Quelle joie !\n\nAgnès", "react: Merci", "goodnews"},
		{"Bonjour Marie,\n\nMerci beaucoup pour ton aide à la fête, tout s'est très bien passé. Combien as-tu payé pour les boissons ?\n\nJulien", "react: ", "savoir"},
		{"Coucou Sam,\n\nmerci encore de m'avoir prêté ton sac à dos ! Tu viens samedi ?\n\nFlo", "react: ", "thanked"},
		{"Bonjour Sam,\n\nJe n'ai pas reçu le loyer de mars. Quand pensez-vous faire le virement ?\n\nGérard Pons", "react: ", "wrong"},
		{"Madame,\n\nVotre demande de réservation est bien arrivée. À quelle heure rendrez-vous les clés ?\n\nÉlise Tanguy", "", "react"},
		{"Hola, Elena:\n\nAyer nació nuestra hija y pesa 3,2 kilos. Estamos muy bien.\n\nRosa", "react: ", "goodnews"},
		{"Hola, Nuria:\n\nLa abuela se ha caído y está en el hospital. ¿Puedes venir el sábado?\n\nTu hermana", "react.sad: ", "siento mucho lo de"},
		{"Estimado señor Molina:\n\nMi madre está en el hospital y no podré ir a la reunión. ¿Le viene bien el jueves?\n\nAna", "react.sad: ", "tu madre"},
		{"Estimada señora Ortega:\n\nGracias por su interés en nuestro curso. ¿Cuándo quiere empezar?\n\nElena Vidal", "", "react"},
		{"Hola, Rafael:\n\nEl ascensor lleva dos días parado. ¿Sabes quién lo arregla?\n\nInés", "", "react"},
	} {
		for seed := range 4 {
			said := reactionTo("", c.body, seed)
			assert.Contains(t, said, c.has, c.body)
			assert.NotContains(t, said, c.not, c.body)
		}
	}
}

// TestWhoIsSorryDoesIt: nobody says sorry and then refuses what would mend it.
func TestWhoIsSorryDoesIt(t *testing.T) {
	t.Parallel()
	for seed := range 40 {
		said := reactionTo("Parking", "Dear Sam,\n\nyour car has been standing in my space since Friday. Please move it today.\n\nElla", seed)
		assert.Contains(t, said, "react.wrong")
		assert.NotContains(t, said, "do.no")
	}
}

// TestMovedIsNotLost: whoever cannot come and asks for another time is not missed for good.
func TestMovedIsNotLost(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"I regret to say that I have to cancel our lunch on Wednesday, a client has moved a deadline. Can we do Friday instead?",
		"I'm afraid I can't come on Tuesday, sorry. Could we move it to another day?",
	} {
		for seed := range 6 {
			out := Plan(in(fmt.Sprint(seed), gist.Read("", text)))
			for _, m := range out.Moves {
				assert.NotRegexp(t, "Another time|What a pity|shame", m.Values["value"], text)
			}
		}
	}
}

// TestNoRecoveryIsWishedToTheDying: of whoever has weeks to live.
func TestNoRecoveryIsWishedToTheDying(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"The vet called. It's cancer. They say she has a few weeks at best. I can't stop crying.",
		"Dad's scan came back. It has spread to the liver and there is nothing more they can do.",
		"Bei meinem Hund ist es Krebs. Er hat nur noch ein paar Wochen.",
	} {
		for seed := range 6 {
			out := Plan(in(fmt.Sprint(seed), gist.Read("", text)))
			require.NotEmpty(t, out.Moves, text)
			assert.Contains(t, []string{"react.sad", "badnews", "condole"}, out.Moves[0].Slot, text)
			assert.NotRegexp(t, "(?i)recovery|get well|Besserung", out.Moves[0].Values["value"], text)
		}
	}
}

// TestWhatIsSaidHowMuchIsNotAsked: "I just wanted to say how much it meant to me".
func TestWhatIsSaidHowMuchIsNotAsked(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"I just wanted to say how much your letter meant to me. I've read it over and over.",
		"I wanted you to know how happy the flowers made my mother.",
		"Ich wollte dir nur sagen, wie sehr mich dein Brief gefreut hat.",
	} {
		out := Plan(in("1", gist.Read("", text)))
		for _, m := range out.Moves {
			assert.NotRegexp(t, "answer", m.Slot, text)
		}
	}
}
