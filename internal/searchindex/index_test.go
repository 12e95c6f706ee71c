package searchindex

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/casemap"
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

// TestIndexFindsWhatAScanFinds compares both over random mail, with documents
// removed and with a limit that makes the index give blocks up.
func TestIndexFindsWhatAScanFinds(t *testing.T) {
	t.Parallel()
	for run, c := range []struct{ docs, limit int }{{1100, 0}, {500, 250_000}} {
		r := rng.Seed("property").Draw("corpus/1", rng.N(run))
		x := New(c.limit)
		docs := map[uint64]*mail{}
		id := uint64(r.IntN(3))
		for range c.docs {
			docs[id] = randomMail(r)
			x.Add(id, Texts(docs[id]))
			id += uint64(r.Between(1, 4))
			if r.Chance(0.2) {
				gone := uint64(r.IntN(int(id)))
				x.Remove(gone)
				delete(docs, gone)
			}
		}
		require.Equal(t, len(docs), x.Len())
		ids := slices.Sorted(maps.Keys(docs))
		slices.Reverse(ids)
		hits, unread := 0, 0
		for range 40 {
			text := randomQuery(r)
			q, err := Parse(text)
			if err != nil {
				continue // half a rune or a bare @
			}
			before := uint64(r.IntN(int(id) + 10))
			var want, got, filtered []uint64
			for _, id := range ids {
				if id < before && q.Match(docs[id]) {
					want = append(want, id)
				}
			}
			for id, sure := range x.Search(before, q) {
				if matches := q.Match(docs[id]); matches {
					got = append(got, id)
				} else if sure {
					t.Fatalf("query %q: sure of %d", text, id)
				}
				if sure {
					unread++
				}
			}
			require.Empty(t, cmp.Diff(want, got), "query %q before %d", text, before)
			for _, id := range x.Filter(ids, q.Needles()...) {
				if id < before && q.Match(docs[id]) {
					filtered = append(filtered, id)
				}
			}
			require.Empty(t, cmp.Diff(want, filtered), "query %q", text)
			hits += len(got)
		}
		assert.Greater(t, hits, 300, "the queries must find something")
		assert.Equal(t, c.limit == 0, unread > 100, "frequent words are found without a look at the text")
	}
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
	t.Parallel()
	const probe = "0123456789abcdefghijklmnopqrstuvwxyz9876543210zyxwvutsrqponmlkji" // 64 bytes
	x := New(0)
	at := map[uint64]int{}
	for n := range 2500 {
		id := uint64(n) + 1
		at[id] = 1500 + n
		x.Add(id, []string{strings.Repeat(".", at[id]) + probe + strings.Repeat("~", n%3*1000)})
	}
	assert.Len(t, candidates(x, 1<<63, probe), 2500)
	assert.Empty(t, candidates(x, 1<<63, "absent from all"))
}

func TestNewestFirstAndEarlyStop(t *testing.T) {
	t.Parallel()
	x := New(0)
	for id := uint64(1); id <= 2000; id++ {
		x.Add(id, []string{"common", fmt.Sprintf("number-%d-", id)})
	}
	var got []uint64
	q, err := Parse("COMMON")
	require.NoError(t, err)
	for id := range x.Search(1500, q) {
		if got = append(got, id); len(got) == 3 {
			x.Add(3000+uint64(len(got)), []string{"common"}) // no lock is held here
			break
		}
	}
	assert.Equal(t, []uint64{1499, 1498, 1497}, got)
	assert.Contains(t, candidates(x, 1<<63, "number-77-"), uint64(77))
	assert.Less(t, len(candidates(x, 1<<63, "number-77-")), 20)
	assert.Empty(t, candidates(x, 0, ""))
	assert.Equal(t, []uint64{77, 9999}, x.Filter([]uint64{77, 9999}, NewNeedle("number-77-")), "an unknown id is kept")
	assert.Panics(t, func() { x.Add(5, []string{"again"}) })
}

// TestConcurrentUse is for the race detector; a document that stays is always found.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	x := New(0)
	x.Add(1, []string{"needle"})
	var wg sync.WaitGroup
	wg.Go(func() {
		for id := uint64(2); id < 3000; id++ {
			x.Add(id, []string{"some other text"})
			if id%2 == 0 {
				x.Remove(id)
			}
		}
	})
	for range 3 {
		wg.Go(func() {
			for range 30 {
				found := candidates(x, 1<<63, "needle")
				assert.Contains(t, found, uint64(1))
				assert.Equal(t, []uint64{1}, x.Filter([]uint64{1}, NewNeedle("needle")))
			}
		})
	}
	wg.Wait()
}

func TestMemory(t *testing.T) {
	t.Parallel()
	x, text := New(0), strings.Repeat("word ", 400)
	x.Add(1, []string{text})
	assert.Less(t, x.Bytes(), 40_000, "a small index is small")
	for id := uint64(2); id <= 5120; id++ {
		x.Add(id, []string{text})
	}
	assert.InDelta(t, 5120*520, x.Bytes(), 5120*8)
	for id := uint64(1); id <= 5120; id++ {
		x.Remove(id)
		x.Remove(id)
	}
	assert.Zero(t, x.Len())
	assert.Less(t, x.Bytes(), 300_000, "removed blocks are freed")

	const limit = 1 << 20
	small := New(limit)
	for id := uint64(1); id <= 5120; id++ {
		small.Add(id, []string{text})
		require.LessOrEqual(t, small.Bytes(), limit+64*slotBytes)
	}
	found := candidates(small, 1<<63, "absent")
	assert.NotContains(t, found, uint64(5120), "the newest are told apart")
	assert.Contains(t, found, uint64(1), "the oldest are given up")

	none := New(1)
	none.Add(1, []string{text})
	assert.Equal(t, []uint64{1}, candidates(none, 2, "absent"))
}

// candidates lists what may hold a phrase.
func candidates(x *Index, before uint64, phrase string) []uint64 {
	text := ""
	if phrase != "" {
		text = `"` + phrase + `"`
	}
	q, err := Parse(text)
	if err != nil {
		panic(err)
	}
	ids := []uint64{}
	for id := range x.Search(before, q) {
		ids = append(ids, id)
	}
	return ids
}

// A text that only Filter is asked for makes no query match, however frequent its words are.
func TestFurtherTextsAreForFilterAlone(t *testing.T) {
	t.Parallel()
	x := New(0)
	for id := range uint64(2000) {
		x.Add(id, []string{"said everywhere"}, "x-header: hidden")
	}
	sures := func(word string) (n int) {
		q, err := Parse(word)
		require.NoError(t, err)
		for _, sure := range x.Search(1<<63, q) {
			if sure {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 2000-maxSlots, sures("every"), "all but the block that was learned from")
	assert.Zero(t, sures("hidden"))
	assert.Zero(t, sures("said -everywhere"))
	assert.Zero(t, sures("said in:inbox"))
	assert.Len(t, x.Filter([]uint64{3, 4}, NewNeedle("HIDDEN")), 2)
}
