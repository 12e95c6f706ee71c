package imapd

import (
	"bytes"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"
)

// scriptConn is a client that sends its script and hangs up.
type scriptConn struct {
	io.Reader
	out bytes.Buffer
}

func (c *scriptConn) Write(p []byte) (int, error)      { return c.out.Write(p) }
func (c *scriptConn) Close() error                     { return nil }
func (c *scriptConn) LocalAddr() net.Addr              { return nil }
func (c *scriptConn) RemoteAddr() net.Addr             { return nil }
func (c *scriptConn) SetDeadline(time.Time) error      { return nil }
func (c *scriptConn) SetReadDeadline(time.Time) error  { return nil }
func (c *scriptConn) SetWriteDeadline(time.Time) error { return nil }

// runScript gives a session the script and returns its answers.
func runScript(b backend, script string) string {
	s := newServer(b, Options{MaxBytes: 1 << 16})
	nc := &scriptConn{Reader: strings.NewReader(script)}
	c := newConn(s, nc, 1)
	c.serve(nil)
	c.close()
	return nc.out.String()
}

var fuzzStates = []string{
	"",
	"a LOGIN user pass\r\n",
	"a LOGIN user pass\r\na SELECT INBOX\r\n",
	"a LOGIN user pass\r\na ENABLE QRESYNC IMAP4rev2\r\na SELECT INBOX\r\n",
	"a LOGIN user pass\r\na EXAMINE INBOX\r\n",
	"a LOGIN user pass\r\na NOTIFY SET (SELECTED (MessageNew (PREVIEW) MessageExpunge FlagChange)) (PERSONAL (MessageNew MessageExpunge FlagChange MailboxName))\r\n" +
		"a SELECT INBOX\r\nx SEARCH RETURN (UPDATE (FLAGS)) NOT FLAGGED 1:2\r\ny UID SORT RETURN (UPDATE) (SUBJECT) UTF-8 UNSEEN\r\n",
}

// FuzzCommand sends a line in each state. It is answered by a reply, and what
// follows it as well, unless the line leads into a literal or a dialogue.
func FuzzCommand(f *testing.F) {
	files, err := os.ReadDir("testdata/dialogues")
	require.NoError(f, err)
	for _, file := range files {
		script, err := os.ReadFile("testdata/dialogues/" + file.Name())
		require.NoError(f, err)
		for line := range strings.Lines(string(script)) {
			if text, ok := strings.CutPrefix(line, "C: a "); ok {
				f.Add(strings.TrimSuffix(text, "\n"))
			}
		}
	}
	f.Add("APPEND INBOX {3+}\r\nabc (\\Seen) {2+}\r\nxy")
	f.Add("APPEND INBOX CATENATE (URL {6+}\r\n;UID=1 TEXT {2+}\r\nxy URL /INBOX/;UID=2/;PARTIAL=1.2)")
	f.Add("UID REPLACE * Drafts (\\Draft) {2+}\r\nxy")
	f.Add("FETCH 1:*,$ (BODY[1.2.HEADER.FIELDS.NOT (\"a b\" {2+}\r\nxy)]<1.2> RFC822.SIZE) (CHANGEDSINCE 1 VANISHED)")
	f.Fuzz(func(t *testing.T, line string) {
		for _, state := range fuzzStates {
			b := newMemBackend()
			fill(t, b.acct, 3)
			out := runScript(b, state+"b "+line+"\r\n\r\nzz NOOP\r\n")
			require.True(t, strings.HasSuffix(out, "\r\n"))
			plain := !strings.ContainsAny(line, "{\r\n\x00")
			verb := strings.ToUpper(line)
			if !plain || strings.HasPrefix(verb, "IDLE") || strings.HasPrefix(verb, "AUTHENTICATE") ||
				strings.HasPrefix(verb, "LOGOUT") || strings.HasPrefix(verb, "COMPRESS") || len(line) > 1000 {
				continue
			}
			require.Contains(t, out, "\r\nzz OK NOOP completed\r\n")
			require.Regexp(t, `\r\n(b (OK|NO|BAD) |\* BAD )`, out)
		}
	})
}

// FuzzMessage checks that whatever a mail holds, what is told of it can be read.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{
		plainMail, "", "\r\n\r\n", "Content-Type: multipart/mixed; boundary=\"a\r\n b\"\n\n--a b\n\nx\n--a b--\n",
		"From: a b:c d;<e>(f\\\"\r\nTo: \"x\\\r\nContent-Type: message/rfc822\r\n\r\nFrom: \x00\xff\r\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		m := memMail("Return-Path: <>\r\n", data)
		for _, s := range []string{envelope(m), bodyStructure(m, true), bodyStructure(m, false)} {
			rest := skipValue(t, s)
			require.Empty(t, rest, "%q", s)
		}
		for _, path := range [][]int{nil, {1}, {2}, {1, 1}, {1, 2, 1}} {
			for _, sp := range []imap.PartSpecifier{"", imap.PartSpecifierHeader, imap.PartSpecifierText, imap.PartSpecifierMIME} {
				section(m, &imap.FetchItemBodySection{Part: path, Specifier: sp})
			}
			decodedSection(m, path)
		}
		whole := section(m, &imap.FetchItemBodySection{})
		require.Equal(t, m.Size(), whole.len())
		textsOf(m)
	})
}

// skipValue reads one value of the IMAP grammar.
func skipValue(t *testing.T, s string) string {
	switch {
	case strings.HasPrefix(s, "("):
		for s = s[1:]; !strings.HasPrefix(s, ")"); s = strings.TrimPrefix(s, " ") {
			require.NotEmpty(t, s)
			s = skipValue(t, s)
		}
		return s[1:]
	case strings.HasPrefix(s, `"`):
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '"':
				return s[i+1:]
			case '\r', '\n', 0:
				t.Fatalf("control in quotes: %q", s)
			}
		}
	case strings.HasPrefix(s, "{"):
		size, rest, ok := strings.Cut(s[1:], "}\r\n")
		n, err := strconv.Atoi(size)
		require.NoError(t, err)
		require.True(t, ok && n <= len(rest))
		return rest[n:]
	default:
		if i := strings.IndexAny(s, " ()"); i > 0 {
			return s[i:]
		}
	}
	t.Fatalf("no value: %q", s)
	return ""
}
