package gist

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		subject, text string
		kind          Kind
		np            string
	}{
		{"Meeting", "Hi Ann,\n\nIs Tuesday 10:00 fine?\n\nBest regards,\nBob Lee", Scheduling, "the meeting"},
		{"", "Would Monday 9 March at 14:00 or Wednesday at 3 pm suit you for a call about the budget?", Scheduling, "a call"},
		{"", "Could you send me the signed contract by Friday?", Document, "the signed contract"},
		{"", "When will my order 10427 arrive?", Asking, "your order 10427"},
		{"", "What is the warranty period for the printer?", Asking, "the warranty period for the printer"},
		{"", "Please let me know when the installation team can come.", Asking, "the installation team"},
		{"", "Please book the conference room for the workshop.", Requesting, "the conference room for the workshop"},
		{"Broken", "The coffee machine you delivered on 3 March is broken. This is unacceptable!", Complaint, "the coffee machine"},
		{"", "We can offer you a discount on the annual licence.", Offer, "the annual licence"},
		{"Invoice INV-2026-014", "Please find attached invoice INV-2026-014 over EUR 1,240.00. Payment is due by 31 January 2026.", Invoice, "invoice INV-2026-014"},
		{"Hello", "My name is Carla Gomez and I have taken over the account of Northwind from Peter.", Introduction, "the account of Northwind"},
		{"", "Many thanks for the quick help with the printer!", Thanking, "the printer"},
		{"", "thanks a lot, all good now", Closing, ""},
		{"Update", "The server migration took place last night. Everything is running again.", Information, "the server migration"},
		{"Office move", "I will send you the new seating plan by Thursday.", Information, "the office move"},
		{"Your outbound", "Hi Tom, I came across your company and thought: we help companies like yours to get more leads. Would you be open to a quick call next week?", Cold, "a quick call"},
		{"", "You are receiving this because you signed up. Unsubscribe here.", Newsletter, ""},
		{"", "", Unclear, ""},
		{"", "hm", Unclear, ""},
	} {
		g := Read(tc.subject, tc.text)
		assert.Equal(t, tc.kind, g.Kind, tc.text)
		assert.Equal(t, g.Kind, g.Kinds[0])
		if tc.np != "" {
			assert.Contains(t, append([]string{g.NounPhrase}, g.Phrases...), tc.np, tc.text)
		}
	}
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want []Question
	}{
		{"When will my order 10427 arrive, and how much is the delivery to Spain?", []Question{{Kind: "when", Topic: "your order 10427"}, {Kind: "how much", Topic: "the delivery", And: true}}},
		{"Is Tuesday 10:00 fine?", []Question{{YesNo: true, Topic: "Tuesday 10:00", Dates: []string{"Tuesday 10:00"}}}},
		{"Who is my contact for returns? Can I pay by card?", []Question{{Kind: "who", Topic: "your contact for returns"}, {YesNo: true, Topic: "the card"}}},
		{"Could you tell me the price of the annual plan?", []Question{{Kind: "what", Topic: "the price of the annual plan"}}},
		{"Please let me know whether the delivery address is correct.", []Question{{YesNo: true, Topic: "the delivery address"}}},
		{"Where should the van park?", []Question{{Kind: "where", Topic: "the van park"}}},
		{"I know what you mean. He asked when it was.", nil},
		{"Which size do you need?", []Question{{Kind: "which", Topic: "the size"}}},
		{"If the price is right, when can we start?", []Question{{Kind: "when"}}},
	} {
		got := Read("", tc.text).Questions
		diff := cmp.Diff(tc.want, got, cmpopts.IgnoreFields(Question{}, "Text", "Ask", "Of", "Echo", "Denial", "Place", "Wanted"), cmpopts.EquateEmpty())
		assert.Empty(t, diff, tc.text)
	}
}

