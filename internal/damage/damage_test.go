package damage

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/rng"
)

const (
	head  = "From: a@x.test\r\nSubject: S\r\nReferences: <1@x.test>\r\n <2@x.test>\r\nIn-Reply-To: <2@x.test>\r\nMessage-ID: <3@x.test>\r\n"
	plain = head + "\r\nHello there, this is a plain text of one line that is long, with https://shop.test/a/very/long/link/that/nobody/can/type/by/hand?x=1\r\nBye\r\n"
	eight = head + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGrüße aus Köln\r\n"
	qp    = head + "MIME-Version: 1.0\r\nContent-Type: text/plain;\r\n charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe = K=c3=b6ln=\r\n!\r\n"
	b64   = head + "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDvMOfZSBhdXMgS8O2bG4sIGRlciBTdGFkdCBhbSBSaGVpbg==\r\n--b--\r\n"
)

func draw(n int) *rng.Rand { return rng.Seed("s").Draw("damage/1", rng.N(n)) }

func TestCorrupt(t *testing.T) {
	t.Parallel()
	for n := range 50 {
		got := Corrupt(plain, draw(n))
		require.NotEqual(t, plain, got)
		assert.Equal(t, got, Corrupt(plain, draw(n)), "the same draw does the same")
		assert.Len(t, got, len(plain))
		assert.True(t, strings.HasPrefix(got, head), "the header stays")
		assert.Equal(t, strings.Count(plain, "\r\n"), strings.Count(got, "\r\n"))
	}
	assert.Equal(t, head, Corrupt(head, draw(1)), "no body")
	assert.Equal(t, head+"\r\n\r\n\r\n", Corrupt(head+"\r\n\r\n\r\n", draw(1)), "nothing but line ends")
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	for n := range 50 {
		got := Truncate(plain, draw(n))
		assert.True(t, strings.HasPrefix(plain, got) && strings.HasPrefix(got, head) && len(got) < len(plain))
	}
	assert.Equal(t, head, Truncate(head, draw(1)))
}

func TestLoseHeaders(t *testing.T) {
	t.Parallel()
	got := LoseHeaders(plain, "references", "In-Reply-To")
	assert.NotContains(t, got, "References")
	assert.NotContains(t, got, "<2@x.test>", "folded lines go with their field")
	assert.Contains(t, got, "Message-ID: <3@x.test>\r\n\r\nHello")
}

func TestRewrap(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{plain, eight, qp, strings.ReplaceAll(plain, "\r\n", "\n")} {
		got := Rewrap(raw)
		_, body, _ := strings.Cut(got, "\n\r\n")
		for line := range strings.SplitSeq(body, "\r\n") {
			assert.LessOrEqual(t, len(line), rewrapAt+2)
		}
		assert.Equal(t, strip(raw), strip(got), "only line ends are added")
	}
	assert.NotContains(t, Rewrap(plain), "nobody/can/type/by/hand", "links break")
	assert.Equal(t, b64, Rewrap(b64))
}

func strip(s string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(s) }

func TestMangle(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, raw string
		want      map[Way]string // the charset, or what the text then reads
	}{
		{"plain", plain, map[Way]string{Label: "utf-16le"}},
		{"8bit", eight, map[Way]string{Label: "windows-1251", Marks: "Gr??e aus K?ln", Twice: "GrÃ¼Ã\u009fe aus KÃ¶ln"}},
		{"quoted-printable", qp, map[Way]string{Label: "windows-1251", Marks: "Gr??e = K?ln!", Twice: "GrÃ¼Ã\u009fe = KÃ¶ln!"}},
		{"base64", b64, map[Way]string{Label: "windows-1251", Base64: ""}},
	} {
		seen := map[Way]bool{}
		for n := range 60 {
			got, way := Mangle(tc.raw, draw(n))
			seen[way] = true
			want, ok := tc.want[way]
			require.True(t, ok, "%s: %s", tc.name, way)
			m := mime.Parse(got)
			assert.Equal(t, "S", m.Header.Get("Subject"))
			if way == Label { // our own reader sees through it
				assert.Equal(t, want, texts(m.Root)[0].Params.Get("charset"), tc.name)
				continue
			}
			assert.NotEqual(t, mime.Parse(tc.raw).Text, m.Text, "%s: %s", tc.name, way)
			assert.Contains(t, m.Text, want, "%s: %s", tc.name, way)
		}
		assert.Len(t, seen, len(tc.want), tc.name)
	}
	got, way := Mangle("\r\n", draw(1))
	assert.NotPanics(t, func() { Mangle("", draw(1)) }, got, way)
}

func FuzzDamage(f *testing.F) {
	for _, s := range []string{plain, eight, qp, b64, "", "\r\n\r\n", "=", "Content-Type: text/plain; charset=", "Content-Type:\n\tx\n\n=C3"} {
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, raw string, n int) {
		Corrupt(raw, draw(n))
		Truncate(raw, draw(n))
		LoseHeaders(raw, "References")
		Rewrap(raw)
		Mangle(raw, draw(n))
	})
}
