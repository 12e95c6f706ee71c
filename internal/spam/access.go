package spam

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/htmlmail"
)

// Finding is something that keeps readers from reading a mail.
type Finding struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"` // how often
	Text  string `json:"text"`  // what to change
}

// accessTexts are the rules of CheckAccess in the order of its answer. The
// references are to WCAG 2.2.
var accessTexts = [...]struct{ rule, text string }{
	{"missing_alt", `Images without alt: describe each, or write alt="" for decoration (1.1.1).`},
	{"image_only", "Images alone carry the message: write it as text as well (1.4.5)."},
	{"empty_link", "Links without text: name the target in the text or in the alt text of the image (2.4.4)."},
	{"vague_link", "Links such as \"click here\" say nothing by themselves: name what they lead to (2.4.4)."},
	{"low_contrast", "Text is hard to tell from its background: aim at a contrast of 4.5 to 1, for large text 3 to 1 (1.4.3)."},
	{"tiny_text", "Text smaller than 12 px: use 14 px or more."},
	{"justified_text", "Justified text has uneven gaps: align it to the start (1.4.8)."},
	{"layout_table", `Tables for layout are read out as data: add role="presentation" (1.3.1).`},
	{"missing_lang", "The language is not given: set lang on html, or screen readers guess (3.1.1)."},
	{"missing_title", "There is no title: browsers and screen readers show it (2.4.2)."},
	{"heading_order", "Heading levels are skipped: go down one level at a time (1.3.1)."},
	{"no_text_part", "There is no plain text part: some readers depend on it."},
}

// CheckAccess reports what keeps people with low vision, screen readers or
// without images from reading a mail. Either part may be empty; a mail without
// HTML has no findings.
func CheckAccess(html, text string) []Finding {
	out := []Finding{}
	if strings.TrimSpace(html) == "" {
		return out
	}
	a := audit{counts: map[string]int{}, styles: htmlmail.ReadStyles(html), look: look{
		color: htmlmail.Color{Alpha: 1000}, behind: htmlmail.Color{R: 255, G: 255, B: 255, Alpha: 1000}, size: 16,
	}}
	htmlmail.Walk(html, &a)
	a.content(htmlmail.Read(html))
	a.add("missing_lang", !a.lang)
	a.add("missing_title", !a.title)
	a.add("no_text_part", strings.TrimSpace(text) == "")
	for _, r := range accessTexts {
		if n := a.counts[r.rule]; n > 0 {
			out = append(out, Finding{r.rule, n, r.text})
		}
	}
	return out
}

// audit walks a mail with the look of the text at each place.
type audit struct {
	counts map[string]int
	styles *htmlmail.Styles
	look   look
	outer  []look
	tables []bool // of the open tables: whether its role is clear
	lang   bool
	title  bool
	level  int // of the last heading
}

// look is how text appears: what elements hand down.
type look struct {
	color, behind htmlmail.Color
	size          float64 // px
	bold          bool
	image         bool // an image lies behind, no colour can be told
	hidden        bool
	judged        bool // the element has been counted
}

func (a *audit) add(rule string, found bool) {
	if found {
		a.counts[rule]++
	}
}

