package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// mboxReader reads the mails of one mbox.
type mboxReader struct {
	l       *lines
	name    string
	o       Options
	like    mailsim.Archived
	yield   yields
	mail    mailsim.Archived // the one being read
	raw     []byte
	open    bool // one is being read
	header  bool // in its header
	big     bool // it is bigger than it may be
	last    int  // length of its last line, when that is blank
	lengths bool // Content-Length has told the truth so far
}

func readMbox(l *lines, name string, o Options, like mailsim.Archived, yield yields) bool {
	m := &mboxReader{l: l, name: name, o: o, like: like, yield: yield, lengths: o.Format != Mbox && o.Format != Mboxo}
	blank, stray := true, false
	for {
		line, cut, err := m.l.next()
		if errors.Is(err, io.EOF) {
			return m.finish()
		}
		if err != nil {
			return m.finish() && yield(mailsim.Archived{Place: m.place()}, err)
		}
		if blank {
			if from, at, ok := separator(line); ok {
				if !m.finish() {
					return false
				}
				m.begin(from, at)
				blank = false
				continue
			}
		}
		if !m.open && !stray && len(bytes.TrimSpace(line)) > 0 {
			stray = true
			if !yield(mailsim.Archived{Place: m.place()}, errors.New("this is not an mbox: it has no line that begins with \"From \"")) {
				return false
			}
		}
		blank = isBlank(line)
		m.add(line, cut)
		if m.header && blank {
			m.header = false
			if blank, err = m.byLength(); err != nil {
				return m.finish() && yield(mailsim.Archived{Place: m.place()}, err)
			}
		}
	}
}

func isBlank(line []byte) bool { return string(line) == "\n" || string(line) == "\r\n" }

func (m *mboxReader) place() string { return shown(m.name) + ":" + strconv.Itoa(max(1, m.l.n)) }

// begin begins a mail.
func (m *mboxReader) begin(from string, at time.Time) {
	m.mail = m.like
	m.mail.Place, m.mail.From, m.mail.Time = m.place(), from, at
	m.raw, m.open, m.header, m.big, m.last = nil, true, true, false, 0
}

// add adds a line to the mail.
func (m *mboxReader) add(line []byte, cut bool) {
	if !m.open || m.big {
		return
	}
	if !m.header && line[0] == '>' && quoted(line, m.o.Format == Mboxo) {
		line = line[1:]
	}
	if cut || int64(len(m.raw)+len(line)) > m.o.MaxMail {
		m.raw, m.big = nil, true
		return
	}
	m.raw = append(m.raw, line...)
	if m.last = 0; isBlank(line) {
		m.last = len(line)
	}
}

// quoted tells whether a line has a > that its writer put there.
func quoted(line []byte, once bool) bool {
	rest := bytes.TrimLeft(line, ">")
	return bytes.HasPrefix(rest, []byte("From ")) && (!once || len(line)-len(rest) == 1)
}

