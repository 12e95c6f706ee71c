package imapd

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"time"
	"unsafe"

	"github.com/mailsim/mailsim/internal/pages"
)

const (
	maxLine       = 64 << 10 // one line of a command
	maxSkipped    = 1 << 20  // what of an overlong line is read past
	maxLiteral    = 64 << 10 // a literal that is an argument
	maxAnonymous  = 4 << 10  // the same before login
	maxArguments  = 1 << 20  // one command from its first literal on, message data apart
	literalChunk  = 64 << 10
	literalGrowth = 4 // so many times what has come there may be room for
	lineTimeout   = 5 * time.Minute
	chunkTimeout  = time.Minute
	readerBufSize = 4 << 10
)

var errLineTooLong = errors.New("line too long")

// reader reads lines and literals with bounded memory. Before it blocks it
// flushes what was answered so far, so pipelined commands share a write.
type reader struct {
	br     *bufio.Reader
	src    io.Reader
	flush  func() error // nil while another goroutine owns the writer
	expect func(time.Duration)
	arm    func() // is called before each read of src
	long   []byte // a line that did not fit the buffer
	head   []byte // how the line began that was given up last
	end    []byte // and how it ended: there may be the head of a literal
}

func newReader(src io.Reader, flush func() error, expect func(time.Duration), arm func()) *reader {
	r := &reader{src: src, flush: flush, expect: expect, arm: arm}
	r.br = bufio.NewReaderSize(r, readerBufSize)
	return r
}

// Read is the reader's own source for its buffer.
func (r *reader) Read(p []byte) (int, error) {
	if r.flush != nil {
		if err := r.flush(); err != nil {
			return 0, err
		}
	}
	r.arm()
	return r.src.Read(p)
}

// line reads a line and returns it without its end; it is valid until the
// next read. A longer line is read to its end and given up.
func (r *reader) line() ([]byte, error) {
	r.long = nil // an idle session holds no long line
	b, err := r.br.ReadSlice('\n')
	if err == nil {
		return trimEOL(b), nil
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		r.long = append(r.long, b...)
		if len(r.long) > maxLine {
			r.giveUp()
			return nil, r.skipLine()
		}
		b, err = r.br.ReadSlice('\n')
	}
	if err != nil {
		return nil, err
	}
	if r.long = append(r.long, b...); len(r.long) > maxLine {
		r.giveUp()
		r.end = trimEOL(r.end)
		return nil, errLineTooLong
	}
	return trimEOL(r.long), nil
}

// giveUp keeps of a line that is too long what is still asked of it.
func (r *reader) giveUp() {
	r.head, r.end = bytes.Clone(r.long[:maxTag+1]), nil
	r.keepEnd(r.long)
	r.long = nil
}

func (r *reader) keepEnd(b []byte) {
	r.end = append(r.end, b[max(0, len(b)-maxLiteralHead-len("\r\n")):]...)
	r.end = r.end[max(0, len(r.end)-maxLiteralHead-len("\r\n")):]
}

func (r *reader) skipLine() error {
	for skipped := 0; skipped < maxSkipped; {
		b, err := r.br.ReadSlice('\n')
		r.keepEnd(b)
		if err == nil {
			r.end = trimEOL(r.end)
			return errLineTooLong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		skipped += len(b)
	}
	return &errBye{"Line too long"}
}

func trimEOL(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}

// literal reads n bytes into memory that grows only as they arrive and ends
// up no larger than n.
func (r *reader) literal(n int64) (string, error) {
	if n == 0 {
		return "", nil
	}
	if n <= int64(r.br.Buffered()) { // the common case: all came with the command
		part, err := r.br.Peek(int(n))
		var s strings.Builder
		pages.Grow(&s, len(part))
		s.Write(part)
		r.br.Discard(len(part))
		return s.String(), err
	}
	b := make([]byte, 0, min(n, literalChunk))
	for int64(len(b)) < n {
		if len(b) == cap(b) {
			grown := make([]byte, len(b), min(n, literalGrowth*int64(cap(b))))
			pages.Ready(grown)
			copy(grown, b)
			b = grown
		}
		r.expect(chunkTimeout)
		part := b[len(b):min(cap(b), len(b)+literalChunk)]
		if len(part) >= pages.Large {
			pages.Ready(part)
		}
		got, err := io.ReadFull(r.br, part)
		b = b[:len(b)+got]
		if err != nil {
			return "", err
		}
	}
	return unsafe.String(&b[0], len(b)), nil // b is not touched again
}

// discard reads past n bytes.
func (r *reader) discard(n int64) error {
	for n > 0 {
		r.expect(chunkTimeout)
		part := min(n, literalChunk)
		if _, err := io.CopyN(io.Discard, r.br, part); err != nil {
			return err
		}
		n -= part
	}
	return nil
}
