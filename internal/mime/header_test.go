package mime

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestScanHeader(t *testing.T) {
	t.Parallel()
	type fields []Field
	cases := []struct {
		name, raw string
		want      fields
		body      string
	}{
		{"empty", "", nil, ""},
		{"CRLF", "A: 1\r\nB: 2\r\n\r\nbody", fields{{"A", " 1"}, {"B", " 2"}}, "body"},
		{"LF", "A: 1\nB: 2\n\nbody\n", fields{{"A", " 1"}, {"B", " 2"}}, "body\n"},
		{"CR", "A: 1\rB: 2\r\rbody\r", fields{{"A", " 1"}, {"B", " 2"}}, "body\r"},
		{"mixed", "A: 1\r\nB: 2\n\r\nbody", fields{{"A", " 1"}, {"B", " 2"}}, "body"},
		{"CR CR LF", "A: 1\r\r\nB: 2\r\r\n\r\r\nbody", fields{{"A", " 1"}, {"B", " 2"}}, "body"},
		{"a CR among CRLF is no line end", "A: 1\r\nB: 2\rC: 3\r\n\r\nbody", fields{{"A", " 1"}, {"B", " 2\rC: 3"}}, "body"},
		{"folded", "A: 1\r\n 2\r\n\t3\r\nB: 4\r\n\r\n", fields{{"A", " 1\r\n 2\r\n\t3"}, {"B", " 4"}}, ""},
		{"folded with CR", "A: 1\r 2\rB: 3\r\rbody", fields{{"A", " 1\r 2"}, {"B", " 3"}}, "body"},
		{"no body", "A: 1\r\nB: 2", fields{{"A", " 1"}, {"B", " 2"}}, ""},
		{"no space", "A:1\n\nx", fields{{"A", "1"}}, "x"},
		{"space before colon", "A : 1\nB\t: 2\n\nx", fields{{"A", " 1"}, {"B", " 2"}}, "x"},
		{"empty value", "A:\nB:\n\nx", fields{{"A", ""}, {"B", ""}}, "x"},
		{"line without colon", "A: 1\nwhat is this\nB: 2\n\nx", fields{{"A", " 1"}, {"B", " 2"}}, "x"},
		{"line without colon at the end", "A: 1\nwhat is this\n\nx", fields{{"A", " 1"}}, "x"},
		{"space in name", "A: 1\nBad Name: 2\nC: 3\n\nx", fields{{"A", " 1"}, {"Bad Name", " 2"}, {"C", " 3"}}, "x"},
		{"8-bit name", "A: 1\nB\xe4d: 2\nC: 3\n\nx", fields{{"A", " 1"}, {"B\xe4d", " 2"}, {"C", " 3"}}, "x"},
		{"colon first", "A: 1\n: 2\nC: 3\n\nx", fields{{"A", " 1"}, {"C", " 3"}}, "x"},
		{"body without blank line", "A: 1\nHello Bob\nhow are you\n", fields{{"A", " 1"}}, "Hello Bob\nhow are you\n"},
		{"body without blank line, one line", "A: 1\nHello Bob", fields{{"A", " 1"}}, "Hello Bob"},
		{"no header", "Hello Bob,\nyours\n\nA: 1\n", nil, "Hello Bob,\nyours\n\nA: 1\n"},
		{"blank line first", "\r\nHello\r\n", nil, "Hello\r\n"},
		{"blank lines before the header", "\r\n\r\nSubject: x\r\n\r\nbody", fields{{"Subject", " x"}}, "body"},
		{"blank line before what is no mail header", "\r\nHello: x\r\n\r\nbody", nil, "Hello: x\r\n\r\nbody"},
		{"space before the first field", " Subject: x\r\nA: 1\r\n\r\nbody", fields{{"Subject", " x"}, {"A", " 1"}}, "body"},
		{"mbox", "From bob@x.example Fri Nov 20 15:47:12 2026\nA: 1\n\nbody", fields{{"A", " 1"}}, "body"},
		{"mbox escaped", ">From bob@x.example Fri Nov 20 15:47:12 2026\nA: 1\n\nbody", fields{{"A", " 1"}}, "body"},
		{"byte order mark", "\ufeffSubject: x\n\nbody", fields{{"Subject", " x"}}, "body"},
		{"broken first line", "garbage here\nFrom: a@x.example\nSubject: x\n\nbody", fields{{"From", " a@x.example"}, {"Subject", " x"}}, "body"},
		{"NUL", "A: 1\x002\n\nx", fields{{"A", " 1\x002"}}, "x"},
		{"CRLF among CR", "A: 1\rB: 2\r\nC: 3\r\rbody", fields{{"A", " 1"}, {"B", " 2"}, {"C", " 3"}}, "body"},
		{"line without colon, folded", "A: 1\nwhat is\n this\nB: 2\n\nx", fields{{"A", " 1"}, {"B", " 2"}}, "x"},
		{"many lines before the header", strings.Repeat("junk\n", maxLead) + "From: a@x\n\nbody", nil, strings.Repeat("junk\n", maxLead) + "From: a@x\n\nbody"},
		{"white space line folds", "A: 1\n \nB: 2\n\nx", fields{{"A", " 1\n "}, {"B", " 2"}}, "x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := ScanHeader(c.raw)
			if len(c.want) > 0 || len(h.Fields()) > 0 {
				assert.Equal(t, []Field(c.want), h.Fields())
			}
			assert.Equal(t, c.body, c.raw[h.BodyStart():])
		})
	}
}

