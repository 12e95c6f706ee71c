package smtpd_test

import (
	"bufio"
	"bytes"
	"net"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
)

// replies calls before each write of the server that begins with a reply.
type replies struct {
	net.Conn
	before func(reply []byte)
}

func (r *replies) Write(b []byte) (int, error) {
	r.before(b)
	return r.Conn.Write(b)
}

// A waiter has the mail when the server is about to write the 250 behind the data,
// with no time in between and no other goroutine at work.
func TestWaiterBefore250(t *testing.T) {
	t.Parallel()
	serverInBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, u *mailsim.Universe, _ *smtpd.Server, l *pipes, _ func(...string) *talker) {
		for _, existing := range []bool{false, true} { // a waiter that came before, and one who asks from a mark
			mark := u.Mark()
			type answer struct {
				arrival mailsim.Arrival
				err     error
			}
			got := make(chan answer, 1)
			wait := func() {
				a, err := u.Wait(t.Context(), mark, mailsim.Match{To: "b@x.test", Subject: "Hello"})
				got <- answer{a, err}
			}
			if !existing {
				go wait()
			}
			data, seen := false, false
			near, far := net.Pipe()
			l.conns <- &replies{far, func(reply []byte) {
				if !data || !bytes.HasPrefix(reply, []byte("250 ")) {
					return
				}
				if existing {
					go wait()
				}
				synctest.Wait()
				select {
				case a := <-got:
					seen = true
					assert.NoError(t, a.err)
					assert.Equal(t, "Hello", a.arrival.Subject)
				default:
				}
			}}
			c := &talker{t, near, bufio.NewReader(near)}
			c.expect("220 ")
			for _, line := range begun {
				c.do(line, "250")
			}
			c.do("DATA", "354 ")
			data = true
			c.do("Subject: Hello\r\n\r\nx\r\n.", "250 ")
			// spec: beyond.wait.visible-before-250
			require.True(t, seen, "the sender has the 250 and the waiter does not have the mail")
			c.do("QUIT", "221 ")
			near.Close()
		}
	})
}
