package smtpd_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
)

// TestFull refuses for now what a full universe cannot keep: at MAIL where that is
// known, else after the data.
func TestFull(t *testing.T) {
	t.Parallel()
	u, addr := serveWorld(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 2, Bytes: 1000}}, smtpd.Options{})
	c := dial(t, addr)
	c.do("EHLO me.test", "250 ")
	mail := func(text, want string) {
		c.do("MAIL FROM:<a@x.test>", "250 ")
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\n"+text+"\r\n.", want)
	}
	mail("one", "250 ")
	c.do("MAIL FROM:<a@x.test> SIZE=2000", "452 4.3.1 ")
	mail(strings.Repeat("x", 900)+"\r\n"+strings.Repeat("x", 900), "452 4.3.1 ")
	mail("two", "250 ")
	for range 30 { // being full is no fault of the client's: it is not cut off
		c.do("MAIL FROM:<a@x.test>", "452 4.3.1 ")
	}
	list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, list, 2)
}
