package compose

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/rng"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

var update = flag.Bool("mailsim.update", false, "rewrite golden files")

var temperaments = []string{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"}

// script is one correspondence: what Ann writes.
var script = []struct{ subject, text string }{
	{"Office move", "Dear Bea,\n\nmy name is Ann Lee and I have taken over the office move from Peter.\n\nBest regards,\nAnn Lee"},
	{"Re: Office move", "Hi Bea,\n\nwhen is the delivery of the desks, and who looks after the parking permits?\n\nThanks\nAnn"},
	{"Re: Office move", "Is Tuesday 10:00 fine for a call about the floor plan?"},
	{"Re: Office move", "Could you send me the signed contract by Friday? Please also confirm the delivery address."},
	{"Re: Office move", "Would Monday 9 March at 14:00 or Wednesday at 3 pm suit you for a visit to the new office?"},
	{"Re: Office move", "Please find attached invoice INV-2026-014 over EUR 1,240.00. Payment is due by 31 January 2026."},
	{"Re: Office move", "Two of the desks from order 10427 arrived broken. I am very disappointed."},
	{"Re: Office move", "I will send you the new seating plan by Thursday."},
	{"Re: Office move", "Why was the old meeting table thrown away? How much was the transport? Do you still have the keys?"},
	{"Re: Office move", "Thanks a lot, all good now."},
}

// person is Bea, whoever she is this time.
func person(temperament, address string) Voice {
	return Voice{Name: "Bea Novak", Address: address, Role: "Office manager", Org: "Acme", Wants: "to move in before March",
		Temperament: temperament, Length: "medium", Formality: "neutral", Knows: "some"}
}

var move = Case{Title: "Office move", Status: "on hold", Summary: "desks ordered, permits missing",
	Facts: map[string]string{"delivery_date": "14 January", "transportPrice": "EUR 300", "keys": "3 at the front desk"}}

// converse answers the script and returns the briefs and drafts.
func converse(v Voice, change func(int, *Brief)) ([]Brief, []Draft) {
	var briefs []Brief
	var drafts []Draft
	var said []string
	for i, m := range script {
		b := Brief{Seed: "seed", Voice: v, Kind: Reply, To: Correspondent{Name: "Ann Lee", Address: "ann@client.example"}, Subject: m.subject,
			Mails: []gist.Gist{gist.Read(m.subject, m.text)}, ThreadReplies: i, Occasion: i + 1, Case: move, SaidBefore: said}
		if i == 3 || i == 6 { // what is wanted there is promised
			b.Promise.Phrase = []string{"tomorrow", "by the end of the week", "in a few days"}[len(v.Temperament)%3]
		}
		if change != nil {
			change(i, &b)
		}
		d := Write(b)
		briefs, drafts, said = append(briefs, b), append(drafts, d), append(said, d.Said...)
	}
	return briefs, drafts
}

func TestGoldenConversations(t *testing.T) {
	t.Parallel()
	for i, temperament := range temperaments {
		v := person(temperament, "bea."+temperament+"@acme.example")
		v.Formality = formalities[i%3]
		v.Length = lengths[(i+1)%3]
		_, drafts := converse(v, nil)
		var out strings.Builder
		for j, d := range drafts {
			fmt.Fprintf(&out, "Ann: %s\n\n%s\n\n%s\n", oneLine(script[j].text), indent(d.Text), strings.Repeat("-", 60))
		}
		out.WriteString(occasions(v))
		golden(t, temperament, out.String())
	}
}

// occasions writes one mail of every other kind.
func occasions(v Voice) string {
	var out strings.Builder
	for _, b := range []Brief{
		{Kind: Initiate}, {Kind: Nudge, Waiting: Waiting{"the seating plan", "by Thursday"}}, {Kind: Deliver, Promise: Promise{What: "the signed contract", Due: "by Friday"}},
		{Kind: Deliver, Promise: Promise{What: "the signed contract", Due: "by Friday"}, Late: true, Attached: true}, {Kind: Correction, Fix: "attachment"},
		{Kind: Correction, Fix: "date"}, {Kind: Followup}, {Kind: Forward}, {Kind: OOO, Absence: Absence{To: "2 February"}}, {Kind: Reply, ImagesOnly: true},
	} {
		b.Seed, b.Voice, b.To, b.Occasion = "seed", v, Correspondent{Name: "Ann Lee", Address: "ann@client.example"}, 1
		if b.Kind == Initiate {
			b.Case = move
		} else {
			b.Subject = "Office move"
			b.Mails = []gist.Gist{gist.Read("Office move", script[2].text)}
		}
		d := Write(b)
		fmt.Fprintf(&out, "(%s %s)\n\n%s\n\n%s\n", b.Kind, d.Subject, indent(d.Text), strings.Repeat("-", 60))
	}
	return out.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func indent(s string) string { return "    " + strings.ReplaceAll(s, "\n", "\n    ") }

func TestRerunsAgree(t *testing.T) {
	t.Parallel()
	v := person("flaky", "bea@acme.example")
	v.Typos = 0.7
	_, a := converse(v, nil)
	_, b := converse(v, nil)
	assert.Empty(t, cmp.Diff(a, b))
}

func TestNoSentenceTwiceInAThread(t *testing.T) {
	t.Parallel()
	for _, temperament := range temperaments {
		for _, length := range lengths {
			for n := range 5 {
				v := person(temperament, fmt.Sprintf("p%d@acme.example", n))
				v.Length = length
				briefs, drafts := converse(v, nil)
				seen := map[string]int{}
				for i, d := range drafts {
					for _, s := range bodySentences(briefs[i], d) {
						if at, ok := seen[s]; ok && temperament != "ghost" {
							t.Errorf("%s %s: %q in mail %d and %d", temperament, length, s, at, i)
						}
						seen[s] = i
					}
				}
			}
		}
	}
}

// TestNoStockPhrases: no run of eight words stands in two mails of a thread, so
// that nobody repeats himself under another opening.
func TestNoStockPhrases(t *testing.T) {
	t.Parallel()
	for _, temperament := range temperaments[:6] {
		for n := range 10 {
			v := person(temperament, fmt.Sprintf("p%d@acme.example", n))
			v.Length, v.Formality = "long", formalities[n%3]
			_, drafts := converse(v, nil)
			seen := map[string]int{}
			for i, d := range drafts {
				text := strings.ToLower(d.Text)
				if greeting, rest, ok := strings.Cut(text, "\n\n"); ok && countWords(greeting) <= 4 {
					text = rest
				}
				if at := strings.LastIndex(text, "\n\n"); at > 0 && strings.HasSuffix(text, "bea novak") {
					text = text[:at] // the sign-off
				}
				for _, phrase := range []string{"tomorrow", "by the end of the week", "in a few days"} {
					text = strings.ReplaceAll(text, phrase, fmt.Sprint("due ", i))
				}
				text = strings.ReplaceAll(text, "the office move", fmt.Sprint("the subject ", i)) // what it is about may recur
				words := strings.Fields(text)
				for at := range max(len(words)-7, 0) {
					run := strings.Join(words[at:at+8], " ")
					if other, ok := seen[run]; ok && other != i {
						t.Errorf("%s: %q in mail %d and %d", temperament, run, other, i)
					}
					seen[run] = i
				}
			}
		}
	}
}

// bodySentences returns what was said, without greeting and sign-off.
func bodySentences(b Brief, d Draft) []string {
	var out []string
	for _, s := range d.Said {
		if !strings.HasPrefix(s, "#") {
			out = append(out, s)
		}
	}
	return out
}

// TestLengthShows: who writes long mails gives reasons and details. A mail is no longer
// than what it has to say: there is no filling up.
func TestLengthShows(t *testing.T) {
	t.Parallel()
	means := map[string]float64{}
	for _, temperament := range temperaments[:6] {
		for _, length := range lengths {
			sum, count := 0, 0
			for n := range 12 {
				v := person(temperament, fmt.Sprintf("p%d@acme.example", n))
				v.Length = length
				_, drafts := converse(v, func(_ int, b *Brief) { b.ThreadReplies, b.SaidBefore = 0, nil })
				for _, d := range drafts {
					words := countWords(d.Text)
					assert.LessOrEqual(t, words, classes[length].high+30, "%s %s:\n%s", temperament, length, d.Text) // three questions answered
					sum, count = sum+words, count+1
				}
			}
			means[length] += float64(sum) / float64(count) / 6
		}
	}
	t.Logf("mean words: %v", means)
	assert.Less(t, means["short"], 22.0)
	assert.Greater(t, means["medium"], 1.1*means["short"])
	assert.Greater(t, means["long"], 1.1*means["medium"]) // spec: people.length
}

func TestPhonesAndLongThreadsShorten(t *testing.T) {
	t.Parallel()
	words := func(change func(*Brief)) int {
		sum := 0
		for n := range 20 {
			v := person("responsive", fmt.Sprintf("p%d@acme.example", n))
			v.Length = "long"
			_, drafts := converse(v, func(_ int, b *Brief) { b.SaidBefore = nil; change(b) })
			for _, d := range drafts {
				sum += countWords(d.Text)
			}
		}
		return sum
	}
	full := words(func(b *Brief) { b.ThreadReplies = 0 })
	assert.Less(t, words(func(b *Brief) { b.ThreadReplies = 3 }), full)
	assert.Less(t, words(func(b *Brief) { b.ThreadReplies = 0; b.Phone = true }), full)
}

// TestOfficesAreNotPeople: a desk or a team has no first name.
func TestOfficesAreNotPeople(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"The desk": "", "Acme Support": "", "Sales Team": "", "Theo Deskin": "Theo", "Ann Lee": "Ann", "Lee, Ann": "Ann", "Billing, Ann Lee": "Ann",
		"Professor Ann Lee": "Ann", "Dr. Lee": "Dr. Lee"} {
		v := person("responsive", "b@acme.example")
		b := Brief{Seed: "s", Voice: v, Kind: Reply, To: Correspondent{Name: name, Address: "x@y.example"}, Mails: []gist.Gist{gist.Read("", "Is Tuesday fine?")}}
		greeting, _, _ := strings.Cut(Write(b).Text, "\n")
		if want == "" {
			assert.Regexp(t, "^(Hello|Hi|Hello there)\\W*$", greeting, name)
		} else {
			assert.Contains(t, greeting, want, name)
		}
	}
}

func TestFormalityShows(t *testing.T) {
	t.Parallel()
	for _, temperament := range temperaments[:6] {
		for n := range 10 {
			v := person(temperament, fmt.Sprintf("p%d@acme.example", n))
			v.Formality = "formal"
			_, drafts := converse(v, nil)
			for _, d := range drafts {
				assert.Regexp(t, `^Dear Ann( Lee)?,\n`, d.Text) // spec: people.formality
				assert.True(t, strings.HasSuffix(d.Text, ",\nBea Novak"), d.Text)
				assert.NotContains(t, d.Text, "n't")
			}
			v.Formality = "casual"
			_, drafts = converse(v, nil)
			for _, d := range drafts {
				assert.NotContains(t, d.Text, "Dear")
				assert.NotContains(t, strings.ToLower(d.Text), "regards")
			}
		}
	}
}

// TestFactsAreSaidPlainly proves that nobody hedges what they looked up, and that one fact
// of several says which question it answers.
func TestFactsAreSaidPlainly(t *testing.T) {
	t.Parallel()
	for _, temperament := range temperaments[:6] {
		for seed := range 8 {
			b := Brief{Seed: rng.Seed(fmt.Sprint(seed)), Voice: person(temperament, "bea@acme.example"), Kind: Reply, Case: move, Occasion: 1,
				Mails: []gist.Gist{gist.Read("", "How much was the transport? And what is the delivery date?")}}
			text := Write(b).Text
			assert.NotRegexp(t, "(?i)i think|i'd say|give or take|remember|as far as", text, temperament)
			assert.Regexp(t, "(?i)transport.*300", text, temperament)
			assert.Regexp(t, "(?i)delivery date.*14 January", text, temperament)
		}
	}
}

func TestFactsShowWhenAskedFor(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, ask, fact, other string }{
		{"date", "When is the delivery?", "14 January", "EUR 300"},
		{"price", "How much is the transport?", "EUR 300", "14 January"},
		{"told to", "Please let me know the delivery date.", "14 January", "EUR 300"},
		{"status", "What is the status?", "on hold", "EUR 300"},
		{"nothing", "Is Tuesday 10:00 fine?", "Tuesday 10:00", "14 January"},
		{"another of its kind", "Where is the delivery address?", "", "14 January"},
		{"what there is", "How is the delivery?", "14 January", "EUR 300"},
		{"somebody", "Who is the contact for the delivery?", "", "14 January"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for _, temperament := range temperaments[:6] {
				v := person(temperament, "bea@acme.example")
				b := Brief{Seed: "s", Voice: v, Kind: Reply, Mails: []gist.Gist{gist.Read("", tc.ask)}, Case: move, Occasion: 1}
				text := Write(b).Text
				assert.Contains(t, strings.ToLower(text), strings.ToLower(tc.fact), temperament)
				assert.NotContains(t, text, tc.other, temperament)
				if b.Voice.Knows = "little"; tc.name != "nothing" && tc.fact != "" {
					assert.NotContains(t, Write(b).Text, tc.fact, temperament)
				}
			}
		})
	}
}

