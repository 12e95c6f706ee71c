package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// TestRecipientParameters are found by the address in any case of letters.
func TestRecipientParameters(t *testing.T) {
	t.Parallel()
	e := mailsim.Envelope{Notify: []mailsim.Recipient{{Address: "Ben@X.test", Notify: []string{"NEVER"}}}}
	assert.Equal(t, &e.Notify[0], Recipient(&e, "ben@x.TEST"))
	assert.Nil(t, Recipient(&e, "anna@x.test"))
}
