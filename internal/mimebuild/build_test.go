package mimebuild_test

import (
	"bytes"
	"fmt"
	"io"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset"
	"github.com/emersion/go-message/mail"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

var date = time.Date(2026, 11, 2, 15, 47, 12, 0, time.FixedZone("", 3600))

func sample() mimebuild.Mail {
	return mimebuild.Mail{
		From:      mimebuild.Address{Name: "Ann Archer", Addr: "ann@x.example"},
		To:        []mimebuild.Address{{Name: "Bob, the Builder", Addr: "bob@y.example"}, {Addr: "c@z.example"}},
		Cc:        []mimebuild.Address{{Name: "Zoë Ångström", Addr: "zoe@z.example"}},
		Subject:   "Hello",
		Date:      date,
		MessageID: "<1@x.example>",
		InReplyTo: "0@y.example", References: []string{"<a@y.example>", "0@y.example"},
		Header:   []mimebuild.Field{{Name: "X-Service-Simulated", Value: "1"}},
		Text:     "Hi,\nthere\n",
		Boundary: func(n int) string { return fmt.Sprintf("b%d", n) },
	}
}

func build(t *testing.T, m mimebuild.Mail) string {
	t.Helper()
	raw, err := mimebuild.Build(m)
	require.NoError(t, err)
	checkLines(t, raw)
	return raw
}

// checkLines fails on a bare CR or LF and on lines above 998.
func checkLines(t testing.TB, raw string) {
	t.Helper()
	for _, line := range strings.Split(raw, "\r\n") {
		require.False(t, strings.ContainsAny(line, "\r\n"), "bare line break in %q", line)
		require.LessOrEqual(t, len(line), 998)
	}
}

// node is a parsed part.
type node struct {
	kind, disposition, file, id, body string
	parts                             []node
}

func parse(t testing.TB, e *message.Entity) node {
	t.Helper()
	kind, _, err := e.Header.ContentType()
	require.NoError(t, err)
	disposition, params, _ := e.Header.ContentDisposition()
	n := node{kind: kind, disposition: disposition, file: params["filename"], id: e.Header.Get("Content-Id")}
	mr := e.MultipartReader()
	if mr == nil {
		body, err := io.ReadAll(e.Body)
		require.NoError(t, err)
		n.body = string(body)
		return n
	}
	for {
		p, err := mr.NextPart()
		if err == io.EOF {
			return n
		}
		require.NoError(t, err)
		n.parts = append(n.parts, parse(t, p))
	}
}

func read(t testing.TB, raw string) (mail.Header, node) {
	t.Helper()
	e, err := message.Read(strings.NewReader(raw))
	require.NoError(t, err)
	return mail.Header{Header: e.Header}, parse(t, e)
}

func (n node) shape() string {
	if n.parts == nil {
		return n.kind
	}
	var list []string
	for _, p := range n.parts {
		list = append(list, p.shape())
	}
	return n.kind + "(" + strings.Join(list, " ") + ")"
}

func TestBuildGolden(t *testing.T) {
	t.Parallel()
	require.Equal(t, strings.ReplaceAll(`Date: Mon, 2 Nov 2026 15:47:12 +0100
From: Ann Archer <ann@x.example>
To: "Bob, the Builder" <bob@y.example>, c@z.example
Cc: =?utf-8?Q?Zo=C3=AB_=C3=85ngstr=C3=B6m?= <zoe@z.example>
Subject: Hello
Message-ID: <1@x.example>
In-Reply-To: <0@y.example>
References: <a@y.example> <0@y.example>
X-Service-Simulated: 1
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit

Hi,
there
`, "\n", "\r\n"), build(t, sample()))
}

func TestBuildFields(t *testing.T) {
	t.Parallel()
	m := sample()
	m.Subject = "Zahlungserinnerung für " + strings.Repeat("größere Beträge 日本 ", 20) + " end  "
	h, _ := read(t, build(t, m))
	subject, err := h.Subject()
	require.NoError(t, err)
	assert.Equal(t, m.Subject, subject)
	from, err := h.AddressList("From")
	require.NoError(t, err)
	assert.Equal(t, []*mail.Address{{Name: "Ann Archer", Address: "ann@x.example"}}, from)
	to, err := h.AddressList("To")
	require.NoError(t, err)
	assert.Equal(t, []*mail.Address{{Name: "Bob, the Builder", Address: "bob@y.example"}, {Address: "c@z.example"}}, to)
	cc, err := h.AddressList("Cc")
	require.NoError(t, err)
	assert.Equal(t, []*mail.Address{{Name: "Zoë Ångström", Address: "zoe@z.example"}}, cc)
	refs, err := h.MsgIDList("References")
	require.NoError(t, err)
	assert.Equal(t, []string{"a@y.example", "0@y.example"}, refs)
	parents, err := h.MsgIDList("In-Reply-To")
	require.NoError(t, err)
	assert.Equal(t, []string{"0@y.example"}, parents)
	when, err := h.Date()
	require.NoError(t, err)
	assert.True(t, date.Equal(when))
}

func TestBuildStructure(t *testing.T) {
	t.Parallel()
	file := mimebuild.Attachment{Filename: "Übersicht 2026.pdf", ContentType: "application/pdf", Data: []byte("%PDF\x00\xff")}
	image := mimebuild.Attachment{Filename: "a.png", ContentType: "image/png", Data: []byte{0x89, 'P'}, Inline: true, ContentID: "i1@x"}
	tests := []struct {
		name, text, html string
		files            []mimebuild.Attachment
		want             string
	}{
		{"text", "t", "", nil, "text/plain"},
		{"html", "", "<p>h", nil, "text/html"},
		{"none", "", "", nil, "text/plain"},
		{"both", "t", "<p>h", nil, "multipart/alternative(text/plain text/html)"},
		{"file", "t", "", []mimebuild.Attachment{file}, "multipart/mixed(text/plain application/pdf)"},
		{"file alone", "", "", []mimebuild.Attachment{file}, "multipart/mixed(application/pdf)"},
		{"inline", "t", "<img src=cid:i1@x>", []mimebuild.Attachment{image},
			"multipart/related(multipart/alternative(text/plain text/html) image/png)"},
		{"inline without html", "t", "", []mimebuild.Attachment{image}, "multipart/mixed(text/plain image/png)"},
		{"all", "t", "<img src=cid:i1@x>", []mimebuild.Attachment{file, image},
			"multipart/mixed(multipart/related(multipart/alternative(text/plain text/html) image/png) application/pdf)"},
		{"a multipart as a file", "t", "", []mimebuild.Attachment{{ContentType: "multipart/mixed; boundary=b0", Data: []byte("--b0")}},
			"multipart/mixed(text/plain application/octet-stream)"},
		{"no type", "t", "", []mimebuild.Attachment{{Data: []byte("x")}}, "multipart/mixed(text/plain application/octet-stream)"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			m := sample()
			m.Text, m.HTML, m.Attachments = tc.text, tc.html, tc.files
			_, n := read(t, build(t, m))
			assert.Equal(t, tc.want, n.shape())
			for _, p := range leaves(n) {
				for _, f := range tc.files {
					if f.Filename != "" && p.file == f.Filename {
						assert.Equal(t, string(f.Data), p.body)
						assert.Equal(t, f.Inline, p.disposition == "inline")
					}
				}
			}
		})
	}
}

