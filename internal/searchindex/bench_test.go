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

// BenchmarkLook finds words in 100,000 mails of 2 KiB by filters and by a scan over
// lower-cased copies. The figures are how many times as fast filters are by the medians,
// and what they hold per byte of text.
func BenchmarkLook(b *testing.B) {
	mails := corpus(100_000)
	copies := make([]string, len(mails))
	var x filters
	total := 0
	for i, m := range mails {
		copies[i] = strings.ToLower(strings.Join(Texts(m), "\n"))
		total += len(copies[i])
		x.add(Texts(m)...)
	}
	made := map[*Filter]bool{}
	for _, p := range x.places {
		made[p.Filter()] = true
	}
	for _, word := range []string{"xylophone", "zebra", "invoice", "nothinglikethis", "zebr", "zeb", "74711"} {
		b.Run(word, func(b *testing.B) {
			var looked, scanned []time.Duration
			n := NewNeedle(word)
			for b.Loop() {
				start := time.Now()
				found := 0
				for _, i := range x.named(n) {
					if n.In(copies[i]) {
						found++
					}
				}
				looked = append(looked, time.Since(start))
				start = time.Now()
				seen := 0
				for _, c := range copies {
					if strings.Contains(c, word) {
						seen++
					}
				}
				scanned = append(scanned, time.Since(start))
				if found != seen {
					b.Fatal(found, seen)
				}
			}
			slices.Sort(looked)
			slices.Sort(scanned)
			b.ReportMetric(float64(scanned[len(scanned)/2])/float64(looked[len(looked)/2]), "times-scan")
			b.ReportMetric(float64(len(made)*FilterBytes)/float64(total), "filter-bytes/text-byte")
		})
	}
}

// BenchmarkAdd reports the text taken in per second.
func BenchmarkAdd(b *testing.B) {
	mails := corpus(1000)
	b.SetBytes(2000)
	var x filters
	n := 0
	for b.Loop() {
		m := mails[n%1000]
		x.add(m.subject, m.text)
		n++
	}
}
