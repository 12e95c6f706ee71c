package compose

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/rng"
)

// written languages are those with sentences.
func writtenLanguages() []string {
	return slices.DeleteFunc(lang.Codes(), func(code string) bool { return len(lang.Say(code)) == 0 })
}

// sample are values for the names of moves.
var sample = map[string]string{
	"value": "Monday", "thing": "the blue one", "other": "Thursday", "date": "Friday", "topic": "the delivery", "echo": "I did", "reason": "the mornings are full", "unit": "people",
	"due": "by Friday", "of": "the list", "sends": "send it", "doing": "send the list", "stated": "I need the list", "before": "I need", "after": "in all", "past": "yes", "day": "Tuesday", "who": "Tom Berg", "key": "delivery date", "is": "is", "way": "you can do it online", "note": "likes tea",
	"high": "5", "name": "Ann", "own": "Bea", "title": "the office move", "status": "on hold", "summary": "desks ordered, permits missing",
	"wish": "yes", "me": "Bea", "fullname": "Bea Novak", "role": "office manager", "org": "Acme", "wants": "to move in", "want": "to move in",
}

// oddities are what no sentence of any language has.
var oddities = regexp.MustCompile(`  |[{}|\[\]~_]| [,.;:?!]|,,|\.\.$|,\.|^\W|[,;:] [,;:.]|\b(?i:a [aeio]|an [bcdfgjklmnpqrstvwxyz])\w|\bthe the\b`)

// TestEverySlotIsSaid: what may be decided to be said has words for every
// temperament and formality in every language, be the optional values there or not.
func TestEverySlotIsSaid(t *testing.T) {
	t.Parallel()
	slots := dialog.Slots()
	require.NotEmpty(t, slots)
	for _, code := range writtenLanguages() {
		for _, slot := range slots {
			always, maybe := dialog.Values(slot)
			for _, temperament := range append(slices.Clone(temperaments), "") {
				for _, formality := range formalities {
					for n, names := range [][]string{always, append(slices.Clone(always), maybe...)} {
						values := map[string]string{}
						for _, name := range names {
							require.NotEmpty(t, sample[name], "a sample of %s", name)
							if name != "topic" || n == 1 || strings.HasPrefix(slot, "ask") || strings.HasPrefix(slot, "escalate") {
								values[name] = sample[name]
							}
						}
						w := newWriter(Brief{Seed: "s", Kind: Reply, Voice: Voice{Name: "Bea Novak", Address: "b@acme.example", Language: code, Temperament: temperament, Formality: formality}})
						w.with(values, func() {
							s, ok := w.sentence(slot)
							s = unguard(s)
							assert.True(t, ok && s != "", "%s: %s %s %s %v", code, slot, temperament, formality, values)
							if code == "en" {
								assert.NotRegexp(t, oddities, s, "%s %s %s", slot, temperament, formality)
							}
						})
					}
				}
			}
		}
	}
}

// TestEverySentenceIsWhole fills every variant of every table many times: no brace is
// left, no space doubled, no article wrong.
func TestEverySentenceIsWhole(t *testing.T) {
	t.Parallel()
	for _, code := range writtenLanguages() {
		l := languageOf(code)
		for _, slot := range slices.Sorted(maps.Keys(l.table)) {
			if ruleSection(slot) {
				continue
			}
			for _, s := range l.table[slot] {
				for _, v := range s.variants {
					for n := range 40 {
						w := newWriter(Brief{Seed: rng.Seed(fmt.Sprint(n)), Kind: Reply, Voice: Voice{Address: "b@acme.example", Language: code, Temperament: s.temperament, Formality: s.formality}})
						w.values = map[string]string{}
						for name := range valueNames {
							w.values[name] = orElse(sample[name], "the seating plan")
						}
						if n%2 == 1 {
							w.values["topic"], w.values["reason"], w.values["echo"] = "", "", ""
						}
						text, e := w.try(w.draw("x"), v)
						if e.missing {
							continue
						}
						text = unguard(text)
						if strings.Contains(text, "{") || code == "en" && oddities.MatchString(text) && !strings.HasPrefix(slot, "word.") && !strings.HasPrefix(slot, "subject") && slot != "tail.again" {
							t.Errorf("%s [%s] %q: %q", code, slot, v.text, text)
							break
						}
					}
				}
			}
		}
	}
}

// ruleSection reports whether a section holds rules of the language and no sentences.
func ruleSection(slot string) bool {
	return slices.Contains([]string{"repairs", "joins", "contractions", "agree", "plural", "warm", "terse", "chatty", "offices", "titles", "determiners"}, slot) || strings.HasPrefix(slot, "prep.")
}

// TestTablesNameWhatThereIs: a name in braces is a value or a word of the table.
func TestTablesNameWhatThereIs(t *testing.T) {
	t.Parallel()
	for _, code := range writtenLanguages() {
		l := languageOf(code)
		for slot, sections := range l.table {
			for _, s := range sections {
				for _, v := range s.variants {
					for _, name := range slotNames(v.text) {
						name = strings.TrimLeft(name, "?!")
						name, _, _ = strings.Cut(name, "=")
						if form, of, ok := strings.Cut(name, " "); ok {
							known := l.agree[form] != "" || len(l.table["prep."+form]) > 0
							assert.True(t, known, "%s: [%s] %s: {%s}", code, slot, v.text, form)
							name = of
						}
						known := valueNames[name] || len(l.table["word."+name]) > 0
						assert.True(t, known, "%s: [%s] %s: {%s}", code, slot, v.text, name)
					}
				}
			}
		}
	}
}