// byLength reads the body by the length that the header gives, where a separator or the
// end is behind it. It reports whether a separator may come next.
func (m *mboxReader) byLength() (blank bool, err error) {
	n, ok := contentLength(m.raw)
	if !ok || !m.lengths || m.big || !m.open || int64(len(m.raw))+n > m.o.MaxMail {
		return true, nil
	}
	body := make([]byte, 0, min(n, 1<<20))
	buf := bytes.NewBuffer(body)
	if _, err := io.CopyN(buf, m.l.r, n); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	body = buf.Bytes()
	ahead, _ := m.l.r.Peek(7)
	ahead = bytes.TrimPrefix(bytes.TrimPrefix(ahead, []byte("\r")), []byte("\n"))
	if int64(len(body)) == n && (len(bytes.TrimSpace(ahead)) == 0 && len(ahead) < 5 || bytes.HasPrefix(ahead, []byte("From "))) {
		m.raw = append(withoutField(m.raw, "content-length"), body...)
		m.l.n += bytes.Count(body, []byte("\n"))
		m.last = 0
		if next, _ := m.l.r.Peek(1); len(next) > 0 && next[0] != 'F' {
			if _, _, err := m.l.next(); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	m.lengths = false // it lies, and is not believed again in this file
	m.l.r = newLines(io.MultiReader(bytes.NewReader(body), m.l.r), 0).r
	return true, nil
}

// contentLength is what a header says of its body.
func contentLength(header []byte) (n int64, ok bool) {
	for line := range bytes.Lines(header) {
		name, value, colon := bytes.Cut(line, []byte(":"))
		if colon && strings.EqualFold(string(name), "content-length") {
			n, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 62)
			return n, err == nil && n >= 0
		}
	}
	return 0, false
}

// finish yields the mail that was read.
func (m *mboxReader) finish() bool {
	if !m.open {
		return true
	}
	m.open = false
	if m.big {
		return m.yield(mailsim.Archived{Place: m.mail.Place}, tooBig(m.o))
	}
	raw := m.raw[:len(m.raw)-m.last] // without the line that parts it from the next
	if len(bytes.TrimSpace(raw)) == 0 {
		return m.yield(mailsim.Archived{Place: m.mail.Place}, errors.New("the mail is empty"))
	}
	raw, m.mail.Flags = takeStatus(raw)
	m.mail.Raw = wire(raw)
	m.raw = nil
	return m.yield(m.mail, nil)
}

// separator reads the line that begins a mail: "From sender date", sender being "" for
// what no sender stands for.
func separator(line []byte) (from string, at time.Time, ok bool) {
	if !bytes.HasPrefix(line, []byte("From ")) || len(line) > 1000 {
		return "", time.Time{}, false
	}
	words := strings.Fields(string(line[5:]))
	for i := range words {
		if at, ok = separatorTime(words[i:]); ok {
			if from = strings.Join(words[:i], " "); !strings.Contains(from, "@") {
				from = ""
			}
			return from, at, true
		}
	}
	return "", time.Time{}, false
}

// separatorTime reads the date of a separator, with a zone or without.
func separatorTime(words []string) (time.Time, bool) {
	text := strings.Join(words, " ")
	for _, layout := range []string{"Mon Jan 2 15:04:05 2006", "Mon Jan 2 15:04:05 2006 -0700", "Mon Jan 2 15:04:05 -0700 2006", "Mon Jan 2 15:04:05 MST 2006", "Mon Jan 2 15:04 2006", "Mon, 2 Jan 2006 15:04:05 -0700"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// writeMbox writes one mail.
func writeMbox(w io.Writer, f Format, m mailsim.Archived) error {
	raw := putStatus(unix(m.Raw), m.Flags)
	if f == Mboxcl2 {
		head, body := split(raw)
		if len(body) > 0 && !bytes.HasSuffix(body, []byte("\n")) {
			body = append(bytes.Clone(body), '\n')
		}
		raw = bytes.Join([][]byte{withoutField(head, "content-length"), []byte("Content-Length: " + strconv.Itoa(len(body)) + eol(head)), []byte(eol(head)), body}, nil)
	}
	from := m.From
	if from == "" || strings.ContainsAny(from, " \t\r\n") {
		from = "MAILER-DAEMON"
	}
	at := m.Time
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "From %s %s\n", from, at.UTC().Format(time.ANSIC))
	if f == Mboxcl2 {
		b.Write(raw)
	} else {
		head, _ := split(raw)
		b.Write(head) // no blank line is in it, and so nothing that looks like a separator
		for line := range bytes.Lines(raw[len(head):]) {
			rest := line
			if f == Mbox {
				rest = bytes.TrimLeft(line, ">")
			}
			if bytes.HasPrefix(rest, []byte("From ")) {
				b.WriteByte('>')
			}
			b.Write(line)
		}
	}
	if !bytes.HasSuffix(raw, []byte("\n")) {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}
