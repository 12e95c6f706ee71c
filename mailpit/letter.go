package mailpit

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
)

// maxText bounds the text and the HTML that are read of one part, in bytes.
const maxText = 16 << 20

// letter is a mail read as Mailpit reads one.
type letter struct {
	raw  string
	msg  *mime.Message
	sum  mime.Summary
	text string // decoded, with the line ends that it was sent with
	html string

	inline      []part // shown in the text, and what is neither text nor attached
	attachments []part
}

// part is a node of the tree that can be fetched.
type part struct {
	*mime.Part
	id string // "0" for the root, then as IMAP numbers sections
}

// read parses the bytes of a mail. It never fails.
func read(raw string) *letter {
	l := &letter{raw: raw, msg: mime.Parse(raw), sum: mime.Summarize(raw)}
	var text, html []string
	for _, p := range leaves(l.msg.Root) {
		switch {
		case p.Disposition == "attachment" || p.Type == "application/octet-stream":
			l.attachments = append(l.attachments, p)
		case p.Type == "text/plain":
			text = append(text, p.Text(maxText))
		case p.Type == "text/html":
			html = append(html, p.Text(maxText))
		default:
			l.inline = append(l.inline, p)
		}
		if p.Disposition == "inline" && (p.Type == "text/plain" || p.Type == "text/html") {
			l.inline = append(l.inline, p) // a text of the mail, and a file in it
		}
	}
	l.text, l.html = strings.Join(text, "\n--\n"), strings.Join(html, "<br />\n")
	if l.text == "" && l.html != "" {
		l.text = htmlmail.Text(l.html)
	}
	return l
}

// leaves lists the parts that hold no other, level by level.
func leaves(root *mime.Part) (list []part) {
	level := []part{{root, "0"}}
	for len(level) > 0 {
		var next []part
		for _, p := range level {
			if len(p.Children) == 0 {
				if !strings.HasPrefix(p.Type, "multipart/") {
					list = append(list, p)
				}
				continue
			}
			for i, child := range p.Children {
				id := strconv.Itoa(i + 1)
				if p.id != "0" {
					id = p.id + "." + id
				}
				next = append(next, part{child, id})
			}
		}
		level = next
	}
	return list
}

// find returns the part of an id that can be fetched.
func (l *letter) find(id string) (part, bool) {
	for _, list := range [][]part{l.inline, l.attachments} {
		for _, p := range list {
			if p.id == id {
				return p, true
			}
		}
	}
	return part{}, false
}

// contentID is the part's, as a "cid:" link names it.
func (p part) contentID() string { return strings.Trim(p.ID, "<>") }

// name is the file's, else the ContentID.
func (p part) name() string {
	if name := p.Filename(); name != "" {
		return name
	}
	return p.contentID()
}

// listed describes the parts that have a name.
func listed(parts []part) []attachment {
	out := []attachment{}
	for _, p := range parts {
		if p.name() == "" {
			continue
		}
		data := p.Decode()
		a := attachment{PartID: p.id, FileName: p.name(), ContentType: p.Type, ContentID: p.contentID(), Size: len(data)}
		m, s1, s2 := md5.Sum(data), sha1.Sum(data), sha256.Sum256(data)
		a.Checksums.MD5, a.Checksums.SHA1, a.Checksums.SHA256 = hex.EncodeToString(m[:]), hex.EncodeToString(s1[:]), hex.EncodeToString(s2[:])
		out = append(out, a)
	}
	return out
}

// from is the first author; a From that names no address is all name.
func (l *letter) from() *address {
	if l.sum.From.Addr == "" {
		return &address{Name: l.msg.Header.Text("From")}
	}
	return &address{l.sum.From.Name, l.sum.From.Addr}
}

// messageID is the Message-ID without angle brackets.
func (l *letter) messageID() string { return strings.Trim(l.msg.Header.Text("Message-ID"), "<>") }

func addresses(list []mime.Address) []address {
	out := []address{}
	for _, a := range list {
		out = append(out, address{a.Name, a.Addr})
	}
	return out
}

// Bounds of a snippet, as Mailpit has them.
const snippetBytes = 200

// snippet is how the mail begins, of its HTML before its text.
func (l *letter) snippet() string {
	text := l.text
	if strings.TrimSpace(l.html) != "" {
		text = htmlmail.VisibleText(l.html)
	}
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "\ufeff", " ")), " ")
	if len(text) <= snippetBytes {
		return text
	}
	n := snippetBytes
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n] + "..."
}

// searchText is what free words of a search are looked for in.
func (l *letter) searchText() string {
	var b strings.Builder
	for _, name := range [...]string{"From", "Subject", "To", "Cc", "Bcc", "Reply-To", "Return-Path"} {
		b.WriteString(l.msg.Header.Text(name) + " ")
	}
	if html := htmlmail.Text(l.html); html != "" {
		b.WriteString(html + " ")
	} else {
		b.WriteString(l.text + " ")
	}
	for _, a := range l.attachments {
		b.WriteString(a.Filename() + " ")
	}
	return cleanText(b.String())
}