func leaves(n node) []node {
	if n.parts == nil {
		return []node{n}
	}
	var out []node
	for _, p := range n.parts {
		out = append(out, leaves(p)...)
	}
	return out
}

func TestBuildEncodings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 999)
	tests := []struct{ name, text, encoding string }{
		{"ascii", "plain\n", mimebuild.SevenBit},
		{"latin", "Grüße, wie besprochen am Montag.\n", mimebuild.Quoted},
		{"chinese", "你好，世界。\n", mimebuild.Base64Enc},
		{"long line", long + "\n", mimebuild.Quoted},
		{"control", "a\x00 rather longer text\n", mimebuild.Quoted},
		{"bare breaks", "a\rb\nc\r\nd", mimebuild.SevenBit},
		{"trailing blanks", "grün  \n.\n..\nFrom me to you\n", mimebuild.Quoted},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			m := sample()
			m.Text = tc.text
			h, n := read(t, build(t, m))
			assert.Equal(t, tc.encoding, h.Get("Content-Transfer-Encoding"))
			want := mimebuild.CRLF(tc.text)
			if !strings.HasSuffix(want, "\r\n") {
				want += "\r\n"
			}
			assert.Equal(t, want, n.body)
		})
	}
}

func TestBuildMessageAttachment(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, data, kind string }{
		{"7bit", "Subject: a\r\n\r\nb\r\n", "message/rfc822"},
		{"8bit", "Subject: \u00e4\r\n\r\nb", "message/rfc822"},
		{"bare LF", "Subject: a\n\nb\n", "application/octet-stream"},
		{"NUL", "Subject: a\r\n\r\n\x00\r\n", "application/octet-stream"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			m := sample()
			m.Attachments = []mimebuild.Attachment{{Filename: "m.eml", ContentType: "message/rfc822", Data: []byte(tc.data)}}
			_, n := read(t, build(t, m))
			assert.Equal(t, tc.kind, n.parts[1].kind)
			assert.Equal(t, tc.data, n.parts[1].body)
		})
	}
}

