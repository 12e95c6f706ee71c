package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The name of a service may stand between the reader's account and what leads into it.
func TestLinksIntoAnAccount(t *testing.T) {
	t.Parallel()
	const link = ": https://a.example/open?t=Pm0s-41"
	for text, want := range map[string]int{
		"Use this link to get into your Wheels account on this phone":  1,
		"Mit diesem Link kommen Sie in Ihr Wheels-Konto":               1,
		"За цим посиланням ви потрапите у свій обліковий запис Wheels": 1,
		"Tällä linkillä pääset Wheels-tilillesi":                       1,
		"Use this link to get your Wheels calendar into your phone":    0,
		"Use this link to get into your best shape":                    0,
		"Mit diesem Link kommen 20 EUR in Ihr Wheels-Konto":            0,
	} {
		assert.Len(t, Find("", text+link, "").MagicLinks, want, text)
	}
}
