package archive

import (
	"bufio"
	"errors"
	"io"
)

// lines reads a stream line by line.
type lines struct {
	r    *bufio.Reader
	most int64 // bytes of a line that are kept
	n    int   // lines read
	buf  []byte
}

func newLines(r io.Reader, most int64) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), most: most}
}

// next returns the next line with its line end, valid until the next call; cut says
// that it is longer than what is kept of it. io.EOF comes with no line.
func (l *lines) next() (line []byte, cut bool, err error) {
	l.buf = l.buf[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if room := l.most - int64(len(l.buf)); int64(len(part)) > room {
			cut = true
			l.buf = append(l.buf, part[:room]...)
		} else {
			l.buf = append(l.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil, errors.Is(err, io.EOF) && (len(l.buf) > 0 || cut):
			l.n++
			return l.buf, cut, nil
		default:
			return nil, false, err
		}
	}
}