func TestHeaderGet(t *testing.T) {
	t.Parallel()
	h := ScanHeader("Subject: =?utf-8?q?caf=C3=A9?=\r\nX-A: one\r\n two\r\nx-a:\tthree \r\nX-B: a\r\r\n\r\n")
	assert.Equal(t, "one two", h.Get("x-A"))
	assert.Equal(t, []string{"one two", "three"}, h.Values("X-A"))
	assert.Equal(t, "café", h.Text("SUBJECT"))
	assert.Equal(t, "a", h.Get("X-B"))
	assert.Equal(t, "", h.Get("X-C"))
	assert.True(t, h.Has("subject"))
	assert.False(t, h.Has("subjec"))
	assert.Nil(t, h.Values("X-C"))
	// RFC 5322 section 2.2.3: only the line end goes.
	h = ScanHeader("A: 1\r\n   2\r\nB: x\ry\r\n\r\n")
	assert.Equal(t, "1   2", h.Get("A"))
	assert.Equal(t, "x y", h.Get("B"))
}

func TestHeaderBounds(t *testing.T) {
	t.Parallel()
	raw := strings.Repeat("X-A: 1\r\n", 100_000) + "\r\nbody"
	h := ScanHeader(raw)
	assert.Len(t, h.Fields(), 1000)
	assert.Equal(t, "body", raw[h.BodyStart():])

	raw = "Subject: " + strings.Repeat("a", 1<<20) + "\r\nTo: a@x.example\r\n\r\nbody"
	h = ScanHeader(raw)
	assert.Len(t, h.Get("Subject"), 256<<10-len("Subject: "))
	assert.False(t, h.Has("To"))
	require.Equal(t, "body", raw[h.BodyStart():])
	s := Summarize(raw)
	assert.Equal(t, h.BodyStart(), s.BodyStart)
	assert.Equal(t, h.Get("Subject"), s.Subject)
}

func TestParseMsgIDs(t *testing.T) {
	t.Parallel()
	cases := []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"<a@x>", []string{"<a@x>"}},
		{"<a@x> <b@y>\r\n\t<c@z>", []string{"<a@x>", "<b@y>", "<c@z>"}},
		{"<a@x><b@y>", []string{"<a@x>", "<b@y>"}},
		{`Your message of "Fri, 20 Nov" <a@x>, thanks`, []string{"<a@x>"}},
		{"a@x", []string{"<a@x>"}},
		{"a@x b@y junk", []string{"<a@x>", "<b@y>"}},
		{"junk", nil},
		{"<a@x", []string{"<a@x>"}},
		{"<<a@x>>", []string{"<a@x>"}},
		{"<> <a@x>", []string{"<a@x>"}},
		{"<a-very-long-id.\r\n folded@x>", []string{"<a-very-long-id.folded@x>"}},
		{"<no-at-sign>", []string{"<no-at-sign>"}},
		{"<a\xff\x00@x>", []string{"<a@x>"}},
		{"<a@x <b@y>", []string{"<b@y>"}},
		{"<a@x and more", []string{"<a@x>"}},
	}
	for _, c := range cases {
		assert.Equal(t, c.want, ParseMsgIDs(c.in), "%q", c.in)
		if c.want != nil {
			assert.Equal(t, c.want[0], firstMsgID(c.in), "%q", c.in)
		}
	}
}

