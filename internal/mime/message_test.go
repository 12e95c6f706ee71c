package mime

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// file is what the tables say of an attachment.
type file struct {
	Name, Type, CID string
	Inline          bool
	Data            string
}

// reading is what the tables say of a mail.
type reading struct {
	Text, HTML, Format string
	Files              []file
	Defects            []string
}

func readingOf(m *Message) reading {
	r := reading{Text: m.Text, HTML: m.HTML, Format: m.Format, Defects: m.Defects}
	for _, a := range m.Attachments {
		r.Files = append(r.Files, file{a.Filename, a.ContentType, a.ContentID, a.Inline, string(a.Bytes())})
	}
	return r
}

// body returns a mail of one part.
func body(header, text string) string {
	if header != "" {
		header += "\n"
	}
	return "Subject: x\n" + header + "\n" + text
}

// mixed returns a mail of parts that are given with their headers.
func mixed(parts ...string) string { return multi("mixed", parts...) }

func multi(subtype string, parts ...string) string {
	var b strings.Builder
	b.WriteString("Subject: x\nContent-Type: multipart/" + subtype + "; boundary=b\n\npreamble\n")
	for _, p := range parts {
		b.WriteString("--b\n" + p + "\n")
	}
	b.WriteString("--b--\nepilogue\n")
	return b.String()
}

const (
	textPart = "Content-Type: text/plain\n\nHello"
	htmlPart = "Content-Type: text/html\n\n<p>Hello</p>"
	helloB64 = "SGVsbG8=" // "Hello"
)

