package extract

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// ordinaryMail is of the size of most sign-in mails: 1 KB of text, 4 KB of HTML.
func ordinaryMail() (subject, text, page string) {
	const footer = "<tr><td style=\"padding:12px;font-size:12px;color:#888888;font-family:Arial,Helvetica,sans-serif\"><p>You get this mail because someone signed in to your account. <a href=\"https://a.example/unsubscribe/9fk29dkal2\">Unsubscribe</a> or <a href=\"https://a.example/help\">get help</a>.</p></td></tr>"
	text = "Hello Kim,\n\nyour verification code is 482 913. It expires in ten minutes.\n\nOr open https://a.example/verify/9fk29dkal2\n\n" + strings.Repeat("We never ask for your password by mail. Order 771204 is on its way.\n", 12)
	page = "<html><head><style>p{margin:24px}</style></head><body><table><tr><td><h1>Verify your address</h1><p>Your code:</p><div style=\"font-size:32px;letter-spacing:6px\">482 913</div><a href=\"https://a.example/verify/9fk29dkal2\">Verify e-mail</a></td></tr>" + strings.Repeat(footer, 12) + "</table></body></html>"
	return "Your verification code", text, page
}

// BenchmarkFind reports how many times the work is of what every reader of a mail has to do: read the tokens of the HTML
// and run the usual \b\d{4,8}\b over both parts.
func BenchmarkFind(b *testing.B) {
	subject, text, page := ordinaryMail()
	usual := regexp.MustCompile(`\b\d{4,8}\b`)
	Find(subject, text, page) // builds the tables
	var find, null time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		Find(subject, text, page)
		find += time.Since(start)
		start = time.Now()
		for z := html.NewTokenizer(strings.NewReader(page)); z.Next() != html.ErrorToken; {
			z.Token()
		}
		usual.FindAllString(text, -1)
		usual.FindAllString(page, -1)
		null += time.Since(start)
	}
	b.ReportMetric(float64(find)/float64(null), "x-tokens-and-regexp")
}

// BenchmarkHostile reports how the time grows when the input does fourfold: 4 is linear, 16 quadratic.
func BenchmarkHostile(b *testing.B) {
	for name, build := range hostile {
		b.Run(name, func(b *testing.B) {
			text, page := build(10000)
			text4, page4 := build(40000)
			var one, four time.Duration
			for b.Loop() {
				start := time.Now()
				Find("", text, page)
				one += time.Since(start)
				start = time.Now()
				Find("", text4, page4)
				four += time.Since(start)
			}
			b.ReportMetric(float64(four)/float64(one), "x-for-4x")
		})
	}
}
