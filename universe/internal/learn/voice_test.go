package learn

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLearnedPosition(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, role, org string }{
		{"Anna Weber, Head of Purchasing | ACME", "Head of Purchasing", "ACME"},
		{"Senior Software Engineer at Nordwind", "Senior Software Engineer", "Nordwind"},
		{"Director · +1 555 0100", "Director", ""},
		{"www.director.test/x", "", ""},
		{"Anna Weber", "", ""},
	} {
		role, org := roleIn(c.line)
		assert.Equal(t, c.role, role, c.line)
		assert.Equal(t, c.org, org, c.line)
	}
	role, org := saidRole("Hello,\n\nmy name is Jo. I am the head of\npurchasing at Nordwind and I need the list.")
	assert.Equal(t, "head of purchasing", role)
	assert.Equal(t, "Nordwind", org)
}

func TestTone(t *testing.T) {
	t.Parallel()
	assert.Positive(t, tone("Dear Mr Brown,\n\nPlease find the list attached.\n\nYours sincerely,\nA"))
	assert.Negative(t, tone("hey, yeah that's cool, i'll send it\n\ncheers"))
	assert.Zero(t, tone("Hello Bob,\n\nthe list is below.\n\nBest,\nA"))
}
