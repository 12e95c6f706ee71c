package imapd

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/rng"
)

// model is what a client makes of what it is told: the UIDs by number, 0 for
// one that it does not know yet.
type model struct {
	uids  []uint32
	flags map[uint32]string
}

var fetchLine = regexp.MustCompile(`^\* (\d+) FETCH \((?:UID (\d+))?.*?(?:FLAGS \(([^)]*)\))?(?: MODSEQ \(\d+\))?\)$`)

// hear applies an untagged line; expunge says whether numbers may move.
func (m *model) hear(t *testing.T, line string, expunge bool) {
	words := strings.Fields(line)
	if len(words) < 3 || words[0] != "*" {
		return
	}
	n, _ := strconv.Atoi(words[1])
	switch words[2] {
	case "EXISTS":
		require.GreaterOrEqual(t, n, len(m.uids))
		m.uids = append(m.uids, make([]uint32, n-len(m.uids))...)
	case "EXPUNGE":
		require.True(t, expunge, line)
		m.uids = slices.Delete(m.uids, n-1, n)
	case "FETCH":
		got := fetchLine.FindStringSubmatch(line)
		require.NotNil(t, got, line)
		if got[2] != "" {
			uid, _ := strconv.Atoi(got[2])
			if m.uids[n-1] != 0 {
				require.Equal(t, m.uids[n-1], uint32(uid), line)
			}
			m.uids[n-1] = uint32(uid)
		}
		if m.uids[n-1] != 0 && strings.Contains(line, "FLAGS (") {
			m.flags[m.uids[n-1]] = got[3]
		}
	}
}

// Whatever others do between and during its commands, a client that follows
// the rules ends up with what is there, and its numbers never move under it.
func TestViewsAgree(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			b := newMemBackend()
			_, addr := startServer(t, b, Options{})
			draw := rng.Seed("views").Draw("test/1", rng.N(seed))
			clients := []*session{dial(t, addr), dial(t, addr)}
			models := make([]model, len(clients))
			for i, c := range clients {
				c.line()
				c.say(t, "a", "LOGIN user pass")
				c.say(t, "a", "SELECT INBOX")
				models[i].flags = map[uint32]string{}
			}
			say := func(i int, command string, expunge bool) {
				for _, line := range clients[i].say(t, "a", command) {
					models[i].hear(t, line, expunge)
					require.NotContains(t, line, "a BAD")
				}
			}
			for range 150 {
				i := draw.IntN(len(clients))
				n := draw.IntN(max(1, len(models[i].uids))) + 1
				if len(models[i].uids) == 0 {
					fill(t, b.acct, 2)
					say(i, "NOOP", true)
					continue
				}
				switch draw.IntN(9) {
				case 0:
					fill(t, b.acct, draw.IntN(4))
				case 1:
					say(i, fmt.Sprintf("STORE %d:%d +FLAGS.SILENT (\\Deleted)", n, n), false)
				case 2:
					say(i, "EXPUNGE", true)
				case 3:
					say(i, fmt.Sprintf("FETCH %d:* (UID FLAGS)", n), false)
				case 4:
					say(i, "UID FETCH 1:* (FLAGS)", true)
				case 5:
					say(i, fmt.Sprintf("STORE %d FLAGS (k%d)", n, draw.IntN(3)), false)
				case 6:
					say(i, "SEARCH ALL", false)
				case 7:
					_, err := b.acct.Move(context.Background(), "INBOX", []uint32{uint32(draw.IntN(50))}, "Trash")
					require.NoError(t, err)
				case 8:
					say(i, "NOOP", true)
				}
			}
			for i := range clients {
				say(i, "NOOP", true)
				snap, err := b.acct.Open("INBOX")
				require.NoError(t, err)
				require.Len(t, models[i].uids, snap.Len())
				for k, uid := range models[i].uids {
					m := snap.At(k)
					if uid == 0 {
						continue
					}
					require.Equal(t, m.UID(), uid)
					if told, ok := models[i].flags[uid]; ok && !strings.Contains(told, "Deleted") {
						told = strings.TrimSpace(strings.ReplaceAll(told, `\Recent`, ""))
						require.Equal(t, flagText(flagsOf(m)), told, "uid %d", uid)
					}
				}
			}
		})
	}
}

