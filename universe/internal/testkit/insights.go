package testkit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// Insights asks for insights.
func Insights(t *testing.T, u *engine.Universe, f mailsim.InsightFilter) mailsim.Insights {
	t.Helper()
	in, err := u.Insights(f)
	require.NoError(t, err)
	return in
}

// AskAll sends a question to each person.
func AskAll(t *testing.T, u *engine.Universe, people ...mailsim.Persona) {
	t.Helper()
	for _, p := range people {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: p.Addresses, Subject: "Meeting", Text: "Is Tuesday at 10:00 fine for you? See http://shop.test/x"})
		require.NoError(t, err)
	}
}
