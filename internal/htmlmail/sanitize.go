package htmlmail

import (
	"strings"

	"golang.org/x/net/html"
)

// maxCID bounds the bytes that Options.CID may add to one mail: a large image
// that is named a thousand times would be a page of gigabytes.
const maxCID = 16 << 20

// placeholder stands for an image that is not loaded: one grey point, which
// fills the width and height of the image.
const placeholder = "data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="

// Options say how Sanitize shows a mail.
type Options struct {
	// Remote loads images from http and https.
	Remote bool
	// Light leaves the colours as they are; the default adapts them to a dark
	// page.
	Light bool
	// CID returns the URL of the image with that Content-ID (no brackets):
	// a data: URL of a png, jpeg, gif or webp in base64. Without it, for
	// another URL, and beyond 16 MiB in one mail, the cid: URL stays.
	CID func(contentID string) (url string, ok bool)
}

// Sanitize returns the HTML of a mail made safe to show in a page of one's
// own, and the number of remote images that are not loaded: images and
// backgrounds, each counted once however often one element names it.
//
// Only the elements of text, lists, tables, links and images are left, with
// harmless attributes and styles. Links are http, https, mailto or tel and
// open in a page of their own. Rules of style elements that select by tag,
// class or id are written into the elements. What body and html say about
// colours is carried by a div around the whole.
func Sanitize(src string, o Options) (safe string, blocked int) {
	s := &sanitizer{o: o, sheet: ReadStyles(src), cidLeft: maxCID}
	s.page.dark = !o.Light
	if !o.Light {
		s.page.set("background-color", Color{255, 255, 255, 1000}.dark(roleBackground).String())
		s.page.set("color", Color{0, 0, 0, 1000}.dark(roleText).String())
	}
	Walk(src, s)
	out := strings.TrimSpace(s.out.String())
	if style := s.page.String(); style != "" {
		out = `<div style="` + html.EscapeString(style) + `">` + out + `</div>`
	}
	policy := policies().local
	if o.Remote {
		policy = policies().remote
	}
	return policy.filter(out), s.blocked
}

// sanitizer writes the allowed part of a mail. The policy that follows it
// would do the same to most of it; what it alone does is to count, to adapt
// and to carry over.
type sanitizer struct {
	o       Options
	sheet   *Styles
	out     strings.Builder
	page    styleList // of the div around the whole
	blocked int
	cidLeft int

	dropped int    // depth of open elements whose content is dropped
	written []bool // for each open element, whether its tag was
	// picture tells of the open picture element whether it is one of a
	// remote image that no img has accounted for.
	picture bool
}

func (s *sanitizer) Open(e *Element) {
	switch e.Name {
	case "html", "head", "body":
		s.carry(e)
		return
	case "picture":
		s.picture = false
	case "source":
		s.picture = s.picture || isRemote(srcsetURL(e.Attr("srcset")))
		return
	case "image":
		e.Name = "img" // as HTML parsers do
	}
	switch {
	case s.dropped > 0 || notShown[e.Name]:
		s.drop(e)
	case e.Name == "img" || e.Name == "input" && strings.EqualFold(e.Attr("type"), "image"):
		s.image(e)
	default:
		s.element(e)
	}
}

func (s *sanitizer) Close(name string) {
	if s.dropped > 0 {
		s.dropped--
		return
	}
	if name == "picture" && s.picture && !s.o.Remote {
		s.blocked++
	}
	written := s.written[len(s.written)-1]
	s.written = s.written[:len(s.written)-1]
	if written {
		s.out.WriteString("</" + name + ">")
	}
}

func (s *sanitizer) Text(text string) {
	if s.dropped == 0 {
		s.out.WriteString(html.EscapeString(text))
	}
}

// drop leaves an element out with its content. A browser would load the images
// in it, so they count; the poster of a video is shown instead of it.
func (s *sanitizer) drop(e *Element) {
	switch {
	case e.Name == "video" && s.dropped == 0 && e.Attr("poster") != "":
		s.image(&Element{Name: "img", Attrs: []html.Attribute{
			{Key: "src", Val: e.Attr("poster")},
			{Key: "width", Val: e.Attr("width")}, {Key: "height", Val: e.Attr("height")},
		}})
	case s.o.Remote:
	case e.Name == "img", e.Name == "feimage":
		for _, key := range [...]string{"src", "href", "xlink:href"} {
			if isRemote(e.Attr(key)) {
				s.blocked++
				break
			}
		}
	}
	if !isVoid[e.Name] && e.Name != "img" {
		s.dropped++
	}
}

