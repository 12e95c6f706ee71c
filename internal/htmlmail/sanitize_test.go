package htmlmail

import (
	"bytes"
	"encoding/base64"
	"image/gif"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// spec: messages.safe.html
func TestSanitize(t *testing.T) {
	t.Parallel()
	const attrs = ` target="_blank" rel="noopener noreferrer nofollow"`
	for _, tt := range []struct{ name, html, want string }{
		{"text", "a &amp; <b>b</b>", "a &amp; <b>b</b>"},
		{"script", "a<script>x</script>b", "ab"},
		{"form", `<form action=x>a<input name=i><button onclick=x>b</button><select><option>c</select></form>`, "ab"},
		{"frame", "<iframe src=x>a</iframe>b", "b"},
		{"link", `<a href="https://x.test/?a&amp;b" onclick=x>a</a>`, `<a href="https://x.test/?a&amp;b"` + attrs + `>a</a>`},
		{"link without a scheme", `<a href="//x.test/a">a</a>`, `<a href="https://x.test/a"` + attrs + `>a</a>`},
		{"script link", `<a href="javascript:x">a</a>`, "a"},
		{"nesting is mended", "<b><i>a</b>b</i><p>c<p>d</div>", "<b><i>a</i></b>b<p>c</p><p>d</p>"},
		{"table", `<table width="100%" cellpadding=0 onclick=x><tr><td colspan=2 valign=TOP nowrap>a`,
			`<table width="100%" cellpadding="0"><tr><td colspan="2" valign="TOP" nowrap="">a</td></tr></table>`},
		{"style", `<p style="COLOR:Red;font:bold 12px/1.5 'Open Sans', Arial;position:fixed;margin:0 -3px">a</p>`,
			`<p style="color:#ff0000;font:bold 12px/1.5 &#39;open sans&#39;, arial;">a</p>`},
		{"repeated property", `<p style="color:red;color:blue !important;color:green">a</p>`, `<p style="color:#0000ff;">a</p>`},
		{"background shorthand", `<p style="background:#FFF url('x') no-repeat">a</p>`, `<p style="background-color:#ffffff;">a</p>`},
		{"rule by tag", `<style>p{color:red}</style><p>a</p>`, `<p style="color:#ff0000;">a</p>`},
		{"rules by class and id", `<style>#i{color:red}.c{color:blue;width:9px}p.d{width:8px}</style><p class="c d" id=i>a</p>`,
			`<p style="width:8px;color:#ff0000;">a</p>`},
		{"rule below the element's style", `<style>p{color:red;width:1px!important}</style><p style="color:blue;width:2px">a</p>`,
			`<p style="color:#0000ff;width:1px;">a</p>`},
		{"rules that do not hold everywhere", `<style>@media print{p{color:red}} p:hover,div p,p>b,[x]{color:red} @import "x";</style><p>a</p>`, `<p>a</p>`},
		{"list of selectors", `<style>div > p, b , i.x{color:red}</style><b>a</b><i>b</i>`, `<b style="color:#ff0000;">a</b><i>b</i>`},
		{"body", `<body bgcolor=white text=#333 style="margin:0" onload=x>a</body>`,
			`<div style="background-color:#ffffff;color:#333333;margin:0;">a</div>`},
		{"rule of body", `<style>body{color:red}</style><body>a`, `<div style="color:#ff0000;">a</div>`},
		{"cannot leave the div", `<body bgcolor=white></div></div>a`, `<div style="background-color:#ffffff;">a</div>`},
		{"colours", `<table bgcolor=EEEEEE><td bgcolor="#abc"><font color="Navy">a`,
			`<table bgcolor="#eeeeee"><td bgcolor="#aabbcc"><font color="#000080">a</font></td></table>`},
		{"hidden stays hidden", `<p hidden>a</p><p style="display:none">b</p>`, `<p hidden="">a</p><p style="display:none;">b</p>`},
		{"cid", `<img src="CID:a@b">`, `<img src="cid:a@b">`},
		{"data", "<img src=\"data:image/PNG;base64,AA\n AA\">", `<img src="data:image/png;base64,AAAA">`},
		{"an attribute twice", `<p align=left align=right>a</p>`, `<p align="left">a</p>`},
		{"colour that lets through, as an attribute", `<table><tr><td bgcolor="rgba(1,2,3,.5)">a`, `<table><tr><td bgcolor="#010203">a</td></tr></table>`},
		{"no-break space around a link", "<a href=\"\u00a0https://x.test/a\u00a0\">a</a>", `<a href="https://x.test/a"` + attrs + `>a</a>`},
		{"image in the mail as a background", `<p style="color:red;background:url(cid:a)">a</p>`, `<p style="color:#ff0000;">a</p>`},
		{"comments in a style", `<p style="/*x*/color:/**/red">a</p>`, `<p style="color:#ff0000;">a</p>`},
		{"no colour", `<p style="color:#zz;margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"function", `<p style="width:calc(1px);margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"long word", `<p style="font-family:` + strings.Repeat("a", 41) + `;margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"large number", `<p style="width:10000px;height:1.00001px;margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"unknown unit", `<p style="width:5vmax;margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"name with signs", `<p style="font-family:'a(b';margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"long value", `<p style="padding:` + strings.Repeat("1px ", 300) + `;margin:1px">a</p>`, `<p style="margin:1px;">a</p>`},
		{"many declarations", `<p style="` + strings.Repeat("margin:1px;", maxDeclarations) + `color:red">a</p>`, `<p style="margin:1px;">a</p>`},
		{"video in an object", `<object><video poster="https://x.test/a.png"></video></object>a`, "a"},
		{"long content id", `<img src="cid:` + strings.Repeat("a", 999) + `">`, `<img src="` + placeholder + `">`},
		{"data of another kind", `<img alt=x src="data:image/svg+xml;base64,AAAA">`, `<img alt="x" src="` + placeholder + `">`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, blocked := Sanitize(tt.html, Options{Light: true})
			require.Equal(t, tt.want, got)
			require.Zero(t, blocked)
			requireSafe(t, got, false)
		})
	}
}

