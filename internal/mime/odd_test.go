package mime

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	notItsBoundary = "multipart without its boundary, shown as text"
	noCharset      = `text is not in its charset ""`
)

// oddCases are rarer mails than messageCases.
var oddCases = []struct {
	name, raw string
	want      reading
}{
	{"CRLF header, CR body", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\rHello\r--b--\r", reading{Text: "Hello", Format: "text"}},
	{"form feed", body("", "a\fb"), reading{Text: "a\nb", Format: "text"}},

	// What is read and what is saved.
	{"other text to be saved", multi("alternative", textPart, "Content-Type: text/enriched\nContent-Disposition: attachment\n\nX"), reading{Text: "Hello", Format: "text",
		Files: []file{{"attachment.bin", "text/enriched", "", false, "X"}}}},
	{"disposition in capitals", mixed("Content-Type: text/plain\nContent-Disposition: ATTACHMENT; filename=a.txt\n\nX"), reading{Format: "text", Files: []file{{"a.txt", "text/plain", "", false, "X"}}}},
	{"two dispositions", mixed("Content-Type: text/plain\nContent-Disposition: inline\nContent-Disposition: attachment\n\nHello"), reading{Text: "Hello", Format: "text"}},
	{"two encodings", body("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit", helloB64), reading{Text: "Hello", Format: "text"}},
	{"inline image without id", mixed(textPart, "Content-Type: image/png\nContent-Disposition: inline\n\nPNG"), reading{Text: "Hello", Format: "text",
		Files: []file{{"image.png", "image/png", "", true, "PNG"}}}},
	{"related file that is no image", multi("related", htmlPart, "Content-Type: text/css\nContent-ID: <c@x>\n\np{}"), reading{HTML: "<p>Hello</p>", Format: "html",
		Files: []file{{"attachment.bin", "text/css", "c@x", true, "p{}"}}}},
	{"link to no id", mixed("Content-Type: text/html\n\n<img src=\"cid:\">", "Content-Type: image/png\n\nPNG"), reading{HTML: "<img src=\"cid:\">", Format: "html",
		Files: []file{{"image.png", "image/png", "", false, "PNG"}}}},
	{"TNEF by its other type", mixed("Content-Type: application/vnd.ms-tnef; name=a.dat\n\nx"), reading{Format: "text",
		Files: []file{{"a.dat", "application/vnd.ms-tnef", "", false, "x"}}, Defects: []string{"damaged TNEF container"}}},
	{"TNEF by its name", mixed("Content-Type: application/octet-stream; name=WINMAIL.DAT\n\nx"), reading{Format: "text",
		Files: []file{{"WINMAIL.DAT", "application/octet-stream", "", false, "x"}}, Defects: []string{"damaged TNEF container"}}},
	{"embedded message of UTF-8", mixed("Content-Type: message/global\n\nSubject: Grüße\n\nx"), reading{Format: "text",
		Files: []file{{"Grüße.eml", "message/global", "", false, "Subject: Grüße\n\nx"}}}},

	// Types and encodings that are almost right.
	{"type multipart", "Content-Type: multipart; boundary=b\n\n--b\n\nHello\n--b--\n", reading{Text: "Hello", Format: "text"}},
	{"comma after the type", body("Content-Type: text/html,", "<p>"), reading{HTML: "<p>", Format: "html"}},
	{"encoding with a parameter", body("Content-Transfer-Encoding: quoted-printable; x=y", "a=3D"), reading{Text: "a=", Format: "text"}},
	{"uuencode without begin", body("Content-Transfer-Encoding: x-uuencode", "Hello"), reading{Text: "Hello", Format: "text", Defects: []string{"uuencoded data without a begin line"}}},

	// Charsets.
	{"plain text that speaks of meta", body("", "<meta charset=windows-1251>\xcf\xf0"), reading{Text: "<meta charset=windows-1251>Ïð", Format: "text", Defects: []string{noCharset}}},
	{"meta far down", body("Content-Type: text/html", strings.Repeat(" ", 900)+"<meta charset=windows-1251>\xcf\xf0"), reading{HTML: strings.Repeat(" ", 900) + "<meta charset=windows-1251>Пр", Format: "html"}},
	{"html that speaks of a charset", body("Content-Type: text/html", "<p>charset=windows-1251 \xcf\xf0"), reading{HTML: "<p>charset=windows-1251 Ïð", Format: "html", Defects: []string{noCharset}}},
	{"utf-16 that is ascii of even length", body("Content-Type: text/plain; charset=utf-16", "Hell"), reading{Text: "Hell", Format: "text", Defects: []string{`text is not in its charset "utf-16"`}}},
	{"gbk that could be utf-8", body("Content-Type: text/plain; charset=gbk", "\xe4\xbd\xa0a"), reading{Text: "浣燼", Format: "text"}},
	{"iso-2022-jp of 1978, undeclared", body("", "\x1b$@$3$s\x1b(B"), reading{Text: "こん", Format: "text"}},
	{"declared us-ascii, is utf-8", body("Content-Type: text/plain; charset=us-ascii", "café"), reading{Text: "café", Format: "text", Defects: []string{`text is not in its charset "us-ascii"`}}},
	{"charset by a registered alias", body("Content-Type: text/plain; charset=isolatin2", "\xb1"), reading{Text: "ą", Format: "text"}},
	{"windows-850", body("Content-Type: text/plain; charset=windows-850", "caf\x82"), reading{Text: "café", Format: "text"}},

	// Boundaries.
	{"no boundary, with an encoding", body("Content-Type: multipart/mixed\nContent-Transfer-Encoding: base64", "Hello"), reading{Text: "Hello", Format: "text", Defects: []string{notItsBoundary}}},
	{"dashes and words", body("Content-Type: multipart/mixed; boundary=b", "--c d\nContent-Type: text/html\n\nx\n"), reading{Text: "--c d\nContent-Type: text/html\n\nx\n", Format: "text", Defects: []string{notItsBoundary}}},
	{"dashes before no header", body("Content-Type: multipart/mixed; boundary=b", "--c\nHello there, Bob\n"), reading{Text: "--c\nHello there, Bob\n", Format: "text", Defects: []string{notItsBoundary}}},
	{"headers that run into boundaries", mixed("Content-Type: text/html", textPart), reading{Text: "Hello", Format: "both"}},
	{"broken header line before a boundary", mixed("Content-Type: text/html\nnonsense", textPart), reading{Text: "Hello", Format: "both", Defects: []string{`header line without a colon: "nonsense"`}}},

	// File names.
	{"name as a parameter of the disposition", mixed("Content-Type: application/pdf\nContent-Disposition: attachment; name=a.pdf\n\nPDF"), reading{Format: "text", Files: []file{{"a.pdf", "application/pdf", "", false, "PDF"}}}},
	{"quotes in a later section", mixed("Content-Type: application/pdf; name*0*=utf-8''a; name*1*=b'c'd.pdf\n\nPDF"), reading{Format: "text", Files: []file{{"ab'c'd.pdf", "application/pdf", "", false, "PDF"}}}},
	{"encoded word in sections", mixed("Content-Type: application/pdf; name*0=\"=?utf-8?q?caf=C3\"; name*1=\"=A9.pdf?=\"\n\nPDF"), reading{Format: "text", Files: []file{{"café.pdf", "application/pdf", "", false, "PDF"}}}},

	// format=flowed.
	{"flowed in capitals", body("Content-Type: text/plain; format=FLOWED", "one \ntwo\n"), reading{Text: "one two\n", Format: "text"}},
	{"flowed up to a signature", body("Content-Type: text/plain; format=flowed", "one \n-- \nBob\n"), reading{Text: "one \n-- \nBob\n", Format: "text"}},
	{"flowed, a quote follows", body("Content-Type: text/plain; format=flowed", "one \n> two\n"), reading{Text: "one \n> two\n", Format: "text"}},
}

func TestParseOdd(t *testing.T) {
	t.Parallel()
	for _, c := range oddCases {
		assert.Empty(t, cmp.Diff(c.want, readingOf(Parse(c.raw))), c.name)
	}
}

func TestParseAtItsBounds(t *testing.T) {
	t.Parallel()
	nested := mixed("Content-Type: multipart/mixed; boundary=c\n\n--c\n" + textPart + "\n--c--")
	assert.Equal(t, "Hello", ParseLimited(nested, Limits{Depth: 2}).Text)
	m := ParseLimited(nested, Limits{Depth: 1})
	assert.Empty(t, m.Text)
	assert.Equal(t, []string{"nested deeper than 1 levels"}, m.Defects)

	embedded := mixed(textPart, "Content-Type: message/rfc822\n\nSubject: i\n\nx")
	assert.NotNil(t, ParseLimited(embedded, Limits{Parts: 4}).Root.Children[1].Embedded)
	m = ParseLimited(embedded, Limits{Parts: 3})
	assert.Nil(t, m.Root.Children[1].Embedded)
	assert.Equal(t, []string{"more than 3 parts, the rest is left out"}, m.Defects)

	// Ten wrong boundaries: eight are found out.
	var parts []string
	for i := range 10 {
		parts = append(parts, fmt.Sprintf("Content-Type: multipart/mixed; boundary=w\n\n--c%d\nContent-Type: text/plain\n\nT%d\n--c%d--", i, i, i))
	}
	assert.Equal(t, "T0\nT1\nT2\nT3\nT4\nT5\nT6\nT7\n"+
		"--c8\nContent-Type: text/plain\n\nT8\n--c8--\n--c9\nContent-Type: text/plain\n\nT9\n--c9--", Parse(mixed(parts...)).Text)

	// Defects are told up to a number.
	parts = nil
	for i := range 30 {
		parts = append(parts, fmt.Sprintf("Content-Type: image/png\nContent-Transfer-Encoding: e%d\n\nx", i))
	}
	assert.Len(t, Parse(mixed(parts...)).Defects, maxDefects)
	h := ScanHeader("A: 1\n" + strings.Repeat("no colon\nB: 2\n", 30) + "\n")
	assert.Len(t, h.odd, maxDefects)
	_, params := parseParams("x" + strings.Repeat("; a=1", 2*maxParams))
	assert.Len(t, params, maxParams)
}

// An embedded message has line ends of its own.
func TestEmbeddedLineEnds(t *testing.T) {
	t.Parallel()
	m := Parse(mixed("Content-Type: message/rfc822\n\nSubject: x\rContent-Type: multipart/mixed; boundary=c\r\r--c\r\rinner\r--c--\r", "Content-Type: text/plain\n\na\r--b\rz"))
	require.Len(t, m.Root.Children, 2)
	require.NotNil(t, m.Root.Children[0].Embedded)
	assert.Len(t, m.Root.Children[0].Embedded.Children, 1)
	assert.Equal(t, "a\n--b\nz", m.Text)
}

// No part ends before one within it, not even where a header reaches the delimiter.
func TestPartsHoldTheirParts(t *testing.T) {
	t.Parallel()
	m := Parse(mixed("Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/html"))
	outer := m.Root.Children[0]
	require.Len(t, outer.Children, 1)
	assert.Equal(t, outer.Children[0].BodyEnd, outer.BodyEnd)
}

func TestTransferEncodingNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]transfer{
		"base64": base64Encoding, "Base-64": base64Encoding, "b64": base64Encoding, "x-base64": base64Encoding, "B": base64Encoding,
		"quoted_printable": quotedPrintable, "QP": quotedPrintable, "quoted-printible": quotedPrintable, "x-uue": uuencode, "8 bit": identity, "none": identity,
	} {
		got, known := transferEncoding(name)
		assert.True(t, known, name)
		assert.Equal(t, want, got, name)
	}
}

