package smtpd_test

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
)

// nullSession is a go-smtp server that throws mail away.
type nullSession struct{}

func (nullSession) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return nullSession{}, nil }
func (nullSession) Mail(string, *gosmtp.MailOptions) error          { return nil }
func (nullSession) Rcpt(string, *gosmtp.RcptOptions) error          { return nil }
func (nullSession) Data(r io.Reader) error                          { _, err := io.Copy(io.Discard, r); return err }
func (nullSession) Reset()                                          {}
func (nullSession) Logout() error                                   { return nil }

func startNull(b *testing.B) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	s := gosmtp.NewServer(nullSession{})
	s.Domain, s.MaxLineLength, s.ErrorLog = "null.test", 1<<20, log.New(io.Discard, "", 0)
	go s.Serve(l)
	b.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

// mailOf is a message of n bytes.
func mailOf(n, i int) string {
	head := fmt.Sprintf("From: App <app@ours.test>\r\nTo: box%d@client.test\r\nSubject: Invoice number %d for you\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\n"+
		"Message-ID: <%d.%d@ours.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n", i%100, i, i, n)
	line := "The quick brown fox jumps over the lazy dog, again and again, day by day.\r\n"
	body := strings.Repeat(line, max(0, n-len(head))/len(line)+1)[:max(0, n-len(head)-2)]
	return head + strings.TrimRight(body, "\r\n") + "\r\n"
}

// load sends total mails of a size over some connections and returns how long it took.
func load(b *testing.B, addr string, conns, total, size, rcpts int, base int) time.Duration {
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for w := range conns {
		nc, err := net.Dial("tcp", addr)
		require.NoError(b, err)
		r := bufio.NewReader(nc)
		reply := func(code string) {
			for {
				line, err := r.ReadSlice('\n')
				if err != nil || string(line[:3]) != code {
					b.Errorf("%s: %q %v", code, line, err)
					return
				}
				if line[3] == ' ' {
					return
				}
			}
		}
		reply("220")
		fmt.Fprintf(nc, "EHLO bench\r\n")
		reply("250")
		var mails []string
		for i := w; i < total; i += conns {
			mails = append(mails, strings.ReplaceAll(mailOf(size, base+i), "\r\n.", "\r\n..")+".\r\n")
		}
		wg.Go(func() {
			defer nc.Close()
			<-begin
			for i, m := range mails {
				io.WriteString(nc, "MAIL FROM:<app@ours.test>\r\n")
				reply("250")
				for k := range rcpts {
					fmt.Fprintf(nc, "RCPT TO:<box%d@client.test>\r\n", (i+k)%100)
					reply("250")
				}
				io.WriteString(nc, "DATA\r\n")
				reply("354")
				io.WriteString(nc, m)
				reply("250")
			}
		})
	}
	start := time.Now()
	close(begin)
	wg.Wait()
	return time.Since(start)
}

// BenchmarkAgainstNull reports mails per second as a share of what a go-smtp
// server takes that throws mail away; the runs alternate.
func BenchmarkAgainstNull(b *testing.B) {
	for _, k := range []struct{ conns, size, rcpts, total int }{{8, 2 << 10, 1, 8000}, {64, 2 << 10, 1, 8000}, {8, 2 << 10, 10, 2000}, {8, 1 << 20, 1, 80}} {
		b.Run(fmt.Sprintf("conns=%d/size=%d/rcpts=%d", k.conns, k.size, k.rcpts), func(b *testing.B) {
			null := startNull(b)
			u, err := mailsim.New(mailsim.Options{HashCost: 4})
			require.NoError(b, err)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(b, err)
			s := smtpd.New(u, smtpd.Options{NoSTARTTLS: true})
			go s.Serve(l)
			defer u.Close()
			defer s.Close()
			var ours, theirs time.Duration
			base := 0
			for b.Loop() {
				theirs += load(b, null, k.conns, k.total, k.size, k.rcpts, base)
				ours += load(b, l.Addr().String(), k.conns, k.total, k.size, k.rcpts, base)
				base += k.total
			}
			b.ReportMetric(float64(theirs)/float64(ours), "of-null")
		})
	}
}
