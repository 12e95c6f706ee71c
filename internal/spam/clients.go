package spam

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/htmlmail"
)

// clipSize is the size of HTML from which Gmail cuts a mail: 102 KB.
const clipSize = 102 * 1024

// HTMLReport says what mail clients make of the HTML of a mail.
type HTMLReport struct {
	Bytes int `json:"bytes"`
	// Clipped tells that Gmail shows only the first 102 KB.
	Clipped bool `json:"clipped"`
	// Supported, Partial and Unsupported count the features of the mail that
	// all clients show, that some show in part, and that some do not show.
	Supported   int       `json:"supported"`
	Partial     int       `json:"partial"`
	Unsupported int       `json:"unsupported"`
	Warnings    []Warning `json:"warnings"` // never nil
}

// Warning is a feature that not all mail clients show.
type Warning struct {
	Feature string   `json:"feature"`
	Text    string   `json:"text"`    // what happens and what to use instead
	Clients []string `json:"clients"` // those that do not show it, or only in part
	Count   int      `json:"count"`   // how often the mail uses it
	Partial bool     `json:"partial"` // no client leaves it out altogether
}

// CheckHTML reports which mail clients cannot show what the HTML uses.
func CheckHTML(html string) HTMLReport {
	r := HTMLReport{Bytes: len(html), Clipped: len(html) > clipSize, Warnings: []Warning{}}
	u := usage{count: map[string]int{}}
	htmlmail.Walk(html, &u)
	for i := range features {
		f := &features[i]
		n := 0
		for key := range strings.FieldsSeq(f.keys) {
			n += u.count[key]
		}
		if n == 0 {
			continue
		}
		switch {
		case f.missing != 0:
			r.Unsupported++
		case f.partial != 0:
			r.Partial++
		default:
			r.Supported++
			continue
		}
		r.Warnings = append(r.Warnings, Warning{
			Feature: f.name, Text: f.text, Count: n,
			Clients: (f.missing | f.partial).names(), Partial: f.missing == 0,
		})
	}
	return r
}

// Use is a feature that the HTML of a mail uses.
type Use struct {
	Feature string
	Text    string // what happens where it is not shown, and what to use instead; "" when all clients show it
	Count   int    // how often the mail uses it
	Missing []string
	Partial []string // clients that show it in part
}

// Clients lists the mail clients that are known.
func Clients() []string { return slices.Clone(clientNames[:]) }

// Uses lists the features that the HTML uses, in the order of the table, and how many
// features there are in all.
func Uses(html string) (used []Use, of int) {
	u := usage{count: map[string]int{}}
	htmlmail.Walk(html, &u)
	for i := range features {
		f := &features[i]
		n := 0
		for key := range strings.FieldsSeq(f.keys) {
			n += u.count[key]
		}
		if n > 0 {
			used = append(used, Use{f.name, f.text, n, f.missing.names(), (f.partial &^ f.missing).names()})
		}
	}
	return used, len(features)
}

// Features lists the names of all features.
func Features() (names []string) {
	for i := range features {
		names = append(names, features[i].name)
	}
	return names
}

// usage counts what a mail's HTML uses, by keys as in the table of features.
type usage struct {
	count   map[string]int
	inStyle bool
	inBody  bool
}

func (u *usage) Open(e *htmlmail.Element) {
	u.count["<"+e.Name+">"]++
	u.inStyle = e.Name == "style"
	switch e.Name {
	case "body":
		u.inBody = true
	case "style":
		if u.inBody {
			u.count["body<style>"]++
		}
	case "link":
		if strings.Contains(strings.ToLower(e.Attr("rel")), "stylesheet") {
			u.count["stylesheet"]++
		}
	case "img", "source":
		u.image(e)
	}
	for _, a := range e.Attrs {
		u.count["["+a.Key+"]"]++
	}
	u.declarations(e.Attr("style"))
}

func (u *usage) Close(string) { u.inStyle = false }

func (u *usage) Text(s string) {
	if u.inStyle {
		u.sheet(s)
	}
}

func (u *usage) image(e *htmlmail.Element) {
	src := strings.ToLower(strings.TrimSpace(e.Attr("src")))
	if strings.HasPrefix(src, "data:") {
		u.count["data-image"]++
	}
	src, _, _ = strings.Cut(src, "?")
	for _, kind := range [...]string{"svg", "webp", "avif"} {
		if strings.HasSuffix(src, "."+kind) || strings.HasPrefix(src, "data:image/"+kind) || e.Attr("type") == "image/"+kind {
			u.count["image/"+kind]++
		}
	}
}

