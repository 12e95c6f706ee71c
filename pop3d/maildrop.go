package pop3d

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
)

// inbox is the folder that a maildrop is.
const inbox = "INBOX"

// maildrop is an INBOX as it was at the login. Messages are numbered from 1.
type maildrop struct {
	key     dropKey
	box     mailsim.Access
	snap    mailsim.Snapshot
	deleted map[int]bool // by position
	seen    map[int]bool // retrieved, and not \Seen before
	sizes   []int        // of the messages as they are sent
	left    int          // messages that are not deleted
	bytes   int          // and their size
}

func openMaildrop(key dropKey, box mailsim.Access) (*maildrop, error) {
	snap, err := box.Open(inbox)
	if err != nil {
		return nil, err
	}
	d := &maildrop{key: key, box: box, snap: snap, deleted: map[int]bool{}, seen: map[int]bool{}, sizes: make([]int, snap.Len()), left: snap.Len()}
	i := 0
	if err := readable(func() {
		for m := range snap.From(0) {
			d.sizes[i] = sizeOf(m)
			d.bytes += d.sizes[i]
			i++
		}
	}); err != nil {
		return nil, err
	}
	return d, nil
}

// describe is what STAT counts, in words.
func (d *maildrop) describe() string {
	return fmt.Sprintf("%d messages (%d octets)", d.left, d.bytes)
}

// message returns the position of a message by its number, if it is there and not
// deleted.
func (d *maildrop) message(number string) (i int, ok bool) {
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil || n < 1 || int(n) > d.snap.Len() || d.deleted[int(n)-1] {
		return 0, false
	}
	return int(n) - 1, true
}

func (d *maildrop) delete(i int) {
	d.deleted[i] = true
	d.left--
	d.bytes -= d.sizes[i]
}

func (d *maildrop) undelete() {
	for i := range d.deleted {
		d.left++
		d.bytes += d.sizes[i]
	}
	clear(d.deleted)
}

// uid names a message forever: a UID is valid with the folder's UIDVALIDITY.
func (d *maildrop) uid(i int) string {
	return strconv.FormatUint(uint64(d.snap.UIDValidity()), 10) + "." + strconv.FormatUint(uint64(d.snap.At(i).UID()), 10)
}

// update removes what was deleted, for good. What others removed is passed over.
func (d *maildrop) update(ctx context.Context) error {
	uids := d.uids(d.deleted)
	if len(uids) == 0 {
		return nil
	}
	if _, err := d.box.StoreFlags(ctx, inbox, uids, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil); err != nil {
		return err
	}
	_, err := d.box.Expunge(ctx, inbox, uids)
	return err
}

// noteSeen flags what was retrieved.
func (d *maildrop) noteSeen() {
	for i := range d.deleted {
		delete(d.seen, i)
	}
	if uids := d.uids(d.seen); len(uids) > 0 {
		_, _ = d.box.StoreFlags(context.Background(), inbox, uids, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagSeen}, nil)
	}
}

// uids are those of positions, in order.
func (d *maildrop) uids(of map[int]bool) []uint32 {
	if len(of) == 0 {
		return nil
	}
	out := make([]uint32, 0, len(of))
	for i := range d.snap.Len() {
		if of[i] {
			out = append(out, d.snap.At(i).UID())
		}
	}
	return out
}

// sizeOf is the size of a message as it is sent: every line ends in CRLF.
func sizeOf(m mailsim.Stored) int {
	trace, body := m.Parts()
	return len(trace) + len(body) + bareLF(trace) + bareLF(body) + unended(trace, body)
}

func bareLF(s string) int { return strings.Count(s, "\n") - strings.Count(s, "\r\n") }

// unended is the length of the end that a message lacks.
func unended(trace, body string) int {
	if body == "" {
		body = trace
	}
	if body == "" || strings.HasSuffix(body, "\n") {
		return 0
	}
	return len("\r\n")
}

// dotWriter writes a message as POP3 wants it: lines end in CRLF, and those that
// begin with a dot get another (RFC 1939 section 3).
type dotWriter struct {
	w    *bufio.Writer
	mid  bool // not at the beginning of a line
	last byte
}

func (d *dotWriter) write(s string) error {
	for s != "" {
		line, rest, ended := strings.Cut(s, "\n")
		if !d.mid && strings.HasPrefix(line, ".") {
			_ = d.w.WriteByte('.')
		}
		_, err := d.w.WriteString(line)
		if line != "" {
			d.mid, d.last = true, line[len(line)-1]
		}
		if ended {
			if !d.mid || d.last != '\r' {
				_ = d.w.WriteByte('\r')
			}
			err = d.w.WriteByte('\n')
			d.mid, d.last = false, '\n'
		}
		if err != nil {
			return err
		}
		s = rest
	}
	return nil
}

// end writes the line that ends an answer of many lines.
func (d *dotWriter) end() {
	if d.mid {
		_, _ = d.w.WriteString("\r\n")
	}
	_, _ = d.w.WriteString(".\r\n")
}

// firstLines returns what TOP shows of a body: its header and n lines of text.
func firstLines(body string, header, n int) string {
	end := min(header, len(body))
	for ; n > 0 && end < len(body); n-- {
		i := strings.IndexByte(body[end:], '\n')
		if i < 0 {
			return body
		}
		end += i + 1
	}
	return body[:end]
}
