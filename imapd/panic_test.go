package imapd

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// brittle is an account, and its Backend, that panics at the point its test names.
type brittle struct {
	*memAccount
	at atomic.Value // a string
}

func (b *brittle) broken(at string) {
	if b.at.Load() == at {
		panic("broken: " + at)
	}
}

func (b *brittle) Login(ctx context.Context, info loginAttempt) (mailstore, error) {
	b.broken("login")
	if _, err := (&memBackend{b.memAccount}).Login(ctx, info); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *brittle) Folders() []folderState {
	b.broken("folders")
	return b.memAccount.Folders()
}

func (b *brittle) Open(name string) (listing, error) {
	b.broken("open")
	s, err := b.memAccount.Open(name)
	if err != nil {
		return nil, err
	}
	return brittleSnapshot{s.(memSnapshot), b}, nil
}

func (b *brittle) Watch(name string, wake func()) func() {
	stop := b.memAccount.Watch(name, wake)
	return func() {
		stop()
		b.broken("stop")
	}
}

type brittleSnapshot struct {
	memSnapshot
	b *brittle
}

func (s brittleSnapshot) At(i int) message { return brittleMessage{s.memSnapshot.At(i), s.b} }

type brittleMessage struct {
	mailsim.Stored
	b *brittle
}

func (m brittleMessage) SaveDate() time.Time {
	m.b.broken("saved")
	return m.Stored.SaveDate()
}

// lockedBuffer is a log that several sessions write.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A panic in one session says BYE there, is logged, and ends no other.
func TestPanicEndsOneSession(t *testing.T) {
	t.Parallel()
	const bye = "* BYE [SERVERBUG] Internal error"
	for _, k := range []struct {
		at      string
		before  []string // commands that still work
		command string   // and then what panics
		want    []string // before the BYE
	}{
		{"login", nil, "a LOGIN user pass", nil},
		{"folders", []string{"LOGIN user pass"}, `a LIST "" *`, nil},
		{"open", []string{"LOGIN user pass"}, "a SELECT INBOX", nil},
		{"saved", []string{"LOGIN user pass", "SELECT INBOX"}, "a FETCH 1 (UID SAVEDATE)", []string{"* 1 FETCH (UID 1 "}},
		{"open", []string{"LOGIN user pass", "SELECT INBOX"}, "a IDLE", []string{"+ idling"}}, // in the goroutine that tells
		{"open", []string{"LOGIN user pass", "SELECT INBOX", "NOTIFY SET (SELECTED (MESSAGENEW MESSAGEEXPUNGE))"}, "", nil},
		{"stop", []string{"LOGIN user pass", "SELECT INBOX"}, "a LOGOUT", []string{"* BYE Logging out", "a OK LOGOUT completed"}},
	} {
		t.Run(k.at+" "+k.command, func(t *testing.T) {
			t.Parallel()
			acct := newMemBackend().acct
			fill(t, acct, 1)
			b, log := &brittle{memAccount: acct}, &lockedBuffer{}
			b.at.Store("")
			s, addr := startServer(t, b, Options{Logger: slog.New(slog.NewTextHandler(log, nil))})
			other := dial(t, addr)
			other.line()
			other.say(t, "a", "LOGIN user pass")
			other.say(t, "b", "SELECT INBOX")
			c := dial(t, addr)
			c.line()
			for _, command := range k.before {
				require.Contains(t, last(c.say(t, "x", command)), "x OK")
			}
			b.at.Store(k.at)
			if k.command != "" {
				c.Write([]byte(k.command + "\r\n"))
			}
			if k.at == "open" {
				acct.deliver("INBOX", "", plainMail) // those who tell look at the folder
			}
			for _, want := range k.want {
				require.Equal(t, want, c.line())
			}
			if k.at != "stop" { // that one is over already
				require.Equal(t, bye, c.line())
			}
			require.Equal(t, "<EOF>", c.line())
			b.at.Store("")
			require.Contains(t, last(other.say(t, "c", "FETCH 1 (UID SAVEDATE)")), "c OK")
			other.Close()
			require.Eventually(t, func() bool { return s.Sessions() == 0 }, 10*time.Second, time.Millisecond)
			require.Contains(t, log.String(), "panic in an IMAP session")
			require.Contains(t, log.String(), "broken: "+k.at)
			require.Contains(t, log.String(), "panic_test.go", "no stack")
		})
	}
}