// sheet reads a style element: what stands before a brace is a selector or an
// at-rule, what stands before a semicolon or a closing brace a declaration.
func (u *usage) sheet(css string) {
	css = strings.ReplaceAll(css, "-->", "") // old mails hide styles in a comment
	start := 0
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case '{':
			u.prelude(css[start:i])
			start = i + 1
		case ';', '}':
			if part := strings.TrimSpace(css[start:i]); strings.HasPrefix(part, "@") {
				u.prelude(part)
			} else {
				u.declarations(part)
			}
			start = i + 1
		}
	}
}

func (u *usage) prelude(s string) {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.HasPrefix(s, "@") {
		name, _, _ := strings.Cut(s, " ")
		name, _, _ = strings.Cut(name, "(")
		u.count[name]++
		if strings.Contains(s, "prefers-color-scheme") {
			u.count["@dark"]++
		}
		return
	}
	for _, part := range [...]string{":hover", ":focus", ":checked", ":nth-child", ":first-child", ":last-child", ":not(",
		":before", ":after", "::", "[", ">", "+", "~"} {
		if strings.Contains(s, part) {
			u.count["sel"+part]++
		}
	}
}

func (u *usage) declarations(style string) {
	for _, d := range htmlmail.Declarations(style) {
		value := strings.ToLower(d.Value)
		u.count[d.Property+":"]++
		if strings.HasPrefix(d.Property, "--") {
			u.count["--:"]++
		}
		for _, word := range strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == ',' || r == '(' }) {
			u.count[d.Property+":"+word]++
			if strings.HasPrefix(word, "-") && len(word) > 1 && word[1] >= '0' && word[1] <= '9' && strings.HasPrefix(d.Property, "margin") {
				u.count["margin:-"]++
			}
		}
		for _, part := range [...]string{"calc(", "var(", "linear-gradient(", "radial-gradient(", "rgba(", "hsl", "url(", "clamp(", "min(", "max("} {
			if strings.Contains(value, part) {
				u.count["val"+part]++
			}
		}
		for _, unit := range [...]string{"rem", "vw", "vh"} {
			if n := strings.Index(value, unit); n > 0 && value[n-1] >= '0' && value[n-1] <= '9' {
				u.count["unit"+unit]++
			}
		}
	}
}

// clients is a set of mail clients.
type clients int

const (
	outlook clients = 1 << iota // for Windows, which lays out with Word
	gmail
	yahoo
	outlookCom
	apple
	samsung
	thunderbird
	all = 1<<iota - 1
)

var clientNames = [...]string{"Outlook (Windows)", "Gmail", "Yahoo Mail", "Outlook.com", "Apple Mail", "Samsung Email", "Thunderbird"}

