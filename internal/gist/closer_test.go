package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCloser: who ends a mail with their name alone is known by it.
func TestCloser(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Hi Jo,\n\nYou are booked in for Tuesday.\n\nPam, reception":         "Pam",
		"Dear Lily,\n\nThe parcel came.\n\nNan xx":                           "Nan",
		"Hi Jo,\n\nThe offer is ready.\n\nRoger Dalby\nCanal Bookings Ltd":   "Roger Dalby",
		"Hi Jo,\n\nThe offer is ready.\n\nRegards,\nRoger":                   "",
		"Hi Jo,\n\nWill you come?\n\nHerzlich, Anna":                         "",
		"Hi Jo,\n\nThanks for booking.\n\nJo\nThistle Camp":                  "Jo",
		"Hi Jo,\n\nWill you come?":                                           "",
		"Mein lieber Lukas,\n\nkommst Du am Sonntag zum Essen?\n\nDeine Oma": "Oma",
		"Hi Jo,\n\nWill you come?\n\nThanks":                                 "",
	} {
		assert.Equal(t, want, Read("", body).Closer, body)
	}
}
