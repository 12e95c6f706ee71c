package spam

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheckHTML(t *testing.T) {
	t.Parallel()
	r := CheckHTML("")
	require.Equal(t, HTMLReport{Warnings: []Warning{}}, r)

	r = CheckHTML(`<table bgcolor="#fff"><tr><td style="color:red"><a href="https://x.example">go</a><img src="https://x.example/a.png"></table>`)
	require.Empty(t, r.Warnings)
	require.Equal(t, [3]int{6, 0, 0}, [3]int{r.Supported, r.Partial, r.Unsupported})

	r = CheckHTML(`<div style="display:flex;border-radius:4px"><p style="border-radius:2px">a</div>`)
	require.Equal(t, 2, r.Unsupported)
	require.Equal(t, "flexbox", r.Warnings[0].Feature)
	require.Contains(t, r.Warnings[0].Clients, "Outlook (Windows)")
	require.Equal(t, "rounded corners", r.Warnings[1].Feature)
	require.Equal(t, 2, r.Warnings[1].Count)
}

// Each feature is found where it is used, alone, and says what to do.
func TestEachFeature(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for feature, html := range map[string]string{
		"padding": `<i style="padding:1px">`, "margin": `<i style="margin:1px">`, "negative margin": `<i style="margin:-1px 0">`,
		"style element": `<style>p{color:red}</style>`, "style element in the body": `<body><style>p{}</style>`,
		"external style sheet": `<link rel=stylesheet href=x>`, "@import": `<style>@import "x";</style>`,
		"media queries": `<style>@media(max-width:1px){p{color:red}}</style>`, "web fonts": `<style>@font-face{font-family:x}</style>`,
		"dark mode query":    `<style>@media (prefers-color-scheme: dark){p{color:red}}</style>`,
		"keyframe animation": `<style>@keyframes x{from{color:red}}</style>`, "feature queries": `<style>@supports (x:y){p{color:red}}</style>`,
		"transition": `<i style="transition:all 1s">`, "transform": `<i style="transform:none">`, "flexbox": `<i style="display:inline-flex">`,
		"grid": `<style>p{display:grid}</style>`, "multiple columns": `<i style="columns:2">`, "gap": `<i style="gap:2px">`,
		"position": `<i style="position:absolute">`, "float": `<i style="float:left">`, "z-index": `<i style="z-index:2">`,
		"display none": `<i style="display:none">`, "overflow": `<i style="overflow:hidden">`, "object-fit": `<i style="object-fit:cover">`,
		"background image": `<i style="background:url(x)">`, "gradients": `<i style="background:linear-gradient(red,blue)">`,
		"rounded corners": `<i style="border-radius:2px">`, "border image": `<i style="border-image:x">`, "box shadow": `<i style="box-shadow:0 0 1px red">`,
		"text shadow": `<i style="text-shadow:none">`, "opacity": `<i style="opacity:.5">`, "rgba colours": `<i style="color:rgba(1,2,3,.5)">`,
		"hsl colours": `<i style="color:hsl(1,2%,3%)">`, "filters": `<i style="filter:blur(2px)">`, "clipping": `<i style="clip-path:circle(1px)">`,
		"CSS variables": `<i style="color:var(--x)">`, "calc()": `<i style="width:calc(1px + 1px)">`, "rem": `<i style="font-size:2rem">`,
		"viewport units": `<i style="width:50vw">`, "max-width": `<i style="max-width:9px">`, "max-height": `<i style="max-height:9px">`,
		"hover": `<style>a:hover{color:red}</style>`, "form states": `<style>i:checked{color:red}</style>`,
		"pseudo elements": `<style>i:before{color:red}</style>`, "attribute selectors": `<style>i[x]{color:red}</style>`,
		"structural selectors": `<style>i > b{color:red}</style>`, "video": `<video></video>`, "audio": `<audio></audio>`,
		"inline SVG": `<svg></svg>`, "SVG images": `<img src="a.svg?v=1">`, "WebP images": `<img src=a.webp>`, "AVIF images": `<img src=a.avif>`,
		"images in data URLs": `<img src="data:image/png;base64,AAAA">`, "responsive images": `<img srcset="a 1x">`, "image maps": `<map></map>`,
		"forms": `<form></form>`, "form fields": `<input>`, "buttons": `<button>a</button>`, "scripts": `<script></script>`,
		"frames": `<iframe></iframe>`, "embedded objects": `<object></object>`, "canvas": `<canvas></canvas>`,
		"disclosure": `<details></details>`, "marquee": `<marquee></marquee>`, "mathematics": `<math></math>`, "base address": `<base href=x>`,
	} {
		for _, w := range CheckHTML(html).Warnings {
			if w.Feature == feature {
				found[feature] = true
				require.NotEmpty(t, w.Clients)
				require.Positive(t, w.Count)
				require.Regexp(t, `[.]$`, w.Text)
			}
		}
		require.True(t, found[feature], "%s in %s", feature, html)
	}
	for _, f := range features {
		if f.missing|f.partial != 0 {
			require.True(t, found[f.name], "no test for %s", f.name)
		}
	}
}

