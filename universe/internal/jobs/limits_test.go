package jobs_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// spec: d.jobs.list
func TestJobsOfUnknownKindAreRefused(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, k := range []mailsim.JobKind{"nosuch", "Reply", "reply,read", "*", " "} {
		_, err := u.Jobs(mailsim.JobFilter{Kind: k})
		require.ErrorIs(t, err, mailsim.ErrInvalid, k)
		assert.ErrorContains(t, err, "kind must be act, bounce, correction")
	}
	for _, k := range append(slices.Clone(jobs.Kinds), "") {
		_, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobKind(k)})
		assert.NoError(t, err, k)
	}
}
