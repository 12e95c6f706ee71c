package imapd

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"
)

// contextCase is a search that is followed, and what finds the same anew.
type contextCase struct{ verb, options, criteria, anew string }

// The numbers of criteria mean for good what they meant at the beginning, where
// each message had its UID as number.
var contextCases = []contextCase{
	{"SEARCH", "", "SEEN", ""},
	{"SEARCH", "", "NOT 1:9 FLAGGED", "NOT UID 1:9 FLAGGED"},
	{"UID SEARCH", "", "OR FLAGGED UNSEEN", ""},
	{"UID SEARCH", "", "3:7,11 UNSEEN", "UID 3:7,11 UNSEEN"},
	{"UID SEARCH", "", "SUBJECT b", ""},
	{"SEARCH", "", "ALL", ""},
	{"SORT", " (SUBJECT) UTF-8", "UNSEEN", ""},
	{"UID SORT", " (REVERSE SUBJECT ARRIVAL) UTF-8", "FLAGGED", ""},
	{"SORT", " (SIZE REVERSE FROM) UTF-8", "ALL", ""},
}

// TestContextsFollow lets two sessions change a folder at random. A client that does
// no more than apply ADDTO and REMOVEFROM has what a new search finds.
func TestContextsFollow(t *testing.T) {
	t.Parallel()
	for _, notify := range []string{"", "SELECTED", "SELECTED-DELAYED"} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(notify, seed), func(t *testing.T) {
				t.Parallel()
				m := newContextModel(t, seed)
				if notify != "" {
					m.do("NOTIFY SET (" + notify + " (MessageNew (UID) MessageExpunge FlagChange))")
				}
				for range 60 {
					for range m.rnd.IntN(4) {
						m.change()
					}
					m.do(m.command())
					if m.rnd.IntN(3) == 0 {
						m.compare()
					}
				}
			})
		}
	}
}

// contextModel is a client that keeps the results of its searches up to date.
type contextModel struct {
	t     *testing.T
	rnd   *rand.Rand
	acct  mailstore // of the other session
	c     *session
	tags  int
	count int // of messages, as told
	lists map[string][]int
}

// newContextModel logs in where there are few mails or many, in memory or in a universe.
func newContextModel(t *testing.T, seed uint64) *contextModel {
	m := &contextModel{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), lists: map[string][]int{}}
	var addr, login string
	if seed%2 == 0 {
		b := newMemBackend()
		_, addr = startServer(t, b, Options{})
		m.acct, login = b.acct, "user pass"
	} else {
		_, s, at := serveUniverse(t)
		acct, err := s.backend.Login(t.Context(), loginAttempt{Username: "app", Password: "s3cret"})
		require.NoError(t, err)
		t.Cleanup(func() { s.backend.(*hostBackend).closed(0) })
		m.acct, addr, login = acct, at, "app s3cret"
	}
	for range []int{12, 30, filterFrom + 10, filterFrom + 10}[seed] {
		m.file()
	}
	m.c = dial(t, addr)
	m.c.line()
	m.do("LOGIN " + login)
	m.do("SELECT INBOX")
	for i, x := range contextCases {
		tag := "x" + strconv.Itoa(i)
		m.lists[tag] = m.ask(tag, x, "UPDATE ALL", x.criteria)
	}
	return m
}

// compare searches anew.
func (m *contextModel) compare() {
	m.do("NOOP") // what is expunged is found by number until it is told
	for i, x := range contextCases {
		criteria := x.anew
		if criteria == "" {
			criteria = x.criteria
		}
		found := m.ask("anew", x, "ALL", criteria)
		require.Equal(m.t, found, m.lists["x"+strconv.Itoa(i)], "%s%s %s", x.verb, x.options, x.criteria)
	}
}

// ask searches, and returns what is found in its order.
func (m *contextModel) ask(tag string, x contextCase, options, criteria string) []int {
	answer := m.run(tag, fmt.Sprintf("%s RETURN (%s)%s %s", x.verb, options, x.options, criteria))
	for _, line := range answer {
		if found := contextResult.FindStringSubmatch(line); found != nil && found[1] == tag {
			return m.numbers(found[2])
		}
	}
	m.t.Fatal("no result: ", answer)
	return nil
}

var (
	contextResult = regexp.MustCompile(`^\* ESEARCH \(TAG "(\w+)"\)(?: UID)?(?: ALL (\S+))?$`)
	contextUpdate = regexp.MustCompile(`^\* ESEARCH \(TAG "(\w+)"\)( UID)? (ADDTO|REMOVEFROM) \((.+)\)$`)
	contextCount  = regexp.MustCompile(`^\* (\d+) (EXISTS|EXPUNGE)$`)
)

func (m *contextModel) do(command string) {
	m.tags++
	m.run("a"+strconv.Itoa(m.tags), command)
}

