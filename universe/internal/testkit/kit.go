package testkit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Says lets a person have said something to an address.
func Says(t *testing.T, u *engine.Universe, id, caseID, to string, claims ...dialog.Claim) {
	t.Helper()
	require.NoError(t, u.Update(context.Background(), func(tx *state.Tx) error {
		people.Said(tx, people.Get(tx.View, id), caseID, to, claims)
		return nil
	}))
}

func Table(value string) dialog.Claim {
	return dialog.Claim{Kind: gist.AskChoice, Topic: "the table", Value: value}
}
