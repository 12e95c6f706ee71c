package imapd

import (
	"bufio"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/emersion/go-imap/v2"
)

const (
	writerBufSize = 32 << 10
	writeChunk    = 256 << 10 // what must go out within one write timeout
)

var writerPool = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, writerBufSize) }}

// writer gathers answers. Its buffer is borrowed while there is something in
// it, so that an idle session holds none. Errors stick and stop the session.
type writer struct {
	sink io.Writer
	bw   *bufio.Writer
	err  error
	open bool // the last line has no end yet
	num  [20]byte

	record func(line string) // receives each response line, if set
	shown  []byte
}

func (w *writer) buffer() *bufio.Writer {
	if w.bw == nil {
		w.bw = writerPool.Get().(*bufio.Writer)
		w.bw.Reset(w.sink)
	}
	return w.bw
}

// flush sends all that was written.
func (w *writer) flush() error {
	if w.bw == nil || w.err != nil {
		return w.err
	}
	w.err = w.bw.Flush()
	if z, ok := w.sink.(*deflater); ok && w.err == nil {
		w.err = z.Flush()
	}
	w.bw.Reset(nil)
	writerPool.Put(w.bw)
	w.bw = nil
	return w.err
}

// text writes protocol text as it is.
func (w *writer) text(s string) {
	if w.err == nil {
		_, w.err = w.buffer().WriteString(s)
		w.open = len(s) == 0 || s[len(s)-1] != '\n'
	}
	if w.record != nil {
		w.shown = append(w.shown, s...)
		w.recordLine()
	}
}

// recordLine hands on a finished response. Literals never reach shown, and
// no other text holds a line end but at its end.
func (w *writer) recordLine() {
	if n := len(w.shown); n > 1 && w.shown[n-1] == '\n' {
		w.record(string(w.shown[:n-2]))
		w.shown = w.shown[:0]
	}
}

func (w *writer) number(n uint64) {
	w.text(unsafeString(strconv.AppendUint(w.num[:0], n, 10)))
}

// unsafeString is for bytes that stay as they are while the string is used.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// literal writes bytes of a message; long ones go past the buffer. NUL has a
// place in a binary one alone and elsewhere becomes a byte that no charset
// gives a meaning.
func (w *writer) literal(t text, binary bool) {
	if binary {
		w.text("~")
	} else if t.hasNUL() {
		t = text{strings.ReplaceAll(t.a, "\x00", "\x80"), strings.ReplaceAll(t.b, "\x00", "\x80")}
	}
	size := strconv.Itoa(t.len())
	if w.record != nil {
		w.shown = append(w.shown, "{"+size+"}"+shownMessageID(t)...)
	}
	if w.err != nil {
		return
	}
	w.open = true
	b := w.buffer()
	b.WriteString("{")
	b.WriteString(size)
	b.WriteString("}\r\n")
	b.WriteString(t.a)
	_, w.err = b.WriteString(t.b)
}

// memo writes ready-made text that may hold literals.
func (w *writer) memo(s string) {
	if w.err == nil {
		_, w.err = w.buffer().WriteString(s)
		w.open = true
	}
	if w.record != nil {
		w.shown = append(w.shown, strings.ReplaceAll(s, "\r\n", " ")...)
	}
}

// name writes a folder name as this client reads it.
func (w *writer) name(s string, utf8 bool) {
	if !utf8 {
		s = encodeUTF7(s)
	}
	if quotable(s, utf8) {
		w.text(quote(s))
		return
	}
	w.literal(text{a: s}, false)
}

func (w *writer) flags(flags []imap.Flag, recent bool) {
	w.text("(")
	for i, f := range flags {
		if i > 0 {
			w.text(" ")
		}
		w.text(string(f))
	}
	if recent {
		if len(flags) > 0 {
			w.text(" ")
		}
		w.text(`\Recent`)
	}
	w.text(")")
}

// quotable tells whether s may stand in quotes.
func quotable(s string, utf8 bool) bool {
	if len(s) > 1000 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if ch := s[i]; ch < 0x20 && ch != '\t' || ch == 0x7f || (ch >= 0x80 && !utf8) {
			return false
		}
	}
	return true
}

func quote(s string) string {
	if strings.ContainsAny(s, `"\`) {
		s = strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`)
	}
	return `"` + s + `"`
}

// text is bytes of a message in at most two pieces.
type text struct{ a, b string }

func (t text) len() int { return len(t.a) + len(t.b) }

// slice is t[lo:hi], cut to what there is.
func (t text) slice(lo, hi int64) text {
	n := int64(t.len())
	hi = max(0, min(hi, n))
	lo = max(0, min(lo, hi))
	cut := func(s string, lo, hi int64) string {
		n := int64(len(s))
		return s[min(max(lo, 0), n):min(max(hi, 0), n)]
	}
	a := int64(len(t.a))
	return text{cut(t.a, lo, hi), cut(t.b, lo-a, hi-a)}
}

// netWriter gives each write to the connection its time, in pieces, so that
// a slow but living reader is not cut off.
type netWriter struct {
	nc      net.Conn
	timeout time.Duration
	until   time.Time // the deadline that the connection knows
}

func (n *netWriter) Write(p []byte) (written int, err error) {
	for err == nil && written < len(p) {
		n.arm()
		var k int
		k, err = n.nc.Write(p[written:min(len(p), written+writeChunk)])
		written += k
	}
	return written, err
}

// arm sets the deadline unless three quarters of the time are left.
func (n *netWriter) arm() {
	if n.timeout <= 0 {
		return
	}
	if now := time.Now(); n.until.Sub(now) < n.timeout*3/4 {
		n.until = now.Add(n.timeout)
		n.nc.SetWriteDeadline(n.until)
	}
}

// WriteString spares bufio the copy of long strings.
func (n *netWriter) WriteString(s string) (int, error) {
	return n.Write(unsafe.Slice(unsafe.StringData(s), len(s)))
}
