package searchindex

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/casemap"
	"github.com/mailsim/mailsim/internal/racing"
	"github.com/mailsim/mailsim/internal/rng"
)

// mail is a Doc of plain values.
type mail struct {
	from, to                 []Address
	subject, text, folder    string
	seen, flagged, attaching bool
	size                     int64
	at                       time.Time
}

func (m *mail) From() []Address     { return m.from }
func (m *mail) To() []Address       { return m.to }
func (m *mail) Subject() string     { return m.subject }
func (m *mail) Text() string        { return m.text }
func (m *mail) Folder() string      { return m.folder }
func (m *mail) Seen() bool          { return m.seen }
func (m *mail) Flagged() bool       { return m.flagged }
func (m *mail) HasAttachment() bool { return m.attaching }
func (m *mail) Size() int64         { return m.size }
func (m *mail) At() time.Time       { return m.at }

// words is a small vocabulary, so that random queries hit.
var words = strings.Fields("invoice Invoice INVOICE order reset password meeting quarterly report Straße STRASSE größe ΣΊΣΥΦΟΣ σίσυφος İstanbul istanbul ısparta " +
	"Kelvin \u212Aelvin lon\u017F long ﬁne 日本語 請求書 émigré ÉMIGRÉ a ab abc x.test a@x.test ba@x.test a@x.test.example 10:30 🎉 \xff\xfe na\u0308ive ok " +
	"cafe CAF\u00c9 \uff21\uff42\uff43 \U0001d41a\U0001d41b\U0001d41c \u2026 \u00bd \u338f kg o\u2026 \ufdfa \u01c6 dZ\u030c")

func randomText(r *rng.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(rng.Pick(r, words))
		b.WriteString(rng.Pick(r, []string{" ", " ", " ", "\n", ", ", ".", "", "\u00a0"}))
	}
	return b.String()
}

func randomMail(r *rng.Rand) *mail {
	sizes := []int{0, 3, 50, 500, 2000, 2048, 2112, 9000, 150000}
	people := []Address{{"Anna Lee", "a@x.test"}, {"Bea", "ba@x.test"}, {"", "anna.lee@sub.x.test"}, {"Zoë Straße", "ZOE@Y.test"}}
	m := &mail{
		from: []Address{rng.Pick(r, people)}, to: []Address{rng.Pick(r, people), rng.Pick(r, people)},
		subject: randomText(r, 20), text: randomText(r, rng.Pick(r, sizes[:r.Between(1, len(sizes))])),
		folder: rng.Pick(r, []string{"INBOX", "Sent", "Größe"}), seen: r.Chance(0.5), flagged: r.Chance(0.2), attaching: r.Chance(0.3),
		at: time.Date(2026, 1, r.Between(1, 20), r.IntN(24), 0, 0, 0, time.UTC),
	}
	m.size = int64(len(m.text))
	return m
}

func randomQuery(r *rng.Rand) string {
	var terms []string
	for range r.Between(1, 3) {
		w := rng.Pick(r, words)
		if r.Chance(0.3) { // part of a word
			at := r.IntN(len(w))
			w = w[at:r.Between(at+1, len(w))]
		}
		w = strings.Trim(w, `-":`)
		op := rng.Pick(r, []string{"", "", "", "subject:", "from:", "to:", "-"})
		switch r.IntN(8) {
		case 0:
			op, w = rng.Pick(r, []string{"", "-"}), rng.Pick(r, []string{"is:unread", "is:flagged", "has:attachment", "in:inbox", `in:"größe"`, "before:2026-01-10", "after:2026-01-05T12:00:00Z", "larger:2k", "smaller:100"})
		case 1:
			w = `"` + w + " " + rng.Pick(r, words) + `"`
		}
		terms = append(terms, op+w)
	}
	return strings.Join(terms, " ")
}

// filters are what makes filters of mail, and where each mail stands.
type filters struct {
	b      Builder
	places []*Place
}

func (x *filters) add(texts ...string) {
	p := x.b.Add(texts...)
	if p == nil {
		x.b.Next()
		p = x.b.Add(texts...)
	}
	x.places = append(x.places, p)
}

// named lists the mails that may hold the needles.
func (x *filters) named(needles ...Needle) (list []int) {
	l := NewLook(needles...)
	for i, p := range x.places {
		if l.May(p) {
			list = append(list, i)
		}
	}
	return list
}

// TestFiltersNameAllThatMatches compares them with a scan over random mail.
func TestFiltersNameAllThatMatches(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	r := rng.Seed("property").Draw("corpus/1")
	var x filters
	var docs []*mail
	for range 1500 {
		docs = append(docs, randomMail(r))
		x.add(Texts(docs[len(docs)-1])...)
	}
	hits, named := 0, 0
	for range 200 {
		q, err := Parse(randomQuery(r))
		if err != nil {
			continue // half a rune or a bare @
		}
		may := map[int]bool{}
		for _, i := range x.named(q.Needles()...) {
			may[i] = true
		}
		for i, d := range docs {
			if q.Match(d) {
				require.True(t, may[i], "%q %d", q, i)
				hits++
			}
		}
		named += len(may)
	}
	assert.Greater(t, hits, 2000, "the queries must find something")
	assert.Less(t, named, 200*1500*9/10, "and the filters leave something out")
}

