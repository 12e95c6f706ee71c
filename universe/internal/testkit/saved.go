package testkit

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/persist"
)

// Saved is all of a universe in bytes.
func Saved(t testing.TB, u *engine.Universe) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, u.Save(&b, mailsim.WithSecrets()))
	return b.String()
}

// AssertSame compares all that two universes hold, to the byte.
func AssertSame(t testing.TB, want, got *engine.Universe) {
	t.Helper()
	require.Equal(t, Story(want), Story(got))
	a, b := Saved(t, want), Saved(t, got)
	if a != b {
		i := 0
		for i < min(len(a), len(b)) && a[i] == b[i] {
			i++
		}
		from := max(0, i-200)
		t.Fatalf("the universes differ at byte %d:\n%q\n%q", i, a[from:min(len(a), i+200)], b[from:min(len(b), i+200)])
	}
}

// Fork makes a copy, and closes it when the test ends.
func Fork(t testing.TB, u *engine.Universe, o mailsim.Options) *engine.Universe {
	t.Helper()
	f, err := u.Fork(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return f
}

// Load makes a universe of what Saved gave, and closes it when the test ends.
func Load(t testing.TB, saved string, o mailsim.Options) *engine.Universe {
	t.Helper()
	u, err := engine.Load(strings.NewReader(saved), o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	return u
}

// LoadOptions are those of a test that no file holds.
func LoadOptions() mailsim.Options {
	return mailsim.Options{HashCost: 4, HooksOnClock: true, Real: config.DefaultStart}
}

// WithRecord puts a record into a saved universe, in the place of one of its key.
func WithRecord(t *testing.T, saved, table, key, value string) string {
	t.Helper()
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(t, err)
	l.Add(mailsim.Record{Table: table, Key: key, Value: []byte(value)})
	return Written(t, l)
}

// Written is a saved universe of these records.
func Written(t *testing.T, l *persist.Loader) string {
	t.Helper()
	var b bytes.Buffer
	w := persist.NewWriter(&b)
	for _, table := range slices.Sorted(maps.Keys(l.Records)) {
		for _, key := range slices.Sorted(maps.Keys(l.Records[table])) {
			value := l.Records[table][key]
			w.Record(table, &persist.FileRecord{Key: key, Value: value})
		}
	}
	require.NoError(t, w.Close())
	return b.String()
}
