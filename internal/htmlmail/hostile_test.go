package htmlmail

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/racing"
)

// hostile are mails of at least that many bytes, made to take long or to grow.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)+1) }
	rules := strings.Repeat("p{color:red;background:blue;border:1px solid #abcdef}", 3000)
	classes := strings.Repeat("a b c d ", 20000)
	return map[string]string{
		"nested blocks":      fill("<div>"),
		"nested inline":      fill("<b>"),
		"nested tables":      fill("<table><td>"),
		"nested quotes":      fill("<blockquote>x<br>"),
		"quotes and lines":   strings.Repeat("<blockquote>", 150) + fill("x<br>"),
		"nested lists":       strings.Repeat("<ol><li>", 90) + fill("x<br>"),
		"formatting":         strings.Repeat(`<p><b><i><font color=1>`, 150) + fill("<p>x"),
		"unclosed formats":   fill("<p><b id=1><i id=2>x"),
		"end tags":           strings.Repeat("<div>", 190) + fill("</b>"),
		"misnested":          fill("<a><table><b></a></b>"),
		"many rules":         "<style>" + rules + "</style>" + fill("<p>"),
		"many classes":       "<style>" + strings.Repeat(".a.b.c{color:red}", 2000) + "</style>" + fill(`<i class="`+classes+`">`),
		"rules and elements": "<style>" + strings.Repeat(".x{color:red;font-family:'"+strings.Repeat("y", 50)+"'}", 500) + "</style>" + fill(`<p class=x>`),
		"selectors":          "<style>" + fill("a,"),
		"braces":             "<style>" + fill("{"),
		"at rules":           "<style>" + fill("@media{"),
		"css comments":       "<style>" + fill("/*"),
		"attributes":         "<p " + fill("a=b "),
		"styles":             `<p style="` + fill("color:red;") + `">`,
		"one value":          `<p style="color:` + fill("(") + `">`,
		"urls":               `<p style="background:` + fill("url(") + `">`,
		"srcset":             `<img srcset="` + fill(", ") + `">`,
		"open tag":           fill("<"),
		"open attribute":     `<a href="` + fill("x"),
		"comments":           fill("<!-- "),
		"entities":           fill("&"),
		"numeric entities":   fill("&#x1F600;"),
		"zero width":         fill("\u200b"),
		"joiners":            fill("\u200d\u00e9"),
		"one word":           fill("x"),
		"links":              fill(`<a href=//x>y`),
		"images":             fill(`<img src=//x>`),
		"cid":                fill(`<img src=cid:x>`),
		"backgrounds":        fill(`<td background=//x>`),
		"raw text":           fill("<title>"),
		"pre":                "<pre>" + fill(" \n"),
		"svg":                fill("<svg/>"),
		"dropped":            fill("<svg>"),
		"invalid utf-8":      fill("\xff"),
	}
}

// Time is for the benchmark; what a test can say for certain is that nothing
// grows beyond a bound.
func TestHostileIsBounded(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	big := "data:image/png;base64," + strings.Repeat("A", 1<<20)
	o := Options{CID: func(string) (string, bool) { return big, true }}
	for name, src := range hostile(MaxInput / 8) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, _ := Sanitize(src, o)
			require.LessOrEqual(t, len(out), maxCID+maxInlined+40*len(src))
			require.LessOrEqual(t, len(Text(src)), maxText)
		})
	}
}

// The tags of elements below the bound are left out, their text is not.
func TestDepthIsBounded(t *testing.T) {
	t.Parallel()
	out, _ := Sanitize(strings.Repeat("<b>", maxDepth+100)+"deep", Options{Light: true})
	require.Equal(t, strings.Repeat("<b>", maxDepth)+"deep"+strings.Repeat("</b>", maxDepth), out)
}
