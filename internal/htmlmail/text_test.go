package htmlmail

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// spec: send.text.from-html
func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, html, want string }{
		{"empty", "", ""},
		{"plain", "just words", "just words"},
		{"entities", "a &amp; b &lt;c&gt; &euro;5 &#x263A; &nosuch; &copy", "a & b <c> €5 ☺ &nosuch; ©"},
		{"blanks fold", " a\n\t b&nbsp;&nbsp; c ", "a b c"},
		{"paragraphs", "<p>a</p><p>b</p>", "a\n\nb"},
		{"divisions", "<div>a</div><div>b<div>c</div></div>d", "a\nb\nc\nd"},
		{"line breaks", "a<br>b<br><br>c<br><br><br><br>d", "a\nb\n\nc\n\nd"},
		{"break at the end of a block", "<div>a<br></div><div>b</div>", "a\nb"},
		{"empty line as editors write it", "<div>a</div><div><br></div><div>b</div>", "a\n\nb"},
		{"inline elements join", "ver<b>if</b>y <i>now</i>", "verify now"},
		{"heading", "<h1>T</h1>x", "T\n\nx"},
		{"list", "a<ul><li>b</li><li>c</ul>d", "a\n\n- b\n- c\n\nd"},
		{"numbers", "<ol start=9><li>a<li>b</ol>", "9. a\n10. b"},
		{"nested list", "<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"},
		{"lines of an item", "<ol><li>a<br>b</ol>", "1. a\n   b"},
		{"empty item", "<ul><li><li>b</ul>c", "- b\n\nc"},
		{"terms", "<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"},
		{"rows", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a\tb\nc\td"},
		{"rows left open", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"},
		{"header row", "<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d</table>", "a\tb\nc\td"},
		{"empty cell", "<table><tr><td>a<td><td>c</table>", "a\tc"},
		{"blocks in cells", "<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>", "a\n\nb"},
		{"table in a cell", "<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "a\tb\nc"},
		{"quote", "a<blockquote>b<p>c</p></blockquote>d", "a\n\n> b\n>\n> c\n\nd"},
		{"quote in a quote", "<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"},
		{"list in a quote", "<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"},
		{"pre", "<pre>if x {\n    y\n\n    z\n}</pre>", "if x {\n    y\n\n    z\n}"},
		{"white-space", `<div style="white-space:pre-wrap">a  b` + "\n" + `c</div>`, "a  b\nc"},
		{"ruler", "a<hr>b", "a\n---\nb"},
		{"link", `<a href="https://x.test/p?a=1&amp;b=2">here</a>.`, "here <https://x.test/p?a=1&b=2>."},
		{"link that shows its target", `<a href="https://www.x.test/">x.test</a> <a href="http://x.test/a">http://x.test/a</a>`, "x.test http://x.test/a"},
		{"mail link", `<a href="mailto:a@b.test?subject=x">a@b.test</a> <a href="mailto:a@b.test">Write</a>`, "a@b.test Write <mailto:a@b.test>"},
		{"phone link", `<a href="tel:+49-30-1234">+49 30 1234</a>`, "+49 30 1234"},
		{"link around a block", `<a href="https://x.test"><div>Go</div></a><p>next</p>`, "Go <https://x.test>\n\nnext"},
		{"link around an image", `<a href="https://x.test"><img alt="Logo"></a> <a href="https://y.test"><img></a>`, "Logo <https://x.test> <https://y.test>"},
		{"link to nowhere", `<a href="#top">up</a> <a href="javascript:x">run</a> <a name=x>here</a>`, "up run here"},
		{"link around nothing", `a <a href="https://x.test"></a> b`, "a b"},
		{"image", `<p>a <img src=x alt="a  cat"> b <img src=y></p>`, "a a cat b"},
		{"not content", "<head><title>t</title><style>s</style></head><script>x</script><!-- c -->a<template>b</template><svg><text>c</text></svg>", "a"},
		{"no script", "<noscript>a <b>b</b></noscript>", "a b"},
		{"conditional comments", "<!--[if mso]>a<![endif]--><!--[if !mso]><!-->b<!--<![endif]--><![if !mso]>c<![endif]>", "bc"},
		{"display none", `<div style="display:none">a</div>b`, "b"},
		{"display none by class", `<style>.p{display:none !important}</style><div class="x p" style="display:block">a</div>b`, "b"},
		{"rules of media are not for us", `<style>@media print{p{display:none}}</style><p>a</p>`, "a"},
		{"opacity", `<span style="opacity:0.0">a</span><span style="opacity:.5">b</span>`, "b"},
		{"visibility comes back", `<div style="visibility:hidden">a<b style="visibility:visible">b</b></div>`, "b"},
		{"size comes back", `<div style="font-size:0px">a<b style="font-size:50%">b</b><i style="font-size:9px">c</i></div>`, "c"},
		{"size 0 is for text", `<div style="font-size:0"><img alt="a"></div>`, "a"},
		{"no height", `<div style="max-height:0;overflow:hidden">a</div><div style="max-height:0">b</div>`, "b"},
		{"hidden attribute", "<p hidden>a</p>b", "b"},
		{"hidden from Outlook", `<div style="mso-hide:all">a</div><a href="https://x.test" style="mso-hide:all">b</a>`, "b <https://x.test>"},
		{"hidden image", `<img alt="a" style="display:none">b`, "b"},
		{"escapes in a style", `<p style="d\69splay:n\6fne">a</p>b`, "b"},
		{"preheader padding", "a&zwnj;&nbsp;&zwnj;&nbsp;&#847; &#8199;&#65279;b", "a b"},
		{"width of nothing", "so&shy;ft ze&#8203;ro w&#8205;j", "soft zero wj"},
		{"joiners that matter", "👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"},
		{"blank characters", "a\u3000b\u2028c\u2800d\u202fe", "a b c d e"},
		{"NUL and invalid bytes", "a\x00b \xff", "ab \uFFFD"},
		{"end tag of a break", "a</br>b", "a\nb"},
		{"stray end tags", "</p></div>a</table>", "a"},
		{"inline end does not end a block", "<span><div>a</span></div>b", "a\nb"},
		{"tag left open", "a <b", "a"},
		{"form", `<form>Name <input value=x><select><option>1<option>2</select><button>Send</button></form>`, "Name Send"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, Text(tt.html))
		})
	}
}

