package relay

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"

	"github.com/emersion/go-smtp"
)

// maxHello bounds what a server may say before TLS begins, in bytes.
const maxHello = 64 << 10

// startTLS says hello in the protocol's way, begins TLS, and returns a connection that
// looks to go-smtp as if it were new: the first thing to be read from it is the greeting.
// go-smtp's own STARTTLS says EHLO to LMTP servers too, which they refuse (RFC 2033).
func (c *Client) startTLS(conn net.Conn) (net.Conn, error) {
	text := textproto.NewReader(bufio.NewReader(io.LimitReader(conn, maxHello)))
	reply := func(want int) (string, error) {
		code, msg, err := text.ReadResponse(want)
		var refused *textproto.Error
		if errors.As(err, &refused) {
			return "", replyOf(code, msg)
		}
		return msg, err
	}
	if _, err := reply(220); err != nil {
		return nil, err
	}
	verb := "EHLO"
	if c.o.LMTP {
		verb = "LHLO"
	}
	if _, err := fmt.Fprintf(conn, "%s %s\r\n", verb, c.o.Hello); err != nil {
		return nil, err
	}
	extensions, err := reply(250)
	if err != nil {
		return nil, err
	}
	if !offers(extensions, "STARTTLS") {
		return nil, fmt.Errorf("%s does not offer STARTTLS", c.o.Addr)
	}
	if _, err := io.WriteString(conn, "STARTTLS\r\n"); err != nil {
		return nil, err
	}
	if _, err := reply(220); err != nil {
		return nil, err
	}
	if text.R.Buffered() > 0 { // whoever sent it could pretend that it came by TLS (CVE-2011-0411)
		return nil, fmt.Errorf("%s sent more after its answer to STARTTLS", c.o.Addr)
	}
	secure := tls.Client(conn, c.tls())
	return &greeted{Conn: secure, r: io.MultiReader(strings.NewReader("220 TLS\r\n"), secure)}, nil
}

// replyOf is a refusal as go-smtp has it, with its enhanced code (RFC 2034) apart.
func replyOf(code int, text string) *smtp.SMTPError {
	e := &smtp.SMTPError{Code: code, Message: text}
	status, rest, _ := strings.Cut(text, " ")
	var parts smtp.EnhancedCode
	if n, _ := fmt.Sscanf(status, "%d.%d.%d", &parts[0], &parts[1], &parts[2]); n == 3 {
		e.EnhancedCode, e.Message = parts, rest
	}
	return e
}

// offers reports whether an answer to hello, whose first line is the server's name, lists
// an extension.
func offers(answer, extension string) bool {
	lines := strings.Split(answer, "\n")
	for _, line := range lines[1:] {
		if name, _, _ := strings.Cut(line, " "); strings.EqualFold(name, extension) {
			return true
		}
	}
	return false
}

// greeted is a connection with a greeting before what comes by it.
type greeted struct {
	net.Conn
	r io.Reader
}

func (g *greeted) Read(p []byte) (int, error) { return g.r.Read(p) }