// TestFollowUpsSayWhatWasLeftOut and nothing twice.
func TestFollowUpsSayWhatWasLeftOut(t *testing.T) {
	t.Parallel()
	left, none := 0, 0
	for n := range 60 {
		v := person("busy", fmt.Sprintf("p%d@acme.example", n))
		b := Brief{Seed: "s", Voice: v, Kind: Reply, Occasion: 1, Subject: "x", To: Correspondent{Name: "Ann Lee", Address: "ann@client.example"}, Case: move,
			Mails: []gist.Gist{gist.Read("", "When is the delivery of the desks? How much is the transport? Where are the keys?")}}
		first := Write(b)
		b.Kind, b.SaidBefore, b.Claims, b.Thread, b.ThreadReplies = Followup, first.Said, first.Claims, first.Thread, 1
		second := Write(b)
		if strings.Contains(first.Text, "front desk") {
			assert.NotContains(t, second.Text, "front desk", first.Text)
			none++
			continue
		}
		assert.Contains(t, second.Text, "front desk", first.Text)
		assert.NotContains(t, second.Text, "14 January")
		left++
	}
	assert.Positive(t, left)
	assert.Positive(t, none)
}

// TestDetailsOfAnAppointment: who declines one, or only offers a day, adds nothing that only
// somebody says who comes.
func TestDetailsOfAnAppointment(t *testing.T) {
	t.Parallel()
	comes := regexp.MustCompile(`pünktlich|verspäte|etwas länger|on time|held up|little longer`)
	for _, code := range writtenLanguages() {
		said := 0
		for n := range 200 {
			for _, slot := range []string{"answer.meet", "answer.meet.other", "answer.meet.free"} {
				w := newWriter(Brief{Seed: rng.Seed(fmt.Sprint(n)), Kind: Reply, Voice: Voice{Name: "Bea Novak", Address: "b@acme.example", Language: code}})
				w.with(sample, func() {
					if !w.extra("more."+slot, atStart) {
						return
					}
					text := w.parts[len(w.parts)-1].text
					if slot != "answer.meet" {
						assert.NotRegexp(t, comes, text, "%s: %s", code, slot)
					} else if comes.MatchString(text) {
						said++
					}
				})
			}
		}
		assert.True(t, said > 0 || code == "fr" || code == "es", code)
	}
}

// TestStatementsAreNoQuestions: a sentence that states something ends with no question mark.
func TestStatementsAreNoQuestions(t *testing.T) {
	t.Parallel()
	states := regexp.MustCompile(`^(I (could|would|can)( offer| suggest| rather take| propose)?|Let us say|Let's say|Better for me would be|Besser wäre|Lieber|Ich könnte|(Mein )?Vorschlag[^?]*:) [^,?]*\?`)
	for _, code := range writtenLanguages() {
		for n := range 300 {
			for _, slot := range []string{"answer.meet.other", "answer.meet.free"} {
				for _, formality := range formalities {
					w := newWriter(Brief{Seed: rng.Seed(fmt.Sprint(n)), Kind: Reply, Voice: Voice{Name: "Bea Novak", Address: "b@acme.example", Language: code, Formality: formality}})
					w.with(sample, func() {
						s, _ := w.sentence(slot)
						assert.NotRegexp(t, states, unguard(s))
					})
				}
			}
		}
	}
}

// TestNobodyIsSorryForAFact: only what one refuses is regretted.
func TestNobodyIsSorryForAFact(t *testing.T) {
	t.Parallel()
	for i := range 60 {
		w := newWriter(Brief{Seed: rng.Seed(fmt.Sprint(i)), Kind: Reply, Voice: Voice{Name: "Bea Novak", Address: "b@acme.example", Language: "en"}})
		w.with(map[string]string{"stated": "she does not need a lunch"}, func() {
			s, ok := w.sentence(w.restating("answer.no"))
			assert.True(t, ok)
			assert.NotRegexp(t, `(?i)sorry|afraid|unfortunately`, s)
		})
	}
}

// TestValuesAreSaidWithoutDoubt: people know how many they are and when they come; only a
// temperament makes them doubt it.
func TestValuesAreSaidWithoutDoubt(t *testing.T) {
	t.Parallel()
	l := languageOf("en")
	for _, slot := range []string{"answer.number", "answer.money", "answer.date", "answer.time", "answer.duration", "answer.place", "answer.who", "answer.rating", "told", "told.date", "told.time"} {
		for _, formality := range formalities {
			for _, line := range l.lines(slot, "", formality) {
				assert.NotRegexp(t, `{ithink}|as far as|I think\||if I remember|as it looks|when I last|by my count`, line, slot)
			}
		}
	}
}

// TestPromisedCommentsAreMade: who promised comments makes one, and does not say that it is done.
func TestPromisedCommentsAreMade(t *testing.T) {
	t.Parallel()
	for seed := range 5 {
		b := Brief{Seed: rng.Seed(fmt.Sprint("comments", seed)), Kind: Deliver, Voice: Voice{Name: "Bea Novak", Address: "bea@acme.example", Temperament: "responsive"}, To: Correspondent{Name: "Ann Lee", Address: "ann@b.example"}}
		b.Promise.What = "the comments"
		text := Write(b).Text
		assert.NotRegexp(t, "(?i)done|taken care|sorted", text)
		assert.Regexp(t, "(?i)beginning|commas?|objections|as it stands", text)
	}
}