func TestParseDate(t *testing.T) {
	t.Parallel()
	cases := []struct{ in, want string }{
		{"Fri, 20 Nov 2026 15:47:12 +0100", "2026-11-20T15:47:12+01:00"},
		{"20 Nov 2026 15:47:12 +0100", "2026-11-20T15:47:12+01:00"},
		{"Fri, 20 Nov 2026 15:47 +0000", "2026-11-20T15:47:00Z"},
		{"Fri, 20 Nov 2026 15:47:12 -0530 (comment (x)", "2026-11-20T15:47:12-05:30"},
		{"Fri, 20 Nov 2026 15:47:12 GMT", "2026-11-20T15:47:12Z"},
		{"Fri, 20 Nov 2026 15:47:12 GMT+0200", "2026-11-20T15:47:12+02:00"},
		{"Fri Nov 20 2026 15:47:12 GMT+0100 (Central European Standard Time)", "2026-11-20T15:47:12+01:00"},
		{"Fri, 20 Nov 26 15:47:12 EST", "2026-11-20T15:47:12-05:00"},
		{"Fri, 20 Nov 98 15:47:12 PDT", "1998-11-20T15:47:12-07:00"},
		{"Fri, 20 Nov 126 15:47:12 Z", "2026-11-20T15:47:12Z"},
		{"Fri,20 Nov 2026 15:47:12 CEST", "2026-11-20T15:47:12+02:00"},
		{"Fri, 20 Nov 2026 15:47:12 A", "2026-11-20T15:47:12Z"},
		{"Fri, 20 Nov 2026 15:47:12 Atlantis", "2026-11-20T15:47:12Z"},
		{"Fri, 20 Nov 2026 15:47:12", "2026-11-20T15:47:12Z"},
		{"Fri, 20 Nov 2026", "2026-11-20T00:00:00Z"},
		{"Fri Nov 20 15:47:12 2026", "2026-11-20T15:47:12Z"},
		{"November 20, 2026 3:47 PM", "2026-11-20T15:47:00Z"},
		{"Fri, 20 Nov 2026 12:05 am +0000", "2026-11-20T00:05:00Z"},
		{"2026-11-20T15:47:12Z", "2026-11-20T15:47:12Z"},
		{"2026-11-20T15:47:12.345+02:00", "2026-11-20T15:47:12+02:00"},
		{"2026-11-20 15:47:12 +0200", "2026-11-20T15:47:12+02:00"},
		{"20-Nov-2026 15:47:12 +0000", "2026-11-20T15:47:12Z"},
		{"Fri, 20 Nov 2026 15:47:12 +01:00", "2026-11-20T15:47:12+01:00"},
		{"Fri, 20 Nov 2026 15:47:12+0100", "2026-11-20T15:47:12+01:00"},
		{"Fri, 20 Nov 2026 15:47:12-0100", "2026-11-20T15:47:12-01:00"},
		{"Fri, 20 Nov 2026 15:47:12 +9999", "2026-11-20T15:47:12Z"},
		{"Fri, 20 Nov 2026 15:47:12 \"+0100\"", "2026-11-20T15:47:12+01:00"},
		{"Fri, 20 Nov\r\n 2026 15:47:60 +0000", "2026-11-20T15:47:59Z"},
		{"Tues, 20 Nov. 2026 15:47:12 +0000", "2026-11-20T15:47:12Z"},
		{"", ""},
		{"yesterday", ""},
		{"31 Feb 2026 10:00:00 +0000", ""},
		{"20 Nov 2026 25:00:00 +0000", ""},
		{"20 Nov 2026 15:99:00 +0000", ""},
		{"Fri, 99 Nov 2026 15:47:12 +0000", ""},
		{"1163000000", ""},
		{"\x00\xff", ""},
	}
	for _, c := range cases {
		got := parseDate(c.in)
		if c.want == "" {
			assert.True(t, got.IsZero(), "%q: %v", c.in, got)
			continue
		}
		assert.Equal(t, c.want, got.Format("2006-01-02T15:04:05Z07:00"), "%q", c.in)
	}
}
