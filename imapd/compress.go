package imapd

import (
	"compress/flate"
	"io"
	"strings"
	"sync"
)

// compress is COMPRESS=DEFLATE (RFC 4978).
func (c *conn) compress(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	mechanism, err := req.atom()
	if err != nil {
		return err
	}
	if err := req.end(); err != nil {
		return err
	}
	if !strings.EqualFold(mechanism, "DEFLATE") {
		return no("", "Unknown compression mechanism")
	}
	if c.compressed {
		return no(codeCompressionActive, "DEFLATE is already active")
	}
	c.w.text(req.tag + " OK Begin compression\r\n")
	if err := c.w.flush(); err != nil {
		return err
	}
	c.w.sink = &deflater{sink: c.w.sink}
	// What is buffered already is compressed.
	plain := c.r
	plain.flush = nil
	c.r = newReader(&inflater{src: plain.br}, c.w.flush, c.expectRead, c.arm)
	c.compressed = true
	return errAnswered
}

// A flate.Writer takes more than half a megabyte.
var flatePool = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is a valid one
	return w
}}

// deflater compresses with a borrowed writer that it gives back at each
// Flush. What comes after that refers to nothing before it, which costs some
// compression, and an idle session holds no memory for it.
type deflater struct {
	sink io.Writer
	fw   *flate.Writer
	last bool // the next Flush ends the stream
}

func (z *deflater) Write(p []byte) (int, error) {
	if z.fw == nil {
		z.fw = flatePool.Get().(*flate.Writer)
		z.fw.Reset(z.sink)
	}
	return z.fw.Write(p)
}

func (z *deflater) Flush() error {
	if z.fw == nil {
		return nil
	}
	flush := z.fw.Flush
	if z.last {
		flush = z.fw.Close // without an end, readers take the stream to be cut
	}
	err := flush()
	z.fw.Reset(io.Discard)
	flatePool.Put(z.fw)
	z.fw = nil
	return err
}
