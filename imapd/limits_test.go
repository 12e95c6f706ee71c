package imapd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"
)

// open starts a server of b and logs a client in.
func open(t *testing.T, b backend, o Options) *session {
	t.Helper()
	_, addr := startServer(t, b, o)
	c := dial(t, addr)
	c.line()
	require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "a OK")
	return c
}

// What a client may ask for is bounded; at the bound it is served.
func TestBounds(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 1)
	c, small := open(t, b, Options{}), open(t, b, Options{MaxBytes: 10})
	c.say(t, "a", "SELECT INBOX")
	numbered := func(n int) string {
		var words []string
		for i := range n {
			words = append(words, fmt.Sprint("k", i))
		}
		return strings.Join(words, " ")
	}
	nested := func(n int) string { return strings.Repeat("(", n) + "ALL" + strings.Repeat(")", n) }
	mail := func(n, size int) string {
		return "APPEND INBOX" + strings.Repeat(fmt.Sprintf(" {%d+}\r\n%s", size, strings.Repeat("x", size)), n)
	}
	arguments := func(n int) string {
		return "SEARCH" + strings.Repeat(fmt.Sprintf(" SUBJECT {%d+}\r\n%s", maxLiteral, strings.Repeat("x", maxLiteral)), n)
	}
	for _, k := range []struct{ command, want string }{
		{"STORE 1 FLAGS.SILENT (" + numbered(maxFlags) + ")", "a OK "},
		{"STORE 1 FLAGS.SILENT (" + numbered(maxFlags+1) + ")", "a NO [LIMIT] Too many flags"},
		{"STORE 1 +FLAGS.SILENT " + strings.Repeat("k", maxKeyword), "a OK "},
		{"STORE 1 +FLAGS.SILENT " + strings.Repeat("k", maxKeyword+1), "a NO [LIMIT] Keyword too long"},
		{"SEARCH " + nested(maxSearchKeys-1), "a OK "},
		{"SEARCH " + nested(maxSearchKeys), "a BAD Search criteria too complex"},
		{"UID SEARCH " + strings.Repeat("OR HEADER Message-ID x ", maxSearchKeys/2-1) + "ALL", "a OK "},
		{"SEARCH " + strings.Repeat("NOT ", maxSearchKeys-1) + "ALL", "a OK "},
		{arguments(maxArguments/maxLiteral - 1), "a OK "},
		{arguments(maxArguments / maxLiteral), "a NO [TOOBIG] "}, // the lines between count too
		{"CANCELUPDATE" + strings.Repeat(" {0+}\r\n \""+strings.Repeat("x", 60_000)+"\"", 19), "a NO [TOOBIG] "},
		{"FETCH 1 (" + strings.Repeat("UID ", maxFetchItems) + ")", "a OK "},
		{"FETCH 1 (" + strings.Repeat("UID ", maxFetchItems+1) + ")", "a NO [LIMIT] Too many items"},
		{"FETCH 1 BODY[HEADER.FIELDS (" + numbered(maxHeaderNames) + ")]", "a OK "},
		{"FETCH 1 BODY[HEADER.FIELDS (" + numbered(maxHeaderNames+1) + ")]", "a NO [LIMIT] Too many fields"},
		{"NOTIFY SET (MAILBOXES (" + numbered(maxNotifyNames-1) + ") NONE) (SUBTREE x NONE)", "a OK "},
		{"NOTIFY SET (MAILBOXES (" + numbered(maxNotifyNames) + ") NONE) (SUBTREE x NONE)", "a NO [LIMIT] Too many folders"},
		{"NOTIFY SET" + strings.Repeat(" (PERSONAL NONE)", maxNotifyGroups), "a OK "},
		{"NOTIFY SET" + strings.Repeat(" (PERSONAL NONE)", maxNotifyGroups+1), "a NO [LIMIT] Too many groups"},
		{"SEARCH KEYWORD {3+}\r\na\x00b", "a BAD NUL in literal"},
		{"SEARCH CHARSET ISO-8859-1 SUBJECT {2+}\r\n\xe4x", "a OK "},
		{"CREATE {2+}\r\na\xff", "a NO [CANNOT] "},
		{"CREATE {3+}\r\nü\x01", "a NO [CANNOT] Mailbox name has an invalid character"},
		{"FETCH 1 BODY[" + strings.Repeat("1.", maxSectionDepth-1) + "1]", "a OK "},
		{"FETCH 1 BODY[" + strings.Repeat("1.", maxSectionDepth) + "1]", "a BAD Part number too long"},
		{mail(1, 10), "a OK "},
		{mail(1, 11), "a NO [TOOBIG] "},
		{mail(maxAppendFactor, 10), "a OK "},
		{mail(maxAppendFactor, 10) + " {1+}\r\nx", "a NO [LIMIT] Too many bytes at once"},
		{"STATUS {4+}\r\nü\nb (MESSAGES)", "a NO [NONEXISTENT] Mailbox doesn't exist: ? b"},
	} {
		by := c
		if strings.HasPrefix(k.command, "APPEND") {
			by = small
		}
		require.Contains(t, last(by.say(t, "a", k.command)), k.want, "%.80q", k.command)
	}
	require.Equal(t, "* BAD Invalid tag or missing command", func() string {
		fmt.Fprintf(c, "%s NOOP\r\n", strings.Repeat("t", maxTag+1))
		return c.line()
	}())
	// A command that is right starts the count of wrong ones anew.
	for range 3 {
		require.Contains(t, last(c.say(t, "a", "NOOP")), "a OK")
		for range maxBadCommands - 1 {
			require.Contains(t, last(c.say(t, "a", "FOO")), "a BAD")
		}
	}
	many := open(t, newMemBackend(), Options{})
	require.Contains(t, last(many.say(t, "a", mail(maxAppended, 1))), "a OK [APPENDUID 1 1:1000]")
	require.Contains(t, last(many.say(t, "a", mail(maxAppended+1, 1))), "a NO [LIMIT] Too many messages at once")
}

