package imapd

import (
	"encoding/base64"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
)

// unbinary turns the parts of a message that are encoded as binary into
// base64: BODY[] has no place for NUL, and BINARY[] gives the bytes back (RFC
// 3516 section 4.3). Only clients that append with a literal8 send such.
func unbinary(data string) string {
	u := unbinarer{data: data}
	u.part(mime.Parse(data).Root)
	if u.done == 0 {
		return data
	}
	u.out.WriteString(data[u.done:])
	return u.out.String()
}

type unbinarer struct {
	data string
	done int // bytes of data that are in out, changed or not
	out  strings.Builder
}

func (u *unbinarer) part(p *mime.Part) {
	switch {
	case p.Embedded != nil:
		u.part(p.Embedded)
	case len(p.Children) > 0:
		for _, child := range p.Children {
			u.part(child)
		}
	case strings.EqualFold(p.Encoding, "binary"):
		u.encode(p)
	}
}

// encode writes a part anew, in lines of 76 letters (RFC 2045 section 6.8). One
// whose encoding stands where only a tolerant reader finds it stays as it is.
func (u *unbinarer) encode(p *mime.Part) {
	var header strings.Builder
	written := false
	for f := range fields(p.HeaderText()) {
		switch {
		case !f.is("Content-Transfer-Encoding"):
			header.WriteString(f.raw)
		case !written:
			header.WriteString(f.name + ": base64\r\n")
			written = true
		}
	}
	if !written || p.Body() == "" {
		return
	}
	u.out.WriteString(u.data[u.done:p.HeaderStart] + header.String() + "\r\n")
	text := base64.StdEncoding.EncodeToString([]byte(p.Body()))
	for len(text) > 76 {
		u.out.WriteString(text[:76] + "\r\n")
		text = text[76:]
	}
	u.out.WriteString(text)
	u.done = p.BodyEnd
}