func TestBoundaryNeverInContent(t *testing.T) {
	t.Parallel()
	m := sample()
	m.Text, m.HTML = "--b0\nx --b1", "<p>--b2--"
	_, n := read(t, build(t, m))
	assert.Equal(t, "--b0\r\nx --b1\r\n", n.parts[0].body)
	assert.Equal(t, "<p>--b2--\r\n", n.parts[1].body)

	m.Boundary = func(int) string { return "b0" }
	_, err := mimebuild.Build(m)
	require.Error(t, err)
	m.Boundary = func(int) string { return "a\r\nb" }
	_, err = mimebuild.Build(m)
	require.Error(t, err)
}

func TestBuildUTF8Addresses(t *testing.T) {
	t.Parallel()
	m := sample()
	m.From.Addr = "jörg@exämple.test"
	m.To = []mimebuild.Address{{Addr: "a b@x.example"}, {Addr: `"c\"d"@x.example`}}
	raw := build(t, m)
	assert.Contains(t, raw, "From: Ann Archer <jörg@exämple.test>\r\n")
	assert.Contains(t, raw, `To: "a b"@x.example, "c\"d"@x.example`)
}

func TestBuildRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*mimebuild.Mail){
		"subject":                      func(m *mimebuild.Mail) { m.Subject = "a\r\nBcc: x@y" },
		"subject LF":                   func(m *mimebuild.Mail) { m.Subject = "a\nb" },
		"name":                         func(m *mimebuild.Mail) { m.From.Name = "a\rb" },
		"address":                      func(m *mimebuild.Mail) { m.To[0].Addr = "a@b\r\nX: y" },
		"address domain":               func(m *mimebuild.Mail) { m.To[0].Addr = "a@b>,c" },
		"no at":                        func(m *mimebuild.Mail) { m.To[0].Addr = "ann" },
		"empty":                        func(m *mimebuild.Mail) { m.Cc[0].Addr = "" },
		"long address":                 func(m *mimebuild.Mail) { m.Cc[0].Addr = strings.Repeat("a", 500) + "@x" },
		"id":                           func(m *mimebuild.Mail) { m.MessageID = "<a b>" },
		"reference":                    func(m *mimebuild.Mail) { m.References = []string{"<a>\r\nX: <b>"} },
		"extra value":                  func(m *mimebuild.Mail) { m.Header[0].Value = "1\n2" },
		"extra name":                   func(m *mimebuild.Mail) { m.Header[0].Name = "X: y" },
		"own field":                    func(m *mimebuild.Mail) { m.Header[0].Name = "bcc" },
		"own field, written otherwise": func(m *mimebuild.Mail) { m.Header[0].Name = "Bcc" },
		"file name":                    func(m *mimebuild.Mail) { m.Attachments = []mimebuild.Attachment{{Filename: "a\nb"}} },
		"content id":                   func(m *mimebuild.Mail) { m.Attachments = []mimebuild.Attachment{{ContentID: "a>b"}} },
		"content type":                 func(m *mimebuild.Mail) { m.Attachments = []mimebuild.Attachment{{ContentType: "nothing"}} },
		"content type line":            func(m *mimebuild.Mail) { m.Attachments = []mimebuild.Attachment{{ContentType: "a/b\r\nX: y"}} },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := sample()
			change(&m)
			_, err := mimebuild.Build(m)
			require.Error(t, err)
		})
	}
}