func TestDetails(t *testing.T) {
	t.Parallel()
	g := Read("Re: Order 10427", "Dear Ms Miller,\n\nthis is urgent: ticket #4711 and PO 55-12. It costs $1,200.50, 15 % less than on 9 January.\nPeter Novak comes on\n2026-02-03 or on Friday afternoon at 3 pm.\n\nKind regards\nBob Lee\nAcme Ltd\n+44 20 1234 5678")
	assert.Equal(t, "Miller", g.Greeting)
	assert.Equal(t, "Bob Lee", g.Signed)
	assert.True(t, g.Urgent)
	assert.Equal(t, []string{"9 January", "2026-02-03", "Friday afternoon at 3 pm"}, g.Dates)
	assert.Equal(t, []string{"$1,200.50", "15 %"}, g.Amounts)
	assert.Equal(t, []Number{{"order", "10427"}, {"ticket", "4711"}, {"PO", "55-12"}}, g.Numbers)
	assert.Contains(t, g.Names, "Peter Novak")
	assert.NotContains(t, strings.Join(g.Names, " "), "Acme", "the signature is not read")
}

func TestPromises(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ text, what, due string }{
		{"I will send you the signed contract by Friday.", "the signed contract", "by Friday"},
		{"I'll get back to you tomorrow.", "get back to", "tomorrow"},
		{"We will deliver the desks in a few days.", "the desks", "in a few days"},
		{"I am going to check the invoice by 2026-01-09.", "the invoice", "by 2026-01-09"},
		{"We'll reply within two working days.", "reply within two", "within two working days"},
		{"I will let you know by the end of the week.", "let you know", "by the end of the week"},
		{"I will forward the list.", "the list", ""},
		{"I will send you photos by tomorrow.", "the photos", "by tomorrow"},
		{"I'll send you your copy tomorrow.", "the copy", "tomorrow"},
		{"I'll see what I can do.", "", ""},
		{"If it breaks, write back and I'll sort it.", "", ""},
		{"I will not send anything.", "", ""},
		{"Will you send the list?", "", ""},
	} {
		g := Read("", tc.text)
		if tc.what == "" {
			assert.Empty(t, g.Promises, tc.text)
			continue
		}
		if assert.Len(t, g.Promises, 1, tc.text) {
			assert.Equal(t, tc.what, g.Promises[0].What, tc.text)
			assert.Equal(t, tc.due, g.Promises[0].Due, tc.text)
		}
	}
}

func TestColdSteps(t *testing.T) {
	t.Parallel()
	pitch := "I came across your site. We help companies grow; would a quick call suit?"
	assert.Equal(t, 1, Read("", pitch).ColdStep)
	assert.Equal(t, 2, Read("", "Just following up. "+pitch).ColdStep)
	assert.Equal(t, 3, Read("", "One last mail, then I won't bother you. "+pitch).ColdStep)
	assert.Zero(t, Read("", "Just following up on the invoice.").ColdStep)
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for code, text := range map[string]string{
		"en": "Could you send me the list of the open points?",
		"de": "Wann kommt die Lieferung? Bitte senden Sie mir die Rechnung mit der Post.",
		"fr": "Bonjour, pouvez-vous nous envoyer la facture pour le mois de mars ? Merci.",
		"es": "Hola, ¿cuándo puede enviar la factura? Gracias por su ayuda con el pedido.",
		"ru": "Здравствуйте, когда придёт заказ?",
		"ja": "請求書を送ってください。よろしくお願いします。",
		"zh": "请问什么时候发货？",
		"ar": "متى يصل الطلب؟",
	} {
		assert.Equal(t, code, Read("", text).Language, text)
	}
	assert.Len(t, Read("", "请问什么时候发货？").Questions, 1)
	assert.Empty(t, Read("Factuur", "Wanneer komt de levering?\nStuur mij alstublieft de factuur en de offerte.").Phrases, "no lexicon")
	assert.Contains(t, Read("Rechnung", "Wann kommt die Lieferung?\nBitte senden Sie mir die Rechnung und das Angebot.").Phrases, "die Lieferung")
}

func TestPhrase(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "the office move", Phrase("Office move"))
	assert.Equal(t, "order 10427", Phrase("Re: Order 10427"))
	assert.Empty(t, Phrase("Why is it late and what now"))
	assert.Empty(t, Phrase(""))
}

