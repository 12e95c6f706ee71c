package talkbench

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A line is a row of the table: so many of so many, and what is wanted.
type line struct {
	Row    string
	Good   int
	Of     int
	Wanted string
	Most   bool // good are the bad ones: fewer is better
}

func (l line) share() float64 {
	if l.Of == 0 {
		return 0
	}
	return 100 * float64(l.Good) / float64(l.Of)
}

// table counts by row.
type table struct{ lines map[string]*line }

// rows are the table's, in order, with what is wanted of each.
var rows = []line{
	{Row: "a choice", Wanted: "90 %"}, {Row: "a number or amount", Wanted: "90 %"}, {Row: "a time or place", Wanted: "90 %"}, {Row: "yes or no, opinion, who, why", Wanted: "90 %"},
	{Row: "a fact of the case", Wanted: "100 %"}, {Row: "one of two dates", Wanted: "100 %"}, {Row: "put off", Wanted: "at most 20 %", Most: true},
	{Row: "sorrow, thanks and their like", Wanted: "90 %"}, {Row: "a mistake of the sender", Wanted: "80 %"},
	{Row: "in its language: de", Wanted: "90 %"}, {Row: "in its language: fr", Wanted: "90 %"}, {Row: "in its language: es", Wanted: "90 %"}, {Row: "another language: English is needed", Wanted: "90 %"},
	{Row: "conversations", Wanted: "86 %"}, {Row: "people of the World", Wanted: "83 %"},
	{Row: "personal mail answered", Wanted: "98 %"}, {Row: "nothing unfit said", Wanted: "98 %"}, {Row: "no broken sentence", Wanted: "99 %"},
	{Row: "share a sentence with another's", Wanted: "under 25 %", Most: true}, {Row: "of the 100 most frequent sentences", Wanted: "under 15 %", Most: true},
	{Row: "automatic and dangerous mail answered", Wanted: "under 0.5 %", Most: true}, {Row: "cold pitches answered", Wanted: "under 10 %", Most: true},
}

// rowOf is the row of a kind of want.
var rowOf = map[string]string{
	"choice": "a choice", "number": "a number or amount", "money": "a number or amount", "sum": "a number or amount", "rating": "a number or amount",
	"identifier": "a number or amount", "version": "a number or amount", "phone": "a number or amount", "email": "a number or amount",
	"time": "a time or place", "place": "a time or place", "date": "a time or place", "deadline": "a time or place", "duration": "a time or place",
	"yesno": "yes or no, opinion, who, why", "opinion": "yes or no, opinion, who, why", "who": "yes or no, opinion, who, why", "why": "yes or no, opinion, who, why",
	"how": "yes or no, opinion, who, why", "status": "yes or no, opinion, who, why", "what": "yes or no, opinion, who, why", "feeling": "yes or no, opinion, who, why", "decision": "yes or no, opinion, who, why",
	"fact": "a fact of the case", "date2": "one of two dates",
	"attachment": "a mistake of the sender", "contradiction": "a mistake of the sender", "wrongname": "a mistake of the sender", "wrongmail": "a mistake of the sender",
	"english": "another language: English is needed", "not": "nothing unfit said",
}

// acts are wants that are no answers.
var acts = map[string]bool{
	"attachment": true, "contradiction": true, "wrongname": true, "wrongmail": true, "english": true, "not": true, "none": true, "any": true, "match": true,
	"condolence": true, "illness": true, "badnews": true, "goodnews": true, "rejection": true, "apology": true, "thanks": true, "praise": true, "invitation": true,
	"introduced": true, "farewell": true, "smalltalk": true, "calm": true, "informed": true, "reminder": true, "complaint": true, "accepted": true,
}

func newTable() *table {
	t := &table{lines: map[string]*line{}}
	for _, l := range rows {
		t.lines[l.Row] = &line{Row: l.Row, Wanted: l.Wanted, Most: l.Most}
	}
	return t
}

func (t *table) count(row string, good bool) { t.add(row, map[bool]int{true: 1}[good], 1) }

func (t *table) add(row string, good, of int) {
	l := t.lines[row]
	if l == nil {
		panic("no row " + row)
	}
	l.Good, l.Of = l.Good+good, l.Of+of
}

// row is that of a want: what is no question is an act.
func (w want) row() string { return cmp.Or(rowOf[w.Kind], "sorrow, thanks and their like") }

