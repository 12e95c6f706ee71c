package hook

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDropOfWhatHasJustEnded: a delivery whose attempt is over is counted by its worker
// alone, also when it is dropped before the worker has told how it ended.
func TestDropOfWhatHasJustEnded(t *testing.T) {
	t.Parallel()
	for _, all := range []bool{false, true} {
		var s *Sender
		s = New(Config{
			Transport: receiver(func(*http.Request) (int, error) { return 500, nil }),
			Wanted: func(Delivery) bool { // between the attempt and its end
				s.Drop(func(Delivery) bool { return false }, all)
				return false
			},
		})
		require.NoError(t, s.Send(Delivery{URL: "http://hooks.test/", Body: []byte("x")}))
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		require.NoError(t, s.Idle(ctx), "all %v", all)
		assert.Zero(t, s.Pending())
		assert.EqualValues(t, 1, s.Counts().Dropped)
		s.Close()
	}
}
