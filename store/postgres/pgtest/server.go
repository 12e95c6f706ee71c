package pgtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server of a test. Several goroutines may call its methods at once,
// except those that start or stop the server.
type Server struct {
	bin, dir, data string
	port           int
	settings       []string

	mu   sync.Mutex
	cmd  *exec.Cmd
	done chan struct{} // closed when cmd has ended
}

// Bin returns the directory of PostgreSQL's programs, "" where it is not installed.
func Bin() string {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(dirs, func(a, b string) int { return versionOf(b) - versionOf(a) })
	dirs = append([]string{os.Getenv("PGTEST_BIN")}, dirs...)
	if p, err := exec.LookPath("initdb"); err == nil {
		dirs = append(dirs, filepath.Dir(p))
	}
	for _, d := range dirs {
		if _, err := os.Stat(filepath.Join(d, "initdb")); d != "" && err == nil {
			return d
		}
	}
	return ""
}

func versionOf(bin string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	return n
}

// Start runs a server until the test ends. Settings are lines of postgresql.conf. fsync stays on
// unless they turn it off. The test is skipped where PostgreSQL is not installed.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := Run(settings...)
	if errors.Is(err, ErrMissing) {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ErrMissing is the error of Run where PostgreSQL is not installed.
var ErrMissing = errors.New("pgtest: PostgreSQL is not installed")

// Run is Start for a TestMain, which must call Close.
func Run(settings ...string) (*Server, error) {
	bin := Bin()
	if bin == "" {
		return nil, ErrMissing
	}
	s, err := prepare(bin, settings)
	if err != nil {
		return nil, err
	}
	init := s.command("initdb", "--pgdata", s.data, "--username", "mailsim", "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	if out, err := init.CombinedOutput(); err != nil {
		s.Close()
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := s.Restart(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// prepare makes the directory of a server and finds a port.
func prepare(bin string, settings []string) (*Server, error) {
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, data: filepath.Join(dir, "data"), settings: settings}
	if id := user(); id != nil {
		if err := os.Chown(dir, int(id.Uid), int(id.Gid)); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	return s, l.Close()
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), "LC_ALL=C", "HOME="+s.dir)
	c.SysProcAttr = attributes()
	return c
}

// Restart starts the server if it does not run, and waits until it answers.
func (s *Server) Restart() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd != nil {
		return nil
	}
	args := []string{"-D", s.data, "-p", strconv.Itoa(s.port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=" + s.dir,
		"-c", "shared_buffers=32MB", "-c", "max_connections=60", "-c", "max_wal_senders=4", "-c", "wal_level=replica", "-c", "hot_standby=on", "-c", "autovacuum_naptime=10s"}
	for _, line := range s.settings {
		args = append(args, "-c", line)
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	cmd := s.command("postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(done)
	}()
	s.cmd, s.done = cmd, done
	return s.ready(done)
}

// ready waits until the server takes connections.
func (s *Server) ready(done <-chan struct{}) error {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		conn, err := pgx.Connect(ctx, s.DSN("postgres"))
		if err == nil {
			_ = conn.Close(ctx)
			cancel()
			return nil
		}
		cancel()
		select {
		case <-done:
			return fmt.Errorf("the server ended:\n%s", s.Log())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("the server does not answer:\n%s", s.Log())
}

// Log returns the end of what the server has logged.
func (s *Server) Log() string {
	b, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return string(bytes.ToValidUTF8(b[max(0, len(b)-8000):], nil))
}

// Logged counts how often the server has logged a text.
func (s *Server) Logged(text string) int {
	b, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return bytes.Count(b, []byte(text))
}

// Kill ends the server and all its processes with SIGKILL, as a power failure would, except
// that what is in the system's cache is kept.
func (s *Server) Kill() { s.end(syscall.SIGKILL) }

// Stop ends the server without waiting for its clients: transactions under way are undone.
func (s *Server) Stop() { s.end(syscall.SIGINT) }

func (s *Server) end(sig syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Signal(sig)
	if sig == syscall.SIGKILL { // its processes hold its memory, and none may outlive it
		for pids := s.processes(); len(pids) > 0; pids = s.processes() {
			for _, pid := range pids {
				_ = syscall.Kill(pid, sig)
			}
			time.Sleep(time.Millisecond)
		}
	}
	<-s.done
	s.cmd = nil
}

// processes are those of the server: they stand in its directory. One that has ended, but whose
// parent has not been told, is none.
func (s *Server) processes() (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, d := range dirs {
		if to, err := os.Readlink(d); err == nil && to == s.data {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(d))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// Pause suspends all processes of the server until Resume.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume ends what Pause began.
func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, pid := range s.processes() {
		_ = syscall.Kill(pid, sig)
	}
}

// Close ends the server and deletes its directory.
func (s *Server) Close() {
	s.Resume()
	s.Kill()
	_ = os.RemoveAll(s.dir)
}

// Addr is where the server listens, host:port.
func (s *Server) Addr() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// DSN returns the connection string for a database of the server.
func (s *Server) DSN(database string) string { return DSN(database, s.Addr()) }

// DSN returns the connection string for a database at several servers, or proxies to them: the
// first that accepts writes is used.
func DSN(database string, addrs ...string) string {
	return fmt.Sprintf("postgres://mailsim@%s/%s?sslmode=disable", strings.Join(addrs, ","), database)
}

// Database makes an empty database and returns its connection string.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := "t" + strings.ToLower(rand.Text()[:12])
	if err := s.Exec("postgres", "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return s.DSN(name)
}

// Exec carries out a statement in a database.
func (s *Server) Exec(database, statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.DSN(database))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement)
	return err
}
