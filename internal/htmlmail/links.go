package htmlmail

import "strings"

// Link is an anchor of a mail.
type Link struct {
	URL  string // http, https, mailto or tel; entities decoded
	Text string // what a reader sees, blanks folded; the alt text of an image
	// Image tells that there is an image in the link.
	Image bool
	// Unsubscribe tells that the text or the URL offers to leave a list.
	Unsubscribe bool
	// Hidden tells that a reader cannot see the link.
	Hidden bool
}

// Links returns the links of a mail in their order. Those that no reader can
// open (fragments, relative ones, other schemes) are left out.
func Links(html string) []Link {
	return read(html, &reader{}).found.Links
}

func newLink(url, text string, image, hidden bool) Link {
	return Link{URL: url, Text: text, Image: image, Hidden: hidden, Unsubscribe: offersLeave(text) || offersLeave(url)}
}

func (r *reader) openLink(e *Element) {
	r.closeLink()
	url, ok := linkURL(e.Attr("href"))
	if !ok {
		return
	}
	r.link = &Link{URL: url, Hidden: r.now.hidden || r.now.invisible}
	r.out.tap, r.out.tapSpace = &strings.Builder{}, false
}

func (r *reader) closeLink() {
	if r.link == nil {
		return
	}
	text := r.out.tap.String()
	l := newLink(r.link.URL, text, r.link.Image, r.link.Hidden)
	// What shows nothing, such as an anchor around nothing, is no way to go.
	l.Hidden = l.Hidden || text == "" && !l.Image
	r.found.Links = append(r.found.Links, l)
	r.out.tap, r.link = nil, nil
	if !r.marks || l.Hidden || showsTarget(text, l.URL) {
		return
	}
	if target := "<" + l.URL + ">"; text == "" {
		r.out.words(target)
	} else {
		r.out.append(" " + target)
	}
}

// showsTarget reports whether the text of a link already tells where it goes.
func showsTarget(text, url string) bool {
	bare := func(s string) string {
		s = strings.ToLower(strings.TrimSpace(s))
		for _, p := range [...]string{"mailto:", "tel:", "https://", "http://", "www."} {
			s = strings.TrimPrefix(s, p)
		}
		return strings.TrimSuffix(s, "/")
	}
	if strings.HasPrefix(url, "tel:") {
		digits := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return r
				}
				return -1
			}, s)
		}
		return digits(text) == digits(url)
	}
	if strings.HasPrefix(url, "mailto:") {
		url, _, _ = strings.Cut(url, "?")
	}
	return bare(text) == bare(url)
}

// leaveWords are those of an unsubscribe link in the languages that most
// lists are written in.
var leaveWords = [...]string{
	"unsubscribe", "opt out", "opt-out", "optout", "abmelden", "abbestellen", "austragen", "désabonner",
	"desabonner", "désinscrire", "desinscrire", "désinscription", "darse de baja", "darme de baja",
	"cancelar suscripción", "cancelar la suscripción", "cancelar subscri", "cancelar inscri", "disiscriv",
	"cancellati", "annulla iscrizione", "annulla l'iscrizione", "uitschrijven", "afmelden", "avregistrera",
	"avsluta prenumeration", "afmeld", "meld deg av", "avmeld", "peruuta tilaus", "wypisz", "zrezygnuj",
	"odhlásit", "leiratkoz", "dezabon", "отписаться", "відписатися", "abonelikten", "退订", "取消订阅", "配信停止",
	"購読解除", "수신거부", "구독 취소", "إلغاء الاشتراك", "हटाएं सदस्यता",
}

func offersLeave(s string) bool {
	if len(s) > 2000 {
		s = s[:2000]
	}
	s = strings.ToLower(s)
	for _, w := range leaveWords {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
