package mimebuild_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// BenchmarkBuild reports the time of Build as a share of what go-message needs
// for the same parts.
func BenchmarkBuild(b *testing.B) {
	m := sample()
	m.Text, m.HTML = strings.Repeat("Grüße aus Köln, wie besprochen.\n", 40), strings.Repeat("<p>Grüße aus Köln, wie besprochen.</p>\n", 40)
	m.Attachments = []mimebuild.Attachment{{Filename: "a.pdf", ContentType: "application/pdf", Data: make([]byte, 20_000)}}
	ours, theirs := time.Duration(0), time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		_, err := mimebuild.Build(m)
		require.NoError(b, err)
		middle := time.Now()
		reference(b, m)
		ours += middle.Sub(start)
		theirs += time.Since(middle)
	}
	b.ReportMetric(float64(ours)/float64(theirs), "of-go-message")
}

func reference(b *testing.B, m mimebuild.Mail) {
	var h mail.Header
	h.SetDate(m.Date)
	h.SetSubject(m.Subject)
	h.SetAddressList("From", []*mail.Address{{Name: m.From.Name, Address: m.From.Addr}})
	w, err := mail.CreateWriter(io.Discard, h)
	require.NoError(b, err)
	in, err := w.CreateInline()
	require.NoError(b, err)
	for kind, text := range map[string]string{"text/plain": m.Text, "text/html": m.HTML} {
		var ih mail.InlineHeader
		ih.Set("Content-Type", kind)
		ih.Set("Content-Transfer-Encoding", "quoted-printable")
		p, err := in.CreatePart(ih)
		require.NoError(b, err)
		_, err = io.WriteString(p, text)
		require.NoError(b, err)
		require.NoError(b, p.Close())
	}
	require.NoError(b, in.Close())
	var ah mail.AttachmentHeader
	ah.Set("Content-Type", "application/pdf")
	ah.Set("Content-Transfer-Encoding", "base64")
	p, err := w.CreateAttachment(ah)
	require.NoError(b, err)
	_, err = p.Write(m.Attachments[0].Data)
	require.NoError(b, err)
	require.NoError(b, p.Close())
	require.NoError(b, w.Close())
}
