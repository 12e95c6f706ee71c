package imapd

import (
	"compress/flate"
	"strings"
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
	deflate, err := flate.NewWriter(c.w.sink, flate.BestSpeed)
	if err != nil {
		return err
	}
	c.w.flate, c.w.sink = deflate, deflate
	// What is buffered already is compressed.
	plain := c.r
	plain.flush = nil
	c.r = newReader(&inflater{src: plain.br}, c.w.flush, c.expectRead)
	c.compressed = true
	return errAnswered
}
