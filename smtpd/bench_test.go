package smtpd_test

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// nullSession is a go-smtp server that throws mail away.
type nullSession struct{}

func (nullSession) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return nullSession{}, nil }
func (nullSession) Mail(string, *gosmtp.MailOptions) error          { return nil }
func (nullSession) Rcpt(string, *gosmtp.RcptOptions) error          { return nil }
func (nullSession) Data(r io.Reader) error                          { _, err := io.Copy(io.Discard, r); return err }
func (nullSession) Reset()                                          {}
func (nullSession) Logout() error                                   { return nil }

func startNull() (addr string, stop func()) {
	s := gosmtp.NewServer(nullSession{})
	s.Domain, s.MaxLineLength, s.ErrorLog = "null.test", 1<<20, log.New(io.Discard, "", 0)
	l := listen()
	go s.Serve(l)
	return l.Addr().String(), func() { s.Close() }
}

// withTranscripts serves a fresh universe that keeps so many.
func withTranscripts(n int) func() (string, func()) {
	return func() (addr string, stop func()) {
		u, err := universe.New(mailsim.Options{HashCost: 4, Transcripts: n})
		if err != nil {
			panic(err)
		}
		s := smtpd.New(u, smtpd.Options{NoSTARTTLS: true})
		l := listen()
		go s.Serve(l)
		return l.Addr().String(), func() {
			s.Close()
			u.Close()
		}
	}
}

func listen() net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	return l
}

// mailOf is a message of n bytes.
func mailOf(n, i int) string {
	head := fmt.Sprintf("From: App <app@ours.test>\r\nTo: box%d@client.test\r\nSubject: Invoice number %d for you\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\n"+
		"Message-ID: <%d.%d@ours.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n", i%100, i, i, n)
	line := "The quick brown fox jumps over the lazy dog, again and again, day by day.\r\n"
	body := strings.Repeat(line, max(0, n-len(head))/len(line)+1)[:max(0, n-len(head)-2)]
	return head + strings.TrimRight(body, "\r\n") + "\r\n"
}

// load is mail to send.
type load struct {
	conns, size, rcpts, total int
	fresh                     bool // a connection for each mail
}

func (l load) String() string {
	return fmt.Sprintf("conns=%d/size=%d/rcpts=%d/fresh=%t", l.conns, l.size, l.rcpts, l.fresh)
}

// sender is one client.
type sender struct {
	b  testing.TB
	nc net.Conn
	r  *bufio.Reader
}

func (s *sender) dial(addr string) {
	nc, err := net.Dial("tcp", addr)
	require.NoError(s.b, err)
	s.nc = nc
	s.r.Reset(nc)
	s.reply("220")
	s.say("EHLO bench\r\n", "250")
}

func (s *sender) say(text, code string) {
	io.WriteString(s.nc, text)
	s.reply(code)
}

func (s *sender) reply(code string) {
	for {
		line, err := s.r.ReadSlice('\n')
		if err != nil || string(line[:3]) != code {
			s.b.Errorf("%s: %q %v", code, line, err)
			return
		}
		if line[3] == ' ' {
			return
		}
	}
}

func (s *sender) mail(text string, i, rcpts int) {
	s.say("MAIL FROM:<app@ours.test>\r\n", "250")
	for k := range rcpts {
		s.say("RCPT TO:<box"+strconv.Itoa((i+k)%100)+"@client.test>\r\n", "250")
	}
	s.say("DATA\r\n", "354")
	s.say(text, "250")
}

// send sends it all, its ids counted from base, and returns how long it took.
func (l load) send(b testing.TB, addr string, base int) time.Duration {
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for w := range l.conns {
		s := &sender{b: b, r: bufio.NewReader(nil)}
		var mails []string
		for i := w; i < l.total; i += l.conns {
			mails = append(mails, mailOf(l.size, base+i)+".\r\n")
		}
		if !l.fresh {
			s.dial(addr)
		}
		wg.Go(func() {
			<-begin
			for i, text := range mails {
				if l.fresh {
					s.dial(addr)
				}
				s.mail(text, i, l.rcpts)
				if l.fresh {
					s.say("QUIT\r\n", "221")
					s.nc.Close()
				}
			}
			s.nc.Close()
		})
	}
	runtime.GC()
	start := time.Now()
	close(begin)
	wg.Wait()
	return time.Since(start)
}

