package imapd

import (
	"bufio"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// modelMessage is a message of INBOX as it must be.
type modelMessage struct {
	uid   int
	flags map[string]bool
}

// modelClient is a client that believes what it is told: its list of messages changes
// by EXISTS and EXPUNGE alone.
type modelClient struct {
	t    *testing.T
	nc   net.Conn
	r    *bufio.Reader
	size int
}

var untagged = regexp.MustCompile(`^\* (\d+) (EXISTS|EXPUNGE)$`)

// say sends a command and returns the other lines and the reply.
func (c *modelClient) say(command string) (lines []string) {
	go fmt.Fprintf(c.nc, "x %s\r\n", command)
	for {
		line, err := c.r.ReadString('\n')
		require.NoError(c.t, err, command)
		line = strings.TrimRight(line, "\r\n")
		if m := untagged.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1])
			if m[2] == "EXISTS" {
				require.GreaterOrEqual(c.t, n, c.size, "%s: EXISTS never takes away", command)
				c.size = n
			} else {
				require.True(c.t, n >= 1 && n <= c.size, "%s: EXPUNGE %d of %d", command, n, c.size)
				c.size--
			}
			continue
		}
		if lines = append(lines, line); strings.HasPrefix(line, "x ") {
			return lines
		}
	}
}

var fetchedFlags = regexp.MustCompile(`^\* (\d+) FETCH \(UID (\d+) FLAGS \(([^)]*)\)\)$`)

// FuzzSessions lets two clients work in one folder, and holds what each is shown
// against a model after every command.
func FuzzSessions(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 0, 9, 1, 4, 0, 0, 2})
	f.Add([]byte{0, 0, 16, 0, 2, 0, 3, 1, 20, 0, 6, 1, 0, 0, 23, 2, 8, 1, 5, 0})
	f.Add([]byte("\x00\x00\x01\x00\x13\x00\x14\x00\x00\x00\x07\x01\x17\x01\x18\x02\x15\x01"))
	f.Fuzz(func(t *testing.T, script []byte) {
		b := newMemBackend()
		s := newServer(b, Options{MaxBytes: 1 << 16, IdleTimeout: -1})
		clients := make([]*modelClient, 2)
		for i := range clients {
			near, far := net.Pipe()
			c := newConn(s, far, uint64(i))
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				c.serve(nil)
				c.close()
			}()
			defer func() {
				near.Close()
				<-ended
			}()
			clients[i] = &modelClient{t: t, nc: near, r: bufio.NewReader(near)}
			_, err := clients[i].r.ReadString('\n')
			require.NoError(t, err)
			clients[i].say("LOGIN user pass")
			clients[i].say("SELECT INBOX")
		}
		var model []modelMessage
		next := 1
		drop := func(gone func(modelMessage) bool) { model = slices.DeleteFunc(model, gone) }
		for len(script) >= 2 && next < 100 {
			c, op, arg := clients[script[0]>>4&1], script[0]&15%10, int(script[1])
			script = script[2:]
			uid := 999
			var m *modelMessage
			if len(model) > 0 {
				m = &model[arg%len(model)]
				uid = m.uid
			}
			var lines []string
			mark := func(flag string, on bool) {
				sign := "-"
				if on {
					sign = "+"
				}
				lines = c.say(fmt.Sprintf("UID STORE %d %sFLAGS (%s)", uid, sign, flag))
				if m != nil {
					m.flags[flag] = on
				}
			}
			switch op {
			case 0, 1:
				lines = c.say("APPEND INBOX {1+}\r\nx")
				model = append(model, modelMessage{next, map[string]bool{}})
				next++
			case 2:
				mark(`\Flagged`, arg&64 == 0)
			case 3:
				mark(`\Deleted`, arg&64 == 0)
			case 4:
				lines = c.say("EXPUNGE")
				drop(func(m modelMessage) bool { return m.flags[`\Deleted`] })
			case 5:
				lines = c.say(fmt.Sprintf("UID EXPUNGE %d", uid))
				drop(func(m modelMessage) bool { return m.uid == uid && m.flags[`\Deleted`] })
			case 6:
				lines = c.say("NOOP")
			case 7:
				lines = c.say(fmt.Sprintf("UID COPY %d INBOX", uid))
				if m != nil {
					flags := map[string]bool{}
					for flag, on := range m.flags {
						flags[flag] = on
					}
					model = append(model, modelMessage{next, flags})
					next++
				}
			case 8:
				lines = c.say(fmt.Sprintf("UID MOVE %d Archive", uid))
				drop(func(m modelMessage) bool { return m.uid == uid })
			case 9: // another looks, who is not told of all yet
				lines = c.say("UID FETCH 1:* (FLAGS)")
			}
			require.Regexp(t, "^x OK ", last(lines), "op %d", op)
			for i, c := range clients {
				if i == 1 && op == 9 {
					continue // this one falls behind
				}
				c.say("NOOP")
				require.Equal(t, len(model), c.size, "client %d after op %d", i, op)
				lines := c.say("UID FETCH 1:* (UID FLAGS)")
				require.Len(t, lines, len(model)+1)
				for k, line := range lines[:len(model)] {
					got := fetchedFlags.FindStringSubmatch(line)
					require.NotNil(t, got, line)
					require.Equal(t, []string{strconv.Itoa(k + 1), strconv.Itoa(model[k].uid)}, got[1:3], line)
					shown := map[string]bool{}
					for _, flag := range strings.Fields(got[3]) {
						shown[flag] = true
					}
					for _, flag := range []string{`\Flagged`, `\Deleted`} {
						require.Equal(t, model[k].flags[flag], shown[flag], line)
					}
				}
			}
		}
	})
}
