package smtpd_test

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
)

// TestRevokedLoginsEnd: a connection ends with 421 within a second when its login
// stands no longer, wherever it is; one without a login goes on.
func TestRevokedLoginsEnd(t *testing.T) {
	t.Parallel()
	mail := begun[1:]
	for name, k := range map[string]struct {
		lines []string
		half  string
		reply string // to half
	}{
		"between commands": {}, "in a command": {half: "NOO"}, "in a mail": {lines: mail},
		"in data": {lines: mail, half: "DATA\r\n", reply: "354 "}, "in a chunk": {lines: mail, half: "BDAT 10 LAST\r\nhalf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, smtpd.Options{}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
				_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
				require.NoError(t, err)
				stays := dial("EHLO me.test")
				c := dial("EHLO me.test")
				c.do("AUTH PLAIN AGFwcABzM2NyZXQ=", "235")
				for _, line := range k.lines {
					c.do(line, "250 ")
				}
				_, err = io.WriteString(c.nc, k.half)
				require.NoError(t, err)
				if k.reply != "" {
					c.expect(k.reply)
				}
				time.Sleep(time.Minute)
				began := time.Now()
				_, err = u.UpdateLogin(t.Context(), "app@ours.test", mailsim.LoginPatch{AllowSMTP: new(false)})
				require.NoError(t, err)
				assert.Contains(t, c.expect("421 4.7.0 "), "Logged out: the login may not use SMTP")
				_, err = c.r.ReadByte()
				assert.ErrorIs(t, err, io.EOF)
				assert.Less(t, time.Since(began), time.Second)
				stays.do("NOOP", "250")
			})
		})
	}
}
