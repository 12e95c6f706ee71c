package engine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestLimitsOfListsMayBeZero(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test"})
	for name, ask := range map[string]func(limit int) error{
		"jobs":     func(n int) error { _, err := u.Jobs(mailsim.JobFilter{Limit: n}); return err },
		"events":   func(n int) error { _, err := u.Events(mailsim.EventFilter{Limit: n}); return err },
		"messages": func(n int) error { _, err := u.Messages("box@x.test", mailsim.MessageFilter{Limit: n}); return err },
		"search": func(n int) error {
			_, err := u.Search(context.Background(), "x", mailsim.SearchFilter{Limit: n})
			return err
		},
	} {
		require.NoError(t, ask(0), name)
		assert.EqualError(t, ask(-1), "limit must not be negative", name)
	}
}
