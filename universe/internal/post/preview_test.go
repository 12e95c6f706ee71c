package post_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// RFC 8970: the preview is the text as people would read it, in one short line.
func TestPreview(t *testing.T) {
	t.Parallel()
	mixed := "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n" +
		"<style>p {}</style><p>Gr=C3=BC=C3=9Fe</p><p>aus&nbsp;K&ouml;ln</p>\n--b\nContent-Type: application/pdf\n\nx\n--b--\n"
	for raw, want := range map[string]string{
		"\n \t\r\n Hello,\r\n\r\nyou  wrote\u00a0this\x01 \r\n": "Hello, you wrote this",
		"\nAnn wrote:\n> One?\n>> Two.\n\n a > b\n> Three?\n":   "Ann wrote: a > b",
		"\n> One?\n> Two.\n": "> One? > Two.",
		"Content-Type: text/html\n\n<p>No, <a href='http://x.test'>this</a>:</p><ul><li>one</ul><blockquote>Two?</blockquote><p>three": "No, this: one three",
		"Content-Type: text/html\n\n<blockquote>Two?</blockquote>":                                                                     "Two?",
		"Subject: x\n\n":                     "",
		"Content-Type: application/pdf\n\nx": "",
		mixed:                                "Grüße aus Köln",
		"Content-Type: text/plain; charset=utf-8\n\n" + strings.Repeat("ä", 199) + " x":  strings.Repeat("ä", 199),
		"Content-Type: text/plain; charset=utf-8\n\n" + strings.Repeat("ä", 198) + " xy": strings.Repeat("ä", 198) + " x",
		"\n" + strings.Repeat("a", 201): strings.Repeat("a", 200),
	} {
		u := testkit.New(t, mailsim.Options{})
		_, err := u.Inject(t.Context(), mailsim.Inject{To: "box@x.test", Raw: raw})
		require.NoError(t, err)
		a, err := u.Access("box@x.test")
		require.NoError(t, err)
		snap, err := a.Open("INBOX")
		require.NoError(t, err)
		assert.Equal(t, want, snap.At(0).Preview(), "%.80q", raw)
	}
	assert.Equal(t, "ab", post.Preview("a\x01b\x7f", true))
}