func TestParamsOdd(t *testing.T) {
	t.Parallel()
	_, params := parseParams(`x; a="1" b=2; c=3; d*-1=z; d*0=y`)
	for name, want := range map[string]string{"a": "1", "b": "2", "c": "3", "d": "y"} {
		assert.Equal(t, want, params.Get(name), name)
	}
}

// spec: messages.field.message_id messages.field.references messages.field.subject messages.field.date
func TestSummarizeFirstCounts(t *testing.T) {
	t.Parallel()
	first := "Message-ID: <1@x>\nIn-Reply-To: <2@x>\nReferences: <3@x>\nFrom: a@x\nSubject: one\nDate: Fri, 20 Nov 2026 15:47:12 +0100\n"
	second := "Message-ID: <4@x>\nIn-Reply-To: <5@x>\nReferences: <6@x>\nFrom: b@x\nSubject: two\nDate: Fri, 20 Nov 2020 15:47:12 +0100\n"
	want, got := Summarize(first+"\n"), Summarize(first+second+"\n")
	got.BodyStart = want.BodyStart
	assert.Empty(t, cmp.Diff(want, got))
}

// mapiBytes is a property of 8-bit text, filled up to four bytes.
func mapiBytes(id uint16, s string) []byte {
	p := binary.LittleEndian.AppendUint16(nil, 0x1e)
	p = binary.LittleEndian.AppendUint16(p, id)
	p = binary.LittleEndian.AppendUint32(p, 1)
	p = binary.LittleEndian.AppendUint32(p, uint32(len(s)))
	return append(append(p, s...), make([]byte, -len(s)&3)...)
}

