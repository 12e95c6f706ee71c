package mime

import "strings"

// Part is a node of the MIME tree. All offsets are into the raw mail: the header
// with its blank line is raw[HeaderStart:BodyStart], the body raw[BodyStart:BodyEnd],
// without the line end that belongs to the delimiter after it.
type Part struct {
	HeaderStart, BodyStart, BodyEnd int

	// Type is the media type in lower case, "text/plain" where none is given
	// ("message/rfc822" in a digest) or what is given is no type.
	Type              string
	Params            Params // as written, which may be no UTF-8
	Disposition       string // lower case, "" when absent
	DispositionParams Params
	Encoding          string // Content-Transfer-Encoding as written, "" when absent
	ID                string // Content-ID with its angle brackets
	Description       string // encoded words are left as they are
	MD5               string
	Location          string
	Language          []string

	// Children are the parts of a multipart. A multipart whose boundary is
	// nowhere, or that is nested too deep, has none.
	Children []*Part
	// Embedded is the root of the message in a message/rfc822 part, nil when it
	// cannot be read in place.
	Embedded *Part

	raw      string
	transfer transfer
	text     bool // a multipart to be shown as plain text: its boundary is nowhere
	opaque   bool // a multipart that is not looked into: it is nested too deep
}

// HeaderText returns the raw header with its blank line.
func (p *Part) HeaderText() string { return p.raw[p.HeaderStart:p.BodyStart] }

// Body returns the raw body, still encoded.
func (p *Part) Body() string { return p.raw[p.BodyStart:p.BodyEnd] }

// Size returns the length of the raw body in bytes.
func (p *Part) Size() int { return p.BodyEnd - p.BodyStart }

// Lines returns the number of lines of the raw body.
func (p *Part) Lines() int {
	body := p.Body()
	n := strings.Count(body, "\n")
	if body != "" && body[len(body)-1] != '\n' {
		n++
	}
	return n
}

// Decode returns the body with its transfer encoding undone.
func (p *Part) Decode() []byte {
	out, _ := p.transfer.decode(p.Body())
	return out
}

// Text decodes a text part, of any transfer encoding and charset: what comes of
// its first limit bytes, and of that at most limit bytes.
func (p *Part) Text(limit int) string {
	raw := cut(p.Body(), limit)
	if p.transfer != identity {
		out, _ := p.transfer.decode(raw)
		raw = string(out)
	}
	charset := p.Params.Get("charset")
	if charset == "" && p.Type == "text/html" {
		charset = metaCharset(raw)
	}
	text, _ := toUTF8(raw, charset)
	return cut(text, limit)
}

// Summary reads the header of a message: of the root, or of an Embedded part.
func (p *Part) Summary() Summary { return Summarize(p.raw[p.HeaderStart:p.BodyEnd]) }

// Filename returns the decoded file name as the sender gave it, "" when there is
// none. It is not safe as a name on disk: see [CleanFilename].
func (p *Part) Filename() string {
	if name := p.DispositionParams.Get("filename"); name != "" {
		return name
	}
	if name := p.Params.Get("name"); name != "" {
		return name
	}
	return p.DispositionParams.Get("name")
}

// Find returns the part that IMAP numbers by path (RFC 9051 section 6.4.5), below
// the root of a message, and nil when there is none. The parts of an embedded
// message are numbered below the part that holds it; a message that is no
// multipart has itself as part 1.
func (p *Part) Find(path ...int) *Part {
	root := true // p is a message, not numbered itself
	for _, n := range path {
		if p.Embedded != nil {
			p, root = p.Embedded, true
		}
		switch {
		case len(p.Children) > 0 && n >= 1 && n <= len(p.Children):
			p = p.Children[n-1]
		case len(p.Children) > 0 || !root || n != 1:
			return nil
		}
		root = false
	}
	return p
}

// setContent reads the Content-* fields; of duplicates the first counts.
func (p *Part) setContent(fields []Field, digest bool) {
	typed, disposed := false, false
	for _, f := range fields {
		if len(f.Name) < 9 || !equalFold(f.Name[:8], "content-") {
			continue
		}
		v := unfold(f.Value)
		switch strings.ToLower(f.Name[8:]) {
		case "type":
			if !typed {
				p.Type, p.Params = parseParams(v)
				typed = true
			}
		case "disposition":
			if !disposed {
				p.Disposition, p.DispositionParams = parseParams(v)
				p.Disposition = strings.ToLower(DecodeWords(p.Disposition))
				disposed = true
			}
		case "transfer-encoding":
			setOnce(&p.Encoding, v)
		case "id":
			setOnce(&p.ID, firstID(v))
		case "description":
			setOnce(&p.Description, v)
		case "md5":
			setOnce(&p.MD5, v)
		case "location":
			setOnce(&p.Location, v)
		case "language":
			for _, l := range strings.Split(DecodeWords(v), ",") {
				if l = trimSpace(l); l != "" && len(p.Language) < maxParams {
					p.Language = append(p.Language, l)
				}
			}
		}
	}
	p.Type = mediaType(p.Type, digest, p.Disposition)
}

func setOnce(dst *string, v string) {
	if *dst == "" {
		*dst = cleanLine(strings.ToValidUTF8(v, "\ufffd"))
	}
}

// firstID is the Content-ID of a field, also of one without brackets or an "@".
func firstID(v string) string {
	if id, _ := nextMsgID(v); id != "" {
		return id
	}
	return bracket(v)
}

// mediaType repairs what is no media type: a bare "html" or "text", nothing at all.
func mediaType(s string, digest bool, disposition string) string {
	s = strings.ToLower(DecodeWords(strings.TrimRight(s, ",")))
	major, minor, _ := strings.Cut(s, "/")
	switch {
	case major != "" && minor != "" && !strings.ContainsAny(s, "\" ()<>@,:[]?=\\"):
		return s
	case major == "html":
		return "text/html"
	case major == "multipart":
		return "multipart/mixed"
	case major != "" && major != "text" && minor == "" && disposition == "attachment":
		return "application/octet-stream"
	case digest && s == "":
		return "message/rfc822"
	}
	return "text/plain"
}

// isMultipart reports whether the type says that the part has parts.
func (p *Part) isMultipart() bool { return strings.HasPrefix(p.Type, "multipart/") }

// holdsMessage reports whether the type says that the body is a message.
func (p *Part) holdsMessage() bool {
	return p.Type == "message/rfc822" || p.Type == "message/global" || p.Type == "message/news"
}
