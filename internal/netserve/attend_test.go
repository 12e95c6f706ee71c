package netserve

import (
	"bufio"
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAttend: the context ends when the client leaves, not when it says something,
// which is read afterwards.
func TestAttend(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, client := net.Pipe()
		r := bufio.NewReader(server)
		attend := func(do func(ctx context.Context)) {
			Attend(t.Context(), r, func() { _ = server.SetReadDeadline(time.Unix(1, 0)) }, do)
			_ = server.SetReadDeadline(time.Time{})
		}
		attend(func(ctx context.Context) { synctest.Wait(); assert.NoError(t, ctx.Err()) })
		attend(func(ctx context.Context) {
			for _, part := range []string{"NO", "OP\r\n"} {
				_, err := client.Write([]byte(part))
				require.NoError(t, err)
			}
			synctest.Wait()
			assert.NoError(t, ctx.Err())
		})
		line, err := r.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, "NOOP\r\n", line)
		attend(func(ctx context.Context) {
			_, err := client.Write([]byte("QU"))
			require.NoError(t, err)
			require.NoError(t, client.Close())
			<-ctx.Done()
		})
	})
}