func TestMemoryShowsWhenAskedFor(t *testing.T) {
	t.Parallel()
	b := Brief{Seed: "s", Voice: person("responsive", "bea@acme.example"), Kind: Reply, Occasion: 1,
		Memory: []string{"(phone) the parking permits are with Tom", "likes tea"},
		Mails:  []gist.Gist{gist.Read("", "Who looks after the parking permits?")}}
	text := Write(b).Text
	assert.Contains(t, strings.ToLower(text), "the parking permits are with tom")
	assert.NotContains(t, text, "(phone)")
	assert.NotContains(t, text, "likes")
}

func TestBusyPeopleLeaveOutTheLastOfThree(t *testing.T) {
	t.Parallel()
	all := map[string]int{}
	const n = 400
	for _, temperament := range []string{"responsive", "busy"} {
		for i := range n {
			v := person(temperament, fmt.Sprintf("p%d@acme.example", i))
			b := Brief{Seed: "s", Voice: v, Kind: Reply, Occasion: 1, Case: move,
				Mails: []gist.Gist{gist.Read("", "When is the delivery of the desks? How much is the transport? Where are the keys?")}}
			text := Write(b).Text
			require.Contains(t, text, "14 January")
			if strings.Contains(text, "front desk") {
				all[temperament]++
			}
		}
	}
	assert.Equal(t, n, all["responsive"])
	assert.InDelta(t, n*3/4, all["busy"], 40)
}