// TestNeedleIsAScan compares In with its definition.
func TestNeedleIsAScan(t *testing.T) {
	t.Parallel()
	r := rng.Seed("needle").Draw("text/1")
	for range 20000 {
		text, needle := randomText(r, r.IntN(rng.Pick(r, []int{10, 60, 600}))), randomText(r, r.IntN(12))
		if r.Chance(0.5) && len(text) > 0 {
			at := r.IntN(len(text))
			needle = text[at:r.Between(at, len(text))]
		}
		if r.Chance(0.3) {
			needle = strings.ToUpper(needle)
		}
		require.Equal(t, strings.Contains(Fold(text), Fold(needle)), NewNeedle(needle).In(text), "%q in %q", needle, text)
	}
}

func TestFold(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, c := range [][2]string{{"", ""}, {"abc", "abc"}, {"ABC 1", "abc 1"}, {"ÄÖÜ", "a\u0308o\u0308u\u0308"}, {"ΣΊσΥΦΟς", "ΣΙ\u0301ΣΥΦΟΣ"}, {"\u212A\uff21", "ka"},
		{"İIıi", "i\u0307iii"}, {"日本", "日本"}, {"a\u00a0\u3000", "a  "}, {"\u01c4\u01c6\u00aa", "dZ\u030cdZ\u030cA"}, {"\xff", "\uFFFD"}} {
		assert.Equal(t, c[1], Fold(c[0]))
	}
	swap := func(r rune) rune {
		if r < utf8.RuneSelf {
			return rune(swapped[r])
		}
		return r
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if fold := Fold(string(r)); fold != strings.Map(swap, casemap.String(string(r))) {
			t.Fatalf("%U is folded to %q", r, fold)
		}
	}
}

func TestHostileText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 1<<20)
	assert.False(t, NewNeedle(strings.Repeat("a", 900)+"b"+strings.Repeat("a", 900)).In(long+"b"))
	assert.False(t, NewNeedle(strings.Repeat("z", 900)+"e"+strings.Repeat("z", 900)).In(strings.Repeat("z", 1<<20)))
	assert.True(t, NewNeedle(strings.Repeat("A", 1000)).In(long))
	wide := strings.Repeat("\uff21", 1<<18)
	assert.False(t, NewNeedle(strings.Repeat("zy", 1<<15)).In(wide))
	assert.False(t, NewNeedle(strings.Repeat("a", 1<<15)+"b").In(wide))
	assert.False(t, NewNeedle("a@x.test").inAsAddress(strings.Repeat("ba@x.test", 1<<16)))
}

func TestPiecesOverlap(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	const probe = "0123456789abcdefghijklmnopqrstuvwxyz9876543210zyxwvutsrqponmlkji" // 64 bytes
	var x filters
	for n := range 5000 {
		x.add(strings.Repeat(".", 3500+n) + probe + strings.Repeat("~", n%3*1000))
	}
	assert.Len(t, x.named(NewNeedle(probe)), 5000)
	assert.Empty(t, x.named(NewNeedle("absent from all")))
}

// TestFilterTellsApart: a rare word names hardly any mail in vain, a text that is too
// long is always named, and what has no three bytes in a row names all.
func TestFilterTellsApart(t *testing.T) {
	t.Parallel()
	r := rng.Seed("apart").Draw("corpus/1")
	var x filters
	for i := range 1000 {
		text := randomText(r, 2000)
		if i == 77 {
			text += " xylophone"
		}
		x.add(text)
	}
	x.add(strings.Repeat("long ", maxPieces*stride/5+100))
	got := x.named(NewNeedle("xylophone"))
	assert.Contains(t, got, 77)
	assert.Contains(t, got, 1000)
	assert.Less(t, len(got), 20)
	assert.Len(t, x.named(NewNeedle("xy")), 1001)
	assert.Less(t, x.places[0].Filter().Fill(), 0.4)
}

// TestWordsOfOneDocument: words must be in the same mail, not in the same piece.
func TestWordsOfOneDocument(t *testing.T) {
	t.Parallel()
	var x filters
	x.add("alpha" + strings.Repeat(" ", 3*stride) + "omega")
	x.add("alpha")
	x.add("omega")
	assert.Equal(t, []int{0}, x.named(NewNeedle("alpha omega")))
	assert.Equal(t, []int{0}, x.named(NewNeedle("alpha"), NewNeedle("omega")))
}

// TestTogether: of what no document of a group may hold, the group tells so; of anything
// that one may hold, it never does.
func TestTogether(t *testing.T) {
	t.Parallel()
	r := rng.Seed("together").Draw("corpus/1")
	var x filters
	for i := range 2000 {
		text := randomText(r, r.Between(0, 300))
		switch {
		case i%100 == 3:
			text += " rare" + string(rune('a'+i/100))
		case i == 777:
			text = strings.Repeat("long ", maxPieces*stride/5+100)
		}
		x.add(text)
	}
	passed := 0
	for from := 0; from < len(x.places); from += 40 {
		some := x.places[from:min(from+40, len(x.places))]
		g := NewTogether(slices.Values(some))
		for _, word := range append(words, "rarea", "rareb", "rares", "rarea rareb", "absent") {
			l := NewLook(NewNeedle(word))
			any := slices.ContainsFunc(some, l.May)
			may := NewLook(NewNeedle(word)).MayAny(g)
			require.False(t, any && !may, "%q from %d", word, from)
			if !may {
				passed++
			}
		}
	}
	assert.Greater(t, passed, 100)
}
