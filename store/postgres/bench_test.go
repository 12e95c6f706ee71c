package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/universe"
)

// counting notes how many batches each transaction has.
type counting struct {
	*postgres.Store
	mu     sync.Mutex
	groups []int
}

func (c *counting) Commit(ctx context.Context, b []mailsim.Batch) (int, error) {
	c.mu.Lock()
	c.groups = append(c.groups, len(b))
	c.mu.Unlock()
	return c.Store.Commit(ctx, b)
}

// BenchmarkMail sends mails of 2 KiB by SMTP, to a universe in memory and to one in PostgreSQL.
func BenchmarkMail(b *testing.B) {
	for _, conns := range []int{8, 64} {
		b.Run(fmt.Sprintf("memory/conns=%d", conns), func(b *testing.B) {
			u, err := universe.New(mailsim.Options{HashCost: 4, Frozen: true})
			check(b, err)
			defer func() { check(b, u.Close()) }()
			sendAll(b, u, conns)
		})
		b.Run(fmt.Sprintf("postgres/conns=%d", conns), func(b *testing.B) {
			ctx, pool := context.Background(), database(b)
			s, err := postgres.Open(ctx, pool, "u", postgres.Options{})
			check(b, err)
			c := &counting{Store: s}
			u, err := universe.Open(ctx, c, mailsim.Options{HashCost: 4, Frozen: true})
			check(b, err)
			defer func() { check(b, u.Close()) }()
			sendAll(b, u, conns)
			slices.Sort(c.groups)
			b.ReportMetric(float64(c.groups[len(c.groups)/2]), "mails/transaction")
		})
	}
}

var text = "Subject: Hello\r\n\r\n" + strings.Repeat("A line of a mail that is long enough.\r\n", 50) + ".\r\n"

// sendAll sends b.N mails by several connections.
func sendAll(b *testing.B, u *mailsim.Universe, conns int) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(b, err)
	door := smtpd.New(u, smtpd.Options{})
	go func() { _ = door.Serve(l) }()
	defer func() { _ = door.Close() }()
	var wg sync.WaitGroup
	b.ResetTimer()
	for i := range conns {
		n := b.N / conns
		if i < b.N%conns {
			n++
		}
		wg.Go(func() {
			if err := send(l.Addr().String(), i, n); err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}

// send sends mails by one connection.
func send(addr string, box, n int) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	r := bufio.NewReader(c)
	say := func(what, want string) error {
		if _, err := io.WriteString(c, what); err != nil {
			return err
		}
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return err
			}
			if !strings.HasPrefix(line, want) {
				return fmt.Errorf("the server says %q", line)
			}
			if len(line) > 3 && line[3] == ' ' {
				return nil
			}
		}
	}
	err = say("", "220")
	if err == nil {
		err = say("EHLO ours.test\r\n", "250")
	}
	for i := 0; i < n && err == nil; i++ {
		for _, step := range [][2]string{{"MAIL FROM:<bob@ours.test>\r\n", "250"}, {fmt.Sprintf("RCPT TO:<box%d@client.test>\r\n", box), "250"}, {"DATA\r\n", "354"}, {text, "250"}} {
			if err = say(step[0], step[1]); err != nil {
				break
			}
		}
	}
	return err
}

// sizeEnv makes the test program one that opens a universe and says what that takes; its value is the DSN.
const sizeEnv = "MAILSIM_POSTGRES_SIZE"

// size opens a universe and says what it takes.
func size(dsn string) error {
	ctx := context.Background()
	pool, err := postgres.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	began := time.Now()
	s, err := postgres.Open(ctx, pool, "large", postgres.Options{})
	if err != nil {
		return err
	}
	u, err := universe.Open(ctx, s, mailsim.Options{HashCost: 4})
	if err != nil {
		return err
	}
	took := time.Since(began)
	all := u.Status().Mails
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "RssAnon:" {
			fmt.Println(all, took.Milliseconds(), f[1])
		}
	}
	return u.Close()
}

// TestMemory opens a universe of many mails in a process of its own: their bytes stay in the database.
func TestMemory(t *testing.T) {
	n := rounds(t, 2000, 100_000)
	pool := database(t)
	u, _ := open(t, pool, "large", postgres.Options{})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			for j := range n / 50 {
				raw := fmt.Sprintf("Message-ID: <%d.%d@ours.test>\r\nSubject: Mail %d\r\n\r\n%s", i, j, j, strings.Repeat("A line of a mail that is long enough.\r\n", 50))
				if _, err := u.Inject(t.Context(), mailsim.Inject{To: fmt.Sprintf("box%d@client.test", i), Raw: raw}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	check(t, u.Close())
	self, err := os.Executable()
	check(t, err)
	cmd := exec.Command(self, "-test.run=^$")
	cmd.Env, cmd.Stderr = append(os.Environ(), sizeEnv+"="+pool.Config().ConnString()), os.Stderr
	out, err := cmd.Output()
	check(t, err)
	f := strings.Fields(string(out))
	if len(f) != 3 {
		t.Fatalf("it says %q", out)
	}
	kib, err := strconv.Atoi(f[2])
	check(t, err)
	t.Logf("%s mails of 2 KiB: open after %s ms, RssAnon %d MiB", f[0], f[1], kib>>10)
	if f[0] != fmt.Sprint(n) {
		t.Errorf("%s mails are there of %d", f[0], n)
	}
	if *faults == "long" && kib > 160<<10 {
		t.Errorf("it takes %d MiB", kib>>10)
	}
}
