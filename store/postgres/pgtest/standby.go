package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Standby starts a server that follows s, and from then on s answers a COMMIT
// only when the standby has it on its disk too. The server ends with the test.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	f, err := s.Follow()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// Follow is Standby for callers that call Close themselves.
func (s *Server) Follow() (*Server, error) { return s.FollowBy(s.Addr()) }

// FollowBy is Follow, but the standby reaches s at another address, host:port, such as that of
// a Proxy, so that a test can cut the connection between the two.
func (s *Server) FollowBy(way string) (*Server, error) {
	f, err := prepare(s.bin, s.settings)
	if err != nil {
		return nil, err
	}
	copied := f.command("pg_basebackup", "--dbname", DSN("postgres", way)+"&application_name=standby", "--pgdata", f.data, "--wal-method", "stream", "--checkpoint", "fast", "--write-recovery-conf", "--no-sync")
	if out, err := copied.CombinedOutput(); err != nil {
		f.Close()
		return nil, fmt.Errorf("pg_basebackup: %w\n%s", err, out)
	}
	if err := errors.Join(f.Restart(), s.Synchronous(true)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Synchronous sets whether a COMMIT waits for a standby. Standby, Follow and FollowBy turn that
// on, Promote turns it off.
func (s *Server) Synchronous(on bool) error {
	names := ""
	if on {
		names = "*"
	}
	if err := s.Exec("postgres", fmt.Sprintf("ALTER SYSTEM SET synchronous_standby_names = '%s'", names)); err != nil {
		return err
	}
	return s.Exec("postgres", "SELECT pg_reload_conf()")
}

// Promote makes a standby the primary. Its commits wait for no standby until
// Synchronous(true), Standby, Follow or FollowBy is called. The server that it followed should
// be dead.
func (s *Server) Promote() error {
	out, err := s.command("pg_ctl", "promote", "-D", s.data, "-w", "-t", "60").CombinedOutput()
	if err != nil {
		return fmt.Errorf("pg_ctl promote: %w\n%s", err, out)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if err = s.Synchronous(false); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// Erase deletes the data of a dead server, so that it cannot be started again by mistake.
func (s *Server) Erase() error {
	s.Kill()
	return os.RemoveAll(filepath.Join(s.dir, "data"))
}
