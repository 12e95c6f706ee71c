package imapd

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// SAVEDATE (RFC 8514) is when a message came to its folder.
func TestSaveDate(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	c := open(t, b, Options{})
	c.say(t, "a", `APPEND INBOX " 2-Feb-2021 00:00:00 +0000" {3+}`+"\r\none {3+}\r\ntwo")
	b.acct.mu.Lock()
	b.acct.now = b.acct.now.Add(24 * time.Hour)
	b.acct.mu.Unlock()
	c.say(t, "a", "SELECT INBOX")
	c.say(t, "a", "COPY 1 INBOX")
	require.Equal(t, []string{
		`* 1 FETCH (SAVEDATE "05-Jan-2026 09:00:00 +0000" UID 1)`,
		`* 2 FETCH (SAVEDATE "05-Jan-2026 09:00:00 +0000" UID 2)`,
		`* 3 FETCH (SAVEDATE "06-Jan-2026 09:00:00 +0000" UID 3)`,
	}, c.say(t, "a", "FETCH 1:* (savedate UID)")[:3])
	require.Equal(t, `* 3 FETCH (INTERNALDATE "02-Feb-2021 00:00:00 +0000")`, c.say(t, "a", "FETCH 3 INTERNALDATE")[0])
	for key, want := range map[string]string{
		"SAVEDBEFORE 6-Jan-2026": " 1 2", "SAVEDON 6-Jan-2026": " 3", `SAVEDSINCE "05-Jan-2026"`: " 1 2 3", "SAVEDSINCE 6-Jan-2026": " 3",
		"NOT SAVEDON 5-Jan-2026": " 3", "SAVEDBEFORE 5-Jan-2026": "", "SAVEDATESUPPORTED": " 1 2 3", "NOT SAVEDATESUPPORTED": "",
		"SINCE 1-Jan-2026 SAVEDBEFORE 6-Jan-2026": " 2",
	} {
		require.Equal(t, "* SEARCH"+want, c.say(t, "a", "SEARCH "+key)[0], key)
	}
	for _, key := range []string{"SAVEDON", "SAVEDON x", "SAVEDATESUPPORTED 1-Jan-2026"} {
		require.Contains(t, last(c.say(t, "a", "SEARCH "+key)), "a BAD", key)
	}
}

// In a universe it is told by the simulated clock.
func TestSaveDateOfUniverse(t *testing.T) {
	t.Parallel()
	u, _, addr := serveUniverse(t)
	c := dial(t, addr)
	c.line()
	c.say(t, "a", "LOGIN app s3cret")
	c.say(t, "a", "APPEND INBOX {3+}\r\none")
	filed := u.Now()
	_, err := u.Advance(t.Context(), 26*time.Hour)
	require.NoError(t, err)
	c.say(t, "a", "SELECT INBOX")
	c.say(t, "a", "MOVE 1 Archive")
	c.say(t, "a", "SELECT Archive")
	require.Equal(t, fmt.Sprintf(`* 1 FETCH (SAVEDATE "%s" INTERNALDATE "%s")`, u.Now().Format(dateTimeFormat), filed.Format(dateTimeFormat)),
		c.say(t, "a", "FETCH 1 (SAVEDATE INTERNALDATE)")[0])
}
