package htmlmail

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// imageKind tells where an image comes from.
type imageKind int

const (
	imageNone   imageKind = iota // no usable reference
	imageRemote                  // http, https or //host
	imageCID                     // a part of the same mail
	imageData                    // in the URL itself
)

// dataImage is what a data: URL may hold. SVG is none of it: it can carry
// scripts and references.
var dataImage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^data:image/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$`)
})

// tidyURL reads a URL as browsers do: without the blanks around it and the tabs
// and line ends in it, with slashes for backslashes before the query.
func tidyURL(raw string) string {
	s := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' || r == 0xa0 }))
	path := strings.IndexAny(s, "?#")
	if path < 0 {
		path = len(s)
	}
	if strings.IndexByte(s[:path], '\\') >= 0 {
		s = strings.ReplaceAll(s[:path], `\`, "/") + s[path:]
	}
	return strings.ReplaceAll(s, " ", "%20")
}

// scheme returns the scheme of a tidied URL in lower case. The scheme of
// "//host/x" is https, that of a relative URL "".
func scheme(s string) string {
	if strings.HasPrefix(s, "//") {
		return "https"
	}
	name, _, ok := strings.Cut(s, ":")
	if !ok || strings.ContainsAny(name, "/?#") {
		return ""
	}
	return strings.ToLower(name)
}

// webURL returns a tidied http or https URL in its canonical form.
func webURL(s string) (string, bool) {
	if strings.HasPrefix(s, "//") {
		s = "https:" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return canonical(u)
}

// canonical writes a URL so that writing it again changes nothing.
func canonical(u *url.URL) (string, bool) {
	s := u.String()
	again, err := url.Parse(s)
	return s, err == nil && again.String() == s
}

// linkURL returns the target of a link when it is one that a reader may open.
func linkURL(raw string) (string, bool) {
	s := tidyURL(raw)
	switch scheme(s) {
	case "http", "https":
		return webURL(s)
	case "mailto", "tel":
		if u, err := url.Parse(s); err == nil && u.Opaque != "" {
			return canonical(u)
		}
	}
	return "", false
}

// imageURL returns the address of an image and where it comes from.
func imageURL(raw string) (string, imageKind) {
	s := tidyURL(raw)
	switch scheme(s) {
	case "http", "https":
		if u, ok := webURL(s); ok {
			return u, imageRemote
		}
	case "cid":
		if id := contentID(s); id != "" {
			return "cid:" + url.PathEscape(id), imageCID
		}
	case "data":
		s = strings.ReplaceAll(s, "%20", "")
		if n := strings.IndexByte(s, ','); n > 0 {
			s = strings.ToLower(s[:n]) + s[n:]
		}
		if dataImage().MatchString(s) {
			return s, imageData
		}
	}
	return "", imageNone
}

// contentID returns the Content-ID that a tidied cid: URL names, without
// brackets (RFC 2392).
func contentID(s string) string {
	id, err := url.PathUnescape(s[len("cid:"):])
	if err != nil || len(id) > 998 {
		return ""
	}
	return strings.Trim(id, "<>")
}

// srcsetURL returns the first candidate of a srcset attribute.
func srcsetURL(srcset string) string {
	s := strings.TrimLeft(srcset, " \t\r\n\f,")
	if n := strings.IndexAny(s, " \t\r\n\f"); n >= 0 {
		s = s[:n]
	}
	return strings.TrimRight(s, ",")
}

// cssURLs returns the arguments of the url() in a value.
func cssURLs(value string) []string {
	var out []string
	for {
		n := strings.Index(strings.ToLower(value), "url(")
		if n < 0 {
			return out
		}
		value = strings.TrimLeft(value[n+len("url("):], " \t\r\n\f")
		end := strings.IndexByte(value, ')')
		if value != "" && (value[0] == '"' || value[0] == '\'') {
			if n := strings.IndexByte(value[1:], value[0]); n >= 0 {
				value, end = value[1:], n
			}
		}
		if end < 0 {
			end = len(value)
		}
		out = append(out, strings.TrimSpace(value[:end]))
		value = value[end:]
	}
}
