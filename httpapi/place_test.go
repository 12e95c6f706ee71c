package httpapi

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// TestStreamGoesOn: a reader of unnamed messages goes on where it was, also behind a
// server that has begun anew with the saved log, and is told of a log that only has
// the same numbers.
func TestStreamGoesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{ID: "u_log"})
	s := w.server()
	pace := func(w *world, n int) {
		for i := range n {
			w.put("/api/pace", fmt.Sprintf(`{"factor": %d}`, i+1)).ok()
		}
	}
	pace(w, 3)
	in, end := open(t, w, s, "&unnamed=1", "")
	place := readStream(t, in, 1)[0]
	assert.Regexp(t, `^3-[0-9a-f]{8}$`, place["id"], "before anything happens")
	assert.Len(t, place, 1)
	pace(w, 1)
	got := readStream(t, in, 1)[0]
	end()
	assert.Regexp(t, `^4-[0-9a-f]{8}$`, got["id"])
	assert.Empty(t, got["event"])
	assert.Contains(t, got["data"], `"type":"pace"`)

	var saved bytes.Buffer
	require.NoError(t, w.u.Save(&saved))
	pace(w, 2)
	for _, how := range []func() (string, string){
		func() (string, string) { return "&unnamed=1", place["id"] }, func() (string, string) { return "&unnamed=1&after=" + place["id"], "" },
	} {
		query, id := how()
		in, end := open(t, w, s, query, id)
		assert.Equal(t, place["id"], readStream(t, in, 1)[0]["id"])
		for i := range 3 {
			assert.Regexp(t, fmt.Sprintf(`^%d-`, 4+i), readStream(t, in, 1)[0]["id"])
		}
		end()
	}

	loaded, err := universe.Load(&saved, mailsim.Options{HashCost: 4, Real: start})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, loaded.Close()) })
	again := &world{t, loaded, New(loaded, Options{NoLimit: true}), w.keys}
	pace(again, 1)
	in, end = open(t, again, again.server(), "&unnamed=1", got["id"])
	assert.Equal(t, got["id"], readStream(t, in, 1)[0]["id"])
	assert.Regexp(t, `^5-`, readStream(t, in, 1)[0]["id"])
	end()

	other := newWorld(t, mailsim.Options{ID: "u_log", Start: start.Add(time.Hour)})
	pace(other, 9)
	in, end = open(t, other, other.server(), "&unnamed=1", got["id"])
	defer end()
	assert.Equal(t, map[string]string{"id": "0", "event": "restart", "data": `{"after": 4, "last": 9}`}, readStream(t, in, 1)[0])
	assert.Regexp(t, `^1-`, readStream(t, in, 1)[0]["id"], "all of it follows")
	for _, bad := range []string{"4-", "4-xyz", "-00000000", "4-000000000", "x"} {
		w.get("/api/events/stream?after="+bad).fails(400, "the id of an event")
	}
}
