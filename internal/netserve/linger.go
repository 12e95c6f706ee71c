package netserve

import (
	"io"
	"net"
	"time"
)

// Bounds of what Linger passes over.
const (
	lingerTime  = 100 * time.Millisecond
	lingerBytes = 256 << 10
)

// Linger ends what is sent to a client that was told why it has to go, and passes over
// what it has sent meanwhile: a connection that is closed with bytes unread is reset
// (RFC 1122 section 4.2.2.13), and the client's system may then drop what was said last.
// The caller closes the connection.
func Linger(nc net.Conn) {
	half, ok := nc.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	_ = nc.SetReadDeadline(time.Now().Add(lingerTime))
	_, _ = io.CopyN(io.Discard, nc, lingerBytes)
}
