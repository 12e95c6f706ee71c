package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/rules"
)

// TestRecipientParameters are found by the address in any case of letters.
func TestRecipientParameters(t *testing.T) {
	t.Parallel()
	e := mailsim.Envelope{Notify: []mailsim.Recipient{{Address: "Ben@X.test", Notify: []string{"NEVER"}}}}
	assert.Equal(t, &e.Notify[0], rules.Recipient(&e, "ben@x.TEST"))
	assert.Nil(t, rules.Recipient(&e, "anna@x.test"))
}
