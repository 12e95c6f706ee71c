package mime

import (
	"io"
	"strings"
	"testing"
	"time"

	_ "github.com/emersion/go-message/charset"
	"github.com/emersion/go-message/mail"
	"github.com/stretchr/testify/require"
)

// mail2K is an ordinary mail of 2 KiB as clients write it.
var mail2K = func() string {
	head := strings.Replace(ordinary[:strings.Index(ordinary, "\r\n\r\n")], "text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit", "multipart/alternative; boundary=\"0000000000001c5ef2065f3a\"", 1)
	return head + "\r\n\r\n--0000000000001c5ef2065f3a\r\nContent-Type: text/plain; charset=\"UTF-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
		strings.Repeat("Gr=C3=BC=C3=9Fe aus Wien, bis bald.\r\n", 7) +
		"\r\n--0000000000001c5ef2065f3a\r\nContent-Type: text/html; charset=\"UTF-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
		strings.Repeat("<div dir=3D\"ltr\">Gr=C3=BC=C3=9Fe</div>\r\n", 9) +
		"\r\n--0000000000001c5ef2065f3a--\r\n"
}()

func BenchmarkSummarize(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(mail2K)))
	for b.Loop() {
		Summarize(mail2K)
	}
}

// BenchmarkParse reports how many times as long go-message's mail reader takes for
// the same bytes: all fields that a list shows, and both texts.
func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	var ours, theirs time.Duration
	for b.Loop() {
		start := time.Now()
		Summarize(mail2K)
		m := Parse(mail2K)
		ours += time.Since(start)
		require.Equal(b, "both", m.Format)

		start = time.Now()
		text := readWithGoMessage(b, mail2K)
		theirs += time.Since(start)
		require.Equal(b, strings.ReplaceAll(text, "\r\n", "\n"), m.Text+m.HTML)
	}
	b.ReportMetric(float64(theirs)/float64(ours), "times-go-message")
}

func readWithGoMessage(b *testing.B, raw string) string {
	r, err := mail.CreateReader(strings.NewReader(raw))
	require.NoError(b, err)
	for _, name := range []string{"From", "To", "Cc"} {
		_, err = r.Header.AddressList(name)
		require.NoError(b, err)
	}
	_, err = r.Header.Subject()
	require.NoError(b, err)
	_, err = r.Header.Date()
	require.NoError(b, err)
	var text strings.Builder
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return text.String()
		}
		require.NoError(b, err)
		_, err = io.Copy(&text, p.Body)
		require.NoError(b, err)
	}
}
