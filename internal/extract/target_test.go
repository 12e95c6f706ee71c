package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// An address holds what is to be approved in a reference, and words of other scripts in Latin letters.
func TestReferencesInAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Approve the change of your mail address: https://a.example/profile/email-change/approve?ref=KD-20914": 1,
		"Approve the change of your mail address: https://a.example/profile/email-change/approve?ref=mail":     0,
		"Confirm your stay with us: https://a.example/profile/hotels?ref=mail-20914":                           0,
		"Підтвердьте пошту за посиланням https://a.example/pidtverdyty/c4":                                     1,
		"Підтвердьте пошту за посиланням https://a.example/hodyny/c4":                                          0,
	} {
		assert.Len(t, Find("", text, "").MagicLinks, want, text)
	}
}
