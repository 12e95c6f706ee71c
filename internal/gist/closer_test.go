package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCloser: who ends a mail with their name alone is known by it.
func TestCloser(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Hi Jo,\n\nYou are booked in for Tuesday.\n\nPam, reception":                    "Pam",
		"Dear Lily,\n\nThe parcel came.\n\nNan xx":                                      "Nan",
		"Hi Jo,\n\nThe offer is ready.\n\nRoger Dalby\nCanal Bookings Ltd":              "Roger Dalby",
		"Hi Jo,\n\nThe offer is ready.\n\nRegards,\nRoger":                              "",
		"Hallo Jo,\n\nkommst du am Sonntag zum Essen?\n\nHerzlich, Anna":                "",
		"Hi Jo,\n\nThanks for booking.\n\nJo\nThistle Camp":                             "Jo",
		"Hi Jo,\n\nWill you come?":                                                      "",
		"Mein lieber Lukas,\n\nkommst Du am Sonntag zum Essen?\n\nDeine Oma":            "Oma",
		"Hi Jo,\n\nWill you come?\n\nThanks":                                            "",
		"Hi Jo,\n\nWill you come?\n\nAlso, is the lane lit at night? It is a bit dark.": "",
		"Hi Jo,\n\nA new lid is on its way.\n\nFarah, Brightkettle":                     "Farah",
		"Hi Jo,\n\nThe bins come on Monday.\n\nBrian (no. 9)":                           "Brian",
		"Hi Jo,\n\nYour boots came back.\n\nDee at Larkspur":                            "Dee",
		"Hi Jo,\n\nWill you come?\n\nCheers, Anna":                                      "",
		"Madame,\n\nl'acte est prêt.\n\nPour Maître Noir, A. Blanc":                     "A. Blanc",
	} {
		assert.Equal(t, want, Read("", body).Closer, body)
	}
}

// TestSigned: what somebody is does not hide who they are.
func TestSigned(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Hi Jo,\n\nThe bill is open.\n\nKind regards,\nM. Lacey, Accounts":    "M. Lacey",
		"Hi Jo,\n\nIt is on its way.\n\nBest wishes,\nOwen, Parcel Care Team": "Owen",
		"Hi Jo,\n\nThe bins come on Monday.\n\nThanks,\nBrian (no. 9)":        "Brian",
		"Hi Jo,\n\nThe bins come on Monday.\n\nThanks,\n\nAnn Lee\nCity Desk": "Ann Lee",
	} {
		assert.Equal(t, want, Read("", body).Signed, body)
	}
}
