package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
)

// rounds is how many faults are made.
var rounds = flag.Int("cluster.rounds", 2, "`number` of faults to survive")

const childEnv = "MAILSIM_CLUSTER_TEST"

// child is a node in a process of its own, which can be killed.
func child(dsn string) {
	lease, _ := time.ParseDuration(os.Getenv(childEnv + "_LEASE")) // default 3 s
	m, err := join(dsn, os.Getenv(childEnv+"_NAME"), lease)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if step := os.Getenv(childEnv + "_END_AT"); step != "" {
		m.EndAt(func(at string) {
			if at+" stopped" == step {
				goes := make(chan os.Signal, 1)
				signal.Notify(goes, syscall.SIGCONT)
				_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
				<-goes // this thread may run on for a moment
			}
			if at == step {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		})
	}
	_ = json.NewEncoder(os.Stdout).Encode(m)
	for ids := bufio.NewScanner(os.Stdin); ids.Scan(); {
		_, err := m.Cell().CreateUniverse(context.Background(), "Acme", mailsim.Options{ID: ids.Text(), HashCost: 4, Start: monday, Frozen: true})
		fmt.Println(err)
	}
	select {}
}

// monday is when the universes that a process makes begin.
var monday = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// childLog is where a node in a process of its own logs: nowhere, unless it is asked to.
func childLog() *slog.Logger {
	if os.Getenv(childEnv) == "" || os.Getenv(childEnv+"_LOG") == "" {
		return nil
	}
	return slog.New(slog.NewTextHandler(os.Stderr, nil)).With("node", os.Getenv(childEnv+"_NAME"))
}

// process is a node that runs elsewhere.
type process struct {
	member
	name string
	cmd  *exec.Cmd
	in   io.Writer // takes ids of universes to make
	out  *bufio.Reader
}

func spawn(t *testing.T, dsn, name string, env ...string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dsn, childEnv+"_NAME="+name)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	check(t, err)
	in, err := cmd.StdinPipe()
	check(t, err)
	check(t, cmd.Start())
	p := &process{cmd: cmd, name: name, in: in, out: bufio.NewReader(out)}
	t.Cleanup(p.kill)
	line, err := p.out.ReadBytes('\n')
	check(t, err)
	var at struct{ HTTP, SMTP, IMAP string }
	check(t, json.Unmarshal(line, &at))
	p.HTTP, p.SMTP, p.IMAP = at.HTTP, at.SMTP, at.IMAP
	return p
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// ledger notes which mails were acknowledged.
type ledger struct {
	mu   sync.Mutex
	sent []string
	next int
}

func (l *ledger) subject() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	return fmt.Sprintf("mail %d", l.next)
}

func (l *ledger) ok(subject string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, subject)
}

// TestOwnerDies: whatever an owner acknowledged before it was killed, or stopped for longer
// than its lease, is there, in order and without gaps, and the next owner serves within
// 5 seconds at the default lease.
func TestOwnerDies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	front, err := join(dsn, "front", 0)
	check(t, err)
	t.Cleanup(front.close)
	check(t, front.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	for round := range *rounds {
		owner := spawn(t, dsn, fmt.Sprintf("owner-%d", round))
		eventually(t, "they know each other", func() bool { return len(front.Status().Nodes) == 2 })
		id := ownedBy(t, front, owner, round)
		want(t, 200, front, adminKey, id, "POST", "/api/accounts", fmt.Sprintf(`{"address":"app%d@ours.test","password":"secret"}`, round))
		want(t, 200, front, adminKey, id, "POST", "/api/accounts", fmt.Sprintf(`{"address":"box%d@ours.test","password":"secret"}`, round))

		var book ledger
		stop, all := make(chan struct{}), sync.WaitGroup{}
		for range 2 {
			all.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					s := book.subject()
					if send(front.SMTP, fmt.Sprintf("app%d@ours.test", round), "secret", fmt.Sprintf("app%d@ours.test", round), fmt.Sprintf("box%d@ours.test", round), s) == nil {
						book.ok(s)
					}
				}
			})
		}
		time.Sleep(300 * time.Millisecond)
		paused := round%2 == 1
		if paused {
			check(t, owner.cmd.Process.Signal(syscall.SIGSTOP))
		} else {
			owner.kill()
		}
		began := time.Now()
		eventually(t, "the next owner serves", func() bool {
			got, _, _ := call(front, adminKey, id, "GET", "/api/status", "")
			return got == 200
		})
		took := time.Since(began)
		time.Sleep(300 * time.Millisecond)
		if paused { // it finds that the universe is another's
			check(t, owner.cmd.Process.Signal(syscall.SIGCONT))
			time.Sleep(500 * time.Millisecond)
		}
		close(stop)
		all.Wait()
		if paused {
			owner.kill()
		}
		t.Logf("round %d: paused %v, %d of %d mails acknowledged, served again after %v", round, paused, len(book.sent), book.next, took)
		if took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
		audit(t, front, id, fmt.Sprintf("box%d@ours.test", round), book.sent)
	}
}

