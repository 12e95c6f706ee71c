// Package dialogue reads and plays testdata/dialogues.txt, for the tests of servers.
package dialogue

import (
	"bufio"
	"io"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Dialogue is one line of the file.
type Dialogue struct {
	Line          int
	Text          string   // what is sent, in the notation of the file, with what was sent before
	before, lines []string // as sent
	Want, Postfix []string // replies: codes, for a pipelined text several with commas
}

var repeats = regexp.MustCompile(`\{([A-Za-z.]+)\*(\d+)\}`)

// unescape turns the notation of the file into what is sent.
func unescape(s string) string {
	s = repeats.ReplaceAllStringFunc(s, func(m string) string {
		part := repeats.FindStringSubmatch(m)
		n, _ := strconv.Atoi(part[2])
		return strings.Repeat(part[1], n)
	})
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'r':
			b.WriteByte('\r')
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 's':
			b.WriteByte(' ')
		case 'e':
		case 'x':
			n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			b.WriteByte(byte(n))
			i += 2
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func commandsOf(s string) (out []string) {
	for part := range strings.SplitSeq(s, " | ") {
		if part != "" {
			out = append(out, unescape(part))
		}
	}
	return out
}

// Read reads the file.
func Read(t *testing.T, file string) (out []Dialogue) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var before []string
	named := ""
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "", strings.HasPrefix(line, "#"):
			continue
		case strings.HasPrefix(line, "["):
			before, named = commandsOf(strings.Trim(line, "[]")), line
			continue
		}
		sent, replies, ok := strings.Cut(line, " => ")
		require.True(t, ok, "line %d", n)
		ours, theirs, differs := strings.Cut(replies, "   ; Postfix: ")
		d := Dialogue{Line: n, Text: named + " " + sent, before: before, lines: commandsOf(sent), Want: strings.Split(ours, " | ")}
		if d.Postfix = d.Want; differs {
			d.Postfix = strings.Split(theirs, " | ")
		}
		require.Len(t, d.Want, len(d.lines), "line %d", n)
		out = append(out, d)
	}
	require.Greater(t, len(out), 400)
	return out
}

// Play speaks a dialogue and returns the replies in the file's notation.
func (d Dialogue) Play(t *testing.T, addr string) []string {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer nc.Close()
	_ = nc.SetDeadline(time.Now().Add(20 * time.Second))
	r := bufio.NewReader(nc)
	reply := func() string {
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return "closed"
			}
			if line = strings.TrimRight(line, "\r\n"); len(line) > 3 && line[3] == '-' {
				continue
			}
			code, rest, _ := strings.Cut(line, " ")
			if enhanced, _, _ := strings.Cut(rest, " "); strings.Count(enhanced, ".") == 2 {
				code += " " + enhanced
			}
			return code
		}
	}
	reply()
	for _, line := range d.before {
		_, _ = io.WriteString(nc, line+"\r\n")
		reply()
	}
	var got []string
	for i, line := range d.lines {
		_, _ = io.WriteString(nc, line+"\r\n")
		var each []string
		for range strings.Count(d.Want[i], ",") + 1 {
			each = append(each, reply())
		}
		got = append(got, strings.Join(each, ", "))
	}
	return got
}