// flagText leaves out \Deleted, which the clients set silently.
func flagText(flags []imap.Flag) string {
	var names []string
	for _, f := range flags {
		if f != imap.FlagDeleted {
			names = append(names, string(f))
		}
	}
	return strings.Join(names, " ")
}

func TestManyIdleSessions(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	_, addr := startServer(t, b, Options{})
	clients := make([]*session, 500)
	for i := range clients {
		c := dial(t, addr)
		c.line()
		c.say(t, "a", "LOGIN user pass")
		c.say(t, "a", "SELECT INBOX")
		_, err := c.Write([]byte("b IDLE\r\n"))
		require.NoError(t, err)
		require.Equal(t, "+ idling", c.line())
		clients[i] = c
	}
	fill(t, b.acct, 1)
	for _, c := range clients {
		require.Equal(t, "* 1 EXISTS", c.line())
	}
}

// A conversation of thousands is not nested as deep as it is long.
func TestThreadsAreNotTooDeep(t *testing.T) {
	t.Parallel()
	rows := make([]*sortRow, maxThreadDepth+10)
	for i := range rows {
		m := memMail("", fmt.Sprintf("Message-ID: <%d@x>\r\nReferences: <%d@x>\r\nSubject: %d\r\n\r\n", i+1, i, i))
		rows[i] = &sortRow{i, m, textsOf(m)}
	}
	deepest := 0
	for _, n := range linkReferences(rows) {
		depth := 0
		for ; n != nil; n = firstOf(n.children) {
			depth++
		}
		deepest = max(deepest, depth)
	}
	require.Equal(t, maxThreadDepth+1, deepest)
}