// TestResponsivePeopleAnswerEveryQuestion, however short their mails are.
func TestResponsivePeopleAnswerEveryQuestion(t *testing.T) {
	t.Parallel()
	for _, length := range lengths {
		for n := range 20 {
			v := person("responsive", fmt.Sprintf("p%d@acme.example", n))
			v.Length = length
			text := Write(Brief{Seed: "s", Voice: v, Kind: Reply, Occasion: 1, Case: move,
				Mails: []gist.Gist{gist.Read("", "When is the delivery of the desks? How much was the transport? Please also confirm the delivery address.")}}).Text
			assert.Contains(t, text, "14 January", length)
			assert.Contains(t, text, "EUR 300", length)
			assert.Contains(t, text, "delivery address", length)
		}
	}
}

// TestPromisesAreSaid: what was decided to be promised stands in the mail in
// those words or in those of the mail that asks for it, and a mail without a promise names no day of its own.
func TestPromisesAreSaid(t *testing.T) {
	t.Parallel()
	for _, temperament := range temperaments {
		for n := range 10 {
			v := person(temperament, fmt.Sprintf("p%d@acme.example", n))
			v.Length = lengths[n%3]
			briefs, drafts := converse(v, nil)
			for i, d := range drafts {
				phrase := briefs[i].Promise.Phrase
				if phrase == "" { // who puts something off says so, and by when
					if len(d.Promises) > 0 {
						assert.Contains(t, strings.ToLower(d.Text), d.Promises[0].Due)
						continue
					}
					assert.NotRegexp(t, "(?i)(will|'ll) .*(tomorrow|tonight|end of the|next week|few days)", strings.ReplaceAll(d.Text, "remind me the day", ""), temperament)
					continue
				}
				if assert.NotEmpty(t, d.Promises, d.Text) {
					if by := d.Promises[0].Due; strings.HasPrefix(by, "by ") {
						phrase = by // the mail names a day of its own
					}
					assert.Contains(t, strings.ToLower(d.Text), strings.ToLower(phrase), temperament)
					assert.Equal(t, phrase, d.Promises[0].Due)
					assert.NotEmpty(t, d.Promises[0].What)
				}
			}
		}
	}
}