func TestClipped(t *testing.T) {
	t.Parallel()
	require.False(t, CheckHTML(strings.Repeat("a", 102*1024)).Clipped)
	r := CheckHTML(strings.Repeat("a", 102*1024+1))
	require.True(t, r.Clipped)
	require.Equal(t, 102*1024+1, r.Bytes)
}

func TestCheckAccess(t *testing.T) {
	t.Parallel()
	// page is a mail without findings around the one in question.
	page := func(body string) string {
		return `<html lang=en><head><title>t</title></head><body><p>Some words that all can read with ease.</p>` + body
	}
	require.Equal(t, []Finding{}, CheckAccess("", "text"))
	require.Equal(t, []Finding{}, CheckAccess(page(""), "text"))
	for _, tt := range []struct {
		body string
		want map[string]int
	}{
		{`<img src=a><img src=b alt><img src=c alt=c><img src=d width=1 height=1>`, map[string]int{"missing_alt": 1}},
		{`<a href="https://x.example"><img src=a alt></a>`, map[string]int{"empty_link": 1}},
		{`<a href="https://x.example">Click here!</a> <a href="https://y.example">HERE</a> <a href="https://z.example">Read the report</a>`, map[string]int{"vague_link": 2}},
		{`<p style="color:#bbb">pale</p>`, map[string]int{"low_contrast": 1}},
		{`<p style="color:#767676">just enough</p><p style="color:#777777">just not</p>`, map[string]int{"low_contrast": 1}},
		{`<p style="color:#888;font-size:24px">large</p><h2 style="color:#888;font-size:14pt">bold</h2>`, nil},
		{`<style>.x{color:#ccc}</style><p class=x>by class</p>`, map[string]int{"low_contrast": 1}},
		{`<td bgcolor=black><font color=white>white on black</font></td>`, map[string]int{}},
		{`<div style="background:#000"><p>black on black</p><b>again</b></div>`, map[string]int{"low_contrast": 2}},
		{`<div style="background:url(x);color:white">over an image</div>`, nil},
		{`<div style="display:none;color:white">preheader</div>`, nil},
		{`<p style="font-size:9px">tiny</p><p style="font-size:8pt">tiny</p><p style="font-size:0">none</p><p style="font-size:50%">tiny</p>`, map[string]int{"tiny_text": 3}},
		{`<p style="text-align:justify">words</p>`, map[string]int{"justified_text": 1}},
		{`<table><tr><td>layout</table><table role=presentation><tr><td>layout</table><table><tr><th>data</table>`, map[string]int{"layout_table": 1}},
		{`<h1>one</h1><h3>three</h3><h4>four</h4><h2>two</h2>`, map[string]int{"heading_order": 1}},
	} {
		got := map[string]int{}
		for _, f := range CheckAccess(page(tt.body), "text") {
			got[f.Rule] = f.Count
			require.NotEmpty(t, f.Text)
		}
		if tt.want == nil {
			tt.want = map[string]int{}
		}
		require.Equal(t, tt.want, got, tt.body)
	}
	rules := []string{}
	for _, f := range CheckAccess(`<img src=a alt="All is in the picture">`, " ") {
		rules = append(rules, f.Rule)
	}
	require.Equal(t, []string{"image_only", "missing_lang", "missing_title", "no_text_part"}, rules)
}

