package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

const (
	asProgram = "MAILSIMD_TEST_AS_PROGRAM"
	key       = "server-admin-key-0123456789"
)

var server *pgtest.Server

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	var err error
	if server, err = pgtest.Run(); err != nil && !errors.Is(err, pgtest.ErrMissing) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if server != nil {
		server.Close()
	}
	os.Exit(code)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// process is the program as it runs, with what its ready file says.
type process struct {
	cmd              *exec.Cmd
	HTTP, SMTP, IMAP string
}

func command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stderr = os.Stderr
	return cmd
}

// run starts the program as a node, and returns when it is ready.
func run(t *testing.T, dsn, node, config string) *process {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready")
	free := "127.0.0.1:0"
	p := &process{cmd: command("-cluster", dsn, "-node", node, "-config", config, "-key", key, "-ready", ready,
		"-http", free, "-smtp", free, "-smtps", "", "-imap", free, "-imaps", "", "-speed", "1", "-rate", "0", "-metrics")}
	p.cmd.Env = append(p.cmd.Env, "MAILSIM_CLUSTER_SECRET=the secret of a cluster in a test")
	check(t, p.cmd.Start())
	t.Cleanup(func() { _ = p.cmd.Process.Kill(); _ = p.cmd.Wait() })
	eventually(t, node+" is ready", func() bool {
		text, err := os.ReadFile(ready)
		return err == nil && json.Unmarshal(text, p) == nil
	})
	return p
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(40 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within 40 s: %s", what)
		}
	}
}

func (p *process) call(universe, method, path, body string) (int, string) {
	r, err := http.NewRequest(method, p.HTTP+path, strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("X-Service-Universe", universe)
	r.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Timeout: 30 * time.Second}).Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text)
}

// send sends a mail to box@ours.test, after a login.
func (p *process) send(user, subject string) error {
	c, err := smtp.Dial(p.SMTP)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Auth(smtp.PlainAuth("", user, "secret", "127.0.0.1")); err != nil {
		return err
	}
	if err := errors.Join(c.Mail(user), c.Rcpt(user)); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\n\r\nHello\r\n", user, user, subject)
	return w.Close()
}

// subjects reads the header lines of the inbox by IMAP.
func (p *process) subjects(t *testing.T, user string) string {
	t.Helper()
	c, err := net.Dial("tcp", p.IMAP)
	check(t, err)
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(c, "1 LOGIN %s secret\r\n2 SELECT INBOX\r\n3 FETCH 1:* BODY.PEEK[HEADER.FIELDS (SUBJECT)]\r\n", user)
	var all strings.Builder
	for lines := bufio.NewScanner(c); lines.Scan(); {
		fmt.Fprintln(&all, lines.Text())
		if strings.HasPrefix(lines.Text(), "3 ") {
			break
		}
	}
	return all.String()
}

// universes is how many the file of the test has: enough that each node has some.
const universes = 12

func configFile(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("orgs:\n- name: Acme\n  users: [{email: ann@acme.test, name: Ann, password: secret of ann, role: admin}]\n  universes:\n")
	for i := range universes {
		fmt.Fprintf(&b, "  - id: u_%d\n    clock: {start: 2026-01-05T09:00:00Z, frozen: true}\n    logins: [{address: box%d@ours.test, password: secret}]\n", i, i)
	}
	file := filepath.Join(t.TempDir(), "orgs.yaml")
	check(t, os.WriteFile(file, []byte(b.String()), 0o600))
	return file
}

