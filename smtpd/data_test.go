package smtpd

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// endOf is what a message is, told in the words of RFC 5321 section 4.1.1.4: it
// ends with the first CRLF . CRLF, the CRLF before the data counting; bare tells
// whether a CR or LF stands alone in it.
func endOf(stream string) (body string, used int, bare, ended bool) {
	at := strings.Index("\r\n"+stream, "\r\n.\r\n")
	if at < 0 {
		return "", 0, false, false
	}
	body = stream[:at]
	bare = strings.ContainsAny(strings.ReplaceAll(body, "\r\n", ""), "\r\n")
	body = strings.TrimPrefix(strings.ReplaceAll("\r\n"+body, "\r\n.", "\r\n"), "\r\n")
	return body, at + len(".\r\n"), bare, true
}

// feed gives a reader the stream in parts of a size, as a connection does whose
// room is so small, and returns what it made of it and how much it took.
func feed(stream string, part, room int) (d dataReader, used int) {
	d = dataReader{text: &pile{}, limit: 1 << 20, lineStart: true}
	var have []byte
	rest := stream
	for {
		n := d.take(have, len(have) == room)
		used += n
		have = have[n:]
		if d.done || rest == "" {
			return d, used
		}
		k := min(part, len(rest), room-len(have))
		have, rest = append(bytes.Clone(have), rest[:k]...), rest[k:]
	}
}

// TestLinesOfOneLength reads mail whose lines are mostly of one length, with others of
// each kind among them: shorter ones that hide in a longer one, dots, bare ends of line.
func TestLinesOfOneLength(t *testing.T) {
	t.Parallel()
	usual := strings.Repeat("x", 10) + "\r\n"
	for _, odd := range []string{
		usual, "", "\r\n", "..xxxxxxxx\r\n", "xxxx\r\nxxxx\r\n", "xxxx\r\n..xx\r\n", "xxxx\nxxxxx\r\n", "xxxx\rxxxxx\r\n", "xxxxxxxxxxx\n", "xxxxxxxxxx\r",
		"xxxx\r\n.\r\n.\r\n", "xxxxx\r\n.\r\n\r\n", "\r\n\r\n\r\n\r\n\r\n\r\n", ".\r\nQUIT1\r\n\r\n",
	} {
		for before := range 4 {
			stream := strings.Repeat(usual, before) + odd + strings.Repeat(usual, 3) + odd + usual + ".\r\n"
			body, used, bare, _ := endOf(stream)
			for _, cut := range [][2]int{{1, 64}, {5, 16}, {64, 64}, {1000, 1000}} {
				d, took := feed(stream, cut[0], cut[1])
				require.True(t, d.done)
				require.Equal(t, used, took, "%q in parts %v", stream, cut)
				require.Equal(t, bare, errors.Is(d.failed, errBare), "%q in parts %v", stream, cut)
				if !bare {
					require.Equal(t, body, d.text.String(), "%q in parts %v", stream, cut)
				}
			}
		}
	}
}

// TestEverySmugglingMix tries each text of up to seven octets of CR, LF, dots and
// others as data, cut up in each way: it ends where RFC 5321 says, holds what RFC
// 5321 says, and is refused when a CR or LF stands alone.
func TestEverySmugglingMix(t *testing.T) {
	t.Parallel()
	const letters = "\r\n.x"
	longest := 7
	if testing.Short() {
		longest = 5
	}
	for n := range longest + 1 {
		text := make([]byte, n)
		total := 1
		for range n {
			total *= len(letters)
		}
		for k := range total {
			for i, rest := 0, k; i < n; i, rest = i+1, rest/len(letters) {
				text[i] = letters[rest%len(letters)]
			}
			stream := string(text) + "\r\n.\r\nNOOP\r\n"
			body, used, bare, _ := endOf(stream)
			for _, cut := range [][2]int{{1, 64}, {2, 64}, {3, 8}, {64, 64}, {1, 5}} {
				d, took := feed(stream, cut[0], cut[1])
				if !d.done || took != used || bare != errors.Is(d.failed, errBare) || !bare && d.text.String() != body {
					t.Fatalf("%q in parts %v: took %d of %d, %q, %v; want %q, bare %t", stream, cut, took, used, d.text.String(), d.failed, body, bare)
				}
			}
		}
	}
}

// FuzzData reads any stream in parts of any size.
func FuzzData(f *testing.F) {
	f.Add("Subject: x\r\n\r\n..dot\r\n.\r\n", 3, 20)
	f.Add(strings.Repeat("x", 100)+"\r\n.\r\n", 7, 16)
	f.Add(strings.Repeat("abcd\r\n", 9)+"\r\n.\r\n\r\n"+strings.Repeat("abcd\r\n", 3)+".\r\n", 40, 60)
	f.Add("\n.\r\n\r.\r\n.\r\r\n.\r\n", 1, 8)
	f.Fuzz(func(t *testing.T, stream string, part, room int) {
		part, room = 1+abs(part)%64, 8+abs(room)%64
		body, used, bare, ended := endOf(stream)
		d, took := feed(stream, part, room)
		require.Equal(t, ended, d.done)
		if !ended {
			return
		}
		require.Equal(t, used, took)
		require.Equal(t, bare, d.failed != nil)
		if !bare {
			require.Equal(t, body, d.text.String())
		}
	})
}

func abs(n int) int { return max(n, -(n + 1)) }

// TestBareInChunks finds a CR or LF alone in what BDAT brings.
func TestBareInChunks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": false, "x": false, "\r\n": false, "a\r\nb\r\n": false, "\r": true, "\n": true, "a\rb\r\n": true, "a\nb": true, "\n\r": true, "\r\r\n": true, "\r\n\n": true} {
		require.Equal(t, want, hasBare(text), "%q", text)
	}
}