// RFC 7889: the limit is the smaller one of server and account, and has 32 bits.
func TestAppendLimit(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	b.acct.limit = 20
	c := open(t, b, Options{})
	require.Contains(t, c.say(t, "a", "CAPABILITY")[0], " APPENDLIMIT=20 ")
	require.Contains(t, last(c.say(t, "a", "APPEND INBOX {21}")), "a NO [TOOBIG] ")
	wide := open(t, newMemBackend(), Options{MaxBytes: 1 << 40})
	require.Equal(t, `* STATUS "INBOX" (APPENDLIMIT 4294967295)`, wide.say(t, "a", "STATUS INBOX (APPENDLIMIT)")[0])
}

// RFC 9208 section 5.1: storage counts in units of 1024 bytes.
func TestQuota(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		quota usage
		want  string
	}{
		{usage{Bytes: 1025, MaxBytes: 10 << 10, Messages: 3, MaxMessages: 7}, "STORAGE 2 10 MESSAGE 3 7"},
		{usage{Bytes: 1024, MaxBytes: 10 << 10, Messages: 3}, "STORAGE 1 10"},
		{usage{Bytes: 1, Messages: 3, MaxMessages: 7}, "MESSAGE 3 7"},
		{usage{Bytes: 1, Messages: 3}, ""},
	} {
		b := newMemBackend()
		b.acct.quota = k.quota
		c := open(t, b, Options{})
		require.Equal(t, []string{`* QUOTA "User quota" (` + k.want + `)`, "a OK GETQUOTA completed"}, c.say(t, "a", `GETQUOTA "User quota"`))
	}
}

// lostLog is a folder whose expunge log does not reach back.
type lostLog struct{ listing }

func (lostLog) ExpungedSince(uint64) ([]uint32, bool) { return nil, false }

// holed is a folder in which 1, 4, 5 and 8 are gone, of UIDs up to 8.
func holed(t *testing.T) (b *memBackend, s listing) {
	t.Helper()
	b = newMemBackend()
	fill(t, b.acct, 8)
	gone := []uint32{1, 4, 5, 8}
	_, err := b.acct.Store(context.Background(), "INBOX", gone, imap.StoreFlagsAdd, []imap.Flag{imap.FlagDeleted}, nil)
	require.NoError(t, err)
	_, err = b.acct.Expunge(context.Background(), "INBOX", nil)
	require.NoError(t, err)
	s, err = b.acct.Open("INBOX")
	require.NoError(t, err)
	return b, s
}

// RFC 7162 section 3.2.5.2: without a log, all that is not there has vanished,
// but nothing that never was.
func TestVanishedWithoutLog(t *testing.T) {
	t.Parallel()
	_, s := holed(t)
	for _, k := range []struct {
		known []imap.SeqRange
		want  string
	}{
		{[]imap.SeqRange{{Start: 1, Stop: 8}}, "* VANISHED (EARLIER) 1,4:5,8\r\n"},
		{[]imap.SeqRange{{Start: 1, Stop: 1<<32 - 1}}, "* VANISHED (EARLIER) 1,4:5,8\r\n"},
		{[]imap.SeqRange{{Start: 5, Stop: 6}, {Start: 8, Stop: 9}}, "* VANISHED (EARLIER) 5,8\r\n"},
		{[]imap.SeqRange{{Start: 2, Stop: 3}, {Start: 9, Stop: 12}}, ""},
	} {
		var out bytes.Buffer
		c := &conn{view: &view{snap: lostLog{s}}, w: &writer{sink: &out}}
		c.tellVanishedEarlier(1, k.known)
		require.NoError(t, c.w.flush())
		require.Equal(t, k.want, out.String(), "%v", k.known)
	}
}

// A session that slept past the log compares what it had with what there is.
func TestMoveWithoutLog(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 8)
	v, err := newView(b.acct, "INBOX", false)
	require.NoError(t, err)
	defer v.stop()
	_, next := holed(t)
	v.move(lostLog{next})
	require.Equal(t, 8, v.len())
	var gone []uint32
	for _, g := range v.ghosts {
		gone = append(gone, g.UID())
	}
	require.Equal(t, []uint32{1, 4, 5, 8}, gone)
}

