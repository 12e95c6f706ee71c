package imapd

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Messages of one second have arrived together: the next key decides.
func TestSortOfOneSecond(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	c := open(t, b, Options{})
	for i, subject := range []string{"b", "a", "c"} {
		b.acct.mu.Lock()
		b.acct.now = b.acct.now.Truncate(time.Second).Add(time.Duration(900-300*i) * time.Millisecond)
		b.acct.mu.Unlock()
		c.say(t, "a", "APPEND INBOX {14+}\r\nSubject: "+subject+"\r\n\r\n")
	}
	c.say(t, "a", "SELECT INBOX")
	for command, want := range map[string]string{
		"SORT (ARRIVAL) UTF-8 ALL":                 "* SORT 1 2 3",
		"SORT (ARRIVAL SUBJECT) UTF-8 ALL":         "* SORT 2 1 3",
		"SORT (REVERSE DATE SUBJECT) UTF-8 ALL":    "* SORT 2 1 3", // without one of their own, dates are those of arrival
		"SORT (DATE REVERSE SUBJECT) US-ASCII ALL": "* SORT 3 1 2",
		"THREAD REFERENCES UTF-8 ALL":              "* THREAD (1)(2)(3)",
	} {
		require.Equal(t, want, c.say(t, "a", command)[0], command)
	}
}
