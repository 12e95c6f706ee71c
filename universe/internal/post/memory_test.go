package post_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// heapNow is what is in use after a full collection.
func heapNow() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// mailOf is a mail of 2 KiB, all its bytes its own.
func mailOf(i int) string {
	head := fmt.Sprintf("From: App <app@ours.test>\r\nTo: p%d@client.test\r\nSubject: Mail number %d\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\n"+
		"Message-ID: <%d.0123456789abcdef@ours.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n", i%100, i, i)
	return head + strings.Repeat("The quick brown fox jumps over the lazy dog again.\r\n", 50)[:2048-len(head)]
}

// TestRecordsAreSmall holds what there is of each mail, or several of, within the
// size classes that BenchmarkMemory counts on.
func TestRecordsAreSmall(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct{ size, most uintptr }{
		"mail": {unsafe.Sizeof(post.Mail{}), 96}, "passage": {unsafe.Sizeof(post.Way{}), 48}, "Stored": {unsafe.Sizeof(post.Stored{}), 64},
		"eventRec": {unsafe.Sizeof(state.Event{}), 48}, "factRec": {unsafe.Sizeof(insight.Record{}), 24}, "mailRec": {unsafe.Sizeof(post.Entry{}), 16},
	} {
		assert.LessOrEqual(t, k.size, k.most, name)
	}
}

// BenchmarkMemory compares the heap of mails delivered to 100 mailboxes, a copy
// in Sent beside each, with that of their bare bytes.
func BenchmarkMemory(b *testing.B) {
	const mails = 100_000
	ctx := context.Background()
	for b.Loop() {
		before := heapNow()
		bare := make([]string, mails)
		for i := range bare {
			bare[i] = mailOf(i)
		}
		bytes := heapNow() - before
		runtime.KeepAlive(bare)
		bare = nil
		before = heapNow()
		u, err := engine.New(mailsim.Options{})
		require.NoError(b, err)
		sessions := make([]*door.Session, 8)
		for i := range sessions {
			sessions[i] = u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
		}
		for i := range mails {
			// As a server does: each command is a text of its own.
			env := mailsim.Envelope{From: strings.Clone("app@ours.test"), To: []string{fmt.Sprintf("p%d@client.test", i%100)}, Helo: "client.test"}
			if _, err := sessions[i%8].Submit(ctx, env, mailOf(i)); err != nil {
				b.Fatal(err)
			}
		}
		held := heapNow() - before
		b.ReportMetric(held/bytes, "heap/bare")
		b.ReportMetric((held-bytes)/mails, "extra-B/mail")
		require.NoError(b, u.Close())
	}
}
