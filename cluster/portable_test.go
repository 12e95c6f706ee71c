package cluster_test

import (
	"testing"

	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

// TestPortable: of what other databases with PostgreSQL's protocol lack, the directory uses
// only what docs/postgres.md says, and it does without LISTEN.
func TestPortable(t *testing.T) {
	t.Parallel()
	n := 0
	for _, s := range pgtest.Statements(t, ".") {
		n++
		if word := pgtest.Unportable(s); word != "" {
			t.Errorf("%s: %s", word, s)
		}
	}
	if n < 50 {
		t.Errorf("only %d statements were found", n)
	}
}
