package netserve

import (
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
)

// scripted is a server that says something, and then fails.
type scripted struct {
	net.Conn
	says string
	err  error
}

func (s *scripted) Read(b []byte) (int, error) {
	if s.says == "" {
		return 0, s.err
	}
	n := copy(b, s.says)
	s.says = s.says[n:]
	return n, nil
}

// TestSpliceParts: a client is told of the end by whoever knows of it, once, and never in the middle of a line.
func TestSpliceParts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, says string
		err        error
		want       Parting
	}{
		{"hung up", "* BYE\r\n", io.EOF, Told},
		{"gone", "* 1 EXISTS\r\n", io.ErrUnexpectedEOF, Lost},
		{"gone at once", "", net.ErrClosed, Lost},
		{"gone in a line", "* 1 EX", io.ErrUnexpectedEOF, Told},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client, other := net.Pipe()
			behind, _ := net.Pipe()
			read := make(chan string)
			go func() {
				all, _ := io.ReadAll(other)
				read <- string(all)
			}()
			got := NewSplice(client, &scripted{behind, c.says, c.err}, 0).Run(nil)
			assert.NoError(t, client.Close())
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.says, <-read)
		})
	}
}
