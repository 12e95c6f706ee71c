package mailpit

import (
	"net/http"
	"strings"

	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/spam"
)

// The report on how mail clients show the HTML of a message.

type htmlCheck struct {
	Warnings  []htmlWarning
	Platforms map[string][]string
	Total     htmlTotal
}

type htmlTotal struct {
	Tests, Nodes                    int
	Supported, Partial, Unsupported float64 // percent
}

type htmlWarning struct {
	Slug, Title, Description, URL, Category string
	Tags                                    []string
	Keywords                                string
	Results                                 []htmlResult
	NotesByNumber                           map[string]string
	Score                                   htmlScore
}

type htmlResult struct {
	Name, Platform, Family, Version string
	Support                         string // yes, no or partial
	NoteNumber                      string
}

type htmlScore struct {
	Found                           int
	Supported, Partial, Unsupported float64 // percent of the clients
}

// htmlClient is a mail client as reports name it.
type htmlClient struct{ name, platform, family, version string }

// htmlClients are the clients of package spam by their names there.
var htmlClients = map[string]htmlClient{
	"Outlook (Windows)": {"Outlook Windows", "windows", "Outlook", "2024"},
	"Gmail":             {"Gmail Desktop Webmail", "desktop-webmail", "Gmail", "2026"},
	"Yahoo Mail":        {"Yahoo! Mail Desktop Webmail", "desktop-webmail", "Yahoo! Mail", "2026"},
	"Outlook.com":       {"Outlook.com", "outlook-com", "Outlook", "2026"},
	"Apple Mail":        {"Apple Mail macOS", "macos", "Apple Mail", "16"},
	"Samsung Email":     {"Samsung Email Android", "android", "Samsung Email", "6.1"},
	"Thunderbird":       {"Mozilla Thunderbird Windows", "windows", "Mozilla Thunderbird", "140"},
}

// elements are tests beside those of package spam: what Outlook for Windows makes of
// elements that nearly every mail has.
var elements = []struct {
	element string
	spam.Use
}{
	{"div", spam.Use{Feature: "div element", Text: "Width, height and padding of div are ignored: use table cells.", Partial: []string{"Outlook (Windows)"}}},
	{"img", spam.Use{Feature: "img element", Text: "Pictures take the size of their file unless width and height are attributes.", Partial: []string{"Outlook (Windows)"}}},
}

func (h *Handler) htmlCheck(w http.ResponseWriter, r *http.Request) {
	_, l := h.letterOf(w, r)
	if l == nil {
		return
	}
	if l.html == "" {
		refuse(w, "message does not contain HTML")
		return
	}
	answer(w, checkHTML(l.html))
}

// counter counts the elements of a page that are shown or make something shown.
type counter struct {
	nodes  int
	byName map[string]int
}

func (c *counter) Open(e *htmlmail.Element) {
	switch e.Name {
	case "html", "head", "meta", "body", "title":
		return
	}
	c.nodes++
	c.byName[e.Name]++
}

func (*counter) Close(string) {}
func (*counter) Text(string)  {}

// checkHTML reports on a page.
func checkHTML(html string) htmlCheck {
	out := htmlCheck{Warnings: []htmlWarning{}, Platforms: map[string][]string{}}
	c := counter{byName: map[string]int{}}
	htmlmail.Walk(html, &c)
	for _, name := range spam.Clients() {
		p := htmlClients[name].platform
		out.Platforms[p] = append(out.Platforms[p], htmlClients[name].name)
	}
	used, tests := spam.Uses(html)
	out.Total.Tests, out.Total.Nodes = tests+len(elements), max(1, c.nodes)
	for _, e := range elements {
		if e.Count = c.byName[e.element]; e.Count > 0 {
			used = append(used, e.Use)
		}
	}
	for _, u := range used {
		if len(u.Missing)+len(u.Partial) > 0 {
			out.warn(u)
		}
	}
	out.Total.Supported = 100 - out.Total.Partial - out.Total.Unsupported
	return out
}