// spec: messages.safe.remote-images
func TestBlockedImages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		html    string
		blocked int
	}{
		{`<img src="https://x.test/a.png">`, 1},
		{`<img src="//x.test/a.png">`, 1},
		{`<img src="\\x.test\a.png">`, 1},
		{`<img src="https://x.test/a.png"><img src="https://x.test/b.png">`, 2},
		{`<img src="https://x.test/a.png" srcset="https://x.test/a2.png 2x, https://x.test/a3.png 3x">`, 1},
		{`<img srcset="https://x.test/a2.png 2x">`, 1},
		{`<picture><source srcset="https://x.test/a.webp"><source srcset="https://x.test/a.avif"><img src="https://x.test/a.png"></picture>`, 1},
		{`<picture><source srcset="https://x.test/a.webp"></picture>`, 1},
		{`<table background="https://x.test/a.png" style="background:url(https://x.test/a.png)"><tr><td background="http://x.test/b.png">`, 2},
		{`<div style="background-image:url(https://x.test/a.png),url('//x.test/b.png')">`, 2},
		{`<div style="background:u\72l(https://x.test/a.png)">`, 1},
		{`<div style="background:\000075rl(https://x.test/a.png)">`, 1},
		{`<div style="background:URL(https://x.test/a.png)">`, 1},
		{`<div style="-webkit-mask-image:url(https://x.test/a.png)">`, 1},
		{`<img src="a.png" srcset="https://x.test/a2.png 2x">`, 1},
		{`<img srcset=" , https://x.test/a2.png 2x">`, 1},
		{`<li style="list-style-image:url(https://x.test/a.png)">`, 1},
		{`<style>.h{background:url(https://x.test/a.png)} .unused{background:url(https://x.test/b.png)}</style><p class=h><p class=h>`, 2},
		{`<style>@import url(https://x.test/a.css);@font-face{src:url(https://x.test/a.woff)}</style>x`, 0},
		{`<body background="https://x.test/a.png" style="background:url(https://x.test/b.png)">`, 2},
		{`<input type=image src="https://x.test/a.png">`, 1},
		{`<image src="https://x.test/a.png">`, 1},
		{`<video poster="https://x.test/a.png"><source src="https://x.test/a.mp4"></video>`, 1},
		{`<svg><image href="https://x.test/a.png"/><image xlink:href="//x.test/b.png"/></svg>`, 2},
		{`<object><img src="https://x.test/a.png"></object>`, 1},
		{`<img src="cid:a"><img src="data:image/gif;base64,AAAA"><img src="a.png"><img>`, 0},
		{`<a href="https://x.test/a.png">a</a><script src="https://x.test/a.js"></script>`, 0},
	} {
		out, blocked := Sanitize(tt.html, Options{})
		require.Equal(t, tt.blocked, blocked, tt.html)
		require.NotContains(t, strings.ReplaceAll(out, `href="https://x.test/a.png"`, ""), "x.test", tt.html)
		_, blocked = Sanitize(tt.html, Options{Remote: true})
		require.Zero(t, blocked, tt.html)
	}
}