var messageCases = []struct {
	name, raw string
	want      reading
}{
	{"empty", "", reading{Format: "text"}},
	{"only a header", "Subject: x\n", reading{Format: "text"}},
	{"no header", "Hello there,\nBob\n", reading{Text: "Hello there,\nBob\n", Format: "text"}},
	{"plain", body("", "Hello\n"), reading{Text: "Hello\n", Format: "text"}},
	{"html", body("Content-Type: text/html", "<p>x"), reading{HTML: "<p>x", Format: "html"}},
	{"CRLF", "Subject: x\r\n\r\na\r\nb\r\n", reading{Text: "a\nb\n", Format: "text"}},
	{"bare CR in the body", "Subject: x\r\n\r\na\rb\r", reading{Text: "a\nb\n", Format: "text"}},
	{"CR CR LF in the body", "Subject: x\r\n\r\na\r\r\nb\r\r\n", reading{Text: "a\nb\n", Format: "text"}},
	{"NUL in the body", body("", "a\x00b\x07\n"), reading{Text: "ab\n", Format: "text"}},
	{"header without colon", "Subject: x\nnonsense here\nTo: a@x\n\nHello", reading{Text: "Hello", Format: "text",
		Defects: []string{`header line without a colon: "nonsense here"`}}},

	// Transfer encodings.
	{"base64", body("Content-Transfer-Encoding: base64", helloB64), reading{Text: "Hello", Format: "text"}},
	{"base64 without padding", body("Content-Transfer-Encoding: base64", "SGVsbG8"), reading{Text: "Hello", Format: "text"}},
	{"base64 with bad characters", body("Content-Transfer-Encoding: base64", "SGV*s\nb!G8=\n"), reading{Text: "Hello", Format: "text",
		Defects: []string{"characters that are no base64"}}},
	{"base64 with a footer", body("Content-Transfer-Encoding: base64", "SGVsbG8=\n\n-- \na mailing list\n"), reading{Text: "Hello", Format: "text",
		Defects: []string{"text after the end of base64 data"}}},
	{"base64 in padded blocks", body("Content-Transfer-Encoding: base64", "SGVsbG8=\nSGVsbG8=\n"), reading{Text: "HelloHello", Format: "text"}},
	{"base64 of one letter too many", body("Content-Transfer-Encoding: base64", "SGVsbG8hI"), reading{Text: "Hello!", Format: "text"}},
	{"quoted-printable", body("Content-Transfer-Encoding: quoted-printable", "caf=C3=A9 a=\nb=3D  \nc"), reading{Text: "café ab=\nc", Format: "text"}},
	{"quoted-printable, lower case and blanks after the soft break", body("Content-Transfer-Encoding: quoted-printable", "caf=c3=a9= \t\nb"), reading{Text: "caféb", Format: "text"}},
	{"quoted-printable, bad hex", body("Content-Transfer-Encoding: quoted-printable", "a=ZZ b= c=4"), reading{Text: "a=ZZ b= c=4", Format: "text",
		Defects: []string{"bad escapes in quoted-printable"}}},
	{"quoted-printable, raw 8-bit", body("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable", "café=C3=A9"), reading{Text: "caféé", Format: "text"}},
	{"quoted-printable, ends in a soft break", body("Content-Transfer-Encoding: Quoted_Printable", "a="), reading{Text: "a", Format: "text"}},
	{"8-bit", body("Content-Transfer-Encoding: 8-bit", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"7 bit with a comment", body("Content-Transfer-Encoding: 7 bit (ascii)", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"quoted name of an encoding", body(`Content-Transfer-Encoding: "base64"`, helloB64), reading{Text: "Hello", Format: "text"}},
	{"unknown encoding", body("Content-Transfer-Encoding: zip", "Hello"), reading{Text: "Hello", Format: "text",
		Defects: []string{`unknown transfer encoding "zip"`}}},
	{"uuencode", body("Content-Transfer-Encoding: x-uuencode", "begin 644 x\n%2&5L;&\\\n`\nend\n"), reading{Text: "Hello", Format: "text"}},
	{"uuencode cut off", body("Content-Transfer-Encoding: uuencode", "begin 644 x\n%2&5L;&\\\n"), reading{Text: "Hello", Format: "text",
		Defects: []string{"uuencoded data without an end line"}}},

	// Charsets.
	{"latin 1", body("Content-Type: text/plain; charset=iso-8859-1", "caf\xe9"), reading{Text: "café", Format: "text"}},
	{"undeclared utf-8", body("", "café"), reading{Text: "café", Format: "text"}},
	{"undeclared latin 1", body("", "caf\xe9"), reading{Text: "café", Format: "text", Defects: []string{`text is not in its charset ""`}}},
	{"declared utf-8, is latin 1", body("Content-Type: text/plain; charset=utf-8", "caf\xe9"), reading{Text: "café", Format: "text",
		Defects: []string{`text is not in its charset "utf-8"`}}},
	{"declared latin 1, is utf-8", body("Content-Type: text/plain; charset=iso-8859-1", "café"), reading{Text: "café", Format: "text",
		Defects: []string{`text is not in its charset "iso-8859-1"`}}},
	{"utf-8 cut inside a character", body("Content-Type: text/plain; charset=utf-8", "дд\xd0"), reading{Text: "дд\ufffd", Format: "text",
		Defects: []string{`text is not in its charset "utf-8"`}}},
	{"unknown charset", body("Content-Type: text/plain; charset=klingon", "caf\xe9"), reading{Text: "café", Format: "text",
		Defects: []string{`text is not in its charset "klingon"`}}},
	{"charset with junk", body(`Content-Type: text/plain; charset="iso-8859-1" (Latin)`, "caf\xe9"), reading{Text: "café", Format: "text"}},
	{"charset without semicolon", body("Content-Type: text/plain charset=iso-8859-1", "caf\xe9"), reading{Text: "café", Format: "text"}},
	{"charset twice", body("Content-Type: text/plain; charset=koi8-r; charset=utf-8", "\xf0\xd2\xc9\xd7\xc5\xd4"), reading{Text: "Привет", Format: "text"}},
	{"koi8-r", body("Content-Type: text/plain; charset=KOI8-R", "\xf0\xd2\xc9\xd7\xc5\xd4"), reading{Text: "Привет", Format: "text"}},
	{"windows-1251", body("Content-Type: text/plain; charset=cp-1251", "\xcf\xf0\xe8\xe2\xe5\xf2"), reading{Text: "Привет", Format: "text"}},
	{"cp850", body("Content-Type: text/plain; charset=cp850", "caf\x82"), reading{Text: "café", Format: "text"}},
	{"iso-2022-jp", body("Content-Type: text/plain; charset=iso-2022-jp", "\x1b$B$3$s$K$A$O\x1b(B"), reading{Text: "こんにちは", Format: "text"}},
	{"iso-2022-jp, undeclared", body("", "\x1b$B$3$s$K$A$O\x1b(B"), reading{Text: "こんにちは", Format: "text"}},
	{"shift_jis", body("Content-Type: text/plain; charset=Shift_JIS", "\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd"), reading{Text: "こんにちは", Format: "text"}},
	{"euc-jp", body("Content-Type: text/plain; charset=x-euc-jp", "\xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf"), reading{Text: "こんにちは", Format: "text"}},
	{"gb2312 with characters of gb18030", body("Content-Type: text/plain; charset=gb2312", "\xc4\xe3\xba\xc3\x81\x30\x89\x38"), reading{Text: "你好ß", Format: "text"}},
	{"short gbk that is valid utf-8 too", body("Content-Type: text/plain; charset=gbk", "\xc1\xaa\xcd\xa8"), reading{Text: "联通", Format: "text"}},
	{"declared gbk, is utf-8", body("Content-Type: text/plain; charset=gbk", "你好世界"), reading{Text: "你好世界", Format: "text",
		Defects: []string{`text is not in its charset "gbk"`}}},
	{"declared shift_jis, is windows-1252", body("Content-Type: text/plain; charset=shift_jis", "\xa0\xff \xfd\xfe"), reading{Text: "\u00a0ÿ ýþ", Format: "text",
		Defects: []string{`text is not in its charset "shift_jis"`}}},
	{"one bad byte in much gb18030", body("Content-Type: text/plain; charset=gb18030", strings.Repeat("\xc4\xe3\xba\xc3", 10)+"\xff"), reading{Text: strings.Repeat("你好", 10) + "\ufffd", Format: "text",
		Defects: []string{`text is not in its charset "gb18030"`}}},
	{"hz", body("Content-Type: text/plain; charset=hz-gb-2312", "~{Dc:C~}"), reading{Text: "你好", Format: "text"}},
	{"big5", body("Content-Type: text/plain; charset=big5", "\xa7\x41\xa6\x6e"), reading{Text: "你好", Format: "text"}},
	{"euc-kr", body("Content-Type: text/plain; charset=ks_c_5601-1987", "\xbe\xc8\xb3\xe7"), reading{Text: "안녕", Format: "text"}},
	{"iso-2022-kr", body("Content-Type: text/plain; charset=iso-2022-kr", "\x1b$)C\n\x0e>H3g\x0f!"), reading{Text: "\n안녕!", Format: "text"}},
	{"utf-7", body("Content-Type: text/plain; charset=utf-7", "caf+AOk- 1+-1 +ZeVnLIqe-"), reading{Text: "café 1+1 日本語", Format: "text"}},
	{"utf-16 with mark", body("Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64", base64.StdEncoding.EncodeToString([]byte("\xff\xfea\x00\xe9\x00"))), reading{Text: "aé", Format: "text"}},
	{"utf-8 with mark", body("Content-Type: text/plain; charset=utf-8", "\ufeffHello"), reading{Text: "Hello", Format: "text"}},
	{"utf-16 that is ascii", body("Content-Type: text/plain; charset=utf-16", "Hello"), reading{Text: "Hello", Format: "text",
		Defects: []string{`text is not in its charset "utf-16"`}}},
	{"utf-32", body("Content-Type: text/plain; charset=utf-32be\nContent-Transfer-Encoding: base64", base64.StdEncoding.EncodeToString([]byte("\x00\x00\x00a\x00\x01\xf6\x00"))), reading{Text: "a😀", Format: "text"}},
	{"thai", body("Content-Type: text/plain; charset=tis-620", "\xca\xc7\xd1\xca\xb4\xd5"), reading{Text: "สวัสดี", Format: "text"}},
	{"html that names its charset", body("Content-Type: text/html", "<meta charset=\"windows-1251\">\xcf\xf0"), reading{HTML: "<meta charset=\"windows-1251\">Пр", Format: "html"}},

	// Types.
	{"no media type", body("Content-Type: ;;;", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"type text", body("Content-Type: text", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"type html", body("Content-Type: html", "<p>"), reading{HTML: "<p>", Format: "html"}},
	{"type nonsense", body("Content-Type: what is / this=", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"type in capitals", body("CONTENT-TYPE: TEXT/HTML", "<p>"), reading{HTML: "<p>", Format: "html"}},
	{"two types", body("Content-Type: text/html\nContent-Type: text/plain", "<p>"), reading{HTML: "<p>", Format: "html"}},
	{"other text", body("Content-Type: text/enriched", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"root is a file", body("Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64", helloB64), reading{Format: "text",
		Files: []file{{"a.pdf", "application/pdf", "", false, "Hello"}}}},
	{"root text with a name", body("Content-Type: text/plain; name=a.txt", "Hello"), reading{Text: "Hello", Format: "text"}},
	{"root text is attachment", body("Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt", "Hello"), reading{Format: "text",
		Files: []file{{"a.txt", "text/plain", "", false, "Hello"}}}},

	// Multiparts.
	{"alternative", multi("alternative", textPart, htmlPart), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both"}},
	{"html before text", multi("alternative", htmlPart, textPart), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both"}},
	{"alternative with amp", multi("alternative", textPart, "Content-Type: text/x-amp-html\n\n<html amp>", htmlPart), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both"}},
	{"alternative with calendar", multi("alternative", textPart, "Content-Type: text/calendar; method=REQUEST\n\nBEGIN"), reading{Text: "Hello", Format: "text",
		Files: []file{{"invite.ics", "text/calendar", "", false, "BEGIN"}}}},
	{"two texts", mixed(textPart, textPart), reading{Text: "Hello\nHello", Format: "text"}},
	{"text file", mixed(textPart, "Content-Type: text/plain; name=\"a.txt\"\n\nfile"), reading{Text: "Hello", Format: "text",
		Files: []file{{"a.txt", "text/plain", "", false, "file"}}}},
	{"html file", mixed(textPart, "Content-Type: text/html\nContent-Disposition: attachment\n\n<p>"), reading{Text: "Hello", Format: "text",
		Files: []file{{"attachment.html", "text/html", "", false, "<p>"}}}},
	{"part without header", mixed("\nHello"), reading{Text: "Hello", Format: "text"}},
	{"part without blank line", mixed("Hello there", "Content-Type: text/html"), reading{Text: "Hello there", HTML: "", Format: "both"}},
	{"related", multi("related", htmlPart, "Content-Type: image/png\nContent-ID: <i1@x>\nContent-Transfer-Encoding: base64\n\n"+helloB64), reading{HTML: "<p>Hello</p>", Format: "html",
		Files: []file{{"image.png", "image/png", "i1@x", true, "Hello"}}}},
	{"inline by link", multi("mixed", "Content-Type: text/html\n\n<img src=\"cid:i%31@x\">", "Content-Type: image/png; name=i.png\nContent-Disposition: attachment\nContent-ID: <i1@x>\n\nPNG"), reading{HTML: "<img src=\"cid:i%31@x\">", Format: "html",
		Files: []file{{"i.png", "image/png", "i1@x", true, "PNG"}}}},
	{"inline file without id", mixed(textPart, "Content-Type: application/pdf\nContent-Disposition: inline; filename=a.pdf\n\nPDF"), reading{Text: "Hello", Format: "text",
		Files: []file{{"a.pdf", "application/pdf", "", false, "PDF"}}}},
	{"content id without brackets", mixed("Content-Type: image/gif\nContent-ID: logo\nContent-Disposition: inline\n\nGIF"), reading{Format: "text",
		Files: []file{{"image.gif", "image/gif", "logo", true, "GIF"}}}},
	{"report", multi("report; report-type=delivery-status", textPart, "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n", "Content-Type: text/rfc822-headers\n\nSubject: y\n"), reading{Text: "Hello", Format: "text",
		Files: []file{{"delivery-status.txt", "message/delivery-status", "", false, "Reporting-MTA: dns; x\n"}, {"headers.txt", "text/rfc822-headers", "", false, "Subject: y\n"}}}},
	{"signed", multi("signed", textPart, "Content-Type: application/pgp-signature\n\nSIG"), reading{Text: "Hello", Format: "text",
		Files: []file{{"signature.asc", "application/pgp-signature", "", false, "SIG"}}}},
	{"embedded message", mixed(textPart, "Content-Type: message/rfc822\n\nSubject: =?utf-8?q?Re:_a/b?=\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ninner\n--c--"), reading{Text: "Hello", Format: "text",
		Files: []file{{"Re_ a_b.eml", "message/rfc822", "", false, "Subject: =?utf-8?q?Re:_a/b?=\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ninner\n--c--"}}}},
	{"embedded message in base64", mixed(textPart, "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"+helloB64), reading{Text: "Hello", Format: "text",
		Files: []file{{"message.eml", "message/rfc822", "", false, "Hello"}}, Defects: []string{"embedded message with a transfer encoding"}}},
	{"empty embedded message", mixed("Content-Type: message/rfc822\n", textPart), reading{Text: "Hello", Format: "text",
		Files: []file{{"message.eml", "message/rfc822", "", false, ""}}}},
	{"digest", multi("digest", "\nSubject: one\n\nbody 1", "\nSubject: two\n\nbody 2"), reading{Format: "text",
		Files: []file{{"one.eml", "message/rfc822", "", false, "Subject: one\n\nbody 1"}, {"two.eml", "message/rfc822", "", false, "Subject: two\n\nbody 2"}}}},
	{"nested", mixed("Content-Type: multipart/alternative; boundary=c\n\n--c\n"+textPart+"\n--c\n"+htmlPart+"\n--c--\n", "Content-Type: application/zip\n\nZIP"), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both",
		Files: []file{{"attachment.zip", "application/zip", "", false, "ZIP"}}}},

	// Boundaries.
	{"no final boundary", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n", reading{Text: "Hello\n", Format: "text", Defects: []string{"multipart without its final boundary"}}},
	{"nested without final boundary", mixed("Content-Type: multipart/alternative; boundary=c\n\n--c\n"+textPart, htmlPart), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both", Defects: []string{"multipart without its final boundary"}}},
	{"no boundary named", body("Content-Type: multipart/mixed", "Hello"), reading{Text: "Hello", Format: "text", Defects: []string{"multipart without its boundary, shown as text"}}},
	{"boundary not met", body("Content-Type: multipart/mixed; boundary=b", "Hello\n--c\n"), reading{Text: "Hello\n--c\n", Format: "text", Defects: []string{"multipart without its boundary, shown as text"}}},
	{"another boundary", body("Content-Type: multipart/alternative; boundary=b", "--c\n"+textPart+"\n--c\n"+htmlPart+"\n--c--\n"), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both", Defects: []string{"boundary other than the header says"}}},
	{"boundary not named but there", body("Content-Type: multipart/alternative", "--c\n"+textPart+"\n--c--\n"), reading{Text: "Hello", Format: "text", Defects: []string{"boundary other than the header says"}}},
	{"empty multipart", body("Content-Type: multipart/mixed; boundary=b", "--b--\n"), reading{Format: "text"}},
	{"boundary that is a prefix of another", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/alternative; boundary=bb\n\n--bb\n" + textPart + "\n--bb\n" + htmlPart + "\n--bb--\n--b\nContent-Type: image/png\n\nPNG\n--b--\n",
		reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both", Files: []file{{"image.png", "image/png", "", false, "PNG"}}}},
	{"boundary with dashes at its end", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=\"b--\"\n\n--b--\n\nHello\n--b----\n--b--\n",
		reading{Text: "Hello", Format: "text"}},
	{"the same boundary inside", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/alternative; boundary=b\n\n--b\n" + textPart + "\n--b\n" + htmlPart + "\n--b--\n--b\nContent-Type: image/png\n\nPNG\n--b--\n",
		reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both", Files: []file{{"image.png", "image/png", "", false, "PNG"}}}},
	{"part after the final boundary", mixed(textPart) + "--b\n" + htmlPart + "\n--b--\n", reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both", Defects: []string{"parts after the final boundary"}}},
	{"blanks after boundaries", "Content-Type: multipart/mixed; boundary=\"b \"\n\n--b \t\n\nHello\n--b--  \n", reading{Text: "Hello", Format: "text"}},
	{"boundary with a colon, unquoted", "Content-Type: multipart/mixed; boundary=a:b=c\n\n--a:b=c\n\nHello\n--a:b=c--\n", reading{Text: "Hello", Format: "text"}},
	{"boundary in continuations", "Content-Type: multipart/mixed; boundary*0=b; boundary*1=c\n\n--bc\n\nHello\n--bc--\n", reading{Text: "Hello", Format: "text"}},
	{"multipart in CR", strings.ReplaceAll(mixed(textPart, htmlPart), "\n", "\r"), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both"}},
	{"multipart in CRLF", strings.ReplaceAll(mixed(textPart, htmlPart), "\n", "\r\n"), reading{Text: "Hello", HTML: "<p>Hello</p>", Format: "both"}},
	{"CRLF header, LF body", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n\nHello\n--b--\n", reading{Text: "Hello", Format: "text"}},
	{"boundary in the middle of a line", mixed("\na --b\nx--b--"), reading{Text: "a --b\nx--b--", Format: "text"}},

	// File names.
	{"name in RFC 2231", mixed("Content-Type: image/png\nContent-Disposition: attachment; filename*=utf-8''caf%C3%A9.png\n\nPNG"), reading{Format: "text", Files: []file{{"café.png", "image/png", "", false, "PNG"}}}},
	{"name in continuations", mixed("Content-Type: image/png\nContent-Disposition: attachment;\n filename*1*=%A9; filename*0*=utf-8''caf%C3;\n filename*2=\".png\"\n\nPNG"), reading{Format: "text", Files: []file{{"café.png", "image/png", "", false, "PNG"}}}},
	{"name in an encoded word", mixed("Content-Type: image/png\nContent-Disposition: attachment; filename=\"=?utf-8?q?caf=C3=A9.png?=\"\n\nPNG"), reading{Format: "text", Files: []file{{"café.png", "image/png", "", false, "PNG"}}}},
	{"name unquoted with spaces", mixed("Content-Type: application/pdf; name=My file (1).pdf; x=y\n\nPDF"), reading{Format: "text", Files: []file{{"My file (1).pdf", "application/pdf", "", false, "PDF"}}}},
	{"name never closed", mixed("Content-Type: application/pdf; name=\"a.pdf\n\nPDF"), reading{Format: "text", Files: []file{{"a.pdf", "application/pdf", "", false, "PDF"}}}},
	{"name with a path", mixed("Content-Type: application/pdf; name=\"C:\\dir\\..\\a.pdf\"\n\nPDF"), reading{Format: "text", Files: []file{{"a.pdf", "application/pdf", "", false, "PDF"}}}},
	{"name in raw latin 1", mixed("Content-Type: application/pdf; name=\"caf\xe9.pdf\"\n\nPDF"), reading{Format: "text", Files: []file{{"café.pdf", "application/pdf", "", false, "PDF"}}}},
	{"name 2231 without quotes marks", mixed("Content-Type: application/pdf; name*=caf%C3%A9.pdf\n\nPDF"), reading{Format: "text", Files: []file{{"café.pdf", "application/pdf", "", false, "PDF"}}}},
	{"both kinds of name", mixed("Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment; filename=b.pdf; filename*=utf-8''c.pdf\n\nPDF"), reading{Format: "text", Files: []file{{"c.pdf", "application/pdf", "", false, "PDF"}}}},
	{"two names", mixed("Content-Type: application/pdf; name=a.pdf; name=b.pdf\n\nPDF"), reading{Format: "text", Files: []file{{"a.pdf", "application/pdf", "", false, "PDF"}}}},

	// format=flowed (RFC 3676).
	{"flowed", body("Content-Type: text/plain; format=flowed", "one \ntwo\n > three\n> a \n> b\n>> c\n-- \nBob\n"), reading{Text: "one two\n> three\n> a b\n>> c\n-- \nBob\n", Format: "text"}},
	{"flowed with delsp", body("Content-Type: text/plain; format=flowed; delsp=yes", "一 \n二\nfrom  \nx\n"), reading{Text: "一二\nfrom x\n", Format: "text"}},
	{"flowed, depth changes", body("Content-Type: text/plain; format=Flowed", "> a \nb \n"), reading{Text: "> a \nb \n", Format: "text"}},
}

// spec: messages.field.bodies messages.field.format messages.field.attachments.inline
func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range messageCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := Parse(c.raw)
			assert.Empty(t, cmp.Diff(c.want, readingOf(m)))
			for _, a := range m.Attachments {
				assert.Len(t, a.Bytes(), a.Size, a.Filename)
			}
			checkTree(t, c.raw, m.Root, 0, len(c.raw))
		})
	}
}

// checkTree shows that offsets lie in the mail and inside each other.
func checkTree(t *testing.T, raw string, p *Part, from, to int) {
	t.Helper()
	require.True(t, from <= p.HeaderStart && p.HeaderStart <= p.BodyStart && p.BodyStart <= p.BodyEnd && p.BodyEnd <= to,
		"%d <= %d <= %d <= %d <= %d", from, p.HeaderStart, p.BodyStart, p.BodyEnd, to)
	at := p.BodyStart
	for _, c := range p.Children {
		checkTree(t, raw, c, at, p.BodyEnd)
		at = c.BodyEnd
	}
	if p.Embedded != nil {
		require.Equal(t, p.BodyStart, p.Embedded.HeaderStart)
		require.Equal(t, p.BodyEnd, p.Embedded.BodyEnd)
		checkTree(t, raw, p.Embedded, p.BodyStart, p.BodyEnd)
	}
}

// The example of RFC 9051 section 6.4.5.
func TestFind(t *testing.T) {
	t.Parallel()
	alternative := "Content-Type: multipart/alternative; boundary=d\r\n\r\n--d\r\n\r\n4.2.2.1\r\n--d\r\nContent-Type: text/richtext\r\n\r\n4.2.2.2\r\n--d--"
	inner := "Subject: inner\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: image/gif\r\n\r\n4.2.1\r\n--c\r\n" + alternative + "\r\n--c--\r\n"
	raw := "Subject: outer\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\n\r\n1\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n2\r\n" +
		"--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: single\r\n\r\n3.1\r\n" +
		"--b\r\nContent-Type: message/rfc822\r\nContent-Language: en, de\r\nContent-MD5: x==\r\nContent-Location: y\r\nContent-Description: =?utf-8?q?=C3=A4?=\r\n\r\n" + inner + "\r\n--b--\r\n"
	root := Parse(raw).Root
	for path, want := range map[string]string{
		"1": "1", "2": "2", "3": "Subject: single\r\n\r\n3.1", "3.1": "3.1", "4": inner, "4.1": "4.2.1", "4.2.1": "4.2.2.1", "4.2.2": "4.2.2.2",
		"5": "-", "0": "-", "1.1": "-", "3.2": "-", "3.1.1": "-", "4.3": "-", "-1": "-",
	} {
		var numbers []int
		for n := range strings.SplitSeq(path, ".") {
			var i int
			_, err := fmt.Sscan(n, &i)
			require.NoError(t, err)
			numbers = append(numbers, i)
		}
		p := root.Find(numbers...)
		if want == "-" {
			assert.Nil(t, p, path)
		} else if assert.NotNil(t, p, path) {
			assert.Equal(t, want, p.Body(), path)
		}
	}
	p := root.Find(4)
	assert.Equal(t, []string{"en", "de"}, p.Language)
	assert.Equal(t, "x==", p.MD5)
	assert.Equal(t, "y", p.Location)
	assert.Equal(t, "=?utf-8?q?=C3=A4?=", p.Description)
	assert.Equal(t, "inner", p.Embedded.Summary().Subject)
	assert.Equal(t, "Subject: inner\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n", p.Embedded.HeaderText())
	assert.Equal(t, "Content-Type: image/gif\r\n\r\n", root.Find(4, 1).HeaderText())
	assert.Equal(t, 1, root.Find(1).Lines())
	assert.Equal(t, strings.Count(inner, "\n"), p.Lines())
	assert.Equal(t, len(inner), p.Size())
	assert.Same(t, root, root.Find())

	single := Parse("Subject: x\r\n\r\nbody").Root
	assert.Same(t, single, single.Find(1))
	assert.Nil(t, single.Find(1, 1))
}

func TestParseBounds(t *testing.T) {
	t.Parallel()
	// 10,000 parts.
	m := Parse("Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: image/png\n\nx\n", 10_000) + "--b--\n")
	assert.Len(t, m.Root.Children, 999)
	assert.Equal(t, []string{"more than 1000 parts, the rest is left out"}, m.Defects)

	// Nested 5,000 deep, as multiparts and as messages.
	var deep strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	m = Parse(deep.String() + "\nHello")
	assert.Equal(t, []string{"nested deeper than 50 levels", "multipart without its final boundary"}, m.Defects)
	assert.Len(t, m.Attachments, 1)
	m = Parse(strings.Repeat("Content-Type: message/rfc822\n\n", 100_000) + "\nHello")
	assert.Equal(t, []string{"nested deeper than 50 levels"}, m.Defects)

	m = ParseLimited(mixed(textPart, textPart), Limits{Decoded: 7})
	assert.Equal(t, "Hello\nHe", m.Text)
	assert.Equal(t, []string{"text longer than the bound, cut"}, m.Defects)
	m = ParseLimited(body("Content-Type: text/plain; charset=iso-8859-1", "\xe9\xe9\xe9\xe9"), Limits{Decoded: 5})
	assert.Equal(t, "éé", m.Text)
}

// Costs grow with the mail, whatever it is made of: what is quadratic would not end here.
//
// spec: input.hostile
func TestParseHostile(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	top := "Content-Type: multipart/mixed; boundary=b\n\n"
	var nest strings.Builder
	for i := range 49 {
		fmt.Fprintf(&nest, "Content-Type: multipart/mixed; boundary=%050d\n\n--%050d\n", i, i)
	}
	for _, c := range []struct{ head, unit string }{
		{"", "a"}, {"", "\r"}, {"a: b\r", "c\r"}, {"a: b\r", "c\n"}, {"", "\n"}, {"", " "}, {"", "a:b\n"}, {"", "a\n"}, {"a: b\n", "c d\ne:f\n"}, {"", "From x\n"}, {"", "\x00"},
		{"Subject: ", "=?utf-8?q?"}, {"To: ", `"\`}, {"To: ", "((<"}, {"References: ", "<"}, {"Date: ", "1 "},
		{top, "--b\n"}, {top, "--c\n"}, {top, "--"}, {top, "-"}, {top, "--b--\n"}, {top, "--b\nContent-Type: message/rfc822\n\n"}, {top, "--b\nContent-Type: multipart/mixed; boundary=b\n\n"},
		{"Content-Type: multipart/mixed; boundary=b\r\r", "--b\r\rx\r"},
		{top, "--b\nContent-Type: multipart/mixed; boundary=x\n\n--c\nContent-Type: multipart/mixed\n\n"},
		{nest.String(), "--" + strings.Repeat("0", 48) + "99\n"}, {nest.String(), "--c\nContent-Type: multipart/mixed\n\n"},
		{"Content-Transfer-Encoding: base64\n\n", "AA=="}, {"Content-Transfer-Encoding: base64\n\n", "="}, {"Content-Transfer-Encoding: quoted-printable\n\n", "= "}, {"Content-Transfer-Encoding: quoted-printable\n\n", "=\n"},
		{"Content-Transfer-Encoding: uuencode\n\nbegin\n", "M\n"}, {"Content-Type: text/plain; charset=utf-7\n\n", "+A"}, {"Content-Type: text/plain; format=flowed\n\n", "> \n"},
		{"Content-Type: text/plain; ", `a="`}, {"Content-Type: text/plain; ", "name*0=a;"}, {"Content-Type: text/plain; ", "="}, {"Content-Disposition: attachment; filename=", "("},
		{"Content-Type: text/html\n\n", "cid:"}, {"Content-Type: text/html\n\n", "<meta charset="},
	} {
		Parse(c.head + strings.Repeat(c.unit, size/len(c.unit)))
	}
}