// TestTwoProcesses: the second follows the file of the first; mail and requests reach a
// universe by either; when its owner is killed or told to end, the other goes on with it.
func TestTwoProcesses(t *testing.T) {
	if server == nil {
		t.Skip("PostgreSQL is not installed")
	}
	ctx := context.Background()
	first, second, file := server.Database(t), server.Database(t), configFile(t)
	dsn := first + "," + second
	db, err := pgx.Connect(ctx, first)
	check(t, err)
	defer db.Close(ctx)
	id := ""
	other, err := pgx.Connect(ctx, second)
	check(t, err)
	defer other.Close(ctx)
	ownedBy := func(node string) bool { // id, or any of the first database
		return db.QueryRow(ctx, `SELECT universe FROM mailsim_universe WHERE owner = $1 AND lease_until > now() AND ($2 = '' OR universe = $2) ORDER BY universe LIMIT 1`, node, id).Scan(&id) == nil
	}

	a := run(t, dsn, "a", file)
	if status, text := a.call("u_0", "POST", "/api/accounts", `{"address":"later@ours.test","password":"secret"}`); status != 200 {
		t.Fatal(status, text)
	}
	b := run(t, dsn, "b", file)
	eventually(t, "the second has some of the universes", func() bool {
		for i := range universes {
			a.call(fmt.Sprintf("u_%d", i), "GET", "/api/status", "")
		}
		return ownedBy("b")
	})
	var n int
	check(t, db.QueryRow(ctx, `SELECT count(*) FROM mailsim_tenant`).Scan(&n))
	if n != universes {
		t.Fatal(n, "universes")
	}
	eventually(t, "what was changed since the file stays", func() bool {
		status, text := b.call("u_0", "GET", "/api/accounts", "")
		return status == 200 && strings.Contains(text, "later@ours.test")
	})
	user := "box" + strings.TrimPrefix(id, "u_") + "@ours.test"
	check(t, b.send(user, "by its owner"))
	check(t, a.send(user, "by the other"))
	if got := a.subjects(t, user); !strings.Contains(got, "by its owner") || !strings.Contains(got, "by the other") {
		t.Fatal(got)
	}

	if status, text := b.call("", "GET", "/metrics", ""); status != 200 || !strings.Contains(text, "mailsim_cluster_nodes 2\n") || !strings.Contains(text, `mailsim_cluster_epoch{universe="`+id+`",owner="b"}`) {
		t.Fatal(status, text)
	}

	for _, step := range []struct{ number, said string }{{"2", "universe " + id + " is in database 2\n"}, {"1", "universe " + id + " is in database 1\n"}, {"3", "mailsimd: move: there is no database 3: the list has 2\n"}} {
		cmd := command("move", "-cluster", dsn, "-cluster-secret", "the secret of a cluster in a test", id, step.number)
		cmd.Stderr = nil
		if text, _ := cmd.CombinedOutput(); string(text) != step.said {
			t.Fatalf("move to %s: %s", step.number, text)
		}
		if step.number == "2" {
			owner := ""
			check(t, other.QueryRow(ctx, `SELECT universe FROM mailsim_universe WHERE universe = $1`, id).Scan(&owner))
			if got := a.subjects(t, user); !strings.Contains(got, "by its owner") || !strings.Contains(got, "by the other") {
				t.Fatal(got)
			}
		}
	}
	eventually(t, "it is open again", func() bool { b.call(id, "GET", "/api/status", ""); return ownedBy("b") })

	check(t, b.cmd.Process.Kill())
	_ = b.cmd.Wait()
	began := time.Now()
	eventually(t, "mail is taken again", func() bool { return a.send(user, "after the end") == nil })
	took := time.Since(began)
	if took > 5*time.Second {
		t.Errorf("the next try succeeded after %s", took)
	}
	t.Logf("program: its owner killed, mail was taken again after %.1f s", took.Seconds())
	if got := a.subjects(t, user); !strings.Contains(got, "by its owner") || !strings.Contains(got, "by the other") || !strings.Contains(got, "after the end") {
		t.Fatal(got)
	}

	b = run(t, dsn, "b", file)
	eventually(t, "it comes back to its owner", func() bool { a.call(id, "GET", "/api/status", ""); return ownedBy("b") })
	check(t, b.cmd.Process.Signal(syscall.SIGTERM))
	if err := b.cmd.Wait(); err != nil {
		t.Fatal("after SIGTERM:", err)
	}
	if ownedBy("b") {
		t.Fatal("a process that was told to end still owns a universe")
	}
	eventually(t, "the first serves it", func() bool { status, _ := a.call(id, "GET", "/api/status", ""); return status == 200 })
	if got := a.subjects(t, user); !strings.Contains(got, "after the end") {
		t.Fatal(got)
	}
}

// TestWrongUse: what a process needs to join others is asked for by name.
func TestWrongUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{"-cluster postgres://127.0.0.1:1/x", "-key"},
		{"-cluster postgres://127.0.0.1:1/x -key " + key, "-cluster-secret"},
		{"-cluster postgres://127.0.0.1:1/x -key " + key + " -data d", "-data"},
		{"-cluster postgres://127.0.0.1:1/x -key " + key + " -open", "-open"},
	} {
		cmd := command(strings.Fields(c.args)...)
		cmd.Stderr = nil
		text, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %v: %s", c.args, err, text)
		}
	}
}
