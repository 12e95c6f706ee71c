package mailsimtest

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// pair is a connection in memory, both its ends.
func pair(t *testing.T, bubble bool) (client, server net.Conn) {
	t.Helper()
	l := newPipeListener(25, bubble)
	accepted := make(chan net.Conn, 1)
	go func() {
		c, _ := l.Accept()
		accepted <- c
	}()
	client, err := l.dial(t.Context())
	require.NoError(t, err)
	return client, <-accepted
}

// TestPipeDeadlines end what waits, as those of a socket do; in a bubble only
// those that have passed when they are set.
func TestPipeDeadlines(t *testing.T) {
	t.Parallel()
	for _, bubble := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			client, server := pair(t, bubble)
			one := make([]byte, 1)
			require.NoError(t, client.SetReadDeadline(time.Now().Add(-time.Second)))
			_, err := client.Read(one)
			require.ErrorIs(t, err, os.ErrDeadlineExceeded)
			require.NoError(t, client.SetWriteDeadline(time.Unix(1, 0)))
			_, err = client.Write(one)
			require.ErrorIs(t, err, os.ErrDeadlineExceeded)
			require.NoError(t, client.SetDeadline(time.Time{}))
			_, err = client.Write(one)
			require.NoError(t, err)
			_, err = server.Write(one)
			require.NoError(t, err)
			_, err = client.Read(one)
			require.NoError(t, err)

			start := time.Now()
			require.NoError(t, client.SetReadDeadline(start.Add(time.Minute)))
			require.NoError(t, client.SetReadDeadline(start.Add(2*time.Minute))) // the later call counts
			time.AfterFunc(time.Hour, func() { _, _ = server.Write([]byte("x")) })
			_, err = client.Read(one)
			if bubble {
				require.NoError(t, err)
				assert.Equal(t, time.Hour, time.Since(start))
				return
			}
			require.ErrorIs(t, err, os.ErrDeadlineExceeded)
			assert.Equal(t, 2*time.Minute, time.Since(start))
			require.NoError(t, client.SetWriteDeadline(time.Now().Add(time.Minute)))
			n, err := client.Write(make([]byte, 2*maxBuffered))
			require.ErrorIs(t, err, os.ErrDeadlineExceeded)
			assert.Equal(t, maxBuffered-1, n, "one octet was there")
		})
	}
}

// TestPipeEnds has what was written read to its end, and nobody wait for who is gone.
func TestPipeEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, server := pair(t, true)
		_, err := io.WriteString(client, "to the end")
		require.NoError(t, err)
		waiting := make(chan error, 1)
		go func() {
			_, err := client.Read(make([]byte, 1))
			waiting <- err
		}()
		synctest.Wait()
		require.NoError(t, client.Close())
		assert.ErrorIs(t, <-waiting, net.ErrClosed)
		_, err = client.Read(make([]byte, 1))
		assert.ErrorIs(t, err, net.ErrClosed)
		_, err = client.Write([]byte("x"))
		assert.ErrorIs(t, err, net.ErrClosed)
		text, err := io.ReadAll(server)
		require.NoError(t, err)
		assert.Equal(t, "to the end", string(text))
		n, err := server.Write(make([]byte, 2*maxBuffered))
		require.NoError(t, err, "as into a socket's buffer")
		assert.Equal(t, 2*maxBuffered, n)

		client, server = pair(t, true)
		require.NoError(t, client.(*pipeConn).CloseWrite())
		_, err = server.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		_, err = io.WriteString(server, "still")
		require.NoError(t, err)
		_, err = io.ReadFull(client, make([]byte, 5))
		require.NoError(t, err)

		client, server = pair(t, true)
		go func() { _, _ = client.Write(make([]byte, 3*maxBuffered)) }()
		synctest.Wait()
		assert.Equal(t, maxBuffered, server.(*pipeConn).in.buf.Len(), "no more than a socket holds")
		n64, err := io.CopyN(io.Discard, server, 3*maxBuffered)
		require.NoError(t, err)
		assert.EqualValues(t, 3*maxBuffered, n64)
	})
}

// TestPipeDial waits for a server, but not for one that is closed, nor for ever.
func TestPipeDial(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newPipeListener(25, true)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := l.dial(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		go func() {
			time.Sleep(time.Minute)
			_ = l.Close()
		}()
		_, err = l.dial(t.Context())
		require.ErrorIs(t, err, net.ErrClosed)
		_, err = l.Accept()
		require.ErrorIs(t, err, net.ErrClosed)
	})
}

// TestRefusals finds what was refused, for now or for good, and the command that
// was, whatever the session began with.
func TestRefusals(t *testing.T) {
	t.Parallel()
	var got []string
	for _, text := range []string{
		"S: 220 hi\nC: EHLO a\nS: 250-a\nS: 450-not a refusal\nS: 250 ok\nC: RCPT TO:<b@x.test>\nC: DATA\nS: 451 4.3.0 later\nS: 554 5.5.1 nobody\n",
		"S: 421 4.3.2 busy\n", "C: EHLO a\nS: 250 ok\nC: NOOP\nS: 500 what\n", "S: 220 hi\nC: AUTH PLAIN\nS: 334 \nC: *\nS: 501 5.7.0 aborted\n",
	} {
		refusedSMTP(text, func(command, reply string) { got = append(got, command+": "+reply) })
	}
	assert.Equal(t, []string{"RCPT TO:<b@x.test>: 451 4.3.0 later", "DATA: 554 5.5.1 nobody", "(greeting): 421 4.3.2 busy", "NOOP: 500 what"}, got)
}

// failedTest is a test that has failed, and its log.
type failedTest struct {
	*testing.T
	log string
}

func (f *failedTest) Logf(format string, args ...any) { f.log += fmt.Sprintf(format, args...) }
func (f *failedTest) Log(args ...any)                 { f.log += fmt.Sprintln(args...) }
func (f *failedTest) Failed() bool                    { return true }

// TestStoryTellsOfTheLastRefusals alone: the first ones of many are in the transcripts.
func TestStoryTellsOfTheLastRefusals(t *testing.T) {
	t.Parallel()
	f := &failedTest{T: t}
	sim := New(f)
	for i := range 15 {
		s := sim.Universe.NewSession(mailsim.SessionInfo{Proto: "smtp"})
		s.Tap("C: ", fmt.Appendf(nil, "WHAT %d", i))
		s.Tap("S: ", []byte("500 5.5.2 unknown"))
	}
	f.log = ""
	sim.explain()
	assert.Equal(t, maxRefusals, strings.Count(f.log, ": WHAT "))
	assert.NotContains(t, f.log, "WHAT 4:")
	assert.Contains(t, f.log, "WHAT 5:")
}