// FuzzBuild holds that no text can add a field or break a line, that what is
// built parses, and that the texts come back.
func FuzzBuild(f *testing.F) {
	f.Add("Ann", "ann@x.example", "Hello wörld", "1@x", "X-A", "v", "text", "<p>h", "a.txt", []byte("data"))
	f.Add("a\r\nb", "a@b\r\nX: y", "s\r\nBcc: z@z", "<a> <b>", "Subject", "v\r\n\r\nbody", "--b0", "--b1", "a\"b", []byte{0})
	f.Add("=?utf-8?q?a?=", `"a b"@x`, "  a  b ", "ü@x", "x", "\t", "a\x00", "\xff", strings.Repeat("ü", 200), []byte("--b0\r\n"))
	f.Add(strings.Repeat("n ", 300), "a@b", strings.Repeat("x", 2000), "1", "A", strings.Repeat("日", 500), "", "", "", []byte(nil))
	f.Fuzz(func(t *testing.T, name, addr, subject, id, key, value, text, html, file string, data []byte) {
		m := mimebuild.Mail{
			From: mimebuild.Address{Name: name, Addr: addr}, To: []mimebuild.Address{{Name: addr, Addr: "a@b"}, {Name: subject, Addr: addr}},
			Subject: subject, Date: date, MessageID: id, Header: []mimebuild.Field{{Name: key, Value: value}}, Text: text, HTML: html,
			Attachments: []mimebuild.Attachment{{Filename: file, Data: data}},
		}
		raw, err := mimebuild.Build(m)
		if err != nil {
			return
		}
		checkLines(t, raw)
		want := []string{"Date", "From", "To", "Subject", key, "MIME-Version", "Content-Type"}
		if id != "" {
			want = append(want, "Message-ID")
		}
		head, _, _ := strings.Cut(raw, "\r\n\r\n")
		got := 0
		for _, line := range strings.Split(head, "\r\n") {
			if line[0] != ' ' && line[0] != '\t' {
				got++
			}
		}
		require.Equal(t, len(want), got, "fields of %q", head)

		h, n := read(t, raw)
		if clean := mimebuild.Clean(subject); !strings.Contains(clean, "\uFFFD") {
			decoded, err := h.Subject()
			require.NoError(t, err)
			require.Equal(t, clean, decoded)
		}
		last := n.parts[len(n.parts)-1]
		require.True(t, bytes.Equal(data, []byte(last.body)))
		if mimebuild.Clean(file) == file {
			require.Equal(t, file, last.file)
		}
	})
}

func FuzzStyle(f *testing.F) {
	f.Add("a\r\nb", "x@y\r\nz", "<a\r\n>", "\xff")
	f.Add(strings.Repeat("ü ", 100), "ö@ö", "<>", strings.Repeat("a", 3000))
	f.Add(strings.Repeat("x/", 700), "x@"+strings.Repeat("y", 1200), strings.Repeat("i", 1200), "n")
	f.Fuzz(func(t *testing.T, value, addr, id, name string) {
		for _, s := range []mimebuild.Style{{}, {Tab: true, Charset: "UTF-8", Latin1: true, QuoteNames: true, BareParams: true}} {
			raw := s.Text("Subject", value) + s.Addresses("To", []mimebuild.Address{{Name: name, Addr: addr}, {Addr: value}}) +
				s.IDs("References", id, value, addr) + s.Text(name, value) +
				s.Params("Content-Type", value, mimebuild.Param{Name: "name", Value: name}) + "\r\n"
			checkLines(t, raw)
			require.Equal(t, 1, strings.Count(raw, "\r\n\r\n"))
			h, err := textproto.NewReader(newReader(raw)).ReadMIMEHeader()
			if err != nil {
				continue // a value of an unusual field name may be refused
			}
			for k := range h {
				if k != "Subject" && k != "To" && k != "References" && k != "Content-Type" {
					require.Equal(t, textproto.CanonicalMIMEHeaderKey(name), k)
				}
			}
		}
	})
}
