package htmlmail_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// FuzzMailAgain reads a mail, makes its HTML safe, sends that as a mail (as a reply
// that quotes it does) and reads it again: the HTML is the same, is safe, and stays
// as it is when it is made safe once more.
func FuzzMailAgain(f *testing.F) {
	for _, body := range []string{
		"<p>Hello <b>you</b></p>", "<script>x</script><a href='javascript:x'>y</a>", "<svg><style><img src=x onerror=alert(1)></style></svg>",
		"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">", "Gr\u00fc\u00dfe &amp; \u4f60\u597d &#0;\u2028",
		"<table bgcolor=red><td background=http://x.test/a.png style='color:expression(1)'>x", "<noscript><p title=\"</noscript><img src=x onerror=x>\">", "<plaintext>\x00<!--",
	} {
		f.Add("Content-Type: text/html; charset=utf-8\r\n\r\n" + body)
		f.Add("Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nplain\r\n--b\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + body + "\r\n--b--\r\n")
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for _, o := range []htmlmail.Options{{Light: true}, {Light: true, Remote: true}, {}} {
			first, _ := htmlmail.Sanitize(mime.Parse(raw).HTML, o)
			htmlmail.RequireSafe(t, first, o.Remote)
			encoding, body := mimebuild.EncodeText(first)
			again := mime.Parse("From: a@x.test\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + body)
			require.Empty(t, again.Defects)
			second, blocked := htmlmail.Sanitize(again.HTML, o)
			htmlmail.RequireSafe(t, second, o.Remote)
			if !o.Light {
				continue // adapted colours are adapted once more
			}
			require.Zero(t, blocked)
			require.Equal(t, normal(first), normal(second))
		}
	})
}

// normal leaves out what no mail keeps: the kind of line ends, those at the end, and
// other control characters, which may come from references such as &#11;.
func normal(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0:
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(s, "\n")
}
