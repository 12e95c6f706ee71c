package mime

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func seedMails(f *testing.F) {
	for _, c := range messageCases {
		f.Add(c.raw)
	}
	f.Add(ordinary)
	f.Add(strings.ReplaceAll(ordinary, "\r\n", "\r"))
	f.Add("Subject: \xaax\r\nTo: \xaax <a@x.example>\r\nContent-Type: text/plain; charset=big5\r\n\r\n")
}

func requireLine(t *testing.T, s string) {
	t.Helper()
	require.True(t, utf8.ValidString(s), "%q", s)
	require.Equal(t, -1, strings.IndexFunc(s, unicode.IsControl), "%q", s)
}

// FuzzParse: whatever comes in, texts are valid, offsets lie in the mail and inside
// each other, sizes are those of the bytes, and the two readers of headers agree.
func FuzzParse(f *testing.F) {
	seedMails(f)
	f.Fuzz(func(t *testing.T, raw string) {
		m := Parse(raw)
		checkTree(t, raw, m.Root, 0, len(raw))
		for _, s := range append([]string{m.Text, m.HTML}, m.Defects...) {
			require.True(t, utf8.ValidString(s))
			require.NotContains(t, s, "\x00")
			require.NotContains(t, s, "\r")
		}
		for i := range m.Attachments {
			a := &m.Attachments[i]
			require.Len(t, a.Bytes(), a.Size)
			require.NotEmpty(t, a.Filename)
			require.Equal(t, a.Filename, CleanFilename(a.Filename))
			require.Contains(t, a.ContentType, "/")
			requireLine(t, a.ContentType+a.Filename+a.ContentID+a.Charset)
		}
		checkSummary(t, raw, m)
		NewText(m.Text)
	})
}

func checkSummary(t *testing.T, raw string, m *Message) {
	s := Summarize(raw)
	h := &m.Header
	require.Equal(t, m.Root.BodyStart, s.BodyStart)
	require.Equal(t, h.BodyStart(), s.BodyStart)
	require.Equal(t, h.Text("Subject"), s.Subject)
	require.Equal(t, h.Has("Subject"), s.HasSubject)
	require.Equal(t, h.Has("Date"), s.HasDate)
	require.Equal(t, h.Has("From"), s.HasFrom)
	require.Equal(t, firstMsgID(h.Get("Message-ID")), s.MessageID)
	require.Equal(t, firstAddress(h.Get("From")), s.From)
	var to []Address
	for _, v := range h.Values("To") {
		to = append(to, ParseAddressList(v)...)
	}
	require.Equal(t, to, s.To)
	for _, a := range append(append(to, s.From), s.Cc...) {
		requireLine(t, a.Name+a.Addr)
	}
	requireLine(t, s.Subject+s.MessageID+s.InReplyTo+s.ListID+s.ReturnPath+strings.Join(s.References, ""))
	for k, v := range s.Service {
		requireLine(t, k+v)
	}
}

func FuzzDecodeWords(f *testing.F) {
	for _, s := range []string{"=?utf-8?q?a=C3?= =?utf-8?q?=A9?=", "=?iso-2022-jp?B?GyRCJDMkcxsoQg==?=", "=?utf-7?q?+AOk-?=", "=?utf-16?b?/v8A?=", "a =?x?q?", "\xff=?", "=?gb18030?q?=81=30?="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := DecodeWords(s)
		requireLine(t, out)
		if plainASCII(s) {
			require.Equal(t, s, out)
		}
	})
}

func FuzzAddressList(f *testing.F) {
	for _, s := range []string{`"Builder, Bob" <bob@x.example>, carl@x.example (Carl)`, "Team: a@x, b@x;", "<@r:b@x>", `"a\`, "=?utf-8?q?B_<b=40x>?=", "((", "a@[::1], 'b' <c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		list := ParseAddressList(s)
		for _, a := range list {
			requireLine(t, a.Name+a.Addr)
			require.NotEqual(t, Address{}, a)
		}
		// What follows a separator is read on its own, unless something was left open.
		if !strings.ContainsAny(s, `"(<[=\:`) {
			more := ParseAddressList(s + ", last@x.example")
			require.Equal(t, append(list, Address{"", "last@x.example"}), more)
		}
	})
}

func FuzzNewText(f *testing.F) {
	f.Add("Yes.\n\nOn Fri, 20 Nov 2026 at 15:47, Bob <bob@x.example> wrote:\n\n> a\n")
	f.Add("a\n-- \nb\n> c\nd")
	f.Fuzz(func(t *testing.T, s string) {
		out := NewText(s)
		require.True(t, utf8.ValidString(out))
		for l := range strings.Lines(out) {
			require.False(t, strings.HasPrefix(plainLine(l), ">"), "%q", l)
		}
	})
}