// element writes the tag of an element that is allowed, and nothing for
// another: its content stays.
func (s *sanitizer) element(e *Element) {
	style := styleList{dark: !s.o.Light}
	style.add(s.sheet.Of(e))
	background := s.background(e, style.images)
	write := allowed()[e.Name]
	href, isLink := "", false
	if e.Name == "a" {
		href, isLink = linkURL(e.Attr("href"))
		write = isLink
	}
	if !isVoid[e.Name] {
		s.written = append(s.written, write)
	}
	if !write {
		return
	}
	tag := newTag(e)
	tag.colors(e, &style)
	if isLink {
		tag.add("href", href)
		tag.add("target", linkTarget)
		tag.add("rel", linkRel)
		if style.dark && !style.has("color") {
			style.set("color", linkColor.dark(roleText).String())
		}
	}
	if background != "" {
		if e.Name == "table" || tablePart[e.Name] {
			tag.add("background", background)
		} else if u := quotableURL(background); u != "" {
			style.set("background-image", "url('"+u+"')")
		}
	}
	tag.add("style", style.String())
	s.out.WriteString(tag.String())
}

// linkColor is that of links which say nothing about it (HTML section 15.3.4).
var linkColor = Color{0, 0, 238, 1000}

// image writes an image, or what stands for it.
func (s *sanitizer) image(e *Element) {
	style := styleList{dark: !s.o.Light}
	style.add(s.sheet.Of(e))
	s.background(e, style.images)
	src := e.Attr("src")
	if strings.TrimSpace(src) == "" {
		src = srcsetURL(e.Attr("srcset"))
	}
	url, kind := s.source(src)
	remote := kind == imageRemote || isRemote(srcsetURL(e.Attr("srcset"))) || s.picture
	s.picture = false
	if url == "" {
		url = placeholder
		if remote && !s.o.Remote {
			s.blocked++
		}
	}
	tag := newTag(&Element{Name: "img", Attrs: e.Attrs})
	tag.add("src", url)
	tag.add("style", style.String())
	s.out.WriteString(tag.String())
}

// source returns what may stand as the address of an image, "" if nothing may.
func (s *sanitizer) source(raw string) (string, imageKind) {
	url, kind := imageURL(raw)
	switch {
	case kind == imageRemote && !s.o.Remote:
		url = ""
	case kind == imageCID && s.o.CID != nil:
		data, ok := s.o.CID(contentID(url))
		if ok && len(data) <= s.cidLeft && dataImage().MatchString(data) {
			s.cidLeft -= len(data)
			url = data
		}
	}
	return url, kind
}

// background returns the image behind an element that may be shown, and
// counts those that may not.
func (s *sanitizer) background(e *Element, images []string) (shown string) {
	if raw := e.Attr("background"); raw != "" {
		images = append(images, raw)
	}
	seen := map[string]bool{}
	for _, raw := range images {
		url, kind := s.source(raw)
		if url != "" {
			shown = url
			continue
		}
		if kind == imageRemote && !seen[tidyURL(raw)] {
			seen[tidyURL(raw)] = true
			s.blocked++
		}
	}
	return shown
}

// carry keeps what html and body say for the div around the whole.
func (s *sanitizer) carry(e *Element) {
	before := len(s.page.images)
	if c, ok := parseLegacyColor(e.Attr("bgcolor")); ok {
		s.page.add([]Declaration{{Property: "background-color", Value: c.String()}})
	}
	if c, ok := parseLegacyColor(e.Attr("text")); ok {
		s.page.add([]Declaration{{Property: "color", Value: c.String()}})
	}
	s.page.add(s.sheet.Of(e))
	if u := quotableURL(s.background(e, s.page.images[before:])); u != "" {
		s.page.set("background-image", "url('"+u+"')")
	}
}

// quotableURL returns a remote URL in a form that can stand in url('...').
func quotableURL(url string) string {
	if !strings.HasPrefix(url, "http") {
		return ""
	}
	return strings.NewReplacer("'", "%27", "(", "%28", ")", "%29").Replace(url)
}

func isRemote(raw string) bool {
	_, kind := imageURL(raw)
	return kind == imageRemote
}

// tag is a start tag being written.
type tag struct{ html.Token }

// newTag starts a tag with the attributes that need no change.
func newTag(e *Element) *tag {
	t := &tag{html.Token{Type: html.StartTagToken, Data: e.Name}}
	for _, a := range e.Attrs {
		if value := plainAttributes()[a.Key]; value != nil && !t.has(a.Key) && value.MatchString(a.Val) {
			t.Attr = append(t.Attr, html.Attribute{Key: a.Key, Val: a.Val})
		}
	}
	return t
}

func (t *tag) has(key string) bool {
	for i := range t.Attr {
		if t.Attr[i].Key == key {
			return true
		}
	}
	return false
}

func (t *tag) add(key, value string) {
	if value != "" {
		t.Attr = append(t.Attr, html.Attribute{Key: key, Val: value})
	}
}

// colors writes the colour attributes anew.
func (t *tag) colors(e *Element, style *styleList) {
	for _, a := range [...]struct {
		key  string
		role role
	}{{"bgcolor", roleBackground}, {"color", roleText}} {
		c, ok := parseLegacyColor(e.Attr(a.key))
		if !ok || a.key == "color" && e.Name != "font" {
			continue
		}
		if style.dark {
			c = c.dark(a.role)
		}
		c.Alpha = 1000
		t.add(a.key, c.String())
	}
}
