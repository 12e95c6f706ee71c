package linkwalk

import (
	"bytes"
	"io"
	"mime"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

const (
	maxTitle     = 200       // characters of a title
	maxTitlePage = 256 << 10 // bytes of a page that are searched for it
	maxToken     = 64 << 10  // bytes of one tag
)

// titleOf returns the title of a page: entities decoded, in its charset, on
// one line, at most 200 characters. What is no HTML has none.
func titleOf(contentType string, body []byte) string {
	if media, _, _ := mime.ParseMediaType(contentType); media != "text/html" && media != "application/xhtml+xml" {
		return ""
	}
	page, err := charset.NewReader(bytes.NewReader(body[:min(len(body), maxTitlePage)]), contentType)
	if err != nil {
		return ""
	}
	return scanTitle(page)
}

func scanTitle(page io.Reader) string {
	z := html.NewTokenizer(page)
	z.SetMaxBuf(maxToken)
	inside := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.TextToken:
			if inside {
				return oneLine(string(z.Text()), maxTitle)
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			switch atom.Lookup(name) {
			case atom.Title:
				inside = true
			case atom.Body:
				return ""
			}
		case html.EndTagToken:
			if inside {
				return ""
			}
		}
	}
}

// oneLine makes foreign text fit for an event: one line of at most n
// characters, without control characters and broken UTF-8.
func oneLine(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	for i := range s {
		if n--; n < 0 {
			return strings.TrimSpace(s[:i])
		}
	}
	return s
}
