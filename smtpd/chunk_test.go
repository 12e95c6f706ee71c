package smtpd_test

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
)

// says sends text as it is and expects replies that begin so; the last may be
// "closed".
func (c *talker) says(text string, replies ...string) {
	c.t.Helper()
	_, err := io.WriteString(c.nc, text)
	require.NoError(c.t, err)
	for _, want := range replies {
		if want == "closed" {
			_, err := c.r.ReadByte()
			assert.Error(c.t, err, "%q", text)
			assert.NotErrorIs(c.t, err, os.ErrDeadlineExceeded, "%q", text)
			return
		}
		c.expect(want)
	}
}

// TestChunks counts octets, adds the chunks of a message up, and keeps other
// commands out from between them (RFC 3030).
func TestChunks(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{MaxBytes: 100})
	x := func(n int) string { return strings.Repeat("x", n) }
	filed := 0
	for _, k := range []struct {
		rcpt, text string
		replies    []string
		files      int
	}{
		{"b@x.test", "BDAT 3\r\nabcRCPT TO:<c@x.test>\r\nDATA\r\nBDAT 0 LAST\r\n", []string{"250 ", "503 5.5.1", "503 5.5.1", "250 "}, 1},
		{"b@x.test", "bdat 3 last\r\nabcNOOP\r\n", []string{"250 ", "250 "}, 1},
		{"b@x.test", "BDAT 010 LAST\r\n" + x(10) + "NOOP\r\n", []string{"250 ", "250 "}, 1},
		{"b@x.test", "BDAT 60\r\n" + x(60) + "BDAT 40 LAST\r\n" + x(40), []string{"250 ", "250 "}, 1},
		{"b@x.test", "BDAT 60\r\n" + x(60) + "BDAT 41 LAST\r\n" + x(41) + "NOOP\r\n", []string{"250 ", "552 5.3.4", "250 "}, 0},
		{"b@x.test", "BDAT 60\r\n" + x(60) + "BDAT 41\r\n" + x(41) + "BDAT 0 LAST\r\n", []string{"250 ", "552 5.3.4", "503 5.5.1"}, 0},
		{"b@x.test", "BDAT 101\r\n" + x(101) + "BDAT 0 LAST\r\nMAIL FROM:<>\r\nRCPT TO:<b@x.test>\r\nBDAT 0 LAST\r\n", []string{"552 5.3.4", "503 5.5.1", "250 ", "250 ", "250 "}, 1},
		{"b@x.test", "BDAT 101\r\n" + x(101) + "RCPT TO:<b@x.test>\r\nDATA\r\nRSET\r\nMAIL FROM:<>\r\n", []string{"552 5.3.4", "503 5.5.1", "503 5.5.1", "250 ", "250 "}, 0},
		{"", "BDAT 60\r\n" + x(60) + "RCPT TO:<b@x.test>\r\nBDAT 60 LAST\r\n" + x(60), []string{"503 5.5.1", "503 5.5.1", "503 5.5.1"}, 0},
		{"", "BDAT 3 LAST\r\nabcNOOP\r\n", []string{"503 5.5.1", "250 "}, 0},
		{"gone+unknown@x.test", "BDAT 3 LAST\r\nabcNOOP\r\n", []string{"554 5.5.1", "250 "}, 0},
		{"b@x.test", "BDAT 0x3 LAST\r\n", []string{"501 5.5.4", "closed"}, 0},
		{"b@x.test", "BDAT 9223372036854775808 LAST\r\n", []string{"501 5.5.4", "closed"}, 0},
	} {
		c := dial(t, addr)
		c.do("EHLO me.test", "250 ")
		c.do("MAIL FROM:<>", "250 ")
		if k.rcpt != "" {
			c.do("RCPT TO:<"+k.rcpt+">", "")
		}
		c.says(k.text, k.replies...)
		filed += k.files
		assert.Equal(t, filed, u.Status().Messages, "%q", k.text)
	}
}

// TestLMTPChunks answers for each recipient to the last chunk, whatever becomes of
// the message, and once to the others (RFC 2033 section 4.2).
func TestLMTPChunks(t *testing.T) {
	t.Parallel()
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, k := range []struct {
		text    string
		fault   mailsim.FaultKind
		replies []string
	}{
		{"BDAT 3 LAST\r\nabc", "", []string{"250 2.0.0 <b@x.test>", "250 2.0.0 <c@x.test>"}},
		{"BDAT 101 LAST\r\n" + x(101), "", []string{"552 5.3.4 <b@x.test>", "552 5.3.4 <c@x.test>"}},
		{"BDAT 60\r\n" + x(60) + "BDAT 41 LAST\r\n" + x(41), "", []string{"250 2.0.0 Ok", "552 5.3.4 <b@x.test>", "552 5.3.4 <c@x.test>"}},
		{"BDAT 101\r\n" + x(101), "", []string{"552 5.3.4 Error"}},
		{"BDAT 3 LAST\r\na\nb", "", []string{"550 5.5.2 <b@x.test>", "550 5.5.2 <c@x.test>"}},
		{"BDAT 3 LAST\r\nabc", mailsim.FaultTempfail, []string{"451 4.3.0 <b@x.test>", "451 4.3.0 <c@x.test>"}},
		{"BDAT 3\r\nabc", mailsim.FaultTempfail, []string{"451 4.3.0 Temporary"}},
	} {
		u, addr := serve(t, smtpd.Options{LMTP: true, MaxBytes: 100})
		if k.fault != "" {
			_, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: "data", Kind: k.fault}}})
			require.NoError(t, err)
		}
		c := dial(t, addr)
		c.do("LHLO me.test", "250 ")
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("RCPT TO:<c@x.test>", "250 ")
		c.says(k.text, k.replies...)
		c.do("VRFY b@x.test", "252 ")
	}
}
