package storetest_test

import (
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/storetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) storetest.Open {
		m := new(storetest.Memory)
		return func() (mailsim.Store, error) { return m.Open(), nil }
	})
}
