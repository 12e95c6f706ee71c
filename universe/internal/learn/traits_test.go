package learn

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

func TestLearnedHours(t *testing.T) {
	t.Parallel()
	at := func(hours ...int) (out []time.Time) {
		for i, h := range hours {
			out = append(out, time.Date(2026, 1, 5+i%5, h, 20, 0, 0, time.UTC))
		}
		return out
	}
	for _, c := range []struct {
		name     string
		at       []time.Time
		from, to string
	}{
		{"office", at(8, 9, 12, 16), "08:00", "17:00"},
		{"night", at(22, 23, 1, 3), "22:00", "04:00"},
		{"one hour", at(8, 8, 8), "08:00", "12:00"},
		{"to midnight", at(16, 19, 23), "16:00", "00:00"},
		{"ever", at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23), "00:00", "24:00"},
		{"one outlier", at(9, 9, 9, 10, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 9, 10, 3), "09:00", "17:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from, to := window(c.at)
			assert.Equal(t, c.from, from)
			assert.Equal(t, c.to, to)
			h := mailsim.Hours{From: from, To: to}
			assert.NoError(t, seam.CheckHours(&h))
		})
	}
}

func FuzzLearn(f *testing.F) {
	for _, s := range []string{
		"From: Petra <p@x.test>\r\nDate: Mon, 05 Jan 2026 10:00:00 +0100\r\nIn-Reply-To: <a@b>\r\n\r\nDear Bob,\n\nfine.\n\nBest,\nPetra\nHead of Sales | ACME\n",
		"X-Mailer: iPhone\r\n\r\nI am the head of " + strings.Repeat("manager", 3000), "From: \xff\r\n\r\n-- \n\xff\n", "", "\r\n\r\nhey\n\ncheers\n\n\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		m := post.Loose(raw, "<a@b>")
		e := newLetter(&post.Stored{Mail: m}, m.Parse())
		l := &lesson{address: "p@x.test", sent: []*letter{e, e, e}, got: []*letter{e}}
		p := l.persona()
		if err := valid.Persona(&p); err != nil {
			t.Fatal(err)
		}
		l.people()
		l.briefMails()
	})
}
