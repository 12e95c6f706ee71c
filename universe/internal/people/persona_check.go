package people

import (
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// MustForward refuses a person to forward to who is not there: such mail would go
// nowhere, and nobody would notice.
func MustForward(v state.View, to string) error {
	if to == "" || addr.Valid(to) || Table.In(v.State).At(to) != nil {
		return nil
	}
	return fail.Invalidf("behaviors.forward_to must be a persona id or an address: there is no person %q", to)
}
