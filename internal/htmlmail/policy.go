package htmlmail

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// allowed are the elements of a safe mail. None of them has content that
// browsers parse in another way than as ordinary HTML, so that what is written
// is what will be read: there is nothing to mutate.
var allowed = sync.OnceValue(func() map[string]bool {
	return set(`a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
	colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd
	li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td
	tfoot th thead time tr tt u ul var wbr`)
})

// plainAttributes are those that pass as they are when their value matches.
// style, href, src and the colours are written anew before.
var plainAttributes = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"align":       regexp.MustCompile(`(?i)^(?:left|right|center|middle|justify|top|bottom|absmiddle|baseline)$`),
		"alt":         regexp.MustCompile(`^[^<>]*$`),
		"aria-hidden": regexp.MustCompile(`^(?:true|false)$`),
		"aria-label":  regexp.MustCompile(`^[^<>]*$`),
		"border":      regexp.MustCompile(`^[0-9]{1,3}$`),
		"cellpadding": regexp.MustCompile(`^[0-9]{1,3}$`),
		"cellspacing": regexp.MustCompile(`^[0-9]{1,3}$`),
		"colspan":     regexp.MustCompile(`^[0-9]{1,3}$`),
		"datetime":    regexp.MustCompile(`^[0-9A-Za-z:+. -]{1,40}$`),
		"dir":         regexp.MustCompile(`(?i)^(?:ltr|rtl|auto)$`),
		"face":        regexp.MustCompile(`^[A-Za-z0-9 ,'_-]{1,200}$`),
		"height":      regexp.MustCompile(`^[0-9]{1,4}(?:px|%)?$`),
		"hidden":      regexp.MustCompile(`(?i)^(?:hidden)?$`),
		"hspace":      regexp.MustCompile(`^[0-9]{1,3}$`),
		"lang":        regexp.MustCompile(`^[A-Za-z0-9-]{1,35}$`),
		"noshade":     regexp.MustCompile(`(?i)^(?:noshade)?$`),
		"nowrap":      regexp.MustCompile(`(?i)^(?:nowrap)?$`),
		"open":        regexp.MustCompile(`(?i)^(?:open)?$`),
		"role":        regexp.MustCompile(`^[a-z]{1,20}$`),
		"rowspan":     regexp.MustCompile(`^[0-9]{1,3}$`),
		"scope":       regexp.MustCompile(`(?i)^(?:row|col|rowgroup|colgroup)$`),
		"size":        regexp.MustCompile(`^[+-]?[0-9]{1,2}$`),
		"span":        regexp.MustCompile(`^[0-9]{1,3}$`),
		"start":       regexp.MustCompile(`^-?[0-9]{1,6}$`),
		"title":       regexp.MustCompile(`^[^<>]*$`),
		"type":        regexp.MustCompile(`^(?:[1aAiI]|disc|circle|square|cite)$`),
		"valign":      regexp.MustCompile(`(?i)^(?:top|middle|bottom|baseline)$`),
		"value":       regexp.MustCompile(`^-?[0-9]{1,6}$`),
		"vspace":      regexp.MustCompile(`^[0-9]{1,3}$`),
		"width":       regexp.MustCompile(`^[0-9]{1,4}(?:px|%)?$`),
	}
})

const (
	linkTarget = "_blank"
	linkRel    = "noopener noreferrer nofollow"

	// remoteChars are those that a URL may have within url('...').
	remoteChars = `[A-Za-z0-9._~:/?#@!$&*+,;=%\[\]-]`
)

// policies are the last step of Sanitize, one without and one with remote
// images. They know nothing of what the steps before did and take only what
// those may have written.
var policies = sync.OnceValue(func() (p struct{ local, remote *policy }) {
	p.local, p.remote = newPolicy(false), newPolicy(true)
	return p
})

// policy says which attributes may stand on which elements, and with which
// values. A library would do; bluemonday, which the tests hold this against,
// compiles the expressions of all of CSS whenever a program starts.
type policy struct {
	anywhere map[string]*regexp.Regexp            // by attribute
	on       map[string]map[string]*regexp.Regexp // by element and attribute
}

func newPolicy(remote bool) *policy {
	source, image := `cid:|data:image/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$`, ""
	if remote {
		source += "|https?://"
		image = `|background-image:url\('https?://` + remoteChars + `+'\);`
	}
	word := `(?:rgba?\([0-9,.]+\)|[a-z0-9#.%, '/-])+`
	names := make([]string, 0, len(properties()))
	for name := range properties() {
		names = append(names, name)
	}
	slices.Sort(names)
	hex, src := regexp.MustCompile(`^#[0-9a-f]{6}$`), regexp.MustCompile(`^(?:`+source+`)`)
	p := &policy{anywhere: maps.Clone(plainAttributes()), on: map[string]map[string]*regexp.Regexp{
		"a": {
			"href":   regexp.MustCompile(`^(?:https?://|mailto:|tel:)`),
			"target": regexp.MustCompile(`^` + linkTarget + `$`),
			"rel":    regexp.MustCompile(`^` + linkRel + `$`),
		},
		"font": {"color": hex},
		"img":  {"src": src},
	}}
	p.anywhere["style"] = regexp.MustCompile(`^(?:(?:` + strings.Join(names, "|") + `):` + word + `;` + image + `)+$`)
	p.anywhere["bgcolor"] = hex
	for _, name := range [...]string{"table", "tr", "td", "th"} {
		p.on[name] = map[string]*regexp.Regexp{"background": src}
	}
	return p
}

// allows reports whether an attribute may stand on an element.
func (p *policy) allows(element string, a html.Attribute) bool {
	value := p.on[element][a.Key]
	if value == nil {
		value = p.anywhere[a.Key]
	}
	return value != nil && a.Namespace == "" && value.MatchString(a.Val)
}

// filter writes text as text, allowed tags with their allowed attributes, and
// nothing else.
func (p *policy) filter(src string) string {
	var out strings.Builder
	out.Grow(len(src))
	for z := html.NewTokenizer(strings.NewReader(src)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return out.String()
		case html.TextToken:
			out.WriteString(z.Token().String())
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if allowed()[t.Data] {
				t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return !p.allows(t.Data, a) })
				out.WriteString(t.String())
			}
		case html.EndTagToken:
			if t := z.Token(); allowed()[t.Data] {
				out.WriteString(t.String())
			}
		}
	}
}