func TestThreads(t *testing.T) {
	t.Parallel()
	mail := func(id, refs, subject string) string {
		return "Message-ID: <" + id + ">\r\nReferences: " + refs + "\r\nSubject: " + subject + "\r\n\r\n"
	}
	on := func(day int, mail string) string {
		return fmt.Sprintf("Date: %d Jan 2026 09:00:00 +0000\r\n", day) + mail
	}
	for _, c := range []struct {
		name  string
		mails []string
		want  string
	}{
		{"chain", []string{mail("a@x", "", "s"), mail("b@x", "<a@x>", "re: s"), mail("c@x", "<a@x> <b@x>", "re: s")}, "(1 2 3)"},
		{"fork", []string{mail("a@x", "", "s"), mail("b@x", "<a@x>", "re: s"), mail("c@x", "<a@x>", "re: s")}, "(1 (2)(3))"},
		{"missing parent", []string{mail("b@x", "<a@x>", "b"), mail("c@x", "<a@x>", "c")}, "((1)(2))"},
		{"missing link", []string{mail("a@x", "", "s"), mail("c@x", "<a@x> <b@x>", "re: s")}, "(1 2)"},
		{"loop", []string{mail("a@x", "<b@x>", "s"), mail("b@x", "<a@x>", "t")}, "(2 1)"},
		{"loop with a link taken back", []string{mail("a@x", "", "s"), mail("b@x", "<a@x> <c@x>", "t"), mail("c@x", "<b@x>", "u")}, "(1)(3 2)"},
		{"itself", []string{mail("a@x", "<a@x>", "s")}, "(1)"},
		{"same id", []string{mail("a@x", "", "s"), mail("a@x", "", "t")}, "(1)(2)"},
		{"subject of a reply", []string{mail("a@x", "", "s"), mail("b@x", "", "re: s")}, "(1 2)"},
		{"same subject", []string{mail("a@x", "", "s"), mail("b@x", "", "s"), mail("c@x", "", "re: s")}, "((1)(2)(3))"},
		{"a place without a message, two children", []string{mail("a@x", "", "s"), mail("c@x", "<a@x> <b@x>", "re: s"), mail("d@x", "<a@x> <b@x>", "re: s")}, "(1 (2)(3))"},
		{"a link that stands", []string{mail("a@x", "", "s"), mail("b@x", "<a@x>", "t"), mail("c@x", "<x@x> <b@x>", "u")}, "(1 2 3)"},
		{"reply before what it answers", []string{mail("b@x", "", "re: s"), mail("a@x", "", "s")}, "(2 1)"},
		{"reply to one who is not there", []string{mail("a@x", "", "s"), mail("b@x", "<y@x>", "re: s")}, "(1 2)"},
		{"subject of a missing parent", []string{mail("d@x", "", "s"), mail("b@x", "<a@x>", "s"), mail("c@x", "<a@x>", "s")}, "((1)(2)(3))"},
		{"two missing parents", []string{mail("b@x", "<a@x>", "s"), mail("c@x", "<a@x>", "s"), mail("d@x", "<p@x>", "s"), mail("e@x", "<p@x>", "s")}, "((1)(2)(3)(4))"},
		{"siblings by date", []string{mail("a@x", "", "s"), on(3, mail("b@x", "<a@x>", "t")), on(2, mail("c@x", "<a@x>", "u"))}, "(1 (3)(2))"},
		{"named by the first by date", []string{on(2, mail("b@x", "<a@x>", "t")), on(1, mail("c@x", "<a@x>", "s")), on(3, mail("d@x", "", "s"))}, "((2)(1)(3))"},
		{"no subject", []string{mail("a@x", "", ""), mail("b@x", "", "")}, "(1)(2)"},
	} {
		var rows []*sortRow
		for i, data := range c.mails {
			m := memMail("", data)
			m.uid = uint32(i + 1)
			rows = append(rows, &sortRow{i, m, textsOf(m)})
		}
		w := threadWriter{number: func(i int) uint32 { return uint32(i) + 1 }}
		for _, n := range threadReferences(rows) {
			w.thread(n)
		}
		require.Equal(t, c.want, string(w.b), c.name)
	}
}

// A session that ends, or asks for something else, no longer listens for NOTIFY.
func TestNotifyEnds(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	_, addr := startServer(t, b, Options{})
	listeners := func() int {
		b.acct.mu.Lock()
		defer b.acct.mu.Unlock()
		return len(b.acct.watchers)
	}
	c := dial(t, addr)
	c.line()
	c.say(t, "a", "LOGIN user pass")
	c.say(t, "a", "NOTIFY SET (personal (MailboxName))")
	c.say(t, "a", "NOTIFY SET (inboxes (MailboxName))")
	require.Equal(t, 1, listeners())
	c.say(t, "a", "NOTIFY NONE")
	require.Zero(t, listeners())
	c.say(t, "a", "NOTIFY SET (personal (MailboxName))")
	groups := strings.Repeat(" (subscribed (MailboxName))", maxNotifyGroups)
	require.Equal(t, []string{"a OK NOTIFY completed"}, c.say(t, "a", "NOTIFY SET"+groups))
	require.Equal(t, []string{"a NO [LIMIT] Too many groups of events"}, c.say(t, "a", "NOTIFY SET (personal NONE)"+groups))
	names := strings.Repeat(" x", maxNotifyNames)
	require.Equal(t, []string{"a OK NOTIFY completed"}, c.say(t, "a", "NOTIFY SET (mailboxes ("+names[1:]+") NONE)"))
	require.Equal(t, []string{"a NO [LIMIT] Too many folders"}, c.say(t, "a", "NOTIFY SET (mailboxes (y"+names+") NONE)"))
	require.Equal(t, 1, listeners(), "what was refused changed nothing")
	c.say(t, "a", "LOGOUT")
	_, err := io.Copy(io.Discard, c)
	require.NoError(t, err)
	require.Zero(t, listeners())
}