func TestCheckHeaders(t *testing.T) {
	t.Parallel()
	good := []Header{
		{"Date", "Fri, 20 Nov 2026 15:47:12 +0000"}, {"From", "Alice <alice@firm.example>"}, {"To", "bob@x.example"},
		{"Subject", "Hello"}, {"Message-ID", "<1@firm.example>"}, {"MIME-Version", "1.0"}, {"Content-Type", "text/plain"},
	}
	require.Equal(t, []HeaderFinding{}, CheckHeaders(good, true, true))
	without := func(name string) []Header {
		out := []Header{}
		for _, h := range good {
			if h.Name != name {
				out = append(out, h)
			}
		}
		return out
	}
	with := func(more ...Header) []Header { return append(append([]Header{}, good...), more...) }
	instead := func(h Header) []Header { return append(without(h.Name), h) }
	for _, tt := range []struct {
		fields      []Header
		name, level string
	}{
		{without("Date"), "missing_date", LevelError},
		{instead(Header{"Date", "yesterday"}), "bad_date", LevelError},
		{without("From"), "missing_from", LevelError},
		{instead(Header{"From", "nobody at all"}), "bad_from", LevelError},
		{instead(Header{"From", "a@x.example, b@x.example"}), "missing_sender", LevelError},
		{without("To"), "missing_to", LevelWarning},
		{without("Subject"), "missing_subject", LevelWarning},
		{instead(Header{"Subject", "  "}), "missing_subject", LevelWarning},
		{without("Message-ID"), "missing_message_id", LevelWarning},
		{instead(Header{"Message-ID", "1@x.example"}), "bad_message_id", LevelWarning},
		{without("MIME-Version"), "missing_mime_version", LevelError},
		{without("Content-Type"), "missing_content_type", LevelInfo},
		{with(Header{"Bcc", "c@x.example"}), "bcc_visible", LevelError},
		{with(Header{"from", "c@x.example"}), "duplicate_from", LevelError},
		{with(Header{"Subject", "again"}), "duplicate_subject", LevelError},
		{with(Header{"X-Long", strings.Repeat("x", 999)}), "line_too_long", LevelError},
		{with(Header{"X-Long", strings.Repeat("word ", 20)}), "long_line", LevelInfo},
		{with(Header{"X-Eight", "Grüße"}), "eight_bit_header", LevelWarning},
		{with(Header{"X-Latin", "Gr\xfc\xdfe"}), "invalid_charset", LevelError},
		{with(Header{"X-Control", "a\x01b"}), "control_characters", LevelError},
		{with(Header{"X-Word", "=?utf-8?Q?" + strings.Repeat("x", 70) + "?="}), "encoded_word_too_long", LevelWarning},
		{with(Header{"Reply-To", "alice@gmail.com"}), "reply_to_differs", LevelInfo},
		{with(Header{"Reply-To", "not an address"}), "bad_reply_to", LevelWarning},
		{with(Header{"List-ID", "<l.x.example>"}), "missing_list_unsubscribe", LevelWarning},
		{with(Header{"Precedence", "bulk"}), "missing_list_unsubscribe", LevelWarning},
		{with(Header{"List-Unsubscribe", "https://x.example/u"}), "bad_list_unsubscribe", LevelWarning},
		{with(Header{"List-Unsubscribe", "<mailto:u@x.example>"}), "no_one_click", LevelWarning},
		{with(Header{"List-Unsubscribe", "<https://x.example/u>"}), "no_one_click", LevelWarning},
	} {
		got := CheckHeaders(tt.fields, true, true)
		require.Len(t, got, 1, tt.name)
		require.Equal(t, tt.name, got[0].Name)
		require.Equal(t, tt.level, got[0].Level)
		require.Regexp(t, `[.]$`, got[0].Text)
	}
	for _, fields := range [][]Header{
		with(Header{"List-Unsubscribe", "<mailto:u@x.example>,\r\n <https://x.example/u>"}, Header{"List-Unsubscribe-Post", "List-Unsubscribe=One-Click"}),
		with(Header{"Reply-To", "help@mail.firm.example"}),
		with(Header{"Received", "a"}, Header{"Received", "b"}),
		with(Header{"X-Folded", strings.Repeat("word ", 10) + "\r\n " + strings.Repeat("word ", 10)}),
	} {
		require.Empty(t, CheckHeaders(fields, true, true))
	}
	require.Equal(t, "no_text_part", CheckHeaders(good, false, true)[0].Name)
	all := CheckHeaders(nil, true, false)
	require.Equal(t, []string{"missing_date", "missing_from", "missing_message_id", "missing_to", "missing_subject", "missing_mime_version"}, findingNames(all))
	require.Equal(t, LevelInfo, all[len(all)-1].Level)
}

func findingNames(found []HeaderFinding) []string {
	out := []string{}
	for _, f := range found {
		out = append(out, f.Name)
	}
	return out
}