func TestTNEFNames(t *testing.T) {
	t.Parallel()
	props := func(n uint32, list ...[]byte) []byte {
		p := binary.LittleEndian.AppendUint32(nil, n)
		for _, b := range list {
			p = append(p, b...)
		}
		return p
	}
	named := append([]byte{3, 0, 1, 0x80}, make([]byte, 16)...) // a number whose name is a text of six bytes
	named = append(named, 1, 0, 0, 0, 6, 0, 0, 0, 'a', 0, 'b', 0, 0, 0, 0, 0, 7, 0, 0, 0)
	begin := func(c tnef) tnef { return c.add(tnefAttachRendData, make([]byte, 14)) }
	c := begin(newTNEF()).add(tnefAttachData, []byte("1")).add(tnefAttachment, props(2, named, mapiBytes(mapiFilename, "short.x\x00y")))
	c = begin(c).add(tnefAttachTitle, []byte("first.txt\x00")).add(tnefAttachTitle, []byte("second.txt\x00")).add(tnefAttachData, []byte("2"))
	c = begin(c).add(tnefAttachTitle, []byte("C:\\dir\\evil.exe\x00")).add(tnefAttachData, []byte("3")).
		add(tnefAttachment, props(2, mapiBytes(0x3001, "odd\x00xy"), mapiBytes(mapiMimeTag, "text/x-a")))
	raw := mixed(textPart, "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n"+base64.StdEncoding.EncodeToString(c))
	assert.Equal(t, []file{{"short.x", "application/octet-stream", "", false, "1"}, {"first.txt", "application/octet-stream", "", false, "2"},
		{"evil.exe", "text/x-a", "", false, "3"}}, readingOf(Parse(raw)).Files[1:])
	limited := ParseLimited(raw, Limits{Parts: 3})
	assert.Len(t, limited.Attachments, 3)
	assert.Contains(t, limited.Defects, "more than 3 parts, the rest is left out")
}
