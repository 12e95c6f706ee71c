//go:build unix

package mailsimd

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestBoundsOnDisk: with a directory the bounds are ten times those of memory, but for
// those that flags name.
func TestBoundsOnDisk(t *testing.T) {
	t.Parallel()
	bounds := func(args ...string) mailsim.Fullness {
		r := start(t, nil, append(args, "-key", crashKey)...)
		text, ok := r.api("GET", "/api/status", "")
		require.True(t, ok)
		r.crash()
		var status struct{ Bounds mailsim.Fullness }
		require.NoError(t, json.Unmarshal(text, &status))
		return status.Bounds
	}
	memory, disk := bounds(), bounds("-data", t.TempDir(), "-max-mails=77")
	for name, b := range map[string][2]mailsim.Usage{
		"bytes": {memory.Bytes, disk.Bytes}, "copies": {memory.Copies, disk.Copies}, "mailboxes": {memory.Mailboxes, disk.Mailboxes}, "events": {memory.Events, disk.Events},
	} {
		require.Positive(t, b[0].Max, name)
		assert.Equal(t, 10*b[0].Max, b[1].Max, name)
	}
	assert.EqualValues(t, 77, disk.Mails.Max)
}

// TestDataOfOrganizations: organizations are in memory, and a directory says so.
func TestDataOfOrganizations(t *testing.T) {
	t.Parallel()
	said := refuse(t, nil, "-config", write(t, "orgs: [{name: o, universes: [{id: u_a}]}]"), "-data", t.TempDir())
	assert.Contains(t, said, "-data: a directory holds one universe, not organizations")
}
