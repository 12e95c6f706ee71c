package mailauth

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestSign: what a signer signs passes where its key is known, the same in every run, and
// fails when it is changed; another seed's key is not on file.
func TestSign(t *testing.T) {
	t.Parallel()
	s, at := NewSigner("seed"), time.Unix(1_800_000_000, 0)
	z := (*Zone)(nil).Trusting(s)
	for _, raw := range []string{
		"From: A <a@firm.example>\r\nTo: b@ours.test\r\nSubject:  two\r\n  lines \r\n\r\nHello\t you \r\n\r\n\r\n",
		"From: a@firm.example\r\nDate: x\r\n\r\n",
		"From: a@firm.example\r\n\r\nno end of line",
		"from: a@firm.example\r\nReferences: <a>\r\n\t<b>\r\nList-Unsubscribe: <https://x>\r\n\r\n\r\n\r\na\r\n \r\nb\r\n",
	} {
		mail := s.Sign(raw, "firm.example", at) + raw
		assert.Equal(t, mail, NewSigner("seed").Sign(raw, "firm.example", at)+raw)
		for _, line := range strings.Split(mail, "\r\n") {
			assert.LessOrEqual(t, len(line), 200)
		}
		results := Check(z, Message{Raw: []byte("Received: from x\r\n" + mail), From: "a@firm.example", MailFrom: "a@firm.example", At: at})
		assert.Equal(t, []DKIM{{Result: Pass, Domain: "firm.example", Selector: s.selector}}, results.DKIM, "%q", raw)

		changed := strings.Replace(mail, "a@firm.example", "b@firm.example", 1)
		assert.Equal(t, Fail, Check(z, Message{Raw: []byte(changed), At: at}).Best().Result)
		assert.Equal(t, None, Check(nil, Message{Raw: []byte(mail), At: at}).Best().Result)
		assert.Equal(t, None, Check(z, Message{Raw: []byte(NewSigner("other").Sign(raw, "firm.example", at) + raw), At: at}).Best().Result)
	}
	down := zone(t, Record{s.selector + "._domainkey.firm.example", "SERVFAIL", ""}).Trusting(s)
	mail := s.Sign("From: a@firm.example\r\n\r\nx", "firm.example", at) + "From: a@firm.example\r\n\r\nx"
	assert.Equal(t, TempError, Check(down, Message{Raw: []byte(mail), At: at}).Best().Result)
}

func BenchmarkSign(b *testing.B) {
	s, raw := NewSigner("seed"), "From: a@firm.example\r\nSubject: x\r\n\r\n"+strings.Repeat("A line of some words.\r\n", 40)
	for b.Loop() {
		s.Sign(raw, "firm.example", time.Unix(1, 0))
	}
}