func FuzzRead(f *testing.F) {
	f.Add("Re: Delivery", "Hi Ann,\n\nwhen is it? I'll pay $5 by Friday.\n\nBest,\nBob\n-- \nx")
	f.Add("Re: Re: :", "?\n-- \n\n- \n1. \n\u00a0? and when? and who? Please send me")
	f.Add("", strings.Repeat("and when? ", 300))
	f.Add("Sad news", "1. Is it A, B or C? 2) On a scale from 1 to 5? We ordered 48 and got 29, how many are missing? Friday, 14 November|")
	f.Add("", "¿Cuándo? l'offre pouvez-vous İ’l'İ-vous? the or or or? and if so or")
	f.Add("\xff", "\xff\xfe? 1.1.1.1 #12 EUR 5 %")
	f.Fuzz(func(t *testing.T, subject, text string) {
		g := Read(subject, text)
		if len(g.Kinds) == 0 || g.Kind != g.Kinds[0] || g.Language == "" {
			t.Fatalf("no kind or language: %+v", g)
		}
		for _, n := range []int{len(g.Questions), len(g.Requests), len(g.Dates), len(g.Amounts), len(g.Numbers), len(g.Names), len(g.Phrases), len(g.Promises), len(g.Acts), len(g.Stated)} {
			if n > MaxItems {
				t.Fatalf("list of %d", n)
			}
		}
		texts := append(append([]string{g.NounPhrase}, g.Phrases...), g.Dates...)
		for _, q := range g.Questions {
			texts = append(append(texts, q.Topic, q.Unit, q.Result, q.Label, q.Echo, q.Denial), q.Options...)
			if q.Ask == "" || len(q.Options) > MaxItems || q.Text == "" {
				t.Fatalf("question %+v", q)
			}
		}
		for _, a := range g.Acts {
			texts = append(texts, a.Topic)
		}
		for _, s := range g.Stated {
			texts = append(texts, s.Topic, s.Value)
		}
		for _, s := range texts {
			if len(s) > MaxPhrase || strings.Contains(s, "\n") || !utf8.ValidString(s) {
				t.Fatalf("phrase %q", s)
			}
		}
	})
}

// BenchmarkRead reports what twice the text costs: 2 is linear.
func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("When will the order 10427 arrive? I will send you the signed contract by Friday. ", 190)
	var half float64
	for _, part := range []int{2, 1} {
		b.Run(map[int]string{1: "whole", 2: "half"}[part], func(b *testing.B) {
			for b.Loop() {
				Read("Order", text[:len(text)/part])
			}
			cost := float64(b.Elapsed()) / float64(b.N)
			if part == 2 {
				half = cost
			} else if half > 0 {
				b.ReportMetric(cost/half, "x-of-half")
			}
		})
	}
}

// TestPoliteRequests: words that say only how do not hide what is asked.
func TestPoliteRequests(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Please also confirm the delivery address.":            "confirm the delivery address",
		"Kindly also sign the form.":                           "sign the form",
		"Could you then please quickly supply the spare keys?": "supply the spare keys",
		"Would you kindly reply to the survey?":                "reply the survey",
	} {
		g := Read("", text)
		if assert.Len(t, g.Requests, 1, text) {
			assert.Equal(t, want, g.Requests[0].Verb+" "+g.Requests[0].Object, text)
		}
	}
	g := Read("", "Please also let me know the price of the desk.")
	assert.Empty(t, g.Requests)
	if assert.Len(t, g.Questions, 1) {
		assert.Equal(t, "the price of the desk", g.Questions[0].Topic)
	}
}

// TestRequestAndQuestion: "and" parts what is asked for from what is asked.
func TestRequestAndQuestion(t *testing.T) {
	t.Parallel()
	g := Read("", "Could you send me the signed order form by Friday, and is EUR 4,300 still the price?")
	if assert.Len(t, g.Requests, 1) {
		assert.Equal(t, "the signed order form", g.Requests[0].Object)
		assert.True(t, g.Requests[0].Document)
	}
	if assert.Len(t, g.Questions, 1) {
		assert.True(t, g.Questions[0].YesNo)
		assert.Equal(t, "the price", g.Questions[0].Topic)
	}
	g = Read("", "Could you check and return the form?")
	assert.Len(t, g.Requests, 1)
	assert.Empty(t, g.Questions)
}