func TestSlips(t *testing.T) {
	t.Parallel()
	safe := []string{"Ann", "Bea", "10427", "14", "January", "Tuesday", "10:00", "EUR", "300", "desks", "contract", "INV-2026-014"}
	slipped, words := 0, 0
	for n := range 60 {
		v := person("responsive", fmt.Sprintf("p%d@acme.example", n))
		_, clean := converse(v, nil)
		v.Typos = 1
		_, typed := converse(v, nil)
		for i := range clean {
			a, b := strings.Fields(clean[i].Text), strings.Fields(typed[i].Text)
			require.Len(t, b, len(a), "a slip never splits or joins words")
			first, _, _ := strings.Cut(clean[i].Text, "\n")
			if countWords(first) < 4 && !strings.HasSuffix(first, ".") { // no sentence
				assert.True(t, strings.HasPrefix(typed[i].Text, first), "the greeting is %q", first)
			}
			for j := range a {
				if slices.ContainsFunc(safe, func(w string) bool { return strings.Contains(a[j], w) }) {
					assert.Equal(t, a[j], b[j])
					continue
				}
				if words++; a[j] != b[j] {
					slipped++
				}
			}
		}
	}
	assert.InDelta(t, typoShare, float64(slipped)/float64(words), 0.01) // spec: people.typos
}

