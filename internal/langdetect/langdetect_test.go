package langdetect

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lines returns the lines of testdata by language.
func lines(t testing.TB) map[string][]string {
	data, err := os.ReadFile("testdata/lines.txt")
	require.NoError(t, err)
	of, code := map[string][]string{}, ""
	for l := range strings.Lines(string(data)) {
		l = strings.TrimSpace(l)
		if rest, ok := strings.CutPrefix(l, "== "); ok {
			code = rest
		} else if l != "" {
			of[code] = append(of[code], l)
		}
	}
	return of
}

func TestShortLinesAreToldApart(t *testing.T) {
	t.Parallel()
	all, wrong := 0, 0
	for code, list := range lines(t) {
		missed := 0
		for _, l := range list {
			got, _ := Detect(l)
			if all++; got != code {
				missed++
				t.Logf("%s taken for %q: %s", code, got, l)
			}
		}
		wrong += missed
		assert.LessOrEqual(t, missed, 1+len(list)/25, code)
	}
	t.Logf("%d of %d wrong", wrong, all)
	assert.LessOrEqual(t, wrong*50, all, "at least 98 of 100 are right")
}

func TestEnglishDutchAndDanishAreNeverTakenForEachOther(t *testing.T) {
	t.Parallel()
	group := []string{"en", "nl", "da"}
	for _, code := range group {
		for _, l := range lines(t)[code] {
			if got, _ := Detect(l); got != code {
				assert.NotContains(t, group, got, l)
			}
		}
	}
}

func TestWhoIsSureIsRight(t *testing.T) {
	t.Parallel()
	sures, wrong := 0, 0
	for code, list := range lines(t) {
		for _, l := range list {
			got, sure := Detect(l)
			if sure {
				sures++
				if got != code {
					wrong++
					t.Logf("%s surely taken for %q: %s", code, got, l)
				}
			}
		}
	}
	assert.Greater(t, sures, 500)
	assert.LessOrEqual(t, wrong*200, sures)
}

func TestNamesAddressesAndCodeDoNotMislead(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]string{
		"Please ship it to Schreinerei Müller und Söhne GmbH, Am Alten Markt 3, 50667 Köln.":                         "en",
		"The invoice of Gebrüder Weiß Spedition was paid on Monday.":                                                 "en",
		"Hello Jürgen, is Herr Doktor Weber free at ten?":                                                            "en",
		"Meet me at Rue de la République 12, Chez Madame Lefèvre, at eight.":                                         "en",
		"see https://www.beispiel.de/der/die/das/und/nicht/weil for the price":                                       "en",
		"Can you fix this? SELECT name FROM users WHERE id = 3; return nil, err":                                     "en",
		"Wir benutzen GitHub Actions und Visual Studio Code, klappt das bei euch?":                                   "de",
		"Der Server zeigt: Error 500, the request has timed out. Was nun, habt ihr eine Idee?":                       "de",
		"On a reçu le mail de Best Western Hotels and Resorts, tu peux répondre ?":                                   "fr",
		"Heeft u de factuur van The Body Shop and Partners al betaald?":                                              "nl",
		"Ha llegado la caja de New England Trading Company, pero falta una silla.":                                   "es",
		"WHEN WILL MY ORDER FINALLY ARRIVE? THIS IS THE THIRD MAIL!":                                                 "en",
		"WANN KOMMT ENDLICH MEINE BESTELLUNG AN? DAS IST DIE DRITTE MAIL!":                                           "de",
		"Hi Sanne, the stroopwafels from Van der Berg arrived, thank you so much!":                                   "en",
		"Hej Søren, the meeting with Ørsted in Århus is off.":                                                        "en",
		"Our order ORD-20931 (Winterjacke Alpenglühen, size 42) is still missing two items, please check it for me.": "en",
		"Bonjour Mr. Smith, the room at Hôtel du Lac is booked for you.":                                             "en",
		"Order 10427\nArticle 33-B\nQty 12\nPlease confirm by return.":                                               "en",
		"我们收到了来自 Microsoft Corporation International 的邮件。":                                                           "zh",
		"Мы используем Visual Studio Code и GitHub Enterprise Server, всё работает хорошо":                           "ru",
	} {
		got, _ := Detect(text)
		assert.Equal(t, code, got, text)
	}
}

