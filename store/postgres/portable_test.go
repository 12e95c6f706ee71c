package postgres_test

import (
	"testing"

	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// TestPortable: no statement of the store has what other databases with PostgreSQL's
// protocol lack, or do in another way, as docs/postgres.md says.
func TestPortable(t *testing.T) {
	t.Parallel()
	n := 0
	for _, s := range pgtest.Statements(t, ".") {
		n++
		if word := pgtest.Unportable(s, "FOR UPDATE", "LISTEN", "NOTIFY", "pg_notify"); word != "" {
			t.Errorf("%s: %s", word, s)
		}
	}
	if n < 15 {
		t.Errorf("only %d statements were found", n)
	}
}