func (t *table) String() string {
	var b strings.Builder
	for _, r := range rows {
		l := t.lines[r.Row]
		fmt.Fprintf(&b, "%-40s %4d of %4d  %5.1f %%   wanted %s\n", l.Row, l.Good, l.Of, l.share(), l.Wanted)
	}
	return b.String()
}

const floorsFile = "testdata/floors.txt"

// floors are the shares below which no row may fall, or above which none may rise.
func floors(t testing.TB) map[string]float64 {
	data, err := os.ReadFile(floorsFile)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for text := range strings.Lines(string(data)) {
		row, share, ok := strings.Cut(strings.TrimSpace(text), " = ")
		if ok && !strings.HasPrefix(row, "#") {
			out[row] = number(share)
		}
	}
	return out
}

// hold fails the test for each row that is worse than its floor.
func (t *table) hold(tb testing.TB) {
	tb.Helper()
	held := floors(tb)
	for _, r := range rows {
		l := t.lines[r.Row]
		floor, ok := held[r.Row]
		switch {
		case !ok:
			tb.Errorf("%s has no row %q", floorsFile, r.Row)
		case !r.Most && l.share() < floor-0.05:
			tb.Errorf("%s: %d of %d is below %.1f %%", r.Row, l.Good, l.Of, floor)
		case r.Most && l.share() > floor+0.05:
			tb.Errorf("%s: %d of %d is above %.1f %%", r.Row, l.Good, l.Of, floor)
		}
	}
}

// room is what a row may lose, in percent: with other words single answers come and go.
const room = 3

// write makes the shares of now the floors.
func (t *table) write() error {
	var b strings.Builder
	b.WriteString("# The bench fails where a row is worse than here. Written by go test ./internal/talkbench -talk.floors\n")
	for _, r := range rows {
		floor := max(0, t.lines[r.Row].share()-room)
		if r.Most {
			floor = t.lines[r.Row].share() + room
		}
		fmt.Fprintf(&b, "%s = %.1f\n", r.Row, floor)
	}
	return os.WriteFile(floorsFile, []byte(b.String()), 0o644)
}

func number(s string) float64 {
	n, _ := strconv.ParseFloat(s, 64)
	return n
}

// sentences of an answer, normalised: lower case, no digits, no names at the ends.
func sentences(text string) (out []string) {
	for _, s := range sentenceEnd.Split(text, -1) {
		words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !isWord(r) && r != '\'' && r != '’' })
		if len(words) >= 4 {
			out = append(out, strings.Join(words, " "))
		}
	}
	return out
}

var sentenceEnd = regexp.MustCompile(`[.!?]+(\s+|$)|\n+`)

// countSharing counts the answers that share a sentence with another's, and how many
// of all sentences are among the 100 most frequent ones.
func (t *table) countSharing(answers []string) (top []string) {
	in := map[string]int{} // answers that have it
	total := 0
	for _, a := range answers {
		list := sentences(a)
		total += len(list)
		for _, s := range slices.Compact(slices.Sorted(slices.Values(list))) {
			in[s]++
		}
	}
	shares := 0
	for _, a := range answers {
		if slices.ContainsFunc(sentences(a), func(s string) bool { return in[s] > 1 }) {
			shares++
		}
	}
	maps.DeleteFunc(in, func(_ string, n int) bool { return n == 1 }) // said once is not frequent
	top = slices.SortedFunc(maps.Keys(in), func(a, b string) int { return cmp.Or(in[b]-in[a], strings.Compare(a, b)) })
	top = top[:min(100, len(top))]
	frequent := 0
	for i, s := range top {
		frequent += in[s]
		top[i] = strconv.Itoa(in[s]) + "  " + s
	}
	t.add("share a sentence with another's", shares, len(answers))
	t.add("of the 100 most frequent sentences", frequent, total)
	return top
}

// broken finds what no person would let stand.
var broken = regexp.MustCompile(`[{}]|%!|\S  \S|[^.]\.\.(?:[^.]|$)|\?\.|,\.| ,| \.(?:\s|$)|(?i)\b(the the|a a|is is|to to|of of|the an?|an? the|your the|the your|my your|the that|the what|your my)\b|(?i)\bdear (hi|hello)\b`)