func TestSlipKinds(t *testing.T) {
	t.Parallel()
	first := func(int) int { return 0 }
	assert.Equal(t, "lteter", "l"+slip([]rune("letter"), slipSwap, first)[1:])
	assert.Equal(t, "ltter", slip([]rune("letter"), slipDrop, first))
	assert.Equal(t, "leetter", slip([]rune("letter"), slipDouble, first))
	assert.Equal(t, "lwtter", slip([]rune("letter"), slipNeighbour, first))
}

func TestTwoBusyPeopleDiffer(t *testing.T) {
	t.Parallel()
	var voices [][]string
	for n := range 12 {
		_, drafts := converse(person("busy", fmt.Sprintf("p%d@acme.example", n)), func(_ int, b *Brief) { b.ThreadReplies = 0 })
		var lines []string
		for _, d := range drafts {
			lines = append(lines, strings.Split(d.Text, "\n")...)
		}
		voices = append(voices, lines)
	}
	for i, a := range voices {
		for _, b := range voices[:i] {
			same := 0
			for _, line := range a {
				if len(line) > 14 && slices.Contains(b, line) {
					same++
				}
			}
			assert.Less(t, same, len(a)/4)
		}
	}
}

func slotNames(s string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(s, "{")
		if !ok {
			return out
		}
		name, after, _ := strings.Cut(rest, "}")
		out, s = append(out, name), after
	}
}

// TestAlwaysAway: who is always away names no day on which they left or will be back.
func TestAlwaysAway(t *testing.T) {
	t.Parallel()
	for _, seed := range []rng.Seed{"a", "b", "c", "d", "e", "f", "g", "h"} {
		d := Write(Brief{Seed: seed, Kind: OOO, Voice: person("busy", "b@acme.example"), Absence: Absence{From: "0001-01-01", To: "9999-12-31"}})
		assert.NotRegexp(t, `9999|0001|until|before|since`, d.Text)
		d = Write(Brief{Seed: seed, Kind: OOO, Voice: person("busy", "b@acme.example"), Absence: Absence{From: "2026-02-01", To: "2026-02-07"}})
		assert.Contains(t, d.Text, "2026-02-07")
	}
}

