package searchindex

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
)

// lexicon makes words as text has them: some everywhere, most rarely.
func lexicon(r *rng.Rand, n int) []string {
	onset := strings.Fields("b c d f g h j k l m n p r s t v w ch st tr pr pl th sh")
	vowel := strings.Fields("a e i o u ea ou ai")
	coda := strings.Fields("n r s t l m nt st ng ck")
	list := make([]string, n)
	for i := range list {
		var b strings.Builder
		for range r.Between(1, 4) {
			b.WriteString(rng.Pick(r, onset) + rng.Pick(r, vowel))
			if r.Chance(0.4) {
				b.WriteString(rng.Pick(r, coda))
			}
		}
		list[i] = b.String()
	}
	return list
}

// corpus returns mails of about 2 KiB. One in a hundred names "zebra", one in
// two "invoice" somewhere; one alone has "xylophone".
func corpus(n int) []*mail {
	r := rng.Seed("bench").Draw("corpus/1")
	lex := lexicon(r, 5000)
	mails := make([]*mail, n)
	for i := range mails {
		var b strings.Builder
		for b.Len() < 2000 {
			at := r.IntN(len(lex))
			b.WriteString(lex[r.IntN(at+1)]) // the lower the more frequent
			b.WriteByte(' ')
			if r.Chance(0.05) {
				b.WriteString("And Then\r\n")
			}
		}
		text := b.String()
		for _, word := range []struct {
			is   string
			here bool
		}{{"Zebra", i%100 == 7}, {"Invoice", i%2 == 0}, {"xylophone", i == n/2}} {
			if word.here {
				at := r.IntN(len(text))
				text = text[:at] + " " + word.is + " " + text[at:]
			}
		}
		mails[i] = &mail{from: []Address{{"Anna Lee", "anna.lee@x.test"}}, to: []Address{{"", "app@ours.test"}}, subject: "Mail " + fmt.Sprint(i), text: text}
	}
	return mails
}

func indexOf(mails []*mail) *Index {
	x := New(0)
	for i, m := range mails {
		x.Add(uint64(i), Texts(m))
	}
	return x
}

// BenchmarkSearch finds words in 100,000 mails of 2 KiB by the index and by a
// scan over lower-cased copies: all of them, or the newest 50. The figures are
// how many times as fast the index is by the medians, and what it holds per
// byte of text. "then" is in every mail, near its beginning.
func BenchmarkSearch(b *testing.B) {
	mails := corpus(100_000)
	x := indexOf(mails)
	copies := make([]string, len(mails))
	total := 0
	for i, m := range mails {
		copies[i] = strings.ToLower(strings.Join(Texts(m), "\n"))
		total += len(copies[i])
	}
	for _, c := range []struct {
		word  string
		limit int
	}{{"xylophone", 1 << 30}, {"zebra", 1 << 30}, {"zebra", 50}, {"invoice", 1 << 30}, {"invoice", 50}, {"then", 50}, {"then", 1 << 30}, {"nothinglikethis", 1 << 30}, {"zebr", 1 << 30}, {"zeb", 1 << 30}} {
		b.Run(fmt.Sprintf("%s/%d", c.word, c.limit), func(b *testing.B) {
			var indexed, scanned []time.Duration
			for b.Loop() {
				start := time.Now()
				found := 0
				q, _ := Parse(c.word)
				for id, sure := range x.Search(1<<63, q) {
					if sure || q.Match(mails[id]) {
						if found++; found == c.limit {
							break
						}
					}
				}
				indexed = append(indexed, time.Since(start))
				start = time.Now()
				seen := 0
				for i := len(copies) - 1; i >= 0; i-- {
					if strings.Contains(copies[i], c.word) {
						if seen++; seen == c.limit {
							break
						}
					}
				}
				scanned = append(scanned, time.Since(start))
				if found != seen {
					b.Fatal(found, seen)
				}
			}
			slices.Sort(indexed)
			slices.Sort(scanned)
			b.ReportMetric(float64(scanned[len(scanned)/2])/float64(indexed[len(indexed)/2]), "times-scan")
			b.ReportMetric(float64(x.Bytes())/float64(total), "index-bytes/text-byte")
		})
	}
}

// BenchmarkFilter is IMAP SEARCH TEXT over a mailbox of 10,000 mails.
func BenchmarkFilter(b *testing.B) {
	mails := corpus(10_000)
	x := indexOf(mails)
	ids := make([]uint64, len(mails))
	for i := range ids {
		ids[i] = uint64(i)
	}
	for _, word := range []string{"xylophone", "zebra", "invoice", "e", "nothinglikethis"} {
		b.Run(word, func(b *testing.B) {
			n := NewNeedle(word)
			for b.Loop() {
				for _, id := range x.Filter(ids, n) {
					n.In(mails[id].text)
				}
			}
		})
	}
}

// BenchmarkAdd reports the text taken in per second.
func BenchmarkAdd(b *testing.B) {
	mails := corpus(1000)
	b.SetBytes(2000)
	x, id := New(64<<20), uint64(0)
	for b.Loop() {
		m := mails[id%1000]
		x.Add(id, []string{m.subject, m.text})
		id++
	}
}