func (c clients) names() []string {
	out := []string{}
	for i, name := range clientNames {
		if c&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return slices.Clip(out)
}

// feature is one row: keys are those of usage that show its use.
type feature struct {
	name, keys       string
	missing, partial clients
	text             string
}

// features is the table, from what the clients are known to show in 2026. Rows
// without clients are safe everywhere; they are what a mail should be made of.
var features = [...]feature{
	{"tables", "<table>", 0, 0, ""},
	{"links", "<a>", 0, 0, ""},
	{"images", "<img>", 0, 0, ""},
	{"headings", "<h1> <h2> <h3> <h4>", 0, 0, ""},
	{"paragraphs", "<p>", 0, 0, ""},
	{"lists", "<ul> <ol>", 0, 0, ""},
	{"bold and italic", "<b> <strong> <i> <em>", 0, 0, ""},
	{"inline styles", "[style]", 0, 0, ""},
	{"text colour", "color:", 0, 0, ""},
	{"background colour", "background-color: [bgcolor]", 0, 0, ""},
	{"font family", "font-family:", 0, 0, ""},
	{"font size", "font-size:", 0, 0, ""},
	{"text alignment", "text-align: [align]", 0, 0, ""},
	{"line height", "line-height:", 0, 0, ""},
	{"borders", "border: border-top: border-bottom: border-left: border-right:", 0, 0, ""},
	{"padding", "padding: padding-top: padding-bottom: padding-left: padding-right:", 0, outlook,
		"Padding works in table cells only: put it on td."},
	{"margin", "margin: margin-top: margin-bottom: margin-left: margin-right:", 0, outlook | outlookCom,
		"Margins are ignored on some elements: use padding of a table cell."},
	{"negative margin", "margin:-", outlook | gmail | yahoo | outlookCom, 0,
		"Negative margins are dropped: arrange with table cells."},
	{"style element", "<style>", 0, gmail,
		"Style elements are dropped when they hold errors or pass 8 KB, and for accounts of other providers: inline what matters."},
	{"style element in the body", "body<style>", gmail | yahoo, 0,
		"Style elements outside of head are dropped: move them to head or inline them."},
	{"external style sheet", "stylesheet", gmail | yahoo | outlookCom | samsung, outlook,
		"Linked style sheets are not loaded: inline the styles."},
	{"@import", "@import", gmail | yahoo | outlookCom | outlook | samsung, 0,
		"Imported style sheets are not loaded: inline the styles."},
	{"media queries", "@media", outlook, gmail | outlookCom,
		"Media queries are ignored: make the layout fluid without them."},
	{"dark mode query", "@dark", outlook | gmail | yahoo, outlookCom,
		"prefers-color-scheme is ignored: choose colours that survive inversion."},
	{"web fonts", "@font-face", outlook | gmail | yahoo | outlookCom, samsung,
		"Web fonts are not loaded: name a system font as fallback."},
	{"keyframe animation", "@keyframes @-webkit-keyframes animation: animation-name:", outlook | gmail | yahoo | outlookCom, samsung,
		"Animations do not run: make the first state complete, or use an animated GIF."},
	{"feature queries", "@supports", outlook | gmail | yahoo, outlookCom,
		"@supports is dropped with its rules: write the fallback first."},
	{"transition", "transition:", outlook | gmail, yahoo | outlookCom,
		"Transitions do not run: the end state must do without."},
	{"transform", "transform:", outlook | gmail | yahoo, outlookCom,
		"Transforms are dropped: export a finished image."},
	{"flexbox", "display:flex display:inline-flex flex: flex-direction: justify-content:", outlook, gmail | yahoo | outlookCom,
		"Flexbox is ignored: use tables for columns."},
	{"grid", "display:grid display:inline-grid grid-template-columns: grid-template:", outlook | gmail | yahoo, outlookCom,
		"Grid is ignored: use tables for columns."},
	{"multiple columns", "column-count: columns:", outlook | gmail, yahoo | outlookCom,
		"Columns are ignored: use tables."},
	{"gap", "gap: row-gap: column-gap:", outlook | gmail, yahoo | outlookCom,
		"Gaps are ignored: use padding of table cells."},
	{"position", "position:absolute position:fixed position:sticky position:relative", outlook | gmail | yahoo | outlookCom, 0,
		"Positioned elements fall back into the flow: arrange with tables."},
	{"float", "float:", 0, outlook, "Floats are ignored on most elements: use the align attribute of a table or image."},
	{"z-index", "z-index:", outlook | gmail | outlookCom, yahoo, "Stacking is ignored: do not overlap elements."},
	{"display none", "display:none", 0, outlook | gmail,
		"Hidden elements may show: add mso-hide:all, and give the reader nothing to stumble over."},
	{"overflow", "overflow: overflow-x: overflow-y:", outlook, gmail,
		"Overflow is ignored: long content pushes the layout apart."},
	{"object-fit", "object-fit:", outlook | gmail | yahoo, outlookCom, "object-fit is ignored: cut the image to size."},
	{"background image", "valurl( background-image: [background]", outlook, gmail | outlookCom,
		"Background images do not show in Outlook: add VML, and a background colour on which the text can be read."},
	{"gradients", "vallinear-gradient( valradial-gradient(", outlook, yahoo,
		"Gradients do not show: set a background colour first."},
	{"rounded corners", "border-radius:", outlook, 0, "Corners stay square: acceptable, or use VML for buttons."},
	{"border image", "border-image: border-image-source:", outlook | gmail | outlookCom, yahoo,
		"Border images do not show: use a plain border."},
	{"box shadow", "box-shadow:", outlook, outlookCom, "Shadows do not show: do not rely on them to set things apart."},
	{"text shadow", "text-shadow:", outlook | outlookCom, gmail, "Text shadows do not show: choose colours that are readable without."},
	{"opacity", "opacity:", outlook, gmail, "Opacity is ignored: use the resulting colour."},
	{"rgba colours", "valrgba(", outlook, 0, "Colours with opacity are dropped: name an opaque colour before."},
	{"hsl colours", "valhsl", outlook | gmail, yahoo, "hsl() is dropped: write the colour as #rrggbb."},
	{"filters", "filter: backdrop-filter: mix-blend-mode:", outlook | gmail | yahoo, outlookCom, "Filters are ignored: export a finished image."},
	{"clipping", "clip-path: mask: mask-image:", outlook | gmail | yahoo | outlookCom, 0, "Clipping is ignored: export a finished image."},
	{"CSS variables", "--: valvar(", outlook | gmail | yahoo | outlookCom, samsung, "Variables are not resolved: write the values."},
	{"calc()", "valcalc( valclamp( valmin( valmax(", outlook, gmail | yahoo, "Computed lengths are dropped: write a length or a percentage."},
	{"rem", "unitrem", outlook, 0, "rem is ignored: use px."},
	{"viewport units", "unitvw unitvh", outlook | gmail, yahoo | outlookCom, "Viewport units are ignored: use percentages."},
	{"max-width", "max-width: min-width:", outlook, 0, "max-width is ignored: wrap in a table with a width for Outlook."},
	{"max-height", "max-height: min-height:", outlook, 0, "Limits of height are ignored: set the height of images and cells."},
	{"hover", "sel:hover sel:focus", outlook, gmail | yahoo, "Hover styles do not apply: the resting state must look like a link."},
	{"form states", "sel:checked", outlook | gmail | yahoo | outlookCom, samsung, "Interactive states do not work: show all content."},
	{"pseudo elements", "sel:before sel:after sel::", outlook | gmail | yahoo | outlookCom, 0, "Generated content does not show: write it into the HTML."},
	{"attribute selectors", "sel[", outlook | gmail, yahoo, "Rules by attribute are dropped: use classes."},
	{"structural selectors", "sel> sel+ sel~ sel:nth-child sel:first-child sel:last-child sel:not(", outlook, gmail | yahoo | outlookCom,
		"Rules by position are dropped: use classes."},
	{"video", "<video>", outlook | gmail | yahoo | outlookCom, samsung, "Video does not play: link an image of it to a page."},
	{"audio", "<audio>", outlook | gmail | yahoo | outlookCom, samsung, "Audio does not play: link to a page."},
	{"inline SVG", "<svg>", outlook | gmail | yahoo | outlookCom, samsung, "Inline SVG does not show: use a PNG image."},
	{"SVG images", "image/svg", outlook | gmail | yahoo, outlookCom, "SVG images do not show: use PNG."},
	{"WebP images", "image/webp", outlook, yahoo, "WebP does not show in older Outlook: use PNG or JPEG."},
	{"AVIF images", "image/avif", outlook | gmail | yahoo | outlookCom, samsung, "AVIF does not show: use PNG or JPEG."},
	{"images in data URLs", "data-image", outlook | gmail | yahoo, outlookCom, "Images in data: URLs do not show: attach them inline (cid:) or link them."},
	{"responsive images", "[srcset] <picture>", outlook | gmail | outlookCom, yahoo, "Only src is used: put the image there that suits everyone."},
	{"image maps", "<map> [usemap]", 0, gmail | samsung, "Areas of an image do not work everywhere: cut the image into linked ones."},
	{"forms", "<form>", outlook | outlookCom, gmail | yahoo, "Forms are removed or warned of: link to a page with the form."},
	{"form fields", "<input> <select> <textarea>", outlook | gmail | outlookCom, yahoo, "Fields do not work: link to a page with the form."},
	{"buttons", "<button>", outlook | outlookCom, gmail | yahoo, "The button element does nothing: style a link as a button."},
	{"scripts", "<script>", all, 0, "Scripts never run and raise spam scores: remove them."},
	{"frames", "<iframe> <frame>", all &^ apple, 0, "Frames are removed: link to the page."},
	{"embedded objects", "<object> <embed> <applet>", all &^ apple, 0, "Embedded objects are removed: link to the page."},
	{"canvas", "<canvas>", all, 0, "Canvas stays empty without scripts: use an image."},
	{"disclosure", "<details> <dialog>", outlook | gmail | outlookCom, yahoo, "Content does not fold: show it all or link to it."},
	{"marquee", "<marquee> <blink>", outlook, gmail, "The text does not move: write it still."},
	{"mathematics", "<math>", outlook | gmail | yahoo | outlookCom, 0, "Formulas do not show: use an image with alt text."},
	{"base address", "<base>", outlook | gmail | yahoo | outlookCom, 0, "Relative links do not work: write whole URLs."},
}