func (a *audit) Open(e *htmlmail.Element) {
	if _, ok := e.Lookup("lang"); ok {
		a.lang = true
	}
	if e.Void() {
		if e.Name == "body" {
			a.restyle(e)
		}
		return
	}
	a.outer = append(a.outer, a.look)
	a.look.judged = false
	a.restyle(e)
	switch e.Name {
	case "title":
		a.title = true
	case "table":
		role := strings.ToLower(e.Attr("role"))
		a.tables = append(a.tables, role == "presentation" || role == "none")
	case "th", "caption":
		if len(a.tables) > 0 {
			a.tables[len(a.tables)-1] = true
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		level := int(e.Name[1] - '0')
		a.add("heading_order", level > a.level+1 && a.level > 0)
		a.level = level
		a.look.bold = true
	case "b", "strong":
		a.look.bold = true
	case "style", "script", "template":
		a.look.hidden = true
	}
}

func (a *audit) Close(name string) {
	a.look, a.outer = a.outer[len(a.outer)-1], a.outer[:len(a.outer)-1]
	if n := len(a.tables); name == "table" && n > 0 {
		a.add("layout_table", !a.tables[n-1])
		a.tables = a.tables[:n-1]
	}
}

func (a *audit) Text(s string) {
	if a.look.hidden || a.look.judged || strings.Trim(s, " \t\r\n\u00a0") == "" || a.look.size == 0 {
		return
	}
	a.look.judged = true
	a.add("tiny_text", a.look.size < 12)
	need := 4500
	if a.look.size >= 24 || a.look.bold && a.look.size >= 18.5 {
		need = 3000
	}
	a.add("low_contrast", !a.look.image && contrast(a.look.color, a.look.behind) < need)
}

// restyle applies what the attributes and styles of an element say.
func (a *audit) restyle(e *htmlmail.Element) {
	if c, ok := htmlmail.ParseColor(e.Attr("bgcolor")); ok {
		a.look.behind, a.look.image = c, false
	}
	if c, ok := htmlmail.ParseColor(cmp.Or(e.Attr("color"), e.Attr("text"))); ok {
		a.look.color = c
	}
	if e.Attr("background") != "" {
		a.look.image = true
	}
	for _, d := range a.styles.Of(e) {
		value := strings.ToLower(d.Value)
		switch d.Property {
		case "color":
			if c, ok := htmlmail.ParseColor(value); ok {
				a.look.color = c
			}
		case "background-color", "background", "background-image":
			a.background(value)
		case "font-size":
			a.look.size = fontSize(value, a.look.size)
		case "font-weight":
			n, err := strconv.Atoi(value)
			a.look.bold = value == "bold" || value == "bolder" || err == nil && n >= 700
		case "text-align":
			a.add("justified_text", value == "justify")
		case "display":
			a.look.hidden = a.look.hidden || value == "none"
		case "visibility":
			a.look.hidden = value == "hidden"
		case "opacity":
			a.look.hidden = a.look.hidden || strings.Trim(value, "0.") == ""
		}
	}
}

func (a *audit) background(value string) {
	if strings.Contains(value, "url(") || strings.Contains(value, "gradient(") {
		a.look.image = true
		return
	}
	for part := range strings.FieldsSeq(value) {
		if c, ok := htmlmail.ParseColor(part); ok {
			a.look.behind, a.look.image = c, false
			return
		}
	}
	if c, ok := htmlmail.ParseColor(value); ok {
		a.look.behind, a.look.image = c, false
	}
}

// fontSize returns a size in px, the inherited one for what is none.
func fontSize(value string, inherited float64) float64 {
	n := strings.LastIndexAny(value, "0123456789.") + 1
	v, err := strconv.ParseFloat(value[:n], 64)
	if err != nil {
		if i := slices.Index([]string{"xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large"}, value); i >= 0 {
			return [...]float64{9, 10, 13, 16, 18, 24, 32}[i]
		}
		return inherited
	}
	switch value[n:] {
	case "px", "":
		return v
	case "pt":
		return v * 4 / 3
	case "em":
		return v * inherited
	case "%":
		return v * inherited / 100
	case "rem":
		return v * 16
	}
	return inherited
}

// content judges what needs the whole of a mail.
func (a *audit) content(c htmlmail.Content) {
	shown := 0
	for _, img := range c.Images {
		if !img.Hidden && !img.Pixel {
			shown++
			a.add("missing_alt", !img.HasAlt)
		}
	}
	a.add("image_only", shown > 0 && len(wordsOf(cut(c.Text, maxBody))) < 5)
	for _, l := range c.Links {
		a.add("empty_link", l.Image && strings.TrimSpace(l.Text) == "")
		a.add("vague_link", vagueLinks()[strings.Join(wordsOf(cut(l.Text, 100)), " ")])
	}
}

// contrast is that of WCAG 2.2, in thousandths.
func contrast(a, b htmlmail.Color) int {
	x, y := a.Luminance(), b.Luminance()
	return (max(x, y) + 50_000) * 1000 / (min(x, y) + 50_000)
}

var vagueLinks = sync.OnceValue(func() map[string]bool {
	return lines(`click
	click here
	click this link
	this link
	here
	link
	more
	read more
	learn more
	more info
	go
	klick hier
	hier
	hier klicken
	mehr
	weiterlesen
	mehr erfahren
	ici
	cliquez ici
	en savoir plus
	lire la suite
	aquí
	haz clic aquí
	haga clic aquí
	leer más
	más información`)
})

func lines(s string) map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(s) {
		m[strings.TrimSpace(line)] = true
	}
	return m
}
