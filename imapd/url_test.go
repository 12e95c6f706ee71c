package imapd

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"
)

func TestMessageURLs(t *testing.T) {
	t.Parallel()
	part := func(offset, size int64) *imap.SectionPartial { return &imap.SectionPartial{Offset: offset, Size: size} }
	for in, want := range map[string]messageURL{
		"/INBOX/;UID=7": {folder: "INBOX", uid: 7},
		"/B%C3%BCcher/a%3Bb;UIDVALIDITY=4294967295/;UID=7/;SECTION=1.2": {folder: "Bücher/a;b", uidValidity: math.MaxUint32, uid: 7, section: "1.2"},
		"/INBOX;uid=7;section=HEADER.FIELDS%20(To)":                     {folder: "INBOX", uid: 7, section: "HEADER.FIELDS (To)"},
		";UID=7":                              {uid: 7},
		"/;UID=7/":                            {uid: 7},
		";UIDVALIDITY=3/;UID=7/;PARTIAL=0":    {uidValidity: 3, uid: 7, partial: part(0, math.MaxInt64)},
		"/a/b/;UID=7/;SECTION=/;PARTIAL=10.5": {folder: "a/b", uid: 7, partial: part(10, 5)},
		"/a/;UID=7/;PARTIAL=9223372036854775807.9223372036854775807": {folder: "a", uid: 7, partial: part(math.MaxInt64, math.MaxInt64)},
	} {
		got, ok := parseMessageURL(in)
		require.True(t, ok, in)
		require.Equal(t, want, got, in)
	}
	for _, in := range []string{
		"", "/", ";", "/INBOX", "/INBOX/", "/INBOX;UIDVALIDITY=1", "INBOX/;UID=1", "imap://user@host/INBOX/;UID=1", "//host/INBOX/;UID=1",
		"/INBOX/;UID=0", "/INBOX/;UID=", "/INBOX/;UID=x", "/INBOX/;UID=+1", "/INBOX/;UID=-1", "/INBOX/;UID=4294967296", "/INBOX/;UID=1,2",
		"/INBOX;UIDVALIDITY=0/;UID=1", "/INBOX/;UID=1;UID=1", "/INBOX/;UID=1;UIDVALIDITY=1", "/INBOX/;UID=1/;PARTIAL=1/;SECTION=1",
		"/INBOX/;UID=1/;PARTIAL=", "/INBOX/;UID=1/;PARTIAL=1.0", "/INBOX/;UID=1/;PARTIAL=1.", "/INBOX/;UID=1/;PARTIAL=1.2.3",
		"/INBOX/;UID=1/;PARTIAL=9223372036854775808", "/INBOX/;UID=1;URLAUTH=anonymous:INTERNAL:00", "/INBOX/;UID=1;", "/INBOX/;UID=1/;=1",
		"/IN BOX/;UID=1", "/IN%BOX/;UID=1", "/IN%FFBOX/;UID=1", "/B\xc3\xbccher/;UID=1", "/INBOX/;UID=1/;SECTION=HEADER.FIELDS (To)",
	} {
		_, ok := parseMessageURL(in)
		require.False(t, ok, in)
	}
}

// A section that is none makes a URL that names nothing, and reads nothing.
func TestURLSections(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 1)
	c := &conn{acct: b.acct}
	for in, want := range map[string]string{
		"": plainMail, "1": "Hello Bob\r\n", "TEXT": "Hello Bob\r\n", "HEADER.FIELDS%20(%22SUBJECT%22)": "Subject: afternoon\r\n\r\n", "7": "",
	} {
		got, ok := c.content("/INBOX/;UID=1/;SECTION=" + in)
		require.True(t, ok, in)
		require.Equal(t, want, got.a+got.b, in)
	}
	for _, in := range []string{"FOO", "1]", "MIME", "HEADER.FIELDS%20()", "HEADER.FIELDS%20(%7B3%7D", "HEADER.FIELDS%20(%7B3%2B%7D%0D%0Aabc)"} {
		_, ok := c.content("/INBOX/;UID=1/;SECTION=" + in)
		require.False(t, ok, in)
	}
	_, ok := c.content("/%49nbox/;UID=1")
	require.True(t, ok)
	_, ok = c.content("/" + strings.Repeat("x", maxName+1) + "/;UID=1")
	require.False(t, ok)
}

// A message in parts is bounded as one that comes whole.
func TestCatenateBounds(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	_, _, err := b.acct.Append(context.Background(), "INBOX", []newMessage{{Data: strings.Repeat("x", 10)}, {Data: "y"}})
	require.NoError(t, err)
	c, small := open(t, b, Options{}), open(t, b, Options{MaxBytes: 10})
	urls := func(url string, n int) string {
		return " CATENATE (" + strings.TrimSpace(strings.Repeat("URL "+url+" ", n)) + ")"
	}
	require.Contains(t, last(c.say(t, "a", "APPEND Drafts"+urls("/INBOX/;UID=2", maxCatenated))), "a OK ")
	require.Contains(t, last(c.say(t, "a", "APPEND Drafts"+urls("/INBOX/;UID=2", maxCatenated+1))), "a NO [LIMIT] Too many parts")
	for _, k := range []struct{ command, want string }{
		{" CATENATE (URL /INBOX/;UID=1)", "a OK "},
		{" CATENATE (URL /INBOX/;UID=1 URL /INBOX/;UID=2)", "a NO [TOOBIG] "},
		{" CATENATE (URL /INBOX/;UID=1 TEXT {1}", "a NO [TOOBIG] "},
		{" CATENATE (TEXT {10+}\r\n0123456789 URL /INBOX/;UID=2 TEXT {0+}\r\n)", "a NO [TOOBIG] "},
		{" CATENATE (TEXT {9+}\r\n012345678 URL /INBOX/;UID=2)", "a OK "},
		{strings.Repeat(" CATENATE (URL /INBOX/;UID=1)", maxAppendFactor), "a OK "},
		{strings.Repeat(" CATENATE (URL /INBOX/;UID=1)", maxAppendFactor) + " CATENATE (URL /INBOX/;UID=2)", "a NO [LIMIT] Too many bytes at once"},
		{strings.Repeat(" {9+}\r\n012345678", maxAppendFactor) + " CATENATE (TEXT {3+}\r\n012 TEXT {2}", "a NO [LIMIT] Too many bytes at once"},
		{strings.Repeat(" CATENATE (URL /INBOX/;UID=1)", maxAppendFactor) + " {1}", "a NO [LIMIT] Too many bytes at once"},
		{strings.Repeat(" CATENATE (URL /x/;UID=1 TEXT {10+}\r\n0123456789)", maxAppendFactor) + " {1}", "a NO [LIMIT] Too many bytes at once"},
	} {
		require.Contains(t, last(small.say(t, "a", "APPEND Drafts"+k.command)), k.want, k.command)
	}
}

// spec: imap.append
func TestCatenateBinary(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	c := open(t, b, Options{})
	header := "Content-Transfer-Encoding: binary\r\n\r\n"
	c.say(t, "a", "APPEND INBOX CATENATE (TEXT {37+}\r\n"+header+" TEXT ~{3+}\r\na\x00b)")
	snap, err := b.acct.Open("INBOX")
	require.NoError(t, err)
	require.Equal(t, "Content-Transfer-Encoding: base64\r\n\r\nYQBi", snap.At(0).Body())
}