func TestRemoteImages(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`<img src="https://x.test/a.png?a=1&amp;b" srcset="y 2x">`: `<img src="https://x.test/a.png?a=1&amp;b">`,
		`<img srcset="https://x.test/a.png 2x">`:                   `<img src="https://x.test/a.png">`,
		`<img src="//x.test/a.png">`:                               `<img src="https://x.test/a.png">`,
		`<img src="ftp://x.test/a.png">`:                           `<img src="` + placeholder + `">`,
		`<table background="http://x.test/a.png"></table>`:         `<table background="http://x.test/a.png"></table>`,
		`<p style="background:url(http://x.test/(a')b.png)">a</p>`: `<p style="background-image:url(&#39;http://x.test/%28a%27&#39;);">a</p>`,
		`<video poster="http://x.test/a.png" width=20></video>`:    `<img width="20" src="http://x.test/a.png">`,
	} {
		out, blocked := Sanitize(in, Options{Light: true, Remote: true})
		require.Equal(t, want, out)
		require.Zero(t, blocked)
		requireSafe(t, out, true)
	}
}

func TestCID(t *testing.T) {
	t.Parallel()
	asked := []string{}
	o := Options{Light: true, CID: func(id string) (string, bool) {
		asked = append(asked, id)
		return map[string]string{
			"a@b":  "data:image/png;base64,AAAA",
			"site": "https://x.test/a.png",
			"svg":  "data:image/svg+xml;base64,AAAA",
		}[id], id != "gone"
	}}
	out, blocked := Sanitize(`<img src="cid:%3Ca%40b%3E"><img src="cid:gone"><img src="cid:site"><img src="cid:svg"><td background="cid:a@b">`, o)
	require.Equal(t, `<img src="data:image/png;base64,AAAA"><img src="cid:gone"><img src="cid:site"><img src="cid:svg">`+
		`<td background="data:image/png;base64,AAAA"></td>`, out)
	require.Zero(t, blocked)
	require.Equal(t, []string{"a@b", "gone", "site", "svg", "a@b"}, asked)
}

func TestDark(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a": `<div style="background-color:#1b1b1b;color:#e8e8e8;">a</div>`,
		`<p style="color:black;background:white;border:1px solid #ccc">a</p>`: `<div style="background-color:#1b1b1b;color:#e8e8e8;">` +
			`<p style="color:#e8e8e8;background-color:#1b1b1b;border:1px solid #444444;">a</p></div>`,
		`<body bgcolor="#111111" text="#eeeeee"><td bgcolor="#ffffff"><font color="black">a`: `<div style="background-color:#111111;color:#eeeeee;">` +
			`<td bgcolor="#1b1b1b"><font color="#e8e8e8">a</font></td></div>`,
		`<img src="cid:a" style="border:0">`: `<div style="background-color:#1b1b1b;color:#e8e8e8;"><img src="cid:a" style="border:0;"></div>`,
		`<p style="font-family:Tan,'White'">a</p>`: `<div style="background-color:#1b1b1b;color:#e8e8e8;">` +
			`<p style="font-family:tan,&#39;white&#39;;">a</p></div>`,
	} {
		out, _ := Sanitize(in, Options{})
		require.Equal(t, want, out)
	}
}

func TestPlaceholderIsAnImage(t *testing.T) {
	t.Parallel()
	b, err := base64.StdEncoding.DecodeString(placeholder[strings.IndexByte(placeholder, ',')+1:])
	require.NoError(t, err)
	img, err := gif.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, 1, img.Bounds().Dx()*img.Bounds().Dy())
	r, g, bl, a := img.At(0, 0).RGBA()
	require.Equal(t, [4]uint32{0xc2c2, 0xc2c2, 0xc2c2, 0xffff}, [4]uint32{r, g, bl, a})
}
