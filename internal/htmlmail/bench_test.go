package htmlmail

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/microcosm-cc/bluemonday"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// ratio runs f and a yardstick in turn and reports how many times as long f
// takes.
func ratio(b *testing.B, unit string, f, yardstick func()) {
	var own, other time.Duration
	for b.Loop() {
		t0 := time.Now()
		f()
		t1 := time.Now()
		yardstick()
		own, other = own+t1.Sub(t0), other+time.Since(t1)
	}
	b.ReportMetric(float64(own)/float64(other), unit)
}

func newsletter(b *testing.B) string {
	src, err := os.ReadFile("testdata/mail/newsletter.html")
	require.NoError(b, err)
	return string(src)
}

func tokenize(src string) {
	z := html.NewTokenizer(strings.NewReader(src))
	for z.Next() != html.ErrorToken {
		z.Token()
	}
}

func BenchmarkSanitize(b *testing.B) {
	src, ugc := newsletter(b), bluemonday.UGCPolicy()
	ratio(b, "x/UGCPolicy", func() { Sanitize(src, Options{}) }, func() { ugc.Sanitize(src) })
}

func BenchmarkRead(b *testing.B) {
	src := newsletter(b)
	ratio(b, "x/tokenizer", func() { Read(src) }, func() { tokenize(src) })
}

// BenchmarkLinear compares a mail of 1 MiB with 64 times one of 16 KiB: about
// 1 when the cost grows with the size alone.
func BenchmarkLinear(b *testing.B) {
	small := hostile(16 << 10)
	for name, large := range hostile(1 << 20) {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			ratio(b, "x/64", func() { Sanitize(large, Options{}); Text(large) }, func() {
				for range 64 {
					Sanitize(small[name], Options{})
					Text(small[name])
				}
			})
		})
	}
}
