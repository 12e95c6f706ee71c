package dialog

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	allAsks = []gist.Ask{"", gist.AskYesNo, gist.AskChoice, gist.AskNumber, gist.AskMoney, gist.AskDate, gist.AskMeet, gist.AskTime, gist.AskDeadline, gist.AskDuration, gist.AskPlace,
		gist.AskWho, gist.AskIdentifier, gist.AskVersion, gist.AskPhone, gist.AskAddress, gist.AskOpinion, gist.AskRating, gist.AskFeeling, gist.AskSum, gist.AskWhy, gist.AskHow,
		gist.AskStatus, gist.AskRemind, gist.AskWhat, "nonsense"}
	temperaments = []string{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost", ""}
	someTexts    = []string{"", "the table", "it", "the delivery of the 48 chairs", "EUR 1,200", "Tuesday 10:00", "31 February", "the 20th", "tomorrow", "2.7.3", "password",
		"how many of the 48 boxes", "price", "\x00\xff\u2028", strings.Repeat("word ", 90), "Firefox 131", "Monday 24 November 2026", "Can you come?", "99999999999999999999 EUR", "-3", "12:60"}
)

// arbitrary makes any In of a source of choices.
func arbitrary(pick func(n int) int) In {
	text := func() string { return someTexts[pick(len(someTexts))] }
	texts := func() (out []string) {
		for range pick(4) {
			out = append(out, text())
		}
		return out
	}
	kind := func() gist.Ask { return allAsks[pick(len(allAsks))] }
	g := gist.Gist{Language: []string{"en", "", "de", "xx"}[pick(4)], Words: pick(50), Thanks: pick(2) == 0, Closing: pick(4) == 0, Dates: texts(), Amounts: texts(), Greeting: text(), NounPhrase: text()}
	for range pick(5) {
		g.Questions = append(g.Questions, gist.Question{Text: text(), Topic: text(), Ask: kind(), Options: texts(), Dates: texts(), Unit: text(), Low: pick(9) - 4, High: pick(2000), Result: text(),
			Label: text(), Kind: []string{"", "when", "how often", "how far", "what"}[pick(5)], Of: gist.OfReader})
	}
	for range pick(3) {
		g.Requests = append(g.Requests, gist.Request{Text: text(), Verb: text(), Object: text(), Document: pick(2) == 0})
		g.Acts = append(g.Acts, gist.Act{Kind: weights[pick(len(weights))].kind, Text: text(), Topic: text(), Value: text()}, gist.Act{Kind: weights[pick(len(weights))].kind, Value: text()})
		g.Stated = append(g.Stated, gist.Stated{Ask: kind(), Topic: text(), Value: text()})
		g.Promises = append(g.Promises, gist.Promise{What: text(), Due: text()})
	}
	i := in(fmt.Sprint(pick(1000)), g)
	i.Mails[0].Language = g.Language
	i.Files, i.Occasion, i.Promise = pick(2), pick(5), []string{"", "tomorrow"}[pick(2)]
	i.Me.Temperament, i.Me.Knows, i.Me.Start, i.Me.End = temperaments[pick(len(temperaments))], []string{"all", "some", "little"}[pick(3)], pick(1500), pick(1500)
	i.Case = Case{Status: text(), Facts: map[string]string{text(): text(), "deliveryDate": text()}}
	i.Notes = texts()
	for range pick(4) {
		i.Claims = append(i.Claims, Claim{Kind: kind(), Topic: text(), Value: text(), To: []string{"anna@x.example", "b@y.example"}[pick(2)]})
		i.Thread.Agreed = append(i.Thread.Agreed, Claim{Kind: kind(), Topic: text(), Value: text(), To: []string{"anna@x.example", "mara@shop.example"}[pick(2)]})
		i.Thread.Asked = append(i.Thread.Asked, Asking{kind(), text(), pick(5)})
	}
	i.Thread.Mine, i.Thread.Want = pick(2) == 0, []string{"support", "quote", "job", "payment", ""}[pick(5)]
	i.Thread.Hidden = map[string]string{"browser": text(), "budget": text(), text(): text()}
	i.Thread.Given, i.Thread.Closed = texts(), pick(4) == 0
	return i
}

// sound checks what holds for every plan.
func sound(t *testing.T, i In, out Out) {
	t.Helper()
	require.NotEmpty(t, out.Moves)
	require.NotEmpty(t, out.Language)
	for _, m := range out.Moves {
		base := strings.TrimSuffix(m.Slot, ".again")
		if _, known := slots[m.Slot]; !known {
			_, known = slots[base]
			require.True(t, known, "slot %s", m.Slot)
		} else {
			base = m.Slot
		}
		always, maybe := Values(base)
		for _, name := range always {
			require.NotEmpty(t, m.Values[name], "%s has no %s: %v", m.Slot, name, m.Values)
		}
		for name, v := range m.Values {
			require.Contains(t, append(always, maybe...), name, m.Slot)
			require.True(t, utf8.ValidString(v))
			require.LessOrEqual(t, len(v), maxValue)
			require.NotContains(t, v, "\n")
		}
		require.LessOrEqual(t, m.Claim, len(out.Claims))
	}
	s := out.Thread
	require.LessOrEqual(t, len(s.Agreed), maxAgreed)
	require.LessOrEqual(t, max(len(s.Asked), len(s.Given), len(s.Promised)), maxKept)
	require.Equal(t, i.Thread.Turns+1, s.Turns)
}

func TestEveryPlanIsSoundAndRepeatable(t *testing.T) {
	t.Parallel()
	for n := range 4000 {
		r := rng.Seed("any").Draw("any", fmt.Sprint(n))
		i := arbitrary(r.IntN)
		before := i.Thread.clone()
		out := Plan(i)
		sound(t, i, out)
		assert.True(t, reflect.DeepEqual(before, i.Thread), "the thread given is left alone")
		require.Equal(t, out, Plan(i))
	}
}

func FuzzPlan(f *testing.F) {
	f.Add([]byte("some bytes"), "the table")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		at := 0
		i := arbitrary(func(n int) int {
			if at >= len(data) {
				return 0
			}
			at++
			return int(data[at-1]) % n
		})
		for k := range i.Mails[0].Questions {
			i.Mails[0].Questions[k].Text += text
		}
		i.Mails[0].NounPhrase, i.Me.Name, i.Thread.Language = text, text, text
		sound(t, i, Plan(i))
	})
}

func BenchmarkPlan(b *testing.B) {
	i := in("a", gist.Gist{Questions: []gist.Question{ask(gist.AskNumber, "the boxes", "How many boxes do you need?"), ask(gist.AskYesNo, "the invoice", "Did you get the invoice?")},
		Acts: []gist.Act{{Kind: gist.ThankingFor}}})
	for n := range 40 {
		i.Claims = append(i.Claims, Claim{Kind: gist.AskMoney, Topic: fmt.Sprint("the thing ", n), Value: "85 EUR", To: "b@y.example"})
	}
	b.ReportAllocs()
	for b.Loop() {
		Plan(i)
	}
}