// run sends a command and takes in what is told up to its end.
func (m *contextModel) run(tag, command string) (lines []string) {
	_, err := m.c.Write([]byte(tag + " " + command + "\r\n"))
	require.NoError(m.t, err)
	for {
		line := m.c.line()
		require.NotContains(m.t, line, "<", command)
		if strings.HasPrefix(line, tag+" ") {
			if !strings.HasSuffix(line, "Invalid message sequence number") { // it was expunged just now
				require.Regexp(m.t, "^"+tag+" OK", line, command)
			}
			return lines
		}
		lines = append(lines, line)
		if update := contextUpdate.FindStringSubmatch(line); update != nil {
			m.update(update[1], update[2] != "", update[3] == "ADDTO", strings.Fields(update[4]))
		} else if count := contextCount.FindStringSubmatch(line); count != nil {
			m.counted(m.number(count[1]), count[2] == "EXPUNGE")
		}
	}
}

// update applies pairs of a place and a set.
func (m *contextModel) update(tag string, uid, add bool, pairs []string) {
	list := m.lists[tag]
	for ; len(pairs) > 0; pairs = pairs[2:] {
		at, numbers := m.number(pairs[0]), m.numbers(pairs[1])
		for k, n := range numbers {
			if !uid {
				require.LessOrEqual(m.t, n, m.count)
			}
			i := slices.Index(list, n)
			switch {
			case add && at == 0:
				require.Negative(m.t, i, "%d is in %v already", n, list)
				list = append(list, n)
				slices.Sort(list)
			case add:
				require.Negative(m.t, i, "%d is in %v already", n, list)
				list = slices.Insert(list, at-1+k, n)
			case at == 0:
				require.GreaterOrEqual(m.t, i, 0, "%d is not in %v", n, list)
				list = slices.Delete(list, i, i+1)
			default:
				require.Equal(m.t, at-1, i, "%d in %v", n, list)
				list = slices.Delete(list, i, i+1)
			}
		}
	}
	m.lists[tag] = list
}

// counted moves the numbers behind an expunged one.
func (m *contextModel) counted(n int, expunged bool) {
	if !expunged {
		m.count = n
		return
	}
	m.count--
	for i, x := range contextCases {
		list := m.lists["x"+strconv.Itoa(i)]
		if strings.HasPrefix(x.verb, "UID") {
			continue
		}
		require.NotContains(m.t, list, n, "the result loses a message before the folder does")
		for k := range list {
			if list[k] > n {
				list[k]--
			}
		}
	}
}

func (m *contextModel) number(s string) int {
	n, err := strconv.Atoi(s)
	require.NoError(m.t, err)
	return n
}

func (m *contextModel) numbers(set string) []int {
	out := []int{}
	for part := range strings.SplitSeq(set, ",") {
		if part == "" {
			continue
		}
		from, to, ok := strings.Cut(part, ":")
		if !ok {
			to = from
		}
		for n := m.number(from); n <= m.number(to); n++ {
			out = append(out, n)
		}
	}
	return out
}

// command is what the client does next.
func (m *contextModel) command() string {
	set := "*"
	if m.count > 0 {
		set = strconv.Itoa(1 + m.rnd.IntN(m.count))
	}
	flag := m.flag()
	return []string{
		"NOOP", "FETCH 1:* FLAGS", "FETCH " + set + " BODY[TEXT]", "EXPUNGE", "UID SEARCH ALL",
		"UID STORE " + set + ":* +FLAGS (" + flag + ")", "STORE " + set + " -FLAGS.SILENT (" + flag + ")", "UID STORE 1:* FLAGS (" + flag + ")",
		"APPEND INBOX (" + flag + ") {12+}\r\nSubject: bb\r\n",
	}[m.rnd.IntN(9)]
}

func (m *contextModel) flag() string {
	return []string{`\Seen`, `\Flagged`, `\Deleted`}[m.rnd.IntN(3)]
}

// change is what the other session does next.
func (m *contextModel) change() {
	ctx := context.Background()
	f, err := m.acct.Status(inbox)
	require.NoError(m.t, err)
	var uids []uint32
	for range 1 + m.rnd.IntN(3) {
		uids = append(uids, 1+uint32(m.rnd.IntN(int(f.UIDNext))))
	}
	slices.Sort(uids)
	uids = slices.Compact(uids)
	switch m.rnd.IntN(5) {
	case 0:
		m.file()
	case 1, 2:
		_, err = m.acct.Store(ctx, inbox, uids, imap.StoreFlagsAdd, []imap.Flag{imap.Flag(m.flag())}, nil)
	case 3:
		_, err = m.acct.Store(ctx, inbox, uids, imap.StoreFlagsDel, []imap.Flag{imap.Flag(m.flag())}, nil)
	case 4:
		_, err = m.acct.Expunge(ctx, inbox, nil)
	}
	require.NoError(m.t, err)
}

func (m *contextModel) file() {
	subject := string("abc"[m.rnd.IntN(3)])
	data := "From: " + subject + "@a.test\r\nSubject: " + subject + "\r\n\r\n" + strings.Repeat("x", m.rnd.IntN(3))
	_, _, err := m.acct.Append(context.Background(), inbox, []newMessage{{Data: data, Flags: []imap.Flag{imap.Flag(m.flag())}}})
	require.NoError(m.t, err)
}