func TestVisibleText(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Hi\n\nPress go\n\none\ntwo\n\nquoted\n\nend", VisibleText(`<p>Hi</p>Press <a href="https://x.test/123456">go</a>
		<img alt="654321"><ol><li>one<li>two</ol><blockquote>quoted</blockquote><hr>end`))
}

func TestOwnText(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Yes\n\nand no", OwnText(`<p>Yes</p><blockquote>do <p>you?</p><blockquote>deeper</blockquote></blockquote><p>and no</p>`))
	require.Empty(t, OwnText(`<blockquote>all of it</blockquote>`))
}

func TestRead(t *testing.T) {
	t.Parallel()
	c := Read(`<div style="display:none">secret words</div>seen
		<img src="https://x.test/o.gif" width=1 height="1px" alt><img srcset="/a.png 2x" style="width:200px;height:1px">`)
	require.Equal(t, "seen", c.Text)
	require.Equal(t, len("secret words"), c.Hidden)
	require.Equal(t, []Image{
		{URL: "https://x.test/o.gif", HasAlt: true, Pixel: true},
		{URL: "/a.png"},
	}, c.Images)
}

func TestLinks(t *testing.T) {
	t.Parallel()
	got := Links(`<a href=" https://a.test/?x=1&amp;y=2 ">First <b>one</b></a>
		<a href="//b.test"><img alt="Second"></a>
		<a href="mailto:c@c.test">Mail</a> <a href="TEL:+1">Call</a>
		<a href="https://d.test/u">Se désabonner</a> <a href="https://d.test/unsubscribe/9">here</a>
		<a href="https://e.test" style="display:none">trap</a>
		<a href="https://f.test">one<a href="https://g.test">two</a>
		<a href="ftp://h.test">no</a><a href="/rel">no</a><a>no</a>
		<map><area href="https://i.test" alt="Part"></map>
		<a href="http:\\j.test\x">slashes</a>`)
	require.Equal(t, []Link{
		{URL: "https://a.test/?x=1&y=2", Text: "First one"},
		{URL: "https://b.test", Text: "Second", Image: true},
		{URL: "mailto:c@c.test", Text: "Mail"},
		{URL: "tel:+1", Text: "Call"},
		{URL: "https://d.test/u", Text: "Se désabonner", Unsubscribe: true},
		{URL: "https://d.test/unsubscribe/9", Text: "here", Unsubscribe: true},
		{URL: "https://e.test", Hidden: true},
		{URL: "https://f.test", Text: "one"},
		{URL: "https://g.test", Text: "two"},
		{URL: "https://i.test", Text: "Part", Image: true},
		{URL: "http://j.test/x", Text: "slashes"},
	}, got)
}

func TestInputIsCut(t *testing.T) {
	t.Parallel()
	src := strings.Repeat("é", MaxInput/2-1) + "x" + "ééé tail"
	text := Text(src)
	require.NotContains(t, text, "tail")
	require.NotContains(t, text, "\uFFFD")
}