// ownedBy makes a universe that a process owns.
func ownedBy(t *testing.T, front *member, owner *process, round int) string {
	t.Helper()
	for i := range 100 {
		id := fmt.Sprintf("u_%d_%d", round, i)
		if front.Owner(id) != owner.name {
			continue
		}
		_, err := front.Cell().CreateUniverse(context.Background(), "Acme", mailsim.Options{ID: id, HashCost: 4})
		check(t, err)
		eventually(t, "it comes to its owner", func() bool { _, open := front.Cell().Awake(id); return !open })
		return id
	}
	t.Fatal("none")
	return ""
}

// audit reads back what was acknowledged, and looks at the numbers of the log.
func audit(t *testing.T, front *member, id, box string, sent []string) {
	t.Helper()
	var u *mailsim.Universe
	eventually(t, "the universe is open here", func() bool {
		var err error
		u, err = front.Cell().Universe(id)
		return err == nil
	})
	list, err := u.Messages(box, mailsim.MessageFilter{Limit: 1000})
	check(t, err)
	count := map[string]int{}
	for _, m := range list {
		count[m.Subject]++
		if !strings.Contains(m.Text, "Hello") {
			t.Errorf("%s: %q", m.Subject, m.Text)
		}
	}
	for _, s := range sent {
		if count[s] != 1 {
			t.Errorf("%s is there %d times", s, count[s])
		}
	}
	last := int64(0)
	for e := range u.Log(mailsim.EventFilter{}) {
		if last != 0 && e.ID != last+1 {
			t.Errorf("event %d follows %d", e.ID, last)
		}
		last = e.ID
	}
	if last == 0 {
		t.Error("the log is empty")
	}
}

// TestOwnerDiesTold: who has a session through one node with an owner that is killed is told
// so in the words of the protocol, and can log in at the same address again.
func TestOwnerDiesTold(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	front := start(t, dsn, "front")
	check(t, front.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	owner := spawn(t, dsn, "owner", childEnv+"_LEASE=1s")
	eventually(t, "they know each other", func() bool { return len(front.Status().Nodes) == 2 })
	id := ownedBy(t, front, owner, 0)
	want(t, 200, front, adminKey, id, "POST", "/api/accounts", `{"address":"one@ours.test","password":"secret"}`)
	type held struct{ at, login, ready, bye string }
	var waits sync.WaitGroup
	var in sync.WaitGroup
	for proto, h := range map[string]held{
		"SMTP": {front.SMTP, "EHLO client.test\r\nAUTH PLAIN AG9uZUBvdXJzLnRlc3QAc2VjcmV0\r\nNOOP\r\n", "250 2.0.0", "421 4.3.2 "},
		"IMAP": {front.IMAP, "1 LOGIN one@ours.test secret\r\n2 SELECT INBOX\r\n3 IDLE\r\n", "+ ", "* BYE [UNAVAILABLE] "},
		"POP3": {front.POP3, "USER one@ours.test\r\nPASS secret\r\nSTAT\r\n", "+OK 0 0", "-ERR [SYS/TEMP] "},
	} {
		in.Add(1)
		waits.Go(func() {
			entered := sync.OnceFunc(in.Done)
			defer entered()
			c, err := net.Dial("tcp", h.at)
			if err != nil {
				t.Error(proto, err)
				return
			}
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(time.Minute))
			fmt.Fprint(c, h.login)
			last := ""
			for lines := bufio.NewScanner(c); lines.Scan(); {
				if last = lines.Text(); strings.HasPrefix(last, h.ready) {
					entered()
				}
			}
			if !strings.HasPrefix(last, h.bye) {
				t.Errorf("%s: the last line is %q", proto, last)
			}
		})
	}
	in.Wait()
	owner.kill()
	waits.Wait()
	eventually(t, "it is served again", func() bool {
		return send(front.SMTP, "one@ours.test", "secret", "one@ours.test", "one@ours.test", "again") == nil
	})
}