func TestOwnAbsenceMessageStands(t *testing.T) {
	t.Parallel()
	d := Write(Brief{Seed: "s", Kind: OOO, Voice: person("busy", "b@acme.example"), Absence: Absence{Message: "Away until Monday.\r\n\r\nFrom: nobody\r\n-- \r\nB"}})
	assert.Equal(t, "Away until Monday.\n\nFrom nobody\n\nB", d.Text)
}

func TestCharacterShows(t *testing.T) {
	t.Parallel()
	words, marks := map[string]int{}, map[string]int{}
	for _, character := range []string{"", "terse", "very talkative", "warm"} {
		for n := range 20 {
			v := person("responsive", fmt.Sprintf("p%d@acme.example", n))
			v.Character = character
			_, drafts := converse(v, nil)
			for _, d := range drafts {
				words[character] += countWords(d.Text)
				marks[character] += strings.Count(d.Text, "!")
			}
		}
	}
	assert.Less(t, words["terse"], words[""])
	assert.Greater(t, words["very talkative"], words[""])
	assert.Greater(t, marks["warm"], marks[""])
}

func TestKnows(t *testing.T) {
	t.Parallel()
	v := person("procedural", "b@acme.example")
	v.Length, v.Knows = "long", "all"
	_, drafts := converse(v, nil)
	all := fmt.Sprint(drafts)
	assert.Contains(t, all, move.Summary)
	v.Knows = "some"
	_, drafts = converse(v, nil)
	assert.NotContains(t, fmt.Sprint(drafts), move.Summary)
}

func TestInitiateSaysWhatIsWanted(t *testing.T) {
	t.Parallel()
	for _, temperament := range temperaments {
		v := person(temperament, "b@acme.example")
		d := Write(Brief{Seed: "s", Voice: v, Kind: Initiate, To: Correspondent{Name: "", Address: "sales@shop.example"}, Occasion: 1})
		assert.NotEmpty(t, d.Subject)
		assert.Contains(t, d.Text, "move in before March")
		v.Wants = ""
		d = Write(Brief{Seed: "s", Voice: v, Kind: Initiate, Case: move, Occasion: 1})
		assert.Contains(t, d.Text, "the office move")
		assert.Contains(t, d.Subject, "Office move")
	}
}

func TestImagesOnly(t *testing.T) {
	t.Parallel()
	v := person("responsive", "b@acme.example")
	v.Access = "screen_reader"
	d := Write(Brief{Seed: "s", Voice: v, Kind: Reply, ImagesOnly: true, Mails: []gist.Gist{gist.Read("News", "")}})
	assert.Regexp(t, "(?i)images|pictures", d.Text)
	assert.Regexp(t, "(?i)text", d.Text)
}

func TestObey(t *testing.T) {
	t.Parallel()
	for _, tc := range [][2]string{
		{"From: me", "From me"}, {"> quoted", "quoted"}, {"a > b", "a b"}, {"-- \nBob", "Bob"}, {"a\n-----\nb", "a\n\nb"},
		{"__init__", "init__"}, {"== x", "x"}, {"Sent from my iPhone", "Sent by my iPhone"}, {"On Monday Bob wrote: hi", "On Monday Bob wrote hi"},
		{">>--From: x", "From x"}, {"well-known - fine", "well-known - fine"}, {"- - -", ""}, {"Sent: to: from:", "Sent to from"},
		{"From:x", "Fromx"}, {"TO::x", "TOx"}, {"from:to:x", "fromto:x"}, {"On Monday Bob wrote:hi", "On Monday Bob wrotehi"},
	} {
		assert.Equal(t, tc[1], obey(tc[0]), tc[0])
	}
}

// TestSaidBefore: what marks an answer as given before begins with one comma and no capital.
func TestSaidBefore(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"en", "de", "fr", "es"} {
		for n := range 40 {
			v := person("responsive", fmt.Sprintf("p%d@acme.example", n))
			v.Language = code
			w := newWriter(Brief{Seed: "s", Voice: v})
			assert.NotRegexp(t, `, ,|, [A-HJ-ZÀ]`, unguard(w.again("Ok.")))
		}
	}
}