// A session that never polls is ended before it holds too much.
func TestGhostsAreBounded(t *testing.T) {
	t.Parallel()
	b, s := holed(t)
	c := &conn{acct: b.acct, view: &view{snap: s, ghosts: make([]ghost, maxGhosts+1)}, w: &writer{sink: &bytes.Buffer{}}}
	var bye *errBye
	require.ErrorAs(t, c.refresh(false, false), &bye)
}

// moody is an account whose folders fail to open, or change under a STORE.
type moody struct {
	*memAccount
	shut  atomic.Bool
	other []imap.Flag
}

func (m *moody) Login(context.Context, loginAttempt) (mailstore, error) { return m, nil }

func (m *moody) Open(name string) (listing, error) {
	if m.shut.Load() {
		return nil, fmt.Errorf("disk on fire")
	}
	return m.memAccount.Open(name)
}

func (m *moody) Store(ctx context.Context, name string, uids []uint32, op imap.StoreFlagsOp, flags []imap.Flag, since *uint64) ([]uint32, error) {
	if _, err := m.memAccount.Store(ctx, name, uids, imap.StoreFlagsAdd, m.other, nil); err != nil {
		return nil, err
	}
	return m.memAccount.Store(ctx, name, uids, op, flags, since)
}

// A folder that could not be read is looked at again, though nothing changed since.
func TestUnreadableFolderIsReadLater(t *testing.T) {
	t.Parallel()
	m := &moody{memAccount: newMemBackend().acct}
	c := open(t, m, Options{})
	c.say(t, "a", "SELECT INBOX")
	m.shut.Store(true)
	fill(t, m.memAccount, 1)
	require.Len(t, c.say(t, "a", "NOOP"), 1)
	m.shut.Store(false)
	require.Contains(t, c.say(t, "a", "NOOP"), "* 1 EXISTS")
}

// .SILENT does not hide what another did at the same moment (RFC 9051 section 6.4.6).
func TestSilentStoreTellsOfOthers(t *testing.T) {
	t.Parallel()
	m := &moody{memAccount: newMemBackend().acct, other: []imap.Flag{imap.FlagFlagged}}
	fill(t, m.memAccount, 1)
	c := open(t, m, Options{})
	c.say(t, "a", "SELECT INBOX")
	require.Equal(t, []string{`* 1 FETCH (FLAGS (\Seen \Flagged \Recent))`, "a OK STORE completed"}, c.say(t, "a", `STORE 1 +FLAGS.SILENT (\Seen)`))
	require.Len(t, c.say(t, "a", `STORE 1 -FLAGS.SILENT (\Seen)`), 1)
}

// RFC 5256 section 3: what compares equal stays in the order of its numbers.
func TestSortKeepsOrderOfEquals(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 50)
	c := open(t, b, Options{})
	c.say(t, "a", "SELECT INBOX")
	want := "* SORT"
	for i := range 50 {
		want += fmt.Sprint(" ", (i+9)%50+1) // those whose Message-ID has two digits are longer
	}
	require.Equal(t, want, c.say(t, "a", "SORT (REVERSE SIZE) UTF-8 ALL")[0])
}

// A literal takes memory as it comes, whatever its head says.
func TestLiteralGrowsAsItComes(t *testing.T) { // not parallel: it counts bytes
	r := newReader(strings.NewReader("some"), nil, func(time.Duration) {}, func() {})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := r.literal(1 << 28)
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<24))
}

// SELECT looks for the first unseen message only so far.
func TestUnseenIsLookedForSoFar(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, maxUnseenScan+1)
	c := open(t, b, Options{})
	c.say(t, "a", "SELECT INBOX")
	c.say(t, "a", fmt.Sprintf(`STORE 1:%d +FLAGS.SILENT (\Seen)`, maxUnseenScan-1))
	require.Contains(t, strings.Join(c.say(t, "a", "SELECT INBOX"), "\n"), fmt.Sprintf("[UNSEEN %d]", maxUnseenScan))
	c.say(t, "a", fmt.Sprintf(`STORE %d +FLAGS.SILENT (\Seen)`, maxUnseenScan))
	require.NotContains(t, strings.Join(c.say(t, "a", "SELECT INBOX"), "\n"), "UNSEEN")
}

// A server that closes waits for no search to come to its end.
func TestClosingEndsSearches(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 1)
	c := newConn(newServer(b, Options{}), &scriptConn{Reader: strings.NewReader("")}, 1)
	c.acct = b.acct
	var err error
	c.view, err = newView(c.acct, inbox, true)
	require.NoError(t, err)
	t.Cleanup(c.close)
	search := func() error {
		p := &parser{c: c, line: []byte("ALL")}
		_, err := c.find(&request{parser: p}, &searchParser{parser: p})
		return err
	}
	c.view.contexts = []*searchContext{{in: map[uint32]struct{}{}}}
	require.NoError(t, search())
	require.NoError(t, c.followContexts(0))
	c.cancel()
	require.ErrorIs(t, search(), context.Canceled)
	require.ErrorIs(t, c.followContexts(0), context.Canceled)
}