// compare sends the load to two servers in turn and reports the second's mails
// per second as a share of the first's, over all rounds.
func (l load) compare(b *testing.B, name string, first, second func() (string, func())) {
	addr1, stop1 := first()
	defer stop1()
	addr2, stop2 := second()
	defer stop2()
	var one, two time.Duration
	base := 0
	for b.Loop() {
		one += l.send(b, addr1, base)
		two += l.send(b, addr2, base)
		base += l.total
	}
	b.ReportMetric(float64(one)/float64(two), name)
}

// BenchmarkAgainstNull reports mails per second as a share of what a go-smtp
// server takes that throws mail away; the runs alternate.
func BenchmarkAgainstNull(b *testing.B) {
	for _, l := range []load{
		{conns: 8, size: 2 << 10, rcpts: 1, total: 8000}, {conns: 64, size: 2 << 10, rcpts: 1, total: 8000},
		{conns: 8, size: 2 << 10, rcpts: 1, total: 4000, fresh: true}, {conns: 8, size: 2 << 10, rcpts: 10, total: 2000},
		{conns: 8, size: 1 << 20, rcpts: 1, total: 80}, {conns: 4, size: 10 << 20, rcpts: 1, total: 8},
	} {
		b.Run(l.String(), func(b *testing.B) { l.compare(b, "of-null", startNull, withTranscripts(0)) })
	}
}

// serverEnv makes the test binary a server that ends with its standard input.
const serverEnv = "SMTPD_BENCH_SERVER"

func TestMain(m *testing.M) {
	start := servers[os.Getenv(serverEnv)]
	if start == nil {
		os.Exit(m.Run())
	}
	addr, stop := start()
	fmt.Println(addr)
	_, _ = io.Copy(io.Discard, os.Stdin)
	stop()
}

var servers = map[string]func() (addr string, stop func()){"null": startNull, "ours": withTranscripts(0), "written down": withTranscripts(64)}

// spend returns the processor time of a server process that takes a load.
func (l load) spend(b *testing.B, server string) time.Duration {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverEnv+"="+server)
	in, err := cmd.StdinPipe()
	require.NoError(b, err)
	out, err := cmd.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, cmd.Start())
	addr, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(b, err)
	l.send(b, strings.TrimSpace(addr), 0)
	in.Close()
	require.NoError(b, cmd.Wait())
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// compareCPU reports what one server spends for a load as a multiple of what another does.
func (l load) compareCPU(b *testing.B, first, second, name string) {
	var one, two time.Duration
	for b.Loop() {
		one += l.spend(b, first)
		two += l.spend(b, second)
	}
	b.ReportMetric(float64(two)/float64(one), name)
	b.ReportMetric(float64(two.Microseconds())/float64(b.N*l.total), "µs/mail")
}

// BenchmarkCPU reports the processor time for a mail of 2 KiB as a multiple of
// that of a server that throws it away.
func BenchmarkCPU(b *testing.B) {
	for _, l := range []load{
		{conns: 8, size: 2 << 10, rcpts: 1, total: 20_000}, {conns: 64, size: 2 << 10, rcpts: 1, total: 20_000},
		{conns: 8, size: 2 << 10, rcpts: 1, total: 5000, fresh: true}, {conns: 8, size: 2 << 10, rcpts: 10, total: 5000},
	} {
		b.Run(l.String(), func(b *testing.B) { l.compareCPU(b, "null", "ours", "of-null") })
	}
}

// BenchmarkTranscripts reports what transcripts cost a delivery: the processor
// time with them as a multiple of that without, on kept connections and on new ones.
func BenchmarkTranscripts(b *testing.B) {
	for _, l := range []load{{conns: 8, size: 2 << 10, rcpts: 1, total: 20_000}, {conns: 8, size: 2 << 10, rcpts: 1, total: 5000, fresh: true}} {
		b.Run(l.String(), func(b *testing.B) { l.compareCPU(b, "ours", "written down", "of-none") })
	}
}
