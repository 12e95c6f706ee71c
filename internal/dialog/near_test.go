package dialog

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestNearDays: a day of the next week goes by its weekday.
func TestNearDays(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC) // a Monday
	for _, tc := range []struct{ language, said, want string }{
		{"en", "Thursday 26 November at 16:30", "Thursday at 16:30"},
		{"en", "Monday 30 November", "Monday 30 November"},
		{"en", "Monday 23 November", "Monday 23 November"},
		{"de", "Donnerstag, 26. November um 16 Uhr", "Donnerstag um 16 Uhr"},
		{"fr", "jeudi 26 novembre", "jeudi"},
		{"es", "jueves 26 de noviembre", "jueves"},
		{"en", "the corner table", "the corner table"},
	} {
		assert.Equal(t, tc.want, SayNear(tc.language, tc.said, now))
	}
}