// warn adds a feature that not all clients show. The largest share of the elements that
// it concerns counts in the total.
func (c *htmlCheck) warn(u spam.Use) {
	w := htmlWarning{
		Slug: slugs[u.Feature], Title: u.Feature, Description: u.Text, Tags: []string{}, NotesByNumber: map[string]string{}, Category: "html",
	}
	if !strings.HasPrefix(w.Slug, "html-") {
		w.Category = "css"
	}
	w.URL = "https://www.caniemail.com/features/" + w.Slug + "/"
	is := map[string]string{}
	for _, name := range u.Missing {
		is[name] = "no"
	}
	for _, name := range u.Partial {
		is[name] = "partial"
	}
	share := 100 / float64(len(spam.Clients()))
	for _, name := range spam.Clients() {
		known := htmlClients[name]
		r := htmlResult{Name: known.name, Platform: known.platform, Family: known.family, Version: known.version, Support: "yes"}
		switch is[name] {
		case "no":
			r.Support = "no"
			w.Score.Unsupported += share
		case "partial":
			r.Support, r.NoteNumber = "partial", "1"
			w.NotesByNumber["1"] = u.Text
			w.Score.Partial += share
		}
		w.Results = append(w.Results, r)
	}
	w.Score.Found = u.Count
	w.Score.Supported = 100 - w.Score.Partial - w.Score.Unsupported
	weight := min(1, float64(u.Count)/float64(c.Total.Nodes))
	c.Total.Partial = max(c.Total.Partial, w.Score.Partial*weight)
	c.Total.Unsupported = max(c.Total.Unsupported, w.Score.Unsupported*weight)
	c.Warnings = append(c.Warnings, w)
}

// slugs name the features at caniemail.com.
var slugs = map[string]string{
	"div element": "html-div", "img element": "html-img", "tables": "html-table", "links": "html-anchor-links", "images": "html-img", "headings": "html-h1-h6",
	"paragraphs": "html-p", "lists": "html-lists", "bold and italic": "html-strong", "inline styles": "html-style", "text colour": "css-rgb",
	"background colour": "css-background-color", "font family": "css-font", "font size": "css-font-size", "text alignment": "css-text-align", "line height": "css-line-height",
	"borders": "css-border", "padding": "css-padding", "margin": "css-margin", "negative margin": "css-margin", "style element": "html-style", "style element in the body": "html-style",
	"external style sheet": "html-link", "@import": "css-at-import", "media queries": "css-at-media", "dark mode query": "css-at-media-prefers-color-scheme", "web fonts": "css-at-font-face",
	"keyframe animation": "css-at-keyframes", "feature queries": "css-at-supports", "transition": "css-transition", "transform": "css-transform", "flexbox": "css-display-flex",
	"grid": "css-display-grid", "multiple columns": "css-column-count", "gap": "css-gap", "position": "css-position", "float": "css-float", "z-index": "css-z-index", "display none": "css-display-none",
	"overflow": "css-overflow", "object-fit": "css-object-fit", "background image": "css-background-image", "gradients": "css-linear-gradient", "rounded corners": "css-border-radius",
	"border image": "css-border-image", "box shadow": "css-box-shadow", "text shadow": "css-text-shadow", "opacity": "css-opacity", "rgba colours": "css-rgba", "hsl colours": "css-modern-color",
	"filters": "css-filter", "clipping": "css-clip-path", "CSS variables": "css-variables", "calc()": "css-unit-calc", "rem": "css-unit-rem", "viewport units": "css-unit-vw", "max-width": "css-max-width",
	"max-height": "css-max-height", "hover": "css-pseudo-class-hover", "form states": "css-pseudo-class-checked", "pseudo elements": "css-pseudo-element-before",
	"attribute selectors": "css-selector-attribute", "structural selectors": "css-selector-child", "video": "html-video", "audio": "html-audio", "inline SVG": "html-svg", "SVG images": "image-svg",
	"WebP images": "image-webp", "AVIF images": "image-avif", "images in data URLs": "image-base64", "responsive images": "html-srcset", "image maps": "html-image-maps", "forms": "html-form",
	"form fields": "html-input-text", "buttons": "html-button-submit", "scripts": "html-object", "frames": "html-object", "embedded objects": "html-object", "canvas": "html-object",
	"disclosure": "html-dialog", "marquee": "html-marquee", "mathematics": "html-semantics", "base address": "html-base",
}