func TestNamesDocument(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]bool{
		"the signed contract": true, "both invoices": true, "your CV": true, "a call": false, "by the end of the week": false, "": false, "\xff": false,
	} {
		assert.Equal(t, want, NamesDocument(phrase), phrase)
	}
}

// TestQuestionWordBehindOr reads sentences in which the word that asks stands behind "or".
func TestQuestionWordBehindOr(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"Montag oder Dienstag, sag mir bitte was?", "Heute oder morgen was", "this or that, tell me which?", "a or b which"} {
		assert.NotPanics(t, func() { Read("", s) })
	}
}

// TestCutOff reads and says back what is cut off, and verbs that no list has.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"Could you tell me the price and can", "le rogamos que nos", "please do", "tell me who", "I wonder who's", "the delivery note states forty boxes of it", "the hall closes early on Monday", "1. the contract I'd appreciate: and there is one card payment of 84.20", "I'd appreciate an if", "I'd welcome some otherwise"} {
		assert.NotPanics(t, func() {
			Read("", s)
			Note("en", s)
			restaterOf("en").tellEnglish(s, AskWho)
			Alternatives("en", s)
		}, s)
	}
}

// TestOptionsAreReadWhole reads choices with points in brackets and names in capitals.
func TestOptionsAreReadWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"US or British spelling?": {"US", "British spelling"},
		"Passt Ihnen eher der Dienstag (20.1.) oder der Donnerstag (22.1.)? Danke für Bescheid.": {"der Dienstag", "der Donnerstag"},
	} {
		qs := Read("", text).Questions
		if !assert.Len(t, qs, 1, text) {
			continue
		}
		assert.Equal(t, want, qs[0].Options, text)
	}
}

func TestGrave(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"Mum died early this morning. I'll let you know about the funeral.": true, "I'll send you the list tomorrow.": false} {
		g := Read("", text)
		assert.Equal(t, want, g.Grave(), text)
	}
}

// TestListsWantTheirItems: what stands behind "I still need" is asked for, one by one.
func TestListsWantTheirItems(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"I still lack: inside leg, chest at its fullest, and collar.":                                3,
		"I need the following:\n- your full name\n- your date of birth\n- a daytime phone number":    3,
		"Kindly state: how long you managed him; his timekeeping; his reason for leaving.":           3,
		"(i) and so on:\n(i) your bag tag number;\n(ii) an itemised list;\n(iii) your bank. I need:": 0,
		"We have three colours:\n- red\n- green\n- blue":                                             0,
	} {
		g := Read("", "Hi Tom,\n\n"+text+"\n\nThanks,\nLena Ortiz")
		assert.Len(t, g.Questions, want, text)
	}
}

func TestQuestionsGoOnForOneAnswer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"Can you come? If not, which day would suit you?": -1, "Can you come? If so, how long will you stay?": 1, "Can you come? How long will you stay?": 0, "Kommst du? Wenn ja, wie lange bleibst du?": 1} {
		g := Read("", text)
		require.NotEmpty(t, g.Questions, text)
		assert.Equal(t, want, g.Questions[len(g.Questions)-1].If, text)
	}
}

// TestAPersonsQuestionIsNoReceipt: programs do not ask whether something has arrived.
func TestAPersonsQuestionIsNoReceipt(t *testing.T) {
	t.Parallel()
	g := Read("Question", "Hi Tom,\n\nCan you confirm that the invoice has been received and approved?\n\nLena")
	assert.Empty(t, g.Machine)
	require.Len(t, g.Questions, 1)
	assert.Equal(t, AskYesNo, g.Questions[0].Ask)
}

// TestUnknownVerbsAreAskedFor: what stands between "could you" and "it" is done.
func TestUnknownVerbsAreAskedFor(t *testing.T) {
	t.Parallel()
	for text, verb := range map[string]string{"Could you unsubscribe me from the list?": "unsubscribe", "Would you please delete it without opening?": "delete", "Would you be so kind as to forward the minutes?": "forward", "Please tell the driver.": "tell"} {
		g := Read("", text)
		require.Len(t, g.Requests, 1, text)
		assert.Equal(t, verb, g.Requests[0].Verb, text)
	}
}
