package login

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

func TestRoleAllows(t *testing.T) {
	t.Parallel()
	order := []mailsim.Role{mailsim.RoleViewer, mailsim.RoleMember, mailsim.RoleAdmin}
	for i, r := range order {
		for j, least := range order {
			assert.Equal(t, i >= j, r.Allows(least), "%s %s", r, least)
			assert.Equal(t, order[min(i, j)], RoleAtMost(r, least))
		}
		assert.False(t, mailsim.Role("").Allows(r))
		assert.False(t, mailsim.Role("owner").Allows(r))
	}
	assert.False(t, mailsim.Role("").Allows(""))
}