func TestHintsDecideWhereTheTextDoesNot(t *testing.T) {
	t.Parallel()
	german := "Guten Tag Herr Weber, können Sie mir sagen, wann die Lieferung kommt?"
	for _, c := range []struct {
		text  string
		hints []Hint
		code  string
	}{
		{"Ok", nil, ""},
		{"", nil, ""},
		{"4711", []Hint{Prior("en")}, "en"},
		{"Ok", []Hint{Prior("en")}, "en"},
		{"Ok", []Hint{Prior("en"), Earlier(german)}, "de"},
		{"Ok", []Hint{Prior("en"), Domain("firma.de")}, "de"},
		{"Ok", []Hint{Prior("en"), Domain("example.com")}, "en"},
		{"Super!", []Hint{Subject("Terminverschiebung nächste Woche")}, "de"},
		{"Ok", []Hint{Prior("en"), Earlier("Можем ли мы перенести звонок на пятницу?")}, "ru"},
		{"", []Hint{Domain("posta.cz.")}, "cs"},
		{"Thank you, that is fine for us.", []Hint{Domain("firma.de"), Earlier(german), Subject("Re: Lieferung")}, "en"},
		{"Vielen Dank, das passt uns gut.", []Hint{Domain("example.co.uk"), Prior("en")}, "de"},
	} {
		got, _ := Detect(c.text, c.hints...)
		assert.Equal(t, c.code, got, c.text)
	}
	_, sure := Detect("Ok", Prior("en"))
	assert.False(t, sure)
}

func TestOnlyTheStartIsRead(t *testing.T) {
	t.Parallel()
	code, sure := Detect(strings.Repeat("Wir haben die Rechnung noch nicht bekommen. ", 50) + strings.Repeat("The rest is in English. ", 1e5))
	assert.Equal(t, "de", code)
	assert.True(t, sure)
}

func TestEveryLanguageHasItsFile(t *testing.T) {
	t.Parallel()
	entries, err := files.ReadDir("data")
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, strings.TrimSuffix(e.Name(), ".txt"))
	}
	assert.ElementsMatch(t, got, Codes())
	for _, f := range families {
		assert.LessOrEqual(t, len(f.codes), 32, "rows have 32 places")
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, l := range lines(t)["sv"] {
				Detect(l, Prior("en"))
			}
		})
	}
	wg.Wait()
}

func FuzzDetect(f *testing.F) {
	f.Add("Können wir den Anruf verschieben?", "Re: Termin", "firma.de")
	f.Add("\xff\xfe\u200c ー 漢字 かな", "", "..")
	f.Add("A. B. C. 'n' -x- a.b", "日本", ">")
	known := append(Codes(), "", "el", "he", "hi", "th", "ja", "ko", "zh", "ka", "hy", "bn", "ta")
	f.Fuzz(func(t *testing.T, text, line, host string) {
		code, _ := Detect(text, Subject(line), Earlier(text+line), Domain(host), Prior("en"))
		again, _ := Detect(text, Subject(line), Earlier(text+line), Domain(host), Prior("en"))
		assert.Equal(t, code, again)
		assert.Contains(t, known, code)
	})
}

const ordinary = `Hello Anna,

thank you for the quick answer. We have looked at the three options that you sent us on Tuesday, and my
colleagues prefer the second one, because it leaves more room for the people who work upstairs. Before we
order, I would like to know two things: how long does the delivery to Hamburg take at the moment, and is the
price of 1,240 EUR still valid when we pay within fourteen days? If so, please send the contract to my
colleague Jürgen Weber (j.weber@example.com), who will sign it before the end of the month.

Also, could you tell us whether somebody can come by to measure the rooms? Any day next week is fine for us.

Best regards,
Martin`

func BenchmarkMail(b *testing.B) {
	Detect(ordinary)
	b.SetBytes(int64(len(ordinary)))
	for b.Loop() {
		Detect(ordinary)
	}
}

func BenchmarkUnknownWords(b *testing.B) {
	text := strings.Repeat("blorvekt snimparle dafrunte ", 200)
	Detect(text)
	b.SetBytes(MaxText)
	for b.Loop() {
		Detect(text)
	}
}

func BenchmarkLearn(b *testing.B) {
	for b.Loop() {
		learn(families[0].codes)
	}
}
