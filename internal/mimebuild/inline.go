package mimebuild

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// maxInline bounds the images that one HTML text turns into attachments.
const maxInline = 200

// imageTypes are the data: images that become attachments, with the file ending.
var imageTypes = map[string]string{"image/png": "png", "image/jpeg": "jpg", "image/jpg": "jpg", "image/gif": "gif",
	"image/webp": "webp", "image/svg+xml": "svg", "image/bmp": "bmp", "image/avif": "avif", "image/x-icon": "ico"}

// InlineDataImages returns the HTML with its data: images (RFC 2397) as inline
// attachments, referred to by cid: URLs (RFC 2392). cid returns the n-th
// Content-ID without brackets. An image used twice is one attachment. Images that are malformed
// or of other types, and those beyond 200, stay as they are, and so does all other text, byte for byte.
func InlineDataImages(text string, cid func(n int) string) (string, []Attachment) {
	if !containsFold(text, "data:") {
		return text, nil
	}
	in := inliner{cid: cid, seen: map[string]string{}}
	var out strings.Builder
	out.Grow(len(text))
	z := html.NewTokenizer(strings.NewReader(text))
	at := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := text[at : at+len(z.Raw())] // our own bytes: Token unescapes the tokenizer's in place
		at += len(raw)
		if (kind == html.StartTagToken || kind == html.SelfClosingTagToken) && containsFold(raw, "data:") {
			if t := z.Token(); in.tag(&t) {
				raw = t.String()
			}
		}
		out.WriteString(raw)
	}
	out.WriteString(text[at:])
	return out.String(), in.images
}

type inliner struct {
	cid    func(n int) string
	seen   map[string]string // data: URL to cid: URL
	images []Attachment
}

// tag replaces the images in a tag's attributes and says whether there were any.
func (in *inliner) tag(t *html.Token) bool {
	changed := false
	for i, a := range t.Attr {
		var value string
		switch {
		case a.Key == "src", a.Key == "background", a.Key == "poster",
			a.Key == "href" && t.Data == "image": // elsewhere a link to a picture, no picture
			value = in.url(strings.TrimSpace(a.Val))
		case a.Key == "style":
			value = in.style(a.Val)
		}
		if value != "" && value != a.Val {
			t.Attr[i].Val = value
			changed = true
		}
	}
	return changed
}

// url returns the cid: URL of a data: image, "" for anything else.
func (in *inliner) url(u string) string {
	if to := in.seen[u]; to != "" {
		return to
	}
	if len(in.images) == maxInline {
		return ""
	}
	mediaType, data, ok := decodeDataURL(u)
	ending := imageTypes[mediaType]
	if !ok || ending == "" {
		return ""
	}
	n := len(in.images)
	id := in.cid(n)
	if _, valid := bracketed(id); !valid {
		return ""
	}
	in.images = append(in.images, Attachment{
		Filename: "image" + strconv.Itoa(n+1) + "." + ending, ContentType: mediaType, Data: data, Inline: true, ContentID: id,
	})
	to := "cid:" + url.PathEscape(id)
	in.seen[u] = to
	return to
}

// style returns a style attribute with its url(data:...) replaced.
func (in *inliner) style(css string) string {
	var out strings.Builder
	for {
		start := indexFold(css, "url(")
		if start < 0 {
			break
		}
		start += len("url(")
		end := strings.IndexByte(css[start:], ')')
		if end < 0 {
			break
		}
		inner := css[start : start+end]
		out.WriteString(css[:start])
		if to := in.url(strings.Trim(inner, " \t\r\n'\"")); to != "" {
			inner = to
		}
		out.WriteString(inner)
		css = css[start+end:]
	}
	out.WriteString(css)
	return out.String()
}

// decodeDataURL splits a data: URL; ok is false when it is malformed or empty.
func decodeDataURL(u string) (mediaType string, data []byte, ok bool) {
	if len(u) < 5 || !strings.EqualFold(u[:5], "data:") {
		return "", nil, false
	}
	head, payload, found := strings.Cut(u[5:], ",")
	if !found {
		return "", nil, false
	}
	mediaType, params, _ := strings.Cut(strings.ToLower(head), ";")
	mediaType = strings.TrimSpace(mediaType)
	text, err := url.PathUnescape(payload)
	if err != nil {
		return "", nil, false
	}
	if params == "base64" || strings.HasSuffix(params, ";base64") {
		text = strings.TrimRight(strings.Map(dropSpace, text), "=")
		data, err = base64.RawStdEncoding.DecodeString(text)
	} else {
		data = []byte(text)
	}
	return mediaType, data, err == nil && len(data) > 0
}

func dropSpace(r rune) rune {
	if r == ' ' || r == '\t' || r == '\r' || r == '\n' {
		return -1
	}
	return r
}

func containsFold(s, lower string) bool { return indexFold(s, lower) >= 0 }

// indexFold is strings.Index without regard to the case of ASCII letters.
func indexFold(s, lower string) int {
	for i := 0; i+len(lower) <= len(s); i++ {
		if (s[i]|0x20) == lower[0]|0x20 && strings.EqualFold(s[i:i+len(lower)], lower) {
			return i
		}
	}
	return -1
}
